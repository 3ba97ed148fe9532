"""The links of one archive page by the rules of a portal file, and where on the page they are.

The link rules of a portal file tried on one page, without a corpus and without the net.

``curator links`` prints what is found here.
"""

from __future__ import annotations

from typing import Any

from webarticlecurator.articles.by_rules.layout_choice import select_layout
from webarticlecurator.articles.by_rules.loaded_parts import find_loaded_parts, find_single_page
from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.corpus.stored_pages.page_store import StoredPage
from webarticlecurator.crawling.archive.link_source import PagePlace
from webarticlecurator.crawling.archive.next_address import state_after
from webarticlecurator.crawling.archive.page_address import normalize_address
from webarticlecurator.crawling.archive.page_location import (
    LocatedPage,
    locate_named_page,
    locate_page,
    span_of,
)
from webarticlecurator.crawling.archive.plain_first_page import locate_plain_first_page
from webarticlecurator.crawling.archive.skipped_links import describe_skipped
from webarticlecurator.crawling.states.archive_listing import StoredAnswer, read_source_page
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules.results import (
    has_pager_without_current,
    select_first,
    select_links,
)
from webarticlecurator.pages.rules.trace import Trace


@dataclass(frozen=True)
class LinksAnswer:
    """What the link rules find on an archive page.

    ``column`` is None if the archive's own rules were used. ``articles`` are addresses in the
    order of the page. ``next_page`` is what the walk would request next within the span; if it is
    None, ``reason`` is a key of ``archive.STOP_REASONS`` (the walk ends here) or of
    ``archive.UNKNOWN_REASONS`` (the page alone does not tell). ``pages`` are further pages of the
    archive that an index page or a sitemap names; ``trouble`` says what could not be read.
    """

    url: str
    column: str | None
    articles: tuple[str, ...]
    next_page: str | None
    reason: str = ""
    pages: tuple[str, ...] = ()
    trouble: str = ""


@dataclass(frozen=True)
class ArticleNextPage:
    """The next page of an article of several pages.

    If ``address`` is None, ``reason`` is a key of ``archive.STOP_REASONS`` or
    ``archive.UNKNOWN_REASONS``. ``single_page`` is the page of the whole article, ``parts`` are
    what the page loads apart: kinds and addresses.
    """

    address: str | None
    reason: str = ""
    single_page: str | None = None
    parts: tuple[tuple[str, str], ...] = ()


def list_links(
    portal: Portal, stored: StoredPage, column: str | None = None, trace: Trace | None = None
) -> LinksAnswer:
    """Apply the link rules to an archive page.

    ``column`` is the column of the page if its address does not tell. Raises UsageError for an
    unknown column, and if the address fits several columns whose rules differ.
    """
    return list_links_at(portal, stored, locate_stored_page(portal, stored, column), trace)


def locate_stored_page(
    portal: Portal, stored: StoredPage, column: str | None = None
) -> LocatedPage | None:
    """Return the place of a page in the archive, or None. Raises as ``list_links``."""
    if stored.located is not None and column is None:
        return stored.located
    located = locate_page(portal, stored.url, column) or locate_named_page(portal, stored.url)
    if located is None or located.page is None:
        located = locate_plain_first_page(portal, stored.url, column) or located
    return located


def list_links_at(
    portal: Portal, stored: StoredPage, located: LocatedPage | None, trace: Trace | None = None
) -> LinksAnswer:
    """Apply the link rules of the column and span in ``located`` (None: those of the archive)."""
    if located is None:
        page = stored.page(portal)
        articles = select_links(portal.links, page, trace)
        next_page = select_first(portal.next, page, trace, link=True)
        reason = "column-unknown" if len(portal.columns) > 1 else "page-unknown"
        reason = "" if next_page else reason
        address = normalize_address(next_page) if next_page else None
        return LinksAnswer(stored.url, None, articles, address, reason)

    span = span_of(portal, located)
    answer = StoredAnswer(
        stored.url,
        stored.content,
        stored.content_type,
        located.column,
        stored.captured,
        located.span,
        PagePlace(located.page or "", located.window_first),
        stored.headers,
    )
    read = read_source_page(portal, span, answer, trace)
    articles = tuple(link.url for link in read.links)
    after = state_after(
        portal,
        located,
        stored.url,
        articles,
        read.next_page,
        status=stored.status,
        pager_without_current=read.pager_without_current,
        named_count=len(read.named),
    )
    following = [page.url for page in read.named if answer.place.leads_on_to(page)]
    following += [normalize_address(after.address)] if after.address else []
    return LinksAnswer(
        stored.url,
        located.column,
        articles,
        following[0] if following else None,
        "" if following else after.stop_reason,
        tuple(page.url for page in read.named if not answer.place.leads_on_to(page)),
        read.trouble or read.damage or (describe_skipped(read.skipped) if read.skipped else ""),
    )


def links_json(links: LinksAnswer) -> dict[str, Any]:
    """Return the answer of ``links --json``; keys after ``next_page`` are there if they have a
    value."""
    return {
        "url": links.url,
        "column": links.column,
        "articles": list(links.articles),
        "next_page": links.next_page,
        **({"pages": list(links.pages)} if links.pages else {}),
        **({"trouble": links.trouble} if links.trouble else {}),
        **({"reason": links.reason} if links.reason else {}),
    }


def find_article_next_page(portal: Portal, stored: StoredPage) -> str | None:
    """Return the next page of an article of several pages; None on the last one.

    ``article.next_page`` of the page's layout finds it. A page that names itself has no next one.
    """
    return explain_article_next_page(portal, stored).address


def explain_article_next_page(
    portal: Portal, stored: StoredPage, column: str | None = None, trace: Trace | None = None
) -> ArticleNextPage:
    """Return the next page of an article, or the reason why there is none.

    Raises UsageError for an unknown ``column``.
    """
    if column is not None:
        locate_page(portal, stored.url, column)
    page = stored.page(portal, column)
    parts = tuple((part.rules.kind, part.url) for part in find_loaded_parts(portal, page))
    found = _find_next_page(portal, stored, page, trace, has_column=column is not None)
    return replace(found, single_page=find_single_page(portal, page), parts=parts)


def _find_next_page(
    portal: Portal, stored: StoredPage, page: Page, trace: Trace | None, *, has_column: bool
) -> ArticleNextPage:
    rules = select_layout(portal, page).rules.next_page
    address = select_first(rules, page, trace, link=True)
    if address == normalize_address(stored.url):
        return ArticleNextPage(None, "same-page")
    if address:
        return ArticleNextPage(address)
    if has_pager_without_current(rules, page):
        return ArticleNextPage(None, "pager-current")
    if not has_column and any(layout.when.columns for layout in portal.layouts):
        return ArticleNextPage(None, "column-unknown")
    return ArticleNextPage(None, "no-next" if rules else "no-rule")
