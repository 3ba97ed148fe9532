"""What a corpus or WARC files know of a portal, and its pages in another design: asked for again,
or stored."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from datetime import date
from itertools import islice
from typing import Any, TypeVar

from webarticlecurator.archive.entry import is_closed
from webarticlecurator.build.changes import KIND
from webarticlecurator.dataclasses import dataclass, field, replace
from webarticlecurator.errors import PageUnreadable, PortalRefused, UsageError, WarcUnreadable
from webarticlecurator.model.capture import Capture
from webarticlecurator.model.hosts import origin_of
from webarticlecurator.model.portal import Portal
from webarticlecurator.propose.visits import LimitedVisits
from webarticlecurator.repair.design_names import looks_alike
from webarticlecurator.repair.known_articles import KnownArticle, is_wall, judge_all, read_known
from webarticlecurator.repair.list_rules import KnownList, read_listing, strip_host
from webarticlecurator.states.replay import ListingPlace, locate_listing
from webarticlecurator.store import CorpusView, WritableCorpus
from webarticlecurator.stored_pages.captured_pages import CapturedPages, select_articles
from webarticlecurator.stored_pages.page_store import StoredPage, run_supervised
from webarticlecurator.text.translation import make_message

MAX_READ = 120
"""Stored pages of articles that are read, and of lists."""
MAX_LISTED = 20_000
"""Archive pages among which those to read are chosen."""
MAX_REQUESTS = 24
"""Requests for pages; that for robots.txt comes before."""
MAX_ARTICLES = 18
MAX_LISTS = 5
MAX_FAILED = 5
"""Articles in a row without an answer after which no more are asked for."""
MAX_NEWEST = 12
"""Pages from which rules are made where no article is known."""
MAX_OLDER = 30
"""Older captures that must be read as before."""

Item = TypeVar("Item")


@dataclass(frozen=True)
class KnownPage:
    """A page of an article, what is known of the article, if anything, and its ``old`` page, of a
    page in another design."""

    stored: StoredPage
    known: KnownArticle | None = None
    column: str | None = None
    old: StoredPage | None = None

    @property
    def key(self) -> str:
        return strip_host(self.stored.url)


@dataclass
class Past:
    """What is known of a portal: pages of articles and archive pages. ``drifted``: the days from
    which on crawls noticed that pages have changed."""

    articles: list[KnownPage] = field(default_factory=list)
    lists: list[KnownList] = field(default_factory=list)
    drifted: list[date] = field(default_factory=list)


def read_past(
    portal: Portal,
    corpus: CorpusView | WritableCorpus,
    pages: CapturedPages,
    archive_pages: Iterator[tuple[Capture, ListingPlace]] | None,
    today: date,
    show: Callable[[str], None],
) -> Past:
    """Read the past of a portal from a corpus that lists the articles, and from ``pages``, which
    have the captures. ``archive_pages``: those of WARC files."""
    past = Past()
    rows = [*islice(select_articles(portal, corpus), MAX_READ + 1)]
    if len(rows) > MAX_READ:
        rows = corpus.frontier.sample(MAX_READ, "tei", "stored")
    rejected = corpus.frontier.sample(MAX_READ // 4, "rejected")
    rows += [row for row in rejected if row.reason in ("no-root", "empty")]
    signs = (corpus.frontier.article(each.where) for each in corpus.run_log.problems([KIND]))
    drifted = [row for row in signs if row is not None]
    for row in dict.fromkeys((*rows, *drifted)):
        read = [*_read_articles(portal, pages, row.requested, row.column)]
        past.articles += read
        days = [each.stored.captured for each in read if row in drifted]
        past.drifted += [day for day in days[-1:] if day is not None]
    show(make_message("{number} stored pages of articles read", number=len(past.articles)))
    listed = _list_archive_pages(portal, pages) if archive_pages is None else archive_pages
    for capture, place in _choose_captures([*islice(listed, MAX_LISTED)], today):
        for stored, found in _read_stored(portal, pages, [capture], read_listing, place.span):
            is_over = is_closed(place.window, place.span.settle, today)
            past.lists.append(
                KnownList(stored, stored, place.span, place.key.window, is_over, found)
            )
    return past


def read_again(portal: Portal, past: Past, pages: CapturedPages) -> None:
    """Add to a past what other pages have at its addresses, whatever the rules make of them."""
    for article in list(past.articles):
        past.articles += _read_articles(portal, pages, article.stored.url, article.column)
    for each in list(past.lists):
        captures = _first_and_last(pages.captures_of(each.old.url))
        for stored, found in _read_stored(portal, pages, captures, read_listing, each.span):
            past.lists.append(replace(each, old=stored, known=found))


def _read_articles(
    portal: Portal, pages: CapturedPages, url: str, column: str | None
) -> Iterator[KnownPage]:
    captures = _first_and_last(pages.captures_of(url))
    for stored, known in _read_stored(portal, pages, captures, read_known, column):
        yield KnownPage(stored, known, column)


def _read_stored(
    portal: Portal,
    pages: CapturedPages,
    captures: Sequence[Capture],
    work: Callable[..., Any],
    argument: object,
) -> Iterator[tuple[StoredPage, Any]]:
    """Yield stored pages with the result of ``work``; without those that are not to be had, or take
    too long."""
    for capture in captures:
        with suppress(WarcUnreadable, PageUnreadable):
            stored = pages.read(capture)
            yield stored, run_supervised(portal, stored.url, work, stored, argument)


def _first_and_last(captures: Sequence[Capture]) -> list[Capture]:
    """Return the first and the last of different captures."""
    return list({each.body_digest: each for each in (*captures[:1], *captures[-1:])}.values())


def _list_archive_pages(
    portal: Portal, pages: CapturedPages
) -> Iterator[tuple[Capture, ListingPlace]]:
    for capture in pages.archive_captures():
        place = locate_listing(portal, capture.origin, capture.url)
        if place is not None:
            yield capture, place


def _choose_captures(
    found: Sequence[tuple[Capture, ListingPlace]], today: date
) -> list[tuple[Capture, ListingPlace]]:
    """Return the archive pages of some windows, all of a window, closed windows first."""
    windows: dict[tuple[str, int, str], list[tuple[Capture, ListingPlace]]] = {}
    for capture, place in found:
        key = (place.key.column, place.key.span, place.key.window)
        windows.setdefault(key, []).append((capture, place))

    def is_open(pages: Sequence[tuple[Capture, ListingPlace]]) -> bool:
        place = pages[0][1]
        return not is_closed(place.window, place.span.settle, today)

    groups = sorted(windows.values(), key=is_open)
    step = max(1, len(groups) * 3 // MAX_READ)
    return [page for group in groups[::step] for page in group[:3]][:MAX_READ]


# The same pages in another design.


@dataclass
class PagePairs:
    """The pages in both designs; ``same`` are old and new pages that look alike."""

    pages: list[KnownPage] = field(default_factory=list)
    same: list[tuple[StoredPage, StoredPage]] = field(default_factory=list)
    old: list[StoredPage] = field(default_factory=list)
    lists: list[KnownList] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)

    def both_designs(self) -> Iterator[tuple[StoredPage, StoredPage]]:
        """Yield the pages that are known in both designs, the old one first."""
        yield from ((each.old, each.stored) for each in self.pages if each.old is not None)
        yield from ((each.old, each.new) for each in self.lists)
        yield from self.same


_UNKNOWN = (
    "no article is known in both designs: the rules are made of the newest pages alone, and nothing"
    " proves them"
)


def ask_again(
    portal: Portal, past: Past, visits: LimitedVisits, today: date, show: Callable[[str], None]
) -> PagePairs:
    """Ask for known archive pages and articles, and return them now. Raises UsageError if the
    portal answers nothing, PortalRefused if it does not show what a subscriber sees."""
    known = newest_known(past)
    found = PagePairs(old=[each.stored for each, _ in known[:MAX_OLDER]])
    asker = _Asker(visits, today, show)
    for each in _choose_lists(past):
        found.lists += [replace(each, new=stored) for stored in asker.ask(each.old.url)]
    unchanged = _ask_articles(portal, known, asker, found)
    found.remarks += [
        make_message("{old} leads to {new}", old=old, new=new) for old, new in asker.moved.items()
    ]
    if unchanged and unchanged >= len(found.pages):
        found.same += [(each.old, each.stored) for each in found.pages if each.old is not None]
        found.pages.clear()
        found.remarks.append(
            make_message(
                "{number} articles that were asked for again are read the same",
                number=unchanged,
            )
        )
    elif not found.pages:
        _take_newest(past, found)
        trouble = make_message(
            "none of {sent} known pages can be had: {trouble}",
            sent=visits.sent,
            trouble=["", *asker.troubles][-1],
        )
        if asker.troubles and not (found.pages or found.lists):
            raise UsageError(
                trouble, "Open one in a browser: the portal may be down, or have other addresses."
            )
        found.remarks += [trouble] if asker.troubles else []
        found.remarks += [_UNKNOWN] if found.pages else []
    return found


def _ask_articles(
    portal: Portal,
    known: Sequence[tuple[KnownPage, KnownArticle]],
    asker: _Asker,
    found: PagePairs,
) -> int:
    """Add the pages of known articles as they are now, and return the number of those that the
    rules read the same. Raises PortalRefused."""
    unchanged = walls = 0
    for article, words in _spread(known, MAX_ARTICLES):
        if asker.is_at_end or (asker.is_down and not found.lists):
            break
        for stored in asker.ask(article.stored.url):
            if run_supervised(portal, stored.url, is_wall, stored, words):
                walls += 1
                if walls == MAX_FAILED and not (found.pages or unchanged):
                    raise PortalRefused(
                        make_message(
                            "{url} is not shown as to a subscriber (fetch.signed_in)",
                            url=stored.url,
                        ),
                        make_message("Sign in again: curator login {path}", path=portal.path),
                    )
                continue
            is_same = judge_all(portal, [portal], stored, words)[0].is_same
            unchanged += is_same
            if is_same and looks_alike(portal, stored, article.stored):
                found.same.append((article.stored, stored))
            else:
                found.pages.append(KnownPage(stored, words, old=article.stored))
    found.remarks += (
        [make_message("{number} pages are walls, and do not count", number=walls)] if walls else []
    )
    return unchanged


class _Asker:
    """Asks for pages; ``troubles`` are those of the last ones in a row that were not to be had.
    ``moved``: old → new host of pages that are at the same path there."""

    def __init__(self, visits: LimitedVisits, today: date, show: Callable[[str], None]) -> None:
        self._visits, self._today, self._show = visits, today, show
        self.troubles: list[str] = []
        self.moved: dict[str, str] = {}

    @property
    def is_down(self) -> bool:
        return len(self.troubles) >= MAX_FAILED

    @property
    def is_at_end(self) -> bool:
        """True if no more pages may be asked for; of another host, robots.txt is, too."""
        return self._visits.left < 2 + len(self.moved)

    def ask(self, url: str) -> list[StoredPage]:
        """Return the page at an address, or nothing if it is not to be had."""
        self._show(make_message("looking at {url}", url=url))
        for old, new in self.moved.items():
            url = f"{new}{url.removeprefix(old)}" if url.startswith(old) else url
        visit = self._visits.get(url)
        old, new = (f"{origin_of(each)}/" for each in (url, visit.answered))
        if old != new and strip_host(visit.answered) == strip_host(url):
            self.moved[old] = new
        self.troubles = [*self.troubles, visit.trouble] if visit.trouble else []
        page = StoredPage(visit.answered, visit.content, visit.content_type, self._today)
        return [] if visit.trouble else [page]


def pair_stored(portal: Portal, past: Past) -> PagePairs:
    """Return the pages that are stored in both designs."""
    found = PagePairs()
    known = {article.key: (article, words) for article, words in newest_known(past)}
    for each in past.articles:
        best, words = known.get(each.key, (each, None))
        if best.stored is each.stored or words is None:
            continue
        if not judge_all(portal, [portal], each.stored, words)[0].is_same:
            found.pages.append(KnownPage(each.stored, words, old=best.stored))
    new = {id(page.stored) for page in found.pages}
    old = (each.stored for each, _ in known.values() if id(each.stored) not in new)
    found.old = [*islice(old, MAX_OLDER)]
    lists: dict[str, list[KnownList]] = {}
    for one in past.lists:
        lists.setdefault(strip_host(one.old.url), []).append(one)
    for first, *others in lists.values():
        for other in others:
            if other.known != first.known:
                # the design that more is read in is the old one
                before, now = sorted((first, other), key=lambda e: -len(e.known.links))
                found.lists.append(_with_window(past, before, now.old))
    if not found.pages:
        _take_newest(past, found)
        found.remarks += [_UNKNOWN] if found.pages else []
    return found


def _take_newest(past: Past, found: PagePairs) -> None:
    """Take the newest pages that the rules do not read as most of them."""
    good = {each.key for each, _ in newest_known(past)}
    bad = [each for each in past.articles if each.key not in good]
    bad.sort(key=lambda each: each.stored.captured or date.min, reverse=True)
    found.pages = [KnownPage(each.stored) for each in bad[:MAX_NEWEST]]


def newest_known(past: Past) -> list[tuple[KnownPage, KnownArticle]]:
    """Return the articles that the rules read well, each in its fullest reading."""
    pairs = [(each, each.known) for each in past.articles if each.known is not None]
    pairs = [pair for pair in pairs if pair[1].is_ruled] or pairs
    names = [
        name
        for name in ("title", "published")
        if sum(bool(known.values[name]) for _, known in pairs) >= 0.5 * len(pairs)
    ]
    good: dict[str, tuple[KnownPage, KnownArticle]] = {}
    for each, known in pairs:
        best = good.get(each.key)
        is_better = best is None or _fullness(known) > _fullness(best[1])
        if is_better and all(known.values[name] for name in names):
            good[each.key] = (each, known)
    return list(good.values())


def _fullness(known: KnownArticle) -> tuple[int, int]:
    return sum(map(bool, known.values.values())), len(known.words)


def _choose_lists(past: Past) -> list[KnownList]:
    """Return archive pages of closed windows, of several link rules, first pages before others."""
    every = [each for each in past.lists if each.known.links]
    rules: dict[object, list[KnownList]] = {}
    for each in [each for each in every if each.is_closed] or every:
        rules.setdefault((each.span.links, each.span.pagination.next), []).append(each)
    share = max(1, MAX_LISTS // max(1, len(rules)))
    chosen = [each for group in rules.values() for each in _spread(group, share)][:MAX_LISTS]
    return [_with_window(past, each, each.new) for each in chosen]


def _with_window(past: Past, given: KnownList, new: StoredPage) -> KnownList:
    """Return an archive page as it is now, with all articles of its window."""
    window = (each for each in past.lists if (each.span, each.window) == (given.span, given.window))
    articles = frozenset(link for each in window for link in each.known.links)
    return replace(given, new=new, articles=articles)


def _spread(items: Sequence[Item], limit: int) -> list[Item]:
    """Return items from all parts of a list."""
    if len(items) <= limit:
        return list(items)
    return [items[n * (len(items) - 1) // max(1, limit - 1)] for n in range(limit)]
