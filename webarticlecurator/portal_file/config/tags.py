"""Reader of the tag dictionary: a TSV table, or signature → operation in the portal file."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import Any

from webarticlecurator.base.errors import require_no_problems
from webarticlecurator.base.model.blocks import NAMES
from webarticlecurator.base.portal.article_rules import TagRow
from webarticlecurator.base.portal.rule import Place
from webarticlecurator.base.text.translation import as_message, join_messages, make_message
from webarticlecurator.pages.page.css import QUOTED
from webarticlecurator.pages.page.css_compound import compile_compound
from webarticlecurator.pages.rules.selectors import OPERATIONS
from webarticlecurator.pages.rules.tag_context import FORMS, PLACES, parse_context
from webarticlecurator.portal_file.config.keep_column import find_keep_fault
from webarticlecurator.portal_file.config.load_context import (
    BROKEN,
    REMOVED,
    Entry,
    LoadContext,
    Location,
    Mark,
    Section,
    locate_node,
)
from webarticlecurator.portal_file.config.section import is_none, read_value, show_value
from webarticlecurator.portal_file.values.nearest_name import nearest_word
from webarticlecurator.portal_file.values.tables import (
    Row,
    TableFault,
    describe_surplus_cells,
    read_column_names,
    read_table_file,
)
from webarticlecurator.portal_file.values.value_fault import ValueFault, quote_value
from webarticlecurator.portal_file.yaml_file.yaml_tree import (
    Mapping,
    Scalar,
    Tree,
    decode_yaml,
)

COLUMNS = ("signature", "operation", "keep", "context")
BASE = "base.tags.tsv"

_OPERATION_FORMS = make_message(
    "drop, unwrap, flatten, auto, the name of a block, or outer>inner of two such names"
)
_SEVERAL_PARTS = re.compile(r"""(?:[^+~,"']*?[\s>])?([^\s>+~,"'\[(]+)(\s*>\s*|\s+)([^\s>+~,"']+)""")
"""A selector of several compounds: the last but one, its combinator, and the last."""
_STRANGE = re.compile(
    "[\u2018-\u201f\u00ab\u00bb\u2039\u203a\u2010-\u2015\u2212\u2026\u00a0\u00ad\u200b-\u200d\ufeff]"
)
"""Typographic quotes, dashes, ellipses and spaces: signatures may contain them only in quotes or
after a backslash."""


def read_tags(context: LoadContext, tree: Tree, path: str) -> Any:
    """Return the tag dictionary: a tuple of rows from a file, or a Section ``tags`` of rows, of
    which a layout can override single ones."""
    if isinstance(tree, Scalar):
        name = read_value(context, tree, "text", path)
        text = None if name is BROKEN else context.read_file(name, locate_node(tree, path))
        return BROKEN if text is None else parse_tag_table(context, text, name, path)
    if not isinstance(tree, Mapping):
        return context.add_problem(
            locate_node(tree, path),
            make_message(
                "expected the name of a table or signature: operation, found {value}",
                value=show_value(tree),
            ),
            found=show_value(tree),
            allowed="a file name or a mapping",
        )
    entries: dict[str, Entry] = {}
    for key, value in tree.entries:
        where = Location(key.place, f"{path}.{key.text}")
        row = REMOVED if is_none(value) else _read_inline_row(context, key, value, where)
        entries[key.text] = Entry(row, where)
    return Section("tags", entries, locate_node(tree, path))


def _read_inline_row(context: LoadContext, key: Scalar, value: Tree, where: Location) -> Any:
    if not isinstance(value, Scalar):
        return context.add_problem(
            locate_node(value, where.path),
            make_message(
                "expected an operation, found {value}; for keep and context, write a table (TSV)",
                value=show_value(value),
            ),
            found=show_value(value),
            allowed="an operation",
        )
    return _check_row(
        context, (key.text, value.text, "", ""), (where, locate_node(value, where.path))
    )


def parse_tag_table(context: LoadContext, text: str, file: str, path: str) -> tuple[TagRow, ...]:
    """Return the rows of a TSV table with a header line.

    Columns other than signature, operation, keep and context (counts, examples) are for people.
    Rows without an operation are not decided yet and are left out.
    """
    try:
        table = read_table_file(text)
        columns = read_column_names(table, text, COLUMNS)
    except TableFault as fault:
        context.add_problem(
            Location(Place(file, fault.line, 1), path), fault.describe(), allowed=", ".join(COLUMNS)
        )
        return ()
    rows = (
        _read_table_row(context, columns, row, Location(Place(file, row.line, 1), path))
        for row in table[1:]
    )
    return tuple(row for row in rows if isinstance(row, TagRow))


def _read_table_row(
    context: LoadContext, columns: tuple[str, ...], row: Row, where: Location
) -> TagRow | Mark | None:
    """Return one row of a table; None if it has no operation."""
    cells = dict(zip(columns, (cell.strip() for cell in row.cells), strict=False))
    values = tuple(cells.get(name, "") for name in COLUMNS)
    if not values[1]:
        return None
    if any(cell.strip() for cell in row.cells[len(columns) :]):
        message = describe_surplus_cells(len(row.cells), len(columns))
        return context.add_problem(
            where, message, found=str(len(row.cells)), allowed=f"{len(columns)} cells"
        )
    return _check_row(context, values, (where, where))


def _check_row(
    context: LoadContext, values: tuple[str, ...], places: tuple[Location, Location]
) -> TagRow | Mark:
    """Return a checked row; ``places`` are the locations of its signature and its operation."""
    signature, operation, keep, tag_context = values
    where, operation_at = places
    kept = tuple(re.split(r"[\s,]+", keep)) if keep else ()
    checks = (
        (_check_signature, signature, where),
        (_check_operation, operation, operation_at),
        (_check_context, tag_context, where),
    )
    good = True
    for check, value, place in checks:
        try:
            check(value)
        except ValueFault as fault:
            good = False
            cure = ""
            if check is _check_signature and not fault.cure:
                cure = _suggest_context(values, where.place, is_inline=where != operation_at)
            context.add_problem(
                place,
                join_messages("", (fault.describe(), cure)),
                key=signature,
                found=value,
                allowed=_ALLOWED[check],
                nearest=fault.nearest,
            )
    for name in kept:
        if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_.:-]*", name):
            good = False
            context.add_problem(
                where,
                make_message("not the name of an attribute: {name}", name=quote_value(name)),
                key=signature,
                found=name,
                allowed="attribute names",
            )
    if not good:
        return BROKEN
    row = TagRow(signature, operation, kept, tag_context, where.place.line, where.place)
    message = find_keep_fault(row)
    if message:
        return context.add_problem(
            where, message, key=signature, found=signature, allowed="a row that can be used"
        )
    return row


def find_row_fault(signature: str, operation: str, keep: str, context: str) -> str:
    """Return what is wrong with the cells of a row, with the cure; empty for a row that can be
    used."""
    problems = LoadContext(Path(), {})
    where = Location(Place(), "")
    _check_row(problems, (signature, operation, keep, context), (where, where))
    return problems.problems[0].message if problems.problems else ""


def _suggest_context(values: tuple[str, ...], where: Place, *, is_inline: bool) -> str:
    """Return the cure for a signature that is a selector of several parts: a row with a context.
    Empty for other selectors."""
    signature, operation = values[:2]
    parts = _SEVERAL_PARTS.fullmatch(signature)
    if not parts:
        return ""
    outer, combinator, tag = parts.groups()
    place = f"{'child of' if '>' in combinator else 'in'} {outer}"
    if not is_inline:
        return make_message(
            "; write the place into the column context: signature {tag}, context {place}",
            tag=tag,
            place=place,
        )
    return make_message(
        "; write a table of tags, which has a column for the place: tags: {table}, with the lines"
        " (tabs between the cells) signature | operation | context and {tag} | {operation} |"
        " {place}",
        table=f"{Path(where.file).stem}.tags.tsv",
        tag=tag,
        operation=operation,
        place=place,
    )


def _check_signature(value: str) -> None:
    if not value:
        raise ValueFault(
            "missing signature (expected the tag that the row is for, such as div.lead)",
            cure="add it, or empty the operation",
        )
    strange = _STRANGE.search(QUOTED.sub("", value))
    if strange:
        raise ValueFault(
            make_message(
                "not a signature: {value} contains {strange} (U+{value2:04X})",
                value=quote_value(value),
                strange=quote_value(strange[0]),
                value2=ord(strange[0]),
            ),
            cure="write the plain character if a spreadsheet replaced it, or put a backslash before"
            " it",
        )
    try:
        compile_compound(value)
    except ValueError as error:
        # the words of the parser alone, where it is no selector at all
        reason = as_message(error.args[0])
        reason = reason.values.get("error", reason)
        raise ValueFault(
            make_message(
                "not a signature: {value} ({reason})", value=quote_value(value), reason=reason
            )
        ) from error


def _check_operation(value: str) -> None:
    outer, split, inner = value.partition(">")
    known = (*OPERATIONS, *sorted(NAMES))
    for name in (outer.strip(), inner.strip()) if split else (value,):
        if name not in (sorted(NAMES) if split else known):
            raise ValueFault(
                make_message("unknown operation: {value}", value=quote_value(value)),
                nearest_word(name, known),
                expected=_OPERATION_FORMS,
            )


def _check_context(value: str) -> None:
    kind = next((kind for kind in reversed(PLACES) if value.startswith(f"{kind} ")), None)
    if kind:
        _check_signature(value.removeprefix(kind).strip())
    try:
        parse_context(value)
    except ValueError as error:
        nearest = next(
            (kind for kind in (*PLACES, "text") if value.lower().startswith(f"{kind} ")), None
        )
        raise ValueFault(error.args[0], nearest) from error


_ALLOWED = {
    _check_signature: "tag, #id, .class, [attribute=value]",
    _check_operation: _OPERATION_FORMS,
    _check_context: FORMS,
}


@lru_cache(maxsize=1)
def base_content() -> bytes:
    """Return the bytes of the base dictionary."""
    return Path(__file__).with_name(BASE).read_bytes()


@lru_cache(maxsize=1)
def base_tags() -> tuple[TagRow, ...]:
    """Return the rows of the base dictionary. Raises ConfigError if it cannot be read: then the
    installation is damaged."""
    context = LoadContext(Path(), {})
    rows = parse_tag_table(context, decode_yaml(base_content(), BASE), BASE, "base tags")
    require_no_problems(context.problems)
    return rows
