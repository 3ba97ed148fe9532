"""The article that the view shows: its page, the unsaved rules, and what they make of it."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path

from webarticlecurator.errors import ConfigError, CuratorError
from webarticlecurator.model.portal import Portal
from webarticlecurator.run.preview.stored_page import StoredPage
from webarticlecurator.studio.article_view.article_screen import read_article_screen
from webarticlecurator.studio.article_view.linked_parts import LinkedParts
from webarticlecurator.studio.article_view.reading_line import ReadingLine
from webarticlecurator.studio.article_view.rule_edit import RuleEdit
from webarticlecurator.studio.article_view.screen_data import ArticleScreen
from webarticlecurator.studio.command_runs import report_path
from webarticlecurator.studio.context import StudioContext
from webarticlecurator.studio.editor_panel import EditorPanel, write_editor
from webarticlecurator.studio.portal_draft import PortalDraft
from webarticlecurator.studio.tag_dictionary.open_tag_tables import TagList
from webarticlecurator.studio.tag_dictionary.tag_decisions import decide_tag
from webarticlecurator.studio.tag_dictionary.tag_files import COUNTS_NAME, TagFiles
from webarticlecurator.studio.window import showing_errors


class ShownArticle:
    """What the panels of the view share: they read the page again after each edit.

    ``parts`` show the page, its text and its TEI, ``line`` how it was read; ``editor`` is there
    from ``write_rules`` on.
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
    ) -> None:
        self.context, self.portal_id = context, portal_id
        self.draft, self.stored = draft, stored
        self.parts, self.line = parts, line
        self.screen = ArticleScreen(stored.url)
        self._read_text = ""
        self._reading = asyncio.Lock()

    def write_rules(self) -> None:
        """Write the editor of the portal file."""
        self.editor = write_editor(self.draft, self.read)

    async def portal(self) -> Portal:
        """Return the portal of the unsaved text. Raises ConfigError."""
        return await asyncio.to_thread(self.draft.portal)

    async def read(self) -> None:
        """Read the page by the unsaved rules, unless that was done already."""
        async with self._reading:
            text = self.draft.text
            if text == self._read_text:
                self.line.show(self.screen)  # in place of the problems of a text in between
                return
            try:
                portal = await self.portal()
                screen = await self.context.pages.read(
                    portal, self.stored.url, read_article_screen, self.stored
                )
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
        """Show a page as the rules in ``text`` read it."""
        self.screen, self._read_text = screen, text
        self.line.show(screen)
        self.parts.show(screen)

    def show_marks(self, proposed: tuple[int, ...] = ()) -> None:
        """Mark the verdicts on the page, and what a proposal would select."""
        self.parts.show_marks(proposed)

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
