"""What the index keeps of the TEI of each article, so that a corpus is counted without reading its
documents."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ArticleFacts:
    """The facts of a TEI document; they follow from its content and the zone of the portal.

    ``published``: the day of publication in the portal's zone (YYYY-MM-DD), or the month or year
    alone; empty if it is not known. ``stored``: the day of the first capture whose words it has, or
    had. ``column``, ``access``: empty if not known. ``field_sources``: pairs of a metadata field
    and the kind of source of its first value (``jsonld``). ``confidence``: see ``Article``.
    ``text_digest``: of the words of the body, written without space; the same for the same text.
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
    field_sources: tuple[tuple[str, str], ...]
    text_digest: bytes
