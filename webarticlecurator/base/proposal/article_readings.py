"""What a proposed portal file reads of the articles that were looked at, as data and a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.model.attribute_words import read_words, to_words
from webarticlecurator.base.text.translation import (
    Message,
    join_messages,
    make_message,
    show_message,
)

FIELDS = ("title", "published", "authors", "section", "keywords")
MAX_CELL = 28
"""Characters of a value that are shown in the table."""
_FIELD_WORDS = read_words("name=field values source is_sure=sure")
_WORDS = read_words("url rejected start words is_sure=sure has_next=next comments")
"""Attribute of ``ArticleReading`` → its key in the answer of ``curator new --json``."""
_HEAD: tuple[str, ...] = (
    make_message("words kept"),
    *FIELDS,
    make_message("next page"),
    make_message("comments"),
    make_message("address"),
)


@dataclass(frozen=True)
class FieldReading:
    """The values of a metadata field, where the first is from, "" without one, and whether they
    are sure: where not, somebody should look at them."""

    name: str
    values: tuple[str, ...] = ()
    source: str = ""
    is_sure: bool = True


@dataclass(frozen=True)
class ArticleReading:
    """What was read of the page at ``url``: its metadata, the first words of its text and how many
    it has, the words that each rule drops, and whether the text is sure. ``rejected`` is the reason
    of a page that is no article by the rules, else ""; ``has_next``: a page follows."""

    url: str
    fields: tuple[FieldReading, ...] = ()
    rejected: str = ""
    start: str = ""
    words: int = 0
    dropped: tuple[tuple[str, int], ...] = ()
    is_sure: bool = False
    has_next: bool = False
    comments: int = 0

    def find(self, name: str) -> FieldReading:
        """Return what was read of a field."""
        return next((each for each in self.fields if each.name == name), FieldReading(name))

    def as_json(self) -> dict[str, Any]:
        """Return the values for ``--json``."""
        dropped = [{"rule": rule, "words": words} for rule, words in self.dropped]
        fields = [to_words(each, _FIELD_WORDS) for each in self.fields]
        return {**to_words(self, _WORDS), "dropped": dropped, "fields": fields}


def parse_reading(answer: Mapping[str, Any]) -> ArticleReading:
    """Return what ``as_json`` has written."""
    values = {attribute: answer[word] for attribute, word in _WORDS.items()}
    return ArticleReading(
        fields=tuple(
            FieldReading(each["field"], tuple(each["values"]), each["source"], each["sure"])
            for each in answer["fields"]
        ),
        dropped=tuple((each["rule"], each["words"]) for each in answer["dropped"]),
        **values,
    )


def describe_rejection(reason: str) -> Message:
    """Return the text that a rejected page shows instead of its words."""
    return make_message("none: {reason}", reason=reason)


def describe_readings(readings: Sequence[ArticleReading]) -> tuple[str, ...]:
    """Return a table of what was read on pages, one line for each, then where the values are from.
    Empty without pages."""
    if not readings:
        return ()
    rows = [_HEAD, *map(_row, readings)]
    # as wide as they are shown; the words of the table itself are translated
    widths = [max(len(show_message(row[n])) for row in rows) for n in range(len(_HEAD) - 1)]
    names = [f"cell{number}" for number in range(len(_HEAD))]
    forms = [f"{{{name}:<{width}}}" for name, width in zip(names, widths, strict=False)]
    template = "  ".join([*forms, f"{{{names[-1]}}}"])
    lines = [Message(template, "", dict(zip(names, row, strict=True))) for row in rows]
    first = make_message("{number} articles read with this file:", number=len(readings))
    return (first, *lines, *_list_sources(readings))


def _row(reading: ArticleReading) -> tuple[str, ...]:
    if reading.rejected:
        return (describe_rejection(reading.rejected), *[""] * (len(_HEAD) - 2), reading.url)
    dropped = sum(count for _, count in reading.dropped)
    words = make_message("{kept} of {kept2}", kept=reading.words, kept2=reading.words + dropped)
    cells = ["; ".join(reading.find(name).values) or "-" for name in FIELDS]
    cells[1] = cells[1][: len("2024-01-31T10:00")]
    shown = [f"{cell[: MAX_CELL - 1]}…" if len(cell) > MAX_CELL else cell for cell in cells]
    following = make_message("yes") if reading.has_next else "-"
    return (words, *shown, following, str(reading.comments or "-"), reading.url)


def _list_sources(readings: Sequence[ArticleReading]) -> Iterator[str]:
    """Yield, for each field, its sources and on how many pages."""
    for name in FIELDS:
        counts = Counter(source for each in readings if (source := each.find(name).source))
        sources = ", ".join(f"{source} ({count})" for source, count in counts.most_common())
        yield join_messages(": ", (name, sources or make_message("not found")))
