"""Reads a mapping by its table of keys, and every value by its type."""

from __future__ import annotations

from functools import partial
from typing import Any

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.text.translation import as_message, make_message
from webarticlecurator.portal_file.config.load_context import (
    BROKEN,
    REMOVED,
    Entry,
    LoadContext,
    Location,
    Mark,
    Section,
    describe_unknown,
    locate_node,
)
from webarticlecurator.portal_file.config.plug_in_keys import plug_in_keys
from webarticlecurator.portal_file.keys.keys import REMOVABLE, TABLES, places_of_key
from webarticlecurator.portal_file.keys.keys_portal import Key
from webarticlecurator.portal_file.values.address_templates import (
    parse_address_template,
    read_sitemap_address,
)
from webarticlecurator.portal_file.values.expressions import SCALARS
from webarticlecurator.portal_file.values.nearest_name import edit_distance, nearest_word
from webarticlecurator.portal_file.values.scalars import ScalarType, one_of
from webarticlecurator.portal_file.values.value_fault import ValueFault, quote_value
from webarticlecurator.portal_file.yaml_file.yaml_tree import Mapping, Scalar, Tree, YamlList


def read_section(context: LoadContext, tree: Tree, table: str, path: str) -> Section | Mark:
    """Return the mapping ``tree``, read by TABLES[table]; BROKEN if it is not a mapping.

    An empty value counts as an empty mapping.
    """
    if isinstance(tree, Scalar) and tree.plain and not tree.text:
        tree = Mapping((), tree.place)
    if not isinstance(tree, Mapping):
        found = show_value(tree) if table != "fetch" else describe_hidden(tree)
        message = make_message("expected a mapping, found {found}", found=as_message(found))
        if isinstance(tree, Scalar):
            message = make_message(
                "{problem}; its keys are {keys}",
                problem=message,
                keys=", ".join(key.name for key in TABLES[table]),
            )
        return context.add_problem(
            locate_node(tree, path), message, found=found, allowed="a mapping"
        )

    entries: dict[str, Entry] = {}
    known = {**{key.name: key for key in TABLES[table]}, **plug_in_keys(tree, table)}
    for name, value in tree.entries:
        if name.text in known:
            key = known[name.text]
            below = f"{path}.{name.text}" if path else name.text
            is_removed = accepts_none(key, table) and is_none(value)
            read = REMOVED if is_removed else read_value(context, value, key.type, below)
            entries[name.text] = Entry(read, Location(name.place, below))
    for name, value in tree.entries:
        if name.text not in known:
            _add_unknown_key(context, (name, value), table, (path, entries))

    section = Section(table, entries, locate_node(tree, path))
    for key in known.values():
        if key.required and key.name not in entries:
            message = make_message(
                "missing key: {name} ({meaning}); add it",
                name=quote_value(key.name),
                meaning=key.clause,
            )
            context.add_problem(section.at, message, key=key.name, allowed=key.type)
    return section


def accepts_none(key: Key, table: str) -> bool:
    """Return True if ``none`` says that there is no ``key``, or removes an inherited one."""
    can_inherit = table in REMOVABLE and not key.type.startswith("one of ")
    return key.or_none or (can_inherit and not key.required)


def is_none(tree: Tree) -> bool:
    """Return True for an unquoted ``none``."""
    return isinstance(tree, Scalar) and tree.plain and tree.text == "none"


def _holds_key(key: Key, name: str) -> bool:
    """Return True if the key is a section that knows a key called ``name``."""
    kind, _, table = key.type.partition(" ")
    return kind == "section" and any(inner.name == name for inner in TABLES[table])


def _add_unknown_key(
    context: LoadContext,
    entry: tuple[Scalar, Tree],
    table: str,
    section: tuple[str, dict[str, Entry]],
) -> None:
    """Report a key that is not in the table; ``entry``: that key and its value; ``section``: the
    path and the entries around it.

    The key it probably stands for counts as given, so that it is not reported as missing.
    """
    (name, value), (path, entries) = entry, section
    here = [key.name for key in TABLES[table]]
    absent = [key for key in here if key not in entries]
    synonyms = {key.also: key.name for key in TABLES[table] if key.also}
    nearest = (
        synonyms.get(name.text) or nearest_word(name.text, absent) or nearest_word(name.text, here)
    )
    elsewhere = places_of_key(name.text, table)
    if nearest and elsewhere and name.text not in synonyms:
        types = {key.name: key.type for key in TABLES[table]}
        # a section is no value of a number, however near the names are: `stop` and `step`
        is_other = isinstance(value, Mapping) and types[nearest] in SCALARS
        if is_other or edit_distance(name.text, nearest) > 1:
            nearest = None

    where = Location(name.place, f"{path}.{name.text}" if path else name.text)
    if nearest:
        entries.setdefault(nearest, Entry(BROKEN, where))
    inner = next((key for key in TABLES[table] if _holds_key(key, name.text)), None)
    if inner is not None and table in ("archive", "column", "span"):
        cure = make_message("write {name}: {{{text}: …}}", name=inner.name, text=name.text)
    else:
        cure = make_message("remove it")
        if elsewhere:
            sections = as_message(elsewhere[0])
            for other in elsewhere[1:3]:
                sections = make_message("{one} or {other}", one=sections, other=as_message(other))
            cure = make_message("it belongs in {sections}", sections=sections)
    context.add_problem(
        where,
        describe_unknown("key", name.text, here, nearest, cure),
        found=name.text,
        allowed=", ".join(here),
        nearest=nearest,
    )


