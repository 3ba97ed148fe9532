"""What an archive page suggests for its portal file: link rules, pagination, dated addresses,
feeds. Pure: a page in, proposals with their evidence out. Read ``links.py`` first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from webarticlecurator.lazy_names import import_lazily

if TYPE_CHECKING:
    from webarticlecurator.archive.discovery.archive_addresses import (
        find_dated_address,
        find_dated_archives,
        find_paged_window,
        find_windows,
    )
    from webarticlecurator.archive.discovery.data_lists import (
        find_data_addresses,
        find_script_addresses,
        has_scripts,
        propose_data_list,
    )
    from webarticlecurator.archive.discovery.link_lists import propose_whole_list
    from webarticlecurator.archive.discovery.links import propose_link_rules
    from webarticlecurator.archive.discovery.listed_dates import propose_listed_date
    from webarticlecurator.archive.discovery.more_button import find_more_button
    from webarticlecurator.archive.discovery.paging import (
        find_page_template,
        propose_next_link,
        propose_numbered,
    )
    from webarticlecurator.archive.discovery.site_facts import (
        find_feeds,
        find_language,
        find_site_name,
        find_sitemaps,
    )

__all__ = [
    "find_data_addresses",
    "find_dated_address",
    "find_dated_archives",
    "find_feeds",
    "find_language",
    "find_more_button",
    "find_page_template",
    "find_paged_window",
    "find_script_addresses",
    "find_site_name",
    "find_sitemaps",
    "find_windows",
    "has_scripts",
    "propose_data_list",
    "propose_link_rules",
    "propose_listed_date",
    "propose_next_link",
    "propose_numbered",
    "propose_whole_list",
]

__getattr__ = import_lazily(__name__)
