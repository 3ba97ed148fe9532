"""Process the archive pages of a walk: read the links of a page, store them, and save the state of
the walk.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from functools import partial
from hashlib import sha256

from webarticlecurator.articles.by_rules.identity import canonical_address
from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.base.errors import PageUnreadable
from webarticlecurator.base.model.capture import Capture
from webarticlecurator.base.model.claimed_place import ClaimedPlace
from webarticlecurator.base.model.looks import NOTHING, ODD, WELL
from webarticlecurator.base.model.verdict import (
    Problem,
    make_problem,
)
from webarticlecurator.base.portal.hosts import portal_hosts
from webarticlecurator.base.portal.pagination_modes import mode_of
from webarticlecurator.base.portal.portal import Portal, Span
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.crawling.archive.address_match import match_address
from webarticlecurator.crawling.archive.file_walk import fail_page, is_unchanged_file
from webarticlecurator.crawling.archive.landing_pages import describe_landing_page
from webarticlecurator.crawling.archive.link_source import PagePlace, SourcePage
from webarticlecurator.crawling.archive.link_sources import source_of
from webarticlecurator.crawling.archive.list_identity import asks_for_password
from webarticlecurator.crawling.archive.page_address import address_key
from webarticlecurator.crawling.archive.page_location import LocatedPage, span_of
from webarticlecurator.crawling.archive.rerun import (
    describe_walk,
    is_number_past_first,
    is_page_missing,
)
from webarticlecurator.crawling.archive.skipped_links import describe_skipped
from webarticlecurator.crawling.archive.state import PageRead, WalkState
from webarticlecurator.crawling.archive.walk import advance
from webarticlecurator.crawling.archive.windows import is_named_window
from webarticlecurator.crawling.states.archive_disorder import is_alike_elsewhere
from webarticlecurator.crawling.states.archive_listing import (
    MAX_LISTED,
    NO_LINKS,
    read_page_links,
    to_stored_answer,
)
from webarticlecurator.crawling.states.stored_walks import key_of, read_state, save_walk
from webarticlecurator.crawling.states.walk_doubts import note_walk_doubt
from webarticlecurator.storage.answers.fetches import Fetch
from webarticlecurator.storage.frontier.index_values import ListingResult
from webarticlecurator.storage.frontier.named_pages import MAX_NAMED
from webarticlecurator.storage.frontier.walks import WalkKey
from webarticlecurator.storage.store.corpus import WritableCorpus


@dataclass(frozen=True)
class WalkStep:
    """Result of one archive page: the new state of the walk, and the canonical addresses of new
    articles. ``wall`` is a message if the portal sends this page in place of any other;
    ``redirected``: as ``ListingResult.redirected``."""

    state: WalkState
    new_articles: tuple[str, ...] = ()
    wall: str = ""
    redirected: tuple[str, ...] = ()


def process_archive_page(
    portal: Portal,
    corpus: WritableCorpus,
    state: WalkState,
    final: Capture | None,
    fetch: Fetch | None = None,
) -> WalkStep:
    """Store the listings and problems of the answer to ``state.address``, what it says
    (``corpus.answers``), and the next state of the walk.

    ``final`` is None without a usable answer; ``fetch`` is its fetch (None: the last one of the
    address). ``begin_walk`` must have been called before. Needs ``corpus.commit``.
    """
    assert state.address is not None
    span = span_of(portal, LocatedPage(state.column, state.span))
    key = key_of(state)
    fetch = fetch or corpus.captures.last_fetch(state.address)
    if final is None and fetch is not None:
        final = _find_last_number(span, state, fetch)
    if is_unchanged_file(state, final):
        page_links, trouble, outcome = NO_LINKS, "", WELL
    else:
        page_links, trouble = _links_on(portal, corpus, span, state, final)
        outcome = _judge_answer(span, state, final, page_links, trouble)
    if outcome == WELL and final is not None and page_links.links:
        text, links = _hash_links(page_links), len(page_links.links)
        is_list = source_of(span).is_list(PagePlace(window=state.window))
        if is_list and is_alike_elsewhere(corpus, key, final.time, text, links):
            trouble, outcome = (
                make_message("it lists exactly what other windows of the column list"),
                ODD,
            )
    is_blank = bool(trouble) and _may_be_blank(span, state, page_links)
    if is_blank:
        trouble, outcome = "", NOTHING
    _note_answer(corpus, fetch, final, outcome, page_links)
    corpus.walks.mark_requested(key, state.address)
    time = final.time if final is not None else None
    if outcome == ODD:
        page_links = replace(NO_LINKS, wall=page_links.wall)
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
        was_requested=lambda url: corpus.walks.was_requested(key, url, state.rules_digest),
        read_error=trouble,
        unseen_link_count=result.unseen,
        is_grown_inside=result.is_grown_inside,
        link_beyond_last=page_links.beyond,
        pager_without_current=page_links.pager_without_current,
        named_count=len(page_links.named),
        damage=page_links.damage,
        body_digest=final.body_digest if final and not trouble else "",
        time=time,
        is_blank=is_blank,
        has_end=page_links.has_end if outcome == WELL else None,
        is_shuffled=result.is_shuffled,
        first_new=result.first_new,
        known_from=result.known_from,
        places=result.places,
        pager=page_links.pager.pages,
        periods=page_links.pager.periods,
        skipped=page_links.skipped,
        counts=page_links.counts,
        left_links=page_links.left_links,
        marks=page_links.marks,
        known_articles=corpus.article_counts.by_state().articles if state.followed else 0,
        was_walked=partial(_is_walked, portal, corpus, key),
    )
    try:
        after = advance(portal, span, state, read)
    except PageUnreadable as error:  # a condition of ``stop``
        after = fail_page(state, replace(read, read_error=error.message))
    if after.restarted:
        corpus.walks.begin(key)
    remarks = _list_remarks(state.address, left_out, page_links)
    _note_problems(corpus, state.address, after, remarks)
    if after.complete and is_named_window(key.window):
        _note_named_page(corpus, key, page_links)
    save_walk(corpus, after)
    # a list that an older version walked stays old until its end is looked at again
    note_walk_doubt(portal, corpus, after)
    return WalkStep(after, result.new_articles, page_links.wall, result.redirected)


def _note_named_page(corpus: WritableCorpus, key: WalkKey, page_links: SourcePage) -> None:
    """Note that a named page was read completely, and whether the page that names it is wrong."""
    # imported here: few portals have a sitemap
    from webarticlecurator.crawling.archive.sitemaps import has_newer_entries

    named = corpus.named_pages.find(key.window)
    if named is not None and has_newer_entries(named[1].modified, page_links.links):
        corpus.named_pages.distrust_source(key)
    # as a cache has it: with the entries of before, or with fewer of them
    is_old = corpus.answers.is_repeated(key.window.partition("#")[0]) or (
        bool(page_links.links) and corpus.listings.has_lost(key)
    )
    corpus.named_pages.mark_read(key, is_old=is_old)


def _is_walked(portal: Portal, corpus: WritableCorpus, key: WalkKey, url: str) -> bool:
    """Return True for an address that a walk of the span has requested, that was answered, or that
    is an article."""
    bare = url.removesuffix("/")
    if any(
        corpus.walks.was_ever_requested(key, each) or corpus.captures.is_answered(each)
        for each in (bare, f"{bare}/")
    ):
        return True
    return corpus.frontier.article(canonical_address(url, portal.address)) is not None


def _judge_answer(
    span: Span, state: WalkState, final: Capture | None, page_links: SourcePage, trouble: str
) -> str:
    """Return what an answer says: WELL, NOTHING or ODD."""
    if final is None or trouble:
        return ODD
    has_none = is_page_missing(span, state, final.status)
    if not has_none and not 200 <= final.status < 300:
        return ODD
    is_list = source_of(span).is_list(PagePlace(window=state.window))
    if page_links.links or page_links.named or not (is_list or has_none):
        return WELL
    return NOTHING


def _find_last_number(span: Span, state: WalkState, fetch: Fetch) -> Capture | None:
    """Return the answer of a portal that refuses the number of a page, as some do after the last
    one; None for any other answer."""
    final = fetch.final
    if final is None or final.truncated or not is_page_missing(span, state, final.status):
        return None
    return final


def _may_be_blank(span: Span, state: WalkState, page_links: SourcePage) -> bool:
    """Return True if an answer without a page may be the end of a list: many portals answer so to
    numbers past the last page. It proves nothing."""
    is_blank = page_links.is_blank and not page_links.wall
    return is_blank and is_number_past_first(span, state)


def _note_answer(
    corpus: WritableCorpus,
    fetch: Fetch | None,
    final: Capture | None,
    outcome: str,
    page_links: SourcePage,
) -> None:
    if fetch is None:
        return
    time = final.time if final is not None else fetch.time
    if time is not None:
        text = _hash_links(page_links) if page_links.links else None
        claimed = ClaimedPlace(page_links.title)
        corpus.answers.note(fetch.id, "archive", time, outcome, text, claimed)


def _hash_links(page_links: SourcePage) -> int:
    """Return 64 bits of the list of links, as a signed number."""
    text = "\n".join(link.url for link in page_links.links)
    return int.from_bytes(sha256(text.encode("utf-8")).digest()[:8], "big", signed=True)


@dataclass(frozen=True)
class ListedPage:
    """An archive page of a walk: its requested address, and the time of its capture; ``is_now``:
    what it lists first is new to the portal."""

    walk: WalkKey
    address: str
    captured: datetime | None
    is_now: bool = True


def store_page_links(
    portal: Portal, corpus: WritableCorpus, page: ListedPage, page_links: SourcePage
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
    result = corpus.listings.add(page.walk, page.address, links, page_links.canonicals.__getitem__)
    # Note articles that a walk lists first after it had been complete before, and links beside
    # which the values of `article.refresh.listed` have changed
    walk = corpus.walks.get(page.walk)
    if walk is not None and walk.completed and page.is_now:
        for canonical in result.new_articles:
            corpus.refreshes.mark_found_later(canonical)
    names = portal.refresh.listed
    if names and page.captured is not None:
        for link in links:
            listed = {name: value for name, value in link.listed if name in names}
            corpus.refreshes.note_listed(page.walk.column, link.url, listed, page.captured)
    return result, left_out


_OF_ENDS = ("walk-looped", "list-not-whole", "larger-number", "stop-doubtful")
"""Kinds of problems that the end of a walk has."""


def _note_problems(
    corpus: WritableCorpus, address: str, after: WalkState, remarks: Iterable[Problem]
) -> None:
    """Record the problems of the page that was read last; at the end of the walk, whether it is
    proved."""
    if after.address is None:
        ended = (describe_walk(after),)
        corpus.run_log.renew_problems((), kinds=_OF_ENDS, places=ended)
    found = (*after.problems, *remarks)
    corpus.run_log.renew_problems(found, kinds=None, places=(address,))


def _list_remarks(address: str, left_out: int, page_links: SourcePage) -> Iterator[Problem]:
    """Yield what is kept in part: the pages that a page names, its links, or the values beside."""
    if page_links.skipped:
        yield Problem("skipped-links", address, describe_skipped(page_links.skipped))
    if left_out:
        yield make_problem("page-limit", address, "named", number=left_out, most=MAX_NAMED)
    if page_links.shortened:
        names = ", ".join(page_links.shortened)
        yield make_problem("shortened", address, "links", names=names, most=MAX_LISTED)


def begin_walk(corpus: WritableCorpus, key: WalkKey, state: WalkState) -> None:
    """Begin a traversal at ``state``. Needs ``corpus.commit``."""
    corpus.walks.begin(key)
    # if the order of the archive is still wrong, this traversal finds it again
    if state.pages_since_entry == 0 and state.entry in ("top", "tail"):
        corpus.run_log.renew_problems((), kinds=None, places=(describe_walk(state),))
    save_walk(corpus, state)


def _links_on(
    portal: Portal, corpus: WritableCorpus, span: Span, state: WalkState, final: Capture | None
) -> tuple[SourcePage, str]:
    """Return the links of the answer, and a message if they cannot be read."""
    if final is None or final.status != 200:
        return NO_LINKS, ""
    misled = _describe_redirect(portal, span, state, final)
    try:
        answer = to_stored_answer(portal, corpus.read(final), span.column)
        page_links = read_page_links(portal, span, answer, PagePlace(state.page, state.window))
    except PageUnreadable as error:
        page_links = replace(NO_LINKS, trouble=error.message)
    if misled and not page_links.wall:
        return SourcePage(trouble=misled, is_blank=True), misled
    of_list = partial(_list_marks, corpus, state)
    if not page_links.links and asks_for_password(page_links.marks, of_list):
        return page_links, make_message("it asks for a password")
    return page_links, page_links.trouble or page_links.wall


def _list_marks(corpus: WritableCorpus, state: WalkState) -> tuple[str, ...]:
    """Return what the pages of a list have in common; of a date without any, those of another."""
    if state.marks or not state.has_date:
        return state.marks
    others = corpus.walks.listing_windows(state.column, state.span)
    return next((each.marks for each in map(read_state, others) if each is not None), ())


def _describe_redirect(portal: Portal, span: Span, state: WalkState, final: Capture) -> str:
    """Return in words that a list page redirects to a page that is none of its place, or ""."""
    requested_address = state.address or ""
    is_list = source_of(span).is_list(PagePlace(window=state.window))
    if not is_list or address_key(final.url) == address_key(requested_address):
        return ""
    if not portal_hosts(portal).belongs(final.url, requested_address):
        return make_message("it redirects to {url}, outside the portal", url=final.url)
    landing = describe_landing_page(portal, final.url)
    is_own = landing and match_address(span, final.url, portal.language)
    if is_own and (is_own.window is None or is_own.window.key == state.window):
        # the plain address of a first page; any other page of the list is not the one asked for
        first = mode_of(span.pagination).first_page(span.pagination)
        if is_own.page in (None, state.page) or state.page in ("", first):
            return ""
    return (
        make_message("it redirects to {landing}, {url}", landing=landing, url=final.url)
        if landing
        else ""
    )
