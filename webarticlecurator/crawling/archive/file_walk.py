"""The walk through a file that is read whole: a sitemap, a feed, a page that lists archive
pages.
"""

from __future__ import annotations

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.model.capture import GONE, Capture
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.crawling.archive.link_source import PagePlace
from webarticlecurator.crawling.archive.state import PageRead, WalkState
from webarticlecurator.crawling.archive.walk_looks import GONE_PAGE, record_look

ASK_AGAIN = make_message("`curator crawl --full` requests it again")


def advance_file(state: WalkState, read: PageRead) -> WalkState:
    """Return the state after the file at ``state.address`` was read: the end of its walk.

    The walk is complete if all of the file could be read. A date whose file does not exist has
    nothing.
    """
    if read.status in GONE and state.has_date:
        return record_look(replace(_end(state, "day-empty"), doubt=GONE_PAGE), read.time)
    if read.status in GONE:
        ended = replace(_end(state, "not-found"), complete=False)
        return ended.add_problem("missing-archive-page", read.url, "file", status=read.status)
    if read.status is None or not 200 <= read.status < 300:
        return fail_page(state, read)

    ended = replace(_end(state, "file-read"), looks=(), body_digest=read.body_digest)
    unread = replace(ended, complete=False, body_digest="")
    if read.damage:
        return unread.add_problem("damaged-source", read.url, damage=read.damage)
    may_be_empty = state.window and PagePlace(window=state.window).index_level is None
    if read.links or read.named_count or may_be_empty or read.body_digest == state.body_digest:
        return ended
    return unread.add_problem("empty-archive-page", read.url, "file")


def is_unchanged_file(state: WalkState, capture: Capture | None) -> bool:
    """Return True if a stored answer is the body that was read completely before."""
    if capture is None or capture.status != 200 or capture.truncated or not state.body_digest:
        return False
    return capture.body_digest == state.body_digest


def _end(state: WalkState, reason: str) -> WalkState:
    return replace(
        state,
        address=None,
        stop_reason=reason,
        complete=True,
        pages_walked=1,
        pages_since_entry=1,
        previous_address=state.address,
    )


def fail_page(state: WalkState, read: PageRead) -> WalkState:
    """Return the state after a page that could not be read: the next crawl goes on there."""
    cause = read.read_error or (
        make_message("status {status}", status=read.status)
        if read.status
        else make_message("no usable answer")
    )
    failed = replace(state, address=None, stop_reason="failed", problems=())
    return failed.add_problem("archive-page-failed", read.url, cause=cause)
