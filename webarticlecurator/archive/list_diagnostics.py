"""Signs, in words, that an archive page or the rules for it are wrong. For ``curator check
--live``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from webarticlecurator.archive.page_address import address_key, normalize_address
from webarticlecurator.model.hosts import is_same_site, plain_host


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
