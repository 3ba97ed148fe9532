"""Whether a window is walked in this run, and where its walk begins."""

from __future__ import annotations

from datetime import date, timedelta
from hashlib import sha256

from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.base.portal.pagination_modes import mode_of
from webarticlecurator.base.portal.portal import Portal, SourceSettings, Span
from webarticlecurator.base.portal.stored_words import STORED_CLASSES
from webarticlecurator.base.proposal.archive_links import StoredNamedPage
from webarticlecurator.crawling.archive.link_source import PagePlace
from webarticlecurator.crawling.archive.link_sources import source_of
from webarticlecurator.crawling.archive.page_address import fill_template
from webarticlecurator.crawling.archive.state import RunContext, WalkState
from webarticlecurator.crawling.archive.stop_reasons import CONFIGURED_STOPS, RESUMABLE
from webarticlecurator.crawling.archive.walk_looks import is_look_due
from webarticlecurator.crawling.archive.windows import AnyWindow, NamedWindow, Window, parse_window

_DAY = timedelta(days=1)
MAX_STALLED_RESUMES = 2
"""How often a walk is resumed without reading any further; then it begins at the top, where
something new may be."""


def digest_span(span: Span) -> str:
    """Return 16 hex digits over address, step, pagination and stops of a span.

    The other link rules do not change which pages there are. Where a rule stands in the portal file
    does not matter.
    """
    step = span.dates.step if span.dates else ""
    shape: tuple[object, ...] = (span.url.text, step, span.pagination, span.stop)
    if span.source != SourceSettings():
        shape = (*shape, span.source.kind)
    return sha256(_canonical_text(shape).encode("utf-8")).hexdigest()[:16]


def _canonical_text(value: object) -> str:
    stored_class = STORED_CLASSES.get(type(value))
    if stored_class is not None:
        attributes = ",".join(
            f"{word}={_canonical_text(item)}" for word, item in stored_class.values(value).items()
        )
        return f"{stored_class.word}({attributes})"

    return f"({','.join(map(_canonical_text, value))})" if isinstance(value, tuple) else repr(value)


def is_closed(window: AnyWindow, settle: timedelta, day: date) -> bool:
    """Return True if the window ended at least ``settle`` before ``day``; False without dates."""
    return isinstance(window, Window) and day.toordinal() > window.last.toordinal() - (
        -settle // timedelta(days=1)
    )


def is_due(span: Span, window: AnyWindow, stored: WalkState | None, run: RunContext) -> bool:
    """Return True if the window is to be walked in this run.

    It is not due after a complete walk that *began* when the window was closed: a walk that ended
    while the window was open cannot have seen what was published later. If that walk was doubtful,
    it is due for its next look.
    """
    if not _is_done(span, window, stored, run):
        return True
    assert stored is not None
    return not is_closed(window, span.settle, date.fromisoformat(stored.began)) or is_look_due(
        stored, run
    )


def _is_done(span: Span, window: AnyWindow, stored: WalkState | None, run: RunContext) -> bool:
    if run.full or stored is None or not _is_valid(span, window, stored):
        return False
    return stored.complete


def is_named_due(
    span: Span, named: StoredNamedPage, stored: WalkState | None, run: RunContext
) -> bool:
    """Return True if a page that another one names is to be walked in this run.

    It is not due after a complete walk where its source says that it has not changed, or that began
    when the window of the page that names it was closed.
    """
    if not _is_done(span, NamedWindow(named.url), stored, run):
        return True
    assert stored is not None
    if is_look_due(stored, run):
        return True
    if not source_of(span).is_changed(named.modified, named.read_modified):
        return False
    return not is_closed(
        parse_window(span, named.window), span.settle, date.fromisoformat(stored.began)
    )


def is_top_unread(
    span: Span, window: AnyWindow, begun: WalkState, ended: WalkState, today: date
) -> bool:
    """Return True if a walk that went on where one of an earlier day had stopped has not seen what
    was published since: the top of a list that is open is still to be read in this run."""
    began_at_top = begun.entry == "top" and begun.is_at_entry
    was_restarted = begun.entry != "top" and ended.entry == "top"
    began = date.fromisoformat(ended.began)
    is_open = began < today and not is_closed(window, span.settle, began)
    went_on = span.newest_first and not began_at_top and not was_restarted
    return went_on and is_open and ended.complete


