"""``curator crawl``: walk the archive, fetch what it lists, build TEI for what is new.

Rerun, resume and extend are one thing: what is stored is never asked for again, what is not is. Every step is committed before
the next request, so that a kill at any moment costs at most one answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path

from webarticlecurator.archive import Beginning, SpanPlan, Window, due, plan, span_windows, start, today_in
from webarticlecurator.errors import UsageError
from webarticlecurator.fetch import Politeness, Session
from webarticlecurator.model.capture import Origin
from webarticlecurator.model.portal import Portal
from webarticlecurator.run.articles import Articles
from webarticlecurator.run.build import build_new
from webarticlecurator.run.catching_up import catch_up
from webarticlecurator.run.replaying import Place
from webarticlecurator.run.requester import Requester
from webarticlecurator.run.setup import AGENT, USER_AGENT, BuildOptions, CrawlOptions, Effects, check_template
from webarticlecurator.run.summary import Summary, summarise
from webarticlecurator.run.walking import earlier_walk, save, take_page
from webarticlecurator.store import Corpus, open_corpus


def crawl(portal: Portal, folder: Path, options: CrawlOptions | None = None, effects: Effects | None = None) -> Summary:
    """Extend the corpus in ``folder`` and give its account.

    Raises PortalRefused when the portal stops the crawl (what was stored is kept and built by the next run), CorpusLocked,
    CorpusMismatch, StoreDamaged, DiskFull, UsageError for an unknown column, ConfigError for a wrong template.
    """
    options, effects = options or CrawlOptions(), effects or Effects()
    _check_column(portal, options.column)
    check_template(portal)
    with open_corpus(folder, portal.id, effects.store_options()) as corpus:
        effects.progress.say(f"corpus {folder}: {'new' if corpus.fresh else 'resuming'}")
        job = _Crawl(portal, corpus, options, effects)
        try:
            job.run()
            built = 0 if options.warc_only else build_new(portal, corpus, BuildOptions(jobs=options.jobs), effects)
        finally:
            job.close()
        return summarise(portal, corpus, replace(job.counted(), built=built))


def expected_pages(portal: Portal, options: CrawlOptions, effects: Effects) -> tuple[int, bool]:
    """Archive pages to be expected, and whether that is all that is known to be (False: at least so many)."""
    lines = [line for line in plan(portal, _today(portal, effects)) if options.column in (None, line.column)]
    return sum(_pages(line) for line in lines), all(line.pages is not None for line in lines)


def _pages(line: SpanPlan) -> int:
    return line.at_least if line.pages is None else line.pages


class _Crawl:
    def __init__(self, portal: Portal, corpus: Corpus, options: CrawlOptions, effects: Effects) -> None:
        self._portal, self._corpus, self._options, self._effects = portal, corpus, options, effects
        self._today = _today(portal, effects)
        policy = replace(portal.fetch, proxy=options.proxy or portal.fetch.proxy)
        self._session = Session(policy, effects.clock, USER_AGENT, options.ca_file)
        politeness = Politeness(self._session, policy, effects.clock)
        agent = policy.user_agent or AGENT
        self._requester = Requester(corpus, politeness, policy, agent, effects.clock, portal.home)
        self._articles = Articles(portal, corpus, self._requester, options.limit, effects.progress)
        self._archive_pages = 0
        self._began = effects.clock.monotonic()

    def run(self) -> None:
        corpus, clock = self._corpus, self._effects.clock
        number = corpus.ledger.begin_run("crawl", clock.now())
        corpus.record_files(self._portal.files)
        corpus.commit()
        catch_up(self._portal, corpus, self._effects.progress)
        self._announce()
        self._effects.progress.begin("crawl", None, "pages")
        try:
            for place in self._places():
                self._walk(place)
            self._articles.rest()
        finally:
            self._effects.progress.end()
        corpus.ledger.end_run(number, clock.now(), "done")
        corpus.commit()

    def close(self) -> None:
        self._session.close()

    def counted(self) -> Summary:
        """What this run did."""
        seconds = self._effects.clock.monotonic() - self._began
        return Summary(new_archive_pages=self._archive_pages, new_articles=self._articles.fetched, seconds=seconds)

    def _announce(self) -> None:
        pages, exact = expected_pages(self._portal, self._options, self._effects)
        days = pages * max(self._portal.fetch.delay, 0.05) / 86400
        self._effects.progress.say(
            f"{'' if exact else 'at least '}{pages} archive pages in the whole plan; at a delay of {self._portal.fetch.delay:g} s"
            f" {'they take' if exact else 'these take'} {days:.1f} days, the articles come on top"
        )

    def _places(self) -> Iterator[Place]:
        for column in self._portal.columns:
            if self._options.column in (None, column.name):
                for span in column.spans:
                    yield from (Place(span, window) for window in span_windows(span, self._today) if self._wanted(window))

    def _wanted(self, window: Window | None) -> bool:
        since, until = self._options.since, self._options.until
        if window is None:
            return True
        return (since is None or window.last >= since) and (until is None or window.first <= until)

    def _walk(self, place: Place) -> None:
        """Walk one window from where it stands to its end; the new articles of each page right after it."""
        if self._articles.full():
            return
        earlier = earlier_walk(self._corpus, place.span, place.key.window)
        if not due(place.span, place.window, earlier, full=self._options.full):
            return
        state = start(self._portal, place.span, place.window, earlier, Beginning(self._today, self._options.full))
        self._corpus.walks.begin(place.key)
        save(self._corpus, state)
        while state.address is not None and not self._articles.full():
            origin = Origin("archive", state.column, state.span, state.window or None, state.page or None, state.previous)
            answer = self._requester.get(state.address, origin)
            self._archive_pages += 1
            step = take_page(self._portal, self._corpus, state, answer.final if not answer.trouble else None)
            self._corpus.commit()
            self._effects.progress.step(state.address)
            state = step.state
            self._articles.fetch(step.new_articles)


def _today(portal: Portal, effects: Effects) -> date:
    return today_in(portal.timezone, effects.clock.now())


def _check_column(portal: Portal, column: str | None) -> None:
    names = [c.name for c in portal.columns]
    if column is not None and column not in names:
        raise UsageError(f"{portal.id} has no column {column!r}", f"Its columns are: {', '.join(names)}.")
