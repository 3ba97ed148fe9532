"""What the first view shows of each portal."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest
from small_portal import Answer, Pages, SmallPortal, article, listing, small_portal

pytest.importorskip("nicegui")

from webarticlecurator.base.errors import ConfigError, UsageError
from webarticlecurator.base.model.corpus_numbers import ArticleCount
from webarticlecurator.service.portals import PortalEntry
from webarticlecurator.studio.home.month_bars import MAX_MONTHS, draw_months
from webarticlecurator.studio.home.portal_overview import (
    PortalOverview,
    PortalOverviews,
    read_overview,
)
from webarticlecurator.studio.portal.run_words import describe_run

RULES = "title: Small\narchive: {url: BASE/list, links: h2 a}\nfetch: {delay: 0}\n"
PAGES: Pages = {
    "/list": listing("/a", "/b", "/gone"),
    "/a": article("One two.", '<meta property="article:published_time" content="2019-03-05">'),
    "/b": article("Three.", '<meta property="article:published_time" content="2019-05-01">'),
}


def overview(portal: SmallPortal) -> PortalOverview:
    read = portal.write(RULES)
    return read_overview(PortalEntry(read.id, read.path, read), portal.corpus)


def test_a_portal_is_shown_before_and_after_its_crawl(tmp_path: Path):
    with small_portal(tmp_path, PAGES) as portal:
        assert overview(portal) == PortalOverview("small", "Small")
        portal.crawl(RULES)
        found = overview(portal)
        assert (found.listed, found.in_tei, found.doubt, found.problems) == (3, 2, None, ())
        assert found.months == (ArticleCount("2019-03", 1, 2), ArticleCount("2019-05", 1, 1))
        assert found.last_run is not None
        assert describe_run(found.last_run) == "2024-05-02 12:00 UTC, done"

        portal.pages["/list"] = Answer("", 403)
        portal.clock.sleep(90_000)
        portal.crawl(RULES)
        again = overview(portal)
        assert again.doubt is not None and again.doubt.kind == "archive-page-failed"
        assert again.last_run is not None
        assert describe_run(again.last_run) == "2024-05-03 13:00 UTC, done"


def test_an_overview_is_kept_until_its_index_changes(tmp_path: Path):
    with small_portal(tmp_path, PAGES) as portal:
        read = portal.write(RULES)
        entry, folders = PortalEntry(read.id, read.path, read), [portal.corpus]
        later = datetime.now(timezone.utc) + timedelta(seconds=10)
        overviews = PortalOverviews(lambda: later)
        assert overviews.read([entry], folders) == (PortalOverview("small", "Small"),)
        portal.crawl(RULES)
        (found,) = overviews.read([entry], folders)
        assert found.in_tei == 2
        (same,) = overviews.read([entry], folders)
        assert same is found

        portal.pages["/list"] = listing("/a", "/b", "/gone", "/new")
        portal.clock.sleep(90_000)
        portal.crawl(RULES)
        (grown,) = overviews.read([entry], folders)
        assert grown.listed == 4
        other = PortalEntry(read.id, read.path, read)
        (again,) = overviews.read([other], folders)
        assert again == grown and again is not grown

        just_now = PortalOverviews(lambda: datetime.now(timezone.utc))
        (portal.corpus / "corpus.sqlite").touch()
        one, two = (just_now.read([entry], folders)[0] for _ in range(2))
        assert one == two and one is not two


def test_a_file_with_problems_is_shown_with_each(tmp_path: Path):
    with small_portal(tmp_path, {}) as portal, pytest.raises(ConfigError) as wrong:
        portal.write("archive: {url: BASE/list, link: a}\nfoo: 1\n")
    file = tmp_path / "portal.yaml"
    found = read_overview(PortalEntry("small", file, error=wrong.value), tmp_path / "corpus")
    assert len(found.problems) == 2
    assert "unknown key" in found.problems[0]
    other = PortalEntry("small", file, error=UsageError("not readable", "Look."))
    assert read_overview(other, tmp_path).problems == ("not readable\nLook.",)


def test_a_corpus_of_another_portal_is_a_problem(tmp_path: Path):
    with small_portal(tmp_path, PAGES) as portal:
        portal.crawl(RULES)
        other = portal.write(f"portal: other\n{RULES}")
        found = read_overview(PortalEntry("other", other.path, other), portal.corpus)
    assert (found.id, found.listed) == ("other", 0)
    assert "small" in found.problems[0]


def test_months_are_drawn_with_the_empty_ones_between_them():
    chart = draw_months([ArticleCount("2019-03", 4, 40), ArticleCount("2019-05", 1, 9)])
    assert 'viewBox="0 0 12 28"' in chart
    assert '<path d="M0 28v-28h1v28zM2 28v-7h1v28z"/>' in chart
    assert '<path class="empty" d="M1 28v-5h1v5z"/>' in chart
    label = "Articles by month, 2019-03 to 2019-05: at most 4, in 2019-03; 1 month without any"
    assert f'aria-label="{label}"' in chart


def test_names_that_are_no_months_are_not_drawn():
    assert draw_months([]) == ""
    assert draw_months([ArticleCount(name, 1, 1) for name in ("", "2019-13", '"><b>-01')]) == ""
    long = draw_months([ArticleCount("0001-01", 9, 1), ArticleCount("2019-12", 1, 1)])
    assert f'viewBox="0 0 {MAX_MONTHS} 28"' in long
    assert "2000-01 to 2019-12: at most 1" in long
