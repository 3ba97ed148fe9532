"""Reads the columns of a portal: a mapping, a list of names, or a file with a column on each line.

The first line of a file with several cells is a header: ``column``, then names of keys, with dots
for keys of a section (``pagination.last``), and of fields.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from webarticlecurator.base.portal.rule import Place
from webarticlecurator.base.system.input_files import (
    MAX_TABLE,
    NameFault,
    read_regular,
    resolve_named_path,
)
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.portal_file.config.load_context import (
    BROKEN,
    Entry,
    LoadContext,
    Location,
    Section,
    locate_node,
)
from webarticlecurator.portal_file.config.section import read_section, read_value, show_value
from webarticlecurator.portal_file.config.section_values import refuse_as_mapping
from webarticlecurator.portal_file.keys.keys import key_names
from webarticlecurator.portal_file.values.address_templates import FIELDS
from webarticlecurator.portal_file.values.tables import (
    Row,
    TableFault,
    describe_surplus_cells,
    read_table_file,
)
from webarticlecurator.portal_file.values.value_fault import quote_value
from webarticlecurator.portal_file.yaml_file.yaml_tree import (
    Mapping,
    NotReadable,
    Scalar,
    Tree,
    YamlList,
    decode_yaml,
)

NAME = "column"
"""Name of the first cell of a table's header."""
FIELD_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
_Pair = tuple[Scalar, Tree]


def read_columns(context: LoadContext, tree: Tree, path: str) -> Any:
    """Return the Section of ``columns``, whose entries are the columns in file order."""
    if isinstance(tree, Mapping):
        pairs = list(tree.entries)
    elif isinstance(tree, YamlList):
        # a column that has only a name inherits all its keys
        pairs = [(item, Mapping((), item.place)) for item in tree.items if isinstance(item, Scalar)]
        if len(pairs) != len(tree.items):
            return context.add_problem(
                locate_node(tree, path),
                "expected names in a list of columns; write a mapping to give a column keys",
                allowed="names",
            )
    else:
        in_file = _read_file(context, tree, path)
        if in_file is None:
            return BROKEN
        pairs = in_file
    entries: dict[str, Entry] = {}
    for name, value in pairs:
        where = Location(name.place, f"{path}.{name.text}")
        if not name.text.strip() or name.text != name.text.strip():
            context.add_problem(
                where,
                make_message(
                    "not a column name: {name} (expected text without spaces around it)",
                    name=quote_value(name.text),
                ),
                found=name.text,
                allowed="a name",
            )
        elif name.text in entries:
            context.add_problem(
                where,
                make_message(
                    "duplicate column: {name}; remove one of the two", name=quote_value(name.text)
                ),
                found=name.text,
                allowed="each column once",
            )
        else:
            entries[name.text] = Entry(read_section(context, value, "column", where.path), where)
    if not entries and not pairs:
        return context.add_problem(
            locate_node(tree, path),
            "no columns; name at least one, or remove the key",
            found=show_value(tree),
            allowed="columns",
        )
    return Section("columns", entries, locate_node(tree, path))


def _read_file(context: LoadContext, tree: Scalar, path: str) -> list[_Pair] | None:
    """Return the columns in a file; None after a problem."""
    file = read_value(context, tree, "text", path)
    text = None if file is BROKEN else context.read_file(file, locate_node(tree, path))
    if text is None:
        return None
    try:
        header, rows = _split_table(text)
        return [_read_row(row, header, file) for row in rows]
    except TableFault as fault:
        context.add_problem(
            Location(Place(file, fault.line, 1), path),
            fault.describe(),
            allowed="column, then names of keys and fields, with tabs between them",
        )
        return None


def _split_table(text: str) -> tuple[tuple[str, ...], list[Row]]:
    """Return the names in the header, empty for a list of names, and the other rows.

    Empty rows and comments (#) are left out. Raises TableFault.
    """
    rows = [
        row
        for row in read_table_file(text)
        if any(cell.strip() for cell in row.cells) and not row.cells[0].startswith("#")
    ]
    if not rows or len(rows[0].cells) < 2:
        return (), rows
    names = tuple(cell.strip() for cell in rows[0].cells)
    while names and not names[-1]:
        names = names[:-1]
    line = rows[0].line
    if names[0] != NAME:
        raise TableFault(
            line,
            make_message(
                "the first line of a table must begin with the word {name}, found {found}",
                name=NAME,
                found=quote_value(names[0]),
            ),
            make_message("name every cell of a row there: column, then keys and fields"),
        )
    for number, name in enumerate(names[1:], 1):
        parents = [name.rsplit(".", n)[0] for n in range(1, name.count(".") + 1)]
        clash = next((each for each in (name, *parents) if each in names[:number]), None)
        if clash or any(other.startswith(f"{name}.") for other in names[1:number]):
            message = make_message(
                "named twice in the first line: {name}", name=quote_value(clash or name)
            )
            raise TableFault(line, message)
        is_key = name.partition(".")[0] in key_names("column")
        if not is_key and ("." in name or not FIELD_NAME.fullmatch(name)):
            raise TableFault(
                line,
                make_message(
                    "neither a key of a column nor a field: {name}", name=quote_value(name)
                ),
                make_message("a field is a word of letters, digits, - and _"),
            )
    return names, rows[1:]


