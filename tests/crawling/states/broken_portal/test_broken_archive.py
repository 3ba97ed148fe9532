"""A portal whose archive answers wrongly once, or for an hour: nothing is lost for good, and nothing
in silence (lines 1 to 3 of the table of what was seen)."""

from __future__ import annotations

from datetime import datetime, timezone
from functools import partial
from pathlib import Path

import pytest
from broken_portal import BrokenPortal, Fault
from broken_portal import broken_portal as portal_with_faults
from long_parameters import always
from small_portal import article, listing

from webarticlecurator.crawling.building.recovery import rebuild_corpus
from webarticlecurator.crawling.workers.run_options import CrawlOptions
from webarticlecurator.storage.store.view import view_corpus

# what articles become is no matter here: tests/crawling/states/broken_portal/test_broken_articles.py
broken_portal = partial(portal_with_faults, options=CrawlOptions(warc_only=True))
FETCH = "fetch: {delay: 0, retries: 0, breaker: 100}\n"
DAYS = [f"/2024/03/{day:02}" for day in range(1, 9)]
DAY_RULES = (
    FETCH + 'archive: {url: "BASE{date:/%Y/%m/%d}", links: h2,'
    " dates: {from: 2024-03-01, until: 2024-03-08}}\n"
)
DAY_PAGES = {
    **{day: listing(f"/a{day}", f"/b{day}") for day in DAYS},
    **{f"/{name}{day}": article(f"Words of {name}{day}.") for day in DAYS for name in "ab"},
    "/": listing("/front1", "/front2"),
    "/front1": article("Front."),
    "/front2": article("Front."),
}
DAY_ARTICLES = {f"/{name}{day}" for day in DAYS for name in "ab"}
ODD = ("zero bytes", "white space", "database", "php", "unavailable", "overloaded", "scripts", "json",
       "login", "cut", "home", "login redirect", "500")  # fmt: skip
PLAIN = ("404", "410", "empty")


def doubts(broken: BrokenPortal) -> int:
    with view_corpus(broken.portal.corpus, "small") as corpus:
        return corpus.walks.doubts()[0]


@pytest.mark.parametrize("kind", always(("zero bytes", "database", "cut", "home"), ODD))
def test_an_odd_day_page_is_failed_and_read_by_the_next_crawl(kind: str, tmp_path: Path):
    fault = Fault("/2024/03/0[356]", kind)
    with broken_portal(tmp_path, DAY_PAGES, DAY_RULES, fault) as broken:
        first = broken.crawl()
        assert not first.ok and first.problems == {"archive-page-failed": 3}
        assert broken.listed() == {a for a in DAY_ARTICLES if a[-1] not in "356"}
        again = broken.crawl()
        assert again.ok and broken.listed() == DAY_ARTICLES
        assert [path for path in broken.asked if path in DAYS] == [DAYS[5], DAYS[4], DAYS[2]]


@pytest.mark.parametrize("kind", PLAIN)
def test_a_day_that_has_nothing_once_is_asked_for_once_more_after_confirm(
    kind: str, tmp_path: Path
):
    fault = Fault("/2024/03/0[356]", kind)
    with broken_portal(tmp_path, DAY_PAGES, DAY_RULES, fault) as broken:
        assert broken.crawl().ok and doubts(broken) == 3
        assert broken.crawl(0.04).ok and broken.asked == []
        assert broken.crawl(1).ok and broken.listed() == DAY_ARTICLES
        assert doubts(broken) == 0
        broken.crawl(2)
        assert broken.asked == []


@pytest.mark.parametrize("kind", PLAIN)
def test_a_day_that_has_nothing_twice_is_final(kind: str, tmp_path: Path):
    fault = Fault("/2024/03/0[356]", kind, nth=(1, 2, 3))
    with broken_portal(tmp_path, DAY_PAGES, DAY_RULES, fault) as broken:
        broken.crawl()
        assert broken.crawl(1.1).ok
        looks = [path for path in broken.asked if path[-1] in "356"]
        assert len(looks) == 3 and len(broken.asked) == 4, "and one page that is known to be well"
        assert doubts(broken) == 0
        for _ in range(3):
            assert broken.crawl(5).ok and broken.asked == []
        config = broken.portal.folder / "portal.yaml"
        assert config.exists()
        states = walks(broken)
        rebuild_corpus(broken.portal.write(broken.rules), broken.portal.corpus)
        assert walks(broken) == states and doubts(broken) == 0


