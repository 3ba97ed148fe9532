"""Lines of text that are no text of an article, by how they begin: in many languages. For guessing without rules."""

from __future__ import annotations

import re

from webarticlecurator.extract.guess.line_words import FURTHER
from webarticlecurator.extract.guess.units import size_of

LONGEST = 160
"""Such a line is not longer (in characters of an alphabet) than this: what is longer says something itself."""
_MORE = re.compile(rf"\W*(?:{'|'.join(FURTHER)})".replace(" ", r"\s+").replace(r"\s+?", r"\s*"), re.IGNORECASE)


def points_elsewhere(text: str) -> bool:
    """True for a line that only sends the reader to something else (*Read more: …*)."""
    return size_of(text) <= LONGEST and bool(_MORE.match(text))


_MOMENT = re.compile(
    r"""(?=.{0,70}$)(?=.*\d)(?:.*?(?:
    \b\d{1,2}[:.h]\d{2}\b(?:\s*(?:uhr|[ap]\.?m\.?|[a-z]{2,4}))?|\b\d{4}[./年-]\s?\d{1,2}[./月-]\s?\d{1,2}|\b\d{1,2}[./-]\s?\d{1,2}[./-]\s?\d{2,4}\b|
    \b(?:\d{1,2}\.?\s(?:\w+\s)?\w{3,10}\.?,?|\w{3,10}\.?\s\d{1,2}(?:st|nd|rd|th)?,?)\s\d{4}\b
    )).*$""",
    re.VERBOSE | re.IGNORECASE,
)
_SENTENCE = re.compile(r"\w{2,}[.!?]$|(?:\b[^\W\d]{2,}\b\W+){7}")


def is_moment(text: str) -> bool:
    """True for a line that says little more than when something was written (*Stand: 22.04.2024, 06:00 Uhr*)."""
    return bool(_MOMENT.match(text)) and not _SENTENCE.search(text)
