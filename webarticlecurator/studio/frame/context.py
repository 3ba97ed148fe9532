"""What the views of the studio share: settings, corpora, drafts, questions about many articles.

What the views of the studio share.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from webarticlecurator.config.load_context import AllowHooks
from webarticlecurator.service.context import SERVICE_LIBRARIES, ServerSettings
from webarticlecurator.service.page_pool import LimitedThreads, PagePool
from webarticlecurator.service.portals import PortalCatalog, PortalEntry, PortalVisits
from webarticlecurator.studio.frame.page_shelf import PageShelf
from webarticlecurator.studio.frame.page_sources import PageSources
from webarticlecurator.studio.frame.portal_draft import PortalDraft
from webarticlecurator.studio.frame.tag_tables import TagTables
from webarticlecurator.text.times import Clock
from webarticlecurator.workers.progress import NullProgress


@dataclass
class PortalDrafts:
    """The portal files that are being edited, each once, whatever tab asks. Thread-safe.

    ``allow_hooks`` returns the hooks that may run now, as ``load_portal`` takes them.
    """

    allow_hooks: Callable[[], AllowHooks]
    _drafts: dict[Path, PortalDraft] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def open(self, file: Path) -> PortalDraft:
        """Return the draft of a file; read it if nobody has, or if another program has changed it
        and nothing is unsaved. Raises as ``PortalDraft``."""
        with self._lock:
            if file not in self._drafts:
                self._drafts[file] = PortalDraft(file, self.allow_hooks())
            self._drafts[file].follow_file()
            return self._drafts[file]

    def find(self, file: Path) -> PortalDraft | None:
        """Return the draft of a file; None if nobody has opened it."""
        with self._lock:
            return self._drafts.get(file)


@dataclass(frozen=True)
class StudioContext:
    """What views are made from.

    ``sources`` has the stored pages; ``pages`` reads them in worker processes, ``surveys`` many of
    them one after the other; ``visits`` fetches pages in ``fetching`` threads.
    ``report`` is called with each mistake of the program; ``shelf`` has the pages that are shown,
    ``tag_tables`` the tag dictionaries that are being edited.
    """

    settings: StudioSettings
    catalog: PortalCatalog
    drafts: PortalDrafts
    sources: PageSources
    pages: PagePool
    surveys: Surveys
    visits: PortalVisits
    fetching: LimitedThreads
    clock: Clock
    report: Callable[[Exception], None]
    shelf: PageShelf = field(default_factory=PageShelf)
    tag_tables: TagTables = field(default_factory=TagTables)

    def find_entry(self, portal_id: str) -> PortalEntry:
        """Return the portal file that is listed under an id, which may have problems. Raises
        RequestProblem if there is none."""
        for entry in self.catalog.entries():
            if entry.id == portal_id:
                return entry
        self.catalog.find(portal_id)  # raises, with what there is
        raise AssertionError(portal_id)

    def open_draft(self, portal_id: str) -> PortalDraft:
        """Return the draft of a portal's file. Raises as ``find_entry`` and ``PortalDraft``."""
        return self.drafts.open(self.find_entry(portal_id).file)

    def corpus_folder(self, portal_id: str) -> Path:
        """Return the folder of the corpus of a portal, which need not exist."""
        return self.settings.corpus_folder(portal_id)


# The settings of the studio, and the libraries that it needs.

STUDIO_LIBRARIES = (*SERVICE_LIBRARIES, "nicegui")


@dataclass(frozen=True, kw_only=True)
class StudioSettings(ServerSettings):
    """What the command line decides for the studio: ``folder`` is where new portal files are
    written."""

    folder: Path


# Questions about many stored articles, such as on how many of them a selector fits.
#
# They are asked with ``run.analysis.survey`` in threads of their own, few at the same time, and can
# be stopped after each article.

MAX_SURVEYS = 2
"""Surveys that run at the same time, each with a worker process."""
MAX_WAITING = 16
"""Surveys that wait for one of these to end."""


class SurveyStopped(Exception):
    """The survey was stopped before its end."""


class SurveyProgress(NullProgress):
    """What a survey has done so far; give it to ``Runtime`` as its progress.

    ``expected`` is the number of articles, None as long as it is unknown; one that is set before
    the survey begins is kept. Thread-safe.
    """

    def __init__(self) -> None:
        self.done = 0
        self.expected: int | None = None
        self._stopped = threading.Event()

    @property
    def is_stopped(self) -> bool:
        return self._stopped.is_set()

    def stop(self) -> None:
        """Let the survey end with SurveyStopped after the article that it reads now."""
        self._stopped.set()

    def begin(self, stage: str, total: int | None, unit: str) -> None:  # noqa: ARG002 (protocol)
        self.expected = total if self.expected is None else self.expected

    def step(self, what: str) -> None:  # noqa: ARG002 (protocol)
        if self._stopped.is_set():
            raise SurveyStopped
        self.done += 1


class Surveys:
    """The threads that ask, each for one survey."""

    def __init__(self) -> None:
        cure = "Stop one, or wait until it has ended."
        self._threads = LimitedThreads(MAX_SURVEYS, MAX_WAITING, "surveys of articles", cure)
        self._running: set[SurveyProgress] = set()

    async def run(
        self, progress: SurveyProgress, function: Callable[..., Any], *arguments: Any
    ) -> Any:
        """Return the result of ``function``, which reads articles with ``progress``.

        Raises SurveyStopped after ``progress.stop()``, RequestProblem if too many wait, and what
        the function raises.
        """
        self._running.add(progress)
        try:
            return await self._threads.run(function, *arguments)
        finally:
            self._running.discard(progress)

    def close(self) -> None:
        """Stop all, and begin no more."""
        for progress in [*self._running]:
            progress.stop()
        self._threads.close()
