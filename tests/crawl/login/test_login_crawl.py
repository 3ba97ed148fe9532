"""A crawl in a subscriber's session: what it stores, where it stops, and how it goes on."""

from __future__ import annotations

from pathlib import Path

import pytest
from secret_bytes import places_of, records_of
from subscriber_site import (
    MAIL,
    NAME,
    PATHS,
    ROLLED,
    RULES,
    TOKEN,
    log_in,
    subscriber_site,
)
from subscriber_site import own_state as own_state

from webarticlecurator.cli.main import main
from webarticlecurator.store import check_records

SECRETS = (TOKEN, ROLLED, NAME, MAIL, "t0k3n%2F0f%2Banna%3D")


def test_a_session_that_ends_in_mid_crawl_loses_nothing(
    tmp_path: Path, state: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with subscriber_site(tmp_path) as site:
        site.portal.write(RULES)
        config, corpus = tmp_path / "portal.yaml", str(site.portal.corpus)
        crawl = ["crawl", str(config), "--corpus", corpus]
        assert main(crawl) == 3
        assert "curator login" in capfd.readouterr().err
        assert site.portal.asked == []  # it is said before the crawl begins
        assert log_in(tmp_path, config) == 0
        printed = capfd.readouterr().err
        assert "1 cookie of 1 host; 1 of other hosts is left out" in printed
        site.ends_after = 2
        assert main(crawl) == 3
        printed = "".join(capfd.readouterr())
        assert "signed in: session of 20" in printed
        assert f"Sign in again: curator login {config}" in printed
        states = site.portal.articles()
        assert sorted(states.values()) == ["pending", "pending", "tei", "tei"]
        assert not [r for r in records_of(site.portal.corpus) if b"The beginning of" in r.block]
        # the next login
        site.tokens.add(TOKEN)
        site.ends_after = None
        assert log_in(tmp_path, config) == 0
        assert main(crawl) == 0
        assert site.portal.articles() == dict.fromkeys(PATHS, "tei")
        assert all("The whole text of" in text for text in site.portal.tei().values())
    printed += "".join(capfd.readouterr())
    assert places_of(site.portal.corpus, *SECRETS) == []
    assert not [value for value in SECRETS if value in printed]
    assert list(check_records(sorted((site.portal.corpus / "warc").iterdir()))) == []
