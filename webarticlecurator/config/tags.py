"""The tag dictionary: a TSV table, or signature → operation in the portal file."""

from __future__ import annotations

import re
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from webarticlecurator.config.load_context import (
    BROKEN,
    REMOVED,
    Entry,
    LoadContext,
    Location,
    Mark,
    Section,
    locate_node,
)
from webarticlecurator.config.nearest import nearest_word
from webarticlecurator.config.scalars import ValueFault, quote_value
from webarticlecurator.config.section import is_none, read_value, show_value
from webarticlecurator.config.table_file import Row, TableFault, read_header, read_table_file
from webarticlecurator.config.tag_faults import find_tag_fault, read_row
from webarticlecurator.config.yaml_tree import Mapping, NotReadable, Scalar, Tree, decode_yaml
from webarticlecurator.errors import ConfigError
from webarticlecurator.model.blocks import NAMES
from webarticlecurator.model.compound import compile_compound
from webarticlecurator.model.portal import TagRow
from webarticlecurator.model.rule import Place
from webarticlecurator.model.tag_context import FORMS, PLACES, read_context
from webarticlecurator.model.tag_operation import OPERATIONS

COLUMNS = ("signature", "operation", "keep", "context")
BASE = "base.tags.tsv"

_OPERATION_FORMS = (
    "drop, unwrap, flatten, auto, the name of a block, or outer>inner of two such names"
)
_ATTRIBUTE = re.compile(r"[A-Za-z_][A-Za-z0-9_.:-]*")
_QUOTED = re.compile(r"""\\.|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'""", re.DOTALL)
_TWO_PARTS = re.compile(r"""([^\s>+~,"'\[(]+)(\s*>\s*|\s+)([^\s>+~,]+)""")
_STRANGE = re.compile(
    "[\u2018-\u201f\u00ab\u00bb\u2039\u203a\u2010-\u2015\u2212\u2026\u00a0\u00ad\u200b-\u200d\ufeff]"
)
"""Quotes, dashes, dots and blanks of typography: in signatures only behind a backslash or in
quotes."""


def read_tags(reading: LoadContext, tree: Tree, path: str) -> Any:
    """``tags:`` a tuple of rows from a file, or a Section ``tags`` of rows (so that a version can
    override single rows)."""
    if isinstance(tree, Scalar):
        name = read_value(reading, tree, "text", path)
        text = None if name is BROKEN else reading.file(name, locate_node(tree, path))
        return BROKEN if text is None else read_tag_table(reading, text, name, path)
    if not isinstance(tree, Mapping):
        said = f"expected the name of a table or signature: operation, found {show_value(tree)}"
        return reading.wrong(
            locate_node(tree, path),
            said,
            found=show_value(tree),
            allowed="a file name or a mapping",
        )
    entries: dict[str, Entry] = {}
    for key, value in tree.entries:
        where = Location(key.place, f"{path}.{key.text}")
        entries[key.text] = Entry(
            REMOVED if is_none(value) else _inline(reading, key, value, where), where
        )
    return Section("tags", entries, locate_node(tree, path))


def _inline(reading: LoadContext, key: Scalar, value: Tree, where: Location) -> Any:
    if not isinstance(value, Scalar):
        said = (
            f"expected an operation, found {show_value(value)}; keep: and context: have columns in"
            " a table (TSV)"
        )
        return reading.wrong(
            locate_node(value, where.path), said, found=show_value(value), allowed="an operation"
        )
    return _checked(
        reading, (key.text, value.text, "", ""), (where, locate_node(value, where.path))
    )


def read_tag_table(reading: LoadContext, text: str, file: str, path: str) -> tuple[TagRow, ...]:
    """The rows of a TSV table with a header line. Columns but signature, operation, keep and
    context (counts, examples) are for people; rows whose operation is empty are not decided yet and
    say nothing."""
    try:
        sheet = read_table_file(text)
        columns = read_header(sheet, text, COLUMNS)
    except TableFault as wrong:
        said = f"{wrong.message}; {wrong.cure}" if wrong.cure else wrong.message
        reading.wrong(Location(Place(file, wrong.line, 1), path), said, allowed=", ".join(COLUMNS))
        return ()
    rows = (
        _line(reading, columns, row, Location(Place(file, row.line, 1), path)) for row in sheet[1:]
    )
    return tuple(row for row in rows if isinstance(row, TagRow))


