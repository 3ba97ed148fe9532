"""Values of the portal file that are neither scalars, sections nor rules."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from webarticlecurator.config.expressions import replacement
from webarticlecurator.config.load_context import BROKEN, At, Entry, Mark, Reading, Section, at
from webarticlecurator.config.scalars import Wrong, quoted
from webarticlecurator.config.section import read_list, read_section, read_value, shown
from webarticlecurator.config.yaml_tree import Listing, Mapping, Scalar, Tree
from webarticlecurator.model.page_values import MAX_PAGES, PageValues, find_repeat
from webarticlecurator.model.rule import Place
from webarticlecurator.model.sheet_text import original


def list_reader(type_: str) -> Callable[[Reading, Tree, str], Any]:
    """A reader of one or several scalars of a type."""

    def read(reading: Reading, tree: Tree, path: str) -> Any:
        return read_list(reading, tree, type_, path)

    return read


def read_pairs(reading: Reading, tree: Tree, path: str) -> Any:
    """``replace:`` a list of [regex, replacement]."""
    allowed = "a list of pairs, as [[regex, replacement]]"
    if not isinstance(tree, Listing) or not all(isinstance(item, Listing) for item in tree.items):
        return reading.wrong(at(tree, path), f"expected {allowed}", found=shown(tree), allowed=allowed)
    found = tuple(_pair(reading, item, f"{path}[{n}]") for n, item in enumerate(tree.items) if isinstance(item, Listing))
    return BROKEN if BROKEN in found else found


def _pair(reading: Reading, tree: Listing, path: str) -> tuple[str, str] | Mark:
    if len(tree.items) != 2 or not isinstance(tree.items[1], Scalar):
        said = f"expected a regular expression and its replacement, found {len(tree.items)} values"
        return reading.wrong(at(tree, path), said, found=str(len(tree.items)), allowed="[regex, replacement]")
    pattern, into = read_value(reading, tree.items[0], "regex", f"{path}[0]"), tree.items[1]
    if not isinstance(pattern, str):
        return BROKEN
    try:
        return (pattern, replacement(pattern, into.text))
    except Wrong as wrong:
        return reading.wrong(
            at(into, f"{path}[1]"), wrong.message, found=into.text, allowed="a replacement, with \\1 for group 1"
        )


def read_table(reading: Reading, tree: Tree, path: str) -> Any:
    """A mapping of free names to texts; a dict."""
    if not isinstance(tree, Mapping):
        return reading.wrong(at(tree, path), f"expected a mapping, found {shown(tree)}", found=shown(tree), allowed="name: text")
    found: dict[str, str] = {}
    for name, value in tree.entries:
        if not isinstance(value, Scalar):
            return reading.wrong(
                at(value, f"{path}.{name.text}"), f"expected text, found {shown(value)}", found=shown(value), allowed="text"
            )
        if re.search(r"[\r\n\0]", name.text + value.text):
            return reading.wrong(
                at(value, f"{path}.{name.text}"), "a line break cannot stand here", found=value.text, allowed="one line"
            )
        found[name.text] = value.text
    return found


def read_lookup(reading: Reading, tree: Tree, path: str) -> Any:
    """``lookup:`` the name of a file of ``from<TAB>to`` lines; a dict. Lines with # in front and empty ones are passed over."""
    name = read_value(reading, tree, "text", path)
    text = None if name is BROKEN else reading.file(name, at(tree, path))
    if text is None:
        return BROKEN
    found: dict[str, str] = {}
    for number, line in enumerate(text.replace("\r\n", "\n").split("\n"), 1):
        if not line.strip() or line.startswith("#"):
            continue
        key, tab, value = line.partition("\t")
        key, value = original(key), original(value)
        where = At(Place(name, number, 1), path)
        if not tab or "\t" in value:
            reading.wrong(where, "expected two values with one tab between them", found=line, allowed="from<TAB>to")
        elif key in found:
            reading.wrong(where, f"{quoted(key)} stands already further up", found=key, allowed="each value once")
        found.setdefault(key, value)
    return found


def read_page_values(reading: Reading, tree: Tree, path: str) -> Any:
    """``pages:`` values and ranges (``1-3``) as written. No page may come twice."""
    items = tree.items if isinstance(tree, Listing) else (tree,)
    found = [read_value(reading, item, "page value", f"{path}[{n}]") for n, item in enumerate(items)]
    if any(value is BROKEN for value in found):
        return BROKEN
    if not found:
        return reading.wrong(at(tree, path), "the list is empty", found="[]", allowed="page values")
    pages = tuple(found)
    repeat = find_repeat(pages)
    if repeat is not None:
        index, page = repeat
        place = at(items[index], f"{path}[{index}]")
        return reading.wrong(place, f"page {page} is listed twice", found=pages[index], allowed="each page once")
    problem = too_many(PageValues(pages).count)
    return reading.wrong(at(tree, path), **problem) if problem else pages


def too_many(count: int) -> dict[str, str]:
    """The problem of a walk that names so many pages; empty where they are not too many."""
    if count <= MAX_PAGES:
        return {}
    message = f"{count} pages in one walk (expected at most {MAX_PAGES}); name fewer, or cut them into several spans"
    return {"message": message, "found": str(count), "allowed": f"up to {MAX_PAGES} pages"}


def read_columns(reading: Reading, tree: Tree, path: str) -> Any:
    """``columns:`` a mapping name → column, a list of names, or the name of a file of names; a Section ``columns``."""
    if isinstance(tree, Mapping):
        pairs = [(name, read_section(reading, value, "column", f"{path}.{name.text}")) for name, value in tree.entries]
    elif isinstance(tree, Listing):
        pairs = [(item, _bare(item, path)) for item in tree.items if isinstance(item, Scalar)]
        if len(pairs) != len(tree.items):
            return reading.wrong(
                at(tree, path), "a list of columns holds names only; write a mapping to give them keys", allowed="names"
            )
    else:
        lines = _names_in_file(reading, tree, path)
        if lines is None:
            return BROKEN
        pairs = [(item, _bare(item, path)) for item in lines]
    entries: dict[str, Entry] = {}
    for name, column in pairs:
        where = At(name.place, f"{path}.{name.text}")
        if not name.text.strip() or name.text != name.text.strip():
            reading.wrong(where, "a column needs a name, without blanks around it", found=name.text, allowed="a name")
        elif name.text in entries:
            reading.wrong(where, f"the column {quoted(name.text)} is named twice", found=name.text, allowed="each column once")
        entries.setdefault(name.text, Entry(column, where))
    if not entries:
        return reading.wrong(at(tree, path), "no column is named here", found=shown(tree), allowed="columns")
    return Section("columns", entries, at(tree, path))


def _bare(name: Scalar, path: str) -> Section:
    """A column of which only the name is given."""
    return Section("column", {}, At(name.place, f"{path}.{name.text}"))


def _names_in_file(reading: Reading, tree: Scalar, path: str) -> list[Scalar] | None:
    file = read_value(reading, tree, "text", path)
    text = None if file is BROKEN else reading.file(file, at(tree, path))
    if text is None:
        return None
    lines = enumerate(text.replace("\r\n", "\n").split("\n"), 1)
    return [
        Scalar(original(line.strip()), Place(file, number, 1))
        for number, line in lines
        if line.strip() and not line.startswith("#")
    ]
