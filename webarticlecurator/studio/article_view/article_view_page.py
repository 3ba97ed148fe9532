"""The article view: stored pages, the text that the rules make of them, and the rules."""

from __future__ import annotations

import asyncio
from pathlib import Path

from nicegui import ui

from webarticlecurator.errors import CuratorError, UsageError
from webarticlecurator.studio.article_view.address_bar import AddressBar
from webarticlecurator.studio.article_view.article_panes import TEXT, ArticlePanes
from webarticlecurator.studio.context import StudioContext
from webarticlecurator.studio.editor_panel import write_editor
from webarticlecurator.studio.portal_draft import PortalDraft
from webarticlecurator.studio.window import add_page, open_window, write_error

_STYLE = Path(__file__).with_name("article_view.css")


def add_article_view(context: StudioContext) -> None:
    """Add the view to the application."""

    @add_page("/portal/{portal_id}/article")
    async def show_article(portal_id: str, url: str = "", pane: str = TEXT, page: str = "") -> None:
        ui.add_css(_STYLE)
        with open_window("Article", portal_id, "article"):
            try:
                draft = await asyncio.to_thread(context.open_draft, portal_id)
            except (CuratorError, OSError) as error:
                write_error(error)
                return
            try:
                url = url or await asyncio.to_thread(_find_first, context, draft)
                bar = AddressBar(context, portal_id, draft, url)
                portal = await asyncio.to_thread(draft.portal)
                stored = await asyncio.to_thread(context.sources.read, portal, url)
                await ArticlePanes(context, portal_id, draft, stored).write(pane, page)
                await bar.show_ways()
            except (CuratorError, OSError) as error:
                write_error(error)
                write_editor(draft, lambda: None)


def _find_first(context: StudioContext, draft: PortalDraft) -> str:
    """Return the address of a stored article. Raises UsageError if there is none."""
    addresses = context.sources.sample_addresses(draft.portal(), "", 1)
    if not addresses:
        raise UsageError(
            f"no page of {draft.file.stem} is stored yet",
            "Crawl some, or list WARC files that have them.",
        )
    return addresses[0]
