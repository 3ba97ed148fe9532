r"""Words in regular expressions, in every script.

``\w`` of Python's ``re`` has no combining marks, so ``\w+`` cuts the words of Hindi, Bengali, Thai
and others at each vowel sign: of সামনে it finds স, মন.
"""

from __future__ import annotations

import re
import unicodedata
from itertools import groupby

_SCRIPTS = range(0x300, 0x1D00)
"""The characters among which the marks of alphabets are."""
_JOINERS = "\u200c\u200d"


def _list_marks() -> str:
    """Return the combining marks as ranges of a class of characters."""
    marks = (code for code in _SCRIPTS if unicodedata.category(chr(code)) in ("Mn", "Mc"))
    runs = ([*run] for _, run in groupby(enumerate(marks), key=lambda pair: pair[1] - pair[0]))
    return "".join(f"{chr(run[0][1])}-{chr(run[-1][1])}" for run in runs)


WORD = rf"(?:[^\W\d_][{_list_marks()}{_JOINERS}]*)+"
"""Letters with their combining marks; no digits, no underscore."""

_UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"
"""Letters of Thai, Lao, Burmese and Khmer, in which U+200B is the border of words."""
_FORMAT_MARKS = re.compile(
    "[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]"
    f"(?<!(?<=[{_UNSPACED}])\u200b)(?<!\u200b(?=[{_UNSPACED}]))"
)
"""Soft hyphen, word joiner, marks of direction, and a space without width inside a word."""


def drop_format_marks(text: str) -> str:
    """Return a text without the characters that only say how a word is shown, so that two
    spellings of one word are the same (UAX #29, WB4); ZWNJ and ZWJ, which spell, stay."""
    return text if text.isascii() else _FORMAT_MARKS.sub("", text)
