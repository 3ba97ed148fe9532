"""One comparison of a saved portal file with its draft, and the last one of each portal."""

from __future__ import annotations

import asyncio

from nicegui import background_tasks

from webarticlecurator.base.dataclasses import dataclass, field, replace
from webarticlecurator.base.errors import ConfigError, CuratorError, UsageError
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.text.translation import as_message, make_message
from webarticlecurator.corpus.stored_pages.captured_pages import has_corpus
from webarticlecurator.corpus.stored_pages.page_store import StoredPages
from webarticlecurator.crawling.workers.executor import LostTask, describe_loss
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.portal_file.config.expectations import load_portal_expectations
from webarticlecurator.proposing.trial.rule_effects import (
    ArticleEffect,
    compare_rules,
    count_compared_pages,
)
from webarticlecurator.studio.effect.effect_results import EffectResults
from webarticlecurator.studio.effect.expectation_effects import ExpectationEffect, find_mismatches
from webarticlecurator.studio.frame.context import StudioContext
from webarticlecurator.studio.frame.page_sources import PageSources, list_warcs
from webarticlecurator.studio.frame.portal_draft import PortalDraft
from webarticlecurator.studio.frame.surveys import SurveyProgress, SurveyStopped

SAMPLE = 100
"""Articles that are compared first."""
RUNNING, ENDED, STOPPED, FAILED = "running", "ended", "stopped", "failed"


@dataclass
class EffectRun:
    """A comparison of the rules of ``before`` and ``after``, which the two ``texts`` describe, on
    the articles of ``pages``.

    ``expectations`` is None until they are compared; ``expectation_error`` says why they cannot be.
    ``error`` is why the comparison failed.
    """

    texts: tuple[str, str]
    before: Portal
    after: Portal
    pages: StoredPages
    progress: SurveyProgress = field(default_factory=SurveyProgress)
    results: EffectResults = field(default_factory=EffectResults)
    expectations: tuple[ExpectationEffect, ...] | None = None
    expectation_error: ConfigError | None = None
    state: str = RUNNING
    error: Exception | None = None

    def compare(self, sources: PageSources) -> None:
        """Compare the expectations, then the articles. Raises as ``compare_rules``, and
        SurveyStopped."""
        self.compare_expectations(sources, self.progress)
        self.progress.expected = count_compared_pages(self.after, self.pages)
        for result in compare_rules(
            self.before, self.after, self.pages, Runtime(progress=self.progress)
        ):
            if isinstance(result, LostTask):
                self.results.add_lost(
                    make_message(
                        "{url}: {evidence}",
                        url=result.task.canonical,
                        evidence=as_message(result.evidence),
                    )
                )
            else:
                self.results.add(result)

    def compare_expectations(
        self, sources: PageSources, progress: SurveyProgress | None = None
    ) -> None:
        """Compare the expectations, as the file has them now. Raises as ``PageSources.use``, and
        SurveyStopped if ``progress`` is stopped meanwhile."""
        found: list[ExpectationEffect] = []
        try:
            for entry in load_portal_expectations(self.after):
                before = find_mismatches(self.before, entry, sources)
                after = find_mismatches(self.after, entry, sources)
                is_stored = before is not None and after is not None
                found.append(ExpectationEffect(entry, before or (), after or (), is_stored))
                if progress is not None and progress.stopped.is_set():
                    raise SurveyStopped
            self.expectations, self.expectation_error = tuple(found), None
        except ConfigError as error:
            self.expectations, self.expectation_error = (), error

    def compare_article(self, url: str, progress: SurveyProgress) -> ArticleEffect | None:
        """Return what changes in one article; None if nothing does. Raises as ``compare_rules``."""
        pages, runtime = replace(self.pages, limit=None, urls=(url,)), Runtime(progress=progress)
        for result in compare_rules(self.before, self.after, pages, runtime):
            if isinstance(result, LostTask):
                raise describe_loss(result, url)
            for effect in result.changed:
                if effect.url == url or len(result.changed) == 1:
                    return effect
        return None


@dataclass(frozen=True)
class EffectRuns:
    """The last comparison of each portal, which all tabs of the browser see. To be used in the
    event loop."""

    context: StudioContext
    _runs: dict[str, EffectRun] = field(default_factory=dict)

    def latest(self, portal_id: str) -> EffectRun | None:
        """Return the last comparison of a portal, though its file may have been edited since."""
        return self._runs.get(portal_id)

    async def begin(
        self, portal_id: str, draft: PortalDraft, limit: int | None = None
    ) -> EffectRun:
        """Begin a comparison of ``limit`` articles (None: of all) in place of the last one. Raises
        ConfigError, UsageError if nothing is stored, OSError."""
        texts = draft.saved_text, draft.text
        before = await asyncio.to_thread(draft.read_text, texts[0])
        after = await asyncio.to_thread(draft.read_text, texts[1])
        stored = await asyncio.to_thread(find_stored_pages, self.context, after)
        run = EffectRun(texts, before, after, replace(stored, limit=limit))
        last = self._runs.get(portal_id)
        self._runs[portal_id] = run
        if last is not None:
            last.progress.stop()
        background_tasks.create(self._compare(run), name=f"effect of {portal_id}")
        return run

    def close(self) -> None:
        """Stop the comparisons."""
        for run in self._runs.values():
            run.progress.stop()

    async def _compare(self, run: EffectRun) -> None:
        try:
            await self.context.surveys.run(run.progress, run.compare, self.context.sources)
            run.state = ENDED
        except SurveyStopped:
            run.state = STOPPED
        except Exception as error:
            run.state, run.error = FAILED, error
            if not isinstance(error, CuratorError | OSError):
                self.context.report(error)


def find_stored_pages(context: StudioContext, portal: Portal) -> StoredPages:
    """Return where the stored articles of a portal are: its corpus, or else its WARC files. Raises
    UsageError if it has neither, OSError."""
    folder = context.settings.corpus_folder(portal.id)
    if has_corpus(folder):
        return StoredPages(folder)
    warcs = tuple(list_warcs(portal.path))
    if not warcs:
        raise UsageError(
            make_message("no article of {portal} is stored yet", portal=portal.id),
            "Start a crawl, or name a WARC file that contains the articles.",
        )
    return StoredPages(folder, warcs=warcs)
