"""``curator build``: build TEI from stored captures, without the network. Only articles that are
new, or that a changed rule may affect, are built."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from pathlib import Path

from webarticlecurator import tei
from webarticlecurator.errors import RulesTooSlow
from webarticlecurator.model.article import Failed
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.verdict import BUILD_FAILURES, WITHOUT_PAGE
from webarticlecurator.run.article_state import settle_answers, update_article_state
from webarticlecurator.run.building.build_article import build_draft, build_valid_article
from webarticlecurator.run.building.build_outcome import BuildOutcome, write_drafts
from webarticlecurator.run.building.capture_sources import WithForeign
from webarticlecurator.run.building.drift import DriftRecorder, GrownSpans
from webarticlecurator.run.building.mending import mark_changed_files
from webarticlecurator.run.building.missing_facts import record_missing_facts
from webarticlecurator.run.building.tasks import Task, build_task
from webarticlecurator.run.building.tei_drafts import find_drafts_folder
from webarticlecurator.run.building.writing import TeiWriter, reject_continuations
from webarticlecurator.run.changed_overrides import apply_changed_overrides
from webarticlecurator.run.cleanup import clean_after_build, clean_before_build, note_build
from webarticlecurator.run.executors.executor import Executor, Job, LostTask
from webarticlecurator.run.executors.registry import choose_processes, open_executor
from webarticlecurator.run.foreign_listing import list_foreign
from webarticlecurator.run.parsers_used import note_parsers
from webarticlecurator.run.ranked_source import RankedSource
from webarticlecurator.run.recovery import catch_up, update_pending_articles
from webarticlecurator.run.reports import write_reports
from webarticlecurator.run.setup import BuildOptions, Runtime, check_overrides, check_template
from webarticlecurator.run.silent_spans import note_silent_spans
from webarticlecurator.run.summary import Summary, summarise
from webarticlecurator.run.unmatched_rules import hint_unmatched, watch_rules
from webarticlecurator.store import ArticleRow, WritableCorpus, check_files, open_corpus, open_warcs

BATCH = 100
"""Articles between two commits."""


def build(
    portal: Portal,
    folder: Path,
    options: BuildOptions | None = None,
    runtime: Runtime | None = None,
) -> Summary:
    """Bring the TEI of the corpus in ``folder`` up to date with its captures and the portal's
    rules; return a summary.

    Raises UsageError (a file of ``options.warcs`` does not exist), CorpusLocked, CorpusMismatch
    (``folder`` has no corpus and there are no ``options.warcs``), StoreDamaged, WarcUnreadable,
    DiskFull.
    """
    options, runtime = options or BuildOptions(), runtime or Runtime()
    check_template(portal)
    check_overrides(portal)
    check_files(options.warcs)
    began, started = runtime.clock.monotonic(), runtime.clock.now()
    with open_corpus(
        folder, portal.id, runtime.store_options(), create=bool(options.warcs)
    ) as corpus:
        runtime.progress.show_message(f"corpus {folder}: {'new' if corpus.is_new else 'resuming'}")
        answered_before = corpus.article_counts.answered()
        corpus.run_log.count_last_run()
        catch_up(portal, corpus, runtime.progress)
        watch_rules(portal)
        built = build_what_is_new(portal, corpus, options, runtime)
        silent = note_silent_spans(portal, corpus)
        corpus.run_log.add_build(started, runtime.clock.now())
        corpus.commit()
        write_reports(corpus)
        # the number falls if an article of a split page is removed
        new = max(corpus.article_counts.answered() - answered_before, 0)
        seconds = runtime.clock.monotonic() - began
        return summarise(
            portal,
            corpus,
            Summary(
                new_archive_pages=0,
                new_articles=new,
                built=built.written,
                seconds=seconds,
                remarks=(*silent, *hint_unmatched(portal, built.read_of_all, 0)),
            ),
        )


@dataclass(frozen=True)
class BuildCounts:
    """The number of TEI files ``written``, and of articles that were read if these are all that the
    corpus has (``read_of_all``; else 0). ``new_versions`` are the articles whose words or metadata
    changed with a capture of this run."""

    written: int
    read_of_all: int
    new_versions: frozenset[str] = frozenset()


def build_what_is_new(
    portal: Portal,
    corpus: WritableCorpus,
    options: BuildOptions,
    runtime: Runtime,
    grown: GrownSpans | None = None,
    since: datetime | None = None,
) -> BuildCounts:
    """Build the articles that are due.

    After a crawl, ``grown`` are the spans that it may have extended (``find_grown_spans``), and
    ``since`` is the time at which it began.
    """
    recorder = DriftRecorder(corpus, build_key(portal), grown or {}, everything=options.everything)
    apply_changed_overrides(portal, corpus)
    update_pending_articles(portal, corpus)
    if not options.warcs:
        built = _build(portal, corpus, None, recorder, options, runtime, since)
        if not settle_answers(portal, corpus):
            return built
        # articles whose answers are not used lose the TEI that was made of them
        again = _build(
            portal, corpus, None, recorder, replace(options, everything=False), runtime, since
        )
        return BuildCounts(
            built.written + again.written,
            built.read_of_all,
            built.new_versions | again.new_versions,
        )
    with open_warcs(options.warcs) as foreign:
        list_foreign(portal, corpus, foreign, runtime.progress)
        return _build(portal, corpus, WithForeign(corpus, foreign), recorder, options, runtime)


def build_key(portal: Portal) -> str:
    """Return a digest of what a document depends on besides its captures: the rules and the output
    version."""
    return hashlib.sha256(f"{tei.OUTPUT_VERSION} {portal.tei_digest}".encode()).hexdigest()[:32]


def _build(
    portal: Portal,
    corpus: WritableCorpus,
    foreign: RankedSource | None,
    recorder: DriftRecorder,
    options: BuildOptions,
    runtime: Runtime,
    since: datetime | None = None,
) -> BuildCounts:
    key = build_key(portal)
    writer = TeiWriter(portal, corpus, key, since)
    clean_before_build(corpus, key)
    mark_changed_files(corpus, writer.build_again, runtime.progress)
    if options.everything:
        corpus.index_reset.forget_builds()
        corpus.commit()
    count = corpus.build_queue.count_stale(key)
    if count:
        note_build(corpus, key)
    tasks: Iterator[Task] = (
        build_task(portal, corpus, row)
        for row in _due(portal, corpus, corpus.build_queue.stale(key), key)
    )
    processes, tasks = choose_processes(tasks, options.jobs)
    corpus.commit()  # the workers read what is committed
    corpus.disable_wal()  # and can be forked only while there is no log
    job = Job(portal, foreign or corpus.folder, runtime.cluster, runtime.progress.show_message)
    # the workers are forked before the progress display starts its thread
    with (
        writer.removing_drafts(),
        open_executor(runtime.executor, job, processes) as executor,
    ):
        runtime.progress.begin("build", count, "articles")
        try:
            outcomes = _build_articles(executor, tasks, corpus.folder, options, runtime)
            read = _write_outcomes(writer, recorder, corpus, outcomes, runtime)
            reject_continuations(portal, corpus, writer, key)
            writer.note_doubts()
            recorder.finish(portal)
            if writer.written:
                note_parsers(corpus, all_built=options.everything)
            writer.end_batch()
            clean_after_build(corpus)
        finally:
            runtime.progress.end()
    record_missing_facts(portal, corpus, runtime.progress)
    if writer.edited:
        runtime.progress.show_message(
            f"{writer.edited} TEI files that were built again, or removed, had been changed since"
            " they were written"
        )
    counts = corpus.article_counts.by_state()
    return BuildCounts(
        writer.written,
        read if read >= counts.tei + counts.stored else 0,
        frozenset(writer.new_versions),
    )


def _build_articles(
    executor: Executor,
    tasks: Iterator[Task],
    folder: Path,
    options: BuildOptions,
    runtime: Runtime,
) -> Iterator[BuildOutcome]:
    """Build the articles; yield the outcomes with their drafts. Workers of a cluster may not see
    the folder of the corpus: they return the documents, which are written here."""
    drafts = find_drafts_folder(folder)
    if runtime.cluster is None:
        work = partial(build_draft, drafts, options.validates_all)
        return map(_to_outcome, executor.results(work, tasks))
    valid = partial(build_valid_article, options.validates_all)
    outcomes = map(_to_outcome, executor.results(valid, tasks))
    return (write_drafts(drafts, outcome) for outcome in outcomes)


def _to_outcome(result: BuildOutcome | LostTask) -> BuildOutcome:
    """Return a result; that of a lost task is a failed article."""
    if isinstance(result, BuildOutcome):
        return result
    canonical = result.task.canonical
    return BuildOutcome(canonical, failed=Failed(canonical, result.reason, result.evidence))


def _write_outcomes(
    writer: TeiWriter,
    recorder: DriftRecorder,
    corpus: WritableCorpus,
    outcomes: Iterator[BuildOutcome],
    runtime: Runtime,
) -> int:
    """Write every outcome; return their number. If the rules are too slow for all pages, the other
    articles remain to be built."""
    number = 0
    try:
        for number, outcome in enumerate(outcomes, 1):
            row = corpus.frontier.article(outcome.canonical)
            if row is not None:
                recorder.count(row, outcome)
                writer.write(row, outcome)
            runtime.progress.step(outcome.canonical)
            if number % BATCH == 0 or corpus.has_large_transaction():
                writer.end_batch()
    except RulesTooSlow as error:
        runtime.progress.show_message(f"the build stops here: {error}")
    return number


def _due(
    portal: Portal, corpus: WritableCorpus, rows: Iterator[ArticleRow], key: str
) -> Iterator[ArticleRow]:
    """Yield the articles that have a page to read.

    If changed rules may let a failed article or a redirect target pass the page checks, the state
    of the article is updated first. The others get the key of this build, so that the next one
    skips them.
    """
    for stale in rows:
        row = stale
        has_build_failed = row.reason in BUILD_FAILURES
        if (
            not has_build_failed
            and row.reason not in WITHOUT_PAGE
            and (row.state == "failed" or corpus.captures.redirect_targets(row.requested))
        ):
            row = update_article_state(portal, corpus, row)

        has_page = row.state in ("stored", "tei") or (
            row.state == "rejected" and row.reason not in WITHOUT_PAGE
        )
        if has_build_failed or has_page:
            yield row
        elif row.state != "pending" and row.reason not in BUILD_FAILURES:
            corpus.frontier.set_build(row.canonical, row.tei, key)
