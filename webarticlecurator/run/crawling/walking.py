"""The walk through the archive, carried out: request, store, read the links, note where the walk stands."""

from __future__ import annotations

from dataclasses import dataclass

from webarticlecurator.archive import Earlier, Located, PageRead, WalkState, advance, span_of, today_in
from webarticlecurator.archive import requested as without_fragment
from webarticlecurator.extract import canonical
from webarticlecurator.model.capture import Capture
from webarticlecurator.model.portal import Portal, Span
from webarticlecurator.page import Page, read_page
from webarticlecurator.rules import beside, first, links
from webarticlecurator.store import Corpus, Link, ListingResult, WalkKey


@dataclass(frozen=True)
class Step:
    """After one archive page: where the walk stands, and the canonical addresses never seen before."""

    state: WalkState
    new_articles: tuple[str, ...] = ()


def take_page(portal: Portal, corpus: Corpus, state: WalkState, final: Capture | None) -> Step:
    """Draw the conclusions from the answer to ``state.address`` (None: no usable answer): listings, problems, the walk's next
    state. The walk must have been begun. Waits for ``corpus.commit``."""
    assert state.address is not None
    span = span_by(portal, state)
    key = WalkKey(state.column, state.span, state.window)
    page = archive_page(portal, corpus, final, state.column) if final is not None and final.status == 200 else None
    found = found_links(span, page) if page is not None else ()
    corpus.walks.mark_requested(key, state.address)
    result = (
        corpus.frontier.add_listing(key, state.address, found, lambda url: canonical(url, portal.address))
        if found
        else ListingResult(0, False, ())
    )
    read = PageRead(
        url=state.address,
        status=final.status if final else None,
        links=tuple(link.url for link in found),
        next_page=next_archive_page(span, page) if page is not None else None,
        new=result.new_to_walk,
        known=result.all_known_complete,
        repeated=lambda url: corpus.walks.was_requested(key, url),
    )
    after = advance(portal, span, state, read)
    corpus.ledger.clear_problems(state.address)
    for problem in after.problems:
        corpus.ledger.add_problem(problem)
    save(corpus, after)
    return Step(after, result.new_articles)


def archive_page(portal: Portal, corpus: Corpus, capture: Capture, column: str | None) -> Page:
    """The parsed archive page of a capture, under the address that answered."""
    body = corpus.read(capture)
    return read_page(
        capture.url,
        body.content,
        body.content_type,
        encoding=portal.encoding,
        column=column,
        captured=today_in(portal.timezone, capture.time),
    )


def found_links(span: Span, page: Page) -> tuple[Link, ...]:
    """What the span's link rules list, fragments cut, repeats dropped, with what stands beside each link."""
    shown = beside(span.links, span.listed, page) if span.listed else {}
    found = {without_fragment(url): tuple(sorted(shown.get(url, {}).items())) for url in links(span.links, page)}
    return tuple(Link(url, listed) for url, listed in found.items())


def next_archive_page(span: Span, page: Page) -> str | None:
    found = first(span.pagination.next, page, link=True) if span.pagination.next else None
    return without_fragment(found) if found else None


def span_by(portal: Portal, state: WalkState) -> Span:
    return span_of(portal, Located(state.column, state.span))


def save(corpus: Corpus, state: WalkState) -> None:
    """Note where the walk stands. Waits for ``corpus.commit``."""
    corpus.walks.save(WalkKey(state.column, state.span, state.window), state.to_json(), state.complete)


def earlier_walk(corpus: Corpus, span: Span, window: str) -> Earlier | None:
    """The stored walk of a window, or None."""
    stored = corpus.walks.get(WalkKey(span.column, span.number, window))
    return Earlier(WalkState.from_json(stored.state)) if stored and stored.state else None
