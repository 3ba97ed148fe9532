"""What ``curator new`` was answered is kept beside the portal file, good for a day: a second one
asks nothing again, and the crawl takes its articles from there, but never its lists.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from skipped_pauses import skip_pauses
from small_portal import Answer, SmallPortal, article, listing, small_portal

from webarticlecurator.base.errors import PortalRefused
from webarticlecurator.base.proposal.proposal import Proposal
from webarticlecurator.cli.main import main
from webarticlecurator.crawling.crawl.crawl import crawl
from webarticlecurator.crawling.crawl.kept_answers import (
    KeptAnswers,
    answers_path,
    read_exchanges,
)
from webarticlecurator.crawling.workers.run_options import CrawlOptions
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.portal_file.written.proposed_file import proposed_yaml
from webarticlecurator.proposing.propose.portal_proposal import propose_portal
from webarticlecurator.storage.store.view import view_corpus
from webarticlecurator.storage.warc.warc_reader import read_all_records

PATHS = [f"/n/story-of-bridge-{n}" for n in range(8)]


@pytest.fixture
def portal(tmp_path: Path) -> Iterator[SmallPortal]:
    pages: dict[str, str | Answer] = {
        path: article(f"The story of {path}, told at length. " * 20) for path in PATHS
    }
    with small_portal(tmp_path, {}) as running:
        running.pages |= {**pages, "/list": listing(*PATHS)}
        yield running


def propose(portal: SmallPortal, file: Path, requests: int = 90) -> Proposal:
    """Propose a file for the portal and write it; the answers are kept beside it."""
    kept = KeptAnswers(portal.clock, answers_path(file))
    found = propose_portal(
        [f"{portal.base}/list"], runtime=portal.runtime, kept=kept, requests=requests
    )
    file.write_text(proposed_yaml(found), encoding="utf-8")
    return found


def requested(portal: SmallPortal) -> list[str]:
    asked = [*portal.asked]
    portal.asked.clear()
    return asked


def test_a_second_look_asks_nothing_and_proposes_the_same(portal: SmallPortal, tmp_path: Path):
    first = propose(portal, tmp_path / "a.yaml")
    assert {"/list", *PATHS} <= {*requested(portal)}
    portal.clock.sleep(timedelta(hours=23).total_seconds())
    again = propose(portal, tmp_path / "a.yaml")
    assert requested(portal) == []
    assert proposed_yaml(first) == proposed_yaml(again)


def test_answers_are_good_for_a_day(portal: SmallPortal, tmp_path: Path):
    propose(portal, tmp_path / "a.yaml")
    asked = requested(portal)
    portal.clock.sleep(timedelta(days=1, hours=1).total_seconds())
    propose(portal, tmp_path / "a.yaml")
    assert requested(portal) == asked
    # those of the day before are gone
    kept = answers_path(tmp_path / "a.yaml")
    now = portal.clock.now()
    assert all(now - each.hops[0].started < timedelta(days=1) for each in read_exchanges(kept))


def test_a_crawl_takes_articles_from_them_but_no_list(portal: SmallPortal, tmp_path: Path):
    propose(portal, tmp_path / "a.yaml")
    requested(portal)
    looked_at = portal.clock.now()
    portal.clock.sleep(3600)
    known = load_portal(tmp_path / "a.yaml")
    summary = crawl(known, tmp_path / "corpus", CrawlOptions(), portal.runtime)
    asked = requested(portal)
    assert "/list" in asked and not {*PATHS} & {*asked}
    assert summary.tei == len(PATHS)
    # in the WARC files of the corpus, each with the time at which it was answered
    with view_corpus(tmp_path / "corpus", known.id) as corpus:
        captures = [corpus.captures.by_url(f"{portal.base}{path}") for path in PATHS]
        assert all(len(found) == 1 and found[0].time <= looked_at for found in captures)
    files = sorted((tmp_path / "corpus" / "warc").glob("*articles*"))
    kinds = [located.record.kind for _, located in read_all_records(files)]
    assert kinds.count("response") == kinds.count("request") == len(PATHS)


def test_a_crawl_of_the_next_day_asks_for_the_articles(portal: SmallPortal, tmp_path: Path):
    propose(portal, tmp_path / "a.yaml")
    requested(portal)
    portal.clock.sleep(timedelta(days=1, minutes=5).total_seconds())
    crawl(load_portal(tmp_path / "a.yaml"), tmp_path / "corpus", CrawlOptions(), portal.runtime)
    assert {*PATHS} <= {*requested(portal)}


@pytest.mark.parametrize("key", ["cookies: {plan: full}", "user_agent: another"])
def test_a_crawl_that_may_be_answered_otherwise_asks(portal: SmallPortal, tmp_path: Path, key: str):
    propose(portal, tmp_path / "a.yaml")
    text = (tmp_path / "a.yaml").read_text(encoding="utf-8")
    text = text.replace("fetch: {delay: 1.0}", f"fetch: {{delay: 1.0, {key}}}")
    (tmp_path / "a.yaml").write_text(text, encoding="utf-8")
    requested(portal)
    crawl(load_portal(tmp_path / "a.yaml"), tmp_path / "corpus", CrawlOptions(), portal.runtime)
    assert {*PATHS} <= {*requested(portal)}


def test_what_robots_txt_forbids_since_is_not_taken(portal: SmallPortal, tmp_path: Path):
    propose(portal, tmp_path / "a.yaml")
    portal.pages["/robots.txt"] = Answer("User-agent: *\nDisallow: /n/\n")
    known = load_portal(tmp_path / "a.yaml")
    summary = crawl(known, tmp_path / "corpus", CrawlOptions(), portal.runtime)
    assert summary.tei == 0 and summary.rejected["robots"] == len(PATHS)


def test_an_error_that_may_pass_is_not_kept(portal: SmallPortal, tmp_path: Path):
    portal.pages["/list"] = Answer("busy", 503)
    with pytest.raises(PortalRefused):
        propose(portal, tmp_path / "a.yaml")
    kept = answers_path(tmp_path / "a.yaml")
    urls = {each.url for each in read_exchanges(kept)} if kept.exists() else set()
    assert f"{portal.base}/list" not in urls


def test_a_broken_file_is_asked_for_again(portal: SmallPortal, tmp_path: Path):
    propose(portal, tmp_path / "a.yaml")
    asked = requested(portal)
    kept = answers_path(tmp_path / "a.yaml")
    kept.write_bytes(kept.read_bytes()[: kept.stat().st_size // 2])
    propose(portal, tmp_path / "a.yaml")
    assert 0 < len(requested(portal)) < len(asked)


def test_the_budget_is_kept_with_the_request_for_robots_txt(portal: SmallPortal, tmp_path: Path):
    propose(portal, tmp_path / "a.yaml", requests=4)
    assert len(requested(portal)) == 3 and len(portal.headers) == 4


def test_the_command_finds_the_answers_beside_a_file_of_another_name(
    portal: SmallPortal,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
):
    monkeypatch.chdir(tmp_path)
    skip_pauses(monkeypatch)
    url = f"{portal.base}/list"
    assert main(["new", url, "--output", f"localhost-{portal.port}.yaml", "--requests", "30"]) == 0
    assert "sends at most 30 requests" in capsys.readouterr().err
    requested(portal)
    assert main(["new", url, "--output", "b.yaml"]) == 0
    said = capsys.readouterr().err
    assert "again, because they are not a day old" in said and requested(portal) == []
    assert (tmp_path / "b.new.warc.gz").exists()
    # nothing is kept where no file is written
    files = {*tmp_path.iterdir()}
    assert main(["new", url, "--json"]) == 0
    assert {*tmp_path.iterdir()} == files
