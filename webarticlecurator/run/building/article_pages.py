"""The pages of an article, found by its next-page rule among what is stored."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from webarticlecurator.archive import today_in
from webarticlecurator.model.article import Rejected
from webarticlecurator.model.capture import Body, Capture
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.watch import WATCH
from webarticlecurator.page import Page, read_page

LONGEST = 1000
"""Pages; a chain that goes on is a trap."""

Listed = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class ArticlePage:
    """One page of an article in link order: its address, and the parsed page with its capture
    unless it is not stored. ``fault`` and ``words`` are those of its ``Body``; a page that is too
    large is not parsed. ``refused``: why the page checks say that it is no article's page;
    ``following``: its next page; ``named``: the canonical address that it names, if it counts."""

    url: str
    page: Page | None = None
    capture: Capture | None = None
    fault: str = ""
    words: str = ""
    refused: Rejected | None = None
    following: str | None = None
    named: str | None = None


@dataclass(frozen=True)
class ArticleStart:
    """Where a chain begins: the address to look up, the column and what the archive page showed
    beside the link."""

    url: str
    column: str | None = None
    listed: Listed = ()


def follow_pages(
    head: ArticleStart, find: Callable[[str], ArticlePage | None]
) -> tuple[list[ArticlePage], str]:
    """The pages from the head on, in link order, and a complaint ("" if all is well). ``find``
    gives the stored page for an address, or None: the chain then ends with a Leaf without capture.
    A next page that was met before ends the chain."""
    leaves: list[ArticlePage] = []
    seen: set[str] = set()
    url: str | None = head.url
    while url is not None:
        if len(leaves) >= LONGEST:
            return leaves, f"more than {LONGEST} pages; look at article.next_page"
        seen.add(url)
        found = find(url) or ArticlePage(url)
        answered = address_of_page(found)
        if (
            leaves
            and found.capture is not None
            and answered in {address_of_page(leaf) for leaf in leaves}
        ):
            return leaves, f"{leaves[-1].url}: its next page {url} leads back to {answered}"
        leaves.append(found)
        url = found.following
        if url is not None and url in (answered, found.url):
            return leaves, f"{answered}: its next page is this page; look at article.next_page"
        if url in seen:
            return leaves, f"{answered}: its next page {url} was met before in this article"
    return leaves, ""


def address_of_page(leaf: ArticlePage) -> str:
    """The address that answered for a page."""
    return leaf.capture.url if leaf.capture else leaf.url


def read_stored_page(portal: Portal, body: Body, head: ArticleStart) -> Page:
    """The page of a stored body, under the address that answered."""
    WATCH.begin_page()
    return read_page(
        body.capture.url,
        body.content,
        body.content_type,
        encoding=portal.encoding,
        column=head.column,
        captured=today_in(portal.timezone, body.capture.time),
        listed=head.listed,
    )
