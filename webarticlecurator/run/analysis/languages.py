"""``curator report language``: the language that articles declare beside that of their text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from webarticlecurator.export import StoredArticle
from webarticlecurator.export.detected_language import detect_language
from webarticlecurator.run.analysis.reporting import MAX_EXAMPLES, Row

LANGUAGES: Row = ("declared", "detected", "articles", "conflict", "sources", "examples")
NO_LANGUAGE = frozenset({"", "und"})
_SAME = {"nb": "no", "nn": "no", "hr": "sr", "bs": "sr", "sh": "sr"}
"""Languages that are told apart by few words, or that have a common code."""


@dataclass
class _Articles:
    number: int = 0
    sources: dict[str, None] = field(default_factory=dict)
    examples: list[str] = field(default_factory=list)


def list_languages(articles: Iterable[StoredArticle]) -> Iterator[Row]:
    """Yield the pairs of a declared and a detected language, conflicts first, most frequent first.

    The declared one is that of the TEI: what the page says, or the portal file. Raises UsageError
    if py3langid is not installed.
    """
    counts: dict[tuple[str, str], _Articles] = {}
    for article in articles:
        pair = (article.header.language, detect_language(article.lines()))
        found = counts.setdefault(pair, _Articles())
        found.number += 1
        for value in article.header.metadata.all("language"):
            found.sources.setdefault(value.source)
        if len(found.examples) < MAX_EXAMPLES:
            found.examples.append(article.header.url)
    yield LANGUAGES
    rows = sorted(
        counts.items(), key=lambda item: (not is_conflict(*item[0]), -item[1].number, item[0])
    )
    for (declared, detected), found in rows:
        conflict = "yes" if is_conflict(declared, detected) else "no"
        sources = ", ".join(found.sources) or "portal file"
        examples = " ".join(found.examples)
        yield (declared, detected, str(found.number), conflict, sources, examples)


def is_conflict(declared: str, detected: str) -> bool:
    """Return True if a tag (``en-GB``) and a detected code (``en``) are of two languages."""
    one, other = (text.partition("-")[0].lower() for text in (declared, detected))
    if one in NO_LANGUAGE or other in NO_LANGUAGE:
        return False
    return _SAME.get(one, one) != _SAME.get(other, other)
