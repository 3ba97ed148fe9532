"""What the views of the studio share: settings, corpora, drafts, questions about many articles.

What the views of the studio share.
"""

from __future__ import annotations

import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from pathlib import Path
from typing import Any, Generic, TypeVar

from webarticlecurator.config.load_context import AllowHooks
from webarticlecurator.dataclasses import dataclass, field
from webarticlecurator.model.capture import Body
from webarticlecurator.service.guard import LimitedThreads
from webarticlecurator.service.portals import (
    SERVICE_LIBRARIES,
    PortalEntry,
    ServerContext,
    ServerSettings,
)
from webarticlecurator.store.disk import FOLDER
from webarticlecurator.studio.frame.page_sources import PageSources, list_warcs
from webarticlecurator.studio.frame.portal_draft import PortalDraft
from webarticlecurator.studio.frame.run_processes import RunProcesses
from webarticlecurator.studio.frame.tag_tables import TagTables
from webarticlecurator.text.translation import make_message
from webarticlecurator.trial.show_page import ShownPage
from webarticlecurator.workers.progress import NullProgress

# The pages that are shown now, each below an address that cannot be guessed.


PAGE_PATH = "/page/"
"""Where archived pages are served."""
MAX_PAGES = 64
MAX_BYTES = 100_000_000
_CAPABILITY_BYTES = 24

FindBody = Callable[[str], Body | None]
"""Returns the stored answer to a request for an address, or None. Called in threads."""


ShelvedPage = tuple[ShownPage, FindBody]
"""A page with what finds its pictures, style sheets and fonts."""


Key = TypeVar("Key", bound=Hashable)
Item = TypeVar("Item")


class LastUsed(Generic[Key, Item]):
    """What was used last, by key. Thread-safe.

    What was not asked for the longest time is forgotten when there are more than ``max_items``, or
    more than ``max_bytes`` of them by ``size``.
    """

    def __init__(self, max_items: int, max_bytes: int, size: Callable[[Item], int]) -> None:
        self._max_items, self._max_bytes, self._size = max_items, max_bytes, size
        self._items: OrderedDict[Key, Item] = OrderedDict()
        self._lock = threading.Lock()

    def keep(self, key: Key, item: Item) -> None:
        """Keep an item, in place of another one with its key."""
        with self._lock:
            self._items[key] = item
            self._items.move_to_end(key)
            total = sum(map(self._size, self._items.values()))
            while len(self._items) > 1 and (
                len(self._items) > self._max_items or total > self._max_bytes
            ):
                _, oldest = self._items.popitem(last=False)
                total -= self._size(oldest)

    def find(self, key: Key) -> Item | None:
        """Return an item, or None if it was never kept, or is forgotten."""
        with self._lock:
            found = self._items.get(key)
            if found is not None:
                self._items.move_to_end(key)
            return found


class PageShelf(LastUsed[str, ShelvedPage]):
    """Shown pages by capability: whoever knows the address may read the page."""

    def __init__(self, max_pages: int = MAX_PAGES, max_bytes: int = MAX_BYTES) -> None:
        super().__init__(max_pages, max_bytes, lambda shelved: shelved[0].size)

    def add(self, page: ShownPage, find_body: FindBody) -> str:
        """Keep a page, and return its path on the server."""
        capability = secrets.token_urlsafe(_CAPABILITY_BYTES)
        self.keep(capability, (page, find_body))
        return f"{PAGE_PATH}{capability}/"


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


@dataclass(frozen=True, kw_only=True)
class StudioContext(ServerContext):
    """What views are made from.

    ``sources`` has the stored pages; ``surveys`` reads many of them one after the other.
    ``commands`` are those that end with the studio, ``runs`` go on. ``shelf`` has the
    pages that are shown, ``tag_tables`` the tag dictionaries that are being edited;
    ``step_readings`` what the rules read of some articles of a portal.
    """

    settings: StudioSettings
    drafts: PortalDrafts
    sources: PageSources
    surveys: Surveys
    commands: RunProcesses
    runs: RunProcesses
    shelf: PageShelf = field(default_factory=PageShelf)
    tag_tables: TagTables = field(default_factory=TagTables)
    step_readings: LastUsed[Hashable, Any] = field(
        default_factory=lambda: LastUsed(MAX_PAGES, MAX_PAGES, lambda _: 1)
    )

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

    def report_path(self, portal_id: str, name: str) -> Path:
        """Return where a table about a portal is kept: in ``reports/`` of its corpus."""
        return self.settings.corpus_folder(portal_id) / "reports" / name

    def start_report(
        self, portal_id: str, action: Sequence[str], name: str, *, reads_pages: bool = True
    ) -> None:
        """Start a command that writes the table ``name`` about a portal. One that ``reads_pages``
        reads those of the corpus, or where it has none, of the WARC files that are listed beside
        the portal file.

        Raises as ``find_entry`` and ``RunProcesses.start``. To be called in a thread.
        """
        file = self.find_entry(portal_id).file
        folder = self.settings.corpus_folder(portal_id)
        is_stored = any((folder / FOLDER).glob("*.warc*"))
        warcs = list_warcs(file) if reads_pages and not is_stored else []
        command = [*action, str(file), "--corpus", str(folder)]
        command += [word for warc in warcs for word in ("--warc", str(warc))]
        if self.drafts.allow_hooks() is True:
            command.append("--allow-hooks")
        output = self.report_path(portal_id, name)
        output.parent.mkdir(parents=True, exist_ok=True)
        self.commands.start([*command, "--output", str(output)], [portal_id], alone=True)


# The settings of the studio, and the libraries that it needs.

STUDIO_LIBRARIES = (*SERVICE_LIBRARIES, "nicegui", "babel")


@dataclass(frozen=True, kw_only=True)
class StudioSettings(ServerSettings):
    """What the command line decides for the studio: ``folder`` is where new portal files are
    written, ``language`` that of the views unless the menu has chosen one ("": the browser's)."""

    folder: Path
    language: str = ""


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
    the survey begins is kept. ``stopped`` is set by ``stop``. Thread-safe.
    """

    def __init__(self) -> None:
        self.done = 0
        self.expected: int | None = None
        self.stopped = threading.Event()

    def stop(self) -> None:
        """Let the survey end with SurveyStopped after the article that it reads now."""
        self.stopped.set()

    def begin(self, stage: str, total: int | None, unit: str) -> None:  # noqa: ARG002 (protocol)
        self.expected = total if self.expected is None else self.expected

    def step(self, what: str) -> None:  # noqa: ARG002 (protocol)
        if self.stopped.is_set():
            raise SurveyStopped
        self.done += 1


class Surveys:
    """The threads that ask, each for one survey."""

    def __init__(self) -> None:
        self._threads = LimitedThreads(
            MAX_SURVEYS,
            MAX_WAITING,
            make_message("surveys of articles"),
            make_message("Stop one, or wait until it has ended."),
        )
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
