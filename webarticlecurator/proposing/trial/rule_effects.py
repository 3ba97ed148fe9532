"""What a change of rules does to stored articles: each is read by the rules before and after."""

from __future__ import annotations

import pickle
from collections.abc import Iterator, Mapping
from functools import lru_cache, partial

from webarticlecurator.articles.by_rules.manual_overrides import find_exclusion
from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.model.article import Article, Failed, Rejected
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.corpus.stored_pages.article_survey import sampling_key, survey_each
from webarticlecurator.corpus.stored_pages.page_store import StoredPages
from webarticlecurator.corpus.stored_pages.stored_rows import has_own_page, may_change
from webarticlecurator.crawling.captures.article_content import content_of
from webarticlecurator.crawling.captures.article_versions import read_versions
from webarticlecurator.crawling.captures.page_choice import Source
from webarticlecurator.crawling.captures.tasks import Task
from webarticlecurator.crawling.workers.executor import LostTask
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.proposing.trial.compare_articles import ArticleComparison, compare_articles
from webarticlecurator.storage.frontier.index_values import ArticleRow
from webarticlecurator.storage.store.view import CorpusView, view_corpus

MAX_SCANNED = 50_000
"""Articles up to which a sample is chosen by a look at all of them."""
MAX_DRAWS = 50
"""Articles that are drawn for each one of a sample, at most."""
NOT_THERE = "not-there"
"""Reason of an article that only the other rules find, since they divide its page otherwise."""

Reading = Article | Rejected | Failed


@dataclass(frozen=True)
class ReadingSummary:
    """What rules make of an article: ``words`` of text; or none, for a ``reason`` (one of
    ``verdict.REJECTIONS``, or NOT_THERE) with its ``evidence``."""

    words: int = 0
    reason: str = ""
    evidence: str = ""


@dataclass(frozen=True)
class ArticleEffect:
    """What a change of rules does to the article at the canonical address ``url``; ``page`` is the
    address of its first page."""

    url: str
    page: str
    before: ReadingSummary
    after: ReadingSummary
    comparison: ArticleComparison

    @property
    def size(self) -> int:
        """The number of words that are gained or lost."""
        return self.comparison.words_gone + self.comparison.words_added


@dataclass(frozen=True)
class PageEffects:
    """The articles of a page that change, and how many do not."""

    changed: tuple[ArticleEffect, ...] = ()
    unchanged: int = 0


def compare_rules(
    before: Portal, after: Portal, pages: StoredPages, runtime: Runtime | None = None
) -> Iterator[PageEffects | LostTask]:
    """Yield, for each stored article in the order of listing, what the rules of ``after`` change in
    what those of ``before`` find; a ``LostTask`` for one that cannot be read in time.

    Rejected articles are read as well, if a page of them is stored. In WARC files, the articles
    are those that ``after`` finds. Raises as ``survey_each``.
    """
    work = partial(_compare_article, pickle.dumps(before))
    return survey_each(after, pages, partial(_select_pages, before, pages), work, runtime)


def count_compared_pages(portal: Portal, pages: StoredPages) -> int | None:
    """Return how many articles ``compare_rules`` reads at most; None if only reading WARC files
    would tell. Raises CorpusMismatch, StoreDamaged."""
    if pages.has_files:
        return None
    with view_corpus(pages.require_folder(), portal.id) as corpus:
        verdicts = corpus.article_counts.verdicts()
    known = sum(number for state, reason, number in verdicts if may_change(state, reason))
    return known if pages.limit is None else min(known, pages.limit)


def _select_pages(portal: Portal, pages: StoredPages, corpus: CorpusView) -> Iterator[ArticleRow]:
    """Return the articles with a stored page, in the order of listing: those of ``pages.urls``, or
    all; of a large corpus ``pages.limit`` of these."""
    if pages.urls and not pages.has_files:
        found = (corpus.frontier.find_article(url) for url in pages.urls)
        return iter([row for row in found if row is not None])
    limit = pages.limit if pages.selected is None else None
    if limit is not None and corpus.frontier.last_id() > MAX_SCANNED:
        return iter(_draw_sample(portal, corpus, limit))
    rows = corpus.frontier.articles("stored", "tei", "rejected", "failed")
    return (row for row in rows if _is_read(portal, row))


def _draw_sample(portal: Portal, corpus: CorpusView, limit: int) -> list[ArticleRow]:
    """Return ``limit`` articles of a corpus that has many, without a look at all of them: the same
    as long as it does not grow. They are fewer if most articles have no page."""
    last = corpus.frontier.last_id()
    sample: dict[int, ArticleRow] = {}
    for start in range(0, MAX_DRAWS * limit, limit):
        keys = (sampling_key(str(number)) for number in range(start, start + limit))
        ids = {int.from_bytes(key[:8], "big") % last + 1 for key in keys}
        drawn = corpus.frontier.with_ids(ids - sample.keys())
        found = {row.id: row for row in drawn if _is_read(portal, row)}
        sample |= dict([*found.items()][: limit - len(sample)])
        if len(sample) == limit:
            break
    return [sample[each] for each in sorted(sample)]


def _is_read(portal: Portal, row: ArticleRow) -> bool:
    return may_change(row.state, row.reason or "") and has_own_page(portal, row)


def _compare_article(before: bytes, after: Portal, source: Source, task: Task) -> PageEffects:
    old = _read_articles(_load_portal(before), source, task)
    new = _read_articles(after, source, task)
    effects = [
        _compare_readings(url, task.start.url, old.get(url), new.get(url))
        for url in dict.fromkeys((*old, *new))
    ]
    changed = tuple(effect for effect in effects if effect is not None)
    return PageEffects(changed, len(effects) - len(changed))


@lru_cache(maxsize=2)
def _load_portal(content: bytes) -> Portal:
    """Return a pickled portal; a worker gets the same one with each task."""
    portal: Portal = pickle.loads(content)
    return portal


def _read_articles(portal: Portal, source: Source, task: Task) -> Mapping[str, Reading]:
    """Return what the rules make of the stored pages of a task: the article, or several of a split
    page, by their addresses; none if no page is stored."""
    state = read_versions(portal, source, task).text
    if state.parts is not None:
        return {part.canonical: _exclude(portal, part.requested, part.read) for part in state.parts}
    if state.article is not None:
        return {task.canonical: state.article}
    outcome = state.outcome
    verdict = (outcome.rejected or outcome.failed) if outcome else None
    return {} if verdict is None else {task.canonical: verdict}


def _exclude(portal: Portal, requested: str, read: Article | Rejected) -> Reading:
    excluded = find_exclusion(portal, (read.url, requested))
    return read if excluded is None else Rejected(read.url, "excluded", excluded)


def _compare_readings(
    url: str, page: str, old: Reading | None, new: Reading | None
) -> ArticleEffect | None:
    """Return what differs; None if nothing does."""
    before, after = _summarize(old), _summarize(new)
    texts = [each if isinstance(each, Article) else None for each in (old, new)]
    contents = [None if text is None else content_of(text) for text in texts]
    if before.reason == after.reason and contents[0] == contents[1]:
        return None
    return ArticleEffect(url, page, before, after, compare_articles(*texts))


def _summarize(read: Reading | None) -> ReadingSummary:
    if isinstance(read, Article):
        return ReadingSummary(words=read.account.kept)
    if read is None:
        return ReadingSummary(reason=NOT_THERE)
    return ReadingSummary(reason=read.reason, evidence=read.evidence)
