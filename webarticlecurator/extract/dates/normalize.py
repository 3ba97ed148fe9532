"""The form in which texts of dates, formats and names are compared: digits and punctuation of every
script as ASCII, letters without case and without the marks that people leave out."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_SAME = str.maketrans(
    {
        **dict.fromkeys("’‘ʼ`´׳＇", "'"),
        **dict.fromkeys("“”״＂„", '"'),
        **dict.fromkeys("，、،", ","),
        **dict.fromkeys("／⁄", "/"),
        **dict.fromkeys("（［【", "("),
        **dict.fromkeys("）］】", ")"),
        **dict.fromkeys("‐‑‒", "-"),
        "：": ":",
        "．": ".",
        "－": "-",
        "＋": "+",
        "～": "~",
        "ı": "i",  # Turkish capitals: KASIM
        "ي": "ی",
        "ى": "ی",
        "ك": "ک",  # Arabic letters in Persian and Urdu
    }
)
_LEFT_OUT = re.compile(
    "[\u0300-\u036f"  # accents
    "\u064b-\u0655\u0670\u0640"  # Arabic vowels, hamza above and below, tatweel
    "\u093c\u09bc\u0a3c\u0b3c"  # nukta
    "\u200b-\u200f\u202a-\u202e\u2066-\u2069\u00ad\ufeff]"  # what has no width
)
_DIGIT = re.compile(r"\d")


@lru_cache(maxsize=4096)
def fold_case(text: str) -> str:
    """``text`` in the form in which dates are compared. White space is kept as it is."""
    if text.isascii():
        return text.casefold()
    digits = _DIGIT.sub(lambda digit: str(unicodedata.decimal(digit[0])), text)
    bare = _LEFT_OUT.sub("", unicodedata.normalize("NFD", digits.casefold()))
    return unicodedata.normalize("NFC", bare).translate(_SAME)


def normalize_text(name: str) -> str:
    """A name (of a month, a day, a zone) in that form, without the full stop at its end."""
    return fold_case(name).rstrip(".")
