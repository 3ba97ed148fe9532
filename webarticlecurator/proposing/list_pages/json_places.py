"""Where values are in JSON: paths of JMESPath, and the part of an address that is a value."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from webarticlecurator.base.dataclasses import dataclass

MAX_DEPTH = 6
"""Objects in each other that are entered, but for the outer one."""
_PLAIN_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


@dataclass(frozen=True)
class JsonList:
    """A list of objects in JSON: its path, and the values of each object by their paths."""

    path: str
    items: tuple[Mapping[str, str], ...]


def quote_name(name: str) -> str:
    """Return a name as JMESPath writes it."""
    return name if _PLAIN_NAME.fullmatch(name) else json.dumps(name, ensure_ascii=False)


def join_path(path: str, name: str) -> str:
    """Return the path of what has ``name`` in what is at ``path``."""
    return f"{path}.{quote_name(name)}" if path else quote_name(name)


def list_values(value: Any, path: str = "", depth: int = 0) -> Iterator[tuple[str, str]]:
    """Yield all texts and numbers in JSON with their paths; those in all items of a list have one
    path (``items[].name``)."""
    if isinstance(value, dict) and depth <= MAX_DEPTH:
        for name, inner in value.items():
            yield from list_values(inner, join_path(path, str(name)), depth + 1)
    elif isinstance(value, list) and depth <= MAX_DEPTH:
        for inner in value:
            yield from list_values(inner, f"{path}[]", depth + 1)
    elif isinstance(value, str | int | float) and not isinstance(value, bool) and f"{value}":
        yield path, str(value)


def walk_objects(value: Any, deepest: int = MAX_DEPTH, path: str = "") -> Iterator[tuple[str, Any]]:
    """Yield what the objects in JSON hold beside objects, with their paths, down to the ``deepest``
    object; lists are not entered."""
    if not isinstance(value, dict):
        yield path, value
    elif deepest >= 0:
        for name, inner in value.items():
            yield from walk_objects(inner, deepest - 1, join_path(path, str(name)))


def list_objects(value: Any, least: int) -> list[dict[str, Any]]:
    """Return the objects in a list in JSON; [] if they are fewer than ``least``."""
    items = [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []
    return items if len(items) >= least else []


def find_lists(value: Any, least: int) -> Iterator[JsonList]:
    """Yield the lists of at least so many objects in JSON."""
    for path, inner in walk_objects(value):
        if items := list_objects(inner, least):
            read = ({p: v for p, v in list_values(item) if "[]" not in p} for item in items)
            yield JsonList(f"{path}[]", tuple(read))


def write_template(address: str, value: str) -> str:
    """Return an address with ``{}`` in place of a value that is a word of its own in its path or
    query; "" without one."""
    start = address.find("/", address.find("://") + 3)
    found = re.search(rf"(?<![A-Za-z0-9]){re.escape(value)}(?![A-Za-z0-9])", address[start:])
    if found is None or start < 0:
        return ""
    return f"{address[: start + found.start()]}{{}}{address[start + found.end() :]}"


def find_common_template(
    addresses: Sequence[str], items: Sequence[Mapping[str, str]]
) -> tuple[str, str] | None:
    """Return the path of a value of each item from which its address is made, and the template of
    these addresses; None without one."""
    for path in items[0] if items else ():
        values = [item.get(path, "") for item in items]
        if len({*values}) < len(items) or not all(values):
            continue
        templates = {*map(write_template, addresses, values)}
        if len(templates) == 1 and (template := templates.pop()):
            return path, template
    return None
