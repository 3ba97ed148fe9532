"""The form in which dates, formats and names are compared: digits and punctuation of every script
as ASCII, letters case folded and without the marks that people leave out."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_EQUIVALENTS = str.maketrans(
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
    "\u200b-\u200f\u202a-\u202e\u2066-\u2069\u00ad\ufeff]"  # characters without width
)
_DIGIT = re.compile(r"\d")


@lru_cache(maxsize=4096)
def fold_date_text(text: str) -> str:
    """Return ``text`` in the form in which dates are compared; white space stays as it is."""
    if text.isascii():
        return text.casefold()
    digits = _DIGIT.sub(lambda digit: str(unicodedata.decimal(digit[0])), text)
    bare = _LEFT_OUT.sub("", unicodedata.normalize("NFD", digits.casefold()))
    return unicodedata.normalize("NFC", bare).translate(_EQUIVALENTS)


def fold_name(name: str) -> str:
    """Return the name of a month, day or zone in the same form, without a full stop at its end."""
    return fold_date_text(name).rstrip(".")
