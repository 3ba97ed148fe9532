"""Pages of a portal in both designs: asked for again, or stored."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from typing import TypeVar

from webarticlecurator.dataclasses import dataclass
from webarticlecurator.errors import UsageError
from webarticlecurator.model.portal import Portal
from webarticlecurator.propose.visits import (
    LimitedVisits,
)
from webarticlecurator.repair.known_past import Past, PastArticle, PastList
from webarticlecurator.repair.layout_trials import judge
from webarticlecurator.repair.repair_layout import NewPage, looks_alike
from webarticlecurator.repair.repair_lists import KnownList
from webarticlecurator.stored_pages.page_store import StoredPage

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


@dataclass
class PagePairs:
    """The pages in both designs."""

    pages: list[NewPage]
    old: list[StoredPage]
    lists: list[KnownList]
    remarks: list[str]


def ask_again(
    portal: Portal, past: Past, visits: LimitedVisits, today: date, show: Callable[[str], None]
) -> PagePairs:
    """Return the pages that are known, with what the portal answers for them now. Raises UsageError
    if it answers nothing."""
    known = newest_known(past)
    found = PagePairs([], [each.stored for each in known[:MAX_OLDER]], [], [])
    asker = _Asker(visits, today, show)
    for each in _choose_lists(past):
        stored = asker.ask(each.stored.url)
        if stored is not None:
            found.lists.append(_known_list(past, each, stored))
    unchanged = 0
    for article in _spread(known, MAX_ARTICLES):
        if visits.left < 2 or (asker.failed >= MAX_FAILED and not found.lists):
            break
        stored = asker.ask(article.stored.url)
        if stored is not None and article.known is not None:
            is_same = judge(portal, portal, stored, article.known).is_same
            unchanged += is_same
            if not (is_same and looks_alike(portal, stored, article.stored)):
                found.pages.append(NewPage(stored, article.known, article.stored))
    if not (found.pages or found.lists or unchanged) and asker.trouble:
        raise UsageError(
            f"none of {visits.sent} known pages can be had: {asker.trouble}",
            "Open one in a browser: the portal may be down, or have other addresses.",
        )
    if unchanged and unchanged >= len(found.pages):
        found.pages.clear()
        found.remarks.append(f"{unchanged} articles that were asked for again are read the same")
    elif not found.pages:
        found.pages = [NewPage(each.stored) for each in _drifted(past)[:MAX_NEWEST]]
        found.remarks.append(_UNKNOWN)
    return found


class _Asker:
    """Asks for pages; ``failed`` of the last ones in a row were not to be had, and ``trouble`` is
    why."""

    def __init__(self, visits: LimitedVisits, today: date, show: Callable[[str], None]) -> None:
        self._visits, self._today, self._show = visits, today, show
        self.failed, self.trouble = 0, ""

    def ask(self, url: str) -> StoredPage | None:
        """Return the page at an address; None if it is not to be had."""
        self._show(f"looking at {url}")
        visit = self._visits.get(url)
        self.trouble = visit.trouble or self.trouble
        self.failed = self.failed + 1 if visit.trouble else 0
        if visit.trouble:
            return None
        return StoredPage(visit.answered, visit.content, visit.content_type, self._today)


_UNKNOWN = (
    "no article is known in both designs: the rules are made of the newest pages alone, and nothing"
    " proves them"
)


def pair_stored(portal: Portal, past: Past) -> PagePairs:
    """Return the pages that are stored in both designs."""
    found = PagePairs([], [], [], [])
    known = {each.key: each for each in newest_known(past)}
    for each in past.articles:
        best = known.get(each.key)
        if best is None or best.known is None or best.stored is each.stored:
            continue
        if not judge(portal, portal, each.stored, best.known).is_same:
            found.pages.append(NewPage(each.stored, best.known, best.stored))
    new = {id(page.stored) for page in found.pages}
    found.old = [each.stored for each in known.values() if id(each.stored) not in new][:MAX_OLDER]
    by_key: dict[str, PastList] = {}
    for one in past.lists:
        by_key.setdefault(one.key, one)
        other = by_key[one.key]
        if other is not one and other.listed != one.listed:
            old, fresh = (
                (other, one) if len(other.listed.links) >= len(one.listed.links) else (one, other)
            )
            found.lists.append(_known_list(past, old, fresh.stored))
    if not found.pages:
        found.pages = [NewPage(each.stored) for each in _drifted(past)[:MAX_NEWEST]]
        found.remarks += [_UNKNOWN] if found.pages else []
    return found


def _known_list(past: Past, old: PastList, new: StoredPage) -> KnownList:
    return KnownList(old.stored, new, old.span, old.listed, past.window_of(old))


def newest_known(past: Past) -> list[PastArticle]:
    """Return the articles that the rules read well, each in its fullest reading."""
    ruled = [each for each in past.articles if each.known is not None]
    if any(each.known is not None and each.known.is_ruled for each in ruled):
        ruled = [each for each in ruled if each.known is not None and each.known.is_ruled]
    filled = {
        name: sum(bool(each.known and each.known.get(name)) for each in ruled) >= 0.5 * len(ruled)
        for name in ("title", "published")
    }
    good: dict[str, PastArticle] = {}
    for each in ruled:
        known = each.known
        if known is not None and all(known.get(name) or not most for name, most in filled.items()):
            best = good.get(each.key)
            if best is None or _fullness(each) > _fullness(best):
                good[each.key] = each
    return list(good.values())


def _fullness(article: PastArticle) -> tuple[int, int]:
    known = article.known
    assert known is not None
    return sum(bool(values) for _, values in known.values), len(known.words)


def _drifted(past: Past) -> list[PastArticle]:
    """Return the pages that the rules do not read as most of them, newest first."""
    good = {each.key for each in newest_known(past)}
    bad = [each for each in past.articles if each.key not in good]
    return sorted(bad, key=lambda each: each.stored.captured or date.min, reverse=True)


def _choose_lists(past: Past) -> list[PastList]:
    """Return archive pages of closed windows, of several link rules, first pages before others."""
    closed = [each for each in past.lists if each.is_closed and each.listed.links]
    every = closed or [each for each in past.lists if each.listed.links]
    rules: dict[object, list[PastList]] = {}
    for each in every:
        rules.setdefault((each.span.links, each.span.pagination.next), []).append(each)
    share = max(1, MAX_LISTS // max(1, len(rules)))
    return [each for group in rules.values() for each in _spread(group, share)][:MAX_LISTS]


def _spread(items: Sequence[Item], limit: int) -> list[Item]:
    """Return items from all parts of a list."""
    if len(items) <= limit:
        return list(items)
    return [items[n * (len(items) - 1) // max(1, limit - 1)] for n in range(limit)]
