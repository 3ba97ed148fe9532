"""By what the articles of a corpus are counted: one row for each.

From its row follow the numbers, the bars of the charts, and which articles a bar leads to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from webarticlecurator.model.fields import FIELD_NAMES

if TYPE_CHECKING:  # an index that is only opened needs neither
    from webarticlecurator.model.article_facts import ArticleFacts
    from webarticlecurator.model.corpus_numbers import ArticleCount

LENGTHS = (0, 50, 100, 200, 400, 800, 1600, 3200, 6400)
"""The classes of length: the fewest words of each."""

FactName = tuple[str, ...]
"""The name of a fact, as the index counts it (``store/facts_schema.py``)."""
MONTH_LENGTH = len("2019-03")
"""Characters of a month."""
NO_SOURCE = "nothing"
"""In place of the kind of source of a field without a value."""


@dataclass(frozen=True)
class Fact:
    """What the index counts together. ``names_of`` returns its names for the facts of an article,
    each once."""

    what: str
    names_of: Callable[[ArticleFacts], tuple[FactName, ...]]


@dataclass(frozen=True)
class Dimension:
    """By what articles are counted.

    ``key``: its key in ``--json`` answers. ``heading``: the heading of its chart. ``fact`` is what
    it is read from, ``bars`` returns the bars for the name of a fact; ``""`` is the bar of what is
    not known. An article with several authors counts in several bars.
    ``order`` returns what bars are sorted by if they have an order of their own; others are sorted
    by their size.
    """

    key: str
    heading: str
    fact: Fact
    bars: Callable[[FactName], tuple[str, ...]]
    order: Callable[[str], tuple[Any, ...]] | None = None

    def bars_of(self, facts: ArticleFacts) -> tuple[str, ...]:
        """Return the bars in which an article counts."""
        return tuple(bar for name in self.fact.names_of(facts) for bar in self.bars(name))

    def sort(self, counts: Iterable[ArticleCount]) -> tuple[ArticleCount, ...]:
        """Return bars in their order; that of what is not known comes last."""

        def sort_key(count: ArticleCount) -> tuple[Any, ...]:
            own = self.order(count.name) if self.order else (-count.articles, count.name)
            return (not count.name, own if count.name else ())

        return tuple(sorted(counts, key=sort_key))


def _first(name: FactName) -> tuple[str, ...]:
    return name[:1]


def _one(value: str) -> tuple[FactName, ...]:
    return ((value,),)


def _list(values: tuple[str, ...]) -> tuple[FactName, ...]:
    return tuple((value,) for value in values or ("",))


def _month(name: FactName) -> tuple[str, ...]:
    return (name[1] if len(name[1]) == MONTH_LENGTH else "",)


def _field_sources(name: FactName) -> tuple[str, ...]:
    """Return the field with the kind of its source, for each field, also for those without one."""
    kinds = dict(zip(name[::2], name[1::2], strict=True))
    fields = dict.fromkeys((*FIELD_NAMES, *kinds))
    return tuple(f"{field}: {kinds.get(field, NO_SOURCE)}" for field in fields)


def _by_name(name: str) -> tuple[Any, ...]:
    return (name,)


def _by_number(name: str) -> tuple[Any, ...]:
    return (int(name),)


def _by_field(name: str) -> tuple[Any, ...]:
    field, _, kind = name.partition(": ")
    number = FIELD_NAMES.index(field) if field in FIELD_NAMES else len(FIELD_NAMES)
    return (number, kind == NO_SOURCE, name)


def find_length_class(words: int) -> int:
    """Return the fewest words of the class of length of an article."""
    return max(least for least in LENGTHS if least <= words)


def _field_and_kind(facts: ArticleFacts) -> tuple[FactName, ...]:
    return (tuple(word for pair in facts.field_sources for word in pair),)


_COLUMN = Fact("column", lambda facts: ((facts.column, facts.published[:MONTH_LENGTH]),))
_SECTIONS = Fact("sections", lambda facts: _list(facts.sections))
_AUTHORS = Fact("authors", lambda facts: _list(facts.authors))
_LANGUAGE = Fact("language", lambda facts: _one(facts.language))
_ACCESS = Fact("access", lambda facts: _one(facts.access))
_LENGTH = Fact("length", lambda facts: _one(str(find_length_class(facts.words))))
_SOURCES = Fact("sources", _field_and_kind)
_STORED = Fact("stored", lambda facts: _one(facts.stored[:MONTH_LENGTH]))

DIMENSIONS = (
    Dimension("years", "Year of publication", _COLUMN, lambda name: (name[1][:4],), _by_name),
    Dimension("months", "Month of publication", _COLUMN, _month, _by_name),
    Dimension("columns", "Column", _COLUMN, _first),
    Dimension("sections", "Section", _SECTIONS, _first),
    Dimension("authors", "Author", _AUTHORS, _first),
    Dimension("languages", "Language", _LANGUAGE, _first),
    Dimension("access", "Access", _ACCESS, _first),
    Dimension("lengths", "Length in words", _LENGTH, _first, _by_number),
    Dimension("sources", "Where metadata came from", _SOURCES, _field_sources, _by_field),
    Dimension("stored", "Growth: month of the first capture", _STORED, _first, _by_name),
)
"""The dimensions in the order in which they are shown."""
DETECTED = Dimension(
    "detected_languages",
    "Language recognised in the text",
    Fact("detected", lambda _: ()),
    _first,
)
"""The languages of ``languages.sqlite``, which the index does not count."""
CHARTED = tuple(
    each for one in DIMENSIONS for each in ((one, DETECTED) if one.key == "languages" else (one,))
)
"""All dimensions that are drawn, in their order."""
DIMENSIONS_BY_KEY = {dimension.key: dimension for dimension in CHARTED}
VERDICTS = "verdicts"
SAME_TEXTS = "same_texts"
"""The keys of the other bars: what became of listed addresses, and texts that several articles
have. These are numbered from 1, in the order of ``CorpusNumbers.same_texts``."""
CAPTURED = "captured"
"""The key of bars of articles first captured on the days of a run, from the first to the last:
``2024-05-02/2024-05-04``; ``2024-05-02/`` has no last day."""
BarKey = tuple[str, str]
"""The key of a dimension or one of the others, and the name of a bar."""