def read_value(context: LoadContext, tree: Tree, type_: str, path: str) -> Any:
    """Return one value by its type in the key table; BROKEN after a problem."""
    kind, _, name = type_.partition(" ")
    if type_.startswith("one of "):
        return read_scalar(
            context, tree, one_of(tuple(type_.removeprefix("one of ").split("|"))), path
        )
    if type_ in SCALARS and type_ not in context.readers:
        return read_scalar(context, tree, SCALARS[type_], path)
    if kind == "section":
        return read_section(context, tree, name, path)
    if kind == "sections":
        # the readable mappings of a list, which must not be empty
        if not isinstance(tree, YamlList) or not tree.items:
            found = show_value(tree)
            return context.add_problem(
                locate_node(tree, path),
                make_message("expected a list of mappings, found {found}", found=found),
                found=found,
                allowed="a list",
            )
        sections = (
            read_section(context, item, name, f"{path}[{n}]") for n, item in enumerate(tree.items)
        )
        return tuple(section for section in sections if isinstance(section, Section))
    return context.readers[type_](context, tree, path)


def read_scalar(context: LoadContext, tree: Tree, type_: ScalarType, path: str) -> Any:
    """Return a scalar, checked and converted by its type; BROKEN after a problem."""
    where = locate_node(tree, path)
    if not isinstance(tree, Scalar):
        found = show_value(tree)
        message = make_message(
            "expected {expected}, found {found}",
            expected=as_message(type_.expected),
            found=as_message(found),
        )
        return context.add_problem(where, message, found=found, allowed=type_.expected)
    try:
        return type_.read(tree.text)
    except ValueFault as fault:
        message = fault.describe(type_.expected)
        if tree.swallowed:
            message = make_message(
                "{problem}; an unquoted # begins a comment: write {value}",
                problem=message,
                value=quote_value(tree.swallowed),
            )
        return context.add_problem(
            where,
            message,
            found=tree.text if fault.found is None else fault.found,
            allowed=type_.expected,
            nearest=fault.nearest,
        )


def read_address(context: LoadContext, tree: Tree, path: str, type_: str) -> Any:
    """Return an address, which may have the fields that columns declare."""
    parsers = {"archive address": parse_address_template, "sitemap address": read_sitemap_address}
    parse = partial(parsers[type_], declared=context.declared_fields)
    return read_scalar(context, tree, replace(SCALARS[type_], read=parse), path)


def read_sitemap_source(context: LoadContext, tree: Tree, path: str) -> Any:
    """Return the address of a sitemap, or a mapping with it."""
    if isinstance(tree, Mapping):
        return read_section(context, tree, "sitemap", path)
    return read_address(context, tree, path, "sitemap address")


def read_list(context: LoadContext, tree: Tree, path: str, type_: str) -> Any:
    """Return the tuple of a list of one type, or of a single value of it; BROKEN if an item is."""
    if not isinstance(tree, YamlList):
        value = read_value(context, tree, type_, path)
        return BROKEN if value is BROKEN else (value,)
    values = tuple(
        read_value(context, item, type_, f"{path}[{n}]") for n, item in enumerate(tree.items)
    )
    if not values:
        return context.add_problem(
            locate_node(tree, path),
            "empty list; add a value, or remove the key",
            found="[]",
            allowed="a list with at least one value",
        )
    return BROKEN if BROKEN in values else values


def read_command(context: LoadContext, tree: Tree, path: str) -> Any:
    """Return the tuple of a program and its arguments: a list, whose words may have spaces, or one
    word; BROKEN if it is neither."""
    return read_list(context, tree, path, "text" if isinstance(tree, YamlList) else "program")


def describe_hidden(tree: Tree) -> str:
    """Return what ``tree`` is as ``show_value``, but not its text, which may be a secret."""
    is_text = isinstance(tree, Scalar) and bool(tree.text)
    return make_message("a text, which is not shown") if is_text else show_value(tree)


def show_value(tree: Tree) -> str:
    """Return what ``tree`` is, for a message: a quoted scalar, "a list", "a mapping"."""
    if isinstance(tree, Scalar):
        return quote_value(tree.text) if tree.text else make_message("nothing")
    if isinstance(tree, YamlList):
        return make_message("a list") if tree.items else make_message("an empty list")
    return make_message("a mapping") if tree.entries else make_message("an empty mapping")
