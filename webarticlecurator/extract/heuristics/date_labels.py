"""Tell what a date in a line is by the words before it: a day of publication, of a change, or of
which a text describes the state.

The words are in ``words/bylines.txt``; a language is added there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from webarticlecurator.extract.dates.normalize import fold_date_text
from webarticlecurator.text.words import list_phrases

MAX_LABEL_LENGTH = 40
MAX_LABEL_WORDS = 4
"""A longer line without a date is not the label of the next line."""


class DateMeaning(Enum):
    """What a date is, by its label; the values are the sections of ``words/bylines.txt``."""

    PUBLISHED = "published"
    CHANGED = "changed"
    STATUS = "status"
    UNLABELLED = ""


@dataclass(frozen=True)
class LabelledText:
    """A part of a line, from one label up to the next; ``start``: its position in the line."""

    meaning: DateMeaning
    text: str
    start: int


def fold_line(line: str) -> str:
    """Return ``line`` as the functions of this module and of ``extract/dates`` read it."""
    return " ".join(fold_date_text(line).split())


def split_at_labels(line: str) -> tuple[LabelledText, ...]:
    """Return the parts of ``line`` (``fold_line``), each with the meaning of its dates.

    A label counts for what follows it; at the end of the line, for the date directly before it
    (*12 March 2024 (updated)*, *2024. március 12-én közzétéve*). Labels without a date between them
    are one, with the meaning of the last (*published on the web, last updated*).
    """
    labels = list(_find_labels(line))
    starts = [0, *(start for _, start, _ in labels)]
    meanings = [DateMeaning.UNLABELLED, *(meaning for meaning, _, _ in labels)]
    ends = [*starts[1:], len(line)]
    parts = [
        LabelledText(meaning, line[start:end], start)
        for meaning, start, end in zip(meanings, starts, ends, strict=True)
    ]
    last = labels[-1] if labels else None
    if last and not line[last[2] :].strip(" .,:;)]|") and _has_digit(parts[-2].text):
        before = parts[-2]
        if before.meaning is DateMeaning.UNLABELLED:
            parts[-2] = LabelledText(last[0], before.text, before.start)
    return tuple(part for part in parts if _has_digit(part.text))


def is_label(line: str) -> bool:
    """Return True for a ``line`` (``fold_line``) that is only the label of what follows it."""
    return (
        len(line) <= MAX_LABEL_LENGTH
        and len(line.split()) <= MAX_LABEL_WORDS
        and not _has_digit(line)
        and bool(_label_pattern().search(line))
    )


def _find_labels(line: str) -> Iterator[tuple[DateMeaning, int, int]]:
    """Yield meaning, start and end of each label."""
    for match in _label_pattern().finditer(line):
        yield DateMeaning(str(match.lastgroup)), match.start(), match.end()


def may_have_label(line: str, meanings: tuple[DateMeaning, ...]) -> bool:
    """Return False if ``split_at_labels`` finds none of ``meanings`` in ``line``, in a fraction of
    its time."""
    return _find_phrases(meanings).search(line) is not None


@lru_cache(maxsize=4)
def _find_phrases(meanings: tuple[DateMeaning, ...]) -> re.Pattern[str]:
    return re.compile("|".join(map(_fold_phrases, meanings)))


@lru_cache(maxsize=1)
def _label_pattern() -> re.Pattern[str]:
    """Return the pattern of labels, each up to the end of its word. What may be a change
    (*actualiz*) is tried first."""
    order = (DateMeaning.CHANGED, DateMeaning.STATUS, DateMeaning.PUBLISHED)
    return re.compile(
        "|".join(
            rf"(?P<{meaning.value}>(?:{_fold_phrases(meaning)})[^\W\d_]*)" for meaning in order
        )
    )


def _fold_phrases(meaning: DateMeaning) -> str:
    """Return the expression of the labels without accents; escapes, which are in small letters,
    stay as they are."""
    return fold_date_text("|".join(list_phrases("bylines", meaning.value)))


def _has_digit(text: str) -> bool:
    return any(character.isdigit() for character in text)
