"""``curator crawl``: walk the archive, fetch the articles that it lists, build TEI for new ones.

To resume, repeat or extend a crawl is the same operation: pages that are stored are not requested
again. Every step is committed before the next request, so that a kill loses one answer at most.
"""

from __future__ import annotations

import logging
from collections.abc import Collection
from datetime import timedelta
from itertools import islice
from pathlib import Path

from webarticlecurator.articles.by_rules.identity import canonical_address
from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.errors import CuratorError, PortalRefused
from webarticlecurator.base.model.capture import Origin
from webarticlecurator.base.model.verdict import BUILD_FAILURES, MAX_FIRST_PROBLEMS
from webarticlecurator.base.portal.hosts import portal_hosts
from webarticlecurator.base.portal.log_lines import get_logger, name_portal
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.text.translation import as_message, make_message
from webarticlecurator.crawling.archive.entry import is_top_unread, start_walk
from webarticlecurator.crawling.archive.rerun import describe_walk
from webarticlecurator.crawling.archive.state import WalkState
from webarticlecurator.crawling.archive.stop_reasons import STOP_REASONS
from webarticlecurator.crawling.building.build import (
    BuildCounts,
    build_what_is_new,
    is_upgrade,
)
from webarticlecurator.crawling.building.changes import apply_changed_overrides
from webarticlecurator.crawling.building.corpus_checks import (
    CRAWL_ENDED,
    RUN_ENDED,
    SITEMAPS_READ,
    note_doubts,
)
from webarticlecurator.crawling.building.recovery import catch_up
from webarticlecurator.crawling.building.run_drift import find_grown_spans
from webarticlecurator.crawling.crawl.archive_watch import ArchiveWatch
from webarticlecurator.crawling.crawl.article_fetching import ArticleFetcher
from webarticlecurator.crawling.crawl.crawl_plan import CrawlPlan
from webarticlecurator.crawling.crawl.crawl_progress import CrawlProgress
from webarticlecurator.crawling.crawl.crawl_start import plan_crawl, tell_session
from webarticlecurator.crawling.crawl.empty_newest import WalkOrder
from webarticlecurator.crawling.crawl.ended_archives import ask_front_page
from webarticlecurator.crawling.crawl.kept_answers import KeptAnswers, answers_path
from webarticlecurator.crawling.crawl.made_up_address import ask_made_up_address
from webarticlecurator.crawling.crawl.page_fetching import PageFetcher
from webarticlecurator.crawling.crawl.refresh_plan import DueArticle, RefreshPlan
from webarticlecurator.crawling.crawl.refreshing import ArticleRefresher
from webarticlecurator.crawling.crawl.requester import Requester
from webarticlecurator.crawling.fetch.answer_kinds import TRANSIENT_STATUSES
from webarticlecurator.crawling.fetch.connection_settings import ConnectionSettings
from webarticlecurator.crawling.fetch.kept_session import renew_session
from webarticlecurator.crawling.fetch.pace import RequestPace
from webarticlecurator.crawling.states.archive_disorder import judge_archive_run
from webarticlecurator.crawling.states.article_state import settle_answers
from webarticlecurator.crawling.states.doubtful_answers import judge_gone
from webarticlecurator.crawling.states.odd_windows import find_odd_to_ask
from webarticlecurator.crawling.states.problem_report import write_reports
from webarticlecurator.crawling.states.replay import ListingPlace
from webarticlecurator.crawling.states.stored_walks import load_walk
from webarticlecurator.crawling.states.summary import RefreshCounts, Summary, summarise
from webarticlecurator.crawling.states.walk_doubts import settle_walk_doubts
from webarticlecurator.crawling.states.walking import (
    WalkStep,
    begin_walk,
    process_archive_page,
)
from webarticlecurator.crawling.workers.corpus_upkeep import read_upkeep
from webarticlecurator.crawling.workers.executor import import_what_articles_need
from webarticlecurator.crawling.workers.run_options import (
    BuildOptions,
    CrawlOptions,
    Runtime,
)
from webarticlecurator.crawling.workers.shared_worker import end_worker, prepare_worker
from webarticlecurator.pages.rules.unmatched_rules import hint_unmatched, watch_rules
from webarticlecurator.storage.fixity.check_log import find_growing
from webarticlecurator.storage.fixity.mending import protect
from webarticlecurator.storage.frontier.walks import WalkKey
from webarticlecurator.storage.store.corpus import WritableCorpus, open_corpus

