"""Lines that are not text of an article, recognised by how they begin, in many languages: links to
further reading, and dates.
"""

from __future__ import annotations

import re
from functools import lru_cache

from webarticlecurator.base.text.words import list_lines


@lru_cache(maxsize=1)
def _dense_scripts() -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    """Return the patterns of the characters that count more than once: all of them; ideographs and
    kana; hangul."""
    # five milliseconds, which commands that measure no such text do without
    return (
        re.compile("[\u3040-\ud7af]"),
        re.compile("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff]"),
        re.compile("[\uac00-\ud7af]"),
    )


def measure_linked_text(collapsed: str) -> int:
    """Return the size of a text in Latin letters: a character of a dense script counts more."""
    if collapsed.isascii():
        return len(collapsed)
    any_dense, ideograph_or_kana, hangul = _dense_scripts()
    if not any_dense.search(collapsed):
        return len(collapsed)

    dense = len(ideograph_or_kana.findall(collapsed))
    # So that sizes in other modules hold for every script; Thai and Indic letters are not weighed.
    return len(collapsed) + 2 * dense + len(hangul.findall(collapsed))


# *Read also* in 47 languages; sentences that only begin like it stay text (fa276992).
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
    """Return True for a line that only sends the reader to something else (*Read more: …*).
    ``text``: with white space collapsed."""
    return (
        len(text) <= MAX_LINK_LINE_SIZE
        and bool(_link_line().match(text))
        and measure_linked_text(text) <= MAX_LINK_LINE_SIZE
    )


_MAX_DATE_LINE = 70
_TIMESTAMP = re.compile(
    r"""(?=.*\d)(?:.*?(?:
    \b\d{1,2}[:.h]\d{2}\b(?:\s*(?:uhr|[ap]\.?m\.?|[a-z]{2,4}))?|\b\d{4}[./年-]\s?\d{1,2}[./月-]\s?\d{1,2}|\b\d{1,2}[./-]\s?\d{1,2}[./-]\s?\d{2,4}\b|
    \b(?:\d{1,2}\.?\s(?:\w+\s)?\w{3,10}\.?,?|\w{3,10}\.?\s\d{1,2}(?:st|nd|rd|th)?,?)\s\d{4}\b
    )).*$""",
    re.VERBOSE | re.IGNORECASE,
)
"""A line with a date or a time of day."""
_SENTENCE = re.compile(r"\w{2}[.!?]$|(?:\b[^\W\d]{2,}\b\W+){7}")
"""The end of a sentence, or seven words in a row without a number: more than a date."""


def is_date_line(text: str) -> bool:
    """Return True for a line with little more than a date (*Stand: 22.04.2024, 06:00 Uhr*)."""
    if len(text) > _MAX_DATE_LINE or not _TIMESTAMP.match(text):
        return False
    # A sentence with a date in it is text: *On 3 May 2024 he left.*
    return not _SENTENCE.search(text)
