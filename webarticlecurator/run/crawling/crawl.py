"""``curator crawl``: walk the archive, fetch what it lists, build TEI for what is new.

Rerun, resume and extend are one thing: what is stored is never asked for again, what is not is.
Every step is committed before the next request, so that a kill at any moment costs at most one
answer.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from webarticlecurator.archive import RunContext, estimate_duration, start_walk, today_in
from webarticlecurator.errors import PortalRefused
from webarticlecurator.extract import find_exclusion
from webarticlecurator.fetch import ConnectionSettings
from webarticlecurator.model.capture import Origin
from webarticlecurator.model.hosts import portal_hosts
from webarticlecurator.model.portal import Portal
from webarticlecurator.run.building.build import build_what_is_new
from webarticlecurator.run.changed_overrides import apply_changed_overrides
from webarticlecurator.run.crawling.article_fetching import ArticleFetcher
from webarticlecurator.run.crawling.crawl_plan import CrawlPlan
from webarticlecurator.run.crawling.requester import Requester
from webarticlecurator.run.crawling.walking import begin_walk, earlier_walk, take_page
from webarticlecurator.run.recovery import catch_up
from webarticlecurator.run.replay import ListingPlace
from webarticlecurator.run.reports import write_reports
from webarticlecurator.run.setup import (
    BuildOptions,
    CrawlOptions,
    Runtime,
    check_overrides,
    check_template,
)
from webarticlecurator.run.summary import Summary, summarise
from webarticlecurator.run.workers.evaluate import end_worker, prepare_worker
from webarticlecurator.store import Corpus, open_corpus


def crawl(
    portal: Portal,
    folder: Path,
    options: CrawlOptions | None = None,
    effects: Runtime | None = None,
) -> Summary:
    """Extend the corpus in ``folder`` and give its account. Where the portal stops the crawl, what
    is stored is built all the same, and ``stopped`` of the account says why.

    Raises CorpusLocked, CorpusMismatch, StoreDamaged, DiskFull, UsageError for an unknown column,
    ConfigError for a wrong template.
    """
    options, effects = options or CrawlOptions(), effects or Runtime()
    agenda = CrawlPlan(portal, options, today_in(portal.timezone, effects.clock.now()))
    check_template(portal)
    check_overrides(portal)
    began = effects.clock.monotonic()
    with open_corpus(folder, portal.id, effects.store_options()) as corpus:
        effects.progress.say(f"corpus {folder}: {'new' if corpus.is_new else 'resuming'}")
        job = _Crawl(agenda, corpus, effects)
        try:
            stopped = job.run()
        finally:
            job.close()
        counted = job.counted()
        built = (
            0
            if options.warc_only
            else build_what_is_new(portal, corpus, BuildOptions(jobs=options.jobs), effects)
        )
        write_reports(corpus)
        seconds = effects.clock.monotonic() - began
        return summarise(
            portal, corpus, replace(counted, built=built, seconds=seconds, stopped=stopped)
        )


class _Crawl:
    def __init__(self, agenda: CrawlPlan, corpus: Corpus, effects: Runtime) -> None:
        self._agenda, self._corpus, self._effects = agenda, corpus, effects
        self._portal, self._options = agenda.portal, agenda.options
        way = ConnectionSettings(
            self._portal.fetch,
            portal_hosts(self._portal),
            self._options.proxy,
            self._options.ca_file,
            lambda url: find_exclusion(self._portal, (url,)),
            effects.progress.say,
        )
        self._requester = Requester(corpus, way, effects.clock)
        self._articles = ArticleFetcher(
            self._portal, corpus, self._requester, self._options, effects.progress
        )
        self._archive_pages = self._expected = self._answered_before = 0

    def run(self) -> str | None:
        """Gives the portal's refusal, if that ended the crawl."""
        corpus, clock = self._corpus, self._effects.clock
        number = corpus.run_log.begin_run("crawl", clock.now())
        corpus.record_files(self._portal.files)
        corpus.commit()
        catch_up(self._portal, corpus, self._effects.progress)
        apply_changed_overrides(self._portal, corpus)
        self._announce()
        prepare_worker(self._portal)
        self._effects.progress.begin("crawl", self._expected, "pages")
        stopped = None
        try:
            for place in self._agenda.due(corpus):
                if self._articles.full():
                    break
                self._walk(place)
            self._articles.rest()
        except PortalRefused as refusal:
            stopped = str(refusal)
        finally:
            self._effects.progress.end()
        corpus.run_log.end_run(number, clock.now(), stopped or "done")
        corpus.commit()
        return stopped

    def close(self) -> None:
        self._requester.close()
        end_worker()

    def counted(self) -> Summary:
        """What this run fetched; two addresses that turned out to be one article count as one."""
        answered = self._corpus.frontier.count_answered() - self._answered_before
        return Summary(new_archive_pages=self._archive_pages, new_articles=answered)

    def _announce(self) -> None:
        pages, exact = self._agenda.expected(self._corpus)
        counts = self._corpus.frontier.counts()
        waiting = counts.pending + counts.failed
        self._expected = pages + waiting
        self._answered_before = self._corpus.frontier.count_answered()
        pauses = estimate_duration(self._expected, self._portal.fetch.delay)
        count = f"{pages}" if exact else f"at least {pages}"
        self._effects.progress.say(
            f"expected: {count} archive pages, {waiting} articles that are waiting, {pauses}; new"
            " articles come on top"
        )

    def _walk(self, place: ListingPlace) -> None:
        """Walk one window from where it stands to its end; the new articles of each page right
        after it."""
        earlier = earlier_walk(self._corpus, place.span, place.key.window)
        begin = RunContext(self._agenda.today, self._options.full)
        state = start_walk(self._portal, place.span, place.window, earlier, begin)
        begin_walk(self._corpus, place.key, state)
        while state.address is not None and not self._articles.full():
            origin = Origin(
                "archive",
                state.column,
                state.span,
                state.window or None,
                state.page or None,
                state.previous_address,
            )
            answer = self._requester.get(state.address, origin)
            step = take_page(
                self._portal, self._corpus, state, answer.final if not answer.trouble else None
            )
            self._corpus.commit()
            self._told(
                state.address, len(step.new_articles), goes_on=step.state.address is not None
            )
            if step.wall:
                self._requester.wall(state.address, step.wall)
            state = step.state
            self._articles.fetch(step.new_articles)

    def _told(self, address: str, new_articles: int, *, goes_on: bool) -> None:
        """Progress: every new article is one more to come, and so is a page that nobody could
        foresee."""
        self._archive_pages += 1
        self._expected += new_articles + goes_on
        self._effects.progress.expect(self._expected)
        self._effects.progress.step(address)
