"""Signs, in words, that an archive page or the rules for it are wrong. For ``curator check
--live``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from webarticlecurator.archive.entry import start_at_top
from webarticlecurator.archive.page_address import address_key, normalize_address
from webarticlecurator.archive.plan import LocatedPage, span_of
from webarticlecurator.archive.state import PageRead, WalkState
from webarticlecurator.archive.walk import advance
from webarticlecurator.archive.windows import parse_window
from webarticlecurator.model.archive_rules import Span
from webarticlecurator.model.capture import GONE
from webarticlecurator.model.hosts import is_same_site, plain_host
from webarticlecurator.model.pagination import has_page, is_beyond_last, mode_of
from webarticlecurator.model.portal import Portal


@dataclass(frozen=True)
class ListRead:
    """What the rules select on an archive page.

    ``url``: the requested address; ``final_url``: the address at the end of its redirects;
    ``links``: absolute addresses in the order of the page; ``next_page``: the address that the
    ``next`` rules select; ``home``: the portal's home page; ``has_date``: the page belongs to one
    date, which may well have no articles.
    """

    url: str
    final_url: str
    links: Sequence[str]
    next_page: str | None
    home: str
    has_date: bool = False


def diagnose_list(read: ListRead) -> tuple[str, ...]:
    """Return what looks wrong with an archive page, in words; () if nothing does."""
    checks = (_check_redirect, _check_link_count, _check_hosts, _check_next_page)
    return tuple(message for check in checks if (message := check(read)))


def _check_redirect(read: ListRead) -> str:
    home = address_key(read.home)
    if address_key(read.final_url) == home != address_key(read.url):
        return "the archive address leads to the home page: there seems to be no such archive page"
    return ""


def _check_link_count(read: ListRead) -> str:
    if not read.links:
        date = " (or was there nothing on this date?)" if read.has_date else ""
        return f"no links: the `links` rules find nothing on this page{date}"
    if len(read.links) == 1:
        return "only one link: do the `links` rules find the whole list?"
    return ""


def _check_hosts(read: ListRead) -> str:
    own = (read.home, read.final_url)
    if not read.links or any(is_same_site(link, site) for link in read.links for site in own):
        return ""
    return f"all links leave the portal, the first one for {plain_host(read.links[0])}"


def _check_next_page(read: ListRead) -> str:
    own = (normalize_address(read.url), normalize_address(read.final_url))
    if not read.next_page or normalize_address(read.next_page) not in own:
        return ""
    return (
        "the next page is this page: does the `next` rule find the link to the page that one is on?"
    )


def find_repeated_lists(lists: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """Return a message for each group of columns whose pages list exactly the same articles.

    ``lists``: the name of a column → what its page lists.
    """
    columns: dict[tuple[str, ...], list[str]] = {}
    for column, links in lists.items():
        if links:
            columns.setdefault(tuple(links), []).append(column)
    return tuple(
        f"columns {', '.join(names)} list the very same articles: do their addresses differ as they"
        " should?"
        for names in columns.values()
        if len(names) > 1
    )


# The address that the walk would request after one page, read alone (``curator links``).


def find_next_address(
    portal: Portal, located: LocatedPage, url: str, links: tuple[str, ...], next_page: str | None
) -> str | None:
    """Return the address that a walk of the located span requests after ``url``, or None at its
    end.

    ``url`` is absolute; ``links`` and ``next_page`` are what the rules select on its page.
    """
    return state_after(portal, located, url, links, next_page).address


def state_after(
    portal: Portal,
    located: LocatedPage,
    url: str,
    links: tuple[str, ...],
    next_page: str | None,
    *,
    status: int = 200,
    pager_without_current: bool = False,
    named_count: int = 0,
) -> WalkState:
    """Return the state of a walk of the located span after the page at ``url``.

    The state has the ``address`` to request next, or a ``stop_reason``: a key of ``STOP_REASONS``,
    or of ``UNKNOWN_REASONS`` where the address does not show which page of the walk it is.
    """
    span = span_of(portal, located)
    first_page = mode_of(span.pagination).first_page(span.pagination)
    # Only dated addresses depend on the window; where the address has no date, any window will do.
    key = located.window_first or (span.dates.start.isoformat() if span.dates else "")
    window = parse_window(span, key)
    address = normalize_address(url)
    state = replace(
        start_at_top(portal, span, window, date.min),
        address=address,
        page=located.page or first_page,
        pages_since_entry=0 if located.page in (None, first_page) else 1,
        # alone, a page that lists nothing is an end; the walk would ask for the one after it, too
        nothing_in_a_row=1,
    )

    unknown_reason = _find_unknown_reason(span, located)
    if unknown_reason and status not in GONE:
        return replace(state, address=None, stop_reason=unknown_reason)

    read = PageRead(
        address,
        status,
        links,
        next_page,
        new_link_count=len(links),
        pager_without_current=pager_without_current,
        named_count=named_count,
    )
    return advance(portal, span, state, read)


def _find_unknown_reason(span: Span, located: LocatedPage) -> str:
    """Return the key of ``UNKNOWN_REASONS`` why the next page is not known, or "" if it is."""
    pagination = span.pagination
    if not mode_of(pagination).is_numbered:
        return ""
    if located.page is not None and is_beyond_last(pagination, located.page):
        return "beyond-last"
    if located.page is None or not has_page(pagination, located.page):
        return "page-unknown"
    return "window-unknown" if span.url.dated and not located.window_first else ""
