"""The column ``keep`` of a tag dictionary: which operations it has an effect on."""

from __future__ import annotations

from webarticlecurator.config.value_fault import quote_value
from webarticlecurator.model.article_rules import TagRow
from webarticlecurator.model.tag_operation import block_names

KEEPING = frozenset(
    "link media-link embed social social-embed quote inline-quote feed-entry feed-time comment"
    " comment-time list cell".split()
)
"""Blocks with an address, a date or a number: ``keep`` names the attribute that has it."""


def find_keep_fault(row: TagRow) -> str:
    """Return why ``keep`` has no effect on the row, with the cure; empty if it has one, or the cell
    is empty."""
    if not row.keep or accepts_keep(row.operation):
        return ""
    makes = (
        f"{quote_value(row.operation)} makes no block"
        if not block_names(row.operation)
        else f"a {row.operation} has no address, date or number"
    )
    return f"`keep` has no effect on {quote_value(' '.join(row.keep))}: {makes}; empty the cell"


def accepts_keep(operation: str) -> bool:
    """Return True if an operation makes a block that ``keep`` applies to."""
    return any(name in KEEPING for name in block_names(operation))
