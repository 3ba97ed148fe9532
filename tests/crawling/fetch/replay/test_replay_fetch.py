"""The session fetches archived pages over TLS through a replaying proxy, under their own addresses."""

from __future__ import annotations

import pytest

from webarticlecurator.base.portal.fetch_policy import FetchPolicy
from webarticlecurator.base.portal.hosts import ANY_HOSTS
from webarticlecurator.crawling.fetch.connection_settings import ConnectionSettings
from webarticlecurator.crawling.fetch.session import Session
from webarticlecurator.crawling.workers.system_clock import SystemClock


@pytest.mark.parametrize("replay", ["p444"], indirect=True)
def test_archived_pages_have_their_own_addresses(replay):
    policy = FetchPolicy(proxy=replay.address)
    settings = ConnectionSettings(policy, ANY_HOSTS, ca_file=str(replay.ca_file))
    session = Session(settings, SystemClock())
    for address, answer in replay.answers.items():
        assert session.fetch(address, lambda _: None).final.response == answer
    assert session.fetch("https://444.hu/never", lambda _: None).final.status == 502


@pytest.mark.parametrize("replay", ["p444"], indirect=True)
def test_without_its_certificate_the_proxy_is_not_trusted(replay):
    session = Session(
        ConnectionSettings(FetchPolicy(proxy=replay.address), ANY_HOSTS), SystemClock()
    )
    assert session.fetch("https://444.hu/2013/04/13", lambda _: None).failure.kind == "tls"
