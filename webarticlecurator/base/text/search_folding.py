"""How letters are folded for a search, by script: the rows of ``words/search-folding.tsv``, which
docs/words.md shows; letter case and Latin letters with marks are folded by SQLite.

A folded text is as long as the text, so that places in the one are places in the other: a sign that
is left out becomes ``LEFT_OUT``, which SQLite drops from words. Whoever changes a row, or what is a
word, raises the version of the index (``storage/texts/search_file.py``), so that it is made again.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from webarticlecurator.base.text.word_borders import WORD_PART, compile_pattern
from webarticlecurator.base.text.words import read_name_table

LEFT_OUT = "\u0301"
_BASE, _SMALL = "base", "small"
"""In the table: found as the letter without its marks, or the narrow one; as the small letter."""
_WITHOUT_JOINER = {"ണ": "ൺ", "ന": "ൻ", "ര": "ർ", "ല": "ൽ", "ള": "ൾ", "ക": "ൿ"}
"""Letters of Malayalam → as they are without a vowel, in place of a virama and ZWJ."""
_YIDDISH = {"\u05d5\u05d5": "\u05f0", "\u05d5\u05d9": "\u05f1", "\u05d9\u05d9": "\u05f2"}
"""Two letters → the one letter that other keyboards of Yiddish have for them."""
_SEQUENCES = (
    ("\u0e4d", "\u0e4d([\u0e48-\u0e4b]?)\u0e32", f"{LEFT_OUT}\\1\u0e33"),
    ("\u0ecd", "\u0ecd([\u0ec8-\u0ecb]?)\u0eb2", f"{LEFT_OUT}\\1\u0eb3"),
    ("\u0582", "[Եե]\u0582", f"և{LEFT_OUT}"),
    *(
        (f"\u0d4d{LEFT_OUT}", f"{letter}\u0d4d{LEFT_OUT}", f"{whole}{LEFT_OUT}{LEFT_OUT}")
        for letter, whole in _WITHOUT_JOINER.items()
    ),
    *((pair, pair, f"{letter}{LEFT_OUT}") for pair, letter in _YIDDISH.items()),
)
"""What several characters are written with and one letter is: what they have, what they are, and
the letter: AM of Thai and Lao in two parts, ech and yiwn, letters of Malayalam and Yiddish."""


def fold_letters(text: str) -> str:
    """Return a text in NFC with its letters folded, but for letter case and what SQLite folds."""
    if text.isascii():
        return text
    table = _read_table()
    folded = _compile_folded().sub(lambda letter: table[letter[0]], text)
    for sign, pattern, whole in _SEQUENCES:
        if sign in folded:
            folded = re.sub(pattern, whole, folded)
    # a sign that stands alone would be a word without letters
    alone = compile_pattern(rf"(?<!{WORD_PART}){LEFT_OUT}+")
    return alone.sub(lambda signs: " " * len(signs[0]), folded) if LEFT_OUT in folded else folded


@cache
def _compile_folded() -> re.Pattern[str]:
    # texts have few of these letters: translate() takes four times the time
    return re.compile(f"[{re.escape(''.join(_read_table()))}]")


@cache
def _read_table() -> dict[str, str]:
    return {
        chr(code): _find_base(chr(code))
        if found == _BASE
        else chr(code).lower()
        if found == _SMALL
        else found or LEFT_OUT
        for _, _, letters, found in read_name_table("search-folding")
        for code in _list_codes(letters)
    }


def _find_base(letter: str) -> str:
    """Return the letter that one with marks, or of another width, is made of; a stroke or a hook is
    known by its name alone."""
    first = unicodedata.normalize("NFKD", letter)[0]
    base, _, mark = unicodedata.name(letter, "").partition(" WITH ")
    return unicodedata.lookup(base) if mark and first == letter else first


def _list_codes(letters: str) -> list[int]:
    codes: list[int] = []
    for each in letters.split():
        first, _, last = each.removeprefix("U+").partition("-")
        if each.startswith("U+"):
            codes += range(int(first, 16), int(last or first, 16) + 1)
        else:
            codes.append(ord(each))
    return codes
