"""The modes of pagination: how the pages of one window follow each other, a row for each.

A new mode is a row and a place in ``MODES``. The check of the portal file, its schema, the
reference, the plan and the walk follow from the row.
"""

from __future__ import annotations

from webarticlecurator.base.portal.numbered import EXPANDING, INFINITE_SCROLL, NUMBERED
from webarticlecurator.base.portal.pagination import (
    BROWSER_LIST,
    NEXT_LINK,
    NONE,
    Mode,
)
from webarticlecurator.base.portal.portal import Pagination

MODES: dict[str, Mode] = {
    row.name: row
    for row in (
        NONE,
        NEXT_LINK,
        NUMBERED,
        INFINITE_SCROLL,
        EXPANDING,
        BROWSER_LIST,
    )
}
"""Value of ``pagination.mode`` → its row."""


def mode_of(pagination: Pagination) -> Mode:
    """Return the row of the mode of a pagination."""
    return MODES[pagination.mode]
