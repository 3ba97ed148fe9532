"""How the pages of one window follow each other: one row per ``pagination.mode``. Read mode.py
first.

A new mode is a module with its row, and a place in ``MODES``. The check of the portal file, its
schema, the reference, the plan and the walk follow from the row.
"""

from __future__ import annotations

from webarticlecurator.model.archive_rules import Pagination
from webarticlecurator.model.pagination import (
    browser_list,
    expanding,
    infinite_scroll,
    next_link,
    none,
    numbered,
)
from webarticlecurator.model.pagination.mode import Mode, NextPage, PageCounts

MODES: dict[str, Mode] = {
    row.name: row
    for row in (
        none.MODE,
        next_link.MODE,
        numbered.MODE,
        infinite_scroll.MODE,
        expanding.MODE,
        browser_list.MODE,
    )
}
"""Value of ``pagination.mode`` → its row."""


def mode_of(pagination: Pagination) -> Mode:
    """Return the row of the mode of a pagination."""
    return MODES[pagination.mode]


def names_last_page(pagination: Pagination) -> bool:
    """Return True if the portal file names the last page, at which a first walk must end."""
    return mode_of(pagination).names_last_page(pagination)


__all__ = ["MODES", "Mode", "NextPage", "PageCounts", "mode_of", "names_last_page"]
