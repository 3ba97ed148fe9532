"""The JSON-LD of a page: all nodes of all its scripts, even if the JSON is broken."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import unescape
from itertools import islice
from typing import Any

from webarticlecurator.page import Page
from webarticlecurator.page.page import once_per_page

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
            for value in parse_json_leniently(text):
                graph = _without_prefixes(value) if has_prefixes else value
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


# A parser for broken JSON: it reads what templates and people turn the JSON-LD of pages into.
#
# It accepts comments, missing and extra commas, single quotes, escapes that JSON does not have,
# line breaks and unescaped quotes inside strings, an assignment before the first bracket, missing
# and extra brackets, and a missing end: the value that is cut off is left out, what comes before it
# counts.

_SEPARATORS = re.compile(r"(?:[\s,;\ufeff\u00a0]+|//[^\n]*|#[^\n]*|/\*.*?(?:\*/|\Z))*", re.DOTALL)
_BARE_WORD = re.compile(r"[\w.+-]+")
_AFTER_STRING = re.compile(
    r"""\s*(?:[:}\]]|\Z              # the end of a key or value
    |,[\s,]*(?:["'{\[}\]\d-]|//|/\*|\#|true|false|null|[\w$]+\s*:|\Z)
    |//|/\*
    |\n\s*["'][^"'\n]*["']\s*:)      # a comma is missing""",
    re.VERBOSE,
)
_PLAIN_TEXT = re.compile(r"[^\\\"']+")
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
_LITERALS: dict[str, Any] = {"true": True, "false": False, "null": None, "undefined": None}
_CUT_OFF = object()
"""In place of a value whose end is missing."""


def mend_json(text: str) -> list[Any]:
    """Return all objects and lists in ``text``, one after the other.

    Raises ValueError where there is none, and where the structure is not clear; RecursionError
    where they are nested too deep.
    """
    reader, values = _Reader(text), list[Any]()
    begin = re.search(r"[{\[]", text)
    reader.position = begin.start() if begin else len(text)
    while reader.peek() in ("{", "["):
        values.append(reader.read_value())
    if not any(values):
        raise ValueError("there is no JSON in it")
    return values


class _Reader:
    """A text and the position up to which it was read."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.position = 0

    def peek(self) -> str:
        """Return the next character after white space, commas and comments; "" at the end."""
        separators = _SEPARATORS.match(self.text, self.position)
        self.position = separators.end() if separators else self.position
        return self.text[self.position : self.position + 1]

    def read_value(self) -> Any:
        """Return the next value, or ``_CUT_OFF``."""
        first = self.peek()
        if first == "{":
            return self._read_object()
        if first == "[":
            return self._read_list()
        if first in ('"', "'"):
            return self._read_string(first)
        return self._read_bare_word()

    def _read_object(self) -> dict[str, Any]:
        self.position += 1
        members: dict[str, Any] = {}
        while (first := self.peek()) not in ("}", ""):
            key = self._read_string(first) if first in ('"', "'") else self._read_bare_word()
            if self.peek() != ":":
                if self.peek() == "":
                    break
                raise ValueError(f"a colon is missing at character {self.position}")
            self.position += 1
            value = self.read_value() if self.peek() else _CUT_OFF
            if value is not _CUT_OFF:
                members[str(key)] = value
        self.position += 1
        return members

    def _read_list(self) -> list[Any]:
        self.position += 1
        members: list[Any] = []
        while self.peek() not in ("]", ""):
            if self.peek() == "}":  # the bracket of the list is missing
                return members
            value = self.read_value()
            if value is not _CUT_OFF:
                members.append(value)
        self.position += 1
        return members

    def _read_string(self, quote: str) -> Any:
        pieces: list[str] = []
        start = self.position + 1
        while start < len(self.text):
            char = self.text[start]
            if char == "\\":
                escaped, code = self.text[start + 1 : start + 2], self.text[start + 2 : start + 6]
                if escaped == "u" and re.fullmatch("[0-9a-fA-F]{4}", code):
                    pieces.append(chr(int(code, 16)))
                    start += 6
                else:
                    pieces.append(_ESCAPES.get(escaped, escaped))
                    start += 2
                continue
            if char == quote and _AFTER_STRING.match(self.text, start + 1):
                self.position = start + 1
                # The text with each pair of surrogate escapes joined to one character
                return "".join(pieces).encode("utf-16", "surrogatepass").decode("utf-16", "replace")
            plain = _PLAIN_TEXT.match(self.text, start + 1)
            end = plain.end() if plain else start + 1
            pieces.append(self.text[start:end])
            start = end
        self.position = start
        return _CUT_OFF

    def _read_bare_word(self) -> Any:
        match = _BARE_WORD.match(self.text, self.position)
        if match is None:
            raise ValueError(f"no value at character {self.position}")
        self.position = match.end()
        word = match[0]
        if word in _LITERALS:
            return _LITERALS[word]
        if re.fullmatch(r"-?\d+(?:\.\d+)?", word):
            return float(word) if "." in word else int(word)
        return word
