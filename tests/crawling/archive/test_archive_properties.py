"""Properties of walks through any archive: everything is found, stop and resume change nothing,
reruns are short, walks end."""

from __future__ import annotations

from datetime import date

from archive_models import Answer, Shell, article, dates, linked_site, numbered_site, portal, span
from hypothesis import example, given
from hypothesis import strategies as st

from webarticlecurator.base.portal.pagination_modes import PATIENCE
from webarticlecurator.crawling.archive.stop_reasons import STOP_REASONS

MODES = st.sampled_from(["numbered", "infinite-scroll", "expanding", "next-link"])
SIZES = st.integers(1, 7)
COUNTS = st.integers(1, 60)
BEYOND = st.sampled_from(["empty", "gone", "last"])


def made(mode: str, found: list[str], size: int, beyond: str, **keys) -> Shell:
    if mode == "next-link":
        the_span = span("https://echo.example/news", mode, **keys)
        return Shell(portal(the_span), the_span, linked_site(lambda: found, size))
    the_span = span(mode=mode, **keys)
    return Shell(portal(the_span), the_span, numbered_site(lambda: found, size, beyond))


def articles(count: int, name: str = "a") -> list[str]:
    return [article(f"{name}{n}") for n in range(count)]


@given(MODES, COUNTS, SIZES, BEYOND, st.booleans())
def test_a_full_walk_finds_every_article_and_says_why_it_ended(
    mode, count, size, beyond, newest_first
):
    found = articles(count)
    shell = made(mode, found, size, beyond, newest_first=newest_first)
    assert shell.crawl()
    assert shell.articles == set(found)
    assert (
        shell.state().complete
        and shell.state().stop_reason in STOP_REASONS
        and shell.problems == []
    )


@given(MODES, COUNTS, SIZES, BEYOND, st.lists(st.integers(0, 5), max_size=12))
def test_a_walk_stopped_at_any_page_and_resumed_finds_the_same(mode, count, size, beyond, budgets):
    found = articles(count)
    shell = made(mode, found, size, beyond)
    finished = False
    for budget in budgets:
        finished = finished or shell.crawl(budget=budget)
    assert finished or shell.crawl()
    assert shell.articles == set(found) and shell.state().complete


def test_a_walk_stopped_after_every_second_page_reaches_its_end():
    for mode in ("numbered", "infinite-scroll", "expanding", "next-link"):
        found = articles(20)
        shell = made(mode, found, 4, "gone")
        assert any(shell.crawl(budget=2) for _ in range(6))
        assert shell.articles == set(found)


