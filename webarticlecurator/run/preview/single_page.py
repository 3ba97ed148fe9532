"""The rules of a portal file tried on one page, without a corpus and without the net.

``curator links`` prints what is found here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from webarticlecurator.archive import (
    LocatedPage,
    PagePlace,
    locate_named_page,
    locate_page,
    normalize_address,
    span_of,
    state_after,
    today_in,
)
from webarticlecurator.errors import UsageError, WarcUnreadable
from webarticlecurator.extract.layout import select_layout
from webarticlecurator.model.capture import GONE, TOO_LARGE, TRUNCATED
from webarticlecurator.model.portal import Portal
from webarticlecurator.page import Page, read_page
from webarticlecurator.rules import Trace, has_pager_without_current, select_first, select_links
from webarticlecurator.run.crawling.listing import StoredAnswer, read_source_page
from webarticlecurator.run.executors.shared_worker import evaluate_in_worker
from webarticlecurator.store import WarcReader
from webarticlecurator.store.message import Response, read_response


@dataclass(frozen=True)
class StoredPage:
    """A page to try rules on.

    ``url`` is its absolute address, ``content`` the body without transfer and content codings,
    ``content_type`` the HTTP header, ``captured`` the day on which it was fetched (None if not
    known), ``status`` the HTTP status.
    """

    url: str
    content: bytes
    content_type: str | None = None
    captured: date | None = None
    status: int = 200


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
    ``archive.UNKNOWN_REASONS``.
    """

    address: str | None
    reason: str = ""


def list_links(
    portal: Portal, stored: StoredPage, column: str | None = None, trace: Trace | None = None
) -> LinksAnswer:
    """Apply the link rules to an archive page.

    ``column`` is the column of the page if its address does not tell. Raises UsageError for an
    unknown column, and if the address fits several columns whose rules differ.
    """
    located = locate_page(portal, stored.url, column) or locate_named_page(portal, stored.url)
    return list_links_at(portal, stored, located, trace)


def list_links_at(
    portal: Portal, stored: StoredPage, located: LocatedPage | None, trace: Trace | None = None
) -> LinksAnswer:
    """Apply the link rules of the column and span in ``located`` (None: those of the archive)."""
    if located is None:
        page = _read_page(portal, stored, None)
        articles = select_links(portal.links, page, trace)
        next_page = select_first(portal.next, page, trace, link=True)
        reason = "" if next_page else "column-unknown"
        return LinksAnswer(stored.url, None, articles, next_page, reason)

    span = span_of(portal, located)
    place = PagePlace(located.page or "", located.window_first)
    answer = StoredAnswer(
        stored.url,
        stored.content,
        stored.content_type,
        located.column,
        stored.captured,
        located.span,
        place,
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
    return LinksAnswer(
        stored.url,
        located.column,
        articles,
        after.address,
        "" if after.address else after.stop_reason,
        tuple(page.url for page in read.named),
        read.trouble or read.damage,
    )


def find_article_next_page(
    portal: Portal, stored: StoredPage, trace: Trace | None = None
) -> str | None:
    """Return the next page of an article of several pages; None on the last one.

    ``article.next_page`` of the page's layout finds it. A page that names itself has no next one.
    """
    return explain_article_next_page(portal, stored, None, trace).address


def explain_article_next_page(
    portal: Portal, stored: StoredPage, column: str | None = None, trace: Trace | None = None
) -> ArticleNextPage:
    """Return the next page of an article, or the reason why there is none.

    Raises UsageError for an unknown ``column``.
    """
    if column is not None:
        locate_page(portal, stored.url, column)
    page = _read_page(portal, stored, column)
    rules = select_layout(portal, page).rules.next_page
    address = select_first(rules, page, trace, link=True)
    if address == normalize_address(stored.url):
        return ArticleNextPage(None, "same-page")
    if address:
        return ArticleNextPage(address)
    if has_pager_without_current(rules, page):
        return ArticleNextPage(None, "pager-current")
    if column is None and any(layout.when.columns for layout in portal.layouts):
        return ArticleNextPage(None, "column-unknown")
    return ArticleNextPage(None, "no-next" if rules else "no-rule")


def _read_page(portal: Portal, stored: StoredPage, column: str | None) -> Page:
    return read_page(
        stored.url,
        stored.content,
        stored.content_type,
        encoding=portal.encoding,
        column=column,
        captured=stored.captured,
    )


def read_warc_page(warc: Path, url: str, zone: str = "UTC") -> StoredPage:
    """Read the page at ``url`` from a WARC file of any origin.

    It is the last complete answer with status 200, or else the last answer. The day of its capture
    is in the time zone ``zone`` (IANA), as in a build. Raises UsageError if the page is not in the
    file; WarcUnreadable if the file cannot be read, or holds only the beginning of the page.
    """
    requested = normalize_address(url)
    found: tuple[Response, datetime] | None = None
    others: list[str] = []
    for address, response, time in _responses(warc):
        if normalize_address(address) != requested:
            others.append(address)
        elif found is None or _is_complete(response) or not _is_complete(found[0]):
            found = response, time
    if found is None:
        near = get_close_matches(requested, others, 1) or others[:1]
        cure = f"The nearest address in it is {near[0]}" if near else "It holds no responses."
        raise UsageError(f"{url} is not in {warc}", cure)
    response, time = found
    decoded = response.decoded()
    if decoded.fault in (TRUNCATED, TOO_LARGE):
        raise WarcUnreadable(
            f"{warc}: only the beginning of {url}: {decoded.words}", "Fetch the page again."
        )
    status = response.status if response.status in GONE else 200
    return StoredPage(
        url, decoded.content, response.get("content-type"), today_in(zone, time), status
    )


def _is_complete(response: Response) -> bool:
    return response.status == 200 and response.decoded().fault != TRUNCATED


def _responses(warc: Path) -> Iterator[tuple[str, Response, datetime]]:
    reader = WarcReader()
    try:
        for located in reader.records(warc):
            if located.record.kind == "response":
                record = located.record
                yield record.url, read_response(record.url, record.block), record.time
    finally:
        reader.close()


def run_supervised(
    portal: Portal, where: str, function: Callable[..., Any], *arguments: Any
) -> Any:
    """Call ``function`` with the portal and the arguments in a worker, and return its result.

    ``function`` is defined in a module; the values of an iterator are returned as a list.
    ``where`` is the address of the page, for messages. Raises PageUnreadable if it takes too long,
    and what the function raises.
    """
    return evaluate_in_worker(portal, _call, (function, arguments), where)


def run_traced(
    portal: Portal, where: str, traced: bool, function: Callable[..., Any], *arguments: Any
) -> tuple[Any, list[str]]:
    """Call a function whose last argument is a Trace, as ``run_supervised`` does.

    Returns its result and the lines of the trace, which are empty unless ``traced``.
    """
    result: tuple[Any, list[str]] = evaluate_in_worker(
        portal, _call_traced, (function, arguments, traced), where
    )
    return result


def _call(portal: Portal, _source: object, task: tuple[Callable[..., Any], tuple[Any, ...]]) -> Any:
    function, arguments = task
    result = function(portal, *arguments)
    return list(result) if isinstance(result, Iterator) else result


def _call_traced(
    portal: Portal, _source: object, task: tuple[Callable[..., Any], tuple[Any, ...], bool]
) -> Any:
    function, arguments, traced = task
    trace = Trace() if traced else None
    result = function(portal, *arguments, trace)
    return result, trace.lines() if trace else []
