"""The fields of a stored article: one row for each.

From a row follow what ``--where`` compares, by what ``--by`` divides, and which columns a table can
have. A table has one cell for a field, with all its values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date
from enum import Enum
from typing import Any, TypeAlias

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.model.article import PAGE_KINDS
from webarticlecurator.base.model.attribute_words import read_words, to_words
from webarticlecurator.base.model.fields import FIELDS, FieldKind, MetadataField
from webarticlecurator.base.text.published_days import find_moment, parse_days
from webarticlecurator.base.text.text_signature import Duplicate
from webarticlecurator.base.text.times import MONTH_LENGTH
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.corpus.export.detected_language import FIELD, detect_language
from webarticlecurator.corpus.export.stored_article import StoredArticle, parse_article
from webarticlecurator.tei.documents.plain_text import read_posts
from webarticlecurator.tei.tokens.body_units import find_units

Cell: TypeAlias = str | int | float
ReadField: TypeAlias = Callable[[str], tuple[Cell, ...]]
"""Returns the values of the field with a name, of one article."""


class CellType(Enum):
    """What the values of a field are, and so how they are compared and stored. A date may have a
    time, or lack day and month; a day is ``YYYY-MM-DD``, a moment a time in UTC; a record has
    parts."""

    TEXT = "text"
    DATE = "date"
    DAY = "day"
    MOMENT = "moment"
    INTEGER = "integer"
    NUMBER = "number"
    RECORD = "record"


DATES = frozenset({CellType.DATE, CellType.DAY, CellType.MOMENT})
NUMBERS = frozenset({CellType.INTEGER, CellType.NUMBER})


@dataclass(frozen=True)
class ArticleField:
    """A field of a stored article.

    ``read`` returns its values, none if it has none; ``is_list``: there may be several. ``parts``:
    what a record has: texts, and the number ``level``.
    """

    name: str
    meaning: str
    read: Callable[[StoredArticle], tuple[Any, ...]]
    type: CellType = CellType.TEXT
    is_list: bool = False
    parts: tuple[str, ...] = ()


_MEANINGS = {
    "language": make_message("Language: that of the page, or else of the portal."),
    "section": make_message("Sections of the portal."),
}
"""Where the meaning of a metadata field is about its rule in the portal file."""


def _metadata_field(row: MetadataField) -> ArticleField:
    kind = {FieldKind.DATE: CellType.DATE, FieldKind.YEAR: CellType.INTEGER}.get(
        row.kind, CellType.TEXT
    )

    def read(article: StoredArticle) -> tuple[Cell, ...]:
        texts = article.header.metadata.texts(row.name)
        if kind is CellType.INTEGER:
            return tuple(int(text) for text in texts if text.isascii() and text.isdigit())
        return tuple(texts)

    return ArticleField(row.name, _MEANINGS.get(row.name, row.meaning), read, kind, row.is_list)


def _optional(value: Cell | None) -> tuple[Cell, ...]:
    return () if value in (None, "") else (value,)


def _published_days(article: StoredArticle) -> tuple[date, date] | None:
    return parse_days(article.header.metadata.first("published"), article.timezone)


def _read_year(article: StoredArticle) -> tuple[Cell, ...]:
    days = _published_days(article)
    return (days[0].year,) if days else ()


def _read_month(article: StoredArticle) -> tuple[Cell, ...]:
    days = _published_days(article)
    is_known = days and (days[0].year, days[0].month) == (days[1].year, days[1].month)
    return (days[0].isoformat()[:MONTH_LENGTH],) if days and is_known else ()


def _read_day(article: StoredArticle) -> tuple[Cell, ...]:
    days = _published_days(article)
    return (days[0].isoformat(),) if days and days[0] == days[1] else ()


def _read_confidence(article: StoredArticle) -> tuple[Cell, ...]:
    share = article.header.confidence
    return () if share is None else (share / 1000,)


def _read_rights(article: StoredArticle) -> tuple[Cell, ...]:
    return tuple(f"{each.source}: {each.value}" for each in article.header.rights)


def _read_text(article: StoredArticle) -> tuple[Cell, ...]:
    return _optional("\n".join(article.lines()))


def _read_captured(article: StoredArticle) -> tuple[Cell, ...]:
    return _optional(min((capture.time for capture in article.header.captures), default=None))


def read_signed_in(article: StoredArticle) -> tuple[str]:
    """Return ``yes`` for an article a page of which was read in a subscriber's session."""
    return ("yes" if any(each.signed_in for each in article.header.captures) else "no",)


