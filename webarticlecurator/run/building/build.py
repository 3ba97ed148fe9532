"""``curator build``: TEI from stored captures, never the network. Only what is new or what a rule
changed is built again."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

from webarticlecurator.errors import RulesTooSlow
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.verdict import BUILD_FAILURES, FINAL_FAILURES
from webarticlecurator.run.article_state import settle_article
from webarticlecurator.run.building.build_article import BuildOutcome
from webarticlecurator.run.building.capture_sources import RankedSource, WithForeign
from webarticlecurator.run.building.mending import mend
from webarticlecurator.run.building.pool import build_outcomes
from webarticlecurator.run.building.tasks import build_task
from webarticlecurator.run.building.writing import Writer, settle_continuations
from webarticlecurator.run.changed_overrides import apply_changed_overrides
from webarticlecurator.run.cleanup import clean_after_build, clean_before_build
from webarticlecurator.run.foreign_listing import list_foreign
from webarticlecurator.run.parsers_used import note_parsers
from webarticlecurator.run.recovery import catch_up, settle_pending
from webarticlecurator.run.reports import write_reports
from webarticlecurator.run.setup import BuildOptions, Runtime, check_overrides, check_template
from webarticlecurator.run.summary import Summary, summarise
from webarticlecurator.store import ArticleRow, Corpus, check_files, open_corpus, open_warcs
from webarticlecurator.tei import OUTPUT_VERSION

BATCH = 100
"""Articles between two commits."""
SETTLED = frozenset(
    {"gone", "off-portal", "shared-redirect", "truncated", *FINAL_FAILURES.values()}
)
"""Rejections that a build cannot change: there is no page to read."""


def build(
    portal: Portal,
    folder: Path,
    options: BuildOptions | None = None,
    effects: Runtime | None = None,
) -> Summary:
    """Bring the TEI of the corpus in ``folder`` up to its captures and the portal's rules, and give
    its account.

    Raises UsageError (no such file of ``options.warcs``), CorpusLocked, CorpusMismatch (no corpus
    there, and no ``options.warcs``), StoreDamaged, WarcUnreadable, DiskFull.
    """
    options, effects = options or BuildOptions(), effects or Runtime()
    check_template(portal)
    check_overrides(portal)
    check_files(options.warcs)
    began = effects.clock.monotonic()
    with open_corpus(
        folder, portal.id, effects.store_options(), create=bool(options.warcs)
    ) as corpus:
        effects.progress.say(f"corpus {folder}: {'new' if corpus.is_new else 'resuming'}")
        before = corpus.frontier.count_answered()
        catch_up(portal, corpus, effects.progress)
        built = build_what_is_new(portal, corpus, options, effects)
        write_reports(corpus)
        # fewer where one of several articles on a page went
        new = max(corpus.frontier.count_answered() - before, 0)
        seconds = effects.clock.monotonic() - began
        return summarise(
            portal,
            corpus,
            Summary(new_archive_pages=0, new_articles=new, built=built, seconds=seconds),
        )


def build_what_is_new(
    portal: Portal, corpus: Corpus, options: BuildOptions, effects: Runtime
) -> int:
    """Build what is due; gives the number of TEI files written."""
    apply_changed_overrides(portal, corpus)
    settle_pending(portal, corpus)
    if not options.warcs:
        return _build(portal, corpus, None, options, effects)
    with open_warcs(options.warcs) as foreign:
        list_foreign(portal, corpus, foreign, effects.progress)
        return _build(portal, corpus, WithForeign(corpus, foreign), options, effects)


def build_key(portal: Portal) -> str:
    """What a document depends on besides its captures: rules and output version."""
    return hashlib.sha256(f"{OUTPUT_VERSION} {portal.tei_digest}".encode()).hexdigest()[:32]


def _build(
    portal: Portal,
    corpus: Corpus,
    foreign: RankedSource | None,
    options: BuildOptions,
    effects: Runtime,
) -> int:
    key = build_key(portal)
    writer = Writer(portal, corpus, key)
    clean_before_build(corpus, key)
    mend(corpus, writer.build_again, effects.progress)
    if options.everything:
        corpus.index_reset.forget_builds()
        corpus.commit()
    count = corpus.frontier.count_stale(key)
    tasks = (
        build_task(portal, corpus, row)
        for row in _due(portal, corpus, corpus.frontier.stale(key), key)
    )
    # processes come before the progress, a thread
    with build_outcomes(portal, corpus, foreign, tasks, options.jobs) as found:
        effects.progress.begin("build", count, "articles")
        try:
            _take_all(writer, corpus, found, effects)
            settle_continuations(portal, corpus, writer)
            if writer.written:
                note_parsers(corpus, all_built=options.everything)
            corpus.commit()
            clean_after_build(corpus)
        finally:
            effects.progress.end()
    return writer.written


def _take_all(
    writer: Writer, corpus: Corpus, found: Iterator[BuildOutcome], effects: Runtime
) -> None:
    """Write every outcome. Where the rules, not the pages, take too long, the rest stays to be
    built."""
    try:
        for number, outcome in enumerate(found, 1):
            _take(writer, outcome, effects)
            if number % BATCH == 0:
                corpus.commit()
    except RulesTooSlow as error:
        effects.progress.say(f"the build stops here: {error}")


def _take(writer: Writer, outcome: BuildOutcome, effects: Runtime) -> None:
    writer.take(outcome)
    effects.progress.step(outcome.canonical)


def _due(
    portal: Portal, corpus: Corpus, rows: Iterator[ArticleRow], key: str
) -> Iterator[ArticleRow]:
    """The articles that have a page to read. Where the rules may have changed what the page checks
    say of a failed article, or of the end of a redirect, that is settled first; of the rest is
    noted that they were looked at."""
    for stale in rows:
        row = stale
        broken = row.reason in BUILD_FAILURES
        if (
            not broken
            and row.reason not in SETTLED
            and (row.state == "failed" or corpus.captures.redirect_targets(row.requested))
        ):
            row = settle_article(portal, corpus, row)
        if (
            broken
            or row.state in ("stored", "tei")
            or (row.state == "rejected" and row.reason not in SETTLED)
        ):
            yield row
        elif row.state != "pending":
            corpus.frontier.set_build(row.canonical, row.tei, key)
