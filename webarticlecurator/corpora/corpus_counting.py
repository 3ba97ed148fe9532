"""``curator report corpus``: the numbers of a corpus."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager, nullcontext
from datetime import tzinfo
from itertools import islice, pairwise
from pathlib import Path

from webarticlecurator.article import article_id
from webarticlecurator.build.build import read_missing_facts
from webarticlecurator.dataclasses import dataclass, replace
from webarticlecurator.export import Articles, StoredArticle
from webarticlecurator.model.corpus_numbers import (
    CAPTURED,
    DETECTED,
    DIMENSIONS,
    SAME_TEXTS,
    VERDICTS,
    ArticleCount,
    ArticleFacts,
    BarKey,
    CorpusNumbers,
    Dimension,
    ListedArticle,
    Run,
    SilentSpan,
    VerdictCount,
    find_gaps,
)
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.verdict import NO_LINKS
from webarticlecurator.store import (
    ArticleRow,
    CorpusView,
    FactCount,
    FactsTable,
    RunLog,
    make_temporary_facts,
    view_corpus,
)
from webarticlecurator.store.duplicate_file import open_found_duplicates
from webarticlecurator.store.search_file import open_known_languages
from webarticlecurator.tei import read_facts
from webarticlecurator.text.times import find_zone
from webarticlecurator.text.translation import make_message
from webarticlecurator.text.words import DuplicateCounts
from webarticlecurator.warc.record import parse_date
from webarticlecurator.workers.progress import NullProgress, Progress


@dataclass(frozen=True)
class CountedCorpus:
    """A corpus open for reading, and the facts of all its articles. Made by
    ``open_counted_corpus``."""

    portal: Portal
    view: CorpusView
    facts: FactsTable


@contextmanager
def open_counted_corpus(
    portal: Portal, folder: Path, progress: Progress | None = None
) -> Iterator[CountedCorpus]:
    """Open the corpus in ``folder`` for counting. Nothing in it is written: facts that the index
    lacks, since it was made again, are read from the TEI, each time until a build records them.

    Raises CorpusMismatch, StoreDamaged.
    """
    with view_corpus(folder, portal.id) as view:
        missing = view.article_facts.count_missing()
        if not missing:
            yield CountedCorpus(portal, view, view.article_facts)
            return
        progress = progress or NullProgress()
        progress.show_message(
            make_message(
                "{number} articles are counted from their TEI: the index does not have what is"
                " counted yet; `curator build` adds it",
                number=missing,
            )
        )
        with make_temporary_facts() as facts:
            for known in (view.article_facts.all(), read_missing_facts(portal, view, progress)):
                for article, its_facts in known:
                    facts.record(article, its_facts)
            yield CountedCorpus(portal, view, facts)


def count_corpus(corpus: CountedCorpus) -> CorpusNumbers:
    """Return the numbers of a corpus, all of one state, also while another process crawls."""
    with corpus.view.snapshot():
        numbers = count_facts(corpus.portal, corpus.facts)
        verdicts = corpus.view.article_counts.verdicts()
        in_tei = sum(number for state, _, number in verdicts if state == "tei")
        detected = _read_detected(corpus.view.folder)
        return replace(
            numbers,
            counts=(
                numbers.counts if detected is None else {**numbers.counts, DETECTED.key: detected}
            ),
            verdicts=tuple(VerdictCount(*row) for row in verdicts),
            silent_spans=tuple(
                SilentSpan(problem.where, problem.message)
                for problem in corpus.view.run_log.problems([NO_LINKS])
            ),
            unread=max(in_tei - numbers.articles, 0),
            runs=read_counted_runs(corpus.view.run_log, corpus.portal.timezone),
            duplicates=_read_duplicates(corpus.view.folder),
        )


def _read_detected(folder: Path) -> tuple[ArticleCount, ...] | None:
    """Return the bars of the languages that were recognised, None if they were not looked for."""
    file = open_known_languages(folder)
    if file is None:
        return None
    with closing(file):
        return DETECTED.sort(file.count_detected())


def _read_duplicates(folder: Path) -> DuplicateCounts | None:
    """Return the numbers of the last search for duplicates, None if there was none."""
    file = open_found_duplicates(folder)
    if file is None:
        return None
    with closing(file):
        return file.count_duplicates()


def count_facts(portal: Portal, table: FactsTable) -> CorpusNumbers:
    """Return the numbers that follow from the facts of articles."""
    facts = table.counts()
    lengths = [fact for fact in facts if fact.what == "length"]
    return CorpusNumbers(
        portal=portal.id,
        articles=sum(fact.articles for fact in lengths),
        words=sum(fact.words for fact in lengths),
        counts={dimension.key: count_bars(dimension, facts) for dimension in DIMENSIONS},
        verdicts=(),
        gaps=find_gaps(fact.name for fact in facts if fact.what == "column"),
        silent_spans=(),
        same_texts=tuple(table.count_same_texts()),
    )


def read_counted_runs(run_log: RunLog, timezone: str) -> tuple[Run, ...]:
    """Return all runs with their days in the IANA zone ``timezone``, oldest first. What the corpus
    holds now are the counts of the last one if it has none, since it still runs or was
    interrupted."""
    runs = run_log.runs()
    if runs and runs[-1].counts is None:
        runs = (*runs[:-1], replace(runs[-1], counts=run_log.count_now()))
    zone = find_zone(timezone)
    # a run that was killed ended before the next one began
    ends = [*(run.finished or later.started for run, later in pairwise(runs))]
    ends += [run.finished or "" for run in runs[-1:]]
    return tuple(
        replace(run, days=(_find_day(run.started, zone), _find_day(end, zone)))
        for run, end in zip(runs, ends, strict=True)
    )


def _find_day(warc_date: str, zone: tzinfo) -> str:
    """Return the day of a date; "" for ""."""
    if not warc_date:
        return ""
    return parse_date(warc_date).astimezone(zone).date().isoformat()


def count_bars(dimension: Dimension, facts: Iterable[FactCount]) -> tuple[ArticleCount, ...]:
    """Return the bars of a dimension, in their order, from how many articles have which facts."""
    totals: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for fact in facts:
        if fact.what == dimension.fact.what:
            for name in dimension.bars(fact.name):
                totals[name][0] += fact.articles
                totals[name][1] += fact.words
    return dimension.sort(ArticleCount(name, *numbers) for name, numbers in totals.items())


# ``curator report corpus`` with options that select articles: the numbers of these alone.


def count_selected(
    portal: Portal, folder: Path | None, articles: Articles[StoredArticle]
) -> CorpusNumbers:
    """Return the numbers of some articles of the corpus in ``folder``; None: of several corpora,
    whose recognised languages are not counted. What is about the whole
    corpus is empty: the verdicts, the silent spans, the runs."""
    languages = None if folder is None else open_known_languages(folder)
    recognised: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    with make_temporary_facts() as facts, closing(languages) if languages else nullcontext():
        for number, article in enumerate(articles, 1):
            facts.record(number, read_facts(article.content, article.timezone))
            # None if its text was not read yet
            found = languages.find_language(article.path) if languages else None
            if found is not None:
                recognised[found.detected][0] += 1
                recognised[found.detected][1] += found.words
        numbers = count_facts(portal, facts)
    bars = DETECTED.sort(ArticleCount(name, *totals) for name, totals in recognised.items())
    detected = {DETECTED.key: bars} if languages else {}
    return replace(numbers, counts={**numbers.counts, **detected}, unread=len(articles.problems))


# The articles that the bars of a corpus report lead to.


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
    found = corpus.view.frontier.with_verdict(state, reason or None, after)
    rows = tuple(islice(found, limit))
    articles = tuple(
        ListedArticle(article_id(row.canonical), "", row.evidence, row.canonical, "")
        for row in rows
    )
    return BarPage(articles, rows[-1].id if len(rows) == limit else None)
