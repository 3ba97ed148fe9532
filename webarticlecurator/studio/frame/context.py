"""What the views of the studio share, and how they start a report."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from webarticlecurator.base.dataclasses import dataclass, field
from webarticlecurator.base.errors import CuratorError
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.service.reader_processes import LimitedThreads
from webarticlecurator.service.server_context import ServerContext
from webarticlecurator.storage.index.disk import FOLDER
from webarticlecurator.studio.frame.page_shelf import MAX_PAGES, LastUsed, PageShelf
from webarticlecurator.studio.frame.page_sources import PageSources, list_warcs
from webarticlecurator.studio.frame.portal_draft import PortalDraft
from webarticlecurator.studio.frame.portal_drafts import PortalDrafts
from webarticlecurator.studio.frame.portal_visits import PortalVisits
from webarticlecurator.studio.frame.run_processes import RunProcesses
from webarticlecurator.studio.frame.studio_settings import StudioSettings
from webarticlecurator.studio.frame.surveys import Surveys
from webarticlecurator.studio.frame.tag_tables import TagTables


@dataclass(frozen=True, kw_only=True)
class StudioContext(ServerContext):
    """What views are made from.

    ``visits`` fetches pages in ``fetching`` threads; ``sources`` has the stored pages; ``surveys``
    reads many of them one after the other. ``commands`` are those that end with the studio,
    ``runs`` go on. ``shelf`` has the pages that are shown, ``tag_tables`` the tag dictionaries that
    are being edited; ``step_readings`` what the rules read of some articles of a portal.
    """

    settings: StudioSettings
    drafts: PortalDrafts
    visits: PortalVisits
    fetching: LimitedThreads
    sources: PageSources
    surveys: Surveys
    commands: RunProcesses
    runs: RunProcesses
    shelf: PageShelf = field(default_factory=PageShelf)
    tag_tables: TagTables = field(default_factory=TagTables)
    step_readings: LastUsed[Hashable, Any] = field(
        default_factory=lambda: LastUsed(MAX_PAGES, MAX_PAGES, lambda _: 1)
    )

    def open_draft(self, portal_id: str) -> PortalDraft:
        """Return the draft of a portal's file. Raises as ``PortalCatalog.find_entry`` and
        ``PortalDraft``."""
        return self.drafts.open(self.catalog.find_entry(portal_id).file)

    def list_words(
        self, action: Sequence[str], file: Path, portal_id: str, *, reads_pages: bool = True
    ) -> list[str]:
        """Return the words of a command about a portal. One that ``reads_pages`` reads those of the
        corpus, or where it has none, of the WARC files that are listed beside the portal file."""
        folder = self.settings.corpus_folder(portal_id)
        is_stored = any((folder / FOLDER).glob("*.warc*"))
        warcs = list_warcs(file) if reads_pages and not is_stored else []
        return [
            *(*action, str(file), "--corpus", str(folder)),
            *(word for warc in warcs for word in ("--warc", str(warc))),
            *["--allow-hooks"] * (self.drafts.allow_hooks() is True),
        ]

    def report_path(self, portal_id: str, name: str) -> Path:
        """Return where a table about a portal is kept: in ``reports/`` of its corpus."""
        return self.settings.corpus_folder(portal_id) / "reports" / name

    def start_report(
        self, portal_id: str, action: Sequence[str], name: str, *, reads_pages: bool = True
    ) -> None:
        """Start a command that writes the table ``name`` about a portal, as ``list_words``.

        Raises as ``PortalCatalog.find_entry`` and ``RunProcesses.start``. To be called in a thread.
        """
        file = self.catalog.find_entry(portal_id).file
        command = self.list_words(action, file, portal_id, reads_pages=reads_pages)
        output = self.report_path(portal_id, name)
        output.parent.mkdir(parents=True, exist_ok=True)
        self.commands.start([*command, "--output", str(output)], [portal_id], alone=True)


async def read_stored(
    context: StudioContext, portal: Portal, url: str, work: Callable[..., Any], *arguments: Any
) -> Any:
    """Return what a function finds on the stored page of an address, in a worker; None if the page
    cannot be read."""
    with suppress(CuratorError, OSError):
        stored = await asyncio.to_thread(context.sources.read, portal, url)
        return await context.pages.read(portal, url, work, stored, *arguments)
    return None
