"""The articles that the bars of a corpus report lead to."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from itertools import islice

from webarticlecurator.extract import article_id
from webarticlecurator.model.article_facts import ArticleFacts
from webarticlecurator.model.corpus_dimensions import DIMENSIONS, SAME_TEXTS, VERDICTS, BarKey
from webarticlecurator.model.corpus_numbers import ListedArticle, VerdictCount
from webarticlecurator.run.analysis.corpus_numbers import CountedCorpus
from webarticlecurator.store import ArticleRow


def list_articles(
    corpus: CountedCorpus, bars: Collection[BarKey], limit: int
) -> Mapping[BarKey, tuple[ListedArticle, ...]]:
    """Return at most ``limit`` articles for each of ``bars``: the first that were listed, by date.
    The names of the facts of all articles are read once."""
    firsts = {
        bar: sorted(articles)[:limit]
        for bar, articles in _choose_articles(corpus, limit).items()
        if bar in bars
    }
    facts = corpus.facts.of(article for articles in firsts.values() for article in articles)
    listed = {row.id: _describe(row, facts[row.id]) for row in corpus.view.frontier.with_ids(facts)}
    found = {
        bar: tuple(sorted((listed[each] for each in articles if each in listed), key=_by_date))
        for bar, articles in firsts.items()
    }
    return {**found, **_list_verdicts(corpus, bars, limit)}


def _choose_articles(corpus: CountedCorpus, limit: int) -> Mapping[BarKey, set[int]]:
    """Return the row ids of the first articles of each bar, and some of later ones."""
    chosen: dict[BarKey, set[int]] = defaultdict(set)
    for (what, name), articles in corpus.facts.first_articles(limit).items():
        for dimension in DIMENSIONS:
            if what == dimension.fact.what:
                for bar in dimension.bars(name):
                    chosen[dimension.key, bar].update(articles)
    for number, group in enumerate(corpus.facts.same_texts(), 1):
        chosen[SAME_TEXTS, str(number)].update(group[:limit])
    return chosen


def _describe(row: ArticleRow, facts: ArticleFacts) -> ListedArticle:
    path = f"tei/{row.tei}" if row.tei else ""
    return ListedArticle(
        article_id(row.canonical), facts.published, facts.title, row.canonical, path
    )


def _by_date(article: ListedArticle) -> tuple[str, str]:
    return (article.date, article.url)


def _list_verdicts(
    corpus: CountedCorpus, bars: Collection[BarKey], limit: int
) -> Mapping[BarKey, tuple[ListedArticle, ...]]:
    """Return addresses for each state and reason that has no TEI, with the evidence as
    their titles."""
    frontier = corpus.view.frontier
    found = {}
    for state, reason, _ in frontier.count_verdicts():
        bar = (VERDICTS, VerdictCount(state, reason, 0).name)
        if state == "tei" or bar not in bars:
            continue
        rows = islice(frontier.with_verdict(state, reason or None), limit)
        found[bar] = tuple(
            ListedArticle(article_id(row.canonical), "", row.evidence, row.canonical, "")
            for row in rows
        )
    return found