@given(MODES, COUNTS, SIZES, BEYOND, st.integers(0, 30))
def test_a_rerun_newest_first_finds_what_is_new_in_few_pages(mode, count, size, beyond, grown):
    found = articles(count)
    shell = made(mode, found, size, beyond)
    shell.crawl()
    found[:0] = articles(grown, "new")
    assert shell.crawl()
    assert shell.articles == set(found)
    patience = PATIENCE if (mode, beyond) == ("expanding", "last") and count <= 2 * size else 0
    # at the other end, and at the page after it where there was none before
    look = 2 if mode == "next-link" else 1
    assert len(shell.requests) <= -(-grown // size) + 3 + patience + look
    assert shell.problems == []


@given(MODES, COUNTS, SIZES, BEYOND, st.integers(0, 30))
def test_a_rerun_oldest_first_finds_what_is_new_in_few_pages(mode, count, size, beyond, grown):
    found = articles(count)
    shell = made(mode, found, size, beyond, newest_first=False)
    shell.crawl()
    past_the_end = len(shell.requests) - -(-count // size)
    found += articles(grown, "new")
    assert shell.crawl()
    assert shell.articles == set(found)
    assert len(shell.requests) <= 1 + -(-grown // size) + max(past_the_end, 1) + 1


@given(
    st.integers(1, 60),
    SIZES,
    st.lists(st.integers(0, 20), max_size=12),
    st.sampled_from(["empty", "gone"]),
)
@example(10, 1, [1] * 12, "empty")  # every page shows what the page before it showed
@example(60, 5, [5] * 12, "gone")
@example(60, 5, [0, 0, 0, 60, 0, 40], "gone")
def test_an_archive_that_grows_while_it_is_walked_loses_nothing(count, size, growth, beyond):
    """Articles are added at the top before each request; none of the old ones is missed."""
    start, found, steps = articles(count), articles(count), iter(growth)
    added = iter(range(10_000))

    shell = made("expanding", found, size, beyond)
    inner = shell.site

    def growing(url: str) -> Answer:
        found[:0] = [article(f"added{next(added)}") for _ in range(next(steps, 0))]
        return inner(url)

    shell.site = growing
    assert shell.crawl(budget=400)
    assert set(start) <= shell.articles
    for _ in range(2):
        shell.crawl()
    assert shell.articles == set(found)


@given(st.integers(10, 60), st.integers(1, 5), st.integers(1, 5), st.integers(0, 80))
def test_growth_between_stop_and_resume_loses_nothing(count, size, stop, grown):
    """The pages around the stop have moved down: the articles there now were listed before."""
    found = articles(count)
    for mode in ("numbered", "infinite-scroll", "next-link", "expanding"):
        here = list(found)
        shell = made(mode, here, size, "empty")
        shell.crawl(budget=stop)
        here[:0] = articles(grown, "new")
        assert shell.crawl()
        assert set(found) <= shell.articles
        shell.crawl()
        assert shell.articles == set(here)


@given(st.integers(1, 40), st.integers(1, 5), st.integers(1, 9), st.integers(1, 20), st.booleans())
@example(20, 5, 3, 1, True)  # before the page after the last one, of a rerun
@example(10, 5, 3, 1, False)  # behind a page that lists nothing
def test_a_crawl_that_was_killed_anywhere_reads_the_top_days_later(count, size, stop, grown, again):
    for mode in ("numbered", "infinite-scroll", "next-link"):
        here = articles(count)
        shell = made(mode, here, size, "empty")
        if again:
            shell.crawl()
            shell.wait(3)
        shell.crawl(budget=stop)
        shell.wait(3)
        here[:0] = articles(grown, "new")
        assert shell.crawl()
        assert shell.articles == set(here)


@given(
    st.dictionaries(st.integers(0, 8), st.tuples(st.integers(0, 8), st.integers(0, 3)), max_size=9),
    MODES,
)
def test_a_walk_over_any_graph_of_pages_ends(tangle, mode):
    """Each page links any other page or none.

    In numbered modes, the pages are a list in any order, with any repetitions.
    """

    def site(url: str) -> Answer:
        number = int(url.partition("page=")[2] or 0) % 9
        target, links = tangle.get(number, (0, 0))
        return Answer(
            200, tuple(article(n) for n in range(links)), f"https://echo.example/news?page={target}"
        )

    shell = made(mode, [], 1, "empty")
    shell.site = site
    assert shell.crawl(budget=200)
    assert shell.state().stop_reason in STOP_REASONS


@given(
    st.dates(date(1, 1, 1), date(9999, 12, 1)),
    st.integers(0, 400),
    st.sampled_from(["day", "week", "month", "year"]),
    st.booleans(),
)
def test_dated_walks_request_each_window_once_and_never_again(first, days, step, newest_first):
    until = date.fromordinal(min(first.toordinal() + days, date.max.toordinal()))
    the_span = span(
        "https://echo.example/{date:%Y-%m-%d}/{last:%d}/{after:%d}",
        "none",
        dates=dates(first, until, step, newest_first),
    )
    shell = Shell(
        portal(the_span), the_span, lambda url: Answer(200, (article(url),)), today=date.max
    )
    shell.crawl()
    in_order = sorted(shell.requests, reverse=newest_first)
    assert shell.requests == in_order and len(set(in_order)) == len(in_order)
    open_windows = len([w for w in shell.stored if shell.state(w).window >= "9999-12-2"]) + (
        step != "day" and until.year == 9999
    )
    shell.crawl()
    assert len(shell.requests) <= open_windows + 1
