"""``curator report corpus`` with options that select articles: the numbers of these alone."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from pathlib import Path

from webarticlecurator.export import Articles, StoredArticle
from webarticlecurator.model.corpus_numbers import DETECTED, ArticleCount, CorpusNumbers
from webarticlecurator.model.portal import Portal
from webarticlecurator.run.analysis.corpus_counting import count_facts
from webarticlecurator.store import make_temporary_facts
from webarticlecurator.store.search_file import LanguageFile, open_known_languages
from webarticlecurator.tei import read_facts


def count_selected(
    portal: Portal, folder: Path, articles: Articles[StoredArticle]
) -> CorpusNumbers:
    """Return the numbers of some articles of the corpus in ``folder``. What is about the whole
    corpus is empty: the verdicts, the silent spans, the runs."""
    recognised = _SelectedLanguages(open_known_languages(folder))
    with make_temporary_facts() as facts, closing(recognised):
        for number, article in enumerate(articles, 1):
            facts.record(number, read_facts(article.content, portal.timezone))
            recognised.add(article.path)
        numbers = count_facts(portal, facts)
    return replace(
        numbers,
        counts={**numbers.counts, **recognised.counts()},
        unread=len(articles.problems),
    )


class _SelectedLanguages:
    """Counts the articles of each language that was recognised in some texts of a corpus."""

    def __init__(self, file: LanguageFile | None) -> None:
        self._file = file
        self._totals: dict[str, ArticleCount] = {}

    def add(self, path: str) -> None:
        """Count the article of a TEI file, unless its text was not read yet."""
        found = self._file.find_language(path) if self._file is not None else None
        if found is not None:
            before = self._totals.get(found.detected, ArticleCount(found.detected, 0, 0))
            self._totals[found.detected] = replace(
                before, articles=before.articles + 1, words=before.words + found.words
            )

    def counts(self) -> dict[str, tuple[ArticleCount, ...]]:
        """Return the bars under the key of their dimension; nothing if no language was looked
        for."""
        if self._file is None:
            return {}
        return {DETECTED.key: DETECTED.sort(self._totals.values())}

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
