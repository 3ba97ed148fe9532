"""``curator build``: build TEI from stored captures, without the network. Only articles that are
new, or that a changed rule may affect, are built.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from datetime import datetime
from functools import partial
from pathlib import Path

from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.base.errors import RulesTooSlow
from webarticlecurator.base.model.article import Failed
from webarticlecurator.base.model.verdict import BUILD_FAILURES, WITHOUT_PAGE
from webarticlecurator.base.portal.log_lines import get_logger, name_portal
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.crawling.building.build_doubts import (
    TakenTei,
    describe_unlisted,
    may_take_many,
    note_keys,
    stage,
)
from webarticlecurator.crawling.building.changed_files import mark_changed_files
from webarticlecurator.crawling.building.changes import apply_changed_overrides
from webarticlecurator.crawling.building.corpus_checks import (
    OUTCOMES_KNOWN,
    RUN_ENDED,
    TEI_BUILT,
    TEI_COMPARED,
    TEI_WRITTEN,
    WARCS_READ,
    note_doubts,
)
from webarticlecurator.crawling.building.missing_facts import record_missing_facts
from webarticlecurator.crawling.building.older_tei import find_older
from webarticlecurator.crawling.building.oversight_check import OversightRecorder, is_in_sample
from webarticlecurator.crawling.building.pruned import write_pruned
from webarticlecurator.crawling.building.recovery import catch_up, update_pending_articles
from webarticlecurator.crawling.building.run_drift import DriftRecorder, GrownSpans
from webarticlecurator.crawling.building.writing import (
    BATCH,
    TeiWriter,
    reject_continuations,
    reject_unlisted,
)
from webarticlecurator.crawling.captures.build_article import build_draft, build_valid_article
from webarticlecurator.crawling.captures.build_outcome import BuildOutcome, write_drafts
from webarticlecurator.crawling.captures.tasks import Task, build_task
from webarticlecurator.crawling.captures.tei_cleanup import (
    clean_after_build,
    clean_before_build,
    note_build,
)
from webarticlecurator.crawling.captures.tei_drafts import find_drafts_folder
from webarticlecurator.crawling.states.article_state import StateUpdater, settle_answers
from webarticlecurator.crawling.states.foreign_listing import list_foreign
from webarticlecurator.crawling.states.pages_of_others import SOFT_404
from webarticlecurator.crawling.states.parsers_used import note_parsers
from webarticlecurator.crawling.states.problem_report import write_reports
from webarticlecurator.crawling.states.summary import Summary, summarise
from webarticlecurator.crawling.workers.executor import Executor, Job, LostTask
from webarticlecurator.crawling.workers.executor_kinds import choose_processes, open_executor
from webarticlecurator.crawling.workers.progress import progress_stage
from webarticlecurator.crawling.workers.run_options import (
    BuildOptions,
    Runtime,
    check_overrides,
    check_template,
)
from webarticlecurator.pages.rules.unmatched_rules import hint_unmatched, watch_rules
from webarticlecurator.storage.frontier.index_values import ArticleRow
from webarticlecurator.storage.store.corpus import WritableCorpus, open_corpus
from webarticlecurator.storage.store.foreign import ForeignWarcs
from webarticlecurator.storage.store.joined_corpus import JoinedCorpus
from webarticlecurator.storage.warc.warc_reader import check_files
from webarticlecurator.tei.documents.output_version import OUTPUT_VERSION

_log = get_logger(__name__)

MAX_ROUNDS = 5
"""Times that answers are compared with each other in one build; more than two were never seen."""


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
    with (
        open_corpus(
            folder, portal.id, runtime.store_options(), create=bool(options.warcs)
        ) as corpus,
        name_portal(portal.id),
    ):
        runtime.progress.show_message(
            make_message("corpus {folder}: new", folder=folder)
            if corpus.is_new
            else make_message("corpus {folder}: resuming", folder=folder)
        )
        answered_before = corpus.article_counts.answered()
        corpus.run_log.count_last_run()
        catch_up(portal, corpus, runtime.progress, prune=options.prune)
        watch_rules(portal)
        built = build_what_is_new(portal, corpus, options, runtime)
        note_doubts(portal, corpus, RUN_ENDED)
        corpus.run_log.add_build(started, runtime.clock.now())
        corpus.commit()
        write_reports(portal, corpus)
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
                changed=built.number_changed,
                seconds=seconds,
                remarks=(*built.remarks, *hint_unmatched(portal, built.read_of_all, 0)),
            ),
        )


@dataclass(frozen=True)
class BuildCounts:
    """The number of TEI files ``written``, and of articles that were read if these are all that the
    corpus has (``read_of_all``; else 0). ``replaced`` are the articles that had TEI before,
    ``changed`` those of them whose TEI differs in more than the rules. ``new_versions`` are the
    articles whose words or metadata changed with a capture of this run. ``is_refused``: the rules
    would take much TEI, so nothing was written."""

    written: int
    read_of_all: int
    replaced: frozenset[str] = frozenset()
    changed: frozenset[str] = frozenset()
    new_versions: frozenset[str] = frozenset()
    remarks: tuple[str, ...] = ()
    is_refused: bool = False

    def add(self, other: BuildCounts) -> BuildCounts:
        """Return this build with what another one has written in the same run."""
        return replace(
            self,
            written=self.written + other.written,
            replaced=self.replaced | other.replaced,
            changed=self.changed | other.changed,
            new_versions=self.new_versions | other.new_versions,
            remarks=tuple(dict.fromkeys((*other.remarks, *self.remarks))),
        )

    @property
    def number_changed(self) -> int | None:
        """The number of articles whose TEI is another one now; None if none had TEI before."""
        return len(self.changed) if self.replaced else None


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
    oversights = OversightRecorder(portal, corpus)
    command = _Command(portal, corpus, options, runtime, recorder, oversights, since)
    if options.warcs:
        with ForeignWarcs(options.warcs) as foreign:
            found = list_foreign(portal, corpus, foreign, runtime.progress)
            note_doubts(portal, corpus, WARCS_READ, foreign, found)
            joined = JoinedCorpus(corpus, foreign)
            counts = _build_settled(replace(command, corpus=joined))
    else:
        counts = _build_settled(command)
    note_doubts(portal, corpus, TEI_COMPARED, oversights.find_problems())
    note_doubts(portal, corpus, TEI_BUILT)
    corpus.commit()
    unlisted = describe_unlisted(portal, corpus)
    return replace(counts, remarks=(*counts.remarks, unlisted)) if unlisted else counts


def is_upgrade(portal: Portal, corpus: WritableCorpus, options: BuildOptions) -> bool:
    """Return True if articles to build have TEI of an older output version; with
    ``options.keep_old``, those that keep it are not to be built in this run."""
    corpus.build_queue.keeps_older |= options.keep_old  # or a person has said so in this run
    return any(find_older(corpus, build_key(portal)))


def build_key(portal: Portal) -> str:
    """Return a digest of what a document depends on besides its captures: the rules and the output
    version."""
    return hashlib.sha256(f"{OUTPUT_VERSION} {portal.tei_digest}".encode()).hexdigest()[:32]


@dataclass(frozen=True)
class _Command:
    """What is asked for; see ``build_what_is_new``."""

    portal: Portal
    corpus: WritableCorpus
    options: BuildOptions
    runtime: Runtime
    recorder: DriftRecorder
    oversights: OversightRecorder
    since: datetime | None = None


@dataclass(frozen=True)
class _Build:
    """What the steps of a build have in common; ``taken`` counts what it would take, None if it may
    take everything."""

    command: _Command
    key: str
    writer: TeiWriter
    taken: TakenTei | None

    def tasks(self, rows: Iterator[ArticleRow]) -> Iterator[Task]:
        portal, corpus = self.command.portal, self.command.corpus
        return (
            build_task(portal, corpus, row, is_sample=is_in_sample(number))
            for number, row in enumerate(_due(self, rows))
        )


def _build_settled(command: _Command) -> BuildCounts:
    """Build what is due, and compare what the answers of each crawl say: articles whose answers are
    not used lose the TEI that was made of them. What is read instead may show more."""
    counts = _build(command)
    rest = replace(command, options=replace(command.options, everything=False))
    rounds = 0
    while not counts.is_refused and settle_answers(command.portal, command.corpus):
        again = _build(rest)
        counts = counts.add(again)
        rounds += 1
        if rounds == MAX_ROUNDS:
            break
    return counts


def _build(command: _Command) -> BuildCounts:
    portal, corpus, runtime = command.portal, command.corpus, command.runtime
    job = _prepare(command)
    _update_states(job)
    count = corpus.build_queue.count_stale(job.key)
    if count and job.taken is None:
        note_build(corpus, job.key)
    tasks = job.tasks(corpus.build_queue.stale(job.key))
    processes, tasks = choose_processes(tasks, command.options.jobs)
    _log.debug("due: %d articles; the TEI of all others is kept (processes: %d)", count, processes)
    corpus.commit()  # the workers read what is committed
    corpus.disable_wal()  # and can be forked only while there is no log
    captures = corpus.share() if isinstance(corpus, JoinedCorpus) else corpus.folder
    work = Job(portal, captures, runtime.cluster, runtime.progress.show_message)
    # the workers are forked before the progress display starts its thread
    with (
        job.writer.removing_drafts(),
        open_executor(runtime.executor, work, processes) as executor,
        progress_stage(runtime.progress, "build", count, "articles"),
    ):
        read = _build_all(job, executor, tasks)
    note_doubts(portal, corpus, OUTCOMES_KNOWN, job.taken.find_problems() if job.taken else ())
    record_missing_facts(portal, corpus, runtime.progress)
    if job.writer.edited:
        runtime.progress.show_message(
            make_message(
                "{edited} TEI files had been changed since they were written; they were"
                " built again or removed",
                edited=job.writer.edited,
            )
        )
    counts = corpus.article_counts.by_state()
    return BuildCounts(
        job.writer.written,
        read if read >= counts.tei + counts.stored else 0,
        replaced=frozenset(job.writer.replaced),
        changed=frozenset(job.writer.changed),
        new_versions=frozenset(job.writer.new_versions),
        is_refused=job.taken is not None and job.taken.is_too_many,
    )


def _prepare(command: _Command) -> _Build:
    """Mark what is due; commits."""
    portal, corpus, options = command.portal, command.corpus, command.options
    key = build_key(portal)
    writer = TeiWriter(portal, corpus, key, command.since)
    clean_before_build(corpus, key)
    mark_changed_files(corpus, writer.build_again, command.runtime.progress)
    upgrade = None
    if is_upgrade(portal, corpus, options):
        # a build without older TEI does not wait for it
        from webarticlecurator.crawling.building.upgrade import Upgrade

        upgrade = Upgrade(corpus)
    may_take = not options.prune and may_take_many(corpus, key)
    taken = (
        TakenTei(portal, corpus, writer, upgrade, options.prune) if may_take or upgrade else None
    )
    if options.everything:
        corpus.index_reset.forget_builds()
    corpus.commit()
    return _Build(command, key, writer, taken)


def _build_all(job: _Build, executor: Executor, tasks: Iterator[Task]) -> int:
    """Build the articles of the tasks and write what they became; return the number of articles
    that were read, 0 if the rules would take too much, so that nothing is written."""
    corpus = job.command.corpus
    taken = job.taken
    outcomes = _build_articles(job, executor, tasks)
    if taken is not None:
        outcomes = stage(taken, corpus, find_drafts_folder(corpus.folder), outcomes)
        if taken.is_too_many:
            corpus.frontier.keep_tei()
            corpus.commit()
            return 0
        if taken.upgrade is not None:
            taken.upgrade.settle(job.command.runtime.progress, job.key)
        note_build(corpus, job.key)
    read = _write_outcomes(job, outcomes)
    if taken is not None and taken.refused:
        states = StateUpdater(job.command.portal, corpus)
        rows = [*filter(None, map(corpus.frontier.article, taken.refused))]
        again = job.tasks(
            iter([states.update(row) for row in rows if not corpus.build_queue.is_kept(row)])
        )
        _write_outcomes(job, _build_articles(job, executor, again))
    reject_continuations(job.command.portal, corpus, job.writer, job.key)
    job.writer.note_doubts()
    if job.command.options.prune:
        reject_unlisted(corpus, job.writer)
    recorder = job.command.recorder
    note_doubts(job.command.portal, corpus, TEI_WRITTEN, recorder.find_problems(job.command.portal))
    recorder.store_counts()
    if job.writer.written:
        note_parsers(corpus, all_built=job.command.options.everything)
    corpus.unlisted.remove_unkept()
    note_keys(job.command.portal, corpus)
    job.writer.end_batch()
    clean_after_build(corpus)
    write_pruned(corpus)
    return read


def _build_articles(
    job: _Build, executor: Executor, tasks: Iterator[Task]
) -> Iterator[BuildOutcome]:
    """Build the articles; yield the outcomes with their drafts, and show each when it was used.
    Workers of a cluster may not see the folder of the corpus: they return the documents, which are
    written here."""
    drafts = find_drafts_folder(job.command.corpus.folder)
    is_local = job.command.runtime.cluster is None
    work: Callable[..., BuildOutcome] = (
        partial(build_draft, drafts, job.command.options.validates_all)
        if is_local
        else partial(build_valid_article, job.command.options.validates_all)
    )
    for outcome in executor.results(work, tasks):
        if isinstance(outcome, LostTask):  # a failed article
            canonical = outcome.task.canonical
            failed = Failed(canonical, outcome.reason, outcome.evidence)
            outcome = BuildOutcome(canonical, failed=failed)
        yield outcome if is_local else write_drafts(drafts, outcome)
        job.command.runtime.progress.step(outcome.canonical)


def _write_outcomes(job: _Build, outcomes: Iterator[BuildOutcome]) -> int:
    """Write every outcome; return their number. If the rules are too slow for all pages, the other
    articles remain to be built."""
    number = 0
    try:
        for number, outcome in enumerate(outcomes, 1):
            row = job.command.corpus.frontier.article(outcome.canonical)
            if row is not None and not job.command.corpus.build_queue.is_kept(row):
                job.command.recorder.count(row, outcome)
                job.command.oversights.see(outcome)
                job.writer.write(row, outcome)
                refused = outcome.failed or outcome.rejected
                result = refused.reason if refused else outcome.draft and outcome.draft.path
                _log.debug("built %s: %s", outcome.canonical, result)
            if number % BATCH == 0 or job.command.corpus.has_large_transaction():
                job.writer.end_batch()
    except RulesTooSlow as error:
        job.command.runtime.progress.show_message(
            make_message("the build stops here: {error}", error=error)
        )
    return number


def _update_states(job: _Build) -> None:
    """Update the states of those of the articles to build that changed rules may let pass the page
    checks: failed ones and those that redirect. An update may change the states of others, so all
    of them come before the first build."""
    corpus = job.command.corpus
    for row in corpus.build_queue.stale(job.key):
        if (
            row.reason not in BUILD_FAILURES
            and row.reason not in WITHOUT_PAGE
            and (row.state == "failed" or corpus.captures.redirect_targets(row.requested))
        ):
            states = StateUpdater(job.command.portal, corpus)
            if job.taken is not None and row.tei is not None and states.is_refused(row):
                job.taken.refused.append(row.canonical)
            else:
                states.update(row)
        if corpus.has_large_transaction():
            corpus.commit()


def _due(job: _Build, rows: Iterator[ArticleRow]) -> Iterator[ArticleRow]:
    """Yield the articles that have a page to read. The others get the key of this build, so that
    the next one skips them."""
    for row in rows:
        has_build_failed = row.reason in BUILD_FAILURES
        # the page may show no article only beside other pages, so that it is not used
        is_used = row.reason != SOFT_404 or job.command.corpus.captures.best([row.requested])
        has_page = row.state in ("stored", "tei") or (
            row.state == "rejected" and row.reason not in WITHOUT_PAGE and is_used
        )
        if has_build_failed or has_page:
            yield row
        elif row.state != "pending":
            job.command.corpus.frontier.set_build(row.canonical, row.tei, job.key)
