"""Authors that are no persons, where the page's JSON-LD says so (``"author": {"@type":
"Organization", "name": "Reuters"}``)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from webarticlecurator.model.article import ORGANISATION, Value
from webarticlecurator.page import Page
from webarticlecurator.rules.jsonld import Json, read_jsonld
from webarticlecurator.rules.white_space import collapse_white_space


def mark_agent_kinds(authors: tuple[Value, ...], page: Page) -> tuple[Value, ...]:
    """``authors``, with ORGANISATION at the end of the source of each that some node of the page
    calls an organisation and none a person."""
    if not authors or page.json is not None:
        return authors
    kinds = page.derived("agents", _kinds)
    return tuple(
        replace(a, source=a.source + ORGANISATION)
        if kinds.get(a.value.casefold()) == "Organization"
        else a
        for a in authors
    )


def _kinds(page: Page) -> dict[str, str]:
    """Name → Organization or Person."""
    found: dict[str, str] = {}
    for node in _inside(read_jsonld(page)[0]):
        name, kind = node.get("name"), _kind(node.get("@type"))
        if isinstance(name, str) and kind:
            key = collapse_white_space(name).casefold()
            found[key] = "Person" if "Person" in (kind, found.get(key)) else kind
    return found


def _kind(types: Any) -> str:
    for name in types if isinstance(types, list) else [types]:
        if isinstance(name, str) and name.endswith(("Organization", "Person")):
            return "Person" if name.endswith("Person") else "Organization"
    return ""


def _inside(nodes: tuple[Json, ...]) -> Iterator[Json]:
    pending: list[Any] = list(nodes)
    while pending:  # not recursive: nodes nest as deep as a page likes
        value = pending.pop()
        if isinstance(value, dict):
            yield value
            pending.extend(value.values())
        elif isinstance(value, list):
            pending.extend(value)


_NO_NAME = re.compile(
    r"(?:[a-z][a-z0-9+.-]*:)?//\S*|www\.\S+|[^\s@]+@[^\s@]+\.\w+|@\w+|[\W\d_]*", re.IGNORECASE
)


def is_name(text: str) -> bool:
    """False for an address, an e-mail address, an account name, and for text without a letter."""
    return not _NO_NAME.fullmatch(text)
