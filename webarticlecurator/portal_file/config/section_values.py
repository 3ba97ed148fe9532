"""Readers of values that are neither scalars, sections nor rules: pairs, tables, page values."""

from __future__ import annotations

import re
from typing import Any

from webarticlecurator.base.portal.pagination import MAX_PAGES, PageValues, find_repeat
from webarticlecurator.base.portal.rule import Place
from webarticlecurator.base.portal.session_secrets import MASK, SIGNING
from webarticlecurator.base.text.table_text import restore_cell
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.portal_file.config.load_context import (
    BROKEN,
    LoadContext,
    Location,
    Mark,
    locate_node,
)
from webarticlecurator.portal_file.config.section import describe_hidden, read_value, show_value
from webarticlecurator.portal_file.values.expressions import check_replacement
from webarticlecurator.portal_file.values.value_fault import ValueFault, quote_value
from webarticlecurator.portal_file.yaml_file.yaml_tree import Mapping, Scalar, Tree, YamlList

_SECRET_NAME = re.compile(r"[\x21-\x2b\x2d-\x39\x3c\x3e-\x7e]+")
"""Visible characters of ASCII but for ``=;:,``, which end the name of a cookie or a header."""


def read_pairs(context: LoadContext, tree: Tree, path: str) -> Any:
    """Return the pairs of ``replace``: a list of [regex, replacement]."""
    allowed = make_message("a list of pairs, such as [[regex, replacement]]")
    if not isinstance(tree, YamlList) or not all(isinstance(item, YamlList) for item in tree.items):
        return context.add_problem(
            locate_node(tree, path),
            make_message("expected {allowed}", allowed=allowed),
            found=show_value(tree),
            allowed=allowed,
        )
    pairs = tuple(
        _read_pair(context, item, f"{path}[{n}]")
        for n, item in enumerate(tree.items)
        if isinstance(item, YamlList)
    )
    return BROKEN if BROKEN in pairs else pairs


def _read_pair(context: LoadContext, tree: YamlList, path: str) -> tuple[str, str] | Mark:
    if len(tree.items) != 2 or not isinstance(tree.items[1], Scalar):
        return context.add_problem(
            locate_node(tree, path),
            make_message(
                "expected a regular expression and its replacement, found {items} values",
                items=len(tree.items),
            ),
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


def refuse_as_mapping(context: LoadContext, tree: Tree, path: str) -> Any:
    """Note that a value is no mapping of names to texts; return BROKEN."""
    return context.add_problem(
        locate_node(tree, path),
        make_message("expected a mapping, found {found}", found=show_value(tree)),
        found=show_value(tree),
        allowed="name: text",
    )


def read_table(context: LoadContext, tree: Tree, path: str) -> Any:
    """Return a dict of free names to texts."""
    if not isinstance(tree, Mapping):
        return refuse_as_mapping(context, tree, path)
    found: dict[str, str] = {}
    for name, value in tree.entries:
        if not isinstance(value, Scalar):
            return context.add_problem(
                locate_node(value, f"{path}.{name.text}"),
                make_message("expected text, found {value}", value=show_value(value)),
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


def read_secrets(context: LoadContext, tree: Tree, path: str) -> Any:
    """Return a dict of the names of cookies or headers to their values. No message shows a
    value."""
    if not isinstance(tree, Mapping):
        return context.add_problem(
            locate_node(tree, path),
            make_message("expected a mapping, found {hidden}", hidden=describe_hidden(tree)),
            allowed="name: text",
        )
    found: dict[str, str] = {}
    for name, value in tree.entries:
        if not _SECRET_NAME.fullmatch(name.text):
            return context.add_problem(
                locate_node(name, path),
                "a name that cannot be sent, which is not shown (expected name: value)",
                allowed="name: text",
            )
        below = f"{path}.{name.text}"
        fault = _find_secret_fault(value)
        if fault or not isinstance(value, Scalar):
            return context.add_problem(locate_node(value, below), fault, allowed="text")
        found[name.text] = value.text
    return found


def read_part_headers(context: LoadContext, tree: Tree, path: str) -> Any:
    """Return a dict of the names of headers to their values, none of which signs in: those are
    left out of what is stored, as ``fetch.headers`` are."""
    found = read_secrets(context, tree, path)
    signing = [name for name in found or () if name.lower() in SIGNING]
    if signing:
        return context.add_problem(
            locate_node(tree, path),
            make_message(
                "a header that signs in, for one part: {name} (expected it in fetch.headers, which"
                " no stored file shows); write it there",
                name=signing[0],
            ),
            allowed="other names",
        )
    return found


def _find_secret_fault(value: Tree) -> str:
    """Return why a value cannot be sent as a cookie or a header; empty if it can."""
    if not isinstance(value, Scalar):
        return make_message("expected text, found {value}", value=describe_hidden(value))
    if value.text == MASK:
        return make_message(
            "its value was left out when this file was stored; write it, or remove the key to go"
            " without it"
        )
    if re.search(r"[\r\n\0]", value.text):
        return make_message("line break in the value (expected one line)")
    if value.swallowed:
        return make_message("an unquoted # begins a comment; put the value in quotes")
    if not re.fullmatch(r"[\t\x20-\x7e\x80-\xff]*", value.text) or value.text != value.text.strip():
        return make_message(
            "a value that cannot be sent, which is not shown (expected characters of ISO-8859-1,"
            " without control characters and without spaces at its ends)"
        )
    return ""


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
                make_message(
                    "duplicate value: {key}, already in a line above; remove one",
                    key=quote_value(key),
                ),
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
        return context.add_problem(
            locate_node(tree, path),
            "empty list; add a value, or remove the key",
            found="[]",
            allowed="page values",
        )
    pages = tuple(values)
    repeat = find_repeat(pages)
    if repeat is not None:
        index, page = repeat
        return context.add_problem(
            locate_node(items[index], f"{path}[{index}]"),
            make_message("page {page} appears twice", page=page),
            found=pages[index],
            allowed="each page once",
        )
    problem = check_number_of_pages(PageValues(pages).count)
    return context.add_problem(locate_node(tree, path), **problem) if problem else pages


def check_number_of_pages(count: int) -> dict[str, str]:
    """Return the problem of a walk of ``count`` pages; empty unless they are too many."""
    if count <= MAX_PAGES:
        return {}
    message = make_message(
        "{count} pages in one walk (expected at most {max_pages}); name"
        " fewer, or cut them into several spans",
        count=count,
        max_pages=MAX_PAGES,
    )
    return {"message": message, "found": str(count), "allowed": f"up to {MAX_PAGES} pages"}
