"""A parser for broken JSON: it reads what templates and people turn the JSON-LD of pages into.

It accepts comments, missing and extra commas, single quotes, escapes that JSON does not have,
line breaks and unescaped quotes inside strings, an assignment before the first bracket, missing
and extra brackets, and a missing end: the value that is cut off is left out, what comes before it
counts.
"""

from __future__ import annotations

import re
from typing import Any

_SEPARATORS = re.compile(r"(?:[\s,;\ufeff\u00a0]+|//[^\n]*|#[^\n]*|/\*.*?(?:\*/|\Z))*", re.DOTALL)
_BARE_WORD = re.compile(r"[\w.+-]+")
_AFTER_STRING = re.compile(
    r"""\s*(?:[:}\]]|\Z              # the end of a key or value
    |,[\s,]*(?:["'{\[}\]\d-]|//|/\*|\#|true|false|null|[\w$]+\s*:|\Z)
    |//|/\*
    )|[^\S\n]*\n\s*["'][^"'\n]*["']\s*:      # a comma is missing""",
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
