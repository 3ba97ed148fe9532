"""The archive walk, pure: archive addresses, date windows, pagination, and which page to request
next. Read walk.py first.

The shell keeps a WalkState per window: ``due`` says whether a window is walked in this run,
``start`` where, and ``advance`` takes what a page said and gives the next address or the reason of
the end.
"""

from webarticlecurator.archive.address_match import AddressMatch, match_address
from webarticlecurator.archive.entry import RunContext, is_closed, is_due, page_address, start_walk
from webarticlecurator.archive.landing_page import is_landing_page, redirected_to_landing_page
from webarticlecurator.archive.locate import LocatedPage, locate_page, span_of
from webarticlecurator.archive.next_address import (
    find_link_beyond_last,
    find_next_address,
    state_after,
)
from webarticlecurator.archive.page_address import fill_template, requested_form
from webarticlecurator.archive.plan import SpanPlan, estimate_duration, plan_spans
from webarticlecurator.archive.rerun import locate_order
from webarticlecurator.archive.state import PageRead, StoredWalk, WalkState
from webarticlecurator.archive.stop_reasons import NOT_KNOWN, STOP_REASONS, describe_stop
from webarticlecurator.archive.walk import advance, fail_page
from webarticlecurator.archive.windows import Window, Windows, list_windows, span_windows, today_in

__all__ = [
    "NOT_KNOWN",
    "STOP_REASONS",
    "AddressMatch",
    "LocatedPage",
    "PageRead",
    "RunContext",
    "SpanPlan",
    "StoredWalk",
    "WalkState",
    "Window",
    "Windows",
    "advance",
    "describe_stop",
    "estimate_duration",
    "fail_page",
    "fill_template",
    "find_link_beyond_last",
    "find_next_address",
    "is_closed",
    "is_due",
    "is_landing_page",
    "list_windows",
    "locate_order",
    "locate_page",
    "match_address",
    "page_address",
    "plan_spans",
    "redirected_to_landing_page",
    "requested_form",
    "span_of",
    "span_windows",
    "start_walk",
    "state_after",
    "today_in",
]
