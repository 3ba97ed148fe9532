"""The end of a walk to a named last page, and the problems before it."""

from __future__ import annotations

from pathlib import Path

import pytest
from long_parameters import always, one_in
from small_portal import Answer
from walk_site import (
    FAILED,
    GONE,
    NOTHING,
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

ALL = [f"n{n:02}" for n in range(24)]
EIGHT = [str(n) for n in range(1, 9)]
NAMED = pytest.mark.parametrize("pages", [", last: 8", ', pages: ["1-8"]'], ids=["last", "pages"])


@pytest.mark.parametrize("pages", one_in(2, [", last: 8", ', pages: ["1-8"]']))
@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        (NOTHING, "empty-archive-page"),
        (GONE, "missing-archive-page"),
        pytest.param(Answer("", 410), "missing-archive-page", marks=pytest.mark.long),
    ],
)
@pytest.mark.parametrize("where", always([(1,), (8,), (3, 4, 5)], [(4,), (1,), (8,), (3, 4, 5)]))
def test_empty_pages_before_last_are_problems_and_do_not_end_the_walk(
    where, answer, kind, pages, tmp_path: Path
):
    site = ListSite(list(ALL), special=dict.fromkeys(where, answer))
    with running(tmp_path, site) as portal:
        summary = portal.crawl(numbered(pages))
        assert lists_asked(portal) == EIGHT and ended(portal) == ("last-page", True)
        assert problems(portal) == [kind] * len(where) and not summary.ok
        assert len(names(portal)) == 24 - 3 * len(where)


@NAMED
def test_repeated_pages_before_last_do_not_end_the_walk(pages, tmp_path: Path):
    site = ListSite(list(ALL))
    site.special = dict.fromkeys((2, 3, 4, 5), site.page(1))
    with running(tmp_path, site) as portal:
        assert portal.crawl(numbered(pages)).ok
        assert lists_asked(portal) == EIGHT and ended(portal) == ("last-page", True)


def test_without_a_last_page_two_empty_ones_are_the_end(tmp_path: Path):
    with running(tmp_path, ListSite(list(ALL))) as portal:
        assert portal.crawl(numbered()).ok
        assert lists_asked(portal) == [*EIGHT, "9", "10", "12"]
        assert ended(portal) == ("empty", True)


class RestList(ListSite):
    """A list that refuses numbers after its last page, as WordPress does with status 400."""

    status = 400

    def page(self, number: int) -> str | Answer:
        shown = number == 1 or (number - 1) * self.size < len(self.articles)
        return super().page(number) if shown else Answer('{"code": "no_such_page"}', self.status)


@pytest.mark.parametrize("status", [400, 416, 422])
def test_a_refused_number_after_a_full_page_is_the_end(status: int, tmp_path: Path):
    site = RestList(ALL[:24])
    site.status = status
    with running(tmp_path, site) as portal:
        for _ in range(2):
            assert portal.crawl(numbered()).ok, messages(portal)
            assert problems(portal) == [] and names(portal) == set(ALL[:24])


def test_a_refused_number_after_the_last_page_is_the_end(tmp_path: Path):
    site = RestList(ALL[:23])
    with running(tmp_path, site) as portal:
        assert portal.crawl(numbered()).ok
        assert lists_asked(portal) == [*EIGHT, "9", "10"] and ended(portal) == ("not-found", True)
        assert portal.crawl(numbered()).ok and problems(portal) == []
        # the walks are the same when they are read from the WARC files
        (portal.corpus / "corpus.sqlite").unlink()
        assert portal.crawl(numbered()).ok and names(portal) == set(ALL[:23])


@pytest.mark.parametrize("where", [1, 4])
def test_a_refused_number_that_others_follow_is_no_end(where, tmp_path: Path):
    site = ListSite(list(ALL), special={where: Answer("bad request", 400)})
    with running(tmp_path, site) as portal:
        portal.crawl(numbered())
        if where == 1:
            assert problems(portal) == ["archive-page-failed"] and not ended(portal)[1]
        else:
            assert len(names(portal)) == 21 and ended(portal)[1]


