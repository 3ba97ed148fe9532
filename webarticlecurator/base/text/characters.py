r"""Text that is safe where it goes: terminals, XML, HTML, tables; character sets and elements by
name.

Escapes for characters that control a terminal: ``\x1b``, ``\x9b``, ``\u202e``.
"""

from __future__ import annotations

import re
import unicodedata

_ACTING = "\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069"
"""C0 except tab and line ends, DEL, C1, and the marks that change the direction of text."""

_IN_TEXT = re.compile(f"\r(?!\n)|[{_ACTING}]")
_IN_CELL = re.compile(f"[\t\n\r\u2028\u2029{_ACTING}]")
_MARKS = re.compile(r"[\W_]+")
_SHORT = {"\t": r"\t", "\n": r"\n", "\r": r"\r"}


def escape_controls(text: str) -> str:
    """Return text with control characters escaped, except tabs and line ends (LF, CRLF)."""
    return _IN_TEXT.sub(_escape, text)


def escape_cell(text: str) -> str:
    """Return a part of a line with control characters escaped, also tabs and line ends."""
    return _IN_CELL.sub(_escape, text)


def json_safe(text: str) -> str:
    """Return JSON text with control characters as ``\\uXXXX``, which has the same meaning."""
    return _IN_TEXT.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def drop_accents(text: str) -> str:
    """Return text in compatible letters (NFKD) without the marks on them."""
    decomposed = unicodedata.normalize("NFKD", text)
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))


def shorten(text: str, size: int) -> str:
    """Return a text of at most ``size`` characters (of at least two), with … for what is left
    out."""
    return text if len(text) <= size else f"{text[: max(size - 1, 1)]}…"


def keep_letters(text: str) -> str:
    """Return the letters and digits of a text without their case, to compare names."""
    return _MARKS.sub("", text).casefold()


def _escape(match: re.Match[str]) -> str:
    character = match[0]
    code = ord(character)
    return _SHORT.get(character) or (f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}")


# The characters that XML 1.0 does not allow (https://www.w3.org/TR/xml/#charsets).
REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
ILLEGAL = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
"""The illegal characters; searching for them is a third faster than for anything but legal ones."""
