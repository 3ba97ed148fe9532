"""A repeated command requests only what is new, what failed, and what may have changed."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from crawl_demo import (
    holdings,
    repeated,
    requests_of,
    run_build,
    run_crawl,
    stored_records,
    tei_files,
)
from demo_corpus import COLUMN
from webarticlecurator.examples.expected import PAGES, archive_pages, expected_articles
from webarticlecurator.examples.portal.site import GROWTH
from webarticlecurator.examples.server import DemoServer, Fault

from webarticlecurator.base.errors import UsageError

HOST = "http://demo.echo.example"
OPINION = [f"{HOST}/velemeny/", f"{HOST}/velemeny/?kezd=6", f"{HOST}/velemeny/?kezd=54"]
"""The two pages of known links, and the look at the other end of the list."""
ARTICLES = {page for article in expected_articles() for page in article.pages}
PORTAL_WIDE = [f"{HOST}/robots.txt", f"{HOST}/.well-known/tdmrep.json"]


def fresh(*numbers: int) -> list[str]:
    return [f"{HOST}/friss/?oldal={n}" for n in numbers]


def test_a_second_crawl_requests_no_article_and_a_third_even_fewer_pages(copied, later):
    """Closed windows are not walked again. Columns without dates are, up to two pages of links that
    a complete walk has listed. Of ``friss``, the second crawl reads five pages, since articles that
    were published during the first walk were not listed to it."""
    folder = copied()
    before = tei_files(folder)
    with requests_of(later) as second:
        summary = run_crawl(later, folder)
    assert sum(GROWTH) == 16, "three pages of six, the last of them in part"
    assert second == [*PORTAL_WIDE, *OPINION, *fresh(1, 2, 3, 4, 5, 10)]
    assert (summary.new_articles, summary.new_archive_pages, summary.built) == (0, 9, 0)
    assert summary.ok
    with requests_of(later) as third:
        run_crawl(later, folder)
    assert third == [*PORTAL_WIDE, *OPINION, *fresh(1, 2, 10)]
    assert tei_files(folder) == before


def test_limit_stops_after_so_many_and_the_next_run_goes_on(crawled_column, tmp_path: Path):
    folder, limits, done = tmp_path / "corpus", (7, 20, 1, 30), 0
    with DemoServer() as server:
        for limit in limits:
            summary = run_crawl(server, folder, column=COLUMN, limit=limit)
            done += limit
            answered = summary.tei + sum(summary.rejected.values())
            assert done - 1 <= answered <= done + 1, (
                "one led to another that is listed, too; one robots.txt forbids"
            )
            assert limit - 1 <= (summary.new_articles or 0) <= limit + 1 and not summary.failed
        summary = run_crawl(server, folder, column=COLUMN)
        requested = [s.address for s in server.log if s.address in ARTICLES]
    assert summary.ok
    assert repeated(requested) == []
    found, undisturbed = holdings(folder), holdings(crawled_column.folder)
    assert (found.articles, found.payloads, found.tei) == (
        undisturbed.articles,
        undisturbed.payloads,
        undisturbed.tei,
    )


def test_column_requests_only_that_column(crawled_column):
    archive = {s.address for s in crawled_column.log} & {
        page for column in PAGES for page in archive_pages(column)
    }
    assert archive == set(archive_pages(COLUMN))
    assert {row[1] for row in holdings(crawled_column.folder).articles.values()} == {COLUMN}
    assert crawled_column.summary.ok and crawled_column.summary.tei


def test_column_leaves_the_articles_of_other_columns(tmp_path: Path):
    folder = tmp_path / "corpus"
    with DemoServer() as server:
        owed = run_crawl(server, folder, column="hirek", limit=4).pending
        before = holdings(folder).articles
        run_crawl(server, folder, column="velemeny")
        found = holdings(folder).articles
    assert owed > 0
    assert {a: found[a] for a in before} == before


def test_an_unknown_column_is_refused_with_the_known_ones(tmp_path: Path):
    with (
        DemoServer() as server,
        pytest.raises(
            UsageError, match=r"(?s)no column 'spotr'.*hirek, kultura, velemeny, sport, friss"
        ),
    ):
        run_crawl(server, tmp_path / "corpus", column="spotr")
    assert server.log == () and not (tmp_path / "corpus").exists()


def test_from_and_until_walk_only_the_windows_they_touch(tmp_path: Path):
    with DemoServer() as server:
        run_crawl(
            server,
            tmp_path / "corpus",
            column="hirek",
            since=date(2010, 12, 31),
            until=date(2011, 2, 1),
        )
        requested = [s.address for s in server.log if s.address in set(archive_pages("hirek"))]
    assert sorted(requested) == [
        f"{HOST}/archivum.php?ev=2010",
        f"{HOST}/hirek/2011/01/",
        f"{HOST}/hirek/2011/02/",
    ]


@pytest.mark.long
def test_full_walks_everything_again_but_requests_one_article_at_most(copied, later):
    # days without articles in a row look as if the portal were out of order: one article is asked
    folder = copied()
    before = holdings(folder)
    with requests_of(later) as requested:
        summary = run_crawl(later, folder, full=True)
    assert {p for c in ("hirek", "kultura", "velemeny", "sport") for p in archive_pages(c)} <= set(
        requested
    )
    assert len(ARTICLES & set(requested)) <= 1 and summary.new_articles == 0
    found = holdings(folder)
    assert (found.articles, found.walks, found.problems, found.tei) == (
        before.articles,
        before.walks,
        before.problems,
        before.tei,
    )


@pytest.mark.long
def test_warc_only_stores_and_a_later_build_has_the_same_result(crawled, tmp_path: Path):
    folder = tmp_path / "corpus"
    with DemoServer() as server:
        summary = run_crawl(server, folder, warc_only=True)
    assert (summary.tei, summary.built, summary.pending) == (0, 0, 0) and summary.stored >= len(
        expected_articles()
    )
    assert summary.ok and f"{summary.stored} stored and not built yet" in summary.lines()[0]
    assert not (folder / "tei").exists()
    run_build(folder)
    found, undisturbed = holdings(folder), holdings(crawled.folder)
    assert (found.articles, found.payloads, found.tei) == (
        undisturbed.articles,
        undisturbed.payloads,
        undisturbed.tei,
    )


def test_a_later_page_that_failed_under_warc_only_is_requested_by_the_next_crawl(
    crawled, tmp_path: Path
):
    """There is no TEI yet that could have shown the gap."""
    long = next(a for a in expected_articles() if len(a.pages) > 1 and a.column == "kultura")
    folder = tmp_path / "corpus"
    with DemoServer([Fault("error", address=long.pages[1], times=4)]) as server:
        run_crawl(server, folder, column="kultura", warc_only=True)
        with requests_of(server) as requested:
            summary = run_crawl(server, folder, column="kultura", warc_only=True)
        assert [a for a in requested if a in ARTICLES] == list(long.pages[1:])
    assert run_build(folder).problems == {} and summary.failed == 0


def test_a_portal_whose_robots_txt_cannot_be_read_stops_the_crawl_and_the_next_one_goes_on(
    tmp_path: Path,
):
    folder = tmp_path / "corpus"
    with DemoServer([Fault("unavailable", address="/robots.txt", times=4)]) as server:
        stopped = run_crawl(server, folder, column="sport").stopped
        assert stopped is not None and "robots.txt cannot be read (status 503)" in stopped
        assert [s.address for s in server.log] == [f"{HOST}/robots.txt"] * 4
        assert [r.kind for r in stored_records(folder)].count("response") == 4
        assert run_crawl(server, folder, column="sport").ok


def test_a_portal_that_refuses_stops_the_crawl_with_what_it_has(tmp_path: Path):
    """The breaker: ten refusals in a row. What was stored before stays, and the next crawl requests
    the rest."""
    folder = tmp_path / "corpus"
    with DemoServer([Fault("unavailable", nth=30, address=HOST, times=10)]) as server:
        summary = run_crawl(server, folder, column="sport")
        assert summary.stopped is not None and "refused 10 requests in a row" in summary.stopped
        assert len(server.log) == 39 and summary.tei > 0 and not summary.ok
        with requests_of(server) as requested:
            assert run_crawl(server, folder, column="sport").ok
        stored = {s.address for s in server.log[:39] if s.status == 200 and s.address in ARTICLES}
        assert stored and not stored & set(requested)