def test_a_failed_page_is_requested_again(tmp_path: Path):
    site = ListSite(list(ALL), special={4: FAILED, 6: FAILED})
    text = numbered(", last: 8")
    with running(tmp_path, site) as portal:
        assert not portal.crawl(text).ok
        assert lists_asked(portal) == EIGHT and ended(portal) == ("last-page", False)
        assert problems(portal) == ["archive-page-failed"] * 2 and len(names(portal)) == 18
        # what page 4 listed stands on pages 5 and 6 now
        site.articles[:0] = ["new0", "new1", "new2", "new3"]
        del site.special[6]
        portal.crawl(text)
        assert problems(portal) == ["archive-page-failed"] and not ended(portal)[1]
        assert {"new0", "n15", "n16", "n17"} <= names(portal)
        site.special.clear()
        assert portal.crawl(text).ok and ended(portal) == ("known", True)
        assert names(portal) >= set(ALL[:20]) and problems(portal) == []
        lists_asked(portal)
        portal.crawl(text)
        assert lists_asked(portal) == ["1", "2", "8"]


def test_a_page_that_always_fails_costs_a_few_requests_and_hides_nothing(tmp_path: Path):
    site = ListSite(list(ALL), special={5: FAILED})
    text = numbered(", last: 8")
    with running(tmp_path, site) as portal:
        portal.crawl(text)
        for number in range(3):
            lists_asked(portal)
            site.articles.insert(0, f"new{number}")
            assert not portal.crawl(text).ok
            assert len(lists_asked(portal)) <= 8
            assert f"new{number}" in names(portal)


def test_a_failed_page_of_a_closed_month_is_read_without_walking_the_rest(tmp_path: Path):
    dates = ", dates: {from: 2024-03-01, until: 2024-03-31, step: month}"
    text = numbered(", last: 8", dates).replace("/list?", "/list?m={date:%Y-%m}&")
    site = ListSite(list(ALL), special={5: FAILED})
    with running(tmp_path, site) as portal:
        portal.crawl(text)
        site.special.clear()
        lists_asked(portal)
        assert portal.crawl(text).ok
        assert lists_asked(portal) == ["1", "2", "4", "5", "6", "7", "8"] and names(portal) == set(
            ALL
        )
        portal.crawl(text)
        assert lists_asked(portal) == []


def test_a_portal_that_fails_page_after_page_ends_the_walk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("webarticlecurator.crawling.archive.walk.MAX_FAILED_PAGES", 3)
    site = ListSite(list(ALL), special=dict.fromkeys((2, 4, 5, 7), FAILED))
    with running(tmp_path, site) as portal:
        portal.crawl(numbered(", last: 8"))
        assert lists_asked(portal) == EIGHT[:7] and ended(portal) == ("failed", False)
        site.special.clear()
        portal.crawl(numbered(", last: 8"))
        portal.crawl(numbered(", last: 8"))
        assert names(portal) == set(ALL) and ended(portal)[1]


@pytest.mark.parametrize(
    ("around", "found"),
    [
        ('<a href="/list?page=9">next</a>', True),
        ('<a href="/list?page=12">12</a>', True),
        ('<a href="/list?page=12">the latest</a>', False),
        ('<a href="/list?page=7">7</a>', False),
    ],
)
def test_a_pager_that_leads_beyond_the_last_page_is_a_problem(around, found, tmp_path: Path):
    site = ListSite(list(ALL), around=lambda _: around)
    with running(tmp_path, site) as portal:
        assert portal.crawl(numbered(", last: 8")).ok is not found
        assert lists_asked(portal) == EIGHT and ended(portal) == ("last-page", True)
        assert problems(portal) == ["beyond-last"] * found
        assert ("raise pagination.last" in messages(portal)) is found


def test_a_day_without_a_page_is_an_empty_day(tmp_path: Path):
    text = numbered(", last: 3", ", dates: {from: 2024-03-01, until: 2024-03-02}").replace(
        "/list?", "/list?d={date:%d}&"
    )
    with running(tmp_path, ListSite([], special={1: GONE})) as portal:
        assert portal.crawl(text).ok
        assert lists_asked(portal) == ["1", "1"]


