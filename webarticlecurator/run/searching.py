"""``curator search``: find words in the articles of a corpus, and show them in their context."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from webarticlecurator.export import StoredArticle, find_tei, read_file
from webarticlecurator.model.search_query import (
    Phrase,
    Query,
    drop_exclusions,
    list_query_phrases,
    query_holds,
    to_fts,
)
from webarticlecurator.model.verdict import Problem
from webarticlecurator.run.derived_update import update_derived
from webarticlecurator.run.exporting import Convert, ExportedCorpus
from webarticlecurator.store.duplicate_lookup import DuplicateLookup
from webarticlecurator.store.search_file import (
    END,
    START,
    MatchedArticle,
    SearchedArticle,
    SearchFile,
    open_search,
)
from webarticlecurator.tei import find_local_day

CONTEXT = 100
"""Characters on either side of what was found."""
TITLE, TEXT = "title", "text"
BARS: dict[str, Callable[[SearchedArticle], tuple[str, ...]]] = {
    "year": lambda article: (article.published[:4],),
    "month": lambda article: (article.published[:7] if len(article.published) >= 7 else "",),
    "column": lambda article: (article.column,),
    "author": lambda article: article.authors or ("",),
}
"""What matches are counted by, with the bars in which an article counts; an empty one if it is not
known."""
_MARKED = re.compile(f"{START}([^{START}{END}]*){END}")


@dataclass(frozen=True)
class Hit:
    """Where an article has what was searched for: in its ``title`` or ``text`` (``part``), with its
    context on the left and on the right."""

    part: str
    left: str
    match: str
    right: str


@dataclass(frozen=True)
class ArticleHits:
    """An article that meets a query, with its hits in their order."""

    article: SearchedArticle
    hits: tuple[Hit, ...]


@dataclass
class HitCount:
    """The ``articles`` of a bar that meet a query, with their ``hits``; how many articles and words
    the bar has in all (0 where that is not counted)."""

    name: str
    articles: int = 0
    hits: int = 0
    all_articles: int = 0
    all_words: int = 0


@dataclass
class CorpusSearch:
    """A query in the words of a corpus. Made by ``open_corpus_search``.

    ``is_exact``: letter case and diacritics count. ``problems``: TEI that could not be read.
    """

    file: SearchFile
    corpus: ExportedCorpus
    query: Query
    is_exact: bool = False
    problems: list[Problem] = field(default_factory=list)

    @property
    def is_whole_corpus(self) -> bool:
        """True if no article is left out by the selection."""
        selection = self.corpus.selection
        return not (selection.has_date_range or selection.column or selection.conditions)

    def count_articles(self) -> int | None:
        """Return how many articles meet the query, if that is known without reading them."""
        if self.is_exact or not self.is_whole_corpus:
            return None
        return self.file.count_matches(to_fts(self.query))

    def list_articles(self) -> Iterator[ArticleHits]:
        """Yield the selected articles that meet the query, by date."""
        query = drop_exclusions(self.query) if self.is_exact else self.query
        find = self._find_exact if self.is_exact else self._find_folded
        fts = to_fts(query)
        for matched in self.file.list_matches(fts):
            if not self._is_selected(matched):
                continue
            hits = find(matched.number, fts)
            if hits:
                yield ArticleHits(matched.article, tuple(hits))

    def _is_selected(self, matched: MatchedArticle) -> bool:
        if self.is_whole_corpus:
            return True
        folder = self.corpus.folder
        selection = replace(self.corpus.selection, find_duplicate=DuplicateLookup(folder))
        read = read_file(matched.path, find_tei(folder), selection)
        if read.problem is not None:
            self.problems.append(read.problem)
        return read.item is not None

    def _find_folded(self, number: int, fts: str) -> list[Hit]:
        marked = self.file.mark_matches(fts, number)
        hits = []
        for part, text in zip((TITLE, TEXT), marked, strict=True):
            plain = text.replace(START, "").replace(END, "")
            for place, match in enumerate(_MARKED.finditer(text)):
                # two marks for each match before
                start = match.start() - 2 * place
                hits.append(make_hit(part, plain, start, start + len(match[1])))
        return hits

    def _find_exact(self, number: int, _fts: str) -> list[Hit]:
        texts = self.file.read_text(number)

        def has(phrase: Phrase) -> bool:
            return any(phrase.exact_pattern().search(text) for text in texts)

        if not query_holds(self.query, has):
            return []
        patterns = [
            phrase.exact_pattern() for phrase in list_query_phrases(drop_exclusions(self.query))
        ]
        hits = []
        for part, text in zip((TITLE, TEXT), texts, strict=True):
            end = 0
            for start, last in sorted(each.span() for p in patterns for each in p.finditer(text)):
                if start >= end:
                    hits.append(make_hit(part, text, start, last))
                    end = last
        return hits

    def count_by(self, by: str) -> list[HitCount]:
        """Return the counts of a kind of ``BARS``: dates in their order, others by their hits; that
        of what is not known comes last."""
        bars: dict[str, HitCount] = {}
        if self.is_whole_corpus:
            for article in self.file.list_articles():
                for name in BARS[by](article):
                    bar = bars.setdefault(name, HitCount(name))
                    bar.all_articles += 1
                    bar.all_words += article.words
        for found in self.list_articles():
            for name in BARS[by](found.article):
                bar = bars.setdefault(name, HitCount(name))
                bar.articles += 1
                bar.hits += len(found.hits)
        if by in ("year", "month"):
            return sorted(bars.values(), key=lambda bar: (not bar.name, bar.name))
        with_hits = (bar for bar in bars.values() if bar.hits)
        return sorted(with_hits, key=lambda bar: (not bar.name, -bar.hits, bar.name))


def make_hit(part: str, text: str, start: int, end: int) -> Hit:
    """Return a hit with its context, in one line."""
    left, right = text[max(start - CONTEXT, 0) : start], text[end : end + CONTEXT]
    return Hit(part, *(re.sub(r"\s", " ", each) for each in (left, text[start:end], right)))


@contextmanager
def open_corpus_search(
    corpus: ExportedCorpus, query: Query, *, is_exact: bool = False, jobs: int | None = None
) -> Iterator[CorpusSearch]:
    """Bring the words of a corpus up to date and open them for a query.

    Raises UsageError, CorpusMismatch, StoreDamaged, DiskFull.
    """
    find_tei(corpus.folder)
    file = open_search(corpus.folder)
    try:
        problems = update_derived(file, corpus, _make_reader, file.record, jobs)
        yield CorpusSearch(file, corpus, query, is_exact, problems)
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
    )
