"""Whose page the answer to a request for a list page is: what the pages of a list have in common.

No word is known beforehand. The pages of a list share words of their titles; ask all, or none of
them, for a password; declare their own addresses, or none of them does. A page that lists nothing
new and lacks what they share may be another one in place of theirs: a login page, a notice, the
first page again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from datetime import timedelta
from zlib import crc32

from webarticlecurator.articles.by_rules.identity import canonical_link
from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.model.looks import is_asked_enough
from webarticlecurator.base.portal.hosts import split_address
from webarticlecurator.base.portal.pagination import NEXT_LINK
from webarticlecurator.base.portal.pagination_modes import mode_of
from webarticlecurator.base.portal.portal import Portal, Span
from webarticlecurator.base.text.headline_words import headline_words
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.crawling.archive.address_match import match_address
from webarticlecurator.crawling.archive.page_address import address_key
from webarticlecurator.crawling.archive.pager_links import count_address
from webarticlecurator.crawling.archive.state import PageRead, WalkState
from webarticlecurator.crawling.archive.walk_looks import OTHER_PAGE, add_doubt, is_cut, times_of
from webarticlecurator.pages.page.page import Page

_NUMBERS = re.compile(r"\d+")
NO_PASSWORD = "[no-password]"
OWN_ADDRESS, OWN_LIST, OWN_NUMBER = "[own-address]", "[own-list]", "[own-number]"
"""Marks of a page that asks for no password; that does not declare another address; or only one
with which its own begins, as that of the first page of its list; that has the number of its address
in its title."""
BARREN_ENDS = frozenset(("no-next", "repeated-address", "nothing-new"))
"""Reasons of ends at a page that may list nothing new."""
AGAIN = "again"
"""The phase of a look at the last page of a list that was just read."""
OTHER_TOP = "other-top"
"""The word of a look at a rerun that found another page in place of the first one."""
DOUBTED, STRANGE_AGAIN = 1, 2
"""The last page repeats others: it is the first doubt of the walk and lists something new, too; or
not."""
MAX_SHORT_PAGES, PAGES_OF_SHORT = 20, 20
"""Short pages that a walk remembers, and pages of a list for each that is a doubt."""
UNLIKE = make_message("it lacks what all other pages of the list have")


def list_page_marks(page: Page, *, is_first: bool) -> tuple[str, ...]:
    """Return the marks of a page by which those of one list are known; () for data. The first page
    may declare its address without a number."""
    if isinstance(page.json, dict | list):
        return ()
    title = next((each.text or "" for each in page.root.iter("title")), "")
    marks = set(headline_words(title))
    numbers = _NUMBERS.findall(page.url)
    if is_first or {*numbers[-1:]} & {*_NUMBERS.findall(title)}:
        marks.add(OWN_NUMBER)
    if not any(each.get("type") == "password" for each in page.root.iter("input")):
        marks.add(NO_PASSWORD)
    link = None if is_first else canonical_link(page)
    own = address_key(page.url)
    declared = own if link is None else address_key(link)
    if declared == own:
        marks.add(OWN_ADDRESS)
    if own.startswith(declared) and (declared == own or split_address(declared).path.strip("/")):
        marks.add(OWN_LIST)
    return tuple(sorted(marks))


def note_marks(state: WalkState, read: PageRead) -> WalkState:
    """Return the state with the marks that all pages of the list have, so far as they have listed
    something new."""
    if not (read.marks and read.unseen_link_count):
        return state
    marks = {*read.marks}.intersection(state.marks or read.marks)
    return replace(state, marks=tuple(sorted(marks)) or ("",))


def is_other_page(state: WalkState, read: PageRead) -> bool:
    """Return True if a page that lists nothing new lacks what the pages of its list share. (Those
    of dates are compared with each other.)"""
    is_read = bool(read.marks) and not read.unseen_link_count and not state.has_date
    return is_read and not {*state.marks} <= {*read.marks, ""}


def is_other_end(state: WalkState, read: PageRead, reason: str) -> bool:
    """Return True if another page may stand in place of the last one of a list: it lacks what
    others share, or lists only what they do. A rerun that knew all of it has proved it before."""
    is_barren = reason in BARREN_ENDS and not (read.new_link_count or is_seen_again(state))
    return (is_barren or is_other_page(state, read)) and not is_known_rerun(state)


def doubt_page(portal: Portal, span: Span, state: WalkState, read: PageRead) -> WalkState:
    """Return the state before a page behind the first is counted, with the doubt that it, or the
    one before it, is not the one that was asked for."""
    if not state.is_full_walk or state.is_at_entry or state.look_phase or state.has_date:
        return state
    places = {crc32(f"{page} {place}".encode()): (page, place) for page, place in read.places}
    # what pages in a row repeat, as a pinned article or a box beside the list, is no doubt
    fresh = [place for key, place in places.items() if key not in state.repeated]
    is_shifted, was_strange = _has_shifted(state, fresh), state.was_strange
    is_strange = (bool(fresh) and not is_shifted) or len(places) >= len(read.links)
    if was_strange == DOUBTED and (is_strange or places.keys() >= {*state.repeated}):
        is_usual = len(state.new_doubts) == 1 and read.new_link_count > 0
        state = replace(state, doubt="", new_doubts=()) if is_usual else state
    size = len(read.links) - (len(state.repeated) if is_shifted else len(places))
    state = _note_short_page(span, state, read, size)
    lacks_pinned = bool(state.pinned) and places.keys().isdisjoint(state.pinned)
    lacks_pager = state.leads_back and not read.pager
    is_other = lacks_pager or lacks_pinned or is_other_page(state, read)
    is_other = is_other or _declares_other(state, read) or _skips_pages(state, read)
    is_first = is_strange and read.new_link_count > 0 and not (was_strange or state.doubt)
    state = replace(
        state,
        was_strange=DOUBTED if is_first else STRANGE_AGAIN * is_strange,
        repeated=tuple(places),
        pinned=tuple(places.keys() & {*state.repeated}),
    )
    is_doubted = is_other or (is_strange and not was_strange) or _lacked_pager(state, read)
    if not is_doubted:
        return state
    state = doubt_end(span, state)
    address, *others = {page for page, _ in fresh} or {""}
    if others or not address or len(places) < len(read.links):
        return state
    # a page that lists what another one did: that one, unless it is the first, may have been shown
    # in place of its own
    mode, match = mode_of(span.pagination), match_address(span, address, portal.language)
    if match is not None and match.page in (None, mode.first_page(span.pagination)):
        return state
    page = match and match.page if mode.counts_pages else address
    return replace(state, new_doubts=(*state.new_doubts, page)) if page else state


def _has_shifted(state: WalkState, fresh: Sequence[tuple[str, int]]) -> bool:
    """Return True if what a page repeats are the last articles of the page before it, as after new
    ones have come."""
    size, number = state.previous_link_count, len(fresh)
    last = [range(end - number, end) for end in (size, size - len(state.repeated))]
    runs = [[(state.previous_address, place) for place in each] for each in last]
    return 0 < number < size and [*fresh] in runs


def _lacked_pager(state: WalkState, read: PageRead) -> bool:
    """Return True if a page links the one before it, which linked no page of the list itself."""
    had_pager = state.leads_back or state.leads_on
    is_usual = state.has_pager or state.counted_page > 2
    return is_usual and not had_pager and any(map(read.was_requested, read.pager))


def _note_short_page(span: Span, state: WalkState, read: PageRead, size: int) -> WalkState:
    """Return the state with the last page noted, if it has fewer articles of its own than the one
    before it and is not the last. (The first page may have more than others; where addresses count
    articles, what comes behind a short page is asked for at once.)"""
    before, last = state.sizes or (0, state.previous_link_count)
    state = replace(state, sizes=(last, size))
    is_usual = state.counted_page > 2 or size > last
    is_short = 0 < last < before and is_usual and read.new_link_count > 0
    if not is_short or span.pagination.step > 1:
        return state
    place = state.previous_page if mode_of(span.pagination).counts_pages else state.previous_address
    return replace(state, short_pages=(*state.short_pages, place or "")[:MAX_SHORT_PAGES])


def doubt_short_pages(state: WalkState) -> WalkState:
    """Return the state at the end of a list, with a doubt about the pages that are shorter than the
    others, if these are few: most lists have pages of one size."""
    number = len(state.short_pages)
    if not 0 < number <= max(1, state.counted_page // PAGES_OF_SHORT):
        return state
    places = tuple(dict.fromkeys((*state.new_doubts, *state.short_pages)))
    return replace(state, doubt=OTHER_PAGE, new_doubts=places)


def _declares_other(state: WalkState, read: PageRead) -> bool:
    """Return True if a page declares an address, or the number of a page in its title, unlike those
    of the pages before it."""
    own = {OWN_LIST, OWN_ADDRESS, OWN_NUMBER} if state.pages_with_new > 1 else {OWN_LIST}
    return bool(read.marks) and bool(own.intersection(state.marks) - {*read.marks})


def _skips_pages(state: WalkState, read: PageRead) -> bool:
    """Return True if the number in the next link is more than one page after that of the page."""
    here = count_address(state.previous_address or "", read.url)
    following = count_address(read.url, read.next_page or "")
    if here is None or following is None:
        return False
    _, number, before = here
    step = number - (before if before is not None else number == 2)
    return step in (1, state.previous_link_count) and following[1] - number > step


def asks_for_password(marks: Collection[str], of_list: Callable[[], Collection[str]]) -> bool:
    """Return True for the marks of a page that asks for a password, unlike those ``of_list``."""
    return bool(marks) and NO_PASSWORD not in marks and NO_PASSWORD in of_list()


def is_known_rerun(state: WalkState) -> bool:
    """Return True for a rerun that has found nothing new: its end was proved before."""
    is_rerun = state.stops_at_known or state.entry == "tail"
    return is_rerun and not state.pages_with_unseen and not state.look_phase


def is_seen_again(state: WalkState) -> bool:
    """Return True while a walk through a whole list asks for its last page again."""
    return state.look_phase == AGAIN


def lacks_usual_end(span: Span, state: WalkState, read: PageRead, was_leading_back: bool) -> bool:
    """Return True if a page to which a link has led is the last one, and lacks what the pages
    before it have: its end, links to other pages, or to those before them; or if it lists nothing
    after a full page, or where others are left; or if it lists more when it is asked for again."""
    is_list = mode_of(span.pagination).name == NEXT_LINK.name
    if is_seen_again(state):
        return bool(read.next_page) or read.unseen_link_count > 0
    if not is_list or read.next_page or state.has_date:
        return False
    if is_cut(state, read):
        return True
    if state.is_at_entry:
        return False
    if is_known_rerun(state) or state.look_phase:
        return False
    if read.links:
        return was_leading_back and not read.pager and not state.unwalked
    # after a page that was not full, a list may well end so
    leads_back = any(map(read.was_walked, read.pager)) and not state.last_new_is_full
    may_end = leads_back or ends_short(state)
    return bool(state.unwalked) or (state.has_pager and not may_end)


def ends_short(state: WalkState) -> bool:
    """Return True if the last page alone is shorter than all between it and the first, which may
    have more: some portals link a page behind that, which never was there."""
    first, last, pages = state.top_link_count, state.previous_link_count, state.counted_page - 2
    if pages < 1:
        return False
    between = state.listed_count - first - last
    size = -(-between // pages)
    # an article that stays on the first page is on one of the others, too; two show no size then
    return 0 < last < size <= first and between >= size * pages - (pages > 2)


def doubt_end(span: Span, state: WalkState) -> WalkState:
    """Return the state with the doubt that another page stands in place of the end of its list.
    Past the end, a portal may answer with any page, so a second look says that it is the end."""
    return replace(add_doubt(span, state, OTHER_PAGE), doubt=OTHER_PAGE)


def doubt_top(state: WalkState, read: PageRead, confirm: timedelta) -> WalkState:
    """Return the state of a rerun with the doubt that another page stands in place of the first
    one of its list; with a problem, until it was so at many looks. Each rerun reads it."""
    state = replace(state, doubt=OTHER_TOP, new_doubts=state.new_doubts or state.doubtful_pages)
    if is_asked_enough(times_of(state, OTHER_TOP), confirm):
        return state
    return state.add_problem("list-not-whole", read.url, "odd", page=read.url, reason=UNLIKE)
