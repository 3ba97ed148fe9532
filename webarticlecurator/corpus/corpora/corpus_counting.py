"""``curator report corpus``: the numbers of a corpus."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from datetime import tzinfo
from itertools import pairwise
from pathlib import Path
from typing import TypeVar

from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.base.model.corpus_dimensions import (
    DETECTED,
    DIMENSIONS,
    Dimension,
    FactKind,
    name_length,
)
from webarticlecurator.base.model.corpus_numbers import (
    ArticleCount,
    CorpusNumbers,
    SilentSpan,
    VerdictCount,
    merge_units,
)
from webarticlecurator.base.model.corpus_run import Run
from webarticlecurator.base.model.month_gaps import find_gaps
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.text.times import find_zone
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.base.text.word_borders import WORDS
from webarticlecurator.corpus.corpora.corpus_description import describe_corpus
from webarticlecurator.crawling.building.missing_facts import read_missing_facts
from webarticlecurator.crawling.states.corpus_doubts import read_doubts
from webarticlecurator.crawling.workers.progress import NullProgress, Progress
from webarticlecurator.storage.store.run_log import RunLog
from webarticlecurator.storage.store.view import CorpusView, view_corpus
from webarticlecurator.storage.texts.duplicate_file import DuplicateFile, open_found_duplicates
from webarticlecurator.storage.texts.facts_table import FactCount, FactsTable, make_temporary_facts
from webarticlecurator.storage.texts.language_file import LanguageFile, open_known_languages
from webarticlecurator.storage.warc.record import parse_date

File = TypeVar("File", DuplicateFile, LanguageFile)
Answer = TypeVar("Answer")


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
                "{number} articles are counted from their TEI, because the index lacks their"
                " numbers; `curator build` adds them",
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
        detected = _ask_file(
            open_known_languages(corpus.view.folder),
            lambda file: DETECTED.sort(file.count_detected()),
        )
        return replace(
            numbers,
            counts=(
                numbers.counts if detected is None else {**numbers.counts, DETECTED.key: detected}
            ),
            verdicts=tuple(VerdictCount(*row) for row in verdicts),
            silent_spans=tuple(
                SilentSpan(problem.where, problem.message)
                for problem in corpus.view.run_log.problems(["no-links"])
            ),
            doubts=read_doubts(corpus.portal, corpus.view),
            unread=max(in_tei - numbers.articles, 0),
            runs=read_counted_runs(corpus.view.run_log, corpus.portal.timezone),
            duplicates=_ask_file(
                open_found_duplicates(corpus.view.folder), DuplicateFile.count_duplicates
            ),
            description=describe_corpus(corpus.portal, corpus.view),
        )


def _ask_file(file: File | None, ask: Callable[[File], Answer]) -> Answer | None:
    """Return what a derived file answers, None if the corpus does not have the file."""
    if file is None:
        return None
    with closing(file):
        return ask(file)


def count_facts(portal: Portal, table: FactsTable) -> CorpusNumbers:
    """Return the numbers that follow from the facts of articles."""
    facts = table.counts()
    articles, words = Counter[str](), Counter[str]()
    for fact in facts:
        if fact.what == "length":
            articles[fact.unit] += fact.articles
            words[fact.unit] += fact.words
    unit = max(sorted(articles), key=articles.__getitem__, default=WORDS)
    return CorpusNumbers(
        portal=portal.id,
        articles=articles.total(),
        words=words.pop(unit, 0),
        unit=unit,
        other_words=words,
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
    return "" if not warc_date else parse_date(warc_date).astimezone(zone).date().isoformat()


def count_bars(dimension: Dimension, facts: Iterable[FactCount]) -> tuple[ArticleCount, ...]:
    """Return the bars of a dimension, in their order, from how many articles have which facts."""
    is_length = dimension.fact.kind is FactKind.LENGTH
    counts = (
        ArticleCount(
            name_length(name, fact.unit) if is_length else name,
            fact.articles,
            fact.words,
            fact.unit,
        )
        for fact in facts
        if fact.what == dimension.fact.what
        for name in dimension.bars(fact.name)
    )
    return dimension.sort(merge_units(counts))
