"""Walks through a list whose portal fails them: it pushes what is new, and deletes, repeats and hides
pages, in the middle of the walk. Nothing is missed after the walk and one rerun past ``confirm``."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from statistics import median, quantiles

import pytest
from archive_models import Answer, Shell, article, portal, span

MODES = ("numbered", "infinite-scroll", "expanding", "next-link")
FAULTS = (
    "push",
    "push",
    "push",
    "hide",
    "delete",
    "repeat",
    "first again",
    "blank",
    "home",
    "fail",
)
PAGE = 5


@dataclass
class DisturbedList:
    """A newest-first list with ``size`` articles per page. ``faults``: number of a request → what
    happens at it: *push* (so many articles appear at the top), *hide* (a page without links),
    *delete* (404), *repeat* (the page before it), *first again* (the first page from a cache),
    *blank* (no bytes), *home* (the home page), *fail* (500). ``beyond``: what a number past the end answers."""

    mode: str
    articles: list[str]
    beyond: str = "empty"
    faults: dict[int, tuple[str, int]] = field(default_factory=dict)
    requests: int = 0
    added: int = 0
    first_page: Answer | None = None

    def answer(self, url: str) -> Answer:
        self.requests += 1
        kind, amount = self.faults.get(self.requests, ("", 0))
        number = int(url.partition("page=")[2] or 1)
        if kind == "push":
            self.push(amount)
        if kind in ("hide", "delete", "blank", "home", "fail"):
            return self.odd(kind, number)
        if kind == "repeat":
            return self.page(max(number - 1, 1))
        if self.first_page is None:
            self.first_page = self.page(1)
        return self.first_page if kind == "first again" else self.page(number)

    def mend(self, later: int) -> None:
        """Answer well from now on, with so many new articles at the top."""
        self.faults = {}
        self.push(later)

    def push(self, amount: int) -> None:
        new = [article(f"new{self.added + n}") for n in range(amount)]
        self.added += amount
        self.articles[:0] = new

    def odd(self, kind: str, number: int) -> Answer:
        if kind == "hide":
            return Answer()
        if kind == "delete":
            return Answer(404)
        can_end = number > 1 and self.mode != "next-link"
        if kind in ("blank", "home") and can_end:
            return Answer(200, is_blank=True)
        return Answer(None)

    def page(self, number: int) -> Answer:
        count = -(-len(self.articles) // PAGE)
        if number > count and self.beyond == "last":
            number = count
        if number > count:
            return (
                Answer(404)
                if self.beyond == "gone"
                else Answer(200, is_blank=self.beyond == "home")
            )
        links = tuple(self.articles[(number - 1) * PAGE : number * PAGE])
        following = f"https://echo.example/news?page={number + 1}"
        return Answer(200, links, following if number < count else None)


def make_walk(mode: str, pages: int, beyond: str) -> tuple[Shell, DisturbedList]:
    count = pages * PAGE - 2
    made = DisturbedList(mode, [article(n) for n in range(count)], beyond)
    url = "https://echo.example/news" + ("" if mode == "next-link" else "?page={page}")
    the_span = span(url, mode)
    return Shell(portal(the_span), the_span, made.answer), made


def crawl_twice(shell: Shell, site: DisturbedList, later: int) -> int:
    shell.crawl(budget=2000)
    requests = len(shell.requests)
    shell.wait(1.5)
    site.mend(later)
    shell.crawl(budget=2000)
    return requests + len(shell.requests)


@pytest.fixture
def walks(pytestconfig: pytest.Config) -> int:
    return 2000 if pytestconfig.getoption("long") else 160


def test_disturbed_walks_miss_nothing_and_cost_little(walks: int, pytestconfig: pytest.Config):
    random = Random(int(pytestconfig.getoption("seed", 2026)))
    shares, missed = [], []
    for number in range(walks):
        mode, beyond = MODES[number % 4], random.choice(["empty", "gone", "last", "home"])
        pages = random.randint(3, 14)
        faults: dict[int, tuple[str, int]] = {}
        for _ in range(random.choice([1, 1, 1, 2])):
            kind = "push" if number % 4 == number // 4 % 4 else random.choice(FAULTS)
            far = (
                random.randint(3, 6) * PAGE
                if number % 4 == number // 4 % 4
                else random.randint(1, 12)
            )
            faults[random.randint(1, pages + 1)] = (kind, far)
        later = random.choice([0, 0, 3, 12])
        shell, site = make_walk(mode, pages, beyond)
        calm, quiet = make_walk(mode, pages, beyond)
        undisturbed = crawl_twice(calm, quiet, later)
        site.faults = faults
        requests = crawl_twice(shell, site, later)
        left = set(site.articles) - shell.articles
        if left:
            missed.append((number, mode, beyond, pages, faults, later, len(left)))
        shares.append(requests / undisturbed)
    assert missed == []
    assert median(shares) <= 1.5
    assert quantiles(shares, n=20)[-1] <= 3
