"""``curator report language``: the language that articles declare beside that of their text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from webarticlecurator.export import StoredArticle
from webarticlecurator.export.detected_language import detect_language, require_detection
from webarticlecurator.model.article import ArticleLanguage
from webarticlecurator.model.verdict import Problem
from webarticlecurator.run.analysis.reporting import MAX_EXAMPLES, Row
from webarticlecurator.run.derived_update import update_derived
from webarticlecurator.run.exporting import Convert, ExportedCorpus
from webarticlecurator.store.search_file import LanguageFile, open_languages

LANGUAGES: Row = ("declared", "detected", "articles", "conflict", "sources", "examples")
NO_LANGUAGE = frozenset({"", "und"})
_SAME = {"nb": "no", "nn": "no", "hr": "sr", "bs": "sr", "sh": "sr"}
"""Languages that are told apart by few words, or that have a common code."""


@dataclass(frozen=True)
class CorpusLanguages:
    """The languages of a corpus, and the TEI that could not be read."""

    file: LanguageFile
    problems: tuple[Problem, ...]

    def of(self, articles: Iterable[StoredArticle]) -> Iterator[ArticleLanguage]:
        """Yield the languages of some articles of the corpus."""
        for article in articles:
            found = self.file.find_language(article.path)
            if found is not None:
                yield found


@dataclass
class _Articles:
    number: int = 0
    sources: dict[str, None] = field(default_factory=dict)
    examples: list[str] = field(default_factory=list)


@contextmanager
def detect_languages(corpus: ExportedCorpus, jobs: int | None = None) -> Iterator[CorpusLanguages]:
    """Recognise the languages of what is new or changed in a corpus, and open them all.

    Raises UsageError (py3langid is not installed), CorpusMismatch, StoreDamaged, DiskFull.
    """
    require_detection()
    file = open_languages(corpus.folder)
    try:
        problems = update_derived(file, corpus, _make_detector, file.record, jobs)
        yield CorpusLanguages(file, tuple(problems))
    finally:
        file.close()


def _make_detector() -> Convert:
    return _read_language


def _read_language(article: StoredArticle) -> ArticleLanguage:
    header = article.header
    return ArticleLanguage(
        header.url,
        header.language,
        detect_language(article.lines()),
        tuple(dict.fromkeys(value.source for value in header.metadata.all("language"))),
        header.words,
    )


def list_languages(articles: Iterable[ArticleLanguage]) -> Iterator[Row]:
    """Yield the pairs of a declared and a detected language, conflicts first, most frequent first.

    The declared one is that of the TEI: what the page says, or the portal file.
    """
    counts: dict[tuple[str, str], _Articles] = {}
    for article in articles:
        found = counts.setdefault((article.declared, article.detected), _Articles())
        found.number += 1
        found.sources.update(dict.fromkeys(article.sources))
        if len(found.examples) < MAX_EXAMPLES:
            found.examples.append(article.url)
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
