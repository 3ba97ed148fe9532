"""The keys of ``<portal>.tests.yaml`` and how the value of each is read."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, TypeAlias

from webarticlecurator.config.load_context import (
    BROKEN,
    LoadContext,
    Location,
    Mark,
    Reference,
    locate_node,
)
from webarticlecurator.config.nearest import nearest_word
from webarticlecurator.config.scalars import (
    ScalarType,
    ValueFault,
    quote_value,
    read_boolean,
    read_day,
)
from webarticlecurator.config.section import is_none, read_list, read_scalar, read_value, show_value
from webarticlecurator.config.yaml_tree import Listing, Mapping, Tree
from webarticlecurator.model.expectation import ARCHIVE, ARTICLE, ExpectedLinks
from webarticlecurator.model.verdict import REJECTIONS

Reader: TypeAlias = Callable[[LoadContext, Tree, str], Any]
"""Reads the value of a key; BROKEN after noting a problem."""


def reject_unknown_key(
    reading: LoadContext, where: Location, known: tuple[str, ...], elsewhere: str = ""
) -> Mark:
    """Notes a key that is not ``known``; ``elsewhere`` says where it belongs, if that is known."""
    name, allowed = where.key, ", ".join(known)
    near = None if elsewhere else nearest_word(name, known)
    cure = elsewhere or (f"did you mean {quote_value(near)}?" if near else "remove it")
    said = f"unknown key {quote_value(name)}; {cure} (known here: {allowed})"
    return reading.wrong(where, said, found=name, allowed=allowed, nearest=near)


def _scalar(type_: str) -> Reader:
    return lambda reading, tree, path: read_value(reading, tree, type_, path)


def _own(type_: ScalarType) -> Reader:
    return lambda reading, tree, path: read_scalar(reading, tree, type_, path)


def _one(reader: Reader) -> Reader:
    """One value as a tuple."""

    def read(reading: LoadContext, tree: Tree, path: str) -> Any:
        found = reader(reading, tree, path)
        return found if found is BROKEN else (found,)

    return read


def _or_none(reader: Reader) -> Reader:
    """One value as a tuple; an unquoted ``none`` is an empty one."""
    one = _one(reader)
    return lambda reading, tree, path: () if is_none(tree) else one(reading, tree, path)


def _texts(reading: LoadContext, tree: Tree, path: str) -> Any:
    return () if is_none(tree) else read_list(reading, tree, "text", path)


def _addresses(reading: LoadContext, tree: Listing, path: str) -> Any:
    found = tuple(
        read_value(reading, item, "web address", f"{path}[{n}]")
        for n, item in enumerate(tree.items)
    )
    return BROKEN if BROKEN in found else found


def _links(reading: LoadContext, tree: Tree, path: str) -> Any:
    """All links as a list, ``none``, or ``{count: N, some: [ADDRESS, …]}``."""
    if is_none(tree):
        return ExpectedLinks((), whole=True, count=0)
    if isinstance(tree, Listing):
        found = _addresses(reading, tree, path)
        return (
            BROKEN
            if found is BROKEN
            else ExpectedLinks(found, whole=True, count=len(dict.fromkeys(found)))
        )
    allowed = "a list of all addresses, none, or {count: N, some: [ADDRESS]}"
    if not isinstance(tree, Mapping) or not tree.entries:
        return reading.wrong(
            locate_node(tree, path),
            f"expected {allowed}, found {show_value(tree)}",
            found=show_value(tree),
            allowed=allowed,
        )
    return _counted(reading, tree, path)


def _counted(reading: LoadContext, tree: Mapping, path: str) -> Any:
    count: Any = None
    some: Any = ()
    for name, value in tree.entries:
        below = f"{path}.{name.text}"
        if name.text == "count":
            count = read_value(reading, value, "count", below)
        elif name.text == "some":
            some = _some(reading, value, below)
        else:
            count = reject_unknown_key(reading, Location(name.place, below), ("count", "some"))
    if count is BROKEN or some is BROKEN:
        return BROKEN
    if count is not None and len(dict.fromkeys(some)) > count:
        said = (
            f"`some` names {len(dict.fromkeys(some))} addresses, more than the {count} of `count`"
        )
        return reading.wrong(
            locate_node(tree, path), said, found=str(count), allowed="count, and some of them"
        )
    return ExpectedLinks(some, count=count)


def _some(reading: LoadContext, tree: Tree, path: str) -> Any:
    if isinstance(tree, Listing) and tree.items:
        return _addresses(reading, tree, path)
    return reading.wrong(
        locate_node(tree, path),
        f"expected a list of addresses, found {show_value(tree)}",
        allowed="a list of addresses",
    )


def _column(reading: LoadContext, tree: Tree, path: str) -> Any:
    found = read_value(reading, tree, "text", path)
    if found is not BROKEN:
        reading.mentions.append(Reference("column", found, locate_node(tree, path)))
    return found


def _accepted(value: str) -> bool:
    if value in ("yes", "no"):
        return value == "yes"
    try:
        return read_boolean(value)
    except ValueFault:
        raise ValueFault(
            f"{quote_value(value)} is neither yes nor no", nearest_word(value, ("yes", "no"))
        ) from None


def _moment(value: str) -> str:
    date, _, time = value.partition("T")
    read_day(date)
    if "T" in value and not re.fullmatch(
        r"[0-9]{2}:[0-9]{2}:[0-9]{2}([+-][0-9]{2}:[0-9]{2}|Z)?", time
    ):
        raise ValueFault(
            f"{quote_value(value)} is no date or moment; write 2019-03-15 or"
            " 2019-03-15T08:30:00+01:00"
        )
    return value


def _reason(value: str) -> str:
    if value not in REJECTIONS:
        raise ValueFault(f"{quote_value(value)} is no reason", nearest_word(value, REJECTIONS))
    return value


_ACCEPTED = _own(ScalarType("yes or no", _accepted, {}))
_NEXT = _or_none(_scalar("web address"))
_TEXT = _or_none(_scalar("text"))

KEYS: dict[str, dict[str, Reader]] = {
    ARCHIVE: {
        ARCHIVE: _scalar("web address"),
        "column": _column,
        "links": _links,
        "next_page": _NEXT,
        "accepted": _ACCEPTED,
    },
    ARTICLE: {
        ARTICLE: _scalar("web address"),
        "rejected": _one(_own(ScalarType("one of " + ", ".join(REJECTIONS), _reason, {}))),
        "title": _TEXT,
        "authors": _texts,
        "published": _or_none(
            _own(ScalarType("a date or moment in ISO 8601, or none", _moment, {}))
        ),
        "section": _TEXT,
        "first_words": _TEXT,
        "last_words": _TEXT,
        "next_page": _NEXT,
        "accepted": _ACCEPTED,
    },
}
"""Kind of entry → its keys in the order of the reference → how each is read."""
