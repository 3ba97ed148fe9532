"""Tell what a date in a line is by the words before it: a day of publication, of a change, or of
which a text describes the state.

The words are in ``words/bylines.txt``; a language is added there.
"""

from __future__ import annotations

import re
from enum import Enum
from functools import lru_cache

from webarticlecurator.articles.units.text_units import Unit
from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.text.date_names import fold_date_text
from webarticlecurator.base.text.words import list_phrases

MAX_LINE_SIZE = 250
"""Size of the longest line whose dates are read; the longest footers have two sentences."""
_DIGIT = re.compile(r"[\d年]")
"""A digit, or the word behind a year in numerals of East Asia."""


def has_digit_in_line(unit: Unit) -> bool:
    return unit.size <= MAX_LINE_SIZE and _DIGIT.search(unit.text) is not None


# Both bounds keep sentences from labelling the line after them.
MAX_LABEL_LENGTH = 40
MAX_LABEL_WORDS = 4
"""A longer line without a date is not the label of the next line."""


class DateMeaning(Enum):
    """What a date is, by its label; the values are the sections of ``words/bylines.txt``."""

    PUBLISHED = "published"
    CHANGED = "changed"
    STATUS = "status"
    OTHER = "other"
    """A day of something else than the article: on which somebody joined a forum."""
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
    labels = list(label_pattern().finditer(line))
    starts = [0, *(label.start() for label in labels)]
    meanings = [DateMeaning.UNLABELLED, *(DateMeaning(str(each.lastgroup)) for each in labels)]
    ends = [*starts[1:], len(line)]
    parts = [
        LabelledText(meaning, line[start:end], start)
        for meaning, start, end in zip(meanings, starts, ends, strict=True)
    ]
    last = labels[-1] if labels else None
    # A label at the end has nothing after it to label: it belongs to the date before (… (updated)).
    if last and not line[last.end() :].strip(" .,:;)]|") and _has_digit(parts[-2].text):
        before = parts[-2]
        # A date that has a label before it keeps that one.
        if before.meaning is DateMeaning.UNLABELLED:
            parts[-2] = LabelledText(meanings[-1], before.text, before.start)
    return tuple(part for part in parts if _has_digit(part.text))


def is_label(line: str) -> bool:
    """Return True for a ``line`` (``fold_line``) that is only the label of what follows it."""
    return (
        len(line) <= MAX_LABEL_LENGTH
        and len(line.split()) <= MAX_LABEL_WORDS
        and not _has_digit(line)
        and bool(label_pattern().search(line))
    )


@lru_cache(maxsize=1)
def label_pattern() -> re.Pattern[str]:
    """Return the pattern of labels, each up to the end of its word. What may be a change
    (*actualiz*) is tried first."""
    order = (
        DateMeaning.OTHER,
        DateMeaning.CHANGED,
        DateMeaning.STATUS,
        DateMeaning.PUBLISHED,
    )
    return re.compile(
        "|".join(
            rf"(?P<{meaning.value}>(?:{_fold_phrases(meaning)})[^\W\d_]*)" for meaning in order
        )
    )


def _fold_phrases(meaning: DateMeaning) -> str:
    """Return the expression of the labels without accents; escapes, which are in small letters,
    stay as they are."""
    # By their first letters, so that at most letters of a line no label is tried: in a tenth of the
    # time. Two labels that begin differently never match at the same place.
    rests: dict[str, list[str]] = {}
    for phrase in fold_date_text("|".join(list_phrases("bylines", meaning.value))).split("|"):
        letters = phrase.removeprefix(r"\b")
        # at the beginning of a word, looked for behind the letter
        edge = rf"(?<!\w{letters[0]})" if letters != phrase else ""
        rests.setdefault(letters[0], []).append(edge + letters[1:])
    return "|".join(f"{first}(?:{'|'.join(rest)})" for first, rest in rests.items())


def _has_digit(text: str) -> bool:
    return any(map(str.isdigit, text))
