"""By what the articles of a corpus are counted: one row for each.

From its row follow the numbers, the bars of the charts, and which articles a bar leads to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import Enum
from typing import Any

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.model.article_facts import ArticleFacts
from webarticlecurator.base.model.corpus_numbers import ArticleCount
from webarticlecurator.base.model.fields import FIELD_NAMES, FIELDS_BY_NAME
from webarticlecurator.base.text.times import MONTH_LENGTH, YEAR_LENGTH
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.base.text.word_borders import WORDS

LENGTHS = (0, 50, 100, 200, 400, 800, 1600, 3200, 6400)
"""The classes of length: the fewest words of each."""

FactName = tuple[str, ...]
"""The name of a fact, as the index counts it (``storage/index/derived_schema.py``)."""
NO_SOURCE = "nothing"
"""In place of the kind of source of a field without a value."""


class FactKind(Enum):
    """How a value is counted: as it is, each name of a list, the month of a day, the class of a
    length, or what fields are from."""

    VALUE = "value"
    LIST = "list"
    MONTH = "month"
    LENGTH = "length"
    SOURCES = "sources"


@dataclass(frozen=True)
class Fact:
    """What the index counts together, under the name ``what``.

    ``value``: the attribute of ``ArticleFacts`` that is counted. ``month_of``: one with a date, by
    whose month it is counted, too. The index, its triggers and its queries follow.
    """

    what: str
    kind: FactKind
    value: str
    month_of: str = ""

    def names_of(self, facts: ArticleFacts) -> tuple[FactName, ...]:
        """Return the names of the fact for an article, each once."""
        names = _NAMES_OF[self.kind](getattr(facts, self.value))
        if not self.month_of:
            return names
        month = getattr(facts, self.month_of)[:MONTH_LENGTH]
        return tuple((*name, month) for name in names)


@dataclass(frozen=True)
class Dimension:
    """By what articles are counted.

    ``key``: its key in ``--json`` answers. ``heading``: the heading of its chart. ``fact`` is what
    it is read from, ``bars`` returns the bars for the name of a fact; ``""`` is the bar of what is
    not known, and ``unknown`` what that one is called. An article with several authors counts in
    several bars.
    ``order`` returns what bars are sorted by if they have an order of their own; others are sorted
    by their size.
    ``field``: the metadata field whose values these are. ``where``: the field of ``--where`` that
    has the names of the bars, the empty name for no value. ``date``: the attribute of
    ``ArticleFacts`` with dates that begin with the name of a bar, if it is not the fact's.
    ``characters``: of a date, those of the name.
    """

    key: str
    heading: str
    fact: Fact
    bars: Callable[[FactName], tuple[str, ...]]
    order: Callable[[str], tuple[Any, ...]] | None = None
    unknown: str = make_message("not known")
    where: str = ""
    field: str = ""
    date: str = ""
    characters: int = MONTH_LENGTH

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


def _field_sources(name: FactName) -> tuple[str, ...]:
    """Return the field with the kind of its source, for each field, also for those without one."""
    kinds = dict(zip(name[::2], name[1::2], strict=True))
    return tuple(
        f"{field}: {kinds.get(field, NO_SOURCE)}" for field in dict.fromkeys((*FIELD_NAMES, *kinds))
    )


def _by_name(name: str) -> tuple[Any, ...]:
    return (name,)


def _by_field(name: str) -> tuple[Any, ...]:
    field, _, kind = name.partition(": ")
    number = FIELD_NAMES.index(field) if field in FIELD_NAMES else len(FIELD_NAMES)
    return (number, kind == NO_SOURCE, name)


def _by_length(name: str) -> tuple[Any, ...]:
    least, _, unit = name.partition(" ")
    return (unit, int(least))


def name_length(least: str, unit: str) -> str:
    """Return the name of the bar of a class of length: each unit has bars of its own."""
    return least if unit == WORDS else f"{least} {unit}"


def find_length_class(words: int) -> int:
    """Return the fewest words of the class of length of an article."""
    return max(least for least in LENGTHS if least <= words)


_NAMES_OF: dict[FactKind, Callable[[Any], tuple[FactName, ...]]] = {
    FactKind.VALUE: _one,
    FactKind.LIST: _list,
    FactKind.MONTH: lambda day: _one(day[:MONTH_LENGTH]),
    FactKind.LENGTH: lambda words: _one(str(find_length_class(words))),
    FactKind.SOURCES: lambda pairs: (tuple(word for pair in pairs for word in pair),),
}
"""Kind of a fact → the function that returns its names for a value."""


def _of_field(field: str, value: str, key: str, heading: str, unknown: str) -> Dimension:
    """Return the dimension of a metadata field; ``value``: the attribute of ``ArticleFacts``."""
    fact = Fact(value, FactKind.LIST if FIELDS_BY_NAME[field].is_list else FactKind.VALUE, value)
    return Dimension(key, heading, fact, _first, unknown=unknown, where=field, field=field)


_COLUMN = Fact("column", FactKind.VALUE, "column", month_of="published")

DIMENSIONS = (
    Dimension(
        "years",
        make_message("Year of publication"),
        _COLUMN,
        lambda name: (name[1][:YEAR_LENGTH],),
        _by_name,
        unknown=make_message("undated"),
        where="year",
        date="published",
        characters=YEAR_LENGTH,
    ),
    Dimension(
        "months",
        make_message("Month of publication"),
        _COLUMN,
        lambda name: (name[1] if len(name[1]) == MONTH_LENGTH else "",),
        _by_name,
        unknown=make_message("without a month"),
        where="month",
        date="published",
    ),
    Dimension(
        "columns",
        make_message("Column"),
        _COLUMN,
        _first,
        unknown=make_message("no column"),
        where="column",
    ),
    _of_field(
        "section", "sections", "sections", make_message("Section"), make_message("no section")
    ),
    _of_field("authors", "authors", "authors", make_message("Author"), make_message("no author")),
    _of_field(
        "language", "language", "languages", make_message("Language"), make_message("not known")
    ),
    _of_field("access", "access", "access", make_message("Access"), make_message("not stated")),
    Dimension(
        "page_kinds",
        make_message("Kind of page"),
        Fact("page_kind", FactKind.VALUE, "page_kind"),
        _first,
        unknown=make_message("read by rules"),
        where="page_kind",
    ),
    Dimension(
        "lengths",
        make_message("Length"),
        Fact("length", FactKind.LENGTH, "words"),
        _first,
        _by_length,
    ),
    Dimension(
        "sources",
        make_message("Where metadata came from"),
        Fact("sources", FactKind.SOURCES, "field_sources"),
        _field_sources,
        _by_field,
    ),
    Dimension(
        "stored",
        make_message("Growth: month of the first capture"),
        Fact("stored", FactKind.MONTH, "stored"),
        _first,
        _by_name,
    ),
)
"""The dimensions in the order in which they are shown. A row makes the counts of the index, the
queries for its bars, its chart and the command that lists its articles."""
COUNTED_FACTS = {dimension.fact.what: dimension.fact for dimension in DIMENSIONS}
"""What is counted, by its name."""
DIMENSIONS_OF_FIELDS = {dimension.field: dimension for dimension in DIMENSIONS if dimension.field}
"""The metadata fields whose values the index counts."""
DETECTED = Dimension(
    "detected_languages",
    make_message("Language recognised in the text"),
    Fact("detected", FactKind.VALUE, ""),
    _first,
    unknown=make_message("text too short"),
    where="detected_language",
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
