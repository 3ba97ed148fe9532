"""What the index keeps of the TEI of each article, so that a corpus is counted without reading its
documents.
"""

from __future__ import annotations

from typing import Any

from webarticlecurator.base.dataclasses import dataclass, field, fields, replace
from webarticlecurator.base.text.characters import shorten
from webarticlecurator.base.text.translation import make_message

MAX_VALUE, MAX_NAME, MAX_NAMES = 1000, 500, 100
"""Characters of a title and of the name of an author or a section, and names, that are kept."""


@dataclass(frozen=True)
class ArticleFacts:
    """The facts of a TEI document; they follow from its content and the zone of the portal. The
    index has a column for each (``storage/index/derived_schema.py``).

    ``published``: the day of publication in the portal's zone (YYYY-MM-DD), or the month or year
    alone; empty if it is not known. ``stored``: the day of the first capture whose words it has, or
    had. ``column``, ``access``: empty if not known. ``field_sources``: pairs of a metadata field
    and the kind of source of its first value (``jsonld``). ``confidence``, ``page_kind``: see
    ``Article``.
    ``words``: how many there are, or of what ``unit`` says, such as characters.
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
    unit: str
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