def test_in_a_year_that_begins_with_empty_weeks_the_others_are_read(tmp_path: Path):
    """Weeks as page numbers: nothing was published before the fourth."""
    text = numbered(", last: 8", ", dates: {from: 2023-01-01, until: 2023-12-31, step: year}")
    site = ListSite(list(ALL), special=dict.fromkeys((1, 2, 3), NOTHING))
    with running(tmp_path, site) as portal:
        assert portal.crawl(text.replace("/list?", "/list?y={date:%Y}&")).ok
        assert names(portal) == set(ALL[9:])


PAGER = LINKS = '<div class="pages">{}</div>'
PAGER_TEXT = linked().replace(
    "next: a.next", "next: {pager: {scope: .pages, current: b, links: a}}"
)


ONE_PAGE_TEXT = "fetch: {delay: 0}\narchive: {url: BASE/list, links: h2, pagination: none}\n"


def pager(number: int, mark: str = "b") -> str:
    links = "".join(
        f'<a href="/list?page={n}">{n}</a>' if n != number else f"<{mark}>{n}</{mark}>"
        for n in range(1, 9)
    )
    return PAGER.format(links)


def test_a_pager_without_current_page_is_a_problem_and_does_not_end_the_walk(tmp_path: Path):
    site = ListSite(list(ALL), around=lambda number: pager(number, "b" if number < 3 else "strong"))
    with running(tmp_path, site) as portal:
        assert not portal.crawl(PAGER_TEXT).ok
        assert problems(portal) == ["pager-current"] and ended(portal) == ("pager-current", False)
        site.around = pager
        lists_asked(portal)
        assert portal.crawl(PAGER_TEXT).ok
        assert (
            lists_asked(portal) == EIGHT[2:]
            and names(portal) == set(ALL)
            and ended(portal) == ("no-next", True)
        )


@pytest.mark.parametrize(
    "around", ["", PAGER.format(""), PAGER.format("<b>1</b>")], ids=["none", "empty", "one page"]
)
def test_a_list_of_one_page_needs_no_pager(around, tmp_path: Path):
    """But the file says that it has one page: a rule that never matches may be wrong."""
    with running(tmp_path, ListSite(ALL[:3], around=lambda _: around)) as portal:
        assert not portal.crawl(PAGER_TEXT).ok and ended(portal) == ("no-next", True)
        assert problems(portal) == ["list-not-whole"] and "pagination: none" in messages(portal)
        assert portal.crawl(ONE_PAGE_TEXT).ok and problems(portal) == []


@pytest.mark.parametrize(
    "around", [PAGER.format("<i>1</i>"), pager(1, "i")], ids=["nothing else", "links"]
)
def test_a_pager_without_current_page_is_a_problem_on_the_first_page_too(around, tmp_path: Path):
    with running(tmp_path, ListSite(ALL[:3], around=lambda _: around)) as portal:
        assert not portal.crawl(PAGER_TEXT).ok and problems(portal) == ["pager-current"]


def test_a_number_of_five_thousand_digits_is_not_a_page_number(tmp_path: Path):
    with running(
        tmp_path, ListSite(ALL[:3], around=lambda _: PAGER.format(f"<b>{'9' * 5000}</b>"))
    ) as portal:
        assert not portal.crawl(PAGER_TEXT).ok and problems(portal) == ["pager-current"]


def test_a_404_after_a_next_link_and_an_empty_page_with_one_are_problems(tmp_path: Path):
    site = ListSite(list(ALL), links=True)
    site.special = {
        3: NOTHING.replace("</body>", '<a class="next" href="/list?page=4">next</a></body>'),
        5: GONE,
    }
    with running(tmp_path, site) as portal:
        assert not portal.crawl(linked()).ok
        assert problems(portal) == ["empty-archive-page", "missing-archive-page"] and ended(
            portal
        ) == ("not-found", True)
        assert names(portal) == set(ALL[:6] + ALL[9:12])