def test_a_rebuild_notes_what_every_crawl_was_answered(tmp_path: Path):
    fault = Fault("/2024/03/0[356]", "404", nth=(1, 2))
    with broken_portal(tmp_path, DAY_PAGES, DAY_RULES, fault) as broken:
        for _ in range(3):
            broken.crawl(2, options=CrawlOptions(full=True))
        before = answers(broken)
        assert [len(run) for run in before] == [8, 8, 8]
        rebuild_corpus(broken.portal.write(broken.rules), broken.portal.corpus)
        assert answers(broken) == before


def answers(broken: BrokenPortal) -> list[list[tuple[str, str]]]:
    """What the archive pages of the first three crawls said."""
    with view_corpus(broken.portal.corpus, "small") as corpus:
        runs = [corpus.answers.of_run(run, "archive") for run in (1, 2, 3)]
        return [[(answer.url, answer.outcome) for answer in run] for run in runs]


def walks(broken: BrokenPortal) -> list[object]:
    with view_corpus(broken.portal.corpus, "small") as corpus:
        return [(walk.key, walk.state) for walk in corpus.walks.all()]


def out_of_order(broken: BrokenPortal) -> list[str]:
    with view_corpus(broken.portal.corpus, "small") as corpus:
        return [problem.message for problem in corpus.run_log.problems(("out-of-order",))]


def rebuilt(broken: BrokenPortal) -> tuple[list[object], list[str]]:
    rebuild_corpus(broken.portal.write(broken.rules), broken.portal.corpus)
    return walks(broken), out_of_order(broken)


@pytest.mark.parametrize("kind", ["404", "410"])
def test_a_portal_without_all_its_days_for_an_hour_loses_nothing(kind: str, tmp_path: Path):
    faults = (Fault("/2024/.*", kind, nth=(1, 2)),)
    with broken_portal(tmp_path, DAY_PAGES, DAY_RULES, *faults) as broken:
        for _ in range(2):
            found = broken.crawl(0.04)
            assert not found.ok and found.problems == {"out-of-order": 1}
            assert broken.asked == DAYS[::-1] and broken.listed() == set() and doubts(broken) == 0
            assert "8 dates" in out_of_order(broken)[0]
            before = walks(broken), out_of_order(broken)
            assert rebuilt(broken) == before
        again = broken.crawl(0.04)
        assert again.ok and broken.listed() == DAY_ARTICLES and out_of_order(broken) == []
        before = walks(broken), out_of_order(broken)
        assert rebuilt(broken) == before


def test_a_portal_whose_days_are_all_empty_for_an_hour_loses_nothing(tmp_path: Path):
    """Its rules for links may be wrong as well: then its pages need not be requested again."""
    with broken_portal(tmp_path, DAY_PAGES, DAY_RULES, Fault("/2024/.*", "empty")) as broken:
        assert broken.crawl().problems == {"no-links": 1} and doubts(broken) == 8
        assert not broken.crawl(0.04).ok and broken.asked == []
        assert broken.crawl(1.1).ok and broken.listed() == DAY_ARTICLES


@pytest.mark.parametrize("has_articles", [False, True])
def test_a_few_months_from_which_the_rules_list_nothing(has_articles: bool, tmp_path: Path):
    """Each has links like those to articles, and another one none of them; or both have a menu."""

    def page(month: str) -> str:
        menu = ["/about-us-and-our-town", "/where-to-buy-it", "/write-a-letter-to-us"]
        names = ("bridge", "market", "harbour") if has_articles else ()
        return listing(*menu, *(f"/{month}/the-{name}-is-closed" for name in names))

    months = {f"/2024/{month}": page(month) for month in ("03", "04")}
    rules = DAY_RULES.replace("/%d}", "}").replace("links: h2", "links: h3")
    rules = rules.replace("2024-03-08", "2024-04-30, step: month")
    with broken_portal(tmp_path, months, rules) as broken:
        for _ in range(2):
            found = broken.crawl(0.04)
            assert found.problems == ({"no-links": 1} if has_articles else {})


