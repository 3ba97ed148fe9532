"""Days as lines have them: their form, what is beside them, the language of their months."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache

from lxml import etree

from webarticlecurator.base.text.calendar_words import calendar_names, languages
from webarticlecurator.base.text.date_names import fold_date_text
from webarticlecurator.base.text.date_words import find_date_parts
from webarticlecurator.base.text.dates import DateContext, read_date
from webarticlecurator.base.text.times import DAY_LENGTH
from webarticlecurator.base.text.word_pattern import WORD
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules.elements import text_of

MAX_SIZE = 120
"""Characters of the longest line with a date."""
_SEPARATED = r"\s*[|,;·•–—-][\s|,;:·•.–—-]*"
_LINES = tuple("p span div li dd td small em b strong i time font h2 h3 h4 h5 h6".split())
_NUMERIC = re.compile(r"\d{4}([./-])\d{1,2}\1\d{1,2}|\d{1,2}\.\s?\d{1,2}\.\s?\d{4}")
_LETTERS = WORD
_WORD = r"[^\s\d,.:·•|/()،–—-]+"
"""Letters, with the signs of vowels that are none, as those of Hindi."""
_TOKEN = re.compile(rf"\d+|{_WORD}|\s+|.")
_COMMA = "[,،，、]"
_MARKS = r"[\u200e\u200f\u061c]*"
"""Signs for the direction of writing, which dates in Arabic have."""
_SPACE, _NUMBER, _YEAR = r"\s+", r"\d{1,2}", r"\d{4}"
_SEPARATORS, _TIME = r"[\s|,;:·•.–—-]*", r"(?:\D{0,12}?\d{1,2}[:.]\d\d(?:\s*(?:Uhr|h)\b)?)?"


def find_day_lines(page: Page) -> Iterator[etree._Element]:
    """Yield the innermost elements of a page with a short text that has a year."""
    for element in page.root.iterdescendants(*_LINES):
        own = " ".join([element.text or "", *(each.tail or "" for each in element)])
        if len(own) <= 2 * MAX_SIZE and re.search(_YEAR, own) and len(text_of(element)) <= MAX_SIZE:
            yield element


def find_date_shape(text: str, context: DateContext) -> str:
    """Return the regex of the first date in a text, "" if it has none that can be read."""
    numeric, folded_text = _NUMERIC.search(text), fold_date_text(text)
    between = _MARKS if re.search(_MARKS.replace("*", ""), text) else ""
    parts = [numeric[0]] if numeric else [*find_date_parts(folded_text, context.tag)]
    return next(
        (
            between.join(map(_generalize, _TOKEN.findall(part)))
            for part in parts
            if read_date(part, (), context).value is not None and not _cuts_word(part, folded_text)
        ),
        "",
    )


def _cuts_word(part: str, text: str) -> bool:
    """Return True for a part of a text that ends within a word of it: in Thai a letter is short for
    a weekday, and begins names."""
    behind = text.partition(part)[2][:1]
    last = re.split(r"[\s,]", part)[-1]
    return re.fullmatch(_WORD, behind) is not None and re.fullmatch(_WORD, last) is not None


def _generalize(token: str) -> str:
    if token.isdecimal():
        return _YEAR if len(token) == 4 else _NUMBER
    if token == ",":  # of any script, in the form that was read
        return _COMMA
    return _SPACE if token.isspace() else _WORD if re.fullmatch(_WORD, token) else re.escape(token)


def read_shaped_day(shape: str, text: str, context: DateContext) -> str:
    """Return the day that is written so in a text (ISO), "" if there is none."""
    found = re.search(shape, text)
    value = read_date(found[0], (), context).value if found else None
    return (value or "")[:DAY_LENGTH]


def cut_day(shape: str) -> tuple[str, str]:
    """Return the replacement that leaves the day of a shape of a text that has more than it."""
    return f"^.*?({shape}).*$", r"\1"


def leave_day_out(shape: str, text: str) -> tuple[str, str]:
    """Return the replacement that leaves what is beside the day of a shape, and its time: *By Ann
    Small | May 3, 2020, 10:15*. Of a text with more parts, such as *A. Small | May 3, 2020 | 2
    comments*, the part beside the day stays, that before it if there is one."""
    before = rf"(?s)^(.*?{_WORD}.*?){_SEPARATED}{shape}.*$"
    if re.search(before, text):
        return before, r"\1"
    after = rf"(?s)^.*?{shape}{_TIME}{_SEPARATORS}([^|•·]*?{_WORD}[^|•·]*?)\s*(?:[|•·].*)?$"
    if re.search(after, text):
        return after, r"\1"
    return f"{_SEPARATORS}{shape}{_TIME}{_SEPARATORS}", ""


# The language of the names of months.
def find_month_language(pages: Sequence[Page]) -> str:
    """Return the language (BCP 47) in which most of the pages name the month of a day, as in *24.
    február 2009*; "" where fewer than two do, in English, or in words that several languages
    have."""
    votes: Counter[str] = Counter()
    for page in pages:
        lines = {text_of(each) for each in find_day_lines(page)}
        votes.update({language for line in lines for language in list_month_languages(line)})
    (best, count), (_, second), *_ = [*votes.most_common(2), ("", 0), ("", 0)]
    return best if count > max(second, 1) else ""


def list_month_languages(text: str) -> tuple[str, ...]:
    """Return the languages but English in whose words, accents included, a text has a day."""
    words = {*re.findall(_LETTERS, text.casefold())} if re.search(_YEAR, text) else set()
    return tuple(
        language
        for language, names in _months_by_language().items()
        if not words.isdisjoint(names) and find_date_shape(text, DateContext(None, language))
    )


@lru_cache(maxsize=1)
def _months_by_language() -> dict[str, frozenset[str]]:
    """Return language → the names of months in it that are not English."""
    found = {}
    for language in (each for each in languages() if "-" not in each):
        own = calendar_names(language)
        names = (*own.months, *own.months_alone, *own.short, *own.short_alone)
        found[language] = frozenset(name.casefold().rstrip(".") for name in names)
    return {each: names - found["en"] for each, names in found.items()}
