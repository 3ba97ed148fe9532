"""An archive page in its frame, and the unsaved rules that read it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from webarticlecurator.model.portal import Portal
from webarticlecurator.run.preview.marked_links import MarkedLinks
from webarticlecurator.run.preview.stored_page import StoredPage
from webarticlecurator.studio.archive_view.link_marks import mark_page
from webarticlecurator.studio.context import StudioContext
from webarticlecurator.studio.portal_draft import PortalDraft
from webarticlecurator.studio.shown_page.page_frame import PageFrame


class ListPage:
    """What the panels beside the page share. ``portal`` is that of the draft when it last had no
    problems, ``marked`` what its rules find; ``follow_edit`` shows what an edit changes."""

    def __init__(
        self,
        context: StudioContext,
        portal_id: str,
        draft: PortalDraft,
        url: str,
        stored: StoredPage,
        portal: Portal,
        frame: PageFrame,
        follow_edit: Callable[[], Awaitable[None]],
    ) -> None:
        self.context, self.portal_id, self.draft = context, portal_id, draft
        self.url, self.stored = url, stored
        self.portal, self.frame = portal, frame
        self.marked: MarkedLinks | None = None
        self._follow_edit = follow_edit

    def show_marks(self) -> None:
        """Mark on the page what the rules of the draft find."""
        if self.marked is not None:
            self.frame.set_marks(mark_page(self.marked))

    async def edit(self, text: str) -> None:
        """Make a text that of the draft, and show what follows."""
        await asyncio.to_thread(self.draft.replace, text)
        await self._follow_edit()
