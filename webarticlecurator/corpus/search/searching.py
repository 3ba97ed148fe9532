"""``curator search``: find words in the articles of a corpus, and show them in their context."""

from __future__ import annotations

import heapq
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import cached_property

from webarticlecurator.base.dataclasses import dataclass, field, replace
from webarticlecurator.base.model.verdict import Problem
from webarticlecurator.base.text.word_borders import WORDS, count_text, list_counted
from webarticlecurator.corpus.corpora.derived_update import update_derived
from webarticlecurator.corpus.corpora.exporting import ExportedCorpus, with_lookups
from webarticlecurator.corpus.export.article_fields import make_field_reader
from webarticlecurator.corpus.export.sampling import Sample, SampleChooser, find_rank
from webarticlecurator.corpus.export.selection import Choice
from webarticlecurator.corpus.export.stored_article import StoredArticle
from webarticlecurator.corpus.export.tei_articles import find_tei
from webarticlecurator.corpus.search.search_hits import (
    TEXT,
    TITLE,
    Hit,
    Place,
    find_exact,
    make_hit,
)
from webarticlecurator.corpus.search.search_query import (
    Query,
    drop_exclusions,
    to_fts,
)
from webarticlecurator.corpus.search.searched_fields import KEPT_WORDS, SearchedFields
from webarticlecurator.storage.texts.search_file import (
    MatchedArticle,
    SearchedArticle,
    SearchFile,
    open_search,
)
from webarticlecurator.tei.documents.tei_dates import find_local_day

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
    """An article of the portal with an id that meets a query, with its hits in their order."""

    article: SearchedArticle
    hits: tuple[Hit, ...]
    portal: str


@dataclass
class HitCount:
    """The selected ``articles`` of a bar that meet a query, with their ``hits``; how many selected
    articles and words the bar has in all."""

    name: str
    articles: int = 0
    hits: int = 0
    all_articles: int = 0
    all_words: int = 0
    unit: str = WORDS

    @property
    def per_million(self) -> float | None:
        """The hits per million words, None if the bar has no word."""
        return self.hits / self.all_words * 1e6 if self.all_words else None


@dataclass
class CorpusSearch:
    """A query in the words of the selected articles of a corpus, or without one all of these. Made
    by ``open_corpus_search``.

    ``is_exact``: letter case and diacritics count. ``problems``: TEI that could not be read.
    ``undated``: after ``list_articles``, the number of articles that were left out since they have
    no date to compare. ``sampled``: those of a sample, if it is one of several corpora.
    """

    file: SearchFile
    corpus: ExportedCorpus
    query: Query | None
    is_exact: bool = False
    problems: list[Problem] = field(default_factory=list)
    undated: int = 0
    sampled: list[MatchedArticle] | None = None

    def count_articles(self) -> int | None:
        """Return how many articles meet the query, if that is known without reading them."""
        if self.query is None or self.is_exact or not self.corpus.selection.is_everything:
            return None
        return self.file.count_matches(to_fts(self.query))

    def list_articles(self) -> Iterator[ArticleHits]:
        """Yield the selected articles that meet the query, by date."""
        for matched in self.list_sample():
            if places := self._find_places(matched):
                hits = tuple(make_hit(*place) for place in places)
                yield ArticleHits(matched.article, hits, self.corpus.portal.id)

    def list_places(self) -> Iterator[list[Place]]:
        """Yield the places of the hits of each article that ``list_articles`` would yield."""
        return filter(None, map(self._find_places, self.list_sample()))

    def list_texts(self) -> Iterator[str]:
        """Yield title and text of each article that ``list_articles`` would yield."""
        for matched in self.list_sample():
            if not self.is_exact or self.query is None or self._find_places(matched):
                yield "\n".join(self.file.read_text(matched.number))

    def list_sample(self) -> Iterator[MatchedArticle]:
        """Yield the selected articles that meet the query; of a sample, those in it."""
        sample = self.corpus.selection.sample
        if self.sampled is not None:
            yield from self.sampled
        elif sample is None:
            yield from self._list_selected()
        else:
            chooser = SampleChooser[MatchedArticle](sample.size)
            for matched in self._list_selected():
                if not self.is_exact or self._find_places(matched):
                    chooser.add(self.find_rank(matched, sample), matched)
            yield from chooser.chosen()

    def find_rank(self, matched: MatchedArticle, sample: Sample) -> tuple[str, int]:
        """Return the group of an article in a sample and its rank within it."""
        return find_rank(self._read_fields(matched), sample)

    def _list_selected(self) -> Iterator[MatchedArticle]:
        """Yield the selected articles that have the words of the query."""
        self.undated = 0
        found = self.file.list_articles() if not self._fts else self.file.list_matches(self._fts)
        for matched in found:
            choice = self._choose(matched)
            self.undated += choice is Choice.UNDATED
            if choice is Choice.SELECTED:
                yield matched

    def _choose(self, matched: MatchedArticle) -> Choice:
        return self.corpus.selection.choose(self._read_fields(matched))

    def _read_fields(self, matched: MatchedArticle) -> SearchedFields:
        return SearchedFields(self.file, matched, self.corpus.selection)

    @cached_property
    def _fts(self) -> str:
        if self.query is None:
            return ""
        return to_fts(drop_exclusions(self.query) if self.is_exact else self.query)

    def _find_places(self, matched: MatchedArticle) -> list[Place]:
        if self.query is None:
            return []
        if self.is_exact:
            return find_exact(self.query, self.file.read_text(matched.number))
        found = self.file.find_places(self._fts, matched.number)
        return [((TITLE, TEXT)[part], text, start, end) for part, text, start, end in found]

    def count_by(self, by: str, bars: dict[tuple[str, str], HitCount]) -> None:
        """Count for a kind of ``BARS``, in addition to what ``bars`` have."""
        for matched in self.file.list_articles():
            if self._choose(matched) is not Choice.SELECTED:
                continue
            for name in BARS[by](matched.article):
                unit = matched.article.unit
                bar = bars.setdefault((name, unit), HitCount(name, unit=unit))
                bar.all_articles += 1
                bar.all_words += matched.article.words
        for found in self.list_articles():
            for name in BARS[by](found.article):
                bar = bars[name, found.article.unit]
                bar.articles += 1
                bar.hits += len(found.hits)


