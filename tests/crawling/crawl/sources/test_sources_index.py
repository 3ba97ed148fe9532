"""Crawls along pages that list archive pages: issues, calendars with opaque links, authors."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_portal import Answer
from source_site import (
    ISSUES,
    SourceSite,
    files_asked,
    issue_site,
    issues,
    page,
    snapshot,
    start,
    walks,
)
from walk_site import messages, names, problems, proof, running

from webarticlecurator.corpus.corpora.address_history import explain_address
from webarticlecurator.corpus.stored_pages.page_store import StoredPage
from webarticlecurator.crawling.building.recovery import rebuild_corpus
from webarticlecurator.crawling.states.column_proofs import prove_lists
from webarticlecurator.crawling.workers.run_options import CrawlOptions
from webarticlecurator.proposing.trial.page_links import list_links
from webarticlecurator.storage.store.view import view_corpus


@pytest.fixture
def site() -> SourceSite:
    return issue_site()


def test_every_issue_is_walked_by_the_rules_of_the_archive(site, tmp_path: Path):
    with running(tmp_path, site) as portal:
        start(portal, site)
        summary = portal.crawl(ISSUES % "")
        assert summary.ok, messages(portal)
        assert files_asked(portal) == ["/issues", "/i/2", "/i/2/more", "/i/1"]
        assert names(portal) == {"one", "two", "three", "four", "five", "six"}
        assert walks(portal) == {
            "": ("file-read", True),
            "/i/1": ("no-next", True),
            "/i/2": ("no-next", True),
        }


def test_an_issue_that_was_not_asked_for_yet_is_not_proved(site, tmp_path: Path):
    with running(tmp_path, site) as portal:
        start(portal, site)
        portal.crawl(ISSUES % "", options=CrawlOptions(limit=4))
        assert "/i/1" not in files_asked(portal) and "not reached the end" in proof(portal)
        portal.crawl(ISSUES % "")
        assert "not reached the end" not in proof(portal)


def test_a_rerun_finds_new_issues_and_new_articles_of_old_ones(site, tmp_path: Path):
    with running(tmp_path, site) as portal:
        start(portal, site)
        portal.crawl(ISSUES % "")
        files_asked(portal)
        site.files["/issues"] = issues("/i/3", "/i/2", "/i/1")
        site.files["/i/3"] = page("seven")
        site.files["/i/1"] = page("late", "one", "two")
        assert portal.crawl(ISSUES % "").ok, messages(portal)
        assert {"seven", "late"} < names(portal)
        assert sorted(set(files_asked(portal))) == ["/i/1", "/i/2", "/i/2/more", "/i/3", "/issues"]


def test_the_topics_of_an_article_are_no_further_pages_of_a_topic(tmp_path: Path):
    """They have numbers, and the next one may stand beside an article."""
    link = '<a class="issue" href="/t/{}">Topic</a> '
    topics = {
        f"/t/{n}": page(f"story-{n}", f"tale-{n}").replace(
            "</body>", f"<p>{''.join(map(link.format, others))}</p></body>"
        )
        for n, others in ((1, (1, 3)), (2, (2, 1, 3)), (3, (3, 1, 2, 4)), (4, (4, 2)))
    }
    site = SourceSite({"/issues": issues(*topics), **topics})
    with running(tmp_path, site) as portal:
        start(portal, site)
        summary = portal.crawl(ISSUES % "")
        assert summary.ok, messages(portal)
        assert walks(portal) == {
            "": ("file-read", True),
            **dict.fromkeys(topics, ("no-next", True)),
        }


def test_an_index_page_that_names_itself_is_one_of_its_lists(tmp_path: Path):
    months = issues("/march", "/february").split("</h2>")[1].removesuffix("</body></html>")
    newest = page("six", "five").replace("<body>", f"<body>{months}")
    site = SourceSite({"/march": newest, "/february": page("four", "three")})
    text = ISSUES.replace("/issues", "/march") % ""
    with running(tmp_path, site) as portal:
        start(portal, site)
        assert portal.crawl(text).ok, messages(portal)
        assert names(portal) == {"six", "five", "four", "three"}
        assert files_asked(portal) == ["/march", "/march", "/february"]
        site.files["/march"] = newest.replace("/a/six", "/a/seven")
        assert portal.crawl(text).ok and "seven" in names(portal)
        assert files_asked(portal) == ["/march", "/march", "/february"]


def test_a_calendar_of_opaque_links_closes_with_its_months(tmp_path: Path):
    site = SourceSite(
        {
            "/2024/03": issues("/d/x9", "/d/k2"),
            "/2024/04": issues("/d/q7"),
            "/d/x9": page("one"),
            "/d/k2": page("two"),
            "/d/q7": page("three"),
        }
    )
    text = (
        'fetch: {delay: 0, retries: 0}\narchive: {index: {url: "BASE/{date:%Y/%m}", links: a.issue},'
        " links: h2, dates: {from: 2024-03-01, until: 2024-04-30, step: month}, settle: 10d}\n"
    )
    with running(tmp_path, site) as portal:
        start(portal, site)
        assert portal.crawl(text).ok, messages(portal)
        assert files_asked(portal) == ["/2024/04", "/d/q7", "/2024/03", "/d/x9", "/d/k2"]
        site.files["/d/q7"] = page("four", "three")
        assert portal.crawl(text).ok
        assert files_asked(portal) == ["/2024/04", "/d/q7"] and "four" in names(portal)


def test_problems_of_an_index_and_of_its_pages_have_a_name(site, tmp_path: Path):
    site.files["/i/1"] = "<html><body>Nothing.</body></html>"
    site.files["/i/2"] = Answer("down", 500)
    with running(tmp_path, site) as portal:
        start(portal, site)
        assert not portal.crawl(ISSUES % "").ok
        assert sorted(problems(portal)) == ["archive-page-failed", "empty-archive-page"]
        site.files["/issues"] = "<html><body>No issues.</body></html>"
        assert not portal.crawl(ISSUES % "").ok
        assert f"{portal.base}/issues: it lists nothing" in messages(portal)


def test_a_failed_issue_is_walked_by_the_next_crawl(site, tmp_path: Path):
    whole = site.files["/i/2/more"]
    site.files["/i/2/more"] = Answer("down", 500)
    with running(tmp_path, site) as portal:
        start(portal, site)
        assert not portal.crawl(ISSUES % "").ok and walks(portal)["/i/2"] == ("failed", False)
        site.files["/i/2/more"] = whole
        assert portal.crawl(ISSUES % "").ok and {"five", "six"} < names(portal)


def test_changed_rules_of_the_index_read_the_stored_pages_again(site, tmp_path: Path):
    with running(tmp_path, site) as portal:
        start(portal, site)
        portal.crawl(ISSUES % "")
        portal.asked.clear()
        only_first = ISSUES.replace("a.issue", "'a.issue[href=\"/i/1\"]'") % ""
        portal.build(only_first)
        assert not portal.asked
        portal.crawl(only_first)
        assert files_asked(portal) == ["/issues", "/i/1"]


def test_a_lost_index_is_made_again(site, tmp_path: Path):
    with running(tmp_path, site) as portal:
        start(portal, site)
        portal.crawl(ISSUES % "")
        before = snapshot(portal)
        (portal.corpus / "corpus.sqlite").unlink()
        rebuild_corpus(portal.write(ISSUES % ""), portal.corpus, portal.runtime)
        assert snapshot(portal) == before


def test_why_and_links_know_the_pages_of_an_index(site, tmp_path: Path):
    with running(tmp_path, site) as portal:
        start(portal, site)
        portal.crawl(ISSUES % "")
        checked = portal.write(ISSUES % "")
        history = explain_address(checked, portal.corpus, f"{portal.base}/i/2/more")
        assert f"named by {portal.base}/issues" in history.verdict

        def links_of(path: str) -> tuple[tuple[str, ...], tuple[str, ...], str]:
            text = str(site.files[path])
            found = list_links(checked, StoredPage(portal.base + path, text.encode()))
            short = tuple(url.removeprefix(portal.base) for url in found.articles)
            return short, tuple(url.removeprefix(portal.base) for url in found.pages), found.reason

        assert links_of("/issues") == ((), ("/i/2", "/i/1"), "file-read")
        assert links_of("/i/1") == (("/a/one", "/a/two"), (), "no-next")
        assert links_of("/i/2") == (("/a/three", "/a/four"), (), "")


YEARS = (
    "fetch: {delay: 0, retries: 0}\n"
    'archive: {index: {url: "BASE/archive", links: a.issue, index: {links: a.issue,'
    " index: {links: a.issue}}}, links: h2, pagination: {mode: next-link, next: a.next}%s}\n"
)


def _years_site() -> SourceSite:
    """Years, which list months, which list days; the first year is the page of all years, too."""
    return SourceSite(
        {
            "/archive": issues("/y/24", "/y/23"),
            "/y/24": issues("/m/2", "/m/1"),
            "/y/23": issues("/m/0"),
            "/m/2": issues("/d/9"),
            "/m/1": issues("/d/8", "/d/7"),
            "/m/0": issues("/d/1"),
            "/d/9": page("six", following="/d/9/more"),
            "/d/9/more": page("five"),
            "/d/8": page("four"),
            "/d/7": page("three"),
            "/d/1": page("two", "one"),
        }
    )


INDEXES = ["/archive", "/y/24", "/y/23", "/m/2", "/m/1", "/m/0"]


def test_years_lead_to_months_and_these_to_days(tmp_path: Path):
    site = _years_site()
    with running(tmp_path, site) as portal:
        start(portal, site)
        assert portal.crawl(YEARS % "").ok, messages(portal)
        assert names(portal) == {"one", "two", "three", "four", "five", "six"}
        asked = files_asked(portal)
        assert asked[:6] == INDEXES and sorted(asked[6:]) == sorted(each for each in site.files if each.startswith("/d/"))  # fmt: skip
        assert (
            walks(portal)["/y/24#index-1"] == walks(portal)["/m/0#index-2"] == ("file-read", True)
        )
        assert walks(portal)["/d/9"] == ("no-next", True)
        with view_corpus(portal.corpus, "small") as corpus:
            proofs = {each.describe(): each.is_proved for each in prove_lists(corpus)}
        assert proofs["all (6 lists): proved by the file or the index, which was read to its end"]
        assert len(proofs) == 3 and all(proofs.values())


def test_a_rerun_asks_every_index_page_and_finds_a_new_month(tmp_path: Path):
    site = _years_site()
    with running(tmp_path, site) as portal:
        start(portal, site)
        portal.crawl(YEARS % "")
        files_asked(portal)
        site.files["/y/24"] = issues("/m/3", "/m/2", "/m/1")
        site.files["/m/3"] = issues("/d/11")
        site.files["/d/11"] = page("seven")
        site.files["/m/0"] = issues("/d/1", "/d/0")
        site.files["/d/0"] = page("late")
        assert portal.crawl(YEARS % "").ok, messages(portal)
        assert {"seven", "late"} < names(portal)
        assert {*INDEXES, "/m/3", "/d/11", "/d/0"} <= set(files_asked(portal))


def test_a_year_whose_window_is_over_is_not_asked_again_with_all_below(tmp_path: Path):
    site = _years_site()
    site.files |= {"/2023": issues("/m/0"), "/2024": issues("/m/2", "/m/1")}
    text = (
        (YEARS % ", dates: {from: 2023-01-01, until: 2024-12-31, step: year}")
        .replace("BASE/archive", "BASE/{date:%Y}")
        .replace(", index: {links: a.issue}}}", "}}")
    )
    with running(tmp_path, site) as portal:
        start(portal, site)
        assert portal.crawl(text).ok, messages(portal)
        assert {"/2023", "/m/0", "/d/1", "/2024"} <= set(files_asked(portal))
        assert portal.crawl(text).ok
        assert sorted(files_asked(portal)) == [
            "/2024",
            "/d/7",
            "/d/8",
            "/d/9",
            "/d/9/more",
            "/m/1",
            "/m/2",
        ]


def test_a_year_that_lists_nothing_is_a_problem_and_asked_again(tmp_path: Path):
    site = _years_site()
    site.files["/y/23"] = "<html><body>Another design.</body></html>"
    with running(tmp_path, site) as portal:
        start(portal, site)
        assert not portal.crawl(YEARS % "").ok
        assert f"{portal.base}/y/23: it lists nothing" in messages(portal)
        site.files["/y/23"] = issues("/m/0")
        assert portal.crawl(YEARS % "").ok and {"one", "two"} < names(portal)


def test_a_lost_index_of_years_is_made_again_and_why_knows_its_pages(tmp_path: Path):
    site = _years_site()
    with running(tmp_path, site) as portal:
        start(portal, site)
        portal.crawl(YEARS % "")
        before = snapshot(portal)
        (portal.corpus / "corpus.sqlite").unlink()
        checked = portal.write(YEARS % "")
        rebuild_corpus(checked, portal.corpus, portal.runtime)
        assert snapshot(portal) == before
        history = explain_address(checked, portal.corpus, f"{portal.base}/m/2")
        assert f"named by {portal.base}/y/24" in history.verdict
        stored = StoredPage(f"{portal.base}/m/1#index-2", str(site.files["/m/1"]).encode())
        assert list_links(checked, stored).pages == tuple(f"{portal.base}/d/{n}" for n in (8, 7))


CALENDAR = (
    'archive: {index: {url: "BASE/days", links: a.issue, next: a.older}, links: h2,'
    " pagination: none}\n"
)


def month(*days: str, before: str = "") -> str:
    older = f'<a class="older" href="{before}">before</a>' if before else ""
    return issues(*days).replace("</body>", f"{older}</body>")


def _calendar() -> SourceSite:
    """Three months, of which each leads to the one before it."""
    return SourceSite(
        {
            "/days": month("/d/9", before="/days/4"),
            "/days/4": month("/d/8", "/d/7", before="/days/3"),
            "/days/3": month("/d/1"),
            "/d/9": page("six"),
            "/d/8": page("five", "four"),
            "/d/7": page("three"),
            "/d/1": page("two", "one"),
        }
    )


def test_an_index_goes_on_to_its_next_pages(tmp_path: Path):
    site = _calendar()
    with running(tmp_path, site) as portal:
        start(portal, site)
        assert portal.crawl(CALENDAR).ok, messages(portal)
        assert names(portal) == {"one", "two", "three", "four", "five", "six"}
        assert sorted(files_asked(portal)) == sorted(site.files)
        assert walks(portal)["/days/3#index-0"] == ("file-read", True)
        site.files["/days/3"] = month("/d/1", before="/days/2")
        site.files["/days/2"], site.files["/d/0"] = month("/d/0"), page("zero")
        assert portal.crawl(CALENDAR).ok and "zero" in names(portal)


def test_the_next_page_of_an_index_page_that_names_nothing_is_not_asked_for(tmp_path: Path):
    """A calendar goes back for ever; that it ends with an empty month is said."""
    site = _calendar()
    site.files["/days/3"] = month("/d/1", before="/days/2")
    site.files["/days/2"] = month(before="/days/1")
    with running(tmp_path, site) as portal:
        start(portal, site)
        assert not portal.crawl(CALENDAR).ok
        assert f"{portal.base}/days/2: it lists nothing" in messages(portal)
        assert "/days/1" not in files_asked(portal)
        assert names(portal) == {"one", "two", "three", "four", "five", "six"}


def test_a_lost_index_with_next_pages_is_made_again(tmp_path: Path):
    site = _calendar()
    with running(tmp_path, site) as portal:
        start(portal, site)
        portal.crawl(CALENDAR)
        before = snapshot(portal)
        (portal.corpus / "corpus.sqlite").unlink()
        rebuild_corpus(portal.write(CALENDAR), portal.corpus, portal.runtime)
        assert snapshot(portal) == before
