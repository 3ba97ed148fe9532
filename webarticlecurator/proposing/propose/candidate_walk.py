"""A proposed portal file walked as a crawl would walk it, in memory, over the answers that are kept
and a few more.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import date
from pathlib import Path

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.grouping import choose_spread
from webarticlecurator.base.portal.portal import Portal, Span
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.crawling.archive.entry import start_at_top
from webarticlecurator.crawling.archive.link_source import PagePlace, SourcePage
from webarticlecurator.crawling.archive.state import PageRead, WalkState
from webarticlecurator.crawling.archive.walk import advance
from webarticlecurator.crawling.archive.windows import AnyWindow, NamedWindow, span_windows
from webarticlecurator.crawling.states.archive_listing import StoredAnswer, read_source_page
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.proposing.propose.visits import Visits

MAX_WINDOWS = 9
"""Windows, or pages that an index names, that are walked; the others are believed to be like them.
"""
MAX_PAGES = 3
"""Pages of one window, after which it is believed to go on."""
MIN_FULL = 5
"""Articles on several lists from which on lists of one length seem to be cut."""


@dataclass(frozen=True)
class WalkedList:
    """What a walk has seen: the articles that it ``reached``, in order; how many list ``pages`` it
    read, and the addresses of those that list something (``lists``); how many articles each window
    has that it walked (``sizes``), and how many windows are ``unread``; ``repeats``: links to what
    was listed before. ``goes_on``: a list has further pages, or one that could not be read;
    ``is_paged``: some pages that were read are further ones."""

    reached: tuple[str, ...] = ()
    lists: tuple[str, ...] = ()
    pages: int = 0
    sizes: tuple[int, ...] = ()
    unread: int = 0
    repeats: int = 0
    goes_on: bool = False
    is_paged: bool = False

    @property
    def expected(self) -> float:
        """How many articles there are if what was not read is like what was."""
        windows = len(self.sizes)
        return len(self.reached) * (windows + self.unread) / max(1, windows)

    def is_cut(self, usual: Collection[int] = ()) -> bool:
        """Return True if most of the lists have as many articles as the longest one, or two of them
        do, and one of the ``usual`` lists: they may be the newest ones alone."""
        most = max(self.sizes, default=0)
        longest = self.sizes.count(most)
        are_most = 3 * longest >= 2 * len(self.sizes)
        return most >= MIN_FULL and longest > 1 and (are_most or most in usual)


def walk_list(
    text: str,
    visits: Visits,
    runtime: Runtime,
    most: int = MAX_WINDOWS,
    pages: int = MAX_PAGES,
) -> WalkedList:
    """Walk the lists of the portal file ``text``: ``most`` windows, each for so many ``pages``."""
    portal = load_portal(Path("new.yaml"), learned=False, content=text.encode("utf-8"))
    walk = _Walk(portal, visits, runtime, most, pages)
    for span in portal.spans.values():
        walk.walk_span(span)
    return walk.result()


class _Walk:
    def __init__(
        self, portal: Portal, visits: Visits, runtime: Runtime, most: int, pages: int
    ) -> None:
        self._portal, self._visits, self._runtime = portal, visits, runtime
        self._most, self._most_pages = most, pages
        self._today: date = runtime.clock.now().date()
        self._reached: dict[str, None] = {}
        self._requested: set[str] = set()
        self._sizes: list[int] = []
        self._lists: list[str] = []
        self._pages = self._unread = self._repeats = 0
        self._goes_on = self._is_paged = False

    def result(self) -> WalkedList:
        return WalkedList(
            tuple(self._reached),
            tuple(self._lists),
            self._pages,
            tuple(self._sizes),
            self._unread,
            self._repeats,
            self._goes_on,
            self._is_paged,
        )

    def walk_span(self, span: Span) -> None:
        """Walk some windows of a span, then some of the pages that these name; and as many pages of
        an index as of a list."""
        waiting: Sequence[AnyWindow] = span_windows(span, self._today)
        for _ in range(self._most_pages):
            waiting = self._walk_windows(span, waiting)
        self._goes_on |= bool(waiting)

    def _walk_windows(self, span: Span, waiting: Sequence[AnyWindow]) -> list[NamedWindow]:
        """Walk some windows, then some of the pages that these name; return the next pages of
        indexes, which do not count among these."""
        following: dict[str, None] = {}
        share = 1.0  # of all windows, as far as those that were not read name as many
        while waiting:
            chosen = choose_spread(waiting, self._most)
            share *= len(chosen) / len(waiting)
            walked = [self._walk_window(span, window, following) for window in chosen]
            named = [each for pages, _ in walked for each in pages]
            if not named:
                self._sizes += [size for _, size in walked]
                self._unread += round(len(chosen) / share) - len(chosen)
                if any(size for _, size in walked):  # the others are believed to be lists, too
                    self._lists += (x.key for x in waiting if isinstance(x, NamedWindow))
            waiting = [NamedWindow(key) for key in dict.fromkeys(named)]
        return [NamedWindow(key) for key in following]

    def _walk_window(
        self, span: Span, window: AnyWindow, following: dict[str, None]
    ) -> tuple[list[str], int]:
        """Walk the first pages of a window; return the pages that they name, and how many links to
        articles they have. Next pages of an index are added to ``following``."""
        state = start_at_top(self._portal, span, window, self._today)
        place = PagePlace(window=state.window)
        named: list[str] = []
        size = 0
        for _ in range(self._most_pages):
            if state.address is None or not self._visits.can_visit(state.address):
                break
            read, page = self._read(span, state)
            for each in page.named:
                if place.leads_on_to(each):
                    following[each.key] = None
                else:
                    named.append(each.key)
            self._is_paged |= size > 0 and bool(page.links)
            size += len(page.links)
            state = advance(self._portal, span, state, read)
        self._goes_on |= state.address is not None or state.stop_reason == "failed"
        return named, size

    def _read(self, span: Span, state: WalkState) -> tuple[PageRead, SourcePage]:
        """Return what the page of a state lists."""
        url = state.address or ""
        if url not in self._requested:
            self._runtime.progress.show_message(make_message("looking at {url}", url=url))
        visit = self._visits.get(url)
        before = frozenset(self._requested)
        self._requested.add(url)
        if visit.trouble:
            return PageRead(url, visit.status), SourcePage()
        self._pages += 1
        answer = StoredAnswer(
            visit.answered,
            visit.content,
            visit.content_type,
            span.column,
            span=span.number,
            place=PagePlace(state.page, state.window),
            headers=visit.headers,
        )
        page = read_source_page(self._portal, span, answer)
        links = tuple(link.url for link in page.links)
        self._lists += [url] if links else []
        new = [each for each in links if each not in self._reached]
        self._repeats += len(links) - len(new)
        self._reached.update(dict.fromkeys(new))
        read = PageRead(
            url,
            visit.status,
            links,
            page.next_page,
            new_link_count=len(new),
            unseen_link_count=len(new),
            was_requested=before.__contains__,
            named_count=len(page.named),
            pager=page.pager.pages,
            was_walked=before.__contains__,
        )
        return read, page
