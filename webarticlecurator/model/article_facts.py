"""What the index keeps of the TEI of each article, so that a corpus is counted without reading its
documents."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from webarticlecurator.model.visible import shorten

MAX_VALUE, MAX_NAME, MAX_NAMES = 1000, 500, 100
"""Characters of a title and of the name of an author or a section, and names, that are kept."""
_VALUES = ("title", "language", "access")


@dataclass(frozen=True)
class ArticleFacts:
    """The facts of a TEI document; they follow from its content and the zone of the portal.

    ``published``: the day of publication in the portal's zone (YYYY-MM-DD), or the month or year
    alone; empty if it is not known. ``stored``: the day of the first capture whose words it has, or
    had. ``column``, ``access``: empty if not known. ``field_sources``: pairs of a metadata field
    and the kind of source of its first value (``jsonld``). ``confidence``: see ``Article``.
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
    field_sources: tuple[tuple[str, str], ...]
    text_digest: bytes
    shortened: tuple[str, ...] = field(default=(), compare=False)


def shorten_facts(facts: ArticleFacts) -> ArticleFacts:
    """Return facts that are no larger than what the index keeps, however long the values of a page
    are, with what was left out in words."""
    shortened = [
        f"{name}: {len(value)} characters (at most {MAX_VALUE} are kept)"
        for name in _VALUES
        if len(value := getattr(facts, name)) > MAX_VALUE
    ]
    for name in ("sections", "authors"):
        values: tuple[str, ...] = getattr(facts, name)
        longest = max(map(len, values), default=0)
        if longest > MAX_NAME:
            shortened.append(f"{name}: one of {longest} characters (at most {MAX_NAME} are kept)")
        if len(values) > MAX_NAMES:
            shortened.append(f"{name}: {len(values)} (at most {MAX_NAMES} are kept)")
    if not shortened:
        return facts
    return replace(
        facts,
        title=shorten(facts.title, MAX_VALUE),
        language=shorten(facts.language, MAX_VALUE),
        access=shorten(facts.access, MAX_VALUE),
        sections=_shorten_names(facts.sections),
        authors=_shorten_names(facts.authors),
        shortened=tuple(shortened),
    )


def _shorten_names(names: tuple[str, ...]) -> tuple[str, ...]:
    # two long names may have the same beginning
    return tuple(dict.fromkeys(shorten(name, MAX_NAME) for name in names[:MAX_NAMES]))
