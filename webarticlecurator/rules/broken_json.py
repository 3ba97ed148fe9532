"""JSON that no parser takes, read as far as it goes: what templates and people do to the JSON-LD of
pages.

Forgiven are comments, commas too many or too few, single quotes, escapes that JSON does not have,
line breaks and unescaped quotes inside strings, an assignment before the first bracket, brackets
too many or too few, and an end that is missing: what was cut off is left out, what stands before it
counts.
"""

from __future__ import annotations

import re
from typing import Any

_BETWEEN = re.compile(r"(?:[\s,;\ufeff\u00a0]+|//[^\n]*|#[^\n]*|/\*.*?(?:\*/|\Z))*", re.DOTALL)
_BARE = re.compile(r"[\w.+-]+")
_CLOSING = re.compile(
    r"""\s*(?:[:}\]]|\Z              # the end of a key or value
    |,[\s,]*(?:["'{\[}\]\d-]|//|/\*|\#|true|false|null|[\w$]+\s*:|\Z)
    |//|/\*
    |\n\s*["'][^"'\n]*["']\s*:)      # a comma is missing""",
    re.VERBOSE,
)
_PLAIN = re.compile(r"[^\\\"']+")
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
_WORDS: dict[str, Any] = {"true": True, "false": False, "null": None, "undefined": None}
_CUT = object()
"""In place of a value of which the end is missing."""


def mend_json(text: str) -> list[Any]:
    """All objects and lists in ``text``, one after the other. Raises ValueError where there is
    none, or where it cannot be told what belongs to what; RecursionError where they are nested too
    deep."""
    reader, found = _Reader(text), list[Any]()
    begin = re.search(r"[{\[]", text)
    reader.at = begin.start() if begin else len(text)
    while reader.peek() in ("{", "["):
        found.append(reader.value())
    if not any(found):
        raise ValueError("there is no JSON in it")
    return found


def _paired(text: str) -> str:
    """Surrogates that were written one by one, as the character that they stand for."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


class _Reader:
    """Where in the text the reading stands."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def peek(self) -> str:
        """The next character behind white space, commas and comments; empty at the end."""
        between = _BETWEEN.match(self.text, self.at)
        self.at = between.end() if between else self.at
        return self.text[self.at : self.at + 1]

    def value(self) -> Any:
        mark = self.peek()
        if mark == "{":
            return self._object()
        if mark == "[":
            return self._list()
        if mark in ('"', "'"):
            return self._string(mark)
        return self._bare()

    def _object(self) -> dict[str, Any]:
        self.at += 1
        found: dict[str, Any] = {}
        while (mark := self.peek()) not in ("}", ""):
            key = self._string(mark) if mark in ('"', "'") else self._bare()
            if self.peek() != ":":
                if self.peek() == "":
                    break
                raise ValueError(f"a colon is missing at character {self.at}")
            self.at += 1
            value = self.value() if self.peek() else _CUT
            if value is not _CUT:
                found[str(key)] = value
        self.at += 1
        return found

    def _list(self) -> list[Any]:
        self.at += 1
        found: list[Any] = []
        while self.peek() not in ("]", ""):
            if self.peek() == "}":  # the bracket of the list is missing
                return found
            value = self.value()
            if value is not _CUT:
                found.append(value)
        self.at += 1
        return found

    def _string(self, quote: str) -> Any:
        pieces: list[str] = []
        at = self.at + 1
        while at < len(self.text):
            char = self.text[at]
            if char == "\\":
                piece, at = self._escape(at + 1)
                pieces.append(piece)
                continue
            if char == quote and _CLOSING.match(self.text, at + 1):
                self.at = at + 1
                return _paired("".join(pieces))
            plain = _PLAIN.match(self.text, at + 1)
            end = plain.end() if plain else at + 1
            pieces.append(self.text[at:end])
            at = end
        self.at = at
        return _CUT

    def _escape(self, at: int) -> tuple[str, int]:
        code = self.text[at + 1 : at + 5]
        if self.text[at : at + 1] == "u" and re.fullmatch("[0-9a-fA-F]{4}", code):
            return chr(int(code, 16)), at + 5
        char = self.text[at : at + 1]
        return _ESCAPES.get(char, char), at + 1

    def _bare(self) -> Any:
        word = _BARE.match(self.text, self.at)
        if word is None:
            raise ValueError(f"no value at character {self.at}")
        self.at = word.end()
        if word[0] in _WORDS:
            return _WORDS[word[0]]
        if re.fullmatch(r"-?\d+(?:\.\d+)?", word[0]):
            return float(word[0]) if "." in word[0] else int(word[0])
        return word[0]
