"""Kinds of fetchers: another one is a function and a registration; pace, retries and robots.txt are
the same for every kind."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timezone

import pytest
from test_fetch_politeness import FakeClock

from webarticlecurator.base.model.capture import Exchange, Failure, Hop
from webarticlecurator.base.portal.fetch_policy import FetchPolicy
from webarticlecurator.base.portal.hosts import ANY_HOSTS
from webarticlecurator.crawling.fetch.conditional_requests import Conditions
from webarticlecurator.crawling.fetch.connection_settings import ConnectionSettings
from webarticlecurator.crawling.fetch.fetchers import FETCHERS
from webarticlecurator.crawling.fetch.polite_client import PoliteClient
from webarticlecurator.crawling.fetch.robots_policy import RobotsAnswer

SITE = "https://a.example"


class CannedFetcher:
    """Answers from memory; redirects ``/moved`` to ``/private/1``."""

    def __init__(self, settings: ConnectionSettings, clock: FakeClock) -> None:
        self.policy, self.clock = settings.effective_policy(), clock
        self.log: list[tuple[str, float]] = []
        self.failures = ["timeout"]
        self.is_closed = False

    def fetch(
        self, url: str, before: Callable[[str], Failure | None], _conditions: Conditions
    ) -> Exchange:
        hops: list[Hop] = []
        while True:
            refused = before(url)
            if refused is not None:
                return Exchange(url, tuple(hops), refused)
            self.log.append((url.removeprefix(SITE), self.clock.time))
            if url == SITE + "/weak" and self.failures:
                return Exchange(url, (), Failure(self.failures.pop(), "no", self.clock.now()))
            moved = url == SITE + "/moved"
            hops.append(
                Hop(url, 302 if moved else 200, b"", b"HTTP/1.1 200 OK\r\n\r\n", self.clock.now())
            )
            if not moved:
                return Exchange(url, tuple(hops))
            url = SITE + "/private/1"

    def check_address(self, url: str) -> Failure | None:
        ended = datetime.now(timezone.utc)
        return None if url.startswith(SITE) else Failure("bad-address", url, ended)

    def close(self) -> None:
        self.is_closed = True


@pytest.fixture
def client(monkeypatch: pytest.MonkeyPatch) -> PoliteClient:
    monkeypatch.setitem(FETCHERS, "canned", CannedFetcher)
    policy = FetchPolicy(delay=2.0, retries=1)
    settings = ConnectionSettings(policy, ANY_HOSTS, proxy="http://p:1", fetcher="canned")

    def robots(_url: str) -> RobotsAnswer:
        return RobotsAnswer.read(200, b"User-agent: *\nDisallow: /private/", whole=True)

    return PoliteClient(settings, FakeClock(), robots)


def fetcher_of(client: PoliteClient) -> CannedFetcher:
    fetcher = client._fetcher
    assert isinstance(fetcher, CannedFetcher)
    return fetcher


def test_pace_and_retries_are_those_of_the_policy(client: PoliteClient):
    kinds = [each.failure.kind if each.failure else "" for each in client.attempts(SITE + "/weak")]
    assert kinds == ["timeout", ""]
    [answer] = client.attempts(SITE + "/1")
    assert answer.final is not None and answer.final.status == 200
    assert fetcher_of(client).log == [("/weak", 0.0), ("/weak", 2.0), ("/1", 4.0)]


def test_robots_txt_holds_for_every_hop(client: PoliteClient):
    [answer] = client.attempts(SITE + "/moved")
    assert [hop.status for hop in answer.hops] == [302]
    assert answer.failure is not None and answer.failure.kind == "robots"
    assert client.allowed(SITE + "/1") and not client.allowed(SITE + "/private/2")
    assert not client.allowed("https://other.example/")


def test_it_gets_the_settings_of_the_connection_and_is_closed(client: PoliteClient):
    assert fetcher_of(client).policy.proxy == "http://p:1"
    client.close()
    assert fetcher_of(client).is_closed
