"""The JSON-LD of a page: all nodes of all its scripts, even if the JSON is broken."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import unescape
from itertools import islice
from typing import Any

from webarticlecurator.base.portal.hosts import join_address
from webarticlecurator.pages.page.page import Page, once_per_page
from webarticlecurator.pages.rules.broken_json import mend_json

Json = dict[str, Any]

MAX_CHARACTERS = 4_000_000
"""For all JSON-LD of a page; a script that exceeds it counts as unreadable."""

MAX_NODES = 20_000
"""Every selector looks at each node; no page has so many about its own article."""

_OPENING = r"<!--|//\s*<!\[CDATA\[|/\*\s*<!\[CDATA\[\s*\*/|<!\[CDATA\["
_CLOSING = r"-->|//\s*\]\]>|/\*\s*\]\]>\s*\*/|\]\]>"
_COMMENT_MARKS = re.compile(rf"^\s*(?:{_OPENING})|(?:{_CLOSING})\s*$")
_PREFIXED_KEY = re.compile(r'"(?:schema:|https?://schema\.org/)\w+"\s*:')
_PREFIX = re.compile(r"(?:schema:|https?://schema\.org/)(?=\w+$)")


def parse_json_leniently(text: str) -> list[Any]:
    """Return all JSON values in the text of a script, several in a row included.

    Comment marks around the JSON, a byte order mark and line breaks in strings are ignored. If the
    rest is not JSON, ``mend_json`` reads it. Raises ValueError or RecursionError if it cannot.
    """
    source = text.replace("\ufeff", "").strip()
    if source[:1] not in ("{", "[") or source[-1:] not in ("}", "]"):
        source = _COMMENT_MARKS.sub("", source).strip()
    decoder = json.JSONDecoder(strict=False)
    values = []
    start = 0
    try:
        while start < len(source):
            value, end = decoder.raw_decode(source, start)
            values.append(value)
            start = end + len(source[end:]) - len(source[end:].lstrip(" \t\r\n;,"))
    except ValueError:
        return mend_json(unescape(source) if "&quot;" in source else source)
    return values


@once_per_page("jsonld")
def read_jsonld(page: Page) -> tuple[tuple[Json, ...], int]:
    """Return all JSON-LD nodes of a page in order, and the number of unreadable scripts.

    Lists and ``@graph`` are flattened.
    """
    nodes: list[Json] = []
    broken = size = 0
    for script in page.elements.with_tag("script"):
        declared = script.get("type", "").lower()
        if "ld+json" not in declared or declared.split(";")[0].strip() != "application/ld+json":
            continue
        text = script.text or ""
        size += len(text)
        try:
            if size > MAX_CHARACTERS:
                raise ValueError(f"more than {MAX_CHARACTERS} characters of JSON-LD")
            has_prefixes = _PREFIXED_KEY.search(text) is not None
            has_base = '"@base"' in text
            for value in parse_json_leniently(text):
                graph = _without_prefixes(value) if has_prefixes else value
                graph = _resolve_names(graph, page.base) if has_base else graph
                nodes.extend(islice(iter_nodes(graph), MAX_NODES + 1 - len(nodes)))
        except (ValueError, RecursionError):
            broken += 1
    return tuple(nodes[:MAX_NODES]), broken + (len(nodes) > MAX_NODES)


def _without_prefixes(value: Any) -> Any:
    """Return the value with keys without their vocabulary (``schema:headline``,
    ``https://schema.org/headline``)."""
    if isinstance(value, list):
        return [_without_prefixes(member) for member in value]
    if isinstance(value, dict):
        return {_PREFIX.sub("", key): _without_prefixes(member) for key, member in value.items()}
    return value


def _resolve_names(value: Any, base: str) -> Any:
    """Return the value with an absolute name (``@id``) of each node: relative ones rest on the
    ``@base`` of the nearest context that has one, else on ``base`` (JSON-LD 1.1, 4.1.3)."""
    if isinstance(value, list):
        return [_resolve_names(member, base) for member in value]
    if not isinstance(value, dict):
        return value
    contexts = value.get("@context")
    for context in contexts if isinstance(contexts, list) else [contexts]:
        stated = context.get("@base") if isinstance(context, dict) else None
        base = join_address(base, stated) if isinstance(stated, str) else base
    resolved = {key: _resolve_names(member, base) for key, member in value.items()}
    if isinstance(value.get("@id"), str):
        resolved["@id"] = join_address(base, value["@id"])
    return resolved


def iter_nodes(value: Any) -> Iterator[Json]:
    """Yield the nodes in a JSON-LD value.

    They are the members of lists and graphs, and the main entity of a node.
    """
    pending = [value]
    while pending:  # a stack of its own: they may be nested in thousands of others
        value = pending.pop()
        if isinstance(value, list):
            pending.extend(reversed(value))
        elif isinstance(value, dict):
            if set(value) - {"@context", "@graph", "@id"}:
                yield value
            pending += (value.get("mainEntity"), value.get("@graph"))
