"""Whose page the answer to a request for a list page is: what the pages of a list have in common.

No word is known beforehand. The pages of a list share words of their titles; ask all, or none of
them, for a password; declare their own addresses, or none of them does. A page that lists nothing
new and lacks what they share may be another one in place of theirs: a login page, a notice, the
first page again.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import timedelta

from webarticlecurator.articles.by_rules.identity import canonical_link
from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.model.looks import is_asked_enough
from webarticlecurator.base.model.portal import Span
from webarticlecurator.base.text.headline_words import headline_words
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.crawling.archive.page_address import address_key
from webarticlecurator.crawling.archive.state import PageRead, WalkState
from webarticlecurator.crawling.archive.walk_looks import OTHER_PAGE, add_doubt, times_of
from webarticlecurator.pages.page.page import Page

NO_PASSWORD, OWN_ADDRESS = "[no-password]", "[own-address]"
"""Marks of a page that asks for no password; that does not declare another address."""
BARREN_ENDS = frozenset(("no-next", "repeated-address", "nothing-new"))
"""Reasons of ends at a page that may list nothing new."""
OTHER_TOP = "other-top"
"""The word of a look at a rerun that found another page in place of the first one."""
UNLIKE = make_message("it lacks what all other pages of the list have")


def list_page_marks(page: Page, *, is_first: bool) -> tuple[str, ...]:
    """Return the marks of a page by which those of one list are known; () for data. The first page
    may declare its address without a number."""
    if isinstance(page.json, dict | list):
        return ()
    title = next((each.text or "" for each in page.root.iter("title")), "")
    marks = set(headline_words(title))
    if not any(each.get("type") == "password" for each in page.root.iter("input")):
        marks.add(NO_PASSWORD)
    declared = None if is_first else canonical_link(page)
    if declared is None or address_key(declared) == address_key(page.url):
        marks.add(OWN_ADDRESS)
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
    is_barren = reason in BARREN_ENDS and not read.new_link_count
    return (is_barren or is_other_page(state, read)) and not is_known_rerun(state)


def asks_for_password(marks: Collection[str], of_list: Callable[[], Collection[str]]) -> bool:
    """Return True for the marks of a page that asks for a password, unlike those ``of_list``."""
    return bool(marks) and NO_PASSWORD not in marks and NO_PASSWORD in of_list()


def is_known_rerun(state: WalkState) -> bool:
    """Return True for a rerun that has found nothing new: its end was proved before."""
    is_rerun = state.stops_at_known or state.entry == "tail"
    return is_rerun and not state.pages_with_unseen and not state.look_phase


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