def _find_duplicate(article: StoredArticle) -> tuple[Duplicate, ...]:
    find = article.find_duplicate
    found = None if find is None else find(article.header.id)
    return () if found is None else (found,)


def _read_listed(article: StoredArticle) -> tuple[Cell, ...]:
    if article.is_unlisted is None:
        return ()
    # in an export of several corpora
    return (
        "no" if article.is_unlisted(article.path.removeprefix(f"{article.portal}/")) else "yes",
    )


ARTICLE_FIELDS: tuple[ArticleField, ...] = (
    ArticleField("id", "Name of the file, made of the address.", lambda a: (a.header.id,)),
    ArticleField("url", "Canonical address.", lambda a: (a.header.url,)),
    ArticleField(
        "persistent_id",
        "Identifier for citing the article: DOI or Handle of the corpus, with the id.",
        lambda a: _optional(a.header.persistent_id),
    ),
    *map(_metadata_field, FIELDS),
    ArticleField("column", "Column of the portal.", lambda a: _optional(a.header.column)),
    ArticleField("kind", "Type of Schema.org.", lambda a: _optional(a.header.kind)),
    ArticleField("publisher", "Publisher of the portal.", lambda a: _optional(a.header.publisher)),
    ArticleField("words", "Words of the body.", lambda a: (a.header.words,), CellType.INTEGER),
    ArticleField(
        "word_unit",
        "What `words` counts: words, or characters or syllables of scripts without spaces.",
        lambda a: (a.header.unit,),
    ),
    ArticleField(
        "confidence",
        "Expected F1 of a text that was read without rules, 0 to 1.",
        _read_confidence,
        CellType.NUMBER,
    ),
    ArticleField(
        "page_kind",
        make_message(
            "Kind of page: {kinds}; empty if rules read the page.",
            kinds=", ".join(PAGE_KINDS),
        ),
        lambda a: _optional(a.header.page_kind),
    ),
    ArticleField("pages", "Stored pages.", lambda a: (len(a.header.captures),), CellType.INTEGER),
    ArticleField("captured", "Time of the first capture (UTC).", _read_captured, CellType.DATE),
    ArticleField(
        "signed_in",
        "`yes` if a page was read in a subscriber's session, else `no`.",
        read_signed_in,
    ),
    ArticleField(
        "problems",
        "Kinds of its problems.",
        lambda a: tuple(kind for kind, _ in a.header.problems),
        is_list=True,
    ),
    ArticleField("rights", "What the portal states about its use.", _read_rights, is_list=True),
    ArticleField("aliases", "Other addresses.", lambda a: a.header.aliases, is_list=True),
    ArticleField("path", "File below `tei/`.", lambda a: (a.path,)),
    ArticleField("portal", "Id of the portal.", lambda a: _optional(a.portal)),
    ArticleField(
        "year", "Year of publication in the portal's time zone.", _read_year, CellType.INTEGER
    ),
    ArticleField("month", "Month of publication, `YYYY-MM`.", _read_month, CellType.DATE),
    ArticleField("day", "Day of publication, if it is known.", _read_day, CellType.DAY),
    ArticleField(
        "characters",
        "Characters of the running text.",
        lambda a: (len("\n".join(a.lines())),),
        CellType.INTEGER,
    ),
    ArticleField("text", "Running text, one paragraph per line.", _read_text),
)
"""The fields in the order in which they are listed."""
REQUESTED_FIELDS: tuple[ArticleField, ...] = (
    ArticleField(
        FIELD,
        "Language of the running text, as py3langid recognises it; needs the extra `language`.",
        lambda a: _optional(detect_language(a.lines())),
    ),
    ArticleField(
        "duplicate",
        "Kind of duplicate: `same`, `near`, `version` or `contained`; after `report duplicates`.",
        lambda a: tuple(each.kind for each in _find_duplicate(a)),
    ),
    ArticleField(
        "duplicate_of",
        "Id of the article that it repeats.",
        lambda a: tuple(each.of for each in _find_duplicate(a)),
    ),
    ArticleField(
        "duplicate_share",
        "Similarity with that article, 0 to 1.",
        lambda a: tuple(each.share for each in _find_duplicate(a)),
        CellType.NUMBER,
    ),
    ArticleField(
        "listed",
        "`yes`, or `no` if no rule of the portal file lists it any more (unlisted).",
        _read_listed,
    ),
)
"""Fields that need an extra, the index, or the work of another command: no format has them by
default."""


