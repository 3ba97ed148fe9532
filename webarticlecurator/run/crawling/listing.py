"""What an archive page lists, by the rules of its span: found in a supervised process, since a rule
may run for ever."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import date

from webarticlecurator.archive import LocatedPage, find_link_beyond_last, span_of, today_in
from webarticlecurator.archive import normalize_address as without_fragment
from webarticlecurator.extract import canonical_address, check_by_words, find_next_page
from webarticlecurator.model.capture import Body
from webarticlecurator.model.portal import Portal, Span
from webarticlecurator.model.verdict import WALLS
from webarticlecurator.page import Page, read_page
from webarticlecurator.rules import (
    has_pager_without_current,
    read_link_context,
    select_first,
    select_links,
)
from webarticlecurator.run.workers.evaluate import evaluate_in_worker
from webarticlecurator.store import Link


@dataclass(frozen=True)
class PagePlace:
    """Which page of a walk it is: its page value and the first day of its window, empty where there
    is none."""

    value: str = ""
    window: str = ""


@dataclass(frozen=True)
class StoredAnswer:
    """A stored page as rules look at it: the address that answered, the body, the column, the day
    of its capture. ``span``: the number of the span in its column, of an archive page."""

    url: str
    content: bytes
    content_type: str | None
    column: str | None = None
    captured: date | None = None
    span: int = 0
    place: PagePlace = PagePlace()

    def page(self, portal: Portal) -> Page:
        """The parsed page."""
        return read_page(
            self.url,
            self.content,
            self.content_type,
            encoding=portal.encoding,
            column=self.column,
            captured=self.captured,
        )


@dataclass(frozen=True)
class PageLinks:
    """What an archive page lists: the links, the canonical address of each, and the next archive
    page.

    ``trouble``: why the page was not parsed, in words; ``beyond``: a page after ``last`` that it
    links; ``pager_without_current``: it has a pager whose ``current`` selects no number; ``wall``:
    in words why a page that lists nothing is a challenge or the like, not a day without articles;
    else empty.
    """

    links: tuple[Link, ...] = ()
    canonicals: dict[str, str] = field(default_factory=dict)
    next_page: str | None = None
    beyond: str = ""
    pager_without_current: bool = False
    trouble: str = ""
    wall: str = ""

    def canonical(self, url: str) -> str:
        """The canonical address of one of the links."""
        return self.canonicals[url]


NO_LINKS = PageLinks()


def stored_answer(portal: Portal, body: Body, column: str | None, span: int = 0) -> StoredAnswer:
    """A stored body, under the address that answered."""
    capture = body.capture
    day = today_in(portal.timezone, capture.time)
    return StoredAnswer(capture.url, body.content, body.content_type, column, day, span)


def read_list(
    portal: Portal, span: Span, answer: StoredAnswer, place: PagePlace | None = None
) -> PageLinks:
    """What the rules of ``span`` find on an archive page. Raises PageUnreadable and RulesTooSlow
    where they take too long."""
    named = replace(answer, column=span.column, span=span.number, place=place or PagePlace())
    found: PageLinks = evaluate_in_worker(portal, _list, named, answer.url)
    return found


def read_next_page(portal: Portal, answer: StoredAnswer) -> str | None:
    """The next page of an article. Raises as ``read_list``."""
    if not portal.article.next_page and not any(
        version.rules.next_page for version in portal.versions
    ):
        return None
    found: str | None = evaluate_in_worker(portal, _next_page, answer, answer.url)
    return found


def _list(portal: Portal, _source: object, answer: StoredAnswer) -> PageLinks:
    span = span_of(portal, LocatedPage(answer.column or "", answer.span))
    page = answer.page(portal)
    if page.excess:
        return PageLinks(trouble=f"it is too large: {page.excess}")
    found = index_links(span, page)
    names = {link.url: canonical_address(link.url, portal.address) for link in found}
    wall = "" if found else _wall(portal, page)
    if wall:
        return PageLinks(wall=wall)
    following = next_archive_page(span, page)
    beyond = find_link_beyond_last(portal, span, answer.place.value, answer.place.window, page)
    return PageLinks(
        found,
        names,
        following,
        beyond,
        following is None and has_pager_without_current(span.pagination.next, page),
    )


def _wall(portal: Portal, page: Page) -> str:
    refused = check_by_words(page, portal.article.gate_off)
    return (
        f"{refused.reason}: {refused.evidence}"
        if refused is not None and refused.reason in WALLS
        else ""
    )


def _next_page(portal: Portal, _source: object, answer: StoredAnswer) -> str | None:
    return find_next_page(portal, answer.page(portal))


def index_links(span: Span, page: Page) -> tuple[Link, ...]:
    """What the span's link rules list, fragments cut, repeats dropped, with what stands beside each
    link."""
    shown = read_link_context(span.links, span.listed, page) if span.listed else {}
    found = {
        without_fragment(url): tuple(sorted(shown.get(url, {}).items()))
        for url in select_links(span.links, page)
    }
    return tuple(Link(url, listed) for url, listed in found.items())


def next_archive_page(span: Span, page: Page) -> str | None:
    found = select_first(span.pagination.next, page, link=True) if span.pagination.next else None
    return without_fragment(found) if found else None
