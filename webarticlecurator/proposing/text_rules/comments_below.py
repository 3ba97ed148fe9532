"""Comments on articles that single pages show as the posts of a thread: they may be longer than the
article, where readers pay for the rest of it, or a script loads that.

Several pages decide together: where most pages with posts have a text of their own before the
first, the posts are comments on it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from copy import deepcopy
from itertools import takewhile

from lxml import etree, html

from webarticlecurator.articles.units.text_units import Unit, list_page_units
from webarticlecurator.articles.without_rules.post_time_elements import TimeReader
from webarticlecurator.articles.without_rules.reader_comments import are_of_writer, find_comments
from webarticlecurator.articles.without_rules.threads import (
    DECLARED_THREAD,
    Thread,
    find_thread,
)
from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.model.article import PAGE_KINDS
from webarticlecurator.base.proposal.proposal import LearnedLine
from webarticlecurator.pages.page.ancestors import self_and_ancestors
from webarticlecurator.pages.page.page import Page, read_page
from webarticlecurator.pages.rules.link_context import find_boxes
from webarticlecurator.proposing.fields.post_authors import list_candidates
from webarticlecurator.proposing.text_rules.post_rules import list_threads

MIN_PAGES = 2
MIN_BELOW = 0.5
"""Pages with comments, at least, and the share of those with posts that have a text of their own
before these."""

_Boxes = Mapping[Page, Sequence[etree._Element]]


@dataclass(frozen=True)
class CommentsBelow:
    """``pages`` without the comments on them, and the ``drop`` of these, None if no selector finds
    them alone; ``page_kind``: that of all pages, "" if no single one would be read as a thread."""

    pages: tuple[Page, ...]
    drop: LearnedLine | None
    page_kind: str


def find_comments_below(pages: Sequence[Page]) -> CommentsBelow | None:
    """Return the comments on ``pages``; None unless what has posts there are articles."""
    threads = list_threads(pages, _find_posts)
    own = _list_own_texts(pages)
    below = [pair for pair in threads if _is_below_text(*pair, own[pair[0]])]
    if len(below) <= MIN_BELOW * len(threads):
        return None
    boxes = {page: find_boxes(thread.roots) for page, thread in below}
    around = {page: _list_parents(each) for page, each in boxes.items()}
    css, found = _choose_selector(around, own)
    if not css:
        css, found = _choose_selector(boxes, own)
    if sum(_have_times(page, found.get(page, ())) for page in pages) < MIN_PAGES > len(below):
        return None
    evidence = f"comments below the text on {len(below)} of {len(pages)} pages"
    drop = LearnedLine(css, evidence) if css else None
    page_kind = PAGE_KINDS[0] if any(find_thread(page) for page, _ in below) else ""
    left = tuple(_empty(page, found.get(page, ()), page_kind) for page in pages)
    return CommentsBelow(left, drop, page_kind)


def _find_posts(page: Page) -> Thread | None:
    """Return what a page shows as a thread, or as comments on an article before them."""
    thread = find_thread(page)
    comments = find_comments(page) if thread is None else ()
    return Thread(comments, (), {}) if comments else thread


def _list_own_texts(pages: Sequence[Page]) -> dict[Page, list[Unit]]:
    """Return the paragraphs of each page that no other page has."""
    every = {
        page: [unit for unit in list_page_units(page) if unit.is_running_text] for page in pages
    }
    counts = Counter(
        text for units in every.values() for text in {unit.folded_text for unit in units}
    )
    return {
        page: [unit for unit in units if counts[unit.folded_text] == 1]
        for page, units in every.items()
    }


def _is_below_text(page: Page, thread: Thread, own: Sequence[Unit]) -> bool:
    """Return True if a text of its own is on a page before the first post, of several paragraphs or
    with a time of its own: threads may have a summary. No declaration says that it is a thread."""
    first = find_boxes(thread.roots)[0]
    before = {*takewhile(lambda unit: not unit.is_in(first), list_page_units(page))}
    if are_of_writer(thread.posts, before):
        return False
    number = len(before.intersection(own))
    is_article = number > 1 or (number and _have_times(page, [unit.element for unit in before]))
    return bool(is_article) and not DECLARED_THREAD.search(page.text)


def _list_parents(boxes: Sequence[etree._Element]) -> list[etree._Element]:
    parents = dict.fromkeys(each.getparent() for each in boxes)
    return [each for each in parents if each is not None]


def _choose_selector(wanted: _Boxes, own: Mapping[Page, Sequence[Unit]]) -> tuple[str, _Boxes]:
    """Return the selector that finds nothing but the elements that are ``wanted`` on their pages,
    and leaves text of its ``own`` on all, with what it finds; "" if there is none."""
    for css in list_candidates([element for each in wanted.values() for element in each]):
        found = {page: page.root.cssselect(css) for page in own}
        is_right = all({*found[page]} == {*each} for page, each in wanted.items())
        if is_right and all(_leaves_text(own[page], each) for page, each in found.items()):
            return css, found
    return "", {}


def _have_times(page: Page, elements: Sequence[etree._Element]) -> bool:
    """Return True if times are in elements of a page: one alone is no thread."""
    boxes = {*elements}
    times = TimeReader(page, page.root, list_page_units(page)).elements if boxes else ()
    return any(not boxes.isdisjoint(self_and_ancestors(time)) for time in times)


def _leaves_text(own: Sequence[Unit], found: Sequence[etree._Element]) -> bool:
    boxes = {*found}
    return not found or any(boxes.isdisjoint(unit.around) for unit in own)


def _empty(page: Page, elements: Sequence[etree._Element], kind: str) -> Page:
    """Return the page as one of a ``kind``, with nothing in ``elements``."""
    paths = [page.root.getroottree().getpath(each) for each in elements]
    root = deepcopy(page.root)
    for path in paths:
        for element in root.getroottree().xpath(path):
            element[:] = []
            element.text = None
    content = html.tostring(root, encoding="utf-8")
    return read_page(
        page.url,
        content,
        "text/html; charset=utf-8",
        kind=kind,
        first_url=page.first_url,
    )
