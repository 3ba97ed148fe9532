"""Lists of dates that are probably not theirs: a cache, or a portal in trouble, sends the list of
another date, a box of most read, or a part of it.

What is odd shows beside the other windows of the span: the same list, no article of its own, no
address with a day of its own, no end; or nothing at all, on a page unlike theirs. It follows from
what is stored alone. Such a window is not closed; a list that is the same ``fetch.confirm`` later
is believed, as the portal's own way.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime, timedelta
from functools import partial
from hashlib import sha256
from itertools import groupby, islice

from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.base.model.verdict import Problem, make_problem
from webarticlecurator.base.portal.pagination_modes import mode_of
from webarticlecurator.base.portal.portal import Portal, Span
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.crawling.archive.entry import build_page_address
from webarticlecurator.crawling.archive.list_identity import UNLIKE
from webarticlecurator.crawling.archive.rerun import describe_walk
from webarticlecurator.crawling.archive.state import WalkState
from webarticlecurator.crawling.archive.walk_proofs import ODD_LIST
from webarticlecurator.crawling.archive.windows import Window, is_of_days, parse_window
from webarticlecurator.crawling.states.stored_walks import load_walk, save_walk
from webarticlecurator.storage.frontier.walks import WalkKey
from webarticlecurator.storage.frontier.window_pages import WindowPage
from webarticlecurator.storage.store.corpus import WritableCorpus
from webarticlecurator.storage.store.view import CorpusView

MIN_OTHERS = 2
"""Other windows that must have what one lacks."""
MIN_PLACES = 3
"""Rows of dates with unlike pages from which the portal has these for dates without articles."""
MIN_LINKS = 2
"""Links of a page from which it is odd that none is its own: two dates may show one article."""
MAX_BEFORE = 20
"""Windows of earlier crawls with which those of a crawl are compared."""
MAX_ASKED_AGAIN = 10
"""Windows with odd lists that the same crawl asks for again: many are a matter of the rules."""
_JUDGED = "crawl whose windows were judged"
ODD_REASONS = {
    "same": make_message("it lists exactly what another date lists"),
    "none-own": make_message("it lists only articles of other dates"),
    "other-days": make_message("the addresses of its articles contain none of its days"),
    "cut": make_message("it breaks off: </html> is missing"),
    "ends-empty": make_message("a page that it links lists nothing"),
    "unlike": UNLIKE,
}


@dataclass(frozen=True)
class _Seen:
    """A window with what its pages show; ``first`` is the address of its first page; ``in_days``
    tells whether an address has one of its days, None without dates in addresses."""

    state: WalkState
    pages: tuple[WindowPage, ...]
    first: str
    in_days: bool | None = None

    @property
    def has_own(self) -> bool:
        return bool(self.pages) and all(page.own for page in self.pages)

    @property
    def ends_empty(self) -> bool:
        """True if a link has led to its last page, which lists nothing."""
        is_last_empty = self.state.pages_walked > self.state.pages_with_new
        return is_last_empty and self.state.stop_reason == "no-next"

    def is_full(self, size: int) -> bool:
        """Return True if the last page with a list has as many links as a full one."""
        return self.state.previous_link_count >= size

    def lacks(self, shared: set[str]) -> bool:
        """Return True if it lists nothing, on a page without what others share."""
        marks = {*self.state.empty_marks}
        return not self.pages and bool(marks) and not shared <= marks

    @property
    def digest(self) -> str:
        """A digest of all that it lists."""
        links = sorted(link for page in self.pages for link in page.links)
        marks = () if self.pages else self.state.empty_marks
        text = "\n".join([*links, *marks, str(self.state.is_cut)])
        return sha256(text.encode()).hexdigest()[:16]


def find_odd_windows(
    portal: Portal, corpus: CorpusView, run: int
) -> dict[WalkKey, tuple[_Seen, str]]:
    """Return the windows that a crawl has read to their ends, and whose lists are odd → what they
    show, and why they are odd: a key of ODD_REASONS."""
    spans = portal.spans
    found: dict[WalkKey, tuple[_Seen, str]] = {}
    walked = corpus.window_pages.walked_in(run)
    empty = corpus.window_pages.walked_in(run, "nothing")
    both = sorted({*walked, *empty}, key=lambda key: (key.column, key.span, key.window))
    for place, keys in groupby(both, lambda key: (key.column, key.span)):
        if place not in spans:  # the portal file has it no more
            continue
        new = list(keys)
        before = (walk.key for walk in islice(corpus.walks.listing_windows(*place), MAX_BEFORE))
        looked = {key: _look_at(portal, spans[place], corpus, key) for key in (*new, *before)}
        seen = {key: each for key, each in looked.items() if each is not None}
        listing = {key: each for key, each in seen.items() if each.pages}
        is_first = partial(_is_first, portal, spans[place])
        odd = (*_compare(corpus, listing, is_first), *_find_unlike(corpus, seen))
        found |= {key: (seen[key], why) for key, why in odd if key in new}
    return found


def _find_unlike(
    corpus: CorpusView, seen: Mapping[WalkKey, _Seen]
) -> Iterator[tuple[WalkKey, str]]:
    """Yield the windows of a span that list nothing, on pages without what those with a list share.
    If such pages come time and again between others, the portal has them for dates without
    articles, unless it has pages like the others for some of these."""
    # not those whose last walk has read nothing that was new to it
    marks = [{*each.state.marks} for each in seen.values() if each.pages and each.state.marks]
    if len(marks) < MIN_OTHERS:
        return
    shared = set.intersection(*marks) - {""}
    odd = {key for key, each in seen.items() if each.lacks(shared)}
    in_order = sorted(seen, key=lambda key: key.window)
    places = sum(is_odd for is_odd, _ in groupby(in_order, odd.__contains__))
    has_like = any(not each.pages and key not in odd for key, each in seen.items())
    known = {corpus.run_log.get_meta(_empty_marks(key)) for key in odd}
    if places < MIN_PLACES or has_like:
        yield from (
            (key, "unlike") for key in odd if json.dumps(seen[key].state.empty_marks) not in known
        )


def _empty_marks(key: WalkKey) -> str:
    """Return the key of the note with what pages of a span have that is known to be that of dates
    without articles."""
    return f"marks of empty dates of {key.column}, span {key.span}"


def find_odd_to_ask(portal: Portal, corpus: CorpusView, run: int) -> list[WalkKey]:
    """Return the windows with odd lists to ask for again at the end of a crawl: not those whose
    list was the same in an earlier one."""
    found = find_odd_windows(portal, corpus, run)
    unlike = (
        key for key, (seen, _) in found.items() if not seen.state.odd.endswith(f" {seen.digest}")
    )
    return [*islice(unlike, MAX_ASKED_AGAIN)]


def _look_at(portal: Portal, span: Span, corpus: CorpusView, key: WalkKey) -> _Seen | None:
    state, window = load_walk(corpus, key), parse_window(span, key.window)
    if state is None or not state.complete or not isinstance(window, Window):
        return None
    pages = corpus.window_pages.of(key)
    links = [link for page in pages for link in page.links]
    return _Seen(state, pages, _first_page(portal, span, key.window), is_of_days(links, window))


def _first_page(portal: Portal, span: Span, window: str) -> str:
    """Return the address of the first page of a window."""
    first = mode_of(span.pagination).first_page(span.pagination)
    return build_page_address(portal, span, parse_window(span, window), first)


def _is_first(portal: Portal, span: Span, window: str, address: str) -> bool:
    """Return True for the first page of a window."""
    return _first_page(portal, span, window) == address


def _compare(
    corpus: CorpusView, seen: Mapping[WalkKey, _Seen], is_first: Callable[[str, str], bool]
) -> Iterator[tuple[WalkKey, str]]:
    """Yield the windows whose lists are odd, and why. A walk that ran on by next links lists the
    first page of another window among its later ones, which is not odd."""
    with_own = sum(each.has_own for each in seen.values())
    without = sum(not each.has_own for each in seen.values())
    in_days = sum(each.in_days is True for each in seen.values())
    whole = sum(each.state.ends_html and not each.state.is_cut for each in seen.values())
    runs_on = sum(each.ends_empty for each in seen.values())
    multiple = [each for each in seen.values() if each.state.pages_walked > 1]
    size = max((each.state.top_link_count for each in multiple), default=0)
    for key, each in seen.items():
        large = [page for page in each.pages if len(page.links) >= MIN_LINKS]
        strange, is_same = list[WindowPage](), False
        for page in large:
            twins = corpus.window_pages.list_twins(key, page) if not page.own else ()
            is_same_place = [is_first(*twin) is is_first(key.window, page.page) for twin in twins]
            is_same |= any(is_same_place)
            strange += [page] if not page.own and all(is_same_place) else []
        if each.state.is_cut and whole >= MIN_OTHERS:
            yield key, "cut"
        elif each.ends_empty and each.is_full(size) and 2 * runs_on <= len(multiple):
            yield key, "ends-empty"
        elif large and each.in_days is False and in_days >= MIN_OTHERS:
            yield key, "other-days"
        elif is_same:
            yield key, "same"
        elif strange and with_own >= max(MIN_OTHERS, without):
            yield key, "none-own"


def note_odd(state: WalkState, time: datetime, digest: str) -> WalkState:
    """Return the state of a walk whose list is odd at a time, with since when it is as a digest
    says."""
    since, _, known = state.odd.partition(" ")
    return replace(state, odd=f"{since if known == digest else time.isoformat()} {digest}")


def is_still_odd(state: WalkState, time: datetime, confirm: timedelta) -> bool:
    """Return True unless an odd list is believed: it was the same ``confirm`` before."""
    return time - datetime.fromisoformat(state.odd.partition(" ")[0]) < confirm


def judge_odd_windows(portal: Portal, corpus: WritableCorpus, time: datetime) -> Iterator[Problem]:
    """Note which windows of the crawl of a time have odd lists: they are not closed, and a problem
    each, unless the list was the same ``fetch.confirm`` before. Needs ``corpus.commit``."""
    start = corpus.answers.start_of_run(time)
    if corpus.run_log.get_meta(_JUDGED) == start.isoformat():
        return
    corpus.run_log.set_meta(_JUDGED, start.isoformat())
    found = find_odd_windows(portal, corpus, corpus.answers.run_of(time))
    for key, (seen, reason) in found.items():
        state = note_odd(seen.state, start, seen.digest)
        if is_still_odd(state, start, portal.fetch.confirm):
            state = replace(state, complete=False, stop_reason="odd", proof=ODD_LIST)
            where, why = describe_walk(state), ODD_REASONS[reason]
            yield make_problem("list-not-whole", where, "odd", page=seen.first, reason=why)
        elif reason == "unlike":
            corpus.run_log.set_meta(_empty_marks(key), json.dumps(state.empty_marks))
        save_walk(corpus, state)
