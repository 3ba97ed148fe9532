"""``curator report language``: the language that articles declare beside that of their text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.model.article_language import ArticleLanguage
from webarticlecurator.base.model.verdict import Problem
from webarticlecurator.corpus.corpora.derived_update import update_derived
from webarticlecurator.corpus.corpora.exporting import ExportedCorpus
from webarticlecurator.corpus.corpora.reporting import CountedArticles, Row
from webarticlecurator.corpus.export.detected_language import (
    detect_language,
    is_conflict,
    require_detection,
)
from webarticlecurator.corpus.export.stored_article import StoredArticle
from webarticlecurator.storage.texts.language_file import LanguageFile, open_languages

LANGUAGES: Row = ("declared", "detected", "articles", "conflict", "sources", "examples")


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


@contextmanager
def detect_languages(corpus: ExportedCorpus, jobs: int | None = None) -> Iterator[CorpusLanguages]:
    """Recognise the languages of what is new or changed in a corpus, and open them all.

    Raises UsageError (py3langid is not installed), CorpusMismatch, StoreDamaged, DiskFull.
    """
    require_detection()
    with closing(open_languages(corpus.folder)) as file:
        yield CorpusLanguages(
            file, tuple(update_derived(file, corpus, _read_language, file.record, jobs))
        )


def _read_language(article: StoredArticle) -> ArticleLanguage:
    header = article.header
    return ArticleLanguage(
        header.url,
        header.language,
        detect_language(article.lines()),
        tuple(dict.fromkeys(value.source for value in header.metadata.all("language"))),
        header.words,
        header.unit,
    )


def list_languages(articles: Iterable[ArticleLanguage]) -> Iterator[Row]:
    """Yield the pairs of a declared and a detected language, conflicts first, most frequent first.

    The declared one is that of the TEI: what the page says, or the portal file.
    """
    counts: dict[tuple[str, str], CountedArticles] = {}
    for article in articles:
        found = counts.setdefault((article.declared, article.detected), CountedArticles())
        found.add(article.url, article.sources)
    yield LANGUAGES
    for (declared, detected), found in sorted(
        counts.items(), key=lambda item: (not is_conflict(*item[0]), -item[1].number, item[0])
    ):
        conflict = "yes" if is_conflict(declared, detected) else "no"
        sources = ", ".join(found.sources) or "portal file"
        yield (declared, detected, str(found.number), conflict, sources, " ".join(found.examples))
