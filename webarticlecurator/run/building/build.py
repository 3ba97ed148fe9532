"""``curator build``: TEI from stored captures, never the network. Only what is new or what a rule changed is built again."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

from webarticlecurator.errors import RulesTooSlow
from webarticlecurator.model.portal import Portal
from webarticlecurator.run.building.chain import Head
from webarticlecurator.run.building.mending import mend
from webarticlecurator.run.building.parts import settle_parts
from webarticlecurator.run.building.pool import outcomes
from webarticlecurator.run.building.sources import RankedSource, WithForeign
from webarticlecurator.run.building.worker import Outcome, Task
from webarticlecurator.run.building.writing import Writer
from webarticlecurator.run.by_hand import apply_by_hand
from webarticlecurator.run.catching_up import catch_up, settle_pending
from webarticlecurator.run.foreign import take_in
from webarticlecurator.run.parsers_used import note_parsers
from webarticlecurator.run.reports import write_reports
from webarticlecurator.run.setup import BuildOptions, Effects, check_by_hand, check_template
from webarticlecurator.run.summary import Summary, summarise
from webarticlecurator.run.tidying import after_build, before_build
from webarticlecurator.store import ArticleRow, Corpus, CorpusView, check_files, open_corpus, open_warcs
from webarticlecurator.tei import OUTPUT_VERSION

BATCH = 100
"""Articles between two commits."""
SETTLED = ("gone", "robots", "off-portal")
"""Rejections that a build cannot change: there is no page to read."""


def build(portal: Portal, folder: Path, options: BuildOptions | None = None, effects: Effects | None = None) -> Summary:
    """Bring the TEI of the corpus in ``folder`` up to its captures and the portal's rules, and give its account.

    Raises UsageError (no such file of ``options.warcs``), CorpusLocked, CorpusMismatch (no corpus there, and no
    ``options.warcs``), StoreDamaged, WarcUnreadable, DiskFull.
    """
    options, effects = options or BuildOptions(), effects or Effects()
    check_template(portal)
    check_by_hand(portal)
    check_files(options.warcs)
    began = effects.clock.monotonic()
    with open_corpus(folder, portal.id, effects.store_options(), create=bool(options.warcs)) as corpus:
        effects.progress.say(f"corpus {folder}: {'new' if corpus.fresh else 'resuming'}")
        before = corpus.frontier.answered()
        catch_up(portal, corpus, effects.progress)
        built = build_new(portal, corpus, options, effects)
        write_reports(corpus)
        new = max(corpus.frontier.answered() - before, 0)  # fewer where one of several articles on a page went
        seconds = effects.clock.monotonic() - began
        return summarise(portal, corpus, Summary(new_archive_pages=0, new_articles=new, built=built, seconds=seconds))


def build_new(portal: Portal, corpus: Corpus, options: BuildOptions, effects: Effects) -> int:
    """Build what is due; gives the number of TEI files written."""
    apply_by_hand(portal, corpus)
    settle_pending(portal, corpus)
    if not options.warcs:
        return _build(portal, corpus, None, options, effects)
    with open_warcs(options.warcs) as foreign:
        take_in(portal, corpus, foreign, effects.progress)
        return _build(portal, corpus, WithForeign(corpus, foreign), options, effects)


def build_key(portal: Portal) -> str:
    """What a document depends on besides its captures: rules and output version."""
    return hashlib.sha256(f"{OUTPUT_VERSION} {portal.tei_digest}".encode()).hexdigest()[:32]


def _build(portal: Portal, corpus: Corpus, foreign: RankedSource | None, options: BuildOptions, effects: Effects) -> int:
    key = build_key(portal)
    writer = Writer(portal, corpus, key)
    before_build(corpus, key)
    mend(corpus, writer.build_again, effects.progress)
    if options.everything:
        corpus.relisting.forget_builds()
        corpus.commit()
    count = corpus.frontier.stale_count(key)
    tasks = (task_of(corpus, row) for row in corpus.frontier.stale(key) if not _settled(corpus, row, key))
    with outcomes(portal, corpus, foreign, tasks, options.jobs) as found:  # processes come before the progress, a thread
        effects.progress.begin("build", count, "articles")
        try:
            _take_all(writer, corpus, found, effects)
            settle_parts(portal, corpus, writer)
            if writer.written:
                note_parsers(corpus, all_built=options.everything)
            corpus.commit()
            after_build(corpus)
        finally:
            effects.progress.end()
    return writer.written


def _take_all(writer: Writer, corpus: Corpus, found: Iterator[Outcome], effects: Effects) -> None:
    """Write every outcome. Where the rules, not the pages, take too long, the rest stays to be built."""
    try:
        for number, outcome in enumerate(found, 1):
            _take(writer, outcome, effects)
            if number % BATCH == 0:
                corpus.commit()
    except RulesTooSlow as error:
        effects.progress.say(f"the build stops here: {error}")


def _take(writer: Writer, outcome: Outcome, effects: Effects) -> None:
    writer.take(outcome)
    effects.progress.step(outcome.canonical)


def _settled(corpus: Corpus, row: ArticleRow, key: str) -> bool:
    """Nothing to read for this one: note that it was looked at."""
    if row.state == "rejected" and row.reason in SETTLED:
        corpus.frontier.set_build(row.canonical, row.tei, key)
        return True
    return False


def task_of(corpus: CorpusView, row: ArticleRow) -> Task:
    """What a worker needs to know of an article."""
    listings = corpus.frontier.listings(row.requested) or corpus.frontier.listings(row.canonical)
    head = Head(row.requested, row.column, listings[0].listed if listings else ())
    return Task(row.canonical, head, corpus.frontier.aliases(row.canonical))
