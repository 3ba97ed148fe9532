"""The keys of ``<portal>.tests.yaml``, with a reader for the value of each."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, TypeAlias

from webarticlecurator.base.model.verdict import REJECTIONS
from webarticlecurator.base.portal.expectation import ARCHIVE, ARTICLE, ExpectedLinks
from webarticlecurator.base.text.published_days import parse_days
from webarticlecurator.base.text.times import DAY_LENGTH
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.portal_file.config.load_context import (
    BROKEN,
    LoadContext,
    Location,
    Mark,
    Reference,
    locate_node,
)
from webarticlecurator.portal_file.config.section import (
    is_none,
    read_list,
    read_scalar,
    read_value,
    show_value,
)
from webarticlecurator.portal_file.values.nearest_name import nearest_word
from webarticlecurator.portal_file.values.scalars import ScalarType, read_boolean, read_day
from webarticlecurator.portal_file.values.value_fault import ValueFault, quote_value
from webarticlecurator.portal_file.yaml_file.yaml_tree import Mapping, Tree, YamlList

Reader: TypeAlias = Callable[[LoadContext, Tree, str], Any]
"""Reads the value of a key; returns BROKEN after adding a problem."""


def add_unknown_key(
    context: LoadContext, where: Location, known: tuple[str, ...], elsewhere: str = ""
) -> Mark:
    """Report a key that is not ``known``; ``elsewhere`` is the cure where it belongs to another
    kind of entry."""
    cure = elsewhere or ("" if nearest_word(where.key, known) else "remove it")
    return context.add_unknown(where, "key", where.key, known, cure)


def _named_type(type_: str) -> Reader:
    """Return a reader of a type of the key table."""
    return lambda context, tree, path: read_value(context, tree, type_, path)


def _own_type(type_: ScalarType) -> Reader:
    """Return a reader of a type that only expectations have."""
    return lambda context, tree, path: read_scalar(context, tree, type_, path)


def _as_tuple(reader: Reader) -> Reader:
    """Return a reader of one value as a tuple."""

    def read(context: LoadContext, tree: Tree, path: str) -> Any:
        value = reader(context, tree, path)
        return value if value is BROKEN else (value,)

    return read


def _or_none(reader: Reader) -> Reader:
    """Return a reader of one value as a tuple; an unquoted ``none`` is the empty tuple."""
    read_one = _as_tuple(reader)
    return lambda context, tree, path: () if is_none(tree) else read_one(context, tree, path)


def _read_texts(context: LoadContext, tree: Tree, path: str) -> Any:
    return () if is_none(tree) else read_list(context, tree, path, "text")


def _read_addresses(context: LoadContext, tree: YamlList, path: str) -> Any:
    addresses = tuple(
        read_value(context, item, "web address", f"{path}[{n}]")
        for n, item in enumerate(tree.items)
    )
    return BROKEN if BROKEN in addresses else addresses


def _read_links(context: LoadContext, tree: Tree, path: str) -> Any:
    """Return the links: a list of all, ``none``, or ``{count: N, some: [ADDRESS, …]}``."""
    if is_none(tree):
        return ExpectedLinks((), whole=True, count=0)
    if isinstance(tree, YamlList):
        addresses = _read_addresses(context, tree, path)
        if addresses is BROKEN:
            return BROKEN
        return ExpectedLinks(addresses, whole=True, count=len(dict.fromkeys(addresses)))
    allowed = make_message("a list of all addresses, none, or {count: N, some: [ADDRESS]}")
    if not isinstance(tree, Mapping) or not tree.entries:
        return context.add_problem(
            locate_node(tree, path),
            make_message(
                "expected {allowed}, found {value}", allowed=allowed, value=show_value(tree)
            ),
            found=show_value(tree),
            allowed=allowed,
        )
    return _read_counted_links(context, tree, path)


def _read_counted_links(context: LoadContext, tree: Mapping, path: str) -> Any:
    count: Any = None
    some: Any = ()
    for name, value in tree.entries:
        below = f"{path}.{name.text}"
        if name.text == "count":
            count = read_value(context, value, "count", below)
        elif name.text == "some" and isinstance(value, YamlList) and value.items:
            some = _read_addresses(context, value, below)
        elif name.text == "some":
            some = context.add_problem(
                locate_node(value, below),
                make_message(
                    "expected a list of addresses, found {value}", value=show_value(value)
                ),
                allowed="a list of addresses",
            )
        else:
            count = add_unknown_key(context, Location(name.place, below), ("count", "some"))
    if count is BROKEN or some is BROKEN:
        return BROKEN
    if count is not None and len(dict.fromkeys(some)) > count:
        return context.add_problem(
            locate_node(tree, path),
            make_message(
                "`some` names {number} addresses, but `count` is {count}; correct one of them",
                number=len(dict.fromkeys(some)),
                count=count,
            ),
            found=str(count),
            allowed="count, and some of them",
        )
    return ExpectedLinks(some, count=count)


def _read_column(context: LoadContext, tree: Tree, path: str) -> Any:
    name = read_value(context, tree, "text", path)
    if name is not BROKEN:
        context.references.append(Reference("column", name, locate_node(tree, path)))
    return name


def _read_yes_or_no(value: str) -> bool:
    if value in ("yes", "no"):
        return value == "yes"
    try:
        return read_boolean(value)
    except ValueFault:
        raise ValueFault(
            make_message("not yes or no: {value}", value=quote_value(value)),
            nearest_word(value, ("yes", "no")),
        ) from None


def _read_timestamp(value: str) -> str:
    date, _, time = value.partition("T")
    if len(date) >= DAY_LENGTH or parse_days(date, "UTC") is None:  # no month, no year
        read_day(date)
    if "T" in value and not re.fullmatch(
        r"[0-9]{2}:[0-9]{2}:[0-9]{2}([+-][0-9]{2}:[0-9]{2}|Z)?", time
    ):
        raise ValueFault(
            make_message("not a date or time: {value}", value=quote_value(value)),
            expected="2019-03-15 or 2019-03-15T08:30:00+01:00",
        )
    return value


def _read_reason(value: str) -> str:
    if value not in REJECTIONS:
        raise ValueFault(
            make_message("unknown reason: {value}", value=quote_value(value)),
            nearest_word(value, REJECTIONS),
        )
    return value


_ACCEPTED = _own_type(ScalarType("yes or no", _read_yes_or_no, {}))
_NEXT = _or_none(_named_type("web address"))
_TEXT = _or_none(_named_type("text"))

KEYS: dict[str, dict[str, Reader]] = {
    ARCHIVE: {
        ARCHIVE: _named_type("web address"),
        "column": _read_column,
        "links": _read_links,
        "next_page": _NEXT,
        "accepted": _ACCEPTED,
    },
    ARTICLE: {
        ARTICLE: _named_type("web address"),
        "rejected": _as_tuple(
            _own_type(ScalarType("one of " + ", ".join(REJECTIONS), _read_reason, {}))
        ),
        "title": _TEXT,
        "authors": _read_texts,
        "published": _or_none(
            _own_type(ScalarType("an ISO 8601 date or time, or none", _read_timestamp, {}))
        ),
        "section": _read_texts,
        "first_words": _TEXT,
        "last_words": _TEXT,
        "next_page": _NEXT,
        "accepted": _ACCEPTED,
    },
}
"""Kind of entry → its keys, in the order of the reference → the reader of each."""
