"""Lines that are not text of an article, recognised by how they begin, in many languages: links to
further reading, and dates."""

from __future__ import annotations

import re
from functools import lru_cache

from webarticlecurator.extract.heuristics.text_units import text_size
from webarticlecurator.text.words import list_lines

MAX_LINK_LINE_SIZE = 160
"""Size of the longest line that can be such a link: a longer one has content of its own."""


@lru_cache(maxsize=1)
def _link_line() -> re.Pattern[str]:
    """Return the pattern of the beginning of a line that sends the reader to something else; a
    space in ``words/link-lines.txt`` is any white space."""
    beginnings = "|".join(list_lines("link-lines", "beginnings"))
    pattern = rf"\W*(?:{beginnings})".replace(" ", r"\s+").replace(r"\s+?", r"\s*")
    return re.compile(pattern, re.IGNORECASE)


def is_link_line(text: str) -> bool:
    """Return True for a line that only sends the reader to something else (*Read more: …*)."""
    return text_size(text) <= MAX_LINK_LINE_SIZE and bool(_link_line().match(text))


_TIMESTAMP = re.compile(
    r"""(?=.{0,70}$)(?=.*\d)(?:.*?(?:
    \b\d{1,2}[:.h]\d{2}\b(?:\s*(?:uhr|[ap]\.?m\.?|[a-z]{2,4}))?|\b\d{4}[./年-]\s?\d{1,2}[./月-]\s?\d{1,2}|\b\d{1,2}[./-]\s?\d{1,2}[./-]\s?\d{2,4}\b|
    \b(?:\d{1,2}\.?\s(?:\w+\s)?\w{3,10}\.?,?|\w{3,10}\.?\s\d{1,2}(?:st|nd|rd|th)?,?)\s\d{4}\b
    )).*$""",
    re.VERBOSE | re.IGNORECASE,
)
"""A line of at most 70 characters with a date or a time of day."""
_SENTENCE = re.compile(r"\w{2,}[.!?]$|(?:\b[^\W\d]{2,}\b\W+){7}")
"""The end of a sentence, or seven words in a row without a number: more than a date."""


def is_date_line(text: str) -> bool:
    """Return True for a line with little more than a date (*Stand: 22.04.2024, 06:00 Uhr*)."""
    return bool(_TIMESTAMP.match(text)) and not _SENTENCE.search(text)
