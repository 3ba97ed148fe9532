"""Signs, in words, that an archive page or the rules for it are wrong. For ``curator check
--live``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.grouping import group_values
from webarticlecurator.base.portal.hosts import is_same_site, plain_host
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.crawling.archive.page_address import address_key, normalize_address
from webarticlecurator.crawling.archive.skipped_links import describe_skipped


@dataclass(frozen=True)
class ListRead:
    """What the rules select on an archive page.

    ``url``: the requested address; ``final_url``: the address at the end of its redirects;
    ``links``: absolute addresses in the order of the page; ``next_page``: the address that the
    ``next`` rules select; ``home``: the portal's home page; ``has_date``: the page belongs to one
    date, which may well have no articles; ``skipped``: links to articles that the rules leave out.
    """

    url: str
    final_url: str
    links: Sequence[str]
    next_page: str | None
    home: str
    has_date: bool = False
    skipped: Sequence[str] = ()


def diagnose_list(read: ListRead) -> tuple[str, ...]:
    """Return what looks wrong with an archive page, in words; () if nothing does."""
    signs = []
    if address_key(read.final_url) == address_key(read.home) != address_key(read.url):
        signs.append(
            make_message(
                "the archive address leads to the home page, so there seems to be no such"
                " archive page"
            )
        )
    if not read.links:
        signs.append(
            make_message(
                "no links: the `links` rules find nothing on this page (perhaps nothing was"
                " published on this date)"
            )
            if read.has_date
            else make_message("no links: the `links` rules find nothing on this page")
        )
    if read.skipped:
        signs.append(describe_skipped(read.skipped))
    elif len(read.links) == 1:
        signs.append(
            make_message("only one link: check that the `links` rules find the whole list")
        )
    sites = (read.home, read.final_url)
    if read.links and not any(is_same_site(link, site) for link in read.links for site in sites):
        host = plain_host(read.links[0])
        signs.append(
            make_message("all links leave the portal, the first one for {host}", host=host)
        )
    own = (normalize_address(read.url), normalize_address(read.final_url))
    if read.next_page and normalize_address(read.next_page) in own:
        signs.append(
            make_message(
                "the next page is this page: does the `next` rule find the link to the current"
                " page?"
            )
        )
    return tuple(signs)


def find_repeated_lists(lists: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """Return a message for each group of columns whose pages list exactly the same articles.

    ``lists``: the name of a column → what its page lists.
    """
    columns = group_values((tuple(links), column) for column, links in lists.items() if links)
    return tuple(
        make_message(
            "columns {names} list exactly the same articles: check their addresses",
            names=", ".join(names),
        )
        for names in columns.values()
        if len(names) > 1
    )
