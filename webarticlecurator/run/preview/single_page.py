"""Rules tried on one page, without a corpus and without the net: what ``curator links`` answers
with."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from webarticlecurator.archive import (
    LocatedPage,
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
from webarticlecurator.run.workers.evaluate import evaluate_in_worker
from webarticlecurator.store import WarcReader
from webarticlecurator.store.message import Response, read_response


@dataclass(frozen=True)
class StoredPage:
    """A page to try rules on: its absolute address, its body with transfer and content codings
    removed, the HTTP Content-Type, None if there was none, the day it was fetched, None if that is
    not known, and its HTTP status."""

    url: str
    content: bytes
    content_type: str | None = None
    captured: date | None = None
    status: int = 200


@dataclass(frozen=True)
class LinksAnswer:
    """What the portal file reads off an archive page: its column (None: the archive's own rules),
    the addresses of articles in the order of the page, what the walk would request next within the
    span, and, where that is None, why: a key of ``archive.ENDS`` if the walk ends there, of
    ``archive.NOT_KNOWN`` if it cannot be known."""

    url: str
    column: str | None
    articles: tuple[str, ...]
    next_page: str | None
    reason: str = ""


@dataclass(frozen=True)
class ArticleNextPage:
    """The next page of an article of several pages; where it is None, why: a key of
    ``archive.ENDS`` or ``archive.NOT_KNOWN``."""

    address: str | None
    reason: str = ""


def list_links(
    portal: Portal, stored: StoredPage, column: str | None = None, trace: Trace | None = None
) -> LinksAnswer:
    """Link and next rules on an archive page. ``column`` says whose page it is where its address
    does not. Raises UsageError for an unknown column, and where several columns fit whose rules
    differ."""
    return list_links_at(portal, stored, locate_page(portal, stored.url, column), trace)


def list_links_at(
    portal: Portal, stored: StoredPage, located: LocatedPage | None, trace: Trace | None = None
) -> LinksAnswer:
    """The same where it is known which column and span the page belongs to (None: to none)."""
    span = span_of(portal, located) if located is not None else None
    page = _page(portal, stored, located.column if located is not None else None)
    articles = select_links(span.links if span is not None else portal.links, page, trace)
    next_rules = span.pagination.next if span is not None else portal.next
    next_page = select_first(next_rules, page, trace, link=True)
    if located is None:
        return LinksAnswer(
            stored.url, page.column, articles, next_page, "" if next_page else "column-unknown"
        )
    lost = has_pager_without_current(next_rules, page)
    after = state_after(
        portal,
        located,
        stored.url,
        articles,
        next_page,
        status=stored.status,
        pager_without_current=lost,
    )
    return LinksAnswer(
        stored.url, page.column, articles, after.address, "" if after.address else after.stop_reason
    )


def find_article_next_page(
    portal: Portal, stored: StoredPage, trace: Trace | None = None
) -> str | None:
    """The next page of an article of several pages, by ``article.next_page`` of the page's layout;
    None on the last one. A page that names itself as its next has none."""
    return explain_article_next_page(portal, stored, None, trace).address


def explain_article_next_page(
    portal: Portal, stored: StoredPage, column: str | None = None, trace: Trace | None = None
) -> ArticleNextPage:
    """The same with the reason where there is none. Raises UsageError for an unknown ``column``."""
    if column is not None:
        locate_page(portal, stored.url, column)
    page = _page(portal, stored, column)
    rules = select_layout(portal, page).rules.next_page
    found = select_first(rules, page, trace, link=True)
    if found == normalize_address(stored.url):
        return ArticleNextPage(None, "same-page")
    if found:
        return ArticleNextPage(found)
    if has_pager_without_current(rules, page):
        return ArticleNextPage(None, "pager-current")
    if column is None and any(version.when.columns for version in portal.versions):
        return ArticleNextPage(None, "column-unknown")
    return ArticleNextPage(None, "no-next" if rules else "no-rule")


def _page(portal: Portal, stored: StoredPage, column: str | None) -> Page:
    return read_page(
        stored.url,
        stored.content,
        stored.content_type,
        encoding=portal.encoding,
        column=column,
        captured=stored.captured,
    )


def read_warc_page(warc: Path, url: str, zone: str = "UTC") -> StoredPage:
    """The page at ``url`` in a WARC file of any origin: the last whole answer with status 200, else
    the last of all; the day of its capture is that of the time zone ``zone`` (IANA), as in a build.
    Raises UsageError if it is not there, WarcUnreadable if the file cannot be read, or holds only
    the beginning of the page."""
    wanted = normalize_address(url)
    found: tuple[Response, datetime] | None = None
    others: list[str] = []
    for address, response, time in _responses(warc):
        if normalize_address(address) != wanted:
            others.append(address)
        elif found is None or _is_whole(response) or not _is_whole(found[0]):
            found = response, time
    if found is None:
        near = get_close_matches(wanted, others, 1) or others[:1]
        cure = (
            f"The nearest address in it is {near[0]}" if near else "There are no responses in it."
        )
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


def _is_whole(response: Response) -> bool:
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
    """What ``function``, one of a module, gives for the portal and the arguments (a list where it
    gives one after the other). ``where``: the address of the page, for messages. Raises
    PageUnreadable where it takes too long, and what the function raises."""
    return evaluate_in_worker(portal, _call, (function, arguments), where)


def run_traced(
    portal: Portal, where: str, wanted: bool, function: Callable[..., Any], *arguments: Any
) -> tuple[Any, list[str]]:
    """The same for a function whose last argument is a Trace, with what was traced if that is
    ``wanted``."""
    found: tuple[Any, list[str]] = evaluate_in_worker(
        portal, _call_traced, (function, arguments, wanted), where
    )
    return found


def _call(portal: Portal, _source: object, task: tuple[Callable[..., Any], tuple[Any, ...]]) -> Any:
    function, arguments = task
    found = function(portal, *arguments)
    return list(found) if isinstance(found, Iterator) else found


def _call_traced(
    portal: Portal, _source: object, task: tuple[Callable[..., Any], tuple[Any, ...], bool]
) -> Any:
    function, arguments, wanted = task
    trace = Trace() if wanted else None
    found = function(portal, *arguments, trace)
    return found, trace.lines() if trace else []