_log = get_logger(__name__)

MAX_MOVED = 20
"""Earlier articles like which a new one is that a crawl asks for again."""
CLOCK_TOLERANCE = timedelta(minutes=1)
"""A clock that is behind by no more is not worth a message."""


def crawl(
    portal: Portal,
    folder: Path,
    options: CrawlOptions | None = None,
    runtime: Runtime | None = None,
) -> Summary:
    """Extend the corpus in ``folder``; return a summary.

    If the portal stops the crawl, the stored articles are built all the same, and ``stopped`` of
    the summary has the reason.

    Raises CorpusLocked, CorpusMismatch, StoreDamaged, DiskFull, UsageError for an unknown column,
    ConfigError for a wrong template.
    """
    options, runtime = options or CrawlOptions(), runtime or Runtime()
    plan = plan_crawl(portal, options, runtime)
    upkeep, grew = read_upkeep(folder, runtime.clock.now), find_growing(folder, portal.id)
    tell_session(portal, plan.session, runtime)
    began, started = runtime.clock.monotonic(), runtime.clock.now()
    store_options = replace(
        runtime.store_options(), durable_after=portal.fetch.durable.total_seconds()
    )
    with open_corpus(folder, portal.id, store_options) as corpus, name_portal(portal.id):
        runtime.progress.show_message(
            make_message("corpus {folder}: new", folder=folder)
            if corpus.is_new
            else make_message("corpus {folder}: resuming", folder=folder)
        )
        grown = find_grown_spans(corpus, portal)
        watch_rules(portal)
        job = _Crawl(plan, corpus, runtime)
        try:
            stopped = job.run()
        finally:
            job.close()
        counted = job.counted()
        built = job.upgraded
        if not options.warc_only:
            later = build_what_is_new(portal, corpus, job.to_build, runtime, grown, started)
            built = later.add(built)
        refreshed = job.count_refreshed(None if options.warc_only else built.new_versions)
        note_doubts(portal, corpus, RUN_ENDED)
        note_doubts(portal, corpus, CRAWL_ENDED)
        corpus.run_log.count_run(job.number)
        corpus.commit()
        write_reports(portal, corpus)
        archive_pages = counted.new_archive_pages if corpus.is_new else 0
        hints = (
            *job.order.remarks,
            *built.remarks,
            *hint_unmatched(portal, built.read_of_all, archive_pages or 0),
            *protect(folder, portal.id, upkeep, grew=grew),
        )
        seconds = runtime.clock.monotonic() - began
        summary = replace(
            counted,
            built=built.written,
            changed=built.number_changed,
            refreshed=refreshed,
            refresh_failures=job.list_refresh_failures(),
            remarks=hints,
            seconds=seconds,
            stopped=stopped,
        )
        return summarise(portal, corpus, summary)


def _find_kept_answers(portal: Portal, runtime: Runtime) -> KeptAnswers:
    """Return the answers of ``curator new`` that a crawl may take its articles from: none where the
    portal may answer the crawl otherwise."""
    policy = portal.fetch
    is_other = policy.cookies or policy.headers or policy.user_agent or policy.signed_in
    has_file = portal.path.name and not is_other
    return KeptAnswers(runtime.clock, answers_path(portal.path) if has_file else None)


