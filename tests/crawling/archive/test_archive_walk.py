"""The pages that walks request and the reasons why they end, on artificial archives."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from archive_models import (
    GONE,
    TODAY,
    Answer,
    Shell,
    article,
    dates,
    linked_site,
    numbered_site,
    portal,
    span,
)

from webarticlecurator.base.errors import StoreDamaged
from webarticlecurator.base.portal.portal import Stop
from webarticlecurator.base.portal.rule import Place, Rule
from webarticlecurator.crawling.archive.entry import is_due, start_walk
from webarticlecurator.crawling.archive.state import PageRead, RunContext, WalkState
from webarticlecurator.crawling.archive.stop_reasons import STOP_REASONS
from webarticlecurator.crawling.archive.walk import advance

BASE = "https://echo.example/news"
ALL = [article(n) for n in range(23)]


def walked(the_span, site, **keys) -> Shell:
    shell = Shell(portal(the_span), the_span, site, **keys)
    shell.crawl()
    return shell


@pytest.mark.parametrize(
    ("beyond", "ended", "requests"),
    [("empty", "empty", 7), ("gone", "not-found", 7), ("last", "nothing-new", 7)],
)
@pytest.mark.parametrize("mode", ["numbered", "infinite-scroll"])
def test_numbers_run_to_the_end_of_the_archive(mode, beyond, ended, requests):
    shell = walked(span(mode=mode), numbered_site(lambda: ALL, 5, beyond))
    assert shell.articles == set(ALL)
    assert (
        shell.state().stop_reason,
        shell.state().complete,
        len(shell.requests),
        shell.problems,
    ) == (
        ended,
        True,
        requests,
        [],
    )


def test_numbers_stop_at_the_last_one_named():
    shell = walked(span(first=2, step=2, last=5), numbered_site(lambda: ALL, 5))
    assert shell.requests == [f"{BASE}?page=2", f"{BASE}?page=4"]
    assert shell.state().stop_reason == "last-page"


def test_the_first_page_may_have_an_address_of_its_own():
    from webarticlecurator.portal_file.values.address_templates import parse_address_template

    first = parse_address_template(BASE + "/start")
    shell = walked(span(first_url=first, last=2), lambda url: Answer(200, (url,)))
    assert shell.requests == [BASE + "/start", BASE + "?page=2"]


def test_every_value_of_pages_is_requested_whatever_the_other_pages_list():
    """Values of ``pages`` are often ids of sections, so each is independent of the others."""
    answers = {
        "1": Answer(200, ALL[:1]),
        "2": Answer(),
        "4": GONE,
        "7": Answer(503),
        "8": Answer(200, ALL[:1]),
        "9": Answer(200, ALL[5:]),
    }
    shell = walked(span(pages=("1-2", "4", "7-9")), lambda url: answers[url[-1]])
    assert [url[-1] for url in shell.requests] == ["1", "2", "4", "7", "8", "9"]
    assert shell.problems == ["empty-archive-page", "missing-archive-page", "archive-page-failed"]
    assert not shell.state().complete
    answers["7"] = Answer(200, ALL[2:3])
    shell.crawl()
    assert len(shell.requests) == 6 and shell.state().complete
    shell.crawl()
    assert len(shell.requests) == 6, "a section may have something new on any of its pages"


def test_next_links_run_to_the_last_page():
    shell = walked(span(BASE, "next-link"), linked_site(lambda: ALL, 5))
    assert shell.articles == set(ALL)
    assert (shell.state().stop_reason, len(shell.requests)) == ("no-next", 5)


def test_a_loop_of_next_links_ends():
    def site(url: str) -> Answer:
        n = int(url.partition("?page=")[2] or 1)
        return Answer(200, (article(n),), f"{BASE}?page={n % 4 + 1}")

    shell = walked(span(f"{BASE}?page=1", "next-link"), site)
    assert (shell.state().stop_reason, len(shell.requests)) == ("repeated-address", 4)
    assert (
        walked(span(BASE, "next-link"), lambda url: Answer(200, ALL[:1], url + "#more"))
        .state()
        .stop_reason
        == "repeated-address"
    )


def test_pages_that_only_repeat_end_the_walk_after_two():
    def site(url: str) -> Answer:
        return Answer(200, ALL[:3], url + "x")

    shell = walked(span(BASE, "next-link"), site)
    assert (shell.state().stop_reason, len(shell.requests), shell.state().complete) == (
        "nothing-new",
        3,
        True,
    )


def test_a_404_after_a_next_link_is_a_problem():
    site = lambda url: Answer(200, ALL[:3], BASE + "?page=2") if url == BASE else GONE  # noqa: E731
    shell = walked(span(BASE, "next-link"), site)
    assert (shell.problems, shell.state().stop_reason) == (["missing-archive-page"], "not-found")


@pytest.mark.parametrize(
    ("sizes", "is_problem"),
    [
        ((5, 5, 2), False),
        ((7, 5, 5, 4), False),
        ((5, 5, 5), True),
        ((5, 2), True),
        ((5, 5, 4, 2), True),
        ((2, 5, 1), True),
    ],
)
def test_a_404_behind_the_only_short_page_is_the_end(sizes: tuple[int, ...], is_problem: bool):
    """A list of five a page has nothing behind two; the walk is looked at again all the same."""
    pages = {}
    for number, size in enumerate(sizes):
        links = [f"https://echo.example/{number}-{n}" for n in range(size)]
        address = BASE if number == 0 else f"{BASE}?page={number + 1}"
        pages[address] = Answer(200, links, f"{BASE}?page={number + 2}")
    shell = walked(span(BASE, "next-link"), lambda url: pages.get(url, GONE))
    state = shell.state()
    assert shell.problems == ["missing-archive-page"] * is_problem
    assert (state.stop_reason, bool(state.doubtful_pages)) == ("not-found", True)


def test_an_empty_page_with_a_next_link_is_a_problem_and_not_the_end():
    def site(url: str) -> Answer:
        n = int(url.partition("?page=")[2] or 1)
        return Answer(
            200, () if n == 2 else (article(n),), f"{BASE}?page={n + 1}" if n < 4 else None
        )

    shell = walked(span(BASE, "next-link"), site)
    assert (shell.problems, shell.state().stop_reason) == (["empty-archive-page"], "no-next")
    assert shell.articles == {article(1), article(3), article(4)}


def test_if_the_links_rule_fails_the_walk_stays_unfinished():
    """If all pages are empty but have a next link, the rule is wrong.

    With a corrected rule, the walk goes on.
    """
    shell = walked(span(BASE, "next-link"), lambda url: Answer(200, (), url + "x"))
    assert (shell.problems, shell.state().complete, len(shell.requests)) == (
        ["empty-archive-page"] * 3,
        False,
        3,
    )


@pytest.mark.parametrize("mode", ["none", "next-link", "infinite-scroll", "numbered", "expanding"])
def test_a_span_without_dates_that_lists_nothing_is_a_problem(mode):
    url = BASE if mode in ("none", "next-link") else BASE + "?page={page}"
    shell = walked(span(url, mode), lambda url: Answer())
    assert (shell.problems, shell.state().complete) == (["empty-archive-page"], False)
    shell = walked(span(url, mode), lambda url: GONE)
    assert (shell.problems, shell.state().complete, shell.state().stop_reason) == (
        ["missing-archive-page"],
        False,
        "not-found",
    )


@pytest.mark.parametrize("answer", [Answer(), GONE, Answer(410)])
@pytest.mark.parametrize("mode", ["none", "next-link", "infinite-scroll", "numbered", "expanding"])
def test_a_date_without_a_page_or_links_is_an_empty_day(mode, answer):
    page = "" if mode in ("none", "next-link") else "{page}"
    days = span(
        f"{BASE}/{{date:%Y/%m/%d}}/{page}", mode, dates=dates(date(2024, 1, 1), date(2024, 1, 3))
    )
    shell = walked(days, lambda url: answer)
    assert shell.problems == [] and len(shell.requests) == 3
    assert {shell.state(w).complete for w in shell.stored} == {True}
    shell.crawl()
    assert shell.requests == [], "days that are over are not walked again"


def test_each_window_is_walked_by_the_mode():
    days = span(
        f"{BASE}/{{date:%Y/%m}}/?page={{page}}",
        "infinite-scroll",
        dates=dates(date(2023, 12, 31), date(2024, 2, 1), "month"),
    )
    shell = walked(
        days, lambda url: Answer(200, (article(url[28:35]),)) if url.endswith("=1") else Answer()
    )
    assert [u.removeprefix(BASE) for u in shell.requests] == [
        f"/{m}/?page={n}" for m in ("2024/02", "2024/01", "2023/12") for n in (1, 2, 3)
    ]


def test_a_next_link_from_day_to_day_does_not_leave_its_window():
    days = span(
        f"{BASE}/{{date:%Y/%m/%d}}/", "next-link", dates=dates(date(2024, 1, 1), date(2024, 1, 9))
    )

    def site(url: str) -> Answer:
        day = date.fromisoformat(url.removeprefix(BASE + "/")[:10].replace("/", "-"))
        if url.endswith("/"):
            return Answer(200, (article(day),), url + "page/2")
        return Answer(200, (article(f"{day}b"),), f"{BASE}/{day - timedelta(days=1):%Y/%m/%d}/")

    shell = walked(days, site)
    assert len(shell.requests) == 18 and len(shell.articles) == 18
    assert shell.state("2024-01-05").stop_reason == "other-window"


@pytest.mark.parametrize(
    ("stop", "ended", "requests"),
    [
        (Stop(at=(r"page=3$",)), "stop-at", 2),
        (Stop(max_pages=4), "max-pages", 4),
        (Stop(listed=(r"/article/7$",)), "listed-stop", 2),
    ],
)
def test_stops_of_the_portal_file(stop, ended, requests):
    shell = walked(span(stop=stop), numbered_site(lambda: ALL, 5))
    assert (shell.state().stop_reason, len(shell.requests), shell.state().complete) == (
        ended,
        requests,
        True,
    )


@pytest.mark.parametrize("status", [None, 403, 429, 500, 503])
def test_after_a_failed_page_the_walk_resumes_one_page_before_it(status):
    down = True
    inner = numbered_site(lambda: ALL, 5)
    shell = walked(
        span(), lambda url: Answer(status) if down and url.endswith("=3") else inner(url)
    )
    assert (shell.state().stop_reason, shell.state().complete, shell.problems) == (
        "failed",
        False,
        ["archive-page-failed"],
    )
    down = False
    shell.crawl()
    assert [u[-1] for u in shell.requests] == ["2", "3", "4", "5", "6", "7"]
    assert shell.articles == set(ALL) and shell.state().complete


def test_a_page_that_always_fails_does_not_hide_what_is_new_at_the_top():
    found = list(ALL)
    inner = numbered_site(lambda: found, 5)
    shell = walked(span(), lambda url: Answer(500) if url.endswith("=3") else inner(url))
    found.insert(0, article("new"))
    requests = []
    for _ in range(4):
        shell.crawl()
        requests.append([u[-1] for u in shell.requests])
    assert requests[:3] == [["2", "3"], ["2", "3"], ["1", "2", "3"]]
    assert article("new") in shell.articles


def test_a_portal_that_is_down_for_a_while_costs_no_pages():
    inner, down = numbered_site(lambda: ALL, 5), False
    shell = Shell(portal(span()), span(), lambda url: Answer(None) if down else inner(url))
    shell.crawl(budget=3)
    down = True
    shell.crawl()
    assert [u[-1] for u in shell.requests] == ["3"]
    down = False
    shell.crawl()
    assert [u[-1] for u in shell.requests] == ["3", "4", "5", "6", "7"]


def test_a_walk_that_read_nothing_begins_again_at_the_same_page():
    found = list(ALL)
    shell = Shell(portal(span()), span(), numbered_site(lambda: found, 5))
    shell.crawl(budget=3)
    taken = start_walk(shell.portal, shell.span, None, shell.state(), RunContext(TODAY))
    assert (
        taken.entry == "again"
        and start_walk(shell.portal, shell.span, None, taken, RunContext(TODAY)) == taken
    )


@pytest.mark.parametrize("stopped_after", [1, 2, 3, 4])
def test_a_short_last_page_stays_a_proof_of_the_end_after_a_kill(stopped_after):
    shell = Shell(portal(span()), span(), numbered_site(lambda: ALL[:13], 5))
    shell.crawl(budget=stopped_after)
    shell.crawl()
    assert shell.articles == set(ALL[:13])
    assert (shell.state().stop_reason, shell.state().looks) == ("empty", ())


def test_if_the_page_to_resume_at_is_gone_the_walk_starts_at_the_top():
    found = list(ALL)
    shell = Shell(portal(span()), span(), numbered_site(lambda: found, 5, "gone"))
    shell.crawl(budget=4)
    del found[8:]
    shell.crawl()
    assert [u[-1] for u in shell.requests] == ["4", "1", "2", "3", "4"]
    assert shell.state().complete and shell.problems == []


def test_a_rerun_newest_first_stops_after_two_known_pages():
    found = list(ALL)
    shell = walked(span(), numbered_site(lambda: found, 5))
    shell.crawl()
    assert ([u[-1] for u in shell.requests], shell.state().stop_reason) == (
        ["1", "2", "5"],
        "known",
    )
    found[:0] = [article(f"new{n}") for n in range(7)]
    shell.crawl()
    assert ([u[-1] for u in shell.requests], shell.state().stop_reason) == (
        ["1", "2", "3", "4", "5"],
        "known",
    )
    assert set(found) == shell.articles
    shell.crawl(full=True)
    assert len(shell.requests) == 9


def test_links_of_an_unfinished_rerun_do_not_count_as_known():
    found = list(ALL)
    shell = walked(span(), numbered_site(lambda: found, 5))
    found[:0] = [article(f"new{n}") for n in range(20)]
    shell.crawl(budget=1)
    found[:0] = [article(f"newer{n}") for n in range(10)]
    shell.crawl()
    shell.crawl()
    assert set(found) == shell.articles


def test_a_rerun_oldest_first_starts_at_its_last_page():
    found = list(ALL)
    shell = walked(span(newest_first=False), numbered_site(lambda: found, 5))
    found += [article(f"new{n}") for n in range(7)]
    shell.crawl()
    assert [u[-1] for u in shell.requests] == ["5", "6", "7", "8", "0"]
    assert set(found) == shell.articles


@pytest.mark.parametrize("beyond", ["empty", "gone", "last"])
def test_reruns_oldest_first_do_not_move_past_the_end(beyond):
    found = list(ALL)
    shell = walked(span(newest_first=False), numbered_site(lambda: found, 5, beyond))
    for _ in range(4):
        shell.crawl()
        assert shell.requests[0].endswith("=5")
    found += [article(f"new{n}") for n in range(17)]
    shell.crawl()
    assert set(found) == shell.articles


def test_a_window_is_settled_by_a_walk_that_began_after_its_end():
    """A month that was walked while open is walked again after its end, for its last days."""
    months = span(
        f"{BASE}/{{date:%Y/%m}}?page={{page}}",
        "infinite-scroll",
        dates=dates(date(2024, 3, 1), date(2024, 3, 31), "month"),
    )
    found = list(ALL)
    shell = walked(months, numbered_site(lambda: found, 5))
    shell.crawl()
    assert len(shell.requests) == 3
    found[:0] = [article("at the end")]
    shell.today = date(2024, 4, 2)
    shell.crawl()
    assert len(shell.requests) == 4, "ended two days ago only tomorrow"
    shell.today = date(2024, 4, 3)
    shell.crawl()
    assert len(shell.requests) == 6 and set(found) == shell.articles
    shell.crawl()
    assert shell.requests == []


def test_a_changed_walk_rule_starts_a_new_walk_and_a_moved_line_does_not():
    rule = Rule("css", "a.next", place=Place("a.yaml", 3, 1))
    moved = Rule("css", "a.next", place=Place("a.yaml", 9, 1))
    days = {
        "url": f"{BASE}/{{date:%Y/%m/%d}}",
        "mode": "none",
        "dates": dates(date(2024, 1, 1), date(2024, 1, 1)),
    }

    def with_next(r: Rule):
        from dataclasses import replace

        made = span(**days)
        return replace(made, pagination=replace(made.pagination, mode="next-link", next=(r,)))

    shell = walked(with_next(rule), lambda url: Answer(200, ALL[:1]))
    shell.span = with_next(moved)
    shell.crawl()
    assert shell.requests == []
    shell.span = with_next(Rule("css", "a.older"))
    shell.crawl()
    assert len(shell.requests) == 1


def test_the_state_is_stored_as_json_and_a_damaged_one_is_refused():
    shell = Shell(portal(span()), span(), numbered_site(lambda: ALL, 5))
    shell.crawl(budget=3)
    state = shell.state()
    assert WalkState.from_json(state.to_json()) == state
    assert len(shell.stored[""]) < 700
    with pytest.raises(StoreDamaged, match="column"):
        WalkState.from_json({})


def test_a_page_that_was_not_requested_is_refused():
    state = start_walk(portal(span()), span(), None, None, RunContext(TODAY))
    with pytest.raises(ValueError, match="not the requested page"):
        advance(portal(span()), span(), state, PageRead(BASE, 200))


def test_every_stop_reason_has_a_description():
    assert all(words and not words.endswith(".") for words in STOP_REASONS.values())


def test_a_window_without_a_stored_walk_is_due():
    assert is_due(span(), None, None, RunContext(TODAY))
    state = start_walk(portal(span()), span(), None, None, RunContext(TODAY))
    assert is_due(span(), None, state, RunContext(TODAY))


@pytest.mark.parametrize("newest_first", [True, False])
def test_full_walks_everything_even_after_an_interrupted_partial_walk(newest_first):
    found = list(ALL)
    shell = walked(span(newest_first=newest_first), numbered_site(lambda: found, 5))
    shell.crawl(budget=1)
    shell.crawl(budget=4, full=True)
    assert [u[-1] for u in shell.requests] == ["1", "2", "3", "4"]
    shell.crawl(full=True)
    assert [u[-1] for u in shell.requests] == ["4", "5", "6", "7"], (
        "an unfinished full walk is taken up too"
    )