@pytest.mark.parametrize(("until", "is_alarm"), [("2024-03-04", False), ("2024-03-05", True)])
def test_a_few_days_without_anything_are_no_disorder(until: str, is_alarm: bool, tmp_path: Path):
    with broken_portal(
        tmp_path, {"/": listing()}, DAY_RULES.replace("2024-03-08", until)
    ) as broken:
        assert broken.crawl().ok is not is_alarm
        assert doubts(broken) == (0 if is_alarm else 4)


def test_days_without_anything_after_days_with_articles_are_no_disorder(tmp_path: Path):
    """A rerun of which all new days are empty, and a crawl whose first days are."""
    rules = DAY_RULES.replace("dates: {", "dates: {order: oldest-first, ")
    pages = {path: page for path, page in DAY_PAGES.items() if path not in DAYS[1:]}
    with broken_portal(tmp_path, pages, rules.replace("2024-03-08", "2024-03-01")) as broken:
        assert broken.crawl().ok and len(broken.listed()) == 2
        broken.rules = rules
        assert broken.crawl(0.1).ok and broken.asked == [*DAYS[1:], DAYS[0]], "one that is well"
        assert doubts(broken) == 7
    pages = {path: page for path, page in DAY_PAGES.items() if path not in DAYS[:7]}
    (tmp_path / "first").mkdir()
    with broken_portal(tmp_path / "first", pages, rules) as broken:
        assert broken.crawl().ok and doubts(broken) == 7


def test_a_column_that_is_out_of_order_is_named_until_it_is_well(tmp_path: Path):
    rules = DAY_RULES.replace("BASE{date", "BASE/{column}{date")
    rules = rules.replace("links:", "columns: [news, sport], links:")
    pages = {f"/news{path}" if path in DAYS else path: page for path, page in DAY_PAGES.items()}
    with broken_portal(tmp_path, pages, rules) as broken:
        assert not broken.crawl().ok and broken.listed() == DAY_ARTICLES
        with view_corpus(broken.portal.corpus, "small") as corpus:
            places = [problem.where for problem in corpus.run_log.problems(("out-of-order",))]
        assert places == ["archive pages of column sport, span 1"]
        assert not broken.crawl(1, options=CrawlOptions(column="news")).ok
        broken.rules = rules.replace(", sport", "")
        assert broken.crawl(1).ok and out_of_order(broken) == []


def test_a_span_that_has_never_listed_anything_is_asked_for_a_hundred_days_at_once(tmp_path: Path):
    rules = DAY_RULES.replace("2024-03-01", "2024-01-01").replace("2024-03-08", "2024-04-20")
    with broken_portal(tmp_path, {"/": listing()}, rules) as broken:
        assert not broken.crawl().ok
        every = sorted(broken.asked, reverse=True)  # the middle of them was asked for first
        assert len(every) == 111
        assert not broken.crawl(2).ok and broken.asked == every[:100]
        assert not broken.crawl(2).ok and broken.asked == every[100:] + every[:89]


ALL = [f"/n/{number:02}" for number in range(24)]


