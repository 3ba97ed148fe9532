"""An archive page in its frame, and the unsaved rules that read it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from webarticlecurator.model.portal import Portal
from webarticlecurator.run.preview.marked_links import MarkedLinks
from webarticlecurator.run.preview.stored_page import StoredPage
from webarticlecurator.studio.archive_view.link_marks import mark_page
from webarticlecurator.studio.context import StudioContext
from webarticlecurator.studio.portal_draft import PortalDraft
from webarticlecurator.studio.shown_page.page_frame import PageFrame


@dataclass
class ListPage:
    """What the panels beside the page share. ``portal`` is that of the draft when it last had no
    problems, ``marked`` what its rules find. ``frame`` shows the page, and ``follow_edit`` what an
    edit changes: both are set when the panels are written."""

    context: StudioContext
    portal_id: str
    draft: PortalDraft
    url: str
    stored: StoredPage
    portal: Portal
    marked: MarkedLinks | None = None
    frame: PageFrame = field(init=False)
    follow_edit: Callable[[], Awaitable[None]] = field(init=False)

    def show_marks(self) -> None:
        """Mark on the page what the rules of the draft find."""
        if self.marked is not None:
            self.frame.set_marks(mark_page(self.marked))

    async def edit(self, text: str) -> None:
        """Make a text that of the draft, and show what follows."""
        await asyncio.to_thread(self.draft.replace, text)
        await self.follow_edit()
