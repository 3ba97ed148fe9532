"""The elements of the article view."""

from __future__ import annotations

import asyncio

from nicegui import ui

from webarticlecurator.errors import CuratorError
from webarticlecurator.studio.context import StudioContext
from webarticlecurator.studio.editor_panel import write_editor
from webarticlecurator.studio.window import open_window, write_error


def add_article_view(context: StudioContext) -> None:
    """Add the view to the application."""

    @ui.page("/portal/{portal_id}/article")
    async def show_article(portal_id: str) -> None:
        with open_window("Article", portal_id, "article"):
            try:
                draft = await asyncio.to_thread(context.open_draft, portal_id)
            except (CuratorError, OSError) as error:
                write_error(error)
                return
            write_editor(draft, lambda: None)
