"""``curator repair`` without a request, and what ``curator watch`` leaves beside a file."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from daily_portal import RULES, all_pages, redesigned
from small_portal import SmallPortal, small_portal
from test_repair_designs import redesigned_portal

from webarticlecurator.cli.main import main
from webarticlecurator.cli.verbs.repair import propose_after_drift, proposed_path
from webarticlecurator.crawl.crawl import crawl
from webarticlecurator.crawl.crawl_portals import CrawlOutcome
from webarticlecurator.crawl.scheduler import ScheduledRun
from webarticlecurator.model.verdict import Problem
from webarticlecurator.repair.portal_repair import Repair, repair_portal
from webarticlecurator.store import open_corpus


def crawl_both(folder: Path, later: bool) -> tuple[SmallPortal, list[Path]]:
    """Crawl a portal into ``corpus``, and in another design, later or earlier, into ``other``."""
    with small_portal(folder, all_pages()) as portal:
        portal.clock.time += timedelta(days=600)
        portal.crawl(RULES)
        portal.pages.clear()
        portal.pages.update(redesigned(["rename", "siblings", "no-json"]))
        portal.clock.time += timedelta(days=60 if later else -400)
        rules = RULES.replace("links: h2.headline", "links: h2")
        crawl(portal.write(rules), folder / "other", None, portal.runtime)
    return portal, sorted((folder / "other").rglob("*.warc.gz"))


def repair_by_warc(portal: SmallPortal, warcs: list[Path]) -> Repair:
    file = portal.folder / "portal.yaml"
    asked = len(portal.asked)
    found = repair_portal(
        portal.write(RULES), file.read_text(encoding="utf-8"), portal.corpus, warcs, portal.runtime
    )
    assert len(portal.asked) == asked
    return found


@pytest.mark.parametrize("later", [True, False], ids=["newer", "older"])
def test_the_other_design_may_be_in_a_warc_file(later: bool, tmp_path: Path) -> None:
    portal, warcs = crawl_both(tmp_path, later)
    found = repair_by_warc(portal, warcs)
    held = len(found.held.articles)
    assert held >= 5 and found.held.same == held
    assert found.made.same == len(found.made.articles) >= 10
    assert found.older == found.of_older > 0
    assert found.layout.startswith("from-" if later else "until-")


def run_of(portal: SmallPortal, outcome: CrawlOutcome) -> ScheduledRun:
    now = portal.clock.now()
    return ScheduledRun(portal.folder / "portal.yaml", now, now, outcome, None)


def test_watch_leaves_a_proposal_beside_the_file(tmp_path: Path) -> None:
    with redesigned_portal(tmp_path, ["rename"]) as portal:
        file = portal.write(RULES)
        (tmp_path / "small").symlink_to(portal.corpus)
        before = file.path.read_bytes()
        summary = portal.build(RULES)
        run = run_of(portal, CrawlOutcome("small", summary=summary))
        assert propose_after_drift(tmp_path, portal.runtime, None, None, run) == ()
        with open_corpus(portal.corpus, "small") as corpus:
            corpus.run_log.add_problem(Problem("layout-drift", portal.base, "drift"))
            corpus.commit()
        (line,) = propose_after_drift(tmp_path, portal.runtime, None, None, run)
        asked = len(portal.asked)
        assert propose_after_drift(tmp_path, portal.runtime, None, None, run) == ()
        assert len(portal.asked) == asked  # the proposal is newer than the file
    target = proposed_path(file.path)
    assert str(target) in line and "6 of 6 known articles the same" in line
    assert "layouts:" in target.read_text(encoding="utf-8")
    assert file.path.read_bytes() == before


def test_without_known_articles_the_newest_pages_are_taken(tmp_path: Path, capfd) -> None:
    with small_portal(tmp_path, redesigned(["rename", "no-json"])) as portal:
        portal.crawl(RULES.replace("links: h2.headline", "links: h2"))
        portal.write(RULES)
        code = main(
            ["repair", str(tmp_path / "portal.yaml"), "--corpus", str(portal.corpus), "--write"]
        )
    said = capfd.readouterr()
    assert code == 1 and "Traceback" not in said.err
    assert "made of the newest pages alone" in said.out
    assert "+  layouts:" in said.out
    assert (tmp_path / "portal.yaml").read_text(encoding="utf-8").count("layouts") == 0
