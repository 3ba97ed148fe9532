"""What the views of the studio share."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from webarticlecurator.config.load_context import AllowHooks
from webarticlecurator.service.page_pool import LimitedThreads, PagePool
from webarticlecurator.service.portal_catalog import PortalCatalog, PortalEntry
from webarticlecurator.service.portal_visits import PortalVisits
from webarticlecurator.studio.page_sources import PageSources
from webarticlecurator.studio.portal_draft import PortalDraft
from webarticlecurator.studio.settings import StudioSettings
from webarticlecurator.studio.shown_page.page_shelf import PageShelf
from webarticlecurator.studio.surveys import Surveys
from webarticlecurator.studio.tag_dictionary.open_tag_tables import TagTables
from webarticlecurator.text.times import Clock


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
