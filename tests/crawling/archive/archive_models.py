"""Artificial paged archives, and a shell for the walk that records what the store would record."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta, timezone

from webarticlecurator.base.portal.portal import Column, Dates, Pagination, Portal, Span, Stop
from webarticlecurator.crawling.archive.entry import is_due, is_top_unread, start_walk
from webarticlecurator.crawling.archive.state import PageRead, RunContext, WalkState
from webarticlecurator.crawling.archive.walk import advance
from webarticlecurator.crawling.archive.walk_looks import judge_walk
from webarticlecurator.crawling.archive.windows import Window, span_windows
from webarticlecurator.portal_file.values.address_templates import parse_address_template

TODAY = date(2024, 3, 20)
NOON = datetime(2024, 3, 20, 12, tzinfo=timezone.utc)


@dataclass(frozen=True)
class Answer:
    status: int | None = 200
    links: tuple[str, ...] = ()
    next_page: str | None = None
    is_blank: bool = False


GONE = Answer(404)
Site = Callable[[str], Answer]


def span(
    url: str = "https://echo.example/news?page={page}", mode: str = "numbered", **keys: object
) -> Span:
    """Return a span of column ``news``; keys of Pagination are set there, others on the span."""
    paging = {k: keys.pop(k) for k in ("first", "step", "last", "first_url", "pages") if k in keys}
    made = {
        "column": "news",
        "number": 0,
        "dates": None,
        "links": (),
        "stop": Stop(),
        "settle": timedelta(days=2),
        **keys,
    }
    return Span(url=parse_address_template(url), pagination=Pagination(mode=mode, **paging), **made)


def portal(*spans: Span, language: str = "hu") -> Portal:
    names = dict.fromkeys(s.column for s in spans)
    columns = tuple(Column(n, tuple(s for s in spans if s.column == n)) for n in names)
    return Portal("daily-echo", "https://echo.example/", language=language, columns=columns)


def article(number: object) -> str:
    return f"https://echo.example/article/{number}"


def pages(articles: list[str], size: int) -> list[tuple[str, ...]]:
    return [tuple(articles[n : n + size]) for n in range(0, len(articles), size)]


def numbered_site(articles: Callable[[], list[str]], size: int, beyond: str = "empty") -> Site:
    """Return the site of a newest-first list with the addresses ``?page=N``.

    Past the end, a page is ``empty``, ``gone``, or ``last`` (the last page again).
    """

    def answer(url: str) -> Answer:
        number, found = int(url.partition("page=")[2]), pages(articles(), size)
        if 1 <= number <= len(found):
            return Answer(200, found[number - 1])
        if beyond == "last" and found:
            return Answer(200, found[-1])
        return GONE if beyond == "gone" else Answer()

    return answer


def linked_site(articles: Callable[[], list[str]], size: int) -> Site:
    """Return the same site with next links; page 1 has no number."""
    inner = numbered_site(articles, size)

    def answer(url: str) -> Answer:
        base, _, number = url.partition("?page=")
        page, count = int(number or 1), len(pages(articles(), size))
        found = inner(f"{base}?page={page}")
        return Answer(200, found.links, f"{base}?page={page + 1}" if page < count else None)

    return answer


@dataclass
class Shell:
    """Walks as the crawl does, and records what the store records.

    Per window, this is the state as JSON and the number of the traversal; per link, the traversals
    that listed it first and last, and the place where the first did. Each crawl is at ``time``, a day after which doubts are
    confirmed; a run was well if another page listed something.
    """

    portal: Portal
    span: Span
    site: Site
    today: date = TODAY
    stored: dict[str, str] = field(default_factory=dict)
    traversal: dict[str, int] = field(default_factory=dict)
    completed: dict[str, int] = field(default_factory=dict)
    first: dict[tuple[str, str], int] = field(default_factory=dict)
    seen: dict[tuple[str, str], int] = field(default_factory=dict)
    places: dict[tuple[str, str], tuple[int, str, int]] = field(default_factory=dict)
    asked: dict[tuple[str, str], int] = field(default_factory=dict)
    requests: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    time: datetime = NOON
    well: dict[datetime, int] = field(default_factory=dict)

    @property
    def articles(self) -> set[str]:
        return {link for _, link in self.first}

    def state(self, window: str = "") -> WalkState:
        return WalkState.from_json(json.loads(self.stored[window]))

    def crawl(self, budget: int = 10_000, full: bool = False) -> bool:
        """Run with at most ``budget`` requests; return True if the run was complete."""
        self.requests, self.problems = [], []
        for window in span_windows(self.span, self.today):
            key = window.key if window else ""
            earlier = self.state(key) if key in self.stored else None
            if is_due(self.span, window, earlier, self.context(full)) and not self._walk(
                window, earlier, budget, full
            ):
                return False
        return True

    def wait(self, days: float) -> None:
        """Let time pass between two crawls."""
        self.time += timedelta(days=days)
        self.today = self.time.date()

    def context(self, full: bool = False) -> RunContext:
        was_well = lambda time, _: self.well.get(time, 0) > 0  # noqa: E731
        return RunContext(self.today, full, self.time, was_well=was_well)

    def is_certain(self, window: str = "") -> bool:
        """Return True if nothing of a complete walk is to be looked at again."""
        judged = judge_walk(self.state(window), self.context())
        return judged is None or judged.is_final

    def _walk(
        self, window: Window | None, earlier: WalkState | None, budget: int, full: bool
    ) -> bool:
        begun = self._walk_once(window, earlier, budget, full)
        key = window.key if window else ""
        if begun is None:
            return False
        ended = self.state(key)
        if is_top_unread(self.span, window, begun, ended, self.today):
            return self._walk_once(window, ended, budget, full) is not None
        return True

    def _walk_once(
        self, window: Window | None, earlier: WalkState | None, budget: int, full: bool
    ) -> WalkState | None:
        """Return the first state of the walk, or None where the budget does not suffice."""
        begun = state = start_walk(self.portal, self.span, window, earlier, self.context(full))
        self.traversal[state.window] = self.traversal.get(state.window, 0) + 1
        while state.address is not None:
            if len(self.requests) >= budget:
                return None
            state = advance(self.portal, self.span, state, self._read(state))
            self.traversal[state.window] += state.restarted
            self.problems += [p.kind for p in state.problems]
            self.stored[state.window] = json.dumps(state.to_json())
        if state.reached_end:
            self.completed[state.window] = self.traversal[state.window]
        return begun

    def _read(self, state: WalkState) -> PageRead:
        url, window = str(state.address), state.window
        self.requests.append(url)
        answer = self.site(url)
        if answer.status == 200 and answer.links:
            self.well[self.time] = self.well.get(self.time, 0) + 1
        now, done = self.traversal[window], self.completed.get(window, 0)
        if answer.status == 200:
            self.asked[window, url] = now
        new = sum(self.seen.get((window, link), 0) < now for link in answer.links)
        known = [0 < self.first.get((window, link), 0) <= done for link in answer.links]
        unseen = sum((window, link) not in self.first for link in answer.links)
        was_new = [self.seen.get((window, link), 0) < now for link in answer.links]
        found = [self.places.get((window, link), (0, "", 0)) for link in answer.links]
        places = tuple((page, at) for first, page, at in found if first == now and page != url)
        for at, link in enumerate(answer.links):
            self.places.setdefault((window, link), (now, url, at))
            self.first.setdefault((window, link), now)
            self.seen[window, link] = now
        return PageRead(
            url,
            answer.status,
            answer.links,
            answer.next_page,
            new,
            all(known),
            self._asked,
            unseen_link_count=unseen,
            time=self.time,
            is_blank=answer.is_blank,
            places=places,
            first_new=[*was_new, True].index(True),
            known_from=len(known) - [*reversed(known), False].index(False),
        )

    def _asked(self, address: str) -> bool:
        return any(
            url == address and n == self.traversal[window]
            for (window, url), n in self.asked.items()
        )


def dates(first: date, until: date | None, step: str = "day", newest_first: bool = True) -> Dates:
    return Dates(first, until, step, newest_first)