def _read_row(row: Row, header: tuple[str, ...], file: str) -> _Pair:
    place = Place(file, row.line, 1)
    name = Scalar(row.cells[0].strip(), place)
    width = max(len(header), 1)
    if any(cell.strip() for cell in row.cells[width:]):
        raise TableFault(row.line, describe_surplus_cells(len(row.cells), width))
    cells = {
        key: Scalar(cell.strip(), place)
        for key, cell in zip(header[1:], row.cells[1:], strict=False)
        if cell.strip()
    }
    return name, _nest(cells, place)


def _nest(cells: dict[str, Scalar], place: Place) -> Mapping:
    """Return the mapping of a column: names with dots become sections, fields those of ``fields``.

    The order is that of the header.
    """
    known = key_names("column")
    inner: dict[str, dict[str, Scalar]] = {}
    entries: dict[str, Tree] = {}
    for name, value in cells.items():
        key, dot, rest = name.partition(".")
        if key not in known:
            key, dot, rest = "fields", ".", name
        entries[key] = value
        if dot:
            inner.setdefault(key, {})[rest] = value
    for key, values in inner.items():
        entries[key] = (
            Mapping(tuple((Scalar(n, place), v) for n, v in values.items()), place)
            if key == "fields"
            else _nest_section(values, place)
        )
    return Mapping(tuple((Scalar(key, place), value) for key, value in entries.items()), place)


def _nest_section(values: dict[str, Scalar], place: Place) -> Mapping:
    """Return the mapping of a section whose keys may have dots, too."""
    keys = dict.fromkeys(name.partition(".")[0] for name in values)
    entries: list[tuple[Scalar, Tree]] = []
    for key in keys:
        below = {n.partition(".")[2]: v for n, v in values.items() if n.startswith(f"{key}.")}
        entries.append((Scalar(key, place), _nest_section(below, place) if below else values[key]))
    return Mapping(tuple(entries), place)


def list_declared_fields(context: LoadContext, tree: Tree) -> frozenset[str]:
    """Return the names of the fields of all columns, before the keys of the file are read.

    What cannot be read is left out: it is reported when the columns are read.
    """
    columns = _value_of(_value_of(tree, "archive"), "columns")
    if isinstance(columns, Scalar):
        return frozenset(_fields_in_file(context, columns.text))
    entries = columns.entries if isinstance(columns, Mapping) else ()
    return frozenset(
        name.text
        for _, column in entries
        if isinstance(fields := _value_of(column, "fields"), Mapping)
        for name, _ in fields.entries
    )


def _fields_in_file(context: LoadContext, file: str) -> Iterator[str]:
    try:
        header, _ = _split_table(
            decode_yaml(read_regular(resolve_named_path(context.folder, file), MAX_TABLE), file)
        )
    except (NameFault, OSError, NotReadable, TableFault):
        return
    yield from (n for n in header[1:] if n.partition(".")[0] not in key_names("column"))
    yield from (n.removeprefix("fields.") for n in header[1:] if n.startswith("fields."))


def _value_of(tree: Tree | None, key: str) -> Tree | None:
    entries = tree.entries if isinstance(tree, Mapping) else ()
    return next((value for name, value in entries if name.text == key), None)


def read_fields_of_column(context: LoadContext, tree: Tree, path: str) -> Any:
    """Return the Section of ``fields``: names and texts."""
    if not isinstance(tree, Mapping):
        return refuse_as_mapping(context, tree, path)
    entries: dict[str, Entry] = {}
    for name, value in tree.entries:
        where = Location(name.place, f"{path}.{name.text}")
        if name.text in FIELDS or not FIELD_NAME.fullmatch(name.text):
            context.add_problem(
                where,
                make_message(
                    "not the name of a field: {name} (expected a word of letters, digits, - and _,"
                    " none of {names}); choose another name",
                    name=quote_value(name.text),
                    names=", ".join(FIELDS),
                ),
                found=name.text,
                allowed="a name",
            )
        else:
            entries[name.text] = Entry(read_value(context, value, "text", where.path), where)
    return Section("fields", entries, locate_node(tree, path))
