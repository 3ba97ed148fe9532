"""The stored pages of an article, in the order of its next-page links."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from webarticlecurator.archive import today_in
from webarticlecurator.model.article import Rejected
from webarticlecurator.model.capture import Body, Capture
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.watch import WATCH
from webarticlecurator.page import Page, read_page

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
    ``declared_address`` the canonical address that the page declares, where it counts.
    """

    url: str
    parsed: Page | None = None
    capture: Capture | None = None
    fault: str = ""
    words: str = ""
    refused: Rejected | None = None
    next_page: str | None = None
    declared_address: str | None = None


@dataclass(frozen=True)
class ArticleStart:
    """The first page of an article: its address, its column, and what the archive page shows beside
    the link."""

    url: str
    column: str | None = None
    listed: Listed = ()


def follow_pages(
    start: ArticleStart, find: Callable[[str], ArticlePage | None]
) -> tuple[list[ArticlePage], str]:
    """Follow the next-page links of an article; return its pages in link order and a problem, empty
    if there is none.

    ``find`` returns the stored page of an address or None. A page that is not stored ends the chain
    and is its last page, without a capture; so does a link to a page that is already in it.
    """
    pages: list[ArticlePage] = []
    seen: set[str] = set()
    url: str | None = start.url
    while url is not None:
        if len(pages) >= MAX_PAGES:
            return pages, f"more than {MAX_PAGES} pages; look at article.next_page"
        seen.add(url)
        page = find(url) or ArticlePage(url)
        answered = address_of_page(page)
        if page.capture is not None and answered in {address_of_page(each) for each in pages}:
            return pages, f"{pages[-1].url}: its next page {url} leads back to {answered}"
        pages.append(page)

        url = page.next_page
        if url is not None and url in (answered, page.url):
            return pages, f"{answered}: its next page is this page; look at article.next_page"
        if url in seen:
            return pages, f"{answered}: its next page {url} was met before in this article"
    return pages, ""


def address_of_page(page: ArticlePage) -> str:
    """Return the final address of a page, after redirects."""
    return page.capture.url if page.capture else page.url


def read_stored_page(portal: Portal, body: Body, start: ArticleStart) -> Page:
    """Parse a stored body; the page has the final address, after redirects."""
    WATCH.begin_page()
    return read_page(
        body.capture.url,
        body.content,
        body.content_type,
        encoding=portal.encoding,
        column=start.column,
        captured=today_in(portal.timezone, body.capture.time),
        listed=start.listed,
        headers=body.headers,
    )
