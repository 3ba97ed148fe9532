"""The same pages in another design."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from itertools import islice

from webarticlecurator.base.dataclasses import dataclass, field, replace
from webarticlecurator.base.errors import PortalRefused, UsageError
from webarticlecurator.base.grouping import choose_spread, group_values
from webarticlecurator.base.portal.hosts import origin_of
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.corpus.stored_pages.page_store import StoredPage, run_supervised
from webarticlecurator.proposing.propose.visits import LimitedVisits
from webarticlecurator.proposing.repair.design_differences import looks_alike
from webarticlecurator.proposing.repair.known_articles import KnownArticle, is_wall, judge_all
from webarticlecurator.proposing.repair.known_pages import (
    MAX_ARTICLES,
    MAX_FAILED,
    MAX_LISTS,
    MAX_NEWEST,
    MAX_OLDER,
    KnownPage,
    Past,
)
from webarticlecurator.proposing.repair.list_rules import KnownList, strip_host
from webarticlecurator.proposing.repair.standing_articles import Ask, place_known


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
        yield from ((each.old, each.new) for each in self.lists if not each.is_followed)
        yield from self.same


_UNKNOWN = make_message(
    "no article is known in both designs, so the rules come from the newest pages alone and are"
    " not proved"
)


def ask_again(
    portal: Portal, past: Past, visits: LimitedVisits, today: date, show: Callable[[str], None]
) -> PagePairs:
    """Ask for known archive pages and articles, and return them now. Raises UsageError if the
    portal answers nothing, PortalRefused if it does not show what a subscriber sees."""
    known = newest_known(past)
    found = PagePairs(old=[each.stored for each, _ in known[:MAX_OLDER]])
    asker = _Asker(visits, today, show)
    for group in _group_windows(_choose_lists(past)):
        lists = [replace(each, new=page) for each in group for page in asker.ask(each.old.url)]
        found.lists += _place(portal, past, lists, asker.ask)
    unchanged = _ask_articles(portal, known, asker, found)
    found.remarks += [
        make_message("{old} leads to {new}", old=old, new=new) for old, new in asker.moved.items()
    ]
    if unchanged and unchanged >= len(found.pages):
        found.same += [(each.old, each.stored) for each in found.pages if each.old is not None]
        found.pages.clear()
        found.remarks.append(
            make_message(
                "{number} articles that were requested again are read the same",
                number=unchanged,
            )
        )
    elif not found.pages:
        _take_newest(past, found)
        trouble = make_message(
            "none of {sent} known pages can be fetched: {trouble}",
            sent=visits.sent,
            trouble=["", *asker.troubles][-1],
        )
        if asker.troubles and not (found.pages or found.lists):
            raise UsageError(
                trouble,
                "Open one in a browser: the portal may be down, or its addresses may have changed.",
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
    for article, words in choose_spread(known, MAX_ARTICLES):
        if asker.is_at_end or (asker.is_down and not found.lists):
            break
        for stored in asker.ask(article.stored.url):
            if run_supervised(portal, stored.url, is_wall, stored, words):
                walls += 1
                if walls == MAX_FAILED and not (found.pages or unchanged):
                    raise PortalRefused(
                        make_message(
                            "{url} is not shown as subscribers see it (fetch.signed_in)",
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
        [make_message("{number} pages are paywalls or other walls and do not count", number=walls)]
        if walls
        else []
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
    pairs: list[KnownList] = []
    lists = group_values((strip_host(each.old.url), each) for each in past.lists)
    for first, *others in lists.values():
        for other in others:
            if other.known != first.known:
                # the design that more is read in is the old one
                before, now = sorted((first, other), key=lambda e: -len(e.known.links))
                pairs.append(_with_window(past, before, now.old))
    for group in _group_windows(pairs):
        found.lists += _place(portal, past, group, lambda _url: ())
    if not found.pages:
        _take_newest(past, found)
        found.remarks += [_UNKNOWN] if found.pages else []
    return found


def _group_windows(lists: Iterable[KnownList]) -> Iterable[list[KnownList]]:
    return group_values(
        ((each.span.column, each.span.number, each.window), each) for each in lists
    ).values()


def _place(portal: Portal, past: Past, lists: list[KnownList], ask: Ask) -> list[KnownList]:
    """Return the pages of a window, with the articles that stand on them now if it still grows."""
    if not lists or lists[0].is_closed:
        return lists
    return place_known(portal, lists, past.is_listed, ask)


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
    # of several captures of a page that grows, the last one with links
    latest = {(each.window, each.old.url): each for each in past.lists if each.known.links}
    every = [*latest.values()]
    rules = group_values(
        ((each.span.links, each.span.pagination.next), each)
        for each in [each for each in every if each.is_closed] or every
    )
    share = max(1, MAX_LISTS // max(1, len(rules)))
    chosen = [each for group in rules.values() for each in choose_spread(group, share)][:MAX_LISTS]
    return [_with_window(past, each, each.new) for each in chosen]


def _with_window(past: Past, given: KnownList, new: StoredPage) -> KnownList:
    """Return an archive page as it is now, with all articles of its window."""
    window = (each for each in past.lists if (each.span, each.window) == (given.span, given.window))
    return replace(
        given, new=new, articles=frozenset(link for each in window for link in each.known.links)
    )
