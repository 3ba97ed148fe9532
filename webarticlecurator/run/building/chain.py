"""The pages of an article, found by its next-page rule among what is stored."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from webarticlecurator.archive import today_in
from webarticlecurator.extract import next_page
from webarticlecurator.model.capture import TOO_LARGE, Body, Capture
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.watch import WATCH
from webarticlecurator.page import Page, read_page

LONGEST = 1000
"""Pages; a chain that goes on is a trap."""

Listed = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Leaf:
    """One page of an article in link order: its address, and the parsed page with its capture unless it is not stored.
    ``fault`` and ``words`` are those of its ``Body``; a page that is too large is not parsed."""

    url: str
    page: Page | None = None
    capture: Capture | None = None
    fault: str = ""
    words: str = ""


@dataclass(frozen=True)
class Head:
    """Where a chain begins: the address to look up, the column and what the archive page showed beside the link."""

    url: str
    column: str | None = None
    listed: Listed = ()


Follow = Callable[[Portal, Body, Head], tuple[Page | None, str | None]]
"""Gives the parsed page of a body, if it is wanted, and its next page."""


def read_and_follow(portal: Portal, body: Body, head: Head) -> tuple[Page | None, str | None]:
    """The page, and where it leads."""
    page = article_page(portal, body, head)
    return page, next_page(portal, page)


def chain(
    portal: Portal, head: Head, find: Callable[[str], Body | None], follow: Follow = read_and_follow
) -> tuple[list[Leaf], str]:
    """The pages from the head on, in link order, and a complaint ("" if all is well). ``find`` gives the stored body for an
    address, or None: the chain then ends with a Leaf without page. A next page that was met before ends the chain."""
    leaves: list[Leaf] = []
    seen: set[str] = set()
    url: str | None = head.url
    while url is not None:
        if len(leaves) >= LONGEST:
            return leaves, f"more than {LONGEST} pages; look at article.next_page"
        seen.add(url)
        body = find(url)
        if body is None:
            leaves.append(Leaf(url))
            return leaves, ""
        if leaves and body.capture.url in {url_of(leaf) for leaf in leaves}:
            return leaves, f"{leaves[-1].url}: its next page {url} leads back to {body.capture.url}"
        if body.fault == TOO_LARGE:
            leaves.append(Leaf(url, None, body.capture, body.fault, body.words))
            return leaves, ""
        page, following = follow(portal, body, head)
        leaves.append(Leaf(url, page, body.capture, body.fault, body.words))
        answered, url = body.capture.url, following
        if url in (answered, leaves[-1].url):
            return leaves, f"{answered}: its next page is this page; look at article.next_page"
        if url in seen:
            return leaves, f"{answered}: its next page {url} was met before in this article"
    return leaves, ""


def url_of(leaf: Leaf) -> str:
    """The address that answered for a page."""
    return leaf.capture.url if leaf.capture else leaf.url


def article_page(portal: Portal, body: Body, head: Head) -> Page:
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
