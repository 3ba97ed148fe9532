"""The article that the view shows: its pages, the unsaved rules, and what they make of it."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path

from webarticlecurator.errors import ConfigError, CuratorError
from webarticlecurator.model.portal import Portal
from webarticlecurator.run.preview.joined_article import ArticleBodies
from webarticlecurator.run.preview.stored_page import StoredPage, to_stored_page
from webarticlecurator.studio.article_view.article_loading import open_article, read_article
from webarticlecurator.studio.article_view.article_page_list import ArticlePageList
from webarticlecurator.studio.article_view.linked_parts import LinkedParts
from webarticlecurator.studio.article_view.reading_line import ReadingLine
from webarticlecurator.studio.article_view.rule_edit import RuleEdit
from webarticlecurator.studio.article_view.screen_data import NO_NODE, ArticleScreen
from webarticlecurator.studio.command_runs import report_path
from webarticlecurator.studio.context import StudioContext
from webarticlecurator.studio.editor_panel import EditorPanel, write_editor
from webarticlecurator.studio.page_shelving import shelve_page
from webarticlecurator.studio.portal_draft import PortalDraft
from webarticlecurator.studio.tag_dictionary.open_tag_tables import TagList
from webarticlecurator.studio.tag_dictionary.tag_decisions import decide_tag
from webarticlecurator.studio.tag_dictionary.tag_files import COUNTS_NAME, TagFiles
from webarticlecurator.studio.window import showing_errors


class ShownArticle:
    """What the panels of the view share: they read the article again after each edit.

    ``parts`` show a page, the text and the TEI, ``line`` how it was read, ``pages`` the list of its
    pages; ``editor`` is there from ``write_rules`` on. ``stored`` is the page that is shown,
    ``page_address`` its address ("": that of the view).
    """

    editor: EditorPanel

    def __init__(
        self,
        context: StudioContext,
        portal_id: str,
        draft: PortalDraft,
        stored: StoredPage,
        parts: LinkedParts,
        line: ReadingLine,
        pages: ArticlePageList,
        page_address: str,
    ) -> None:
        self.context, self.portal_id = context, portal_id
        self.draft, self.stored = draft, stored
        self.parts, self.line, self.pages = parts, line, pages
        self.url, self.page_address = stored.url, page_address
        self.screen = ArticleScreen(stored.url)
        self._article: ArticleBodies | None = None
        self._framed = ("", b"")
        self._read_text = ""
        self._reading = asyncio.Lock()

    def write_rules(self) -> None:
        """Write the editor of the portal file."""
        self.editor = write_editor(self.draft, self.read)

    async def portal(self) -> Portal:
        """Return the portal of the unsaved text. Raises ConfigError."""
        return await asyncio.to_thread(self.draft.portal)

    async def read_by(self, portal: Portal) -> ArticleScreen:
        """Return the article as some rules read it, with the pages that they lead to. Raises as
        ``open_article``."""
        if self._article is None:
            self._article = await open_article(self.context, portal, self.url)
        self._article, screen = await read_article(
            self.context, portal, self._article, self.url, self.page_address
        )
        return screen

    async def read(self) -> None:
        """Read the article by the unsaved rules, unless that was done already."""
        async with self._reading:
            text = self.draft.text
            if text == self._read_text:
                self.line.show(self.screen)  # in place of the problems of a text in between
                return
            try:
                portal = await self.portal()
                screen = await self.read_by(portal)
                await self._show_page(portal, screen)
            except ConfigError:
                self.line.show_problem(
                    "The portal file has problems. The text is that of the last rules without any."
                )
                return
            except CuratorError as error:
                self.line.show_problem(str(error))
                return
            self.show_screen(screen, text)

    def show_screen(self, screen: ArticleScreen, text: str) -> None:
        """Show an article as the rules in ``text`` read it."""
        self.screen, self._read_text = screen, text
        self.line.show(screen)
        self.pages.show(screen)
        self.parts.show(screen)

    async def open_page(self, number: int, node: int) -> None:
        """Show another page of the article, with an element of it in view. Raises ConfigError, and
        as ``read_by``."""
        async with self._reading:
            self.page_address = self.screen.pages[number].url
            text, portal = self.draft.text, await self.portal()
            screen = await self.read_by(portal)
            await self._show_page(portal, screen, node)
            self.show_screen(screen, text)

    async def _show_page(self, portal: Portal, screen: ArticleScreen, node: int = NO_NODE) -> None:
        """Show the stored page of a screen in the frame, unless it is there already."""
        page = screen.pages[screen.shown]
        bodies = self._article.bodies.get(page.url, ()) if self._article is not None else ()
        body = next((each for each in bodies if each.capture.record_id == page.record), None)
        if body is None or (body.capture.url, body.content) == self._framed:
            return
        self.stored = to_stored_page(body, portal.timezone)
        await self._frame_page(portal, node)

    async def show_unread_page(self) -> None:
        """Show the page of the view as it is stored, unless the article was read. Raises
        ConfigError, PageUnreadable, RequestProblem."""
        if self._framed == ("", b""):
            await self._frame_page(await self.portal(), NO_NODE)

    async def _frame_page(self, portal: Portal, node: int) -> None:
        self._framed = self.stored.url, self.stored.content
        shown = await shelve_page(self.context, portal, self.stored)
        self.parts.frame.show(shown.address, shown.nodes, first=node)

    def show_marks(self, nodes: tuple[int, ...] = ()) -> None:
        """Mark the verdicts on the page, and ``nodes``, which a proposal would select."""
        self.parts.show_marks(nodes)

    def show_node(self, node: int) -> None:
        """Mark an element of the page and bring it into view."""
        self.parts.show_marks((node,))
        self.parts.frame.scroll_to(node)

    async def accept(self, edit: RuleEdit, after: ArticleScreen) -> None:
        """Make a proposal part of the rules; ``after`` is the page as they read it then. A row of a
        table is written at once. Raises what ``TagTables.change`` raises."""
        self.editor.take_typed()
        if edit.table is not None:
            signature, operation = edit.proposal.selector, edit.proposal.meaning.target
            files = self._tag_files(edit.table)
            written = await asyncio.to_thread(self._write_row, files, signature, operation)
            take_back = showing_errors(partial(self._take_back, files, written))
            self.line.show_row(signature, edit.table.name, take_back)
        else:
            self.line.hide_row()
            self.draft.replace(edit.text)
        self.show_screen(after, edit.text)
        await self.editor.refresh()

    def _tag_files(self, table: Path) -> TagFiles:
        counts = report_path(self.context, self.portal_id, COUNTS_NAME)
        return TagFiles(table, counts, is_named=True)

    def _write_row(self, files: TagFiles, signature: str, operation: str) -> TagList:
        tables = self.context.tag_tables
        tables.read(files)  # it may have been changed since another view showed it
        return tables.change(
            files, lambda table, shown: decide_tag(table, shown, signature, operation)
        )

    async def _take_back(self, files: TagFiles, written: TagList) -> None:
        await asyncio.to_thread(self.context.tag_tables.take_back, files, written)
        self.line.hide_row()
        self._read_text = ""
        await self.read()