def _line(
    reading: LoadContext, columns: tuple[str, ...], row: Row, where: Location
) -> TagRow | Mark | None:
    """One line of a table; None if it decides nothing."""
    cells = dict(zip(columns, (cell.strip() for cell in row.cells), strict=False))
    values = tuple(cells.get(name, "") for name in COLUMNS)
    if not values[1]:
        return None
    if any(cell.strip() for cell in row.cells[len(columns) :]):
        said = (
            f"{len(row.cells)} cells where the first line names {len(columns)} columns; name the"
            " others there, or empty them"
        )
        return reading.wrong(
            where, said, found=str(len(row.cells)), allowed=f"{len(columns)} cells"
        )
    return _checked(reading, values, (where, where))


def _checked(
    reading: LoadContext, values: tuple[str, ...], places: tuple[Location, Location]
) -> TagRow | Mark:
    """A row, each of its values checked; ``places`` of the signature and of the operation."""
    signature, operation, keep, context = values
    where, operation_at = places
    kept = tuple(re.split(r"[\s,]+", keep)) if keep else ()
    checks = (
        (_compound, signature, where),
        (_operation, operation, operation_at),
        (_context, context, where),
    )
    good = True
    for check, value, place in checks:
        try:
            check(value)
        except ValueFault as wrong:
            good = False
            hint = f"; did you mean {quote_value(wrong.near)}?" if wrong.near else ""
            reading.wrong(
                place,
                wrong.message + hint,
                key=signature,
                found=value,
                allowed=_ALLOWED[check],
                nearest=wrong.near,
            )
    for name in kept:
        if not _ATTRIBUTE.fullmatch(name):
            good = False
            reading.wrong(
                where,
                f"{quote_value(name)} is no attribute's name",
                key=signature,
                found=name,
                allowed="attribute names",
            )
    if not good:
        return BROKEN
    row = TagRow(signature, operation, kept, context, where.place.line, where.place)
    said = find_tag_fault(read_row(row, where))
    return (
        reading.wrong(where, said, key=signature, found=signature, allowed="a row that can be used")
        if said
        else row
    )


def _as_context(selector: str) -> str:
    """How a row says what a ``selector`` of two parts says, as the end of a message; empty for
    others."""
    parts = _TWO_PARTS.fullmatch(selector)
    if not parts:
        return ""
    place = "child of" if ">" in parts[2] else "in"
    return (
        f"; a table (TSV) has a column for the place: signature {parts[3]}, context {place}"
        f" {parts[1]}"
    )


def _compound(value: str) -> None:
    if not value:
        raise ValueFault(
            "the row has no signature; write the tag it is about, as div.lead, or empty its"
            " operation"
        )
    strange = _STRANGE.search(_QUOTED.sub("", value))
    if strange:
        cure = (
            "where a spreadsheet put it in the place of a plain one, write that; else put a"
            " backslash before it"
        )
        raise ValueFault(
            f"{quote_value(value)} is not a signature: {quote_value(strange[0])}"
            f" (U+{ord(strange[0]):04X}) cannot stand here; {cure}"
        )
    try:
        compile_compound(value)
    except ValueError as error:
        said = str(error).removeprefix("not a selector: ")
        raise ValueFault(
            f"{quote_value(value)} is not a signature: {said}{_as_context(value)}"
        ) from error


def _operation(value: str) -> None:
    outer, split, inner = value.partition(">")
    known = (*OPERATIONS, *sorted(NAMES))
    for name in (outer.strip(), inner.strip()) if split else (value,):
        if name not in (sorted(NAMES) if split else known):
            near = nearest_word(name, known)
            raise ValueFault(
                f"unknown operation {quote_value(value)}"
                + ("" if near else f"; write {_OPERATION_FORMS}"),
                near,
            )


def _context(value: str) -> None:
    kind = next((kind for kind in reversed(PLACES) if value.startswith(f"{kind} ")), None)
    if kind:
        _compound(value.removeprefix(kind).strip())
    try:
        read_context(value)
    except ValueError as error:
        near = next(
            (kind for kind in (*PLACES, "text") if value.lower().startswith(f"{kind} ")), None
        )
        raise ValueFault(str(error), near) from error


_ALLOWED = {
    _compound: "tag, #id, .class, [attribute=value]",
    _operation: _OPERATION_FORMS,
    _context: FORMS,
}


@lru_cache(maxsize=1)
def base_content() -> bytes:
    """The base dictionary as it is stored."""
    return files("webarticlecurator.config").joinpath(BASE).read_bytes()


@lru_cache(maxsize=1)
def base_tags() -> tuple[TagRow, ...]:
    """The base dictionary, by element. Raises ConfigError if it is wrong (then the installation
    is)."""
    reading = LoadContext(Path(), {})
    try:
        rows = read_tag_table(reading, decode_yaml(base_content(), BASE), BASE, "base tags")
    except NotReadable as wrong:
        raise ConfigError((wrong.problem,)) from wrong
    if reading.problems:
        raise ConfigError(tuple(reading.problems))
    return rows
