"""A list may grow at the unexpected end: the rerun notices and reports it, and loses nothing."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from long_parameters import one_in
from walk_site import (
    FAILED,
    ListSite,
    ended,
    linked,
    lists_asked,
    messages,
    names,
    numbered,
    problems,
    running,
)

from webarticlecurator.cli.main import main
from webarticlecurator.crawling.crawl.crawl import crawl
from webarticlecurator.crawling.workers.run_options import CrawlOptions
from webarticlecurator.storage.store.view import view_corpus

TEN = [f"n{n:02}" for n in range(10)]
FULL = TEN[:9]
TEXTS = pytest.mark.parametrize(
    ("text", "links"), [(numbered(), False), (linked(), True)], ids=["numbered", "next-link"]
)


@TEXTS
@pytest.mark.parametrize(
    ("start", "grown"),
    [
        pytest.param(TEN, 1, id="10"),
        pytest.param(FULL, 1, id="9"),
        pytest.param(TEN[:6], 2, id="6", marks=pytest.mark.long),
        pytest.param(TEN[:7], 8, id="7", marks=pytest.mark.long),
    ],
)
def test_a_list_that_grows_at_its_end_is_noticed_and_walked_whole(
    text, links, start, grown, tmp_path: Path
):
    site = ListSite(list(start), links=links)
    with running(tmp_path, site) as portal:
        assert portal.crawl(text).ok
        site.articles += [f"new{n}" for n in range(grown)]
        summary = portal.crawl(text)
        assert names(portal) == set(site.articles)
        assert problems(portal) == ["wrong-order"] and not summary.ok
        output = messages(portal)
        assert (
            "column all, span 1" in output
            and "write `order: oldest-first`" in output
            and "/list?page=" in output
        )
        lists_asked(portal)
        summary = portal.crawl(text)
        assert len(lists_asked(portal)) <= 4 and summary.ok, (
            "nothing new: two pages and the look at the other end"
        )
        site.articles += [f"newer{n}" for n in range(grown)]
        assert portal.crawl(text.replace("links: h2", "links: h2, order: oldest-first")).ok
        assert names(portal) == set(site.articles) and problems(portal) == []


@TEXTS
@pytest.mark.parametrize("start", [TEN, FULL], ids=lambda names: str(len(names)))
def test_a_list_that_grows_at_its_top_costs_one_request_and_is_not_a_problem(
    text, links, start, tmp_path: Path
):
    site = ListSite(list(start), links=links)
    with running(tmp_path, site) as portal:
        portal.crawl(text)
        pages = lists_asked(portal)
        assert portal.crawl(text).ok
        # past the end, two pages without links; past a full one, one more
        far = pages[-1] if links else pages[-3]
        assert lists_asked(portal) == ["1", "2", far]
        site.articles[:0] = ["new0", "new1"]
        assert portal.crawl(text).ok
        assert names(portal) == set(site.articles) and len(lists_asked(portal)) <= 5


class TitledList(ListSite):
    """A list with next links whose articles have headlines of four words: their addresses end with
    a number, which may change."""

    def page(self, number: int) -> str:
        page = super().page(number)
        return re.sub(r'"(/a/(\w+?)-\d+)">[^<]*', r'"\1">The \2 is here again', page)


@TEXTS
@pytest.mark.parametrize("start", [TEN, FULL], ids=lambda names: str(len(names)))
def test_an_oldest_article_that_moves_is_no_sign_of_the_order(text, links, start, tmp_path: Path):
    site = TitledList([f"{name}-1" for name in start], links=links)
    with running(tmp_path, site) as portal:
        assert portal.crawl(text).ok
        site.articles[-1] = site.articles[-1].replace("-1", "-2")
        assert portal.crawl(text).ok, messages(portal)
        site.articles.append("other-1")
        assert not portal.crawl(text).ok and problems(portal) == ["wrong-order"]


def test_a_list_that_was_taken_for_oldest_first_is_noticed_too(tmp_path: Path):
    text = numbered(more=", order: oldest-first")
    site = ListSite(list(TEN))
    with running(tmp_path, site) as portal:
        portal.crawl(text)
        lists_asked(portal)
        assert portal.crawl(text).ok
        assert lists_asked(portal) == ["4", "5", "1"]
        site.articles[:0] = ["new0"]  # the last page shows what an earlier page showed
        summary = portal.crawl(text)
        assert names(portal) == set(site.articles)
        assert problems(portal) == ["wrong-order"] and not summary.ok
        assert "write `order: newest-first`" in messages(portal)


def test_an_oldest_first_list_begins_at_its_last_page(tmp_path: Path):
    text = numbered(more=", order: oldest-first")
    site = ListSite(list(TEN))
    with running(tmp_path, site) as portal:
        portal.crawl(text)
        lists_asked(portal)
        site.articles += ["new0", "new1", "new2"]
        assert portal.crawl(text).ok
        assert lists_asked(portal) == ["4", "5", "6", "7"] and names(portal) == set(site.articles)


def test_the_order_of_the_windows_is_independent_of_the_list(tmp_path: Path):
    dates = "dates: {from: 2024-05-01, until: 2024-05-31, step: month, order: oldest-first}"
    text = numbered(more=f", {dates}").replace("/list?", "/list?m={date:%Y-%m}&")
    site = ListSite(list(TEN))
    with running(tmp_path, site) as portal:
        portal.crawl(text)
        lists_asked(portal)
        site.articles[:0] = ["new0"]
        portal.crawl(text)
        assert lists_asked(portal)[0] == "1" and names(portal) == set(site.articles)


def test_a_walk_stopped_before_the_far_end_does_not_check_it(tmp_path: Path):
    site = ListSite(list(TEN))
    text = numbered(more=", stop: {max_pages: 3}")
    with running(tmp_path, site) as portal:
        portal.crawl(text)
        lists_asked(portal)
        site.articles.remove("n05")  # the third page shows what stood on the fourth
        assert portal.crawl(text).ok
        assert lists_asked(portal) == ["1", "2"]


def test_a_failed_check_of_the_far_end_is_a_problem_until_it_succeeds(tmp_path: Path):
    site = ListSite(list(TEN))
    with running(tmp_path, site) as portal:
        portal.crawl(numbered())
        site.special[4] = FAILED
        assert not portal.crawl(numbered()).ok
        assert problems(portal) == ["archive-page-failed"] and ended(portal) == ("known", True)
        del site.special[4]
        assert portal.crawl(numbered()).ok and problems(portal) == []


def test_the_command_reports_the_cure_and_exits_with_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    site = ListSite(list(TEN))
    with running(tmp_path, site) as portal:
        portal.write(numbered())
        command = ["crawl", str(tmp_path / "portal.yaml"), "--corpus", str(tmp_path / "corpus")]
        assert main(command) == 0
        site.articles += ["new0", "new1", "new2"]
        capsys.readouterr()
        assert main(command) == 1
        output = "".join(capsys.readouterr())
        assert (
            "problem: wrong-order: 1" in output
            and "write `order: oldest-first`" in output
            and "13 articles: 13 in TEI" in output
        )
        assert main(command) == 0


@TEXTS
@pytest.mark.parametrize("stop", one_in(2, [1, 3, 4, 6]))
def test_a_rerun_interrupted_anywhere_finds_the_same(text, links, stop, tmp_path: Path):
    site = ListSite(list(TEN), links=links)
    with running(tmp_path, site) as portal:
        portal.crawl(text)
        site.articles += ["new0", "new1", "new2", "new3"]
        asked, inner = [0], site.page

        def page(number: int) -> str:
            asked[0] += 1
            if asked[0] == stop:
                raise ConnectionError  # the server closes the connection without an answer
            return inner(number)

        site.page = page  # type: ignore[method-assign]
        portal.crawl(text)
        for _ in range(3):
            portal.crawl(text)
        assert names(portal) == set(site.articles)


@pytest.mark.parametrize(
    ("text", "links"),
    [
        pytest.param(numbered(), False, marks=pytest.mark.long, id="numbered"),
        pytest.param(linked(), True, id="next-link"),
    ],
)
def test_a_rebuilt_index_knows_the_same_of_the_walk(text, links, tmp_path: Path):
    site = ListSite(list(TEN), links=links)
    with running(tmp_path, site) as portal:
        portal.crawl(text)
        site.articles += ["new0"]
        portal.crawl(text)
        portal.crawl(text)
        lists_asked(portal)
        copy = Path(shutil.copytree(portal.corpus, tmp_path / "copy"))
        path = str(tmp_path / "portal.yaml")
        assert main(["verify", path, "--corpus", str(copy), "--rebuild"]) in (0, 1)
        site.articles += ["later0", "later1"]
        crawl(portal.write(text), copy, CrawlOptions(warc_only=True), portal.runtime)
        rebuilt = lists_asked(portal)
        portal.crawl(text)
        assert rebuilt == lists_asked(portal)
        assert portal.articles(copy).keys() == portal.articles().keys()
        with view_corpus(copy, "small") as corpus:
            assert (
                [p.kind for p in corpus.run_log.problems()] == problems(portal) == ["wrong-order"]
            )


@TEXTS
def test_a_new_link_between_others_at_the_other_end_is_walked_and_no_sign_of_the_order(
    text, links, tmp_path: Path
):
    site = ListSite([f"n{n:02}" for n in range(11)], size=4, links=links)
    with running(tmp_path, site) as portal:
        assert portal.crawl(text).ok
        site.articles.insert(9, "advert")
        lists_asked(portal)
        assert portal.crawl(text).ok
        assert len(lists_asked(portal)) > 3 and names(portal) == set(site.articles)
        assert problems(portal) == []