MARKS = ("duplicate_of",)
"""Requested fields that a ``corpus.yaml`` asks for in all formats."""


def read_mark(article: StoredArticle) -> str:
    """Return the id of the article that this one repeats, "" if there is none."""
    return next((each.of for each in _find_duplicate(article)), "")


def derive_moment(name: str, read: ReadField, zone: str) -> tuple[Cell, ...]:
    """Return the value of a field of ``MOMENT_FIELDS``; ``read`` reads the others. A month or a
    year alone has no moment: its first one in UTC is of another year nearly everywhere."""
    base, _, part = name.rpartition("_")
    moment = find_moment(next(map(str, read(base)), None), zone)
    if moment is None:
        return ()
    if part == "precision":
        return (moment[1],)
    is_moment = moment[1] in ("day", "time")
    return (moment[0].isoformat().replace("+00:00", "Z"),) if is_moment else ()


def _moment_field(name: str, meaning: str, kind: CellType = CellType.MOMENT) -> ArticleField:
    return ArticleField(
        name, meaning, lambda a: derive_moment(name, make_field_reader(a), a.timezone), kind
    )


_IN_UTC = (
    "`{}` in UTC; a day begins at midnight in the portal's zone, a month or a year has no moment."
)
_PRECISION = "How precise `{}` is: `year`, `month`, `day` or `time`."
MOMENT_FIELDS = (
    _moment_field("published_time", _IN_UTC.format("published")),
    _moment_field("published_precision", _PRECISION.format("published"), CellType.TEXT),
    _moment_field("modified_time", _IN_UTC.format("modified")),
    _moment_field("modified_precision", _PRECISION.format("modified"), CellType.TEXT),
    _moment_field("captured_time", "`captured`, as a moment for tables with types."),
)
"""The dates as moments, for tables with types; ``published`` and others stay as published."""
NUMBERED = frozenset(each.name for each in ARTICLE_FIELDS if each.type in NUMBERS)
"""Names of the fields whose values are numbers."""
ARTICLE_FIELDS_BY_NAME = {
    field.name: field for field in (*ARTICLE_FIELDS, *MOMENT_FIELDS, *REQUESTED_FIELDS)
}


# Fields whose values are records, for formats that can nest: no condition is about them.
_POST = read_words("id author time reply_to level text")
_BLOCK = read_words("kind part level path text")


def _read_posts(kind: str) -> Callable[[StoredArticle], tuple[Any, ...]]:
    return lambda article: tuple(
        to_words(post, _POST) for post in read_posts(parse_article(article.content), kind)
    )


def _read_blocks(article: StoredArticle) -> tuple[Any, ...]:
    units = (to_words(unit, _BLOCK) for unit in find_units(parse_article(article.content)))
    return tuple({**unit, "level": int(unit["level"]) if unit["level"] else None} for unit in units)


def _record_field(
    name: str, meaning: str, read: Callable[[StoredArticle], tuple[Any, ...]], parts: Iterable[str]
) -> ArticleField:
    return ArticleField(name, meaning, read, CellType.RECORD, is_list=True, parts=tuple(parts))


RECORD_FIELDS = (
    _record_field("comments", "Comments of readers.", _read_posts("comment"), _POST),
    _record_field("entries", "Entries of a live report or thread.", _read_posts("entry"), _POST),
    _record_field(
        "blocks", "Paragraphs, headings, captions … with their TEI element.", _read_blocks, _BLOCK
    ),
)
TABLE_FIELDS_BY_NAME = {
    **ARTICLE_FIELDS_BY_NAME,
    **{field.name: field for field in RECORD_FIELDS},
}
"""The fields that a format with nested columns can have."""


def make_field_reader(article: StoredArticle) -> ReadField:
    """Return what reads the fields of an article by name."""
    return lambda name: ARTICLE_FIELDS_BY_NAME[name].read(article)
