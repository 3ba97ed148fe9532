"""JSON-LD as pages carry it: every node of every script, whatever was done to the JSON on the
way."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import unescape
from itertools import islice
from typing import Any

from webarticlecurator.page import Page
from webarticlecurator.rules.broken_json import mend_json

Json = dict[str, Any]

MAX_CHARACTERS = 4_000_000
"""Of all JSON-LD of a page; a script beyond that counts as one that cannot be read."""
MAX_NODES = 20_000
"""Every selector looks at each node; no page says so much of its own article."""

_OPENING = r"<!--|//\s*<!\[CDATA\[|/\*\s*<!\[CDATA\[\s*\*/|<!\[CDATA\["
_CLOSING = r"-->|//\s*\]\]>|/\*\s*\]\]>\s*\*/|\]\]>"
_AROUND = re.compile(rf"^\s*(?:{_OPENING})|(?:{_CLOSING})\s*$")
_PREFIXED = re.compile(r'"(?:schema:|https?://schema\.org/)\w+"\s*:')
_PREFIX = re.compile(r"(?:schema:|https?://schema\.org/)(?=\w+$)")


def parse_json_leniently(text: str) -> list[Any]:
    """All JSON values in the text of a script, several in a row too; comments around it, a byte
    order mark and line breaks in strings are forgiven at once, and where that does not do, what
    ``mend_json`` can read. Raises ValueError or RecursionError for the rest."""
    source = _AROUND.sub("", text.replace("\ufeff", "")).strip()
    try:
        return list(_values(source))
    except ValueError:
        return mend_json(unescape(source) if "&quot;" in source else source)


def _values(source: str) -> Iterator[Any]:
    decoder = json.JSONDecoder(strict=False)
    at = 0
    while at < len(source):
        value, end = decoder.raw_decode(source, at)
        yield value
        at = end + len(source[end:]) - len(source[end:].lstrip(" \t\r\n;,"))


def read_jsonld(page: Page) -> tuple[tuple[Json, ...], int]:
    """All JSON-LD nodes of a page in order (lists and ``@graph`` opened), and the number of scripts
    that could not be read."""
    return page.derived("jsonld", _read)


def _read(page: Page) -> tuple[tuple[Json, ...], int]:
    nodes: list[Json] = []
    broken = size = 0
    for script in page.root.iter("script"):
        if (script.get("type") or "").split(";")[0].strip().lower() != "application/ld+json":
            continue
        text = script.text or ""
        size += len(text)
        try:
            if size > MAX_CHARACTERS:
                raise ValueError(f"more than {MAX_CHARACTERS} characters of JSON-LD")
            plain = _without_prefixes if _PREFIXED.search(text) else _same
            for value in parse_json_leniently(text):
                nodes.extend(islice(open_graph(plain(value)), MAX_NODES + 1 - len(nodes)))
        except (ValueError, RecursionError):
            broken += 1
    return tuple(nodes[:MAX_NODES]), broken + (len(nodes) > MAX_NODES)


def _same(value: Any) -> Any:
    return value


def _without_prefixes(value: Any) -> Any:
    """Keys that are written with the vocabulary (``schema:headline``,
    ``https://schema.org/headline``), without it."""
    if isinstance(value, list):
        return [_without_prefixes(member) for member in value]
    if isinstance(value, dict):
        return {_PREFIX.sub("", key): _without_prefixes(member) for key, member in value.items()}
    return value


def open_graph(value: Any) -> Iterator[Json]:
    """The nodes in a JSON-LD value: members of lists and graphs, and the main entity of a page
    node."""
    if isinstance(value, list):
        for member in value:
            yield from open_graph(member)
    elif isinstance(value, dict):
        if set(value) - {"@context", "@graph", "@id"}:
            yield value
        yield from open_graph(value.get("@graph"))
        if isinstance(value.get("mainEntity"), (dict, list)):
            yield from open_graph(value["mainEntity"])
