"""``curator extract``: one page, or one article of a corpus, without writing anything."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

from webarticlecurator.errors import UsageError
from webarticlecurator.extract import (
    ArticleContext,
    assemble_article,
    canonical_address,
    count_words_outside,
    find_exclusion,
    read_article_page,
)
from webarticlecurator.model.article import FIELDS, Article, Rejected
from webarticlecurator.model.portal import Portal
from webarticlecurator.page import read_page
from webarticlecurator.run.building.article_pages import ArticlePage, ArticleStart
from webarticlecurator.run.building.build_article import read_article, read_part
from webarticlecurator.run.building.capture_sources import CorpusSource
from webarticlecurator.run.building.split_articles import is_split, read_parts
from webarticlecurator.run.building.tasks import build_task
from webarticlecurator.store import view_corpus
from webarticlecurator.tei import plain_lines

NAMED = 10
"""So many articles of one page are named where the wanted one is not among them."""


def extract(
    portal: Portal,
    url: str,
    content: bytes,
    content_type: str | None = None,
    captured: date | None = None,
) -> Article | Rejected:
    """What one page says as an article by the rules of ``portal``, or why it is none.

    ``url``: its absolute address; ``content``: the body, transfer and content codings removed;
    ``content_type``: the HTTP header's value; ``captured``: the day it was fetched, for layouts
    chosen by it and for the bounds of dates. The article has no captures.
    """
    excluded = find_exclusion(portal, (url,))
    if excluded is not None:
        return Rejected(url, "excluded", excluded)
    page = read_page(url, content, content_type, encoding=portal.encoding, captured=captured)
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
    """The articles on a page that ``article.split`` cuts, each at the page's address with its
    fragment, or the one that the fragment of ``url`` names; None if the page's layout has no
    ``split``. The other arguments as for ``extract``."""
    address, _, fragment = url.partition("#")
    page = read_page(address, content, content_type, encoding=portal.encoding, captured=captured)
    if not is_split(portal, page):
        return None
    found = read_parts(
        portal,
        ArticleStart(address),
        canonical_address(address, portal.address),
        (ArticlePage(address, page),),
    )
    if isinstance(found, Rejected):
        return (found,)
    parts = tuple(part.read for part in found[0] if not fragment or part.requested == url)
    return parts or (
        Rejected(
            url,
            "gone",
            f"there is no such article on it, but {_named(p.requested for p in found[0])}",
        ),
    )


def _named(addresses: Iterable[str]) -> str:
    named = [f"#{address.partition('#')[2]}" for address in addresses]
    return ", ".join(named[:NAMED]) + (
        f" and {len(named) - NAMED} more" if len(named) > NAMED else ""
    )


def extract_stored(portal: Portal, folder: Path, url: str) -> Article | Rejected:
    """The article of a corpus at an address it knows, with all its pages. Raises UsageError if it
    is not stored there, CorpusMismatch, StoreDamaged."""
    with view_corpus(folder, portal.id) as corpus:
        row = corpus.frontier.article(url) or corpus.frontier.page_owner(url)
        if row is None:
            raise UsageError(
                f"{url} is not in the corpus {folder}", "`curator why` says what is known of it."
            )
        page, part, _ = row.requested.partition("#")
        owner = corpus.frontier.page_owner(page) if part else None
        if owner is not None:  # one of several articles on a page
            found = read_part(
                portal, CorpusSource(corpus), build_task(portal, corpus, owner), row.requested
            )
            return found or Rejected(url, "gone", f"it is not on {page} any more")
        read = read_article(portal, CorpusSource(corpus), build_task(portal, corpus, row))
    if isinstance(read, tuple):
        return read[0]
    if read.rejected is None:
        raise UsageError(f"{url}: no page of it is stored ({row.state})", "`curator why` says why.")
    if not read.parts:
        return read.rejected
    return replace(
        read.rejected,
        evidence=f"{read.rejected.evidence}: {_named(address for address, _ in read.parts)}",
    )


def as_json(found: Article | Rejected) -> dict[str, Any]:
    """The answer of ``extract --format json``: lists where the field holds several values, None
    where the page says nothing."""
    if isinstance(found, Rejected):
        return {"url": found.url, "verdict": found.reason, "evidence": found.evidence}
    plain = {name: _plain(found, name, several) for name, _, several in FIELDS}
    wanted = (
        "title",
        "authors",
        "published",
        "modified",
        "section",
        "keywords",
        "language",
        "access",
    )
    return {
        "url": found.url,
        "verdict": "kept",
        **{name: plain[name] for name in wanted},
        "text": "\n".join(plain_lines(found.blocks)),
        "metadata": {
            name: _evidence(found, name, several)
            for name, _, several in FIELDS
            if found.metadata.all(name)
        },
        "words": found.account.kept,
        "unclaimed": found.account.unclaimed_words,
        "dropped": found.account.dropped_words,
        "dropped_by": dict(found.account.dropped),
        "outside": found.account.outside,
        "problems": [f"{p.kind}: {p.message}" for p in found.problems],
    }


def _plain(article: Article, name: str, several: bool) -> Any:
    return (
        [v.value for v in article.metadata.all(name)] if several else article.metadata.first(name)
    )


def _evidence(article: Article, name: str, several: bool) -> dict[str, Any]:
    values = article.metadata.all(name)
    if not several:
        return {
            "value": values[0].value,
            "source": values[0].source,
            "original": values[0].original,
        }
    sources = list(dict.fromkeys(v.source for v in values))
    return {
        "value": [v.value for v in values],
        "source": ", ".join(sources),
        "original": [v.original for v in values],
    }
