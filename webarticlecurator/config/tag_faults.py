"""Faults of a single row of a tag dictionary: it can never be used, or a cell has no effect."""

from __future__ import annotations

from dataclasses import dataclass

from webarticlecurator.config.load_context import Location
from webarticlecurator.config.scalars import quote_value
from webarticlecurator.model.compound import Compound, compile_compound
from webarticlecurator.model.html_tags import CODE_TAGS, EMPTY_TAGS
from webarticlecurator.model.portal import TagRow
from webarticlecurator.model.selector_logic import is_impossible
from webarticlecurator.model.tag_context import (
    AncestorCondition,
    Context,
    TextCondition,
    parse_context,
    rank_context,
)
from webarticlecurator.model.tag_operation import block_names

CLOSED_BY_THEMSELVES = frozenset("a li option p td th tr".split())
"""Tags that end where the next one of the same name begins: the parser never puts one directly
into another."""

KEEPING = frozenset(
    "link media-link embed social social-embed quote inline-quote feed-entry feed-time comment"
    " comment-time list cell".split()
)
"""Blocks with an address, a date or a number: ``keep`` names the attribute that has it."""


@dataclass(frozen=True)
class CheckedRow:
    """A row whose signature and context have been compiled."""

    row: TagRow
    at: Location
    compound: Compound
    context: Context | None

    @property
    def rank(self) -> tuple[object, ...]:
        return rank_context(self.compound, self.context)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the blocks that the row makes, the outer one first."""
        return block_names(self.row.operation)

    def __str__(self) -> str:
        return quote_value(f"{self.row.signature} {' '.join(self.row.context.split())}".strip())


def compile_row(row: TagRow, at: Location) -> CheckedRow:
    """Return the row with its selectors compiled. Raises ValueError with the reason where that is
    not possible."""
    return CheckedRow(row, at, compile_compound(row.signature), parse_context(row.context))


def find_tag_fault(row: CheckedRow) -> str:
    """Return why the row can never be used, or which cell has no effect, with the cure; empty if
    the row is all right."""
    if is_impossible(row.compound):
        return (
            f"no tag can match {quote_value(row.row.signature)}: its parts exclude each other;"
            " correct or remove it"
        )
    message = ""
    if isinstance(row.context, AncestorCondition):
        message = _find_ancestor_fault(row, row.context)
    elif isinstance(row.context, TextCondition):
        message = _find_text_fault(row)
    return message or _find_keep_fault(row.row)


def _find_ancestor_fault(row: CheckedRow, context: AncestorCondition) -> str:
    tag, outer = row.compound.tag, context.compound
    if is_impossible(outer):
        return (
            f"no tag can match the context {quote_value(row.row.context)}: its parts exclude each"
            " other; correct or remove it"
        )
    if outer.tag in EMPTY_TAGS or outer.tag in CODE_TAGS:
        return f"the row {row} can never be used: {outer.tag} contains no tags; remove it"
    if tag == "html":
        return f"the row {row} can never be used: html is inside no other tag; remove it"
    if tag == outer.tag and tag in CLOSED_BY_THEMSELVES and context.kind != "in":
        return (
            f"the row {row} can never be used: {tag} ends where the next {tag} begins; write `in"
            f" {outer.tag}` for one at any depth inside another, or remove the row"
        )
    return ""


def _find_text_fault(row: CheckedRow) -> str:
    if row.compound.tag in EMPTY_TAGS:
        return f"the row {row} can never be used: {row.compound.tag} contains no text; remove it"
    return ""


def _find_keep_fault(row: TagRow) -> str:
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
