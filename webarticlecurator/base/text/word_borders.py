r"""What a word is in each script, where a sentence ends, and what is counted: the one place that
search, concordances, tokens, counts, duplicates and derived forms ask.

A word is a run of letters and digits with their marks (Unicode Standard Annex #29): vowel signs
and tone marks belong to it, and so does an apostrophe or full stop between its letters. Tibetan
runs end at the tsheg, so they are syllables, and Ethiopic ones at the wordspace. Scripts without
spaces between words are divided by the dictionaries of ICU (extra ``icu``), whose root locale has
those of Thai, Lao, Khmer, Burmese, Chinese and Japanese; without ICU, and in other such scripts,
into characters: letters with their marks. What is counted or stored always has characters there,
since it must not depend on what is installed.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import regex

CHARACTERS, SYLLABLES, WORDS = "characters", "syllables", "words"
"""What a text is counted in."""
_WITH_DICTIONARY = r"\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}\p{Han}\p{Hira}\p{Kana}\u30fc\uff70"
_WITHOUT_DICTIONARY = (
    r"\p{Tai_Le}\p{New_Tai_Lue}\p{Tai_Tham}\p{Tai_Viet}\p{Ahom}\p{Balinese}\p{Javanese}\p{Yi}"
    r"\p{Tangut}"
)
SPACELESS = rf"[[{_WITH_DICTIONARY}{_WITHOUT_DICTIONARY}]&&[\p{{L}}\p{{Nl}}]]"
"""A letter of a script without spaces between words."""
_NEAR_SPACELESS = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u1bff\u3000-\ud7ff\uf900-\U0010ffff]"
)
_NEVER_SPACELESS = bytes({*range(0xE0), 0xE2})
"""The bytes of letters before U+0800, and of the punctuation among them, in UTF-8."""
WORD_PART = r"[\p{L}\p{N}\p{M}\p{WB=ALetter}\u200c\u200d]"
"""What a word is made of: letters, digits, their marks, and signs such as those of Armenian."""
_JOINT = (
    r"(?<=[\p{L}\p{M}])[.'’‘:·․‧՟״׳](?=\p{L})"
    r"|(?<=\p{Nd})[.,;'’٬٫](?=\p{Nd})"
    r'|(?<=\p{Hebrew}\p{M}*)"(?=\p{Hebrew})'
)
"""A sign inside a word: of *can't*, *3.14*, and the gershayim of Hebrew."""
_WORD = rf"[\p{{L}}\p{{N}}]{WORD_PART}*+(?:(?:{_JOINT}){WORD_PART}++)*+"
_LETTERS = r"(?:\p{L}[\p{M}\u200c\u200d]*+)++"
_LATIN, _LATIN_NUMBER = "A-Za-zªµºÀ-ÖØ-öø-ʯ", "0-9²³¹¼-¾"
_MORE_THAN_LATIN = re.compile("[^\0-\u00b7\u00b9-\u02af‘’‚“”„–—…•‹›€]")
_LATIN_WORD = re.compile(
    rf"[{_LATIN}{_LATIN_NUMBER}]+(?:(?:(?<=[{_LATIN}])[.'’‘:·](?=[{_LATIN}])"
    rf"|(?<=[0-9])[.,;'’](?=[0-9]))[{_LATIN}{_LATIN_NUMBER}]+)*"
)
_LATIN_LETTERS = re.compile(f"[{_LATIN}]+")
"""What ``_WORD`` and ``_LETTERS`` are in most texts of Latin letters without marks: found in a
quarter of the time, and ``regex`` need not be loaded."""
_UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"
"""Letters of Thai, Lao, Burmese and Khmer, in which U+200B is the border of words."""
_DENSE = rf"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff{_UNSPACED}]"
_FORMAT_MARKS = re.compile(
    "[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]"
    f"(?<!(?<=[{_UNSPACED}])\u200b)(?<!\u200b(?=[{_UNSPACED}]))"
)
"""Soft hyphen, word joiner, marks of direction, and a space without width inside a word."""
NO_DICTIONARY, NO_ICU = "no dictionary", "no ICU"
"""Why words are characters."""
SENTENCE_ENDS = frozenset(
    "…!.?։؝؞؟۔܀܁܂߹࠷࠹࠽࠾।॥၊။።፧፨᙮᜵᜶។៕᠃᠉᥄᥅᪨᪩᪪᪫᭎᭏᭚᭛᭞᭟᭽᭾᭿᰻"
    "᰼᱾᱿․‼‽⁇⁈⁉⳹⳺⳻⸮⸼⹓⹔⹠⹡。꓿꘎꘏꛳꛷꡶꡷꣎꣏꤯꧈꧉꩝꩞꩟꫰꫱꯫︒︕︖﹒﹖﹗！．？｡"
)
"""The characters with the property Sentence_Terminal of Unicode, those of living scripts, and the
ellipsis."""


@cache
def compile_pattern(pattern: str) -> regex.Pattern[str]:
    """Return a pattern with properties and sets of characters; compiled when it is needed."""
    import regex  # which commands that read no text do without

    return regex.compile(pattern, regex.V1)


