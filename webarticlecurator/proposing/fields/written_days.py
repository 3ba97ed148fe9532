"""Days as lines have them: their form, what is beside them, and lines of nothing but such facts."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lxml import etree

from webarticlecurator.base.text.date_names import fold_date_text
from webarticlecurator.base.text.date_words import find_date_parts
from webarticlecurator.base.text.dates import DateContext, read_date
from webarticlecurator.base.text.times import DAY_LENGTH
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules.elements import text_of

MAX_SIZE = 120
"""Characters of the longest line with a date."""
_SEPARATED = r"\s*[|,;·•–—-][\s|,;:·•.–—-]*"
_LINES = tuple("p span div li dd td small em b strong i time abbr font h2 h3 h4 h5 h6".split())
_NUMERIC = re.compile(r"\d{4}([./-])\d{1,2}\1\d{1,2}|\d{1,2}\.\s?\d{1,2}\.\s?\d{4}")
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
    last = re.split(r"[\s,(]", part)[-1]
    return re.fullmatch(_WORD, behind) is not None and re.fullmatch(_WORD, last) is not None


def _generalize(token: str) -> str:
    if token.isdecimal():
        return _YEAR if len(token) == 4 else _NUMBER
    if token == ",":  # of any script, in the form that was read
        return _COMMA
    return _SPACE if token.isspace() else _WORD if re.fullmatch(_WORD, token) else re.escape(token)


def read_shaped_day(
    shape: str, text: str, context: DateContext, formats: tuple[str, ...] = ()
) -> str:
    """Return the day that is written so in a text (ISO), "" if there is none."""
    found = re.search(shape, text)
    value = read_date(found[0], formats, context).value if found else None
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
