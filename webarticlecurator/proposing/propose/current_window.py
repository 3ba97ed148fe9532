"""A list that is the newest day, month or year of an archive by dates, under an address of its own,
and links the one before alone.
"""

from __future__ import annotations

from datetime import date

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.proposal.proposal import DatedAddress
from webarticlecurator.crawling.archive.link_anchors import find_all_anchors
from webarticlecurator.crawling.archive.page_address import fill_template, normalize_address
from webarticlecurator.crawling.archive.windows import Window
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.pages.page.page import Page
from webarticlecurator.proposing.list_pages.archive_addresses import (
    find_dated_address,
    find_windows,
    read_template,
)
from webarticlecurator.proposing.propose.visits import Visits, read_page

MAX_LATER = 2
"""Later dates that are tried."""


def find_current_window(page: Page, before: str, visits: Visits, runtime: Runtime) -> Page | None:
    """Return the page by date that lists what ``page`` does, if the page at ``before`` is that of
    a date before, which lists others: it is the next date, or one to which that links."""
    dated = find_dated_address(before)
    other = read_page(before, visits, runtime) if dated is not None else None
    if dated is None or other is None:
        return None
    here, there = _list_links(page, dated), _list_links(other, dated)
    own, theirs = here - there, there - here
    window = Window.around(dated.day, dated.step)
    template = read_template(dated)
    linked = find_windows(dated, [each.address for each in find_all_anchors(other)])
    later = [url for url, day in linked.items() if day > dated.day]
    following = fill_template(template, window=Window.around(window.after, dated.step))
    for url in [*dict.fromkeys((*later, following))][: MAX_LATER if own and theirs else 0]:
        newest = read_page(url, visits, runtime)
        links = _list_links(newest, dated) if newest is not None else set()
        if own <= links and theirs.isdisjoint(links):
            return newest
    return None


def _list_links(page: Page, dated: DatedAddress) -> set[str]:
    """Return the addresses that a page links, without those of dates and without its own."""
    links = {each.address for each in find_all_anchors(page)}
    return links - {
        normalize_address(page.url),
        *find_windows(replace(dated, day=date.max), [*links]),
    }
