"""The log of a crawl in a subscriber's session."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_portal import listing, moved
from subscriber_site import ROLLED, RULES, TOKEN, log_in, subscriber_site
from subscriber_site import own_state as own_state

from webarticlecurator.cli.main import main

QUOTED = "t0k3n%2F0f%2Banna%3D"


def test_tokens_of_a_session_in_addresses_are_in_no_line(
    tmp_path: Path, state: Path, capfd: pytest.CaptureFixture[str]
):
    with subscriber_site(tmp_path) as site:
        pages, portal = site.portal.pages, site.portal
        pages["/list"] = listing("/one", f"/two?t={QUOTED}", "/three")
        pages[f"/two?t={QUOTED}"] = moved(f"/four?rolled={ROLLED}")
        pages[f"/four?rolled={ROLLED}"] = site.page("/four")
        portal.write(RULES)
        config, log = tmp_path / "portal.yaml", tmp_path / "log"
        assert log_in(tmp_path, config) == 0
        words = ["--corpus", str(portal.corpus), "-vv", "--log", str(log)]
        main(["crawl", str(config), *words])
        asked = len(portal.headers)
    text = log.read_text(encoding="utf-8")
    assert text.count("INFO small: GET ") == asked > 5
    printed = capfd.readouterr().err
    for secret in (TOKEN, QUOTED, ROLLED):
        assert secret not in text
        assert secret not in printed