def start_walk(
    portal: Portal, span: Span, window: AnyWindow, stored: WalkState | None, run: RunContext
) -> WalkState:
    """Return the state in which the walk of one window begins.

    Request its ``address`` and pass the answer to ``advance``. The walk begins

    - without a stored walk, or with ``full``: at the top, and goes to the end;
    - after an unfinished walk: one page before the point it reached, or at the top if resuming it
      there brought nothing several times;
    - after a finished walk of a window that has closed since: at the top, and goes to the end once
      more, which settles the window;
    - after a finished walk of an open window, or one that reached its end past failed pages: newest
      first at the top, until two pages list known links only; oldest first at its last page. The
      failed pages are requested again before it ends. The values of ``pages:`` are places, not a
      sequence, so all of them are walked again;
    - after a doubtful one whose next look is due: where the doubts are; in an open window that is
      done before the walk ends.
    """
    top = start_at_top(portal, span, window, run.today)
    if stored is None or not _is_valid(span, window, stored):
        return top
    if not source_of(span).is_list(PagePlace(window=top.window)):
        return replace(top, body_digest="" if run.full else stored.body_digest, looks=stored.looks)

    state = stored
    place = _Place(portal, span, window)
    # what a walk found that did not come to its end has moved the doubts, too
    moved = state.pages_moved + (0 if state.reached_end else state.pages_with_unseen)
    top = replace(
        top,
        looks=state.looks,
        doubtful_pages=state.doubtful_pages,
        pages_moved=moved,
        unwalked=state.unwalked,
        has_pager=state.has_pager,
        periods=state.periods,
        proof=state.proof,
        ends_html=state.ends_html,
        marks=state.marks,
        odd=state.odd,
        top_link_count=state.top_link_count,
        counted=state.counted,
        counted_page=state.counted_page,
        listed_count=state.listed_count,
        ever_listed=state.ever_listed,
        followed=state.followed,
    )
    if not state.reached_end:
        return _resume(place, top, state, run)
    # the whole list says anew which pages it has: it may be shorter now
    whole = replace(top, unwalked=())
    if run.full or span.pagination.pages:
        return whole
    look_again = state.doubtful_pages if is_look_due(state, run) else ()
    if look_again and is_closed(window, span.settle, date.fromisoformat(state.began)):
        return _start_look(place, top, look_again)
    if _has_closed_since(span, window, state, run.today):
        # a cache may send the page of then: such a walk counts as one of the day after the window,
        # which is closed by the next one
        if isinstance(window, Window) and state.began <= window.last.isoformat():
            return replace(whole, began=f"{window.last + _DAY}")
        return whole
    top = replace(top, pages_to_look=look_again)
    if state.failed_pages:
        top = replace(top, pages_to_retry=_unread_pages(state), began=state.began)
    if span.newest_first:
        return _with_far_end(place, replace(top, stops_at_known=True, is_full_walk=False), state)

    address = place.address(state.last_new_address, state.last_new_page)
    return _start_at(top, state.last_new_page, address, entry="tail")


@dataclass(frozen=True)
class _Place:
    """The window of a span whose walk begins."""

    portal: Portal
    span: Span
    window: AnyWindow

    def address(self, stored: str | None, page: str) -> str | None:
        """Return the address of a stored page.

        A page value is filled into the template as the portal file has it now.
        """
        if stored is None or not page:
            return stored
        return build_page_address(self.portal, self.span, self.window, page)


def _start_look(place: _Place, top: WalkState, look_again: tuple[str, ...]) -> WalkState:
    """Return the state at the page before the first doubt of a window that is closed."""
    first, *others = look_again
    page = first if mode_of(place.span.pagination).counts_pages else ""
    return replace(
        _start_at(top, page, place.address(first, page), entry="again"),
        stops_at_known=True,
        is_full_walk=False,
        pages_to_look=tuple(others),
        look_phase="looking",
    )


def _has_closed_since(span: Span, window: AnyWindow, state: WalkState, today: date) -> bool:
    """Return True if the window was open when the stored walk began, and is closed now."""
    began_open = not is_closed(window, span.settle, date.fromisoformat(state.began))
    return is_closed(window, span.settle, today) and (state.complete or began_open)


def _with_far_end(place: _Place, top: WalkState, state: WalkState) -> WalkState:
    """Return ``top`` with the far end of the list, as the last walk that got there left it.

    A walk that the portal file stopped did not get there.
    """
    if state.stop_reason in CONFIGURED_STOPS:
        return top
    if state.stop_reason == "known":
        return replace(
            top,
            far_end_address=place.address(state.far_end_address, state.far_end_page),
            far_end_page=state.far_end_page,
            far_end_has_next=state.far_end_has_next,
        )

    page = find_page_after(place.span, state.last_new_page) if state.last_new_is_full else None
    page = page or state.last_new_page
    return replace(
        top,
        far_end_address=place.address(state.last_new_address, page),
        far_end_page=page,
        far_end_has_next=state.last_new_has_next,
    )


def start_at_top(portal: Portal, span: Span, window: AnyWindow, today: date) -> WalkState:
    """Return the state of a new walk at the first page."""
    page = mode_of(span.pagination).first_page(span.pagination)
    return WalkState(
        column=span.column,
        span=span.number,
        window=window.key if window else "",
        page=page,
        address=build_page_address(portal, span, window, page),
        began=today.isoformat(),
        rules_digest=digest_span(span),
    )


