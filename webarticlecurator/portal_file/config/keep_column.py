"""The column ``keep`` of a tag dictionary: which operations it has an effect on."""

from __future__ import annotations

from webarticlecurator.base.model.block_rows import BLOCK_TYPES
from webarticlecurator.base.model.blocks import NAMES
from webarticlecurator.base.portal.article_rules import TagRow
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.pages.rules.selectors import block_names
from webarticlecurator.portal_file.values.value_fault import quote_value

KEEPING = frozenset(
    block.name for block in BLOCK_TYPES if block.has_kept_value and block.name in NAMES
)
"""Blocks with an address, a date or a number: ``keep`` names the attribute that has it."""


def find_keep_fault(row: TagRow) -> str:
    """Return why ``keep`` has no effect on the row, with the cure; empty if it has one, or the cell
    is empty."""
    if not row.keep or accepts_keep(row.operation):
        return ""
    return make_message(
        "`keep` has no effect on {keep}: {makes}; empty the cell",
        keep=quote_value(" ".join(row.keep)),
        makes=make_message("{operation} makes no block", operation=quote_value(row.operation))
        if not block_names(row.operation)
        else make_message("a {operation} has no address, date or number", operation=row.operation),
    )


def accepts_keep(operation: str) -> bool:
    """Return True if an operation makes a block that ``keep`` applies to."""
    return any(name in KEEPING for name in block_names(operation))