def is_spaceless(text: str) -> bool:
    """Return True if a text has letters of scripts without spaces between words."""
    # what has none is known in a tenth of the time, Latin letters in a fiftieth
    return bool(
        text.encode("utf-8", "surrogatepass").translate(None, _NEVER_SPACELESS)
        and _NEAR_SPACELESS.search(text)
        and compile_pattern(SPACELESS).search(text)
    )


def _is_latin(text: str) -> bool:
    return text.isascii() or _MORE_THAN_LATIN.search(text) is None


def is_small_letter(letter: str) -> bool:
    """Return True for a small letter that names and sentences do not begin with; those of Georgian
    they do."""
    return letter.islower() and letter.title() != letter


def drop_format_marks(text: str) -> str:
    """Return a text without the characters that only say how a word is shown, so that two
    spellings of one word are the same (UAX #29, WB4); ZWNJ and ZWJ, which spell, stay."""
    return text if text.isascii() else _FORMAT_MARKS.sub("", text)


def clean_letters(text: str) -> str:
    """Return a text without the characters that only say how a word is shown, in NFC, so that two
    spellings of one word are the same (UAX #29, WB4); ZWNJ and ZWJ, which spell, stay."""
    return text if text.isascii() else unicodedata.normalize("NFC", drop_format_marks(text))


def part_words(text: str) -> str:
    """Return a text for those who divide it into tokens: cleaned, and with a space where U+200B is
    the border of two words."""
    return clean_letters(text).replace("\u200b", " ")


def find_words(
    text: str, cut: Callable[[str], list[str]] | None = None
) -> Iterator[tuple[int, int]]:
    """Yield where words begin and end; ``cut`` divides runs in scripts without spaces, by ICU where
    it is installed if it is not given."""
    is_cut = is_spaceless(text)
    for run in compile_pattern(_WORD).finditer(text):
        start, end = run.span()
        if not (is_cut and is_spaceless(run[0])):
            yield start, end
            continue
        for piece in (cut or _find_cutter())(run[0]):
            if compile_pattern(r"[\p{L}\p{N}]").search(piece):
                yield start, start + len(piece)
            start += len(piece)


def count_words(text: str) -> int:
    """Return about how many words a text has, which limits are compared with: runs without white
    space; in scripts without spaces, two letters count as one word."""
    rest, unspaced = (text, 0) if _is_latin(text) else compile_pattern(_DENSE).subn("", text)
    return len(rest.split()) + unspaced // 2


def list_letter_runs(text: str) -> list[str]:
    """Return the runs of letters with their marks: words without digits and signs in them."""
    letters = _LATIN_LETTERS if _is_latin(text) else compile_pattern(_LETTERS)
    found: list[str] = letters.findall(text)
    return found


def list_words(text: str, cut: Callable[[str], list[str]] | None = None) -> list[str]:
    """Return the words of a text, without letter case and what only says how they are shown (a soft
    hyphen); ``cut``: as in ``find_words``."""
    text = clean_letters(text).casefold()
    if _is_latin(text):
        return _LATIN_WORD.findall(text)
    if is_spaceless(text):
        return [text[start:end] for start, end in find_words(text, cut)]
    found: list[str] = compile_pattern(_WORD).findall(text)
    return found


def list_counted(text: str) -> list[str]:
    """Return what is counted of a text, without letter case: its words, and the characters of
    scripts without spaces."""
    return list_words(text, _cut_characters)


@lru_cache(maxsize=2)  # a document is counted for its header and for the index
def count_text(text: str) -> tuple[int, str]:
    """Return how many words a text has, and that it is words; or characters or syllables, where
    these are more than half of what is counted."""
    counted = list_counted(text)
    units = (
        unit
        for unit, letters in ((CHARACTERS, SPACELESS), (SYLLABLES, r"\p{Tibetan}"))
        if not _is_latin(text)
        and sum(map(bool, map(compile_pattern(letters).match, counted))) * 2 > len(counted)
    )
    return len(counted), next(units, WORDS)


@cache
def _find_cutter() -> Callable[[str], list[str]]:
    """Return what divides a run of letters into words: ICU, or characters without it."""
    try:
        from icu4py.breakers import WordBreaker
    except ImportError:
        return _cut_characters
    unknown = compile_pattern(rf"[{_WITHOUT_DICTIONARY}]")
    return lambda run: _cut_characters(run) if unknown.search(run) else [*WordBreaker(run, "und")]


def _cut_characters(run: str) -> list[str]:
    found: list[str] = compile_pattern(rf"{SPACELESS}\p{{M}}*|(?:(?!{SPACELESS}).)+").findall(run)
    return found


def find_fault(text: str) -> str:
    """Return why the words of a text are characters; "" if they are words."""
    if not is_spaceless(text):
        return ""
    if compile_pattern(rf"[{_WITHOUT_DICTIONARY}]").search(text):
        return NO_DICTIONARY
    return NO_ICU if _find_cutter() is _cut_characters else ""
