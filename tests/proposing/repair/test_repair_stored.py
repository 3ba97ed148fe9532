"""``curator repair`` without a request, and what ``curator watch`` leaves beside a file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import pytest
from daily_portal import RULES, all_pages, redesigned
from small_portal import SmallPortal, small_portal
from test_repair_designs import redesigned_portal

from webarticlecurator.base.model.verdict import Problem
from webarticlecurator.cli.main import main
from webarticlecurator.crawling.crawl.crawl import crawl
from webarticlecurator.crawling.crawl.crawl_threads import CrawlOutcome
from webarticlecurator.crawling.crawl.scheduler import ScheduledRun
from webarticlecurator.crawling.states.summary import Summary
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.proposing.repair.portal_repair import repair_portal
from webarticlecurator.proposing.repair.repair_proof import Repair
from webarticlecurator.proposing.repair.watched_repair import propose_after_drift
from webarticlecurator.storage.store.corpus import open_corpus


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


@pytest.mark.parametrize(
    "later", [True, pytest.param(False, marks=pytest.mark.long)], ids=["newer", "older"]
)
def test_the_other_design_may_be_in_a_warc_file(later: bool, tmp_path: Path) -> None:
    portal, warcs = crawl_both(tmp_path, later)
    found = repair_by_warc(portal, warcs)
    control = len(found.control.articles)
    assert control >= 5 and found.control.same == control
    assert found.made.same == len(found.made.articles) >= 10
    assert found.older == found.of_older > 0
    assert found.layout.startswith("from-" if later else "until-")


def try_after_drift(portal: SmallPortal, places: list[str]) -> Sequence[str]:
    """Return the lines of watch after a crawl that has noticed drift at some places."""
    portal.write(RULES)
    with open_corpus(portal.corpus, "small") as corpus:
        for place in places:
            corpus.run_log.renew_problems(
                [Problem("layout-drift", portal.base + place, "drift")], kinds=None, places=()
            )
        corpus.commit()
    now = portal.clock.now()
    outcome = CrawlOutcome("small", summary=Summary())
    run = ScheduledRun(portal.folder / "portal.yaml", now, now, outcome, None)
    return propose_after_drift(load_portal, portal.folder, portal.runtime, None, None, run)


@contextmanager
def watched_portal(folder: Path) -> Iterator[SmallPortal]:
    with redesigned_portal(folder, ["rename"]) as portal:
        (folder / "small").symlink_to(portal.corpus)
        yield portal


def test_watch_leaves_a_proposal_beside_the_file(tmp_path: Path) -> None:
    with watched_portal(tmp_path) as portal:
        before = portal.write(RULES).path.read_bytes()
        assert try_after_drift(portal, []) == () and not portal.asked
        (line,) = try_after_drift(portal, ["/one"])
    file = tmp_path / "portal.yaml"
    proposed = file.with_name(f"{file.stem}.proposed.yaml")
    assert str(proposed) in line and "6 of 6 known articles the same" in line
    assert "layouts:" in proposed.read_text(encoding="utf-8")
    assert file.read_bytes() == before


def test_watch_asks_again_for_new_drift_only_and_once_a_week(tmp_path: Path) -> None:
    with watched_portal(tmp_path) as portal:
        portal.pages.clear()  # nothing can be proposed
        (line,) = try_after_drift(portal, ["/one"])
        assert "no new rules were found" in line
        asked = len(portal.asked)
        assert asked > 0
        portal.clock.time += timedelta(days=30)
        assert try_after_drift(portal, ["/one"]) == () and len(portal.asked) == asked
        (line,) = try_after_drift(portal, ["/two"])
        again = len(portal.asked)
        assert again > asked
        portal.clock.time += timedelta(days=6)
        assert try_after_drift(portal, ["/three"]) == () and len(portal.asked) == again
        portal.clock.time += timedelta(days=1)
        assert try_after_drift(portal, ["/three"]) and len(portal.asked) > again


def test_without_known_articles_the_newest_pages_are_taken(tmp_path: Path, capfd) -> None:
    with small_portal(tmp_path, redesigned(["rename", "no-json"])) as portal:
        portal.crawl(RULES.replace("links: h2.headline", "links: h2"))
        portal.write(RULES)
        code = main(
            ["repair", str(tmp_path / "portal.yaml"), "--corpus", str(portal.corpus), "--write"]
        )
    said = capfd.readouterr()
    assert code == 1 and "Traceback" not in said.err
    assert "come from the newest pages alone" in said.out
    assert "+  layouts:" in said.out
    assert (tmp_path / "portal.yaml").read_text(encoding="utf-8").count("layouts") == 0


def test_where_no_known_article_can_be_had_the_newest_pages_are_taken(tmp_path: Path) -> None:
    with small_portal(tmp_path, all_pages()) as portal:
        portal.crawl(RULES.replace("03-31", "02-29"))
        portal.pages.clear()
        portal.pages.update(redesigned(["rename", "no-json"]))
        portal.clock.time += timedelta(days=60)
        portal.crawl(RULES.replace("h2.headline", "h2"))
        portal.pages.clear()  # the portal answers, and has no page of its past
        portal.clock.time += timedelta(days=2)
        file = portal.write(RULES)
        text = file.path.read_text(encoding="utf-8")
        found = repair_portal(file, text, portal.corpus, (), portal.runtime)
        mended = load_portal(file.path, content=found.text.encode("utf-8"))
    assert found.newest == 6 and not found.made.articles and not found.control.articles
    assert any("come from the newest pages alone" in each for each in found.remarks)
    assert any("the portal answers 404" in each for each in found.remarks)
    assert found.doubts == ("no known article shows that the layout is right",)
    # stored since the crawl that noticed the new design, not since today
    assert mended.layouts[0].name == "from-2024-07-01"


def test_a_corpus_without_articles_is_told(tmp_path: Path, capfd) -> None:
    with small_portal(tmp_path, {f"/2024/0{month}": "<p>Nothing.</p>" for month in (1, 2, 3)}) as p:
        p.crawl(RULES)
        code = main(["repair", str(tmp_path / "portal.yaml"), "--corpus", str(p.corpus), "--quiet"])
    said = capfd.readouterr()
    assert code == 2 and said.out == ""
    assert "no known articles: no page of an article is stored in" in said.err
    assert "Crawl the portal first" in said.err
