"""JSON-LD as pages carry it: every node of every script, whatever was done to the JSON on the way."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import unescape
from typing import Any

from webarticlecurator.page import Page

Json = dict[str, Any]

_OPENING = r"<!--|//\s*<!\[CDATA\[|/\*\s*<!\[CDATA\[\s*\*/|<!\[CDATA\["
_CLOSING = r"-->|//\s*\]\]>|/\*\s*\]\]>\s*\*/|\]\]>"
_AROUND = re.compile(rf"^\s*(?:{_OPENING})|(?:{_CLOSING})\s*$")
_TRAILING_COMMA = re.compile(r'("(?:\\.|[^"\\])*")|,(?=\s*[}\]])', re.DOTALL)


def lenient_json(text: str) -> list[Any]:
    """All JSON values in the text of a script: comments around it, line breaks in strings, commas before a closing bracket,
    several values in a row and a semicolon after them are forgiven. Raises ValueError or RecursionError for the rest."""
    source = _AROUND.sub("", text).strip()
    try:
        return list(_values(source))
    except ValueError:
        unescaped = unescape(source) if "&quot;" in source else source
        return list(_values(_TRAILING_COMMA.sub(lambda m: m[1] or "", unescaped)))


def _values(source: str) -> Iterator[Any]:
    decoder = json.JSONDecoder(strict=False)
    at = 0
    while at < len(source):
        value, end = decoder.raw_decode(source, at)
        yield value
        at = end + len(source[end:]) - len(source[end:].lstrip(" \t\r\n;,"))


def jsonld(page: Page) -> tuple[tuple[Json, ...], int]:
    """All JSON-LD nodes of a page in order (lists and ``@graph`` opened), and the number of scripts that could not be read."""
    return page.derived("jsonld", _read)


def _read(page: Page) -> tuple[tuple[Json, ...], int]:
    nodes: list[Json] = []
    broken = 0
    for script in page.root.iter("script"):
        if (script.get("type") or "").split(";")[0].strip().lower() != "application/ld+json":
            continue
        try:
            for value in lenient_json(script.text or ""):
                nodes.extend(opened(value))
        except (ValueError, RecursionError):
            broken += 1
    return tuple(nodes), broken


def opened(value: Any) -> Iterator[Json]:
    """The nodes in a JSON-LD value: members of lists and graphs, and the main entity of a page node."""
    if isinstance(value, list):
        for member in value:
            yield from opened(member)
    elif isinstance(value, dict):
        if set(value) - {"@context", "@graph", "@id"}:
            yield value
        yield from opened(value.get("@graph"))
        if isinstance(value.get("mainEntity"), dict):
            yield from opened(value["mainEntity"])
