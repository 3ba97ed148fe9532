"""The tag dictionary: a TSV table, or signature → operation in the portal file."""

from __future__ import annotations

import re
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import cssselect
from cssselect import parser

from webarticlecurator.config.nearest import nearest
from webarticlecurator.config.reading import BROKEN, REMOVED, At, Entry, Mark, Reading, Section, at
from webarticlecurator.config.scalars import Wrong, quoted
from webarticlecurator.config.section import is_none, read_value, shown
from webarticlecurator.config.sheet import read_sheet
from webarticlecurator.config.tree import Mapping, NotReadable, Scalar, Tree, decode
from webarticlecurator.errors import ConfigError
from webarticlecurator.model.blocks import NAMES
from webarticlecurator.model.portal import TagRow
from webarticlecurator.model.rule import Place

OPERATIONS = ("drop", "unwrap", "flatten", "auto")
COLUMNS = ("signature", "operation", "keep", "context")
BASE = "base.tags.tsv"

_CONTEXT = re.compile(r"(in|child of|only child of) +(\S.*)")
_TEXT_CONTEXT = re.compile(r"text +(equals|starts|contains) +\S.*")
_ATTRIBUTE = re.compile(r"[A-Za-z_][A-Za-z0-9_.:-]*")


def read_tags(reading: Reading, tree: Tree, path: str) -> Any:
    """``tags:`` a tuple of rows from a file, or a Section ``tags`` of rows (so that a version can override single rows)."""
    if isinstance(tree, Scalar):
        name = read_value(reading, tree, "text", path)
        text = None if name is BROKEN else reading.file(name, at(tree, path))
        return BROKEN if text is None else table(reading, text, name, path)
    if not isinstance(tree, Mapping):
        said = f"expected the name of a table or signature: operation, found {shown(tree)}"
        return reading.wrong(at(tree, path), said, found=shown(tree), allowed="a file name or a mapping")
    entries: dict[str, Entry] = {}
    for key, value in tree.entries:
        where = At(key.place, f"{path}.{key.text}")
        entries[key.text] = Entry(REMOVED if is_none(value) else _inline(reading, key, value, where), where)
    _equal_rows(reading, tuple((entry.value, entry.at) for entry in entries.values()))
    return Section("tags", entries, at(tree, path))


def _inline(reading: Reading, key: Scalar, value: Tree, where: At) -> Any:
    if not isinstance(value, Scalar):
        said = f"expected an operation, found {shown(value)}; keep: and context: have columns in a table (TSV)"
        return reading.wrong(at(value, where.path), said, found=shown(value), allowed="an operation")
    return _checked(reading, (key.text, value.text, "", ""), (where, at(value, where.path)))


def table(reading: Reading, text: str, file: str, path: str) -> tuple[TagRow, ...]:
    """The rows of a TSV table with a header line. Columns but signature, operation, keep and context (counts, examples) are for
    people; rows whose operation is empty are not decided yet and say nothing."""
    rows: list[tuple[Any, At]] = []
    sheet = read_sheet(text)
    if not sheet or not {"signature", "operation"} <= set(sheet[0].cells):
        found = quoted(text.partition("\n")[0])
        said = f"the first line must name the columns signature and operation (and keep, context), found {found}"
        reading.wrong(At(Place(file, 1, 1), path), said, allowed=", ".join(COLUMNS))
        return ()
    header = sheet[0].cells
    for row in sheet[1:]:
        cells = dict(zip(header, (cell.strip() for cell in row.cells), strict=False))
        where = At(Place(file, row.line, 1), path)
        values = tuple(cells.get(name, "") for name in COLUMNS)
        if (values[0].startswith("#") and not values[1]) or not any(row.cells) or not values[1]:
            continue
        rows.append((_checked(reading, values, (where, where)), where))
    _equal_rows(reading, tuple(rows))
    return tuple(row for row, _ in rows if isinstance(row, TagRow))


