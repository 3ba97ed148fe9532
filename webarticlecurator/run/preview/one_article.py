"""``curator extract``: extracts one page, or one article of a corpus, and writes nothing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import date
from typing import Any

from webarticlecurator.export.text_formats import plain_values, sourced_values
from webarticlecurator.extract import (
    ArticleContext,
    assemble_article,
    canonical_address,
    count_words_outside,
    find_exclusion,
    read_article_page,
)
from webarticlecurator.model.article import Article, Rejected
from webarticlecurator.model.portal import Portal
from webarticlecurator.page import Page, read_page
from webarticlecurator.run.building.article_pages import ArticlePage, ArticleStart
from webarticlecurator.run.building.split_articles import is_split, read_parts
from webarticlecurator.tei import plain_lines

MAX_FRAGMENTS = 10
"""Articles of a page that a message names if the requested one is not among them."""


def extract(
    portal: Portal,
    url: str,
    content: bytes,
    content_type: str | None = None,
    captured: date | None = None,
) -> Article | Rejected:
    """Extract one page as an article by the rules of ``portal``, or return why it is rejected.

    ``url`` is its absolute address, ``content`` the body without transfer and content codings,
    ``content_type`` the value of the HTTP header. ``captured`` is the day on which it was fetched;
    it chooses the layout and limits dates. The article has no captures.
    """
    excluded = find_exclusion(portal, (url,))
    if excluded is not None:
        return Rejected(url, "excluded", excluded)
    return extract_parsed(portal, url, _read_page(portal, url, content, content_type, captured))


def extract_parsed(portal: Portal, url: str, page: Page) -> Article | Rejected:
    """Extract a page that is parsed already, as ``extract`` does, whatever excludes its address."""
    read = read_article_page(portal, page)
    if isinstance(read, Rejected):
        return read
    article = assemble_article(
        portal, ArticleContext(canonical_address(url, portal.address), metadata_url=url), [read]
    )
    return replace(
        article, account=replace(article.account, outside=count_words_outside(portal, page))
    )


def extract_split(
    portal: Portal,
    url: str,
    content: bytes,
    content_type: str | None = None,
    captured: date | None = None,
) -> tuple[Article | Rejected, ...] | None:
    """Extract the articles of a page that ``article.split`` cuts.

    Each has the page's address with a fragment; if ``url`` has a fragment, only that article is
    returned. None if the page's layout has no ``split``. The other arguments are as for
    ``extract``.
    """
    address = url.partition("#")[0]
    return split_parsed(portal, url, _read_page(portal, address, content, content_type, captured))


def split_parsed(portal: Portal, url: str, page: Page) -> tuple[Article | Rejected, ...] | None:
    """Extract the articles of a page that is parsed already, as ``extract_split`` does."""
    address, _, fragment = url.partition("#")
    if not is_split(portal, page):
        return None
    result = read_parts(
        portal,
        ArticleStart(address),
        canonical_address(address, portal.address),
        (ArticlePage(address, page),),
    )
    if isinstance(result, Rejected):
        return (result,)
    parts = tuple(part.read for part in result[0] if not fragment or part.requested == url)
    if parts:
        return parts
    fragments = list_fragments(part.requested for part in result[0])
    return (Rejected(url, "gone", f"there is no such article on it, but {fragments}"),)


def _read_page(
    portal: Portal, url: str, content: bytes, content_type: str | None, captured: date | None
) -> Page:
    return read_page(
        url,
        content,
        content_type,
        encoding=portal.encoding,
        captured=captured,
        classifier=portal.classifier_content,
    )


def list_fragments(addresses: Iterable[str]) -> str:
    """Return the fragments of some addresses in words, at most MAX_FRAGMENTS of them."""
    fragments = [f"#{address.partition('#')[2]}" for address in addresses]
    rest = len(fragments) - MAX_FRAGMENTS
    return ", ".join(fragments[:MAX_FRAGMENTS]) + (f" and {rest} more" if rest > 0 else "")


def article_json(found: Article | Rejected) -> dict[str, Any]:
    """Return the answer of ``extract --format json``.

    A field with several values is a list; a field that the page does not have is None.
    """
    if isinstance(found, Rejected):
        return {"url": found.url, "verdict": found.reason, "evidence": found.evidence}
    plain = plain_values(found.metadata)
    json_fields = (
        "title",
        "authors",
        "published",
        "modified",
        "section",
        "sections",
        "keywords",
        "language",
        "access",
    )
    return {
        "url": found.url,
        "verdict": "kept",
        **{name: plain[name] for name in json_fields},
        "text": "\n".join(plain_lines(found.blocks)),
        "metadata": sourced_values(found.metadata),
        "words": found.account.kept,
        "confidence": None if found.confidence is None else found.confidence / 1000,
        "unclaimed": found.account.unclaimed_words,
        "dropped": found.account.dropped_words,
        "dropped_by": dict(found.account.dropped),
        "outside": found.account.outside,
        "problems": [f"{p.kind}: {p.message}" for p in found.problems],
    }
