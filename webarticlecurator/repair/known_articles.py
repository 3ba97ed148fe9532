"""What is known of an article, and how another reading of it compares: words, title, authors, date.

An article is known when the rules of the portal have read it in the old design. In the new design,
its words and values show where each of them stands now.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime

from webarticlecurator.dataclasses import dataclass
from webarticlecurator.model.article import Metadata, PageExtract, Rejected
from webarticlecurator.model.blocks import block_words
from webarticlecurator.rules.element_values import collapse_white_space
from webarticlecurator.text.times import DAY_LENGTH

FIELDS = ("title", "authors", "published")
"""Fields that must be read the same, and that rules are looked for."""
MIN_F1 = 0.99
"""F1 of the words from which two texts are the same."""
MIN_WORDS = 20
"""Words of an article from which it shows where the text is."""
MAX_SHOWN = 60
"""Characters of a value in a message."""

Values = tuple[str, ...]


@dataclass(frozen=True)
class KnownArticle:
    """An article as the rules read it: its address, words and values by field, and whether its
    text was found by a rule (``is_ruled``), not guessed."""

    url: str
    words: Values
    values: tuple[tuple[str, Values], ...]
    is_ruled: bool = True

    def get(self, name: str) -> Values:
        """Return the values of a field."""
        return dict(self.values).get(name, ())


@dataclass(frozen=True)
class ReadingComparison:
    """How an article is read now: F1 of the words against those known, what differs in words, and
    the fields that are ``different``. Those are ``gone`` whose values are nowhere on the page now,
    and are not read."""

    url: str
    f1: float
    differences: tuple[str, ...] = ()
    different: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()

    @property
    def is_same(self) -> bool:
        """True if the text and all values are the same that the page still has."""
        return not self.differences


def know_article(url: str, read: PageExtract | Rejected) -> KnownArticle | None:
    """Return what a reading makes known; None for a rejected page and for a few words."""
    if isinstance(read, Rejected):
        return None
    words = tuple(block_words(read.blocks))
    values = tuple((name, read_known_values(read.metadata, name)) for name in FIELDS)
    is_short = sum(map(len, words)) < 5 * MIN_WORDS
    return None if is_short else KnownArticle(url, words, values, read.confidence is None)


def read_known_values(metadata: Metadata, name: str) -> Values:
    """Return the values of a field, with one space for each run of white space."""
    values = metadata.all(name)
    one = values[:1] if name == "published" else values
    return tuple(collapse_white_space(each.value) for each in one)


def compare_reading(
    known: KnownArticle, read: PageExtract | Rejected, has: Callable[[str, Values], bool]
) -> ReadingComparison:
    """Compare a reading with what is known; ``has`` tells whether the page has values of a
    field."""
    if isinstance(read, Rejected):
        what = f"no article: {read.reason}, {read.evidence}"
        return ReadingComparison(known.url, 0.0, (what,), FIELDS)
    words = block_words(read.blocks)
    f1 = measure_f1(known.words, words)
    differences = [*_describe_words(known.words, words, f1)] if f1 < MIN_F1 else []
    different, gone = [], []
    for name in FIELDS:
        old, new = known.get(name), read_known_values(read.metadata, name)
        if is_same_value(name, old, new):
            continue
        # a page that no longer has the moment may have another time of that day
        day, days = (new[0] if new else "")[:DAY_LENGTH], [each[:DAY_LENGTH] for each in old]
        is_left_out = not new or (name == "published" and day in days)
        if is_left_out and not has(name, old):
            gone.append(name)
            continue
        different.append(name)
        differences.append(f"{name}: {_show(new)} (known: {_show(old)})")
    return ReadingComparison(
        known.url, round(f1, 4), tuple(differences), tuple(different), tuple(gone)
    )


def measure_f1(known: Sequence[str], read: Sequence[str]) -> float:
    """Return the F1 of words, whatever their order."""
    common = sum((Counter(known) & Counter(read)).values())
    return 2 * common / (len(known) + len(read)) if known or read else 1.0


def is_same_value(name: str, old: Values, new: Values) -> bool:
    """Return True for the same values; of dates the same moment, or the same day where one of them
    has no time."""
    if name != "published" or not (old and new):
        return old == new
    one, other = old[0], new[0]
    if DAY_LENGTH in (len(one), len(other)):
        return one[:DAY_LENGTH] == other[:DAY_LENGTH]
    return one == other or _moment(one) == _moment(other)


def _moment(text: str) -> object:
    """Return a moment to the minute; of a time without a zone, as it is written."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return text
    moment = moment.replace(second=0, microsecond=0)
    return moment.timestamp() if moment.tzinfo else moment.isoformat()


def _describe_words(known: Sequence[str], read: Sequence[str], f1: float) -> Iterable[str]:
    one, other = Counter(known), Counter(read)
    yield f"text: F1 {f1:.3f}, {len(read)} words (known: {len(known)})"
    for what, more in (("missing", one - other), ("added", other - one)):
        if more:
            yield f"words {what}: {_show(tuple(more)[:8], ' ')}"


def _show(values: Values, between: str = "; ") -> str:
    text = re.sub(r"\s+", " ", between.join(values))
    return (f"{text[: MAX_SHOWN - 1]}…" if len(text) > MAX_SHOWN else text) or "none"