def build_page_address(portal: Portal, span: Span, window: AnyWindow, page: str) -> str:
    """Return the address of the page with the value ``page``.

    The first page has the address ``first_url``, if the portal file names one.
    """
    if isinstance(window, NamedWindow):
        return window.address
    template, pagination = span.url, span.pagination
    if pagination.first_url and page == mode_of(pagination).first_page(pagination):
        template = pagination.first_url
    return fill_template(
        template, window=window, page=page, column=span.column, language=portal.language
    )


def find_page_after(span: Span, page: str) -> str | None:
    """Return the page value after ``page``, or None.

    The result is None after the last page, and where pages are not counted.
    """
    mode = mode_of(span.pagination)
    if not mode.counts_pages:
        return None
    following = mode.next_page(span.pagination, page, None)
    return None if following.stop_reason else following.page


def _is_valid(span: Span, window: AnyWindow, stored: WalkState) -> bool:
    """Return True if the stored walk is one of this window by these rules.

    A walk that reached the default limit of pages stays valid if only the limit has changed.
    """
    if stored.window != (window.key if window else ""):
        return False
    if stored.rules_digest == digest_span(span):
        return True
    unlimited = replace(span, stop=replace(span.stop, max_pages=None))
    return stored.stop_reason == "page-limit" and stored.rules_digest == digest_span(unlimited)


def _resume(place: _Place, top: WalkState, state: WalkState, run: RunContext) -> WalkState:
    """Return the state in which an unfinished walk goes on."""
    if run.full and not state.is_full_walk:
        return replace(top, unwalked=())
    was_killed = state.stop_reason == ""
    if was_killed and (state.is_at_entry or state.entry == "look" or state.nothing_in_a_row):
        return state  # the page it requests was not read yet
    if state.asks_gap:
        tries, address = state.stalled_resumes + (not was_killed), place.address("", state.gap)
        return replace(state, address=address, stop_reason="", stalled_resumes=tries)

    stalled_resumes = state.stalled_resumes + 1 if _has_stalled(state) else 0
    previous = place.address(state.previous_address, state.previous_page)
    top = replace(
        top,
        far_end_address=state.far_end_address,
        far_end_page=state.far_end_page,
        far_end_has_next=state.far_end_has_next,
        # what a rerun has found before it stopped is not what was proved before it began
        pages_with_unseen=state.pages_with_unseen,
        pages_moved=state.pages_moved,
    )
    is_stuck = stalled_resumes >= MAX_STALLED_RESUMES
    if is_stuck or state.stop_reason not in RESUMABLE or previous is None:
        return replace(
            top,
            stops_at_known=state.stops_at_known,
            is_full_walk=not state.stops_at_known,
            pages_to_retry=_unread_pages(state) if state.stops_at_known else (),
            pages_to_look=state.doubtful_pages if state.look_phase or state.pages_to_look else (),
            # a walk that begins again at the top meets the doubts of the former one again
            new_doubts=state.new_doubts if state.stops_at_known else (),
            doubt=state.doubt if state.stops_at_known else "",
        )

    resumed = _start_at(top, state.previous_page, previous, entry="again")
    if resumed.entry == "again":
        resumed = replace(
            resumed,
            previous_address=previous,
            previous_page=state.previous_page,
            previous_link_count=_count_before(state),
            stalled_resumes=stalled_resumes,
        )
    retry_target = (state.retry_target,) if state.retry_target else ()
    return replace(
        resumed,
        failed_pages=state.failed_pages,
        pages_to_retry=(*retry_target, *state.pages_to_retry),
        stops_at_known=state.stops_at_known,
        is_full_walk=state.is_full_walk,
        pages_to_look=(*state.pages_to_look, *state.new_doubts),
        look_phase=state.look_phase,
        began=state.began,
        leads_back=state.leads_back,
        pages_walked=max(state.pages_walked - 1, 0),
    )


def _count_before(state: WalkState) -> int:
    """Return with how many links the page that is read again counts as a full one: a short last
    page stays short, so that no page after it is asked for only because the walk was killed."""
    was_short = state.last_new_page == state.previous_page and not state.last_new_is_full
    return state.previous_link_count + 1 if was_short else 0


def _has_stalled(state: WalkState) -> bool:
    """Return True if the walk was resumed, and ended again within two pages."""
    return (
        state.entry == "again"
        and state.stop_reason not in ("", "page-limit")
        and state.pages_since_entry <= 2
    )


def _unread_pages(state: WalkState) -> tuple[str, ...]:
    """Return the values of the pages that failed and were not read since."""
    retry_target = (state.retry_target,) if state.retry_target else ()
    return tuple(dict.fromkeys((*state.failed_pages, *retry_target, *state.pages_to_retry)))


def _start_at(top: WalkState, page: str, address: str | None, *, entry: str) -> WalkState:
    """Return ``top`` moved to a later page, or unchanged where ``address`` is no other page."""
    if address is None or address == top.address:
        return top
    return replace(top, address=address, page=page, entry=entry, is_full_walk=False)
