"""The entries of a live report on a page without rules: they repeat a time of day and a text, in
order, and nobody's name.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from lxml import etree

from webarticlecurator.articles.units.page_hints import (
    LIVE_REPORT,
    collect_hints,
    declares_news,
)
from webarticlecurator.articles.units.text_units import list_text_units
from webarticlecurator.articles.without_rules.clock_times import ClockReader, list_clock_lines
from webarticlecurator.articles.without_rules.known_lines import MIN_ENTRIES
from webarticlecurator.articles.without_rules.post_details import NameFinder
from webarticlecurator.articles.without_rules.repeated_places import (
    ElementOrder,
    has_template,
    lie_inside,
    share_of_rising,
)
from webarticlecurator.articles.without_rules.threads import (
    MIN_SHARE,
    Post,
    ThreadFinder,
    find_thread,
    make_thread_finder,
)
from webarticlecurator.pages.page.ancestors import self_and_ancestors
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.page.word_account import BLOCK_TAGS
from webarticlecurator.pages.rules.link_context import find_boxes

_Entries = dict[etree._Element, Post]


def find_live_entries(page: Page, roots: Sequence[etree._Element]) -> _Entries:
    """Return the elements with the entries of a live report, if two are in ``roots``, each as a
    post: they have times of day, in order unless the page declares it, and nobody's name."""
    have_times = sum(1 for root in roots for _ in root.iter("time")) >= MIN_ENTRIES
    find = partial(_find_page_entries, have_times=have_times)
    # a page is asked thrice: for its text, for what is left out of it, and for its posts
    entries = page.derived(f"guess.live_entries {have_times}", find)
    around = set(roots)
    inside = sum(not around.isdisjoint(self_and_ancestors(entry)) for entry in entries)
    return entries if inside > 1 else {}


def _find_page_entries(page: Page, *, have_times: bool) -> _Entries:
    """Return the entries of all reports on a page. ``have_times``: whether its text has ``time``
    elements."""
    # nearly all pages of news end here
    may_be_report = have_times or not declares_news(collect_hints(page))
    finder = make_thread_finder(page) if may_be_report and find_thread(page) is None else None
    entries = _find_entries(finder, page) if finder is not None else {}
    return entries or _find_clock_entries(page, have_times=have_times)


def _find_clock_entries(page: Page, *, have_times: bool) -> _Entries:
    """Return the entries of a report whose times are those of a clock, without a day. A programme
    has such times, too: unless the page declares a report, its entries are most of the text, and
    stand one above the other from the last to the first or have parts. ``have_times``: whether
    the text has ``time`` elements, too."""
    body = page.root.find("body") if page.json is None else None
    lines = list_clock_lines(list_text_units(page))
    if body is None or (len(lines) < MIN_ENTRIES and not have_times):
        return {}
    clocks = ClockReader(body.iter("time") if have_times else (), lines)
    if len(clocks.elements) < MIN_ENTRIES or find_thread(page) is not None:
        return {}
    finder = ThreadFinder(page, list_text_units(page), clocks, ElementOrder(body))
    entries = _find_entries(finder, page)
    if not entries or LIVE_REPORT in collect_hints(page).types:
        return entries
    if sum(finder.prose[entry] for entry in entries) < MIN_SHARE * finder.page_prose:
        return {}
    with_parts = sum(any(e.tag in BLOCK_TAGS for e in entry.iterdescendants()) for entry in entries)
    return entries if clocks.is_falling or 2 * with_parts > len(entries) else {}


def _find_entries(finder: ThreadFinder, page: Page) -> _Entries:
    """Return the entries of a live report from its first time on; empty if there is none."""
    match = finder.match
    if match is None or len(match.pairs) < MIN_ENTRIES:
        return {}
    texts, times = match.texts, match.times
    is_declared = LIVE_REPORT in collect_hints(page).types
    moments = finder.times.list_moments(times.values())
    is_report = (
        len(set(moments)) >= MIN_ENTRIES
        and (is_declared or share_of_rising(moments) == 1)
        and has_template(texts, times)
        and not finder.have_titles(texts, {})
    )
    if is_report and not is_declared:
        inside = lie_inside(texts, match.stamps, match.pairs)
        is_report = not NameFinder(finder.order, texts, times, inside=inside).find()
    boxes = find_boxes(texts.elements) if is_report else ()
    found = {box: finder.make_post(box, None, times.get(n)) for n, box in enumerate(boxes)}
    return dict(list(found.items())[min(times, default=0) :])
