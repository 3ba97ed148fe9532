"""The archive walk, pure: archive addresses, date windows, pagination, and which page to request next. Read walk.py first.

The shell keeps a WalkState per window: ``due`` says whether a window is walked in this run, ``start`` where,
and ``advance`` takes what a page said and gives the next address or the reason of the end.
"""

from webarticlecurator.archive.address_match import Match, match
from webarticlecurator.archive.entry import Beginning, address_of, due, over, start
from webarticlecurator.archive.landing_page import front, led_to_front
from webarticlecurator.archive.locate import Located, locate, span_of
from webarticlecurator.archive.next_address import following, linked_beyond_last, state_after
from webarticlecurator.archive.page_address import fill, requested
from webarticlecurator.archive.plan import SpanPlan, how_long, plan
from webarticlecurator.archive.rerun import place_of_order
from webarticlecurator.archive.state import Earlier, PageRead, WalkState
from webarticlecurator.archive.stop_reasons import ENDS, NOT_KNOWN, words_of
from webarticlecurator.archive.walk import advance, failed
from webarticlecurator.archive.windows import Window, Windows, span_windows, today_in, windows

__all__ = [
    "ENDS",
    "NOT_KNOWN",
    "Beginning",
    "Earlier",
    "Located",
    "Match",
    "PageRead",
    "SpanPlan",
    "WalkState",
    "Window",
    "Windows",
    "address_of",
    "advance",
    "due",
    "failed",
    "fill",
    "following",
    "front",
    "how_long",
    "led_to_front",
    "linked_beyond_last",
    "locate",
    "match",
    "over",
    "place_of_order",
    "plan",
    "requested",
    "span_of",
    "span_windows",
    "start",
    "state_after",
    "today_in",
    "windows",
    "words_of",
]
