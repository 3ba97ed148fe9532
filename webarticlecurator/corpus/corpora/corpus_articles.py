"""The articles that the bars of a corpus report lead to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import closing
from itertools import islice

from webarticlecurator.articles.by_rules.identity import article_id
from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.model.article_facts import ArticleFacts
from webarticlecurator.base.model.corpus_dimensions import (
    CAPTURED,
    DETECTED,
    SAME_TEXTS,
    VERDICTS,
    BarKey,
)
from webarticlecurator.base.model.corpus_numbers import ListedArticle
from webarticlecurator.corpus.corpora.corpus_counting import CountedCorpus
from webarticlecurator.storage.frontier.index_values import ArticleRow
from webarticlecurator.storage.texts.language_file import open_known_languages


@dataclass(frozen=True)
class BarPage:
    """Some articles of a bar; ``next`` is what further ones are asked for with, None at the end."""

    articles: tuple[ListedArticle, ...]
    next: int | None


def list_articles(
    corpus: CountedCorpus, bars: Iterable[BarKey], limit: int
) -> Mapping[BarKey, tuple[ListedArticle, ...]]:
    """Return at most ``limit`` articles for each of ``bars``, by date: the first in the order of
    listing. Of addresses without TEI, the titles are the evidence of their verdicts."""
    return {bar: list_bar(corpus, bar, limit).articles for bar in sorted(bars)}


def count_captured(corpus: CountedCorpus, bars: Iterable[BarKey]) -> Mapping[BarKey, int]:
    """Return how many articles those of ``bars`` have that are of days of capture."""
    return {bar: corpus.facts.count_in_bar(bar) for bar in sorted(bars) if bar[0] == CAPTURED}


def list_bar(corpus: CountedCorpus, bar: BarKey, limit: int, after: int = 0) -> BarPage:
    """Return at most ``limit`` articles of a bar, as ``list_articles``; further ones with the
    ``next`` of the page before as ``after``."""
    key, name = bar
    if key == VERDICTS:
        return _list_verdict(corpus, name, limit, after)
    if key == DETECTED.key:
        return _list_detected(corpus, name, limit, after)
    if key == SAME_TEXTS:
        facts = corpus.facts.of(corpus.facts.with_same_text(int(name) - 1, limit, after))
    else:
        facts = corpus.facts.in_bar(bar, limit, after)
    rows = corpus.view.frontier.with_ids(facts)
    articles = sorted((_describe(row, facts[row.id]) for row in rows), key=_by_date)
    return BarPage(tuple(articles), max(facts) if len(facts) == limit else None)


def _list_detected(corpus: CountedCorpus, name: str, limit: int, after: int) -> BarPage:
    """Return articles in whose text a language was recognised."""
    file = open_known_languages(corpus.view.folder)
    if file is None:
        return BarPage((), None)
    with closing(file):
        found = file.list_detected(name, limit, after)
    rows = [*corpus.view.frontier.with_tei(path for _, path in found)]
    facts = corpus.facts.of(row.id for row in rows)
    listed = (_describe(row, facts[row.id]) for row in rows if row.id in facts)
    last = found[-1][0] if len(found) == limit else None
    return BarPage(tuple(sorted(listed, key=_by_date)), last)


def _describe(row: ArticleRow, facts: ArticleFacts) -> ListedArticle:
    path = f"tei/{row.tei}" if row.tei else ""
    return ListedArticle(
        article_id(row.canonical), facts.published, facts.title, row.canonical, path
    )


def _by_date(article: ListedArticle) -> tuple[str, str]:
    return (article.date, article.url)


def _list_verdict(corpus: CountedCorpus, name: str, limit: int, after: int) -> BarPage:
    """Return addresses with a verdict, unless they are in TEI, whose articles other bars list."""
    state, _, reason = name.partition(": ")
    if state == "tei":
        return BarPage((), None)
    rows = tuple(islice(corpus.view.frontier.with_verdict(state, reason or None, after), limit))
    articles = tuple(
        ListedArticle(article_id(row.canonical), "", row.evidence, row.canonical, "")
        for row in rows
    )
    return BarPage(articles, rows[-1].id if len(rows) == limit else None)
