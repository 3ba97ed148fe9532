"""``curator report corpus`` with options that select articles: the numbers of these alone."""

from __future__ import annotations

from contextlib import closing, nullcontext
from pathlib import Path

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.model.corpus_dimensions import DETECTED
from webarticlecurator.base.model.corpus_numbers import ArticleCount, CorpusNumbers, merge_units
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.corpus.corpora.corpus_counting import count_facts
from webarticlecurator.corpus.export.stored_article import StoredArticle
from webarticlecurator.corpus.export.tei_articles import Articles
from webarticlecurator.storage.texts.facts_table import make_temporary_facts
from webarticlecurator.storage.texts.language_file import open_known_languages


def count_selected(
    portal: Portal, folder: Path | None, articles: Articles[StoredArticle]
) -> CorpusNumbers:
    """Return the numbers of some articles of the corpus in ``folder``; None: of several corpora,
    whose recognised languages are not counted. What is about the whole
    corpus is empty: the verdicts, the silent spans, the runs."""
    from webarticlecurator.tei.documents.document_facts import read_facts

    languages = None if folder is None else open_known_languages(folder)
    recognised = []
    with make_temporary_facts() as facts, closing(languages) if languages else nullcontext():
        for number, article in enumerate(articles, 1):
            facts.record(number, read_facts(article.content, article.timezone))
            # None if its text was not read yet
            found = languages.find_language(article.path) if languages else None
            if found is not None:
                recognised.append(ArticleCount(found.detected, 1, found.words, found.unit))
        numbers = count_facts(portal, facts)
    bars = DETECTED.sort(merge_units(recognised))
    detected = {DETECTED.key: bars} if languages else {}
    return replace(numbers, counts={**numbers.counts, **detected}, unread=len(articles.problems))
