"""The shapes of archives: the value of the dimension ``archive`` and what writes its pages."""

from __future__ import annotations

from collections.abc import Callable

from bench.portals.random_sites import archive_forms as forms
from bench.portals.random_sites import archive_indexes as indexes
from bench.portals.random_sites import archive_machines as machines
from bench.portals.random_sites import archive_scripts as scripts
from bench.portals.random_sites import archive_walks as walks
from bench.portals.random_sites.archive_pages import ArchivePages
from bench.portals.random_sites.traits import DIMENSIONS

ARCHIVES: dict[str, Callable[[ArchivePages], str]] = {
    "letters": indexes.write_letters,
    "month-table": indexes.write_month_table,
    "topics": indexes.write_topics,
    "tags": indexes.write_tags,
    "authors": indexes.write_authors,
    "issues": indexes.write_issues,
    "ranges": indexes.write_ranges,
    "months": indexes.write_months,
    "month-views": indexes.write_month_views,
    "years-months": indexes.write_years_months,
    "years-months-days": indexes.write_years_months_days,
    "month-select": forms.write_month_select,
    "get-form": forms.write_get_form,
    "post-form": forms.write_post_form,
    "load-more-data": scripts.write_load_more_data,
    "html-in-json": scripts.write_html_in_json,
    "fragments": scripts.write_fragments,
    "cursor": scripts.write_cursor,
    "link-header": scripts.write_link_header,
    "state": scripts.write_state,
    "json-chain": scripts.write_json_chain,
    "sitemap-only": machines.write_sitemap_only,
    "feed-only": machines.write_feed_only,
    "overlapping-days": walks.write_overlapping_days,
    "weeks": walks.write_weeks,
    "counting-down": walks.write_counting_down,
    "boards": walks.write_boards,
    "one-long-page": walks.write_one_long_page,
}
"""Value → what adds the pages, and returns where the archive begins."""
NOT_TO_BE_HAD = frozenset({"post-form"})
"""Archives that no crawl can read: right is who names them."""

if {*ARCHIVES} != {name for name, _ in DIMENSIONS["archive"]} - {"pages"}:
    raise ImportError("the dimension archive and the writers of archives have other names")
