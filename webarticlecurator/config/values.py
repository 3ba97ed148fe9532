"""Values of the portal file that are neither scalars, sections nor rules."""

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
from webarticlecurator.config.yaml_tree import Listing, Mapping, Scalar, Tree
from webarticlecurator.model.page_values import MAX_PAGES, PageValues, find_repeat
from webarticlecurator.model.rule import Place
from webarticlecurator.model.sheet_text import restore_cell


def list_reader(type_: str) -> Callable[[LoadContext, Tree, str], Any]:
    """A reader of one or several scalars of a type."""

    def read(reading: LoadContext, tree: Tree, path: str) -> Any:
        return read_list(reading, tree, type_, path)

    return read


def read_pairs(reading: LoadContext, tree: Tree, path: str) -> Any:
    """``replace:`` a list of [regex, replacement]."""
    allowed = "a list of pairs, as [[regex, replacement]]"
    if not isinstance(tree, Listing) or not all(isinstance(item, Listing) for item in tree.items):
        return reading.wrong(
            locate_node(tree, path), f"expected {allowed}", found=show_value(tree), allowed=allowed
        )
    found = tuple(
        _pair(reading, item, f"{path}[{n}]")
        for n, item in enumerate(tree.items)
        if isinstance(item, Listing)
    )
    return BROKEN if BROKEN in found else found


def _pair(reading: LoadContext, tree: Listing, path: str) -> tuple[str, str] | Mark:
    if len(tree.items) != 2 or not isinstance(tree.items[1], Scalar):
        said = f"expected a regular expression and its replacement, found {len(tree.items)} values"
        return reading.wrong(
            locate_node(tree, path),
            said,
            found=str(len(tree.items)),
            allowed="[regex, replacement]",
        )
    pattern, into = read_value(reading, tree.items[0], "regex", f"{path}[0]"), tree.items[1]
    if not isinstance(pattern, str):
        return BROKEN
    try:
        return (pattern, check_replacement(pattern, into.text))
    except ValueFault as wrong:
        return reading.wrong(
            locate_node(into, f"{path}[1]"),
            wrong.message,
            found=into.text,
            allowed="a replacement, with \\1 for group 1",
        )


def read_table(reading: LoadContext, tree: Tree, path: str) -> Any:
    """A mapping of free names to texts; a dict."""
    if not isinstance(tree, Mapping):
        return reading.wrong(
            locate_node(tree, path),
            f"expected a mapping, found {show_value(tree)}",
            found=show_value(tree),
            allowed="name: text",
        )
    found: dict[str, str] = {}
    for name, value in tree.entries:
        if not isinstance(value, Scalar):
            return reading.wrong(
                locate_node(value, f"{path}.{name.text}"),
                f"expected text, found {show_value(value)}",
                found=show_value(value),
                allowed="text",
            )
        if re.search(r"[\r\n\0]", name.text + value.text):
            return reading.wrong(
                locate_node(value, f"{path}.{name.text}"),
                "a line break cannot stand here",
                found=value.text,
                allowed="one line",
            )
        found[name.text] = value.text
    return found


def read_lookup(reading: LoadContext, tree: Tree, path: str) -> Any:
    """``lookup:`` the name of a file of ``from<TAB>to`` lines; a dict. Lines with # in front and
    empty ones are passed over."""
    name = read_value(reading, tree, "text", path)
    text = None if name is BROKEN else reading.file(name, locate_node(tree, path))
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
            reading.wrong(
                where,
                "expected two values with one tab between them",
                found=line,
                allowed="from<TAB>to",
            )
        elif key in found:
            reading.wrong(
                where,
                f"{quote_value(key)} stands already further up",
                found=key,
                allowed="each value once",
            )
        found.setdefault(key, value)
    return found


def read_page_values(reading: LoadContext, tree: Tree, path: str) -> Any:
    """``pages:`` values and ranges (``1-3``) as written. No page may come twice."""
    items = tree.items if isinstance(tree, Listing) else (tree,)
    found = [
        read_value(reading, item, "page value", f"{path}[{n}]") for n, item in enumerate(items)
    ]
    if any(value is BROKEN for value in found):
        return BROKEN
    if not found:
        return reading.wrong(
            locate_node(tree, path), "the list is empty", found="[]", allowed="page values"
        )
    pages = tuple(found)
    repeat = find_repeat(pages)
    if repeat is not None:
        index, page = repeat
        place = locate_node(items[index], f"{path}[{index}]")
        return reading.wrong(
            place, f"page {page} is listed twice", found=pages[index], allowed="each page once"
        )
    problem = check_number_of_pages(PageValues(pages).count)
    return reading.wrong(locate_node(tree, path), **problem) if problem else pages


def check_number_of_pages(count: int) -> dict[str, str]:
    """The problem of a walk that names so many pages; empty where they are not too many."""
    if count <= MAX_PAGES:
        return {}
    message = (
        f"{count} pages in one walk (expected at most {MAX_PAGES}); name fewer, or cut them into"
        " several spans"
    )
    return {"message": message, "found": str(count), "allowed": f"up to {MAX_PAGES} pages"}


def read_columns(reading: LoadContext, tree: Tree, path: str) -> Any:
    """``columns:`` a mapping name → column, a list of names, or the name of a file of names; a
    Section ``columns``."""
    if isinstance(tree, Mapping):
        pairs = [
            (name, read_section(reading, value, "column", f"{path}.{name.text}"))
            for name, value in tree.entries
        ]
    elif isinstance(tree, Listing):
        pairs = [(item, _bare(item, path)) for item in tree.items if isinstance(item, Scalar)]
        if len(pairs) != len(tree.items):
            return reading.wrong(
                locate_node(tree, path),
                "a list of columns holds names only; write a mapping to give them keys",
                allowed="names",
            )
    else:
        lines = _names_in_file(reading, tree, path)
        if lines is None:
            return BROKEN
        pairs = [(item, _bare(item, path)) for item in lines]
    entries: dict[str, Entry] = {}
    for name, column in pairs:
        where = Location(name.place, f"{path}.{name.text}")
        if not name.text.strip() or name.text != name.text.strip():
            reading.wrong(
                where,
                "a column needs a name, without blanks around it",
                found=name.text,
                allowed="a name",
            )
        elif name.text in entries:
            reading.wrong(
                where,
                f"the column {quote_value(name.text)} is named twice",
                found=name.text,
                allowed="each column once",
            )
        entries.setdefault(name.text, Entry(column, where))
    if not entries:
        return reading.wrong(
            locate_node(tree, path),
            "no column is named here",
            found=show_value(tree),
            allowed="columns",
        )
    return Section("columns", entries, locate_node(tree, path))


def _bare(name: Scalar, path: str) -> Section:
    """A column of which only the name is given."""
    return Section("column", {}, Location(name.place, f"{path}.{name.text}"))


def _names_in_file(reading: LoadContext, tree: Scalar, path: str) -> list[Scalar] | None:
    file = read_value(reading, tree, "text", path)
    text = None if file is BROKEN else reading.file(file, locate_node(tree, path))
    if text is None:
        return None
    lines = enumerate(text.replace("\r\n", "\n").split("\n"), 1)
    return [
        Scalar(restore_cell(line.strip()), Place(file, number, 1))
        for number, line in lines
        if line.strip() and not line.startswith("#")
    ]
