"""The articles that the bars of a corpus report lead to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice

from webarticlecurator.extract import article_id
from webarticlecurator.model.article_facts import ArticleFacts
from webarticlecurator.model.corpus_dimensions import SAME_TEXTS, VERDICTS, BarKey
from webarticlecurator.model.corpus_numbers import ListedArticle
from webarticlecurator.run.analysis.corpus_counting import CountedCorpus
from webarticlecurator.store import ArticleRow


def list_articles(
    corpus: CountedCorpus, bars: Iterable[BarKey], limit: int
) -> Mapping[BarKey, tuple[ListedArticle, ...]]:
    """Return at most ``limit`` articles for each of ``bars``, by date: the first in the order of
    listing. Of addresses without TEI, the titles are the evidence of their verdicts."""
    chosen = sorted(bars)
    # to find them takes longer than a bar
    same_texts = corpus.facts.same_texts() if any(key == SAME_TEXTS for key, _ in chosen) else []
    return {bar: _list_bar(corpus, bar, limit, same_texts) for bar in chosen}


def _list_bar(
    corpus: CountedCorpus, bar: BarKey, limit: int, same_texts: Sequence[Sequence[int]]
) -> tuple[ListedArticle, ...]:
    key, name = bar
    if key == VERDICTS:
        return _list_verdict(corpus, name, limit)
    if key == SAME_TEXTS:
        facts = corpus.facts.of(same_texts[int(name) - 1][:limit])
    else:
        facts = corpus.facts.in_bar(bar, limit)
    rows = corpus.view.frontier.with_ids(facts)
    return tuple(sorted((_describe(row, facts[row.id]) for row in rows), key=_by_date))


def _describe(row: ArticleRow, facts: ArticleFacts) -> ListedArticle:
    path = f"tei/{row.tei}" if row.tei else ""
    return ListedArticle(
        article_id(row.canonical), facts.published, facts.title, row.canonical, path
    )


def _by_date(article: ListedArticle) -> tuple[str, str]:
    return (article.date, article.url)


def _list_verdict(corpus: CountedCorpus, name: str, limit: int) -> tuple[ListedArticle, ...]:
    """Return addresses with a verdict, unless they are in TEI, whose articles other bars list."""
    state, _, reason = name.partition(": ")
    if state == "tei":
        return ()
    rows = islice(corpus.view.frontier.with_verdict(state, reason or None), limit)
    return tuple(
        ListedArticle(article_id(row.canonical), "", row.evidence, row.canonical, "")
        for row in rows
    )