def choose_sample(searches: Sequence[CorpusSearch]) -> None:
    """Make the sample of searches one of the articles of all their corpora, if they have one."""
    sample = searches[0].corpus.selection.sample
    if sample is None or len(searches) < 2:
        return
    # what is among the first of all is among the first of its corpus
    chooser = SampleChooser[tuple[CorpusSearch, MatchedArticle]](sample.size)
    for search in searches:
        for matched in search.list_sample():
            chooser.add(search.find_rank(matched, sample), (search, matched))
    chosen = chooser.chosen()
    for search in searches:
        search.sampled = [matched for of, matched in chosen if of is search]


def count_hits(searches: Iterable[CorpusSearch], by: str) -> list[HitCount]:
    """Return the counts of a kind of ``BARS``: dates in their order, others by their hits; that of
    what is not known comes last. What is counted in words and in characters has bars of its own."""
    bars: dict[tuple[str, str], HitCount] = {}
    for search in searches:
        search.count_by(by, bars)
    if by in ("year", "month"):
        return sorted(bars.values(), key=lambda bar: (not bar.name, bar.name, bar.unit))
    with_hits = (bar for bar in bars.values() if bar.hits)
    return sorted(with_hits, key=lambda bar: (not bar.name, -bar.hits, bar.name))


def merge_hits(searches: Iterable[CorpusSearch]) -> Iterator[ArticleHits]:
    """Yield the articles of several corpora that meet their query, by date."""

    def find_place(found: ArticleHits) -> tuple[bool, str]:
        return not found.article.published, found.article.published

    return heapq.merge(*(each.list_articles() for each in searches), key=find_place)


@contextmanager
def open_corpus_search(
    corpus: ExportedCorpus, query: Query | None, *, is_exact: bool = False, jobs: int | None = None
) -> Iterator[CorpusSearch]:
    """Bring the words of a corpus up to date and open them for a query.

    Raises UsageError, CorpusMismatch, StoreDamaged, DiskFull.
    """
    find_tei(corpus.folder)
    searched = replace(corpus, selection=with_lookups(corpus.selection, corpus.folder))
    with closing(open_search(corpus.folder)) as file:
        problems = update_derived(file, corpus, read_searched, file.record, jobs)
        yield CorpusSearch(file, searched, query, is_exact, problems)


def read_searched(article: StoredArticle) -> SearchedArticle:
    """Return a stored article as it is searched."""
    metadata = article.header.metadata
    published = metadata.first("published")
    # The fields of an article that are kept, as JSON; those without a value are left out
    read = make_field_reader(article)
    values = {name: read(name) for name in KEPT_WORDS}
    known = {name: found for name, found in values.items() if found}
    title, text = metadata.first("title") or "", "\n".join(article.lines())
    # of what hits are found in, as the size of a corpus is that of its tokens in CWB
    words, unit = article.header.words, article.header.unit
    if "".join(article.whole_text().split()) != "".join(text.split()):
        words, unit = count_text(text)
    return SearchedArticle(
        article.header.id,
        article.header.url,
        title,
        find_local_day(published, article.timezone) or (published or "")[:7],
        article.header.column or "",
        tuple(metadata.texts("authors")),
        words + len(list_counted(title)),
        unit,
        text,
        json.dumps(known, ensure_ascii=False, separators=(",", ":")),
    )
