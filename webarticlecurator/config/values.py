"""Readers of values that are neither scalars, sections nor rules: pairs, tables, columns."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from webarticlecurator.config.expressions import check_replacement
from webarticlecurator.config.load_context import (
    BROKEN,
    Entry,
    LoadContext,
    Location,
    Mark,
    Section,
    locate_node,
)
from webarticlecurator.config.scalars import ValueFault, quote_value
from webarticlecurator.config.section import read_list, read_section, read_value, show_value
from webarticlecurator.config.yaml_tree import Mapping, Scalar, Tree, YamlList
from webarticlecurator.model.page_values import MAX_PAGES, PageValues, find_repeat
from webarticlecurator.model.rule import Place
from webarticlecurator.model.table_text import restore_cell


def list_reader(type_: str) -> Callable[[LoadContext, Tree, str], Any]:
    """Return a reader of one or several scalars of a type."""

    def read(context: LoadContext, tree: Tree, path: str) -> Any:
        return read_list(context, tree, type_, path)

    return read


def read_pairs(context: LoadContext, tree: Tree, path: str) -> Any:
    """Return the pairs of ``replace``: a list of [regex, replacement]."""
    allowed = "a list of pairs, as [[regex, replacement]]"
    if not isinstance(tree, YamlList) or not all(isinstance(item, YamlList) for item in tree.items):
        return context.add_problem(
            locate_node(tree, path), f"expected {allowed}", found=show_value(tree), allowed=allowed
        )
    pairs = tuple(
        _read_pair(context, item, f"{path}[{n}]")
        for n, item in enumerate(tree.items)
        if isinstance(item, YamlList)
    )
    return BROKEN if BROKEN in pairs else pairs


def _read_pair(context: LoadContext, tree: YamlList, path: str) -> tuple[str, str] | Mark:
    if len(tree.items) != 2 or not isinstance(tree.items[1], Scalar):
        message = (
            f"expected a regular expression and its replacement, found {len(tree.items)} values"
        )
        return context.add_problem(
            locate_node(tree, path),
            message,
            found=str(len(tree.items)),
            allowed="[regex, replacement]",
        )
    pattern, into = read_value(context, tree.items[0], "regex", f"{path}[0]"), tree.items[1]
    if not isinstance(pattern, str):
        return BROKEN
    try:
        return (pattern, check_replacement(pattern, into.text))
    except ValueFault as fault:
        return context.add_problem(
            locate_node(into, f"{path}[1]"),
            fault.describe(),
            found=into.text,
            allowed="a replacement, with \\1 for group 1",
        )


def read_table(context: LoadContext, tree: Tree, path: str) -> Any:
    """Return a dict of free names to texts."""
    if not isinstance(tree, Mapping):
        return context.add_problem(
            locate_node(tree, path),
            f"expected a mapping, found {show_value(tree)}",
            found=show_value(tree),
            allowed="name: text",
        )
    found: dict[str, str] = {}
    for name, value in tree.entries:
        if not isinstance(value, Scalar):
            return context.add_problem(
                locate_node(value, f"{path}.{name.text}"),
                f"expected text, found {show_value(value)}",
                found=show_value(value),
                allowed="text",
            )
        if re.search(r"[\r\n\0]", name.text + value.text):
            return context.add_problem(
                locate_node(value, f"{path}.{name.text}"),
                "line break in the value (expected one line)",
                found=value.text,
                allowed="one line",
            )
        found[name.text] = value.text
    return found


def read_lookup(context: LoadContext, tree: Tree, path: str) -> Any:
    """Return the dict of a ``lookup`` file of ``from<TAB>to`` lines; empty lines and comments (#)
    are ignored."""
    name = read_value(context, tree, "text", path)
    text = None if name is BROKEN else context.read_file(name, locate_node(tree, path))
    if text is None:
        return BROKEN
    found: dict[str, str] = {}
    for number, line in enumerate(text.replace("\r\n", "\n").split("\n"), 1):
        if not line.strip() or line.startswith("#"):
            continue
        key, tab, value = line.partition("\t")
        key, value = restore_cell(key), restore_cell(value)
        where = Location(Place(name, number, 1), path)
        if not tab or "\t" in value:
            context.add_problem(
                where,
                "expected two values with one tab between them",
                found=line,
                allowed="from<TAB>to",
            )
        elif key in found:
            context.add_problem(
                where,
                f"duplicate value: {quote_value(key)}, already in a line above; remove one",
                found=key,
                allowed="each value once",
            )
        found.setdefault(key, value)
    return found


def read_page_values(context: LoadContext, tree: Tree, path: str) -> Any:
    """Return the values and ranges (``1-3``) of ``pages`` as written; no page may come twice."""
    items = tree.items if isinstance(tree, YamlList) else (tree,)
    values = [
        read_value(context, item, "page value", f"{path}[{n}]") for n, item in enumerate(items)
    ]
    if any(value is BROKEN for value in values):
        return BROKEN
    if not values:
        message = "empty list; add a value, or remove the key"
        return context.add_problem(
            locate_node(tree, path), message, found="[]", allowed="page values"
        )
    pages = tuple(values)
    repeat = find_repeat(pages)
    if repeat is not None:
        index, page = repeat
        place = locate_node(items[index], f"{path}[{index}]")
        return context.add_problem(
            place, f"page {page} is listed twice", found=pages[index], allowed="each page once"
        )
    problem = check_number_of_pages(PageValues(pages).count)
    return context.add_problem(locate_node(tree, path), **problem) if problem else pages


def check_number_of_pages(count: int) -> dict[str, str]:
    """Return the problem of a walk of ``count`` pages; empty unless they are too many."""
    if count <= MAX_PAGES:
        return {}
    message = (
        f"{count} pages in one walk (expected at most {MAX_PAGES}); name fewer, or cut them into"
        " several spans"
    )
    return {"message": message, "found": str(count), "allowed": f"up to {MAX_PAGES} pages"}


def read_columns(context: LoadContext, tree: Tree, path: str) -> Any:
    """Return the Section of ``columns``: a mapping of names to columns, a list of names, or the
    name of a file of names."""
    if isinstance(tree, Mapping):
        pairs = [
            (name, read_section(context, value, "column", f"{path}.{name.text}"))
            for name, value in tree.entries
        ]
    elif isinstance(tree, YamlList):
        pairs = [
            (item, _empty_column(item, path)) for item in tree.items if isinstance(item, Scalar)
        ]
        if len(pairs) != len(tree.items):
            return context.add_problem(
                locate_node(tree, path),
                "expected names in a list of columns; write a mapping to give a column keys",
                allowed="names",
            )
    else:
        names = _read_names(context, tree, path)
        if names is None:
            return BROKEN
        pairs = [(item, _empty_column(item, path)) for item in names]
    entries: dict[str, Entry] = {}
    for name, column in pairs:
        where = Location(name.place, f"{path}.{name.text}")
        if not name.text.strip() or name.text != name.text.strip():
            context.add_problem(
                where,
                f"not a column name: {quote_value(name.text)} (expected text without blanks around"
                " it)",
                found=name.text,
                allowed="a name",
            )
        elif name.text in entries:
            context.add_problem(
                where,
                f"duplicate column: {quote_value(name.text)}; remove one of the two",
                found=name.text,
                allowed="each column once",
            )
        entries.setdefault(name.text, Entry(column, where))
    if not entries:
        return context.add_problem(
            locate_node(tree, path),
            "no columns; name at least one, or remove the key",
            found=show_value(tree),
            allowed="columns",
        )
    return Section("columns", entries, locate_node(tree, path))


def _empty_column(name: Scalar, path: str) -> Section:
    """Return a column that has only a name and inherits all its keys."""
    return Section("column", {}, Location(name.place, f"{path}.{name.text}"))


def _read_names(context: LoadContext, tree: Scalar, path: str) -> list[Scalar] | None:
    """Return the column names in a file, one on each line; None after a problem."""
    file = read_value(context, tree, "text", path)
    text = None if file is BROKEN else context.read_file(file, locate_node(tree, path))
    if text is None:
        return None
    lines = enumerate(text.replace("\r\n", "\n").split("\n"), 1)
    return [
        Scalar(restore_cell(line.strip()), Place(file, number, 1))
        for number, line in lines
        if line.strip() and not line.startswith("#")
    ]
