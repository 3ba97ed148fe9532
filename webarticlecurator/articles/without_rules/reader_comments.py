"""The comments of readers below an article or a list: posts that are no text of their page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import takewhile

from lxml import etree

from webarticlecurator.articles.units.page_hints import (
    collect_hints,
    declares_news,
    find_title_position,
)
from webarticlecurator.articles.units.text_units import (
    Unit,
    fold_text,
    list_text_units,
)
from webarticlecurator.articles.without_rules.repeated_places import leave_out_outer_first
from webarticlecurator.articles.without_rules.threads import (
    Post,
    Thread,
    find_thread,
    make_thread_finder,
)
from webarticlecurator.pages.page.page import Page


def find_comments(page: Page) -> tuple[etree._Element, ...]:
    """Return the elements with the comments of readers on the article or the list of ``page``: it
    would be a thread if they were its text, or unless the portal file says that it is an article.
    """
    has_finder = find_thread(page) is None and not declares_news(collect_hints(page))
    finder = make_thread_finder(page) if has_finder else None
    if finder is None:
        return ()
    thread = finder.find() if page.kind == "article" else None
    if thread is None:
        return finder.comments
    return _list_below_text(page, thread, finder.order.start)


def are_of_writer(posts: Sequence[Post], before: Iterable[Unit]) -> bool:
    """Return True if the lines before the ``posts`` name who wrote the earliest of them: a report
    in parts, such as a live blog. Who wrote an article answers comments, but is not the first."""
    writer = fold_text(min(posts, key=lambda post: post.when).author) if posts else ""
    return bool(writer) and any(writer in unit.folded_text for unit in before)


def _list_below_text(
    page: Page, thread: Thread, start: Mapping[etree._Element, int]
) -> tuple[etree._Element, ...]:
    """Return the posts that begin behind the first sentence below the title of the page; none if
    they are of the writer of the text before them. ``start``: element → its place."""
    units = list_text_units(page)
    title = find_title_position(units, collect_hints(page))
    below = units[title + 1 :] if title is not None else units
    first = next((start[unit.element] for unit in below if unit.is_running_text), -1)
    found = {
        root: post
        for root, post in zip(thread.roots, thread.posts, strict=True)
        if start[root] > first
    }
    byline = takewhile(lambda unit: not unit.is_running_text, below)
    if are_of_writer([*found.values()], byline):
        return ()
    return leave_out_outer_first([*found]) if len(found) > 2 else tuple(found)
