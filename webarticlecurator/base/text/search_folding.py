"""How letters are folded for a search, by script: the rows of ``words/search-folding.tsv``, which
docs/words.md shows; letter case and Latin letters with marks are folded by SQLite.

A folded text is as long as the text, so that places in the one are places in the other: a sign that
is left out becomes ``LEFT_OUT``, which SQLite drops from words. Whoever changes a row, or what is a
word, raises the version of the index (``storage/store/search_file.py``), so that it is made again.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from webarticlecurator.base.text.word_borders import WORD_PART, compile_pattern
from webarticlecurator.base.text.words import read_name_table

LEFT_OUT = "\u0301"
_BASE = "base"
"""In the table: found as the letter without its marks, or the narrow one."""
_AM = {"\u0e4d": ("\u0e32", "\u0e33"), "\u0ecd": ("\u0eb2", "\u0eb3")}
"""AM of Thai and Lao in two parts: the ring, what follows it, and both as one letter."""


def fold_letters(text: str) -> str:
    """Return a text in NFC with its letters folded, but for letter case and what SQLite folds."""
    if text.isascii():
        return text
    table = _read_table()
    folded = _compile_folded().sub(lambda letter: table[letter[0]], text)
    for ring, (rest, whole) in _AM.items():
        if ring in folded:
            parts = compile_pattern(rf"{ring}([\u0e48-\u0e4b\u0ec8-\u0ecb]?){rest}")
            folded = parts.sub(rf"{LEFT_OUT}\g<1>{whole}", folded)
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
        chr(code): unicodedata.normalize("NFKD", chr(code))[0]
        if found == _BASE
        else found or LEFT_OUT
        for _, _, letters, found in read_name_table("search-folding")
        for code in _list_codes(letters)
    }


def _list_codes(letters: str) -> list[int]:
    codes: list[int] = []
    for each in letters.split():
        first, _, last = each.removeprefix("U+").partition("-")
        if each.startswith("U+"):
            codes += range(int(first, 16), int(last or first, 16) + 1)
        else:
            codes.append(ord(each))
    return codes
