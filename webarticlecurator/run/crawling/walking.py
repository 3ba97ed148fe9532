"""Process the archive pages of a walk: read the links of a page, store them, and save the state of
the walk."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from webarticlecurator.archive import (
    LocatedPage,
    PagePlace,
    PageRead,
    StoredWalk,
    WalkState,
    advance,
    describe_walk,
    fail_page,
    is_named_window,
    is_unchanged_file,
    span_of,
)
from webarticlecurator.errors import PageUnreadable
from webarticlecurator.model.archive_rules import Span
from webarticlecurator.model.capture import Capture
from webarticlecurator.model.link import Link
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.verdict import SHORTENED, Problem
from webarticlecurator.run.crawling.listing import (
    MAX_LISTED,
    NO_LINKS,
    PageLinks,
    read_page_links,
    to_stored_answer,
)
from webarticlecurator.store import MAX_NAMED, ListingResult, WalkKey, WritableCorpus


@dataclass(frozen=True)
class WalkStep:
    """Result of one archive page: the new state of the walk, and the canonical addresses of new
    articles. ``wall`` is a message if the portal sends this page in place of any other."""

    state: WalkState
    new_articles: tuple[str, ...] = ()
    wall: str = ""


def process_archive_page(
    portal: Portal, corpus: WritableCorpus, state: WalkState, final: Capture | None
) -> WalkStep:
    """Store the listings and problems of the answer to ``state.address``, and the next state of the
    walk.

    ``final`` is None without a usable answer. ``begin_walk`` must have been called before. Needs
    ``corpus.commit``.
    """
    assert state.address is not None
    span = find_span(portal, state)
    key = WalkKey(state.column, state.span, state.window)
    if is_unchanged_file(state, final):
        page_links, trouble = NO_LINKS, ""
    else:
        page_links, trouble = _links_on(portal, corpus, span, state, final)
    corpus.walks.mark_requested(key, state.address)
    time = final.time if final is not None else None
    result, left_out = store_page_links(
        portal, corpus, ListedPage(key, state.address, time), page_links
    )
    read = PageRead(
        url=state.address,
        status=final.status if final and not trouble else None,
        links=tuple(link.url for link in page_links.links),
        next_page=page_links.next_page,
        new_link_count=result.new_to_walk,
        all_known=result.all_known_complete,
        requested_before=lambda url: corpus.walks.was_requested(key, url),
        read_error=trouble,
        unseen_link_count=result.unseen,
        link_beyond_last=page_links.beyond,
        pager_without_current=page_links.pager_without_current,
        named_count=len(page_links.named),
        damage=page_links.damage,
        body_digest=final.body_digest if final and not trouble else "",
    )
    try:
        after = advance(portal, span, state, read)
    except PageUnreadable as error:  # a condition of ``stop``
        after = fail_page(state, replace(read, read_error=error.message))
    if after.restarted:
        corpus.walks.begin(key)
    corpus.run_log.clear_problems(state.address)
    remarks = (
        *describe_left_out(state.address, left_out),
        *describe_shortened(state.address, page_links),
    )
    for problem in (*after.problems, *remarks):
        corpus.run_log.add_problem(problem)
    if after.complete and is_named_window(key.window):
        corpus.named_pages.mark_read(key)
    save_walk(corpus, after)
    return WalkStep(after, result.new_articles, page_links.wall)


@dataclass(frozen=True)
class ListedPage:
    """An archive page of a walk: its requested address, and the time of its capture."""

    walk: WalkKey
    address: str
    captured: datetime | None


def store_page_links(
    portal: Portal, corpus: WritableCorpus, page: ListedPage, page_links: PageLinks
) -> tuple[ListingResult, int]:
    """Store the listings of an archive page and the pages that it names.

    Returns what was new, and how many named pages were left out. Needs ``corpus.commit``.
    """
    left_out = 0
    if page_links.named:
        left_out = corpus.named_pages.set_named(page.walk, page.address, page_links.named)
    if not page_links.links:
        return ListingResult(0, False, ()), left_out
    links = page_links.links
    result = corpus.listings.add(page.walk, page.address, links, page_links.canonical)
    _note_new_and_changed(portal, corpus, page, links, result)
    return result, left_out


def _note_new_and_changed(
    portal: Portal,
    corpus: WritableCorpus,
    page: ListedPage,
    links: Sequence[Link],
    result: ListingResult,
) -> None:
    """Note articles that a walk lists first after it had been complete before, and links beside
    which the values of ``article.refresh.listed`` have changed."""
    walk = corpus.walks.get(page.walk)
    if walk is not None and walk.completed:
        for canonical in result.new_articles:
            corpus.refreshes.mark_found_later(canonical)
    names = portal.refresh.listed
    if names and page.captured is not None:
        for link in links:
            listed = {name: value for name, value in link.listed if name in names}
            corpus.refreshes.note_listed(page.walk.column, link.url, listed, page.captured)


def describe_left_out(address: str, count: int) -> tuple[Problem, ...]:
    """Return the problem that a page names more pages than are walked."""
    if not count:
        return ()
    message = f"{count} of the pages that it names are left out (expected at most {MAX_NAMED})"
    return (Problem("page-limit", address, message),)


def describe_shortened(address: str, page_links: PageLinks) -> tuple[Problem, ...]:
    """Return the remark that values beside the links of a page are kept in part."""
    if not page_links.shortened:
        return ()
    names = ", ".join(page_links.shortened)
    message = f"values beside links: {names} (at most {MAX_LISTED} characters of each are kept)"
    return (Problem(SHORTENED, address, message),)


def begin_walk(corpus: WritableCorpus, key: WalkKey, state: WalkState) -> None:
    """Begin a traversal at ``state``. Needs ``corpus.commit``."""
    corpus.walks.begin(key)
    # if the order of the archive is still wrong, this traversal finds it again
    if state.pages_since_entry == 0 and state.entry in ("top", "tail"):
        corpus.run_log.clear_problems(describe_walk(state))
    save_walk(corpus, state)


def _links_on(
    portal: Portal, corpus: WritableCorpus, span: Span, state: WalkState, final: Capture | None
) -> tuple[PageLinks, str]:
    """Return the links of the answer, and a message if they cannot be read."""
    if final is None or final.status != 200:
        return NO_LINKS, ""
    try:
        answer = to_stored_answer(portal, corpus.read(final), span.column)
        page_links = read_page_links(portal, span, answer, PagePlace(state.page, state.window))
    except PageUnreadable as error:
        return NO_LINKS, error.message
    return page_links, page_links.trouble or page_links.wall


def find_span(portal: Portal, state: WalkState) -> Span:
    """Return the span of a walk."""
    return span_of(portal, LocatedPage(state.column, state.span))


def save_walk(corpus: WritableCorpus, state: WalkState) -> None:
    """Save the state of a walk. Needs ``corpus.commit``."""
    key = WalkKey(state.column, state.span, state.window)
    corpus.walks.save(key, state.to_json(), state.reached_end)


def load_walk(corpus: WritableCorpus, span: Span, window: str) -> StoredWalk | None:
    """Return the stored walk of a window, or None."""
    stored = corpus.walks.get(WalkKey(span.column, span.number, window))
    return StoredWalk(WalkState.from_json(stored.state)) if stored and stored.state else None
