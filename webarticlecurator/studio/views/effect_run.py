"""One comparison of the saved rules with the edited ones, and its results.

One comparison of a saved portal file with its draft, and the last one of each portal.
"""

from __future__ import annotations

import asyncio
import pickle
import sqlite3
import tempfile
import threading
import zlib
from pathlib import Path
from typing import Any

from nicegui import background_tasks

from webarticlecurator.base.dataclasses import dataclass, field, replace
from webarticlecurator.base.errors import ConfigError, CuratorError, UsageError
from webarticlecurator.base.model.expectation import Expectation
from webarticlecurator.base.model.portal import Portal
from webarticlecurator.base.text.translation import as_message, make_message
from webarticlecurator.corpus.stored_pages.captured_pages import StoredSource, has_corpus
from webarticlecurator.corpus.stored_pages.page_store import StoredPages
from webarticlecurator.crawling.workers.executor import LostTask, describe_loss
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.portal_file.config.expectations import expectations_path, load_expectations
from webarticlecurator.proposing.trial.expecting import Mismatch, compare_pages
from webarticlecurator.proposing.trial.page_observation import choose_capture
from webarticlecurator.proposing.trial.rule_effects import (
    ArticleEffect,
    PageEffects,
    compare_rules,
    count_compared_pages,
)
from webarticlecurator.studio.frame.context import StudioContext
from webarticlecurator.studio.frame.page_sources import PageSources, list_warcs
from webarticlecurator.studio.frame.portal_draft import PortalDraft
from webarticlecurator.studio.frame.surveys import SurveyProgress, SurveyStopped

# The changed articles of a comparison, on disk: what a view pages through.

MAX_KEPT = 10_000
"""Changed articles that are kept: those with most words gained or lost."""
_SLACK = 1000

KINDS = {
    "": "1",
    "text": "words_gained + words_lost > 0 OR has_other_blocks",
    "metadata": "fields != ''",
    "rejected": "reason_before = '' AND reason_after != ''",
    "accepted": "reason_before != '' AND reason_after = ''",
}
"""Kind of change → the condition on a row."""
_SCHEMA = """
CREATE TABLE effects (
    url TEXT PRIMARY KEY, size INTEGER, words_gained INTEGER, words_lost INTEGER,
    reason_before TEXT, reason_after TEXT, fields TEXT, has_other_blocks INTEGER, content BLOB
);
CREATE INDEX effects_by_size ON effects (size DESC, url);
"""


@dataclass(frozen=True)
class EffectCounts:
    """Numbers of articles: all that changed, those that are ``kept`` of these, and the others.
    ``lost`` could not be read; the first of them is named in words."""

    changed: int = 0
    unchanged: int = 0
    kept: int = 0
    words_gained: int = 0
    words_lost: int = 0
    lost: int = 0
    first_lost: str = ""


