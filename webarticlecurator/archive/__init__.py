"""The archive walk without network or storage: archive addresses, date windows, pagination, and
which page to request next. Read walk.py first.

The caller keeps a ``WalkState`` per window: ``is_due`` tells whether a window is walked in this
run, ``start_walk`` where the walk begins, and ``advance`` takes what was read from a page and
returns the state with the next address or the reason why the walk ends.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from webarticlecurator.lazy_names import import_lazily

if TYPE_CHECKING:
    from webarticlecurator.archive.address_match import AddressMatch, match_address
    from webarticlecurator.archive.entry import (
        build_page_address,
        find_page_after,
        is_closed,
        is_due,
        is_named_due,
        is_top_unread,
        start_walk,
    )
    from webarticlecurator.archive.file_walk import fail_page, is_unchanged_file
    from webarticlecurator.archive.landing_pages import (
        describe_landing_page,
        describe_landing_redirect,
    )
    from webarticlecurator.archive.link_source import (
        NO_PLACE,
        LinkSource,
        PagePlace,
        SourceBody,
        SourcePage,
    )
    from webarticlecurator.archive.link_sources import source_of
    from webarticlecurator.archive.next_address import state_after
    from webarticlecurator.archive.page_address import fill_template, normalize_address
    from webarticlecurator.archive.page_location import (
        LocatedPage,
        can_have_page,
        locate_named_page,
        locate_page,
        span_of,
        spans_of,
    )
    from webarticlecurator.archive.plain_first_page import locate_plain_first_page
    from webarticlecurator.archive.plan import SpanPlan, estimate_duration, plan_spans
    from webarticlecurator.archive.rerun import describe_walk
    from webarticlecurator.archive.state import PageRead, RunContext, WalkState
    from webarticlecurator.archive.stop_reasons import STOP_REASONS, UNKNOWN_REASONS, describe_stop
    from webarticlecurator.archive.walk import advance
    from webarticlecurator.archive.walk_looks import is_look_due, judge_walk, list_looks
    from webarticlecurator.archive.windows import (
        OF_WARCS,
        AnyWindow,
        NamedWindow,
        Window,
        Windows,
        is_named_window,
        list_windows,
        parse_window,
        span_windows,
        today_in,
    )

__all__ = [
    "NO_PLACE",
    "OF_WARCS",
    "STOP_REASONS",
    "UNKNOWN_REASONS",
    "AddressMatch",
    "AnyWindow",
    "LinkSource",
    "LocatedPage",
    "NamedWindow",
    "PagePlace",
    "PageRead",
    "RunContext",
    "SourceBody",
    "SourcePage",
    "SpanPlan",
    "WalkState",
    "Window",
    "Windows",
    "advance",
    "build_page_address",
    "can_have_page",
    "describe_landing_page",
    "describe_landing_redirect",
    "describe_stop",
    "describe_walk",
    "estimate_duration",
    "fail_page",
    "fill_template",
    "find_page_after",
    "is_closed",
    "is_due",
    "is_look_due",
    "is_named_due",
    "is_named_window",
    "is_top_unread",
    "is_unchanged_file",
    "judge_walk",
    "list_looks",
    "list_windows",
    "locate_named_page",
    "locate_page",
    "locate_plain_first_page",
    "match_address",
    "normalize_address",
    "parse_window",
    "plan_spans",
    "source_of",
    "span_of",
    "span_windows",
    "spans_of",
    "start_walk",
    "state_after",
    "today_in",
]

__getattr__ = import_lazily(__name__)
