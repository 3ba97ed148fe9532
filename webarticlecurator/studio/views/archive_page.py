"""The archive view: the page on the left, what the rules make of it on the right."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from nicegui import ui

from webarticlecurator.archive import today_in
from webarticlecurator.crawl.page_rendering import find_render_steps_at
from webarticlecurator.errors import ConfigError, CuratorError, UsageError
from webarticlecurator.model.capture import GONE
from webarticlecurator.model.portal import Portal
from webarticlecurator.stored_pages.page_store import StoredPage
from webarticlecurator.studio.frame.context import StudioContext
from webarticlecurator.studio.frame.page_shelf import LastUsed
from webarticlecurator.studio.frame.portal_draft import PortalDraft
from webarticlecurator.studio.frame.widgets import write_heading, write_turns
from webarticlecurator.studio.frame.window import (
    add_button,
    add_page,
    open_window,
    show_while_waiting,
    showing_errors,
    view_address,
    write_error,
    write_nav,
)
from webarticlecurator.studio.views.archive_lists import ListPage, WalkQuery, write_addresses
from webarticlecurator.studio.views.archive_panel import PagePanel
from webarticlecurator.studio.views.editor_panel import EditorPanel
from webarticlecurator.studio.views.walk_view import write_walk

_STYLE = Path(__file__).with_name("archive_view.css")


def add_archive_view(context: StudioContext) -> None:
    """Add the view to the application."""
    fetched = FetchedPages()

    @add_page("/portal/{portal_id}/archive")
    async def show_archive(
        portal_id: str,
        url: str = "",
        contains: str = "",
        kind: str = "",
        column: str = "",
        span: int = 0,
        year: int = 0,
        now: bool = False,
    ) -> None:
        ui.add_css(_STYLE)
        with open_window("Archive pages", portal_id, "archive"):
            try:
                draft = await asyncio.to_thread(context.open_draft, portal_id)
                portal = await _read_portal(draft)
                if portal is None:
                    return
                if url:
                    await ArchivePage(context, portal_id, draft, fetched).show(portal, url, now)
                    return
                await write_walk(context, portal_id, portal, WalkQuery(column, span, year))
                await write_stored_addresses(context, portal_id, draft, contains, kind)
            except (CuratorError, OSError) as error:
                write_error(error)


def _describe_fetched(portal: Portal, url: str) -> str:
    steps = find_render_steps_at(portal, url)
    if steps is None:
        return "as fetched now, not stored"
    only = " after one round of its list" if steps.is_list else ""
    return f"as a browser renders it now{only}, not stored"


async def _read_portal(draft: PortalDraft) -> Portal | None:
    """Return the portal of a draft; None if its text has problems: then the editor is written, and
    the view opened again when they are mended."""
    try:
        return await asyncio.to_thread(draft.portal)
    except ConfigError:
        ui.label("The pages are shown when the problems of the portal file are mended.")

    async def open_again() -> None:
        if not await asyncio.to_thread(draft.problems):
            ui.navigate.reload()

    EditorPanel(draft, open_again)
    return None


@dataclass(frozen=True)
class ArchivePage:
    """An archive page: stored, or with ``now`` fetched, which is done when it is asked for."""

    context: StudioContext
    portal_id: str
    draft: PortalDraft
    fetched: FetchedPages

    async def show(self, portal: Portal, url: str, now: bool) -> None:
        """Write a page, or why it cannot be shown. Raises as ``PagePanel.show``."""
        stored = self.fetched.find((portal.id, url)) if now else None
        problem: CuratorError | None = None
        if stored is None:
            try:
                stored = await asyncio.to_thread(self.context.sources.read, portal, url)
            except UsageError as error:
                problem = error
        with ui.element("div").classes("archive-bar"):
            ui.link("All stored pages", view_address(self.portal_id, "archive"))
            ui.label(url).classes("archive-address")
            if now and stored is not None:
                ui.label(_describe_fetched(portal, url)).classes("studio-quiet")
            if stored is not None and stored.status in GONE:
                ui.label(f"the portal answered {stored.status}: nothing is here").classes(
                    "studio-quiet"
                )
            add_button("Fetch this page now", showing_errors(partial(self._fetch, portal, url)))
        if stored is None:
            assert problem is not None
            write_error(problem)
            return
        page = ListPage(self.context, self.portal_id, self.draft, url, stored, portal)
        await PagePanel(page).show()

    async def _fetch(self, portal: Portal, url: str) -> None:
        await self.fetched.fetch(self.context, portal, url)
        ui.navigate.to(view_address(self.portal_id, "archive", url=url, now="true"))


# The list of stored pages from which an archive page is chosen.

PAGES = 40
"""Addresses that are shown at once."""


ARCHIVE, ALL = "archive", "all"


async def write_stored_addresses(
    context: StudioContext, portal_id: str, draft: PortalDraft, contains: str, kind: str
) -> None:
    """Write the addresses of stored pages as links to them, some at a time: of a ``kind``, by
    default the archive pages of the corpus, if there are any. Raises as ``PageSources.read``, and
    ConfigError."""
    addresses = StoredAddresses(context, portal_id, draft)
    has_archive_pages = bool(await addresses.read(ARCHIVE, "", "", 1))
    if kind not in (ARCHIVE, ALL) or not has_archive_pages:
        kind = ARCHIVE if has_archive_pages else ALL
    write_heading("Stored pages")
    ui.label("Choose a page that lists articles.").classes("studio-quiet")
    if has_archive_pages:
        kinds = ((ARCHIVE, "Archive pages of the corpus"), (ALL, "All stored pages"))
        links = (
            (words, view_address(portal_id, "archive", contains=contains, kind=each), each == kind)
            for each, words in kinds
        )
        write_nav("Kinds of pages", links, "walk-years")
    field = ui.input("Addresses that contain", value=contains)
    field.props("outlined dense clearable debounce=300").classes("studio-field")
    place = ui.column().classes("studio-part")

    async def narrow() -> None:
        words = field.value or ""
        ui.navigate.history.replace(view_address(portal_id, "archive", contains=words, kind=kind))
        await addresses.show(place, kind, words)

    field.on_value_change(showing_errors(narrow))
    await show_while_waiting("Looking for stored pages …", addresses.show(place, kind, contains))


class StoredAddresses:
    """The stored pages of a portal."""

    def __init__(self, context: StudioContext, portal_id: str, draft: PortalDraft) -> None:
        self._context, self._portal_id, self._draft = context, portal_id, draft

    async def show(self, place: ui.element, kind: str, contains: str, after: str = "") -> None:
        """Write the pages behind an address that have a text in theirs. Raises as
        ``PageSources.read``, and ConfigError."""
        found = await self.read(kind, contains, after, PAGES + 1)
        place.clear()
        with place:
            if not found:
                ui.label("No such page is stored." if contains else "No page is stored yet.")
            write_addresses(self._portal_id, found[:PAGES])
            further = found[PAGES - 1] if len(found) > PAGES else ""
            write_turns(partial(self.show, place, kind, contains), after, further)

    async def read(self, kind: str, contains: str, after: str, limit: int) -> list[str]:
        """Return addresses of a kind. Raises as ``show``."""
        return await asyncio.to_thread(self._list, kind, contains, after, limit)

    def _list(self, kind: str, contains: str, after: str, limit: int) -> list[str]:
        sources, portal = self._context.sources, self._draft.portal()
        read = sources.list_archive_pages if kind == ARCHIVE else sources.list_addresses
        return read(portal, contains, after, limit)


# Archive pages that are fetched to be looked at, and are not stored.

MAX_PAGES = 16
MAX_BYTES = 50_000_000


class FetchedPages(LastUsed[tuple[str, str], StoredPage]):
    """The pages that were fetched last, by portal and address."""

    def __init__(self) -> None:
        super().__init__(MAX_PAGES, MAX_BYTES, lambda page: len(page.content))

    async def fetch(self, context: StudioContext, portal: Portal, url: str) -> StoredPage:
        """Fetch a page as politely as a crawl, and keep it.

        Raises UsageError where robots.txt forbids it or the page is missing, RequestProblem,
        PortalRefused.
        """
        visit = await context.fetching.run(context.visits.visit, portal, url)
        if visit.is_forbidden:
            raise UsageError(f"{url}: {visit.trouble}", "A crawl does not ask for it, either.")
        if visit.trouble:
            raise UsageError(f"{url}: {visit.trouble}", "Look at it in a browser.")
        day = today_in(portal.timezone, context.clock.now())
        page = StoredPage(visit.answered, visit.content, visit.content_type, day)
        self.keep((portal.id, url), page)
        return page
