"""``curator search``: find words in the articles of a corpus, and show them in their context."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property

from webarticlecurator.export import StoredArticle, find_tei
from webarticlecurator.export.selection import Choice, SampleChooser, Selection, find_rank
from webarticlecurator.model.search_query import Query, drop_exclusions, to_fts
from webarticlecurator.model.verdict import Problem
from webarticlecurator.run.derived_update import update_derived
from webarticlecurator.run.exporting import Convert, ExportedCorpus, with_lookups
from webarticlecurator.run.search_hits import Hit, find_exact, find_marked
from webarticlecurator.run.searched_fields import SearchedFields, write_fields
from webarticlecurator.store.search_file import (
    MatchedArticle,
    SearchedArticle,
    SearchFile,
    open_search,
)
from webarticlecurator.tei import find_local_day

BARS: dict[str, Callable[[SearchedArticle], tuple[str, ...]]] = {
    "year": lambda article: (article.published[:4],),
    "month": lambda article: (article.published[:7] if len(article.published) >= 7 else "",),
    "column": lambda article: (article.column,),
    "author": lambda article: article.authors or ("",),
}
"""What matches are counted by, with the bars in which an article counts; an empty one if it is not
known."""


@dataclass(frozen=True)
class ArticleHits:
    """An article that meets a query, with its hits in their order."""

    article: SearchedArticle
    hits: tuple[Hit, ...]


@dataclass
class HitCount:
    """The selected ``articles`` of a bar that meet a query, with their ``hits``; how many selected
    articles and words the bar has in all."""

    name: str
    articles: int = 0
    hits: int = 0
    all_articles: int = 0
    all_words: int = 0


@dataclass
class CorpusSearch:
    """A query in the words of the selected articles of a corpus. Made by ``open_corpus_search``.

    ``is_exact``: letter case and diacritics count. ``problems``: TEI that could not be read.
    ``undated``: after ``list_articles``, the number of articles that were left out since they have
    no date to compare.
    """

    file: SearchFile
    corpus: ExportedCorpus
    query: Query
    is_exact: bool = False
    problems: list[Problem] = field(default_factory=list)
    undated: int = 0

    def count_articles(self) -> int | None:
        """Return how many articles meet the query, if that is known without reading them."""
        if self.is_exact or not self._selection.is_everything:
            return None
        return self.file.count_matches(to_fts(self.query))

    def list_articles(self) -> Iterator[ArticleHits]:
        """Yield the selected articles that meet the query, by date."""
        self.undated = 0
        for matched in self._list_sample():
            if hits := self._find_hits(matched):
                yield ArticleHits(matched.article, tuple(hits))

    def _list_sample(self) -> Iterator[MatchedArticle]:
        """Yield the selected articles that meet the query; of a sample, those in it."""
        sample = self._selection.sample
        if sample is None:
            yield from self._list_selected()
            return
        chooser = SampleChooser[MatchedArticle](sample.size)
        for matched in self._list_selected():
            if not self.is_exact or self._find_hits(matched):
                chooser.add(find_rank(self._read_fields(matched), sample), matched)
        yield from chooser.chosen()

    def _list_selected(self) -> Iterator[MatchedArticle]:
        """Yield the selected articles that have the words of the query."""
        for matched in self.file.list_matches(self._fts):
            choice = self._choose(matched)
            self.undated += choice is Choice.UNDATED
            if choice is Choice.SELECTED:
                yield matched

    def _choose(self, matched: MatchedArticle) -> Choice:
        return self._selection.choose(self._read_fields(matched))

    def _read_fields(self, matched: MatchedArticle) -> SearchedFields:
        return SearchedFields(self.file, matched, self._selection)

    @property
    def _selection(self) -> Selection:
        return self.corpus.selection

    @cached_property
    def _fts(self) -> str:
        return to_fts(drop_exclusions(self.query) if self.is_exact else self.query)

    def _find_hits(self, matched: MatchedArticle) -> list[Hit]:
        if self.is_exact:
            return find_exact(self.query, self.file.read_text(matched.number))
        return find_marked(self.file.mark_matches(self._fts, matched.number))

    def count_by(self, by: str) -> list[HitCount]:
        """Return the counts of a kind of ``BARS``: dates in their order, others by their hits; that
        of what is not known comes last."""
        bars: dict[str, HitCount] = {}
        for matched in self.file.list_articles():
            if self._choose(matched) is not Choice.SELECTED:
                continue
            for name in BARS[by](matched.article):
                bar = bars.setdefault(name, HitCount(name))
                bar.all_articles += 1
                bar.all_words += matched.article.words
        for found in self.list_articles():
            for name in BARS[by](found.article):
                bars[name].articles += 1
                bars[name].hits += len(found.hits)
        if by in ("year", "month"):
            return sorted(bars.values(), key=lambda bar: (not bar.name, bar.name))
        with_hits = (bar for bar in bars.values() if bar.hits)
        return sorted(with_hits, key=lambda bar: (not bar.name, -bar.hits, bar.name))


@contextmanager
def open_corpus_search(
    corpus: ExportedCorpus, query: Query, *, is_exact: bool = False, jobs: int | None = None
) -> Iterator[CorpusSearch]:
    """Bring the words of a corpus up to date and open them for a query.

    Raises UsageError, CorpusMismatch, StoreDamaged, DiskFull.
    """
    find_tei(corpus.folder)
    selection = with_lookups(corpus.selection, corpus.folder)
    searched = replace(corpus, selection=selection)
    file = open_search(corpus.folder)
    try:
        problems = update_derived(file, corpus, _make_reader, file.record, jobs)
        yield CorpusSearch(file, searched, query, is_exact, problems)
    finally:
        file.close()


def _make_reader() -> Convert:
    return read_searched


def read_searched(article: StoredArticle) -> SearchedArticle:
    """Return a stored article as it is searched."""
    metadata = article.header.metadata
    published = metadata.first("published")
    return SearchedArticle(
        article.header.id,
        article.header.url,
        metadata.first("title") or "",
        find_local_day(published, article.timezone) or (published or "")[:7],
        article.header.column or "",
        tuple(metadata.texts("authors")),
        article.header.words,
        "\n".join(article.lines()),
        write_fields(article),
    )
