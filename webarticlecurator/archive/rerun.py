"""Before a rerun ends: the pages that failed in an earlier walk, and a look at the other end of the
list.

A rerun of a list that is newest first reads its first pages, until two of them list nothing
unknown. Whether the list is newest first is a guess: so the rerun asks for the page at the other
end, too. If that lists something new, the list grows there, and the span is walked whole. A list
that is oldest first is taken up at its last page; if there is nothing new, its first page is looked
at.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from webarticlecurator.archive.entry import page_address, page_after, start_at_top
from webarticlecurator.archive.modes import MODES
from webarticlecurator.archive.page_address import requested_form
from webarticlecurator.archive.state import PageRead, WalkState
from webarticlecurator.archive.windows import Window
from webarticlecurator.model.capture import GONE
from webarticlecurator.model.portal import Portal, Span
from webarticlecurator.model.verdict import Problem


def finish_rerun(
    portal: Portal, span: Span, state: WalkState, reason: str, read: PageRead
) -> WalkState:
    """The walk ended, or on its way to what is still to be asked for before that."""
    if state.aim:  # something ended the walk before the page came
        state = replace(state, aim="", missed=(*state.missed, state.aim))
    if state.retry:
        return _retried(portal, span, state)
    return _look(portal, span, state, reason, read) or end_walk(state, reason)


def end_walk(state: WalkState, reason: str) -> WalkState:
    """Ended. Complete, unless a page of a list failed, or nothing at all was listed where there are
    no dates to be empty."""
    state = replace(state, address=None, ended=reason, complete=not state.missed)
    if state.entry != "top" or state.fertile or state.window or state.early or state.problems:
        return state
    found = Problem(
        "empty-archive-page",
        "",
        f"column {state.column}, span {state.span}: no page of it lists anything",
    )
    return replace(state, complete=False, problems=(found,))


def _retried(portal: Portal, span: Span, state: WalkState) -> WalkState:
    """To one page before the first that failed; on from there until two pages list nothing unknown:
    the list may have grown."""
    aim, *rest = state.retry
    before = str(int(aim) - span.pagination.step)
    first = MODES[span.pagination.mode].first(span.pagination)
    page = aim if aim == first else before
    address = page_address(portal, span, window_of(span, state), page)
    return replace(
        state, address=address, page=page, aim=aim, retry=tuple(rest), known=0, early=True
    )


def _look(
    portal: Portal, span: Span, state: WalkState, reason: str, read: PageRead
) -> WalkState | None:
    """To the page at the other end, unless there is none or it was read on the way."""
    looking = replace(state, entry="look", previous=read.url, previous_page=state.page)
    if state.entry == "tail" and not state.unseen:
        return _at_page(
            portal, span, looking, MODES[span.pagination.mode].first(span.pagination), read
        )
    if reason != "known" or state.end is None:
        return None
    if not _was_read(state.end, read):
        return replace(looking, address=state.end, page=state.end_page)
    if MODES[span.pagination.mode].counted:
        return _at_page(portal, span, looking, page_after(span, state.end_page), read)
    return _at_following(looking, read) if read.url == state.end else None


def _was_read(address: str, read: PageRead) -> bool:
    return address == read.url or read.was_requested(address)


def _at_page(
    portal: Portal, span: Span, looking: WalkState, page: str | None, read: PageRead
) -> WalkState | None:
    address = (
        page_address(portal, span, window_of(span, looking), page) if page is not None else None
    )
    if address is None or _was_read(address, read):
        return None
    return replace(looking, address=address, page=page or "")


def _at_following(looking: WalkState, read: PageRead) -> WalkState | None:
    """To the page after the one at the other end, if that had none before: the list has grown by a
    page, at whichever end."""
    following = requested_form(read.next_page) if read.next_page and not looking.end_next else ""
    if not following or _was_read(following, read):
        return None
    return replace(looking, address=following, page="", end=following, end_page="", end_next=True)


def end_look(portal: Portal, span: Span, state: WalkState, read: PageRead) -> WalkState:
    """After the page at the other end: ended, or walked whole from the top if it lists something
    new."""
    if read.status is None or not 200 <= read.status < 300:
        return replace(end_walk(state, "known"), problems=_trouble(read))
    if read.unseen:
        return _whole(portal, span, state, read)
    if read.url == state.end:
        following = None if MODES[span.pagination.mode].counted else _at_following(state, read)
        return following or end_walk(replace(state, end_next=bool(read.next_page)), "known")
    return end_walk(state, "known")


def _trouble(read: PageRead) -> tuple[Problem, ...]:
    if read.status not in GONE:
        said = "the other end of the list could not be looked at; the next crawl looks again"
        return (Problem("archive-page-failed", read.url, said),)
    return ()


def _whole(portal: Portal, span: Span, state: WalkState, read: PageRead) -> WalkState:
    taken, cure = (
        ("newest-first", "oldest-first") if span.newest_first else ("oldest-first", "newest-first")
    )
    links = "a link" if read.unseen == 1 else f"{read.unseen} links"
    said = (
        f"column {span.column}, span {span.number + 1}: the page at the other end of the list,"
        f" {read.url}, has {links} that no earlier walk listed (expected none in a list that is"
        f" {taken}); write `order: {cure}` for it. Nothing is lost: the span is walked whole"
    )
    top = start_at_top(portal, span, window_of(span, state), date.fromisoformat(state.began))
    return replace(top, problems=(Problem("wrong-order", locate_order(state), said),), anew=True)


def locate_order(state: WalkState) -> str:
    """Where a ``wrong-order`` problem is: a walk, not an address, for its pages are read again at
    once."""
    return f"{state.column}, span {state.span + 1}" + (f", {state.window}" if state.window else "")


def window_of(span: Span, state: WalkState) -> Window | None:
    return Window.around(date.fromisoformat(state.window), span.dates.step) if span.dates else None
