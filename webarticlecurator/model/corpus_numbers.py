"""A corpus in numbers: facts of articles, dimensions, runs, terms, months without articles.

A corpus in numbers: how many articles and words it has, by what is known of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import Enum
from typing import Any

from webarticlecurator.dataclasses import dataclass, field, fields, replace
from webarticlecurator.model.fields import FIELD_NAMES, FIELDS_BY_NAME
from webarticlecurator.text.characters import shorten
from webarticlecurator.text.translation import make_message
from webarticlecurator.text.words import DuplicateCounts


@dataclass(frozen=True)
class ArticleCount:
    """The ``articles`` of a bar, and their ``words``. ``name`` is empty for articles of which it is
    not known."""

    name: str
    articles: int
    words: int


@dataclass(frozen=True)
class VerdictCount:
    """How many listed addresses have a state, for a ``reason``; it is empty where there is none."""

    state: str
    reason: str
    articles: int

    @property
    def name(self) -> str:
        """The state with its reason."""
        return f"{self.state}: {self.reason}" if self.reason else self.state


@dataclass(frozen=True, order=True)
class Gap:
    """Months (YYYY-MM) from ``first`` to ``last`` without an article, though there are some before
    and after; in one ``column``, or in the whole corpus if it is empty."""

    column: str
    first: str
    last: str
    months: int


@dataclass(frozen=True)
class SilentSpan:
    """A span of the archive whose pages list nothing at all: where it is, and what is wrong."""

    place: str
    message: str


@dataclass(frozen=True)
class CorpusNumbers:
    """The numbers of the articles in TEI of a corpus.

    ``counts``: key of a dimension (``corpus_numbers.py``) → its bars, none of them empty; that
    of ``DETECTED`` is missing if ``report language`` was never run.
    ``verdicts``: all listed addresses by what became of them. ``same_texts``: the numbers of
    articles that have the same text, for each text that several have. ``unread``: articles in TEI
    that are not counted, since their files cannot be read. ``runs``: all runs of the log, oldest
    first. ``duplicates``: those of the last ``report duplicates``, None if it was never run.
    """

    portal: str
    articles: int
    words: int
    counts: Mapping[str, tuple[ArticleCount, ...]]
    verdicts: tuple[VerdictCount, ...]
    gaps: tuple[Gap, ...]
    silent_spans: tuple[SilentSpan, ...]
    same_texts: tuple[int, ...]
    unread: int = 0
    runs: tuple[Run, ...] = ()
    duplicates: DuplicateCounts | None = None


@dataclass(frozen=True)
class ListedArticle:
    """An article that a bar leads to. ``path``: that of its TEI file, relative to the folder of the
    corpus; empty for an address without TEI, whose ``title`` is the evidence of its verdict."""

    id: str
    date: str
    title: str
    url: str
    path: str


# What the index keeps of the TEI of each article, so that a corpus is counted without reading its
# documents.

MAX_VALUE, MAX_NAME, MAX_NAMES = 1000, 500, 100
"""Characters of a title and of the name of an author or a section, and names, that are kept."""


@dataclass(frozen=True)
class ArticleFacts:
    """The facts of a TEI document; they follow from its content and the zone of the portal. The
    index has a column for each (``store/derived_schema.py``).

    ``published``: the day of publication in the portal's zone (YYYY-MM-DD), or the month or year
    alone; empty if it is not known. ``stored``: the day of the first capture whose words it has, or
    had. ``column``, ``access``: empty if not known. ``field_sources``: pairs of a metadata field
    and the kind of source of its first value (``jsonld``). ``confidence``, ``page_kind``: see
    ``Article``.
    ``text_digest``: of the words of the body, written without space; the same for the same text.
    ``shortened``: in words, which values of the document are kept in part.
    """

    title: str
    published: str
    stored: str
    column: str
    language: str
    access: str
    sections: tuple[str, ...]
    authors: tuple[str, ...]
    words: int
    confidence: int | None
    page_kind: str
    field_sources: tuple[tuple[str, str], ...]
    text_digest: bytes
    shortened: tuple[str, ...] = field(default=(), compare=False)


FACT_VALUES = tuple(row for row in fields(ArticleFacts) if row.compare)
"""The values of ``ArticleFacts`` that the index keeps."""
NAMES = "tuple[str, ...]"
"""The type of those that are lists of names."""


def shorten_facts(facts: ArticleFacts) -> ArticleFacts:
    """Return facts that are no larger than what the index keeps, however long the values of a page
    are, with what was left out in words."""
    shortened: list[str] = []
    kept: dict[str, Any] = {}
    for row in FACT_VALUES:
        value = getattr(facts, row.name)
        if isinstance(value, str) and len(value) > MAX_VALUE:
            shortened.append(
                make_message(
                    "{name}: {number} characters (at most {most} are kept)",
                    name=row.name,
                    number=len(value),
                    most=MAX_VALUE,
                )
            )
            kept[row.name] = shorten(value, MAX_VALUE)
        elif row.type == NAMES:
            longest = max(map(len, value), default=0)
            if longest > MAX_NAME:
                shortened.append(
                    make_message(
                        "{name}: one of {number} characters (at most {most} are kept)",
                        name=row.name,
                        number=longest,
                        most=MAX_NAME,
                    )
                )
            if len(value) > MAX_NAMES:
                shortened.append(
                    make_message(
                        "{name}: {number} (at most {most} are kept)",
                        name=row.name,
                        number=len(value),
                        most=MAX_NAMES,
                    )
                )
            # two long names may have the same beginning
            kept[row.name] = tuple(
                dict.fromkeys(shorten(name, MAX_NAME) for name in value[:MAX_NAMES])
            )
    return replace(facts, shortened=tuple(shortened), **kept) if shortened else facts


# By what the articles of a corpus are counted: one row for each.
#
# From its row follow the numbers, the bars of the charts, and which articles a bar leads to.

LENGTHS = (0, 50, 100, 200, 400, 800, 1600, 3200, 6400)
"""The classes of length: the fewest words of each."""

FactName = tuple[str, ...]
"""The name of a fact, as the index counts it (``store/derived_schema.py``)."""
YEAR_LENGTH, MONTH_LENGTH = len("2019"), len("2019-03")
"""Characters of a year, and of a month."""
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
        _month,
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
        make_message("Length in words"),
        Fact("length", FactKind.LENGTH, "words"),
        _first,
        _by_number,
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
    unknown=make_message("too short a text"),
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


# The runs of commands on a corpus, and what the corpus held when each had ended.


@dataclass(frozen=True)
class RunCounts:
    """What a corpus holds: the articles that its archive has ``listed``, those of them that were
    ``fetched`` (all but pending and failed ones), those that were ``rejected``, and those that are
    in ``tei``, with their ``words``; None if these are not known of every article."""

    listed: int
    fetched: int
    rejected: int
    tei: int
    words: int | None


@dataclass(frozen=True)
class Run:
    """One run of a command on the corpus.

    ``started`` and ``finished`` are WARC dates. ``finished`` and ``outcome`` are None while it
    runs, and after a kill. ``counts`` is None until the run, or the one after a kill, has counted.
    ``days``: the first and the last day on which it ran, in the portal's zone; the last is empty if
    it is not known.
    """

    id: int
    command: str
    started: str
    finished: str | None
    outcome: str | None
    counts: RunCounts | None = None
    days: tuple[str, str] = ("", "")


# The terms of a corpus: under which licences its texts are, and which of them are reserved.


class TermsSource(Enum):
    """Where the terms of a text are stated."""

    PAGE = "page"
    PORTAL_FILE = "portal file"
    NOTHING = "nothing"


@dataclass(frozen=True, order=True)
class Terms:
    """The terms of a text.

    ``licence`` as it is stated, empty where nothing is. ``reserved_by``: the statements that
    reserve the text from text and data mining or from the training of models, empty if none does.
    """

    licence: str
    source: str
    reserved_by: str = ""


@dataclass(frozen=True)
class TermsGroup:
    """Articles with the same terms; ``example`` is the address of one."""

    terms: Terms
    articles: int
    example: str


@dataclass(frozen=True)
class CorpusTerms:
    """The groups of all articles in TEI, the largest first."""

    groups: tuple[TermsGroup, ...]

    @property
    def reserved(self) -> tuple[TermsGroup, ...]:
        """The groups whose texts are reserved."""
        return tuple(group for group in self.groups if group.terms.reserved_by)

    @property
    def reserved_articles(self) -> int:
        """The number of articles whose texts are reserved."""
        return sum(group.articles for group in self.reserved)


# Months without an article between months that have some.

_MONTH = re.compile(r"(\d{4})-(\d\d)", re.ASCII)


def find_gaps(months: Iterable[tuple[str, ...]]) -> tuple[Gap, ...]:
    """Return the gaps of a corpus, then those of its columns that are not gaps of all of it, the
    longest first.

    ``months``: pairs of a column and a month (YYYY-MM) with articles; other dates do not count.
    """
    by_column: dict[str, set[int]] = {}
    for column, month in months:
        if found := _MONTH.fullmatch(month):
            by_column.setdefault(column, set()).add(int(found[1]) * 12 + int(found[2]) - 1)
    of_all = _find_missing(set().union(*by_column.values()))
    gaps = [*_group(of_all, "")]
    if len(by_column) > 1:
        for column, known in by_column.items():
            gaps += _group(_find_missing(known) - of_all, column)
    return tuple(sorted(gaps, key=lambda gap: (bool(gap.column), -gap.months, gap)))


def list_months(first: str, last: str) -> list[str]:
    """Return all months from one to another, as YYYY-MM."""
    start, end = (int(month[:4]) * 12 + int(month[5:7]) - 1 for month in (first, last))
    return [_month_name(number) for number in range(start, end + 1)]


def _find_missing(known: set[int]) -> set[int]:
    return set(range(min(known), max(known))) - known if known else set()


def _group(missing: set[int], column: str) -> Iterator[Gap]:
    """Yield a gap for each row of months that follow one another."""
    for first in sorted(month for month in missing if month - 1 not in missing):
        last = first
        while last + 1 in missing:
            last += 1
        yield Gap(column, _month_name(first), _month_name(last), last - first + 1)


def _month_name(number: int) -> str:
    return f"{number // 12:04}-{number % 12 + 1:02}"
