"""Reading by the key table: a mapping's keys, and every value by its type."""

from __future__ import annotations

from typing import Any

from webarticlecurator.config.expressions import SCALARS
from webarticlecurator.config.key import Key
from webarticlecurator.config.keys import REMOVABLE, TABLES, places_of_key
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
from webarticlecurator.config.nearest import edit_distance, nearest_word
from webarticlecurator.config.scalars import ScalarType, ValueFault, one_of, quote_value
from webarticlecurator.config.yaml_tree import Listing, Mapping, Scalar, Tree


def read_section(reading: LoadContext, tree: Tree, table: str, path: str) -> Section | Mark:
    """The mapping ``tree`` read by TABLES[table]; BROKEN (and a problem) if it is no mapping."""
    if isinstance(tree, Scalar) and tree.plain and not tree.text:
        tree = Mapping((), tree.place)
    if not isinstance(tree, Mapping):
        keys = (
            f"; its keys are {', '.join(key.name for key in TABLES[table])}"
            if isinstance(tree, Scalar)
            else ""
        )
        said = f"expected a mapping, found {show_value(tree)}{keys}"
        return reading.wrong(
            locate_node(tree, path), said, found=show_value(tree), allowed="a mapping"
        )
    entries: dict[str, Entry] = {}
    known = {key.name: key for key in TABLES[table]}
    unknown = [key for key, _ in tree.entries if key.text not in known]
    for name, value in tree.entries:
        if name.text in known:
            below = f"{path}.{name.text}" if path else name.text
            entries[name.text] = Entry(
                _value(reading, value, known[name.text], (table, below)),
                Location(name.place, below),
            )
    for name in unknown:
        _unknown_key(reading, name, table, (path, entries))
    section = Section(table, entries, locate_node(tree, path))
    for key in known.values():
        if key.required and key.name not in entries:
            reading.wrong(
                section.at,
                f"the key {key.name!r} is missing: {key.meaning}",
                key=key.name,
                allowed=key.type,
            )
    return section


def _value(reading: LoadContext, tree: Tree, key: Key, where: tuple[str, str]) -> Any:
    table, path = where
    if (
        is_none(tree)
        and table in REMOVABLE
        and not key.required
        and not key.type.startswith("one of ")
    ):
        return REMOVED
    return read_value(reading, tree, key.type, path)


def is_none(tree: Tree) -> bool:
    """True for an unquoted ``none``."""
    return isinstance(tree, Scalar) and tree.plain and tree.text == "none"


def _unknown_key(
    reading: LoadContext, name: Scalar, table: str, into: tuple[str, dict[str, Entry]]
) -> None:
    """Report a key that is not in the table; the key it stands for counts as given, so that nothing
    else is said about it."""
    path, entries = into
    here = [key.name for key in TABLES[table]]
    free = [key for key in here if key not in entries]
    other = {key.also: key.name for key in TABLES[table] if key.also}
    near = other.get(name.text) or nearest_word(name.text, free) or nearest_word(name.text, here)
    elsewhere = places_of_key(name.text, table)
    if near and elsewhere and name.text not in other and edit_distance(name.text, near) > 1:
        near = None
    where = Location(name.place, f"{path}.{name.text}" if path else name.text)
    if near:
        cure = f"did you mean {quote_value(near)}?"
        entries.setdefault(near, Entry(BROKEN, where))
    elif elsewhere:
        cure = f"it belongs in {' or '.join(elsewhere[:3])}"
    else:
        cure = "remove it"
    allowed = ", ".join(here)
    reading.wrong(
        where,
        f"unknown key {quote_value(name.text)}; {cure} (known here: {allowed})",
        found=name.text,
        allowed=allowed,
        nearest=near,
    )


def read_value(reading: LoadContext, tree: Tree, type_: str, path: str) -> Any:
    """One value by its type in the key table; BROKEN after a problem."""
    kind, _, name = type_.partition(" ")
    if type_.startswith("one of "):
        return read_scalar(
            reading, tree, one_of(tuple(type_.removeprefix("one of ").split("|"))), path
        )
    if type_ in SCALARS:
        return read_scalar(reading, tree, SCALARS[type_], path)
    if kind == "section":
        return read_section(reading, tree, name, path)
    if kind == "sections":
        return read_sections(reading, tree, name, path)
    return reading.readers[type_](reading, tree, path)


def read_scalar(reading: LoadContext, tree: Tree, type_: ScalarType, path: str) -> Any:
    """A scalar, checked by its type."""
    if not isinstance(tree, Scalar):
        return reading.wrong(
            locate_node(tree, path),
            f"expected {type_.words}, found {show_value(tree)}",
            found=show_value(tree),
            allowed=type_.words,
        )
    try:
        return type_.read(tree.text)
    except ValueFault as wrong:
        hint = f"; did you mean {quote_value(wrong.near)}?" if wrong.near else ""
        said = f"{wrong.message}{hint} (allowed: {type_.words})"
        return reading.wrong(
            locate_node(tree, path), said, found=tree.text, allowed=type_.words, nearest=wrong.near
        )


def read_list(reading: LoadContext, tree: Tree, type_: str, path: str) -> Any:
    """A list of one type, or one value of it; a tuple, or BROKEN if an item is."""
    if not isinstance(tree, Listing):
        found = read_value(reading, tree, type_, path)
        return BROKEN if found is BROKEN else (found,)
    found = tuple(
        read_value(reading, item, type_, f"{path}[{n}]") for n, item in enumerate(tree.items)
    )
    if not found:
        return reading.wrong(
            locate_node(tree, path),
            "the list is empty; leave the key out",
            found="[]",
            allowed="a list with something in it",
        )
    return BROKEN if BROKEN in found else found


def read_sections(reading: LoadContext, tree: Tree, table: str, path: str) -> Any:
    """A list of mappings; what can be read of it."""
    if not isinstance(tree, Listing) or not tree.items:
        return reading.wrong(
            locate_node(tree, path),
            f"expected a list of mappings, found {show_value(tree)}",
            found=show_value(tree),
            allowed="a list",
        )
    found = (
        read_section(reading, item, table, f"{path}[{n}]") for n, item in enumerate(tree.items)
    )
    return tuple(section for section in found if isinstance(section, Section))


def show_value(tree: Tree) -> str:
    """What stands there, for a message."""
    if isinstance(tree, Scalar):
        return quote_value(tree.text) if tree.text else "nothing"
    if isinstance(tree, Listing):
        return "a list" if tree.items else "an empty list"
    return "a mapping" if tree.entries else "an empty mapping"