class _Crawl:
    """A crawl, without its build. ``number`` is that of its run once it has begun; ``order`` has
    its windows; ``to_build`` are the options of the build, and ``upgraded`` what was built before
    the requests."""

    def __init__(self, plan: CrawlPlan, corpus: WritableCorpus, runtime: Runtime) -> None:
        from webarticlecurator.articles.by_rules.manual_overrides import find_exclusion

        self._plan, self._corpus, self._runtime = plan, corpus, runtime
        self._portal, self._options = plan.portal, plan.options
        hosts = portal_hosts(self._portal)
        self._subscriber: Subscriber | None = None
        if plan.session is not None:
            # a crawl without a session does not need what protects one
            from webarticlecurator.crawling.fetch.subscriber import Subscriber

            self._subscriber = Subscriber(plan.session, hosts)
        self._requester = Requester(
            self._portal,
            corpus,
            ConnectionSettings(
                self._portal.fetch,
                hosts,
                self._options.proxy,
                self._options.ca_file,
                lambda url: find_exclusion(self._portal, (url,)),
                lambda text: runtime.progress.show_message(self._hide(text)),
                pace=runtime.pace or RequestPace(),
                subscriber=self._subscriber,
                connect=runtime.connect,
            ),
            runtime.clock,
            lambda trouble: self._progress.count_attempt(trouble),
            _find_kept_answers(self._portal, runtime),
        )
        pages = PageFetcher(self._portal, corpus, self._requester)
        self._articles = ArticleFetcher(
            self._portal, corpus, self._requester, pages, self._options, self._count_article
        )
        self._refresher, self._mover = (
            ArticleRefresher(self._portal, corpus, self._requester, pages, self._count_article)
            for _ in range(2)
        )
        self._progress = CrawlProgress((), 0, 0, None, runtime.progress)
        self.order = WalkOrder(plan, corpus, runtime.progress.show_message)
        self._doubtful: list[WalkKey] = []
        self._watch = ArchiveWatch(plan, corpus, runtime.clock, self._walk_once)
        self._is_refreshing = False
        self._answered_before = 0
        self.number = 0
        self.to_build = BuildOptions(jobs=self._options.jobs, keep_old=self._options.keep_old)
        self.upgraded = BuildCounts(0, 0)

    def run(self) -> str | None:
        """Crawl; return the refusal of the portal if it ended the crawl."""
        corpus, clock = self._corpus, self._runtime.clock
        started = clock.now()
        behind = corpus.begin_at(clock.now())
        if behind > CLOCK_TOLERANCE:
            self._runtime.progress.show_message(
                make_message(
                    "the clock of this computer is {behind} behind the latest record of the"
                    " corpus; captures of this run count as later",
                    behind=behind - timedelta(0, 0, behind.microseconds),
                )
            )
        last = corpus.answers.latest_start()
        self.number = corpus.run_log.begin_run("crawl", clock.now())
        corpus.record_files(self._portal.files)
        corpus.commit()
        if last is not None:  # that crawl may have been killed
            judge_archive_run(self._portal, corpus, last)
        catch_up(self._portal, corpus, self._runtime.progress)
        apply_changed_overrides(self._portal, corpus)
        if not self._options.warc_only and is_upgrade(self._portal, corpus, self.to_build):
            # before the requests, which may take days: whoever is asked is there now
            self.upgraded = build_what_is_new(self._portal, corpus, self.to_build, self._runtime)
        refreshes = RefreshPlan(self._portal, corpus, self._options, clock.now())
        self._is_refreshing = refreshes.is_wanted
        due, waiting = self._count_due(refreshes), _count_waiting(corpus)
        self._answered_before = corpus.article_counts.answered()
        self._progress = CrawlProgress(
            self._plan.due_spans(corpus),
            waiting,
            due,
            self._options.limit,
            self._runtime.progress,
        )
        if not self._options.warc_only and (corpus.is_new or waiting):
            # once, not in the process that inspects pages and again in the one that makes TEI
            import_what_articles_need()
        prepare_worker(self._portal)  # before the progress display starts its thread
        self._progress.announce(self._portal.fetch.delay)
        stopped = None
        corpus.begin_steps()
        try:
            for place in self.order.places():
                if self._articles.is_full():
                    break
                self._walk(place)
            if self._doubtful and not self._articles.is_full():
                self._watch.prove_run()
            self._ask_odd_again()
            self._articles.fetch_remaining()
            self._articles.ask_cut_pages()
            self._articles.confirm_doubtful(clock.now(), everything=self._options.full)
            self._ask_moved()
            self._refresh(refreshes)
            self._compare_sitemaps()
            if not self._progress.archive_pages:
                now, today = clock.now(), self._plan.today
                ask_front_page(self._portal, corpus, self._requester, now, today)
            settle_answers(self._portal, corpus, started, self._ask_made_up)
        except PortalRefused as refusal:
            stopped = self._hide(str(refusal))
            self._articles.store_sent_ahead()
            settle_answers(self._portal, corpus, started)
        finally:
            self._progress.end()
        corpus.end_steps()
        judge_archive_run(self._portal, corpus, clock.now())
        settle_walk_doubts(self._portal, corpus, self._doubtful)
        corpus.run_log.end_run(self.number, clock.now(), stopped or "done")
        _log.debug("the requests of the crawl end: %s", stopped or "done")
        corpus.commit()
        return stopped

    def _ask_made_up(self, right: str) -> bool:
        now = self._runtime.clock.now()
        return ask_made_up_address(self._portal, self._corpus, self._requester, now, right)

    def _compare_sitemaps(self) -> None:
        """Compare what the lists name with the sitemaps of the portal, after a whole walk."""
        portal, corpus = self._portal, self._corpus
        if portal.fetch.sitemaps == "none":
            note_doubts(portal, corpus, SITEMAPS_READ, ())
        text = self._requester.client.robots_text(portal.home)
        if not self._plan.compares_sitemaps(corpus, text):
            return
        # most crawls read no sitemaps
        from webarticlecurator.crawling.states.own_sitemaps import (
            compare_sitemaps,
            read_own_sitemaps,
        )

        unanswered: list[str] = []

        def read(url: str) -> bytes | None:
            self._runtime.progress.show_message(make_message("looking at {url}", url=url))
            answer = self._requester.get(url, Origin("sitemap"))
            corpus.commit()
            if answer.final is None or answer.final.status in TRANSIENT_STATUSES:
                unanswered.append(url)
            return (
                corpus.read(answer.final).content if answer.final and not answer.trouble else None
            )

        own = read_own_sitemaps(portal, text, read, corpus)
        missing = [*compare_sitemaps(portal, corpus, own, self._plan.compared_since(corpus))]
        note_doubts(portal, corpus, SITEMAPS_READ, missing)
        if own.files or not unanswered:  # else the next crawl asks again
            is_empty = not any(own.files.values())
            self._plan.note_compared(
                corpus, len(own.files), is_missing=bool(missing), is_empty=is_empty
            )

    def close(self) -> None:
        self._requester.close()
        end_worker()
        self._keep_renewed_session()

    def _keep_renewed_session(self) -> None:
        """Keep the cookies that the portal has renewed: the earlier ones may sign in no more."""
        used, subscriber = self._plan.session, self._subscriber
        if used is None or subscriber is None:
            return
        show = self._runtime.progress.show_message
        try:
            if renew_session(self._portal, used, subscriber.renew_session()):
                show(make_message("the portal has renewed the session; it is kept"))
        except CuratorError as error:
            show(
                make_message(
                    "the portal has renewed the session, but it could not be kept: {error}",
                    error=as_message(error.message),
                )
            )

    def _hide(self, text: str) -> str:
        """Return a text without anything of a subscriber's session."""
        return text if self._subscriber is None else self._subscriber.hide(text)

    def counted(self) -> Summary:
        """Return a summary with the numbers of new pages and articles; two addresses of the same
        article count as one."""
        # the number falls if an article becomes an alias of another one
        answered = max(self._corpus.article_counts.answered() - self._answered_before, 0)
        return Summary(new_archive_pages=self._progress.archive_pages, new_articles=answered)

    def count_refreshed(self, new_versions: Collection[str] | None) -> RefreshCounts | None:
        """Return what became of the articles that were asked for again, None if there was no
        refresh; ``new_versions`` as for ``ArticleRefresher.counts``."""
        return self._refresher.counts(new_versions) if self._is_refreshing else None

    def list_refresh_failures(self) -> tuple[str, ...]:
        """Return the first articles that were asked for again without success, with the reason."""
        first = islice(self._refresher.failures.items(), MAX_FIRST_PROBLEMS)
        return tuple(f"{url}: {reason}" for url, reason in first)

    def _count_due(self, refreshes: RefreshPlan) -> int:
        """Return the number of the articles to ask for again, and show it."""
        if not refreshes.is_wanted:
            return 0
        due, show_message = refreshes.count(), self._runtime.progress.show_message
        show_message(make_message("articles due for a refresh: {due}", due=due))
        return due

    def _refresh(self, refreshes: RefreshPlan) -> None:
        """Ask for stored articles again. Articles whose listing has changed are among them, also
        if this run has seen the change."""
        if not refreshes.is_wanted or self._articles.is_full():
            return
        refreshes.begin()
        self._corpus.commit()
        for due in refreshes.due():
            self._refresher.refresh(due)
        refreshes.finish()
        self._corpus.commit()

    def _ask_moved(self) -> None:
        """Ask again for earlier articles like which a new one is: where the portal has moved an
        article, the earlier address redirects to the new one, and they are the same article."""
        urls = self._corpus.headlines.find_perhaps_moved(MAX_MOVED)
        now = self._runtime.clock.now()
        for row in filter(None, map(self._corpus.frontier.article, urls)):
            judgement = judge_gone(self._portal, self._corpus, row.requested)
            if judgement is None or (judgement.due is not None and judgement.due <= now):
                self._mover.refresh(DueArticle(row))

    def _ask_odd_again(self) -> None:
        """Walk the windows again whose lists are odd beside those of other dates: a cache may have
        sent another one."""
        corpus = self._corpus
        run = corpus.answers.run_of(self._runtime.clock.now())
        for place in self._plan.places(find_odd_to_ask(self._portal, corpus, run)):
            if self._articles.is_full():
                return
            self._walk_once(place)

    def _walk(self, place: ListingPlace) -> None:
        """Walk one window to its end; where that goes on with an unfinished walk, then its top."""
        begun, ended = self._walk_once(place)
        is_unread = is_top_unread(place.span, place.window, begun, ended, self._plan.today)
        if is_unread and not self._articles.is_full():
            self._walk_once(place)

    def _walk_once(self, place: ListingPlace) -> tuple[WalkState, WalkState]:
        """Walk one window from its current page to its end; fetch the new articles of each page
        before the next page. Return its first and its last state."""
        stored_walk = load_walk(self._corpus, place.key)
        state = start_walk(
            self._portal, place.span, place.window, stored_walk, self._plan.context(self._corpus)
        )
        begun = state
        _log.debug(
            "walk of %s begins (%s%s): %s",
            describe_walk(state),
            state.entry,
            ", ends at known pages" if state.stops_at_known else "",
            state.address or state.stop_reason,
        )
        begin_walk(self._corpus, place.key, state)
        self._progress.begin_walk(place.span, place.window)
        while state.address is not None and not self._articles.is_full():
            origin = Origin(
                "archive",
                state.column,
                state.span,
                state.window or None,
                state.page or None,
                state.previous_address or self._corpus.named_pages.parent_of(place.key),
            )
            is_known = self._is_listed if state.stops_at_known and not state.retry_target else None
            requested_address = state.address
            answer = self._requester.get(requested_address, origin, is_known=is_known)
            step = process_archive_page(
                self._portal, self._corpus, state, answer.final if not answer.trouble else None
            )
            self._corpus.end_step()
            has_next = step.state.address is not None
            self._progress.count_page(
                place.span, state.address, len(step.new_articles), has_next=has_next
            )
            if step.wall:
                self._requester.client.count_wall(state.address, step.wall)
            state = step.state
            _log_step(requested_address, step)
            if state.looks and state.address is None:
                self._doubtful.append(place.key)
            self._watch.note(requested_address)
            self._articles.update(step.redirected)
            self._articles.fetch(step.new_articles)
        self._progress.end_walk(place.span)
        return begun, state

    def _is_listed(self, url: str) -> bool:
        """Return True for an address of an article that the archive lists."""
        return (
            self._corpus.frontier.article(canonical_address(url, self._portal.address)) is not None
        )

    def _count_article(self, address: str) -> None:
        self._progress.count_article(address)


def _log_step(requested_address: str, step: WalkStep) -> None:
    """Log what an archive page has shown: new articles, problems, why the walk goes on or ends."""
    if not _log.isEnabledFor(logging.DEBUG):
        return
    state = step.state
    end = STOP_REASONS.get(state.stop_reason, state.stop_reason)
    next_step = f"next {state.address}" if state.address else f"the walk ends: {end}"
    if state.address is None and not state.complete:
        next_step += " (not complete)"
    doubt = f"; doubt: {state.doubt}" if state.doubt else ""
    _log.debug(
        "%s: %d new articles; %s%s", requested_address, len(step.new_articles), next_step, doubt
    )
    for problem in state.problems:
        _log.debug("%s: %s: %s", problem.where, problem.kind, problem.message)


def _count_waiting(corpus: WritableCorpus) -> int:
    """Return the number of articles that are requested because they are pending or failed."""
    counts = corpus.article_counts.by_state()
    return (
        counts.pending
        + counts.failed
        - sum(corpus.article_counts.in_state("failed", reason) for reason in BUILD_FAILURES)
    )