class EffectResults:
    """The results of one comparison, in a temporary file. Thread-safe.

    Of more than MAX_KEPT changed articles, those that change least are only counted.
    """

    def __init__(self, max_kept: int = MAX_KEPT) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="curator-effect-")
        path = Path(self._folder.name) / "effects.sqlite"
        self._database = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
        self._database.executescript(f"PRAGMA synchronous = OFF; {_SCHEMA}")
        self._lock = threading.Lock()
        self._counts, self._max_kept = EffectCounts(), max_kept
        self._is_open = True

    def add(self, page: PageEffects) -> None:
        """Add the articles of a page."""
        with self._lock:
            if not self._is_open:
                return
            for effect in page.changed:
                compared = effect.comparison
                row = (
                    *(effect.url, effect.size, compared.words_added, compared.words_gone),
                    *(effect.before.reason, effect.after.reason),
                    " ".join(change.field for change in compared.metadata),
                    bool(compared.lines),
                    zlib.compress(pickle.dumps(effect), 1),
                )
                places = ", ".join("?" * len(row))
                self._database.execute(f"INSERT OR REPLACE INTO effects VALUES ({places})", row)
            counts = self._counts
            every = [each.comparison for each in page.changed]
            self._counts = replace(
                counts,
                changed=counts.changed + len(every),
                unchanged=counts.unchanged + page.unchanged,
                kept=counts.kept + len(every),
                words_gained=counts.words_gained + sum(each.words_added for each in every),
                words_lost=counts.words_lost + sum(each.words_gone for each in every),
            )
            if self._counts.kept > self._max_kept + min(_SLACK, self._max_kept):
                self._database.execute(
                    "DELETE FROM effects WHERE url IN"
                    " (SELECT url FROM effects ORDER BY size DESC, url LIMIT -1 OFFSET ?)",
                    (self._max_kept,),
                )
                self._counts = replace(self._counts, kept=self._max_kept)

    def add_lost(self, words: str) -> None:
        """Count an article that could not be read, for the reason in ``words``."""
        with self._lock:
            first = self._counts.first_lost or words
            self._counts = replace(self._counts, lost=self._counts.lost + 1, first_lost=first)

    def counts(self) -> EffectCounts:
        """Return the numbers so far."""
        with self._lock:
            return replace(self._counts, kept=min(self._counts.kept, self._max_kept))

    def count(self, kind: str) -> int:
        """Return the number of kept articles with a kind of change."""
        with self._lock:
            rows = self._read(
                f"SELECT count(*) FROM (SELECT * FROM effects ORDER BY size DESC, url LIMIT ?)"
                f" WHERE {KINDS[kind]}",
                self._max_kept,
            )
        return int(rows[0][0]) if rows else 0

    def list_rows(self, kind: str, start: int, limit: int) -> list[ArticleEffect]:
        """Return at most ``limit`` kept articles with a kind of change from ``start`` on, the most
        changed first."""
        with self._lock:
            rows = self._read(
                "SELECT content FROM (SELECT * FROM effects ORDER BY size DESC, url LIMIT ?)"
                f" WHERE {KINDS[kind]} ORDER BY size DESC, url LIMIT ? OFFSET ?",
                *(self._max_kept, limit, start),
            )
        return [pickle.loads(zlib.decompress(content)) for (content,) in rows]

    def find(self, url: str) -> ArticleEffect | None:
        """Return what changes in an article; None if it is not kept."""
        with self._lock:
            rows = self._read("SELECT content FROM effects WHERE url = ?", url)
        return pickle.loads(zlib.decompress(rows[0][0])) if rows else None

    def close(self) -> None:
        """Remove the file. There are no rows from then on."""
        with self._lock:
            self._is_open = False
            self._database.close()
            self._folder.cleanup()

    def _read(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        return self._database.execute(query, values).fetchall() if self._is_open else []


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
        path = expectations_path(self.after)
        columns = [each.name for each in self.after.columns]
        found: list[ExpectationEffect] = []
        try:
            for entry in load_expectations(path, tuple(columns)) if path.exists() else ():
                before = _find_mismatches(self.before, entry, sources)
                after = _find_mismatches(self.after, entry, sources)
                if before is None or after is None:
                    found.append(ExpectationEffect(entry, is_stored=False))
                else:
                    found.append(ExpectationEffect(entry, before, after))
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
            last.results.close()
        background_tasks.create(self._compare(run), name=f"effect of {portal_id}")
        return run

    def close(self) -> None:
        """Remove what the comparisons have stored."""
        for run in self._runs.values():
            run.progress.stop()
            run.results.close()
        self._runs.clear()

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
            "Crawl some, or name a WARC file that has them.",
        )
    return StoredPages(folder, warcs=warcs)


# Which expectations of stored pages fail by the edited rules.
@dataclass(frozen=True)
class ExpectationEffect:
    """An entry of the file of expectations, and what is not as expected by the rules ``before``
    and ``after``. ``is_stored`` is False if its page is not."""

    entry: Expectation
    before: tuple[Mismatch, ...] = ()
    after: tuple[Mismatch, ...] = ()
    is_stored: bool = True

    @property
    def fails_newly(self) -> bool:
        return bool(self.after) and not self.before


def _find_mismatches(
    portal: Portal, entry: Expectation, sources: PageSources
) -> tuple[Mismatch, ...] | None:
    """Return what is not as expected; None if the page is not stored. Whether the entry is
    accepted does not matter: the rules cannot change that."""

    def compare(store: StoredSource) -> tuple[Mismatch, ...] | None:
        if choose_capture(portal, store, entry.url) is None:
            return None
        (compared,) = compare_pages(portal, [entry], store)
        return tuple(each for each in compared.mismatches if each.what != "accepted")

    return sources.use(portal, compare)
