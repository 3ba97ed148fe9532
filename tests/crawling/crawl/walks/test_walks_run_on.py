"""Lists of months whose next links run on into the list of the next month."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from long_parameters import in_turn
from small_portal import Answer, article, listing
from walk_site import messages, names, running

MONTHS = [f"2023/{number:02}" for number in range(1, 8)]
PAGES = 3
Address = Callable[[int, int], str]


class Months:
    """A list of pages for each month at ``/list/YYYY/MM/``, whose next links have addresses of
    ``form`` (month, page), and lead on from the last page of a month to another one."""

    def __init__(self, form: Address, then: int) -> None:
        self.form, self.then = form, then

    def get(self, path: str, _default: object = None) -> str | Answer:
        for month, name in enumerate(MONTHS):
            for page in range(PAGES):
                is_first = page == 0 and path == f"/list/{name}/"
                if is_first or path == self.form(month, page):
                    return self.page(month, page)
        gone = path == "/robots.txt" or path.startswith("/list")
        return Answer("nothing", 404) if gone else article(f"Words of {path}.")

    def page(self, month: int, page: int) -> str:
        following = (month, page + 1) if page + 1 < PAGES else (month + self.then, 0)
        is_last = not 0 <= following[0] < len(MONTHS)
        more = "" if is_last else f'<a class="next" href="{self.form(*following)}">next</a>'
        shown = listing(*(f"/a/m{month}p{page}n{n}" for n in range(3)))
        return shown.replace("</body>", f"{more}</body>")


def below(month: int, page: int) -> str:
    return f"/list/{MONTHS[month]}/page/{page + 1}/"


def by_query(month: int, page: int) -> str:
    return f"/list/?page={page + 1}&m={MONTHS[month].replace('/', '-')}"


def by_number(month: int, page: int) -> str:
    return f"/list/?from={100 * month + page}"


TEXT = """fetch: {delay: 0, retries: 0}
archive:
  url: "BASE/list/{date:%Y/%m}/"
  dates: {from: 2023-01-01, until: 2023-07-31, step: month}
  links: h2
  pagination: {mode: next-link, next: a.next}
"""


@pytest.mark.parametrize(("form", "then"), in_turn([below, by_query, by_number], [1, -1]))
def test_no_month_is_walked_twice_and_none_looks_wrong(
    form: Address, then: int, tmp_path: Path
) -> None:
    with running(tmp_path, Months(form, then)) as portal:
        assert portal.crawl(TEXT).ok, messages(portal)
        asked = [path for path in portal.asked if path.startswith("/list")]
        # where next links have no date, the first pages of months have two addresses
        twice = len(MONTHS) - 1 if form is by_number else 0
        assert len(asked) == len(set(asked)) == len(MONTHS) * PAGES + twice
        assert len(names(portal)) == len(MONTHS) * PAGES * 3
        portal.asked.clear()
        assert portal.crawl(TEXT).ok and not any("/list" in path for path in portal.asked)


@pytest.mark.parametrize("form", [below, by_query])
def test_a_month_without_articles_whose_next_link_runs_on_has_none(
    form: Address, tmp_path: Path
) -> None:
    class Quiet(Months):
        def page(self, month: int, page: int) -> str:
            if month != 5:
                return super().page(month, page)
            return listing().replace(
                "</body>", f'<a class="next" href="{form(4, 0)}">next</a></body>'
            )

    with running(tmp_path, Quiet(form, -1)) as portal:
        assert portal.crawl(TEXT).ok, messages(portal)
        assert len(names(portal)) == (len(MONTHS) - 1) * PAGES * 3


def test_a_cached_list_of_another_month_still_looks_wrong(tmp_path: Path) -> None:
    class Cached(Months):
        def page(self, month: int, page: int) -> str:
            return super().page(2 if month == 6 else month, page)

    with running(tmp_path, Cached(below, 1)) as portal:
        assert not portal.crawl(TEXT).ok and "looks wrong" in messages(portal)
