"""Lists of dates that are probably not theirs: a cache, or a portal in trouble, sends the list of
another date, a box of most read, or a part of it.

What is odd shows beside the other windows of the span: the same list, no article of its own, no
address with a day of its own, no end. It follows from what is stored alone. Such a window is not
closed; a list that is the same ``fetch.confirm`` later is believed, as the portal's own way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime, timedelta
from functools import partial
from hashlib import sha256
from itertools import groupby, islice

from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.base.model.pagination_modes import mode_of
from webarticlecurator.base.model.portal import Portal, Span
from webarticlecurator.base.model.verdict import Problem, make_problem
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.crawling.archive.entry import build_page_address
from webarticlecurator.crawling.archive.rerun import describe_walk
from webarticlecurator.crawling.archive.state import WalkState
from webarticlecurator.crawling.archive.walk_proofs import ODD_LIST
from webarticlecurator.crawling.archive.windows import Window, is_of_days, parse_window
from webarticlecurator.crawling.states.stored_walks import load_walk, save_walk
from webarticlecurator.storage.store.corpus import WritableCorpus
from webarticlecurator.storage.store.view import CorpusView
from webarticlecurator.storage.store.walks import WalkKey
from webarticlecurator.storage.store.window_pages import WindowPage

MIN_OTHERS = 2
"""Other windows that must have what one lacks."""
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
}


@dataclass(frozen=True)
class _Seen:
    """A window with what its pages show: ``in_days`` tells whether an address has one of its days,
    None without dates in addresses."""

    state: WalkState
    pages: tuple[WindowPage, ...]
    in_days: bool | None = None

    @property
    def has_own(self) -> bool:
        return bool(self.pages) and all(page.own for page in self.pages)

    @property
    def digest(self) -> str:
        """A digest of all that it lists."""
        links = sorted(link for page in self.pages for link in page.links)
        return sha256("\n".join([*links, str(self.state.is_cut)]).encode()).hexdigest()[:16]


def find_odd_windows(
    portal: Portal, corpus: CorpusView, run: int
) -> dict[WalkKey, tuple[_Seen, str]]:
    """Return the windows that a crawl has read to their ends, and whose lists are odd → what they
    show, and why they are odd: a key of ODD_REASONS."""
    spans = portal.spans
    found: dict[WalkKey, tuple[_Seen, str]] = {}
    walked = corpus.window_pages.walked_in(run)
    for place, keys in groupby(walked, lambda key: (key.column, key.span)):
        if place not in spans:  # the portal file has it no more
            continue
        new = list(keys)
        before = (walk.key for walk in islice(corpus.walks.listing_windows(*place), MAX_BEFORE))
        looked = {key: _look_at(spans[place], corpus, key) for key in (*new, *before)}
        seen = {key: each for key, each in looked.items() if each is not None}
        is_first = partial(_is_first, portal, spans[place])
        odd = _compare(corpus, seen, is_first)
        found |= {key: (seen[key], why) for key, why in odd if key in new}
    return found


def find_odd_to_ask(portal: Portal, corpus: CorpusView, run: int) -> list[WalkKey]:
    """Return the windows with odd lists to ask for again at the end of a crawl: not those whose
    list was the same in an earlier one."""
    found = find_odd_windows(portal, corpus, run)
    unlike = (
        key for key, (seen, _) in found.items() if not seen.state.odd.endswith(f" {seen.digest}")
    )
    return [*islice(unlike, MAX_ASKED_AGAIN)]


def _look_at(span: Span, corpus: CorpusView, key: WalkKey) -> _Seen | None:
    state, window = load_walk(corpus, key), parse_window(span, key.window)
    if state is None or not isinstance(window, Window):
        return None
    pages = corpus.window_pages.of(key)
    if not state.complete or not pages:
        return None
    links = [link for page in pages for link in page.links]
    return _Seen(state, pages, is_of_days(links, window))


def _is_first(portal: Portal, span: Span, window: str, address: str) -> bool:
    """Return True for the first page of a window."""
    first = mode_of(span.pagination).first_page(span.pagination)
    return build_page_address(portal, span, parse_window(span, window), first) == address


def _compare(
    corpus: CorpusView, seen: Mapping[WalkKey, _Seen], is_first: Callable[[str, str], bool]
) -> Iterator[tuple[WalkKey, str]]:
    """Yield the windows whose lists are odd, and why. A walk that ran on by next links lists the
    first page of another window among its later ones, which is not odd."""
    with_own = sum(each.has_own for each in seen.values())
    without = sum(not each.has_own for each in seen.values())
    in_days = sum(each.in_days is True for each in seen.values())
    whole = sum(each.state.ends_html and not each.state.is_cut for each in seen.values())
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
    for seen, reason in found.values():
        state = note_odd(seen.state, start, seen.digest)
        if is_still_odd(state, start, portal.fetch.confirm):
            state = replace(state, complete=False, stop_reason="odd", proof=ODD_LIST)
            page, why = seen.pages[0].page, ODD_REASONS[reason]
            yield make_problem("list-not-whole", describe_walk(state), "odd", page=page, reason=why)
        save_walk(corpus, state)
