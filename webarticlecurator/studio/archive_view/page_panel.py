"""One archive page: the page, what the rules list on it, and rules for what is pointed at."""

from __future__ import annotations

import asyncio

from nicegui import ui

from webarticlecurator.errors import ConfigError, UsageError
from webarticlecurator.run.preview.link_trials import PointedLink, read_pointed_link
from webarticlecurator.run.preview.marked_links import MarkedLinks, mark_links
from webarticlecurator.studio.archive_view.address_choice import AddressChoice
from webarticlecurator.studio.archive_view.link_marks import (
    count_reasons,
    describe_link,
    describe_links,
    describe_next,
)
from webarticlecurator.studio.archive_view.list_page import ListPage
from webarticlecurator.studio.archive_view.list_pages import list_known, list_tried
from webarticlecurator.studio.archive_view.pointing import Pointing
from webarticlecurator.studio.editor_panel import write_editor
from webarticlecurator.studio.page_shelving import shelve_page
from webarticlecurator.studio.shown_page.page_frame import PageFrame
from webarticlecurator.studio.window import showing_errors, view_address

MAX_SHOWN = 12
"""Other pages of the list that are named beside the page."""


class PagePanel:
    """An archive page and the draft of the rules that read it."""

    def __init__(self, page: ListPage) -> None:
        self._page = page
        page.follow_edit = self._follow_edit

    async def show(self) -> None:
        """Write the panel. Raises as ``PageSources.list_addresses``."""
        page, sources = self._page, self._page.context.sources
        tried = await asyncio.to_thread(list_tried, sources, page.portal, page.url)
        known = await asyncio.to_thread(list_known, sources, page.portal, page.url)
        shown = await shelve_page(page.context, page.portal, page.stored)
        self._write_others(tried)
        with ui.element("div").classes("archive-panes"):
            frame = PageFrame(title="The archive page", on_pick=showing_errors(self._pick))
            frame.classes("archive-frame")
            page.frame = frame
            with ui.element("div").classes("archive-side"):
                frame.add_styles_switch()
                self._notice = ui.label().props('role="status"')
                self._summary = ui.element("section").props('aria-label="What the rules find"')
                self._picked = ui.element("div").props('role="status"').classes("archive-picked")
                self._pointing = Pointing(page, tried)
                AddressChoice(page, known)
                self._editor = write_editor(page.draft, showing_errors(self.refresh))
        frame.show(shown.address, shown.nodes)
        await self.refresh()

    async def refresh(self) -> None:
        """Show what the rules of the draft find; nothing changes while its text has problems, which
        the editor lists. Raises as ``PagePool.read``."""
        page = self._page
        try:
            page.portal = await asyncio.to_thread(page.draft.portal)
        except ConfigError:
            self._notice.set_text("The file has problems: what is shown is from before them.")
            return
        self._notice.set_text("")
        page.marked = marked = await page.context.pages.read(
            page.portal, page.stored.url, mark_links, page.stored
        )
        self._summary.clear()
        with self._summary:
            self._write_summary(marked)
        if not self._pointing.is_on:
            page.show_marks()

    async def _follow_edit(self) -> None:
        await self._editor.refresh()

    async def _pick(self, node: int) -> None:
        if self._pointing.is_on:
            await self._pointing.pick(node)
        else:
            await self._describe_link(node)

    async def _describe_link(self, node: int) -> None:
        """Say what becomes of a link that is clicked."""
        page = self._page
        try:
            link: PointedLink = await page.context.pages.read(
                page.portal, page.stored.url, read_pointed_link, page.stored, node
            )
        except UsageError:  # somewhere else on the page
            return
        self._picked.clear()
        with self._picked:
            if page.marked is not None:
                ui.label(describe_link(page.marked, link))
            with ui.row().classes("studio-row"):
                for view, words in (
                    ("article", "As an article"),
                    ("archive", "As an archive page"),
                ):
                    ui.link(words, view_address(page.portal_id, view, url=link.url))

    def _write_others(self, tried: list[str]) -> None:
        """Write the other pages of the list as links."""
        others = [url for url in tried if url != self._page.url][:MAX_SHOWN]
        if not others:
            return
        with ui.element("details"):
            with ui.element("summary"):
                ui.label(f"Other pages of the list ({len(others)})")
            with ui.element("ul").classes("archive-addresses"):
                for url in others:
                    with ui.element("li"):
                        ui.link(url, view_address(self._page.portal_id, "archive", url=url))

    def _write_summary(self, marked: MarkedLinks) -> None:
        ui.label(describe_links(marked, len(self._page.portal.columns))).props(
            'role="status"'
        ).classes("archive-count")
        for reason, number in count_reasons(marked):
            ui.label(f"Left out: {number} – {reason}").classes("studio-quiet")
        if marked.answer.trouble:
            ui.label(f"Problem: {marked.answer.trouble}").classes("studio-error")
        with ui.element("div"):
            ui.label("Next page: ").classes("archive-name")
            address = marked.answer.next_page
            if address:
                ui.link(address, view_address(self._page.portal_id, "archive", url=address))
            else:
                ui.label(describe_next(marked)).classes("studio-quiet")
