"""The stored pages of an article, in the order of its next-page links."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.base.model.article import Rejected
from webarticlecurator.base.model.capture import Capture
from webarticlecurator.base.model.claimed_place import NO_CLAIM, ClaimedPlace
from webarticlecurator.base.model.verdict import TRANSIENT
from webarticlecurator.base.portal.patterns import search_pattern
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.pages.page.page import Page

if TYPE_CHECKING:
    from webarticlecurator.articles.by_rules.loaded_parts import LoadedPart
    from webarticlecurator.articles.by_rules.page_claims import PageClaims

MAX_PAGES = 1000
"""Longest article; a longer chain of next-page links is taken for a trap."""

Listed = tuple[tuple[str, str], ...]
"""What an archive page shows beside a link: names and values."""


@dataclass(frozen=True)
class ArticlePage:
    """One page of an article: its address, its capture, and the parsed page.

    ``capture`` is None if the page is not stored. ``parsed`` is None also if the page is too large
    or was parsed in another process. ``fault`` and ``words`` are those of its ``Body``. ``refused``
    is the rejection by the page checks, ``next_page`` the address of the next page, and
    ``declared_address`` the canonical address that the page declares, where it counts;
    ``single_page`` is the address of the page that holds the whole article, ``parts`` are what the
    page loads apart, ``assets`` the addresses of its files that are to be stored. ``claims`` are
    what the page says of itself, where its next page is found by addresses alone (``pager: {}``),
    ``claimed`` what it says of whose it is; ``last`` is its end, if it breaks off.
    """

    url: str
    parsed: Page | None = None
    capture: Capture | None = None
    fault: str = ""
    words: str = ""
    refused: Rejected | None = None
    next_page: str | None = None
    declared_address: str | None = None
    single_page: str | None = None
    parts: tuple[LoadedPart, ...] = ()
    assets: tuple[str, ...] = ()
    claims: PageClaims | None = None
    claimed: ClaimedPlace = NO_CLAIM
    last: str = ""


@dataclass(frozen=True)
class ArticleStart:
    """The first page of an article: its address, its column, and what the archive page shows beside
    the link. ``others`` are final addresses to which it redirects, whose pages are those of other
    articles; ``foreign`` are those that do not belong to the portal."""

    url: str
    column: str | None = None
    listed: Listed = ()
    others: frozenset[str] = frozenset()
    foreign: frozenset[str] = frozenset()


@dataclass(frozen=True)
class ArticlePages:
    """The pages of an article in link order, and what each of them loads apart.

    ``problem`` says why the chain ends early, "" if it does not; ``listed`` is the next page of the
    last one, where the archive lists it and it does not read as an article of its own. ``whole`` is
    the page that holds the whole article: it is the second of two pages, of which the first has the
    metadata. ``parts`` are pairs of a part and its page.
    """

    pages: tuple[ArticlePage, ...]
    problem: str = ""
    listed: str = ""
    whole: ArticlePage | None = None
    parts: tuple[tuple[LoadedPart, ArticlePage], ...] = ()


class PageFinder(Protocol):
    """Finds the stored pages of one article."""

    def find_page(self, url: str) -> ArticlePage | None:
        """Return the chosen page of an address, None if none is stored."""

    def find_listed(self, url: str) -> ArticlePage | None:
        """Return the stored page of an address that the archive lists as an article, without a
        capture if none is stored; None for any other address."""

    def find_part(self, part: LoadedPart) -> ArticlePage | None:
        """Return a page of a part, None if none is stored."""


def follow_pages(start: ArticleStart, finder: PageFinder) -> ArticlePages:
    """Follow the next-page links of an article, and the links to what its pages load apart.

    A page that is not stored ends the chain and is its last page, without a capture; so does a link
    to a page that is already in it, and one to what is an article of its own.
    """
    first = finder.find_page(start.url) or ArticlePage(start.url)
    if first.single_page is not None:
        whole = finder.find_page(first.single_page)
        if whole is not None and whole.capture is not None and whole.refused is None:
            return ArticlePages(
                (first, whole), whole=whole, parts=_find_parts((first, whole), finder)
            )
    pages, problem, listed = _follow_chain(first, finder)
    if first.single_page is not None and not problem:
        problem = make_message(
            "{url}: the page of the whole article is not stored, or is not an article; the"
            " pages of next_page are read instead",
            url=first.single_page,
        )
    return ArticlePages(tuple(pages), problem, listed, parts=_find_parts(pages, finder))


def _follow_chain(first: ArticlePage, finder: PageFinder) -> tuple[list[ArticlePage], str, str]:
    pages: list[ArticlePage] = []
    seen: set[str] = set()
    url: str | None = first.url
    while url is not None:
        if len(pages) >= MAX_PAGES:
            message = make_message(
                "more than {number} pages; look at article.next_page", number=MAX_PAGES
            )
            return pages, message, ""
        seen.add(url)
        listed = finder.find_listed(url) if pages else None
        if listed is not None and url not in map(address_of_page, pages):
            return pages, "", "" if _is_own_article(first, listed) else url
        page = (finder.find_page(url) or ArticlePage(url)) if pages else first
        answered = address_of_page(page)
        if page.capture is not None and answered in {address_of_page(each) for each in pages}:
            message = make_message(
                "{url}: its next page {next} leads back to {answered}",
                url=pages[-1].url,
                next=url,
                answered=answered,
            )
            return pages, message, ""
        if pages and _is_own_article(first, page):
            message = make_message(
                "{url}: its next page {next} reads as an article of its own (another title or"
                " day), so it is left out; a rule such as  next_page: a.next  takes it anyway",
                url=pages[-1].url,
                next=url,
            )
            return pages, message, ""
        pages.append(page)

        url = page.next_page
        if url is not None and url in (answered, page.url):
            message = make_message(
                "{answered}: its next page is this page; look at article.next_page",
                answered=answered,
            )
            return pages, message, ""
        if url in seen:
            message = make_message(
                "{answered}: its next page {url} is already part of this article",
                answered=answered,
                url=url,
            )
            return pages, message, ""
    return pages, "", ""


def _is_own_article(first: ArticlePage, page: ArticlePage) -> bool:
    """Return True if a page reads as an article of its own. A rule that names the link to the next
    page is believed."""
    from webarticlecurator.articles.by_rules.page_claims import is_own_article

    if first.claims is None or page.claims is None:
        return False
    return is_own_article(first.claims, page.claims)


def _find_parts(
    pages: Sequence[ArticlePage], finder: PageFinder
) -> tuple[tuple[LoadedPart, ArticlePage], ...]:
    """Return the pages of the parts that the pages load; each address once."""
    found: dict[str, tuple[LoadedPart, ArticlePage]] = {}
    for part in (part for page in pages for part in page.parts):
        url: str | None = part.url
        while url is not None and url not in found and len(found) < MAX_PAGES:
            page = finder.find_part(replace(part, url=url)) or ArticlePage(url)
            found[url] = replace(part, url=url), page
            url = page.next_page
    return tuple(found.values())


def leads_on(page: ArticlePage) -> bool:
    """Return True unless the page is all of its article, without files that are stored."""
    return bool(page.next_page or page.single_page or page.parts or page.assets)


def address_of_page(page: ArticlePage) -> str:
    """Return the final address of a page, after redirects."""
    return page.capture.url if page.capture else page.url


def is_transient(page: ArticlePage) -> bool:
    """Return True if a page is refused for a transient reason."""
    return page.refused is not None and page.refused.reason in TRANSIENT


def is_continuation(portal: Portal, url: str) -> bool:
    """Return True if ``article.continuation`` matches an address: it is never a first page."""
    return portal.continuation is not None and search_pattern(
        portal.continuation, url, portal.continuation_rule
    )


def may_be_continuation(portal: Portal, url: str) -> bool:
    """Return True if the page of an address may be a page of another article."""
    return has_whole_pages(portal) or is_continuation(portal, url)


def has_whole_pages(portal: Portal) -> bool:
    """Return True if a page may hold a whole article (``article.single_page``)."""
    rules = (portal.article, *(layout.rules for layout in portal.layouts))
    return any(each.single_page for each in rules)
