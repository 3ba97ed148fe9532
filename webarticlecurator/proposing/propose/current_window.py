"""A list that is the newest day, month or year of an archive by dates, under an address of its own,
and links the one before alone.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from webarticlecurator.crawling.archive.page_address import fill_template, normalize_address
from webarticlecurator.crawling.archive.windows import Window
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.pages.page.page import Page
from webarticlecurator.portal_file.config.address_templates import parse_address_template
from webarticlecurator.proposing.propose.archive_addresses import find_dated_address
from webarticlecurator.proposing.propose.page_comparison import list_addresses
from webarticlecurator.proposing.propose.visits import Visits, read_page


def find_current_window(
    page: Page, before: str, css: str, visits: Visits, runtime: Runtime
) -> Page | None:
    """Return the page by date that lists what ``page`` does, if the page at ``before`` is that of
    the date before: its address is below that of ``page``, and it lists none of its articles.
    ``css`` selects the articles."""
    dated = find_dated_address(before)
    own = normalize_address(page.url).rstrip("/")
    if dated is None or not urlsplit(own).path or not before.startswith(f"{own}/"):
        return None
    other = read_page(before, visits, runtime)
    window = Window.around(dated.day, dated.step)
    template = parse_address_template(dated.template)
    current = fill_template(template, window=Window.around(window.after, dated.step))
    newest = read_page(current, visits, runtime)
    if other is None or newest is None:
        return None
    listed, there = {*list_addresses(page, css)}, {*list_addresses(other, css)}
    is_before = bool(there) and there.isdisjoint(listed)
    return newest if is_before and {*list_addresses(newest, css)} == listed else None
