"""What is wrong with one row of a tag dictionary by itself: it can never be used, or something in
it has no effect."""

from __future__ import annotations

from dataclasses import dataclass

from webarticlecurator.config.load_context import Location
from webarticlecurator.config.scalars import quote_value
from webarticlecurator.model.compound import Compound, compile_compound
from webarticlecurator.model.html_tags import CODE_TAGS, EMPTY_TAGS
from webarticlecurator.model.portal import TagRow
from webarticlecurator.model.selector_logic import is_impossible
from webarticlecurator.model.tag_context import (
    Context,
    Says,
    Surroundings,
    rank_context,
    read_context,
)
from webarticlecurator.model.tag_operation import block_names

CLOSED_BY_THEMSELVES = frozenset("a li option p td th tr".split())
"""Tags that end where the next of their name begins: the parser never finds one directly in
another."""

KEEPING = frozenset(
    "link media-link embed social social-embed quote inline-quote feed-entry feed-time comment"
    " comment-time list cell".split()
)
"""Blocks with an address, a date or numbers, for which ``keep`` may name the attribute."""


@dataclass(frozen=True)
class CheckedRow:
    """A row with its selectors read."""

    row: TagRow
    at: Location
    compound: Compound
    context: Context | None

    @property
    def rank(self) -> tuple[object, ...]:
        return rank_context(self.compound, self.context)

    @property
    def names(self) -> tuple[str, ...]:
        """The blocks it makes, the outer one first."""
        return block_names(self.row.operation)

    def __str__(self) -> str:
        return quote_value(f"{self.row.signature} {' '.join(self.row.context.split())}".strip())


def read_row(row: TagRow, at: Location) -> CheckedRow:
    """Raises ValueError with the reason."""
    return CheckedRow(row, at, compile_compound(row.signature), read_context(row.context))


def find_tag_fault(read: CheckedRow) -> str:
    """Why the row can never be used, or what in it has no effect, with the cure; empty if nothing
    is wrong."""
    if is_impossible(read.compound):
        return (
            f"no tag can ever match {quote_value(read.row.signature)}: its parts exclude each"
            " other; correct or remove it"
        )
    said = (
        _around(read)
        if isinstance(read.context, Surroundings)
        else _says(read)
        if isinstance(read.context, Says)
        else ""
    )
    return said or _kept(read)


def _around(read: CheckedRow) -> str:
    assert isinstance(read.context, Surroundings)
    tag, outer = read.compound.tag, read.context.compound
    if is_impossible(outer):
        return (
            f"no tag can ever match the context {quote_value(read.row.context)}: its parts exclude"
            " each other; correct or remove it"
        )
    if outer.tag in EMPTY_TAGS or outer.tag in CODE_TAGS:
        return f"no tag ever stands inside {outer.tag}, so {read} can never be used; remove it"
    if tag == "html":
        return f"no tag ever stands around html, so {read} can never be used; remove it"
    if tag == outer.tag and tag in CLOSED_BY_THEMSELVES and read.context.kind != "in":
        cure = f"write `in {outer.tag}` for one that stands somewhere inside another, or remove it"
        return (
            f"{tag} ends where the next one begins, so none is ever {read.context.kind} another;"
            f" {cure}"
        )
    return ""


def _says(read: CheckedRow) -> str:
    if read.compound.tag in EMPTY_TAGS:
        return f"no {read.compound.tag} ever holds text, so {read} can never be used; remove it"
    return ""


def _kept(read: CheckedRow) -> str:
    row = read.row
    if not row.keep or read_kept_attributes(row.operation):
        return ""
    makes = (
        f"{quote_value(row.operation)} makes no block"
        if not block_names(row.operation)
        else f"a {row.operation} has no address, date or number"
    )
    return (
        f"`keep` has no effect: {makes}, so nothing of {quote_value(' '.join(row.keep))} can be"
        " kept; empty the cell"
    )


def read_kept_attributes(operation: str) -> bool:
    """True if an operation makes a block for which ``keep`` means something."""
    return any(name in KEEPING for name in block_names(operation))