def _checked(reading: Reading, values: tuple[str, ...], places: tuple[At, At]) -> TagRow | Mark:
    """A row, each of its values checked; ``places`` of the signature and of the operation."""
    signature, operation, keep, context = values
    where, operation_at = places
    kept = tuple(re.split(r"[\s,]+", keep)) if keep else ()
    checks = ((_compound, signature, where), (_operation, operation, operation_at), (_context, context, where))
    good = True
    for check, value, place in checks:
        try:
            check(value)
        except Wrong as wrong:
            good = False
            hint = f"; did you mean {quoted(wrong.near)}?" if wrong.near else ""
            reading.wrong(place, wrong.message + hint, key=signature, found=value, allowed=_ALLOWED[check], nearest=wrong.near)
    for name in kept:
        if not _ATTRIBUTE.fullmatch(name):
            good = False
            reading.wrong(where, f"{quoted(name)} is no attribute's name", key=signature, found=name, allowed="attribute names")
    return TagRow(signature, operation, kept, context, where.place.line) if good else BROKEN


def _compound(value: str) -> None:
    try:
        selectors = cssselect.parse(value)
    except cssselect.SelectorError as error:
        raise Wrong(f"{quoted(value)} is not a signature: {error}") from error
    if len(selectors) != 1 or selectors[0].pseudo_element or not _is_compound(selectors[0].parsed_tree):
        raise Wrong(
            f"{quoted(value)} is not a signature: one tag with id, classes and attributes; what is around it goes to context"
        )


def _is_compound(tree: Any) -> bool:
    while not isinstance(tree, parser.Element):
        if not isinstance(tree, parser.Hash | parser.Class | parser.Attrib | parser.Negation):
            return False
        if isinstance(tree, parser.Negation) and not _is_compound(tree.subselector):
            return False
        tree = tree.selector
    return True


def _operation(value: str) -> None:
    outer, split, inner = value.partition(">")
    known = (*OPERATIONS, *sorted(NAMES))
    for name in (outer.strip(), inner.strip()) if split else (value,):
        if name not in (sorted(NAMES) if split else known):
            raise Wrong(f"unknown operation {quoted(value)}", nearest(name, known))


def _context(value: str) -> None:
    if not value or _TEXT_CONTEXT.fullmatch(value):
        return
    found = _CONTEXT.fullmatch(value)
    if not found:
        raise Wrong(f"unknown context {quoted(value)}; write {_ALLOWED[_context]}")
    _compound(found[2])


_ALLOWED = {
    _compound: "tag, #id, .class, [attribute=value]",
    _operation: "drop, unwrap, flatten, auto, a name, or outer>inner",
    _context: "in X, child of X, only child of X, text equals X, text starts X, or text contains X",
}


def _equal_rows(reading: Reading, rows: tuple[tuple[Any, At], ...]) -> None:
    """A row with the signature and context of an earlier one can never be used."""
    seen: dict[tuple[str, ...], At] = {}
    for row, where in rows:
        if not isinstance(row, TagRow):
            continue
        context = " ".join(row.context.split())
        same = seen.setdefault((*sorted(_parts(row.signature.strip())), " ", context), where)
        if same is not where:
            said = f"the row {quoted(row.signature)} stands already in line {same.place.line}; remove one"
            reading.wrong(where, said, key=row.signature, found=row.signature, allowed="each signature and context once")


def _parts(signature: str) -> list[str]:
    """The pieces of a compound selector, so that .a.b and .b.a are the same."""
    return re.findall(r"\[[^\]]*\]|:not\([^)]*\)|[.#]?(?:\\.|[^.#\[:\\])+", signature)


@lru_cache(maxsize=1)
def base_content() -> bytes:
    """The base dictionary as it is stored."""
    return files("webarticlecurator.config").joinpath(BASE).read_bytes()


@lru_cache(maxsize=1)
def base_tags() -> tuple[TagRow, ...]:
    """The base dictionary, by element. Raises ConfigError if it is wrong (then the installation is)."""
    reading = Reading(Path(), {})
    try:
        rows = table(reading, decode(base_content(), BASE), BASE, "base tags")
    except NotReadable as wrong:
        raise ConfigError((wrong.problem,)) from wrong
    if reading.problems:
        raise ConfigError(tuple(reading.problems))
    return rows
