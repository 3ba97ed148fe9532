"""``curator extract``: extracts one page, or one article of a corpus, and writes nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any

from webarticlecurator.articles.by_rules.assemble import ArticleContext, assemble_article
from webarticlecurator.articles.by_rules.identity import canonical_address
from webarticlecurator.articles.by_rules.manual_overrides import find_exclusion
from webarticlecurator.articles.by_rules.one_page import read_article_page
from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.model.article import Article, Rejected
from webarticlecurator.base.model.fields import EXTRACTED_KEYS
from webarticlecurator.base.model.verdict import CURES
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.corpus.export.jsonl_format import plain_values, sourced_values
from webarticlecurator.corpus.stored_pages.page_store import StoredPage
from webarticlecurator.crawling.captures.article_pages import ArticlePage, ArticleStart
from webarticlecurator.crawling.captures.split_articles import is_split, read_parts
from webarticlecurator.proposing.trial.verdicts_without_rules import count_words_outside
from webarticlecurator.tei.documents.plain_text import plain_lines

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
    page = StoredPage(url, content, content_type, captured).page(portal)
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
    address, _, fragment = url.partition("#")
    page = StoredPage(address, content, content_type, captured).page(portal)
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
    return (
        Rejected(
            url,
            "gone",
            make_message("there is no such article on it, but {fragments}", fragments=fragments),
        ),
    )


def extract_articles(portal: Portal, stored: StoredPage) -> tuple[Article | Rejected, ...]:
    """Extract the article of a page, or the articles that ``article.split`` cuts it into."""
    page = (stored.url, stored.content, stored.content_type, stored.captured)
    return extract_split(portal, *page) or (extract(portal, *page),)


def list_fragments(addresses: Iterable[str]) -> str:
    """Return the fragments of some addresses in words, at most MAX_FRAGMENTS of them."""
    return shorten_list([f"#{address.partition('#')[2]}" for address in addresses], MAX_FRAGMENTS)


def shorten_list(names: Sequence[str], most: int) -> str:
    """Return the names in words, at most ``most`` of them."""
    shown = ", ".join(names[:most])
    rest = len(names) - most
    return (
        make_message("{names} and {number} more", names=shown, number=rest) if rest > 0 else shown
    )


def article_json(found: Article | Rejected) -> dict[str, Any]:
    """Return the answer of ``extract --format json``.

    A field with several values is a list; a field that the page does not have is None.
    """
    if isinstance(found, Rejected):
        return {
            "url": found.url,
            "verdict": found.reason,
            "evidence": found.evidence,
            "cure": CURES.get(found.reason, ""),
        }
    plain = plain_values(found.metadata)
    return {
        "url": found.url,
        "verdict": "kept",
        **{name: plain[name] for name in EXTRACTED_KEYS},
        "text": "\n".join(plain_lines(found.blocks)),
        "metadata": sourced_values(found.metadata),
        "words": found.account.kept,
        "confidence": None if found.confidence is None else found.confidence / 1000,
        "page_kind": found.page_kind or None,
        "unclaimed": found.account.unclaimed_words,
        "dropped": found.account.dropped_words,
        "dropped_by": dict(found.account.dropped),
        "outside": found.account.outside,
        "problems": [f"{p.kind}: {p.message}" for p in found.problems],
    }
