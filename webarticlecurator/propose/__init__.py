"""Rules for a person to accept: what pages suggest for a portal file (``new``, ``learn``,
``selectors``, ``tags suggest``), with its evidence. Read ``portal_proposal.py`` first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from webarticlecurator.lazy_names import import_lazily

if TYPE_CHECKING:
    from webarticlecurator.propose.link_rules import (
        find_data_addresses,
        find_script_addresses,
        has_scripts,
        propose_data_list,
        propose_link_rules,
        propose_listed_date,
        propose_whole_list,
    )
    from webarticlecurator.propose.list_addresses import (
        find_dated_address,
        find_dated_archives,
        find_paged_window,
        find_windows,
    )
    from webarticlecurator.propose.paging import (
        find_more_button,
        find_page_template,
        propose_next_link,
        propose_numbered,
    )


__all__ = [
    "find_data_addresses",
    "find_dated_address",
    "find_dated_archives",
    "find_more_button",
    "find_page_template",
    "find_paged_window",
    "find_script_addresses",
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
