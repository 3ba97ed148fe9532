"""Mark authors that are organisations, where the page's JSON-LD has them as such (``"author":
{"@type": "Organization", "name": "Reuters"}``)."""

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
    """Return ``authors``, with ORGANISATION at the end of the source of each author that is an
    organisation in some node of the page's JSON-LD and a person in none."""
    if not authors or page.json is not None:
        return authors
    kinds = page.derived("agents", _agent_kinds)
    return tuple(
        replace(author, source=author.source + ORGANISATION)
        if kinds.get(author.value.casefold()) == "Organization"
        else author
        for author in authors
    )


def _agent_kinds(page: Page) -> dict[str, str]:
    """Return name → Organization or Person, for the agents in the page's JSON-LD."""
    kinds: dict[str, str] = {}
    for node in _all_nodes(read_jsonld(page)[0]):
        name, kind = node.get("name"), _agent_kind(node.get("@type"))
        if isinstance(name, str) and kind:
            key = collapse_white_space(name).casefold()
            kinds[key] = "Person" if "Person" in (kind, kinds.get(key)) else kind
    return kinds


def _agent_kind(types: Any) -> str:
    """Return Organization or Person for the ``@type`` of a node (``NewsMediaOrganization``), else
    empty."""
    for name in types if isinstance(types, list) else [types]:
        if isinstance(name, str) and name.endswith(("Organization", "Person")):
            return "Person" if name.endswith("Person") else "Organization"
    return ""


def _all_nodes(nodes: tuple[Json, ...]) -> Iterator[Json]:
    """Yield ``nodes`` and all objects inside them."""
    pending: list[Any] = list(nodes)
    while pending:  # not recursive: nodes nest as deep as a page likes
        value = pending.pop()
        if isinstance(value, dict):
            yield value
            pending.extend(value.values())
        elif isinstance(value, list):
            pending.extend(value)


_NOT_A_NAME = re.compile(
    r"(?:[a-z][a-z0-9+.-]*:)?//\S*|www\.\S+|[^\s@]+@[^\s@]+\.\w+|@\w+|[\W\d_]*", re.IGNORECASE
)


def is_name(text: str) -> bool:
    """Return False for a URL, an e-mail address, an account name, and for text without a letter."""
    return not _NOT_A_NAME.fullmatch(text)
