"""Characters that act on a terminal instead of being seen, written as visible escapes: ``\\x1b``,
``\\x9b``, ``\\u202e``."""

from __future__ import annotations

import re

_ACTING = "\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069"
"""C0 but tab and line ends, DEL, C1, and the marks that turn the direction of the text around them.
"""

_IN_TEXT = re.compile(f"\r(?!\n)|[{_ACTING}]")
_IN_CELL = re.compile(f"[\t\n\r\u2028\u2029{_ACTING}]")
_SHORT = {"\t": r"\t", "\n": r"\n", "\r": r"\r"}


def escape_controls(text: str) -> str:
    """The text with its tabs and line ends (LF, CRLF) as they are and every other acting character
    escaped."""
    return _IN_TEXT.sub(_escape, text)


def escape_cell(text: str) -> str:
    """The same for a part of a line: tabs and line ends are escaped, too."""
    return _IN_CELL.sub(_escape, text)


def json_safe(text: str) -> str:
    """JSON text whose strings write every acting character as ``\\uXXXX``, which means the same."""
    return _IN_TEXT.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def _escape(match: re.Match[str]) -> str:
    character = match[0]
    code = ord(character)
    return _SHORT.get(character) or (f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}")