class LongList:
    """A list of 24 articles, three per page; ``pushed`` are added at its top at a request."""

    def __init__(self, links: bool, beyond: str = "", pushed: tuple[int, int] = (0, 0)) -> None:
        self.links, self.beyond, self.pushed = links, beyond, pushed
        self.articles, self.requests = list(ALL), 0

    def get(self, path: str, default: object = None) -> object:
        if not path.startswith("/list"):
            return article(f"Words of {path}.") if path.startswith("/n/") else default
        self.requests += 1
        if self.requests == self.pushed[0]:
            self.articles[:0] = [f"/n/new{number}" for number in range(self.pushed[1])]
        number, count = int(path.partition("=")[2] or 1), -(-len(self.articles) // 3)
        if number > count:
            kind = {"last": f"/list?page={count}", "home": "/front"}.get(self.beyond)
            return self.get(kind) if kind else "<html><body><p>Nothing here.</p></body></html>"
        page = listing(*self.articles[(number - 1) * 3 : number * 3])
        more = f'<a class="next" href="/list?page={number + 1}">next</a>'
        return page.replace("</body>", more + "</body>") if self.links and number < count else page


LINKED = (
    FETCH + 'archive: {url: "BASE/list", links: h2, pagination: {mode: next-link, next: a.next}}\n'
)
NUMBERED = (
    FETCH + 'archive: {url: "BASE/list?page={page}", links: h2, pagination: {mode: numbered}}\n'
)
LIST_FAULTS = ("zero bytes", "cut", "empty", "404", "/list?page=2", "home", "database")


@pytest.mark.parametrize("kind", always(("cut", "empty", "/list?page=2"), LIST_FAULTS))
@pytest.mark.parametrize("rules", [LINKED, NUMBERED], ids=["next-link", "numbered"])
def test_a_page_of_a_list_that_is_wrong_once_loses_nothing(rules: str, kind: str, tmp_path: Path):
    pages = LongList(links=rules == LINKED)
    fault = Fault("/list.page=3", kind)
    with broken_portal(tmp_path, pages, rules, fault) as broken:  # type: ignore[arg-type]
        broken.crawl()
        broken.crawl(1.1)
        assert broken.listed() == set(ALL)


@pytest.mark.parametrize("beyond", ["", "last"])
@pytest.mark.parametrize("kind", ["home", "/list?page=7"])
def test_the_last_page_of_a_numbered_list_is_not_lost(kind: str, beyond: str, tmp_path: Path):
    fault = Fault("/list.page=8", kind)
    pages = LongList(False, beyond)
    with broken_portal(tmp_path, pages, NUMBERED, fault) as broken:  # type: ignore[arg-type]
        broken.crawl()
        broken.crawl(1.1)
        assert broken.listed() == set(ALL)


@pytest.mark.parametrize("pushed", always([30], [9, 30]))
@pytest.mark.parametrize("mode", ["numbered", "infinite-scroll", "next-link"])
def test_a_list_that_is_pushed_down_during_the_walk_loses_nothing(
    mode: str, pushed: int, tmp_path: Path
):
    pages = LongList(mode == "next-link", pushed=(5, pushed))
    rules = LINKED if mode == "next-link" else NUMBERED.replace("numbered", mode)
    with broken_portal(tmp_path, pages, rules) as broken:  # type: ignore[arg-type]
        broken.crawl()
        broken.crawl(1.1)
        assert broken.listed() == set(pages.articles)


MANY = [f"/2024/02/{day:02}" for day in range(1, 21)]
MANY_RULES = DAY_RULES.replace(
    "from: 2024-03-01, until: 2024-03-08", "from: 2024-02-01, until: 2024-02-20"
)
MANY_PAGES = {
    **{day: listing(f"/a{day}") for day in MANY},
    **{f"/a{day}": article(f"Words of {day}.") for day in MANY},
    "/": listing(*(f"/front{number}" for number in range(6))),
}


def test_a_portal_that_loses_all_its_days_is_out_of_order(tmp_path: Path):
    """The first day is known; then every other answers 404, and the known one as well."""
    with broken_portal(tmp_path, MANY_PAGES, MANY_RULES) as broken:
        broken.portal.clock.time = datetime(2024, 2, 5, 12, tzinfo=timezone.utc)
        broken.rules = MANY_RULES.replace("until: 2024-02-20", "until: 2024-02-03")
        assert broken.crawl().ok and len(broken.listed()) == 3
        broken.rules = MANY_RULES
        broken.script.faults = (Fault("/2024/.*", "404", nth=(1, 2)),)
        broken.script.counts.clear()
        found = broken.crawl(30)
        assert not found.ok and found.problems == {"out-of-order": 1}
        assert "2024-03-06 12:00" in out_of_order(broken)[0]
        broken.script.faults = ()
        again = broken.crawl(0.01)
        assert again.ok and broken.listed() == {f"/a{day}" for day in MANY}
        assert doubts(broken) == 0 and out_of_order(broken) == []


def test_a_portal_that_loses_two_days_and_a_known_one_is_out_of_order(tmp_path: Path):
    """Two new days answer 404, and so does the known one that is asked for as a proof."""
    with broken_portal(tmp_path, DAY_PAGES, DAY_RULES.replace("03-08", "03-06")) as broken:
        assert broken.crawl().ok
        broken.rules = DAY_RULES
        broken.script.faults = (Fault("/2024/.*", "404"),)
        broken.script.counts.clear()
        found = broken.crawl(0.5)
        assert not found.ok and found.problems == {"out-of-order": 1}
        assert broken.asked == [*DAYS[:5:-1], DAYS[5]] and doubts(broken) == 0
        before = walks(broken), out_of_order(broken)
        assert rebuilt(broken) == before
        broken.script.faults = ()
        assert broken.crawl(0.5).ok and broken.listed() == DAY_ARTICLES
        assert out_of_order(broken) == []


@pytest.mark.parametrize(("lost", "is_alarm"), [("257", True), ("2", False)])
def test_days_are_not_empty_where_some_that_had_articles_are_missing(
    lost: str, is_alarm: bool, tmp_path: Path
):
    """The missing days are no row: those between them are well."""
    pages = {page: text for page, text in DAY_PAGES.items() if page != DAYS[7]}
    with broken_portal(tmp_path, pages, DAY_RULES) as broken:
        broken.crawl()
        broken.script.faults = (Fault(f"/2024/03/0[{lost}]", "404"),)
        broken.script.counts.clear()
        found = broken.crawl(2, options=CrawlOptions(full=True))
        assert found.problems == ({"out-of-order": 1} if is_alarm else {})
        assert rebuilt(broken) == (walks(broken), out_of_order(broken))
        broken.crawl(0.01)
        assert (DAYS[7] in broken.asked) == is_alarm, "its second look would be the last one"
        assert out_of_order(broken) == []


def test_a_list_without_links_is_named_until_one_of_its_dates_is_well(tmp_path: Path):
    """A new design: what later crawls read is new, and was never well."""
    always_empty = Fault("/2024/.*", "empty", nth=tuple(range(1, 20)))
    with broken_portal(tmp_path, DAY_PAGES, DAY_RULES.replace("03-08", "03-06")) as broken:
        assert broken.crawl().ok
        broken.script.faults = (always_empty,)
        broken.script.counts.clear()
        full = CrawlOptions(full=True, warc_only=True)
        assert broken.crawl(2, options=full).problems == {"no-links": 1}
        broken.rules = DAY_RULES
        for _ in range(2):
            assert broken.crawl(0.01).problems == {"no-links": 1}
        asked = broken.asked
        assert rebuilt(broken) == (walks(broken), []) and DAYS[6] not in asked
        broken.script.faults = ()
        assert broken.crawl(2).ok


@pytest.mark.parametrize("empty", [range(1, 13), range(1, 21, 2)])
def test_days_without_a_page_are_no_disorder(empty: range, tmp_path: Path):
    pages = dict(MANY_PAGES)
    for day in empty:
        del pages[f"/2024/02/{day:02}"]
    with broken_portal(tmp_path, pages, MANY_RULES) as broken:
        assert broken.crawl().ok and out_of_order(broken) == []
        first = len([path for path in broken.asked if path in MANY])
        assert first <= 21
        assert broken.crawl(1.1).ok and doubts(broken) == 0
        assert len(broken.asked) <= len(empty) + 2
        assert broken.crawl(5).ok and broken.asked == []


def test_days_that_all_show_the_front_page_are_failed(tmp_path: Path):
    front = tuple(f"/front{number}" for number in range(6))
    pages = {**MANY_PAGES, **{path: article(f"Words of {path}.") for path in front}}
    with broken_portal(tmp_path, pages, MANY_RULES, Fault("/2024/02/0.", "/")) as broken:
        assert not broken.crawl().ok and out_of_order(broken)
        again = broken.crawl(0.01)
        assert again.ok and {f"/a{day}" for day in MANY} <= broken.listed()
        states = walks(broken)
        rebuild_corpus(broken.portal.write(broken.rules), broken.portal.corpus)
        assert walks(broken) == states


@pytest.mark.parametrize("rules", [LINKED, NUMBERED], ids=["next-link", "numbered"])
def test_the_end_of_a_list_that_grows_before_it_is_looked_at_again_is_found(
    rules: str, tmp_path: Path
):
    """Fifteen articles, five pages, come before the look."""
    pages = LongList(links=rules == LINKED)
    fault = Fault("/list.page=([3-9]|1[0-9])", "empty")
    with broken_portal(tmp_path, pages, rules, fault) as broken:  # type: ignore[arg-type]
        broken.crawl()
        assert len(broken.listed()) == 6
        broken.script.faults = ()
        pages.articles[:0] = [f"/n/new{number}" for number in range(15)]
        broken.crawl(0.5)
        assert len(broken.listed()) >= 21  # all of them where a page without its pager is no end
        broken.crawl(0.6)
        assert broken.listed() == set(pages.articles)
