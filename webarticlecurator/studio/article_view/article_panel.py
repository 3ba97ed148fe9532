"""The page, its text and its rules side by side, and what links them."""

from __future__ import annotations

import asyncio
from functools import partial

from nicegui import ui

from webarticlecurator.errors import ConfigError, CuratorError
from webarticlecurator.model.portal import Portal
from webarticlecurator.run.preview.stored_page import StoredPage
from webarticlecurator.studio.article_view.article_screen import read_article_screen
from webarticlecurator.studio.article_view.linked_parts import LinkedParts
from webarticlecurator.studio.article_view.pick_panel import PickPanel
from webarticlecurator.studio.article_view.reading_line import ReadingLine
from webarticlecurator.studio.article_view.rule_edit import RuleEdit
from webarticlecurator.studio.article_view.screen_data import ArticleScreen
from webarticlecurator.studio.article_view.tag_rows import TagRowEdit, take_back, write_tag_row
from webarticlecurator.studio.context import StudioContext
from webarticlecurator.studio.editor_panel import EditorPanel, write_editor
from webarticlecurator.studio.page_shelving import shelve_page
from webarticlecurator.studio.portal_draft import PortalDraft
from webarticlecurator.studio.window import add_button, showing_errors, view_address

PAGE, TEXT, RULES, TEI = "page", "text", "rules", "tei"
_PANES = {PAGE: "Page", TEXT: "Text", RULES: "Rules", TEI: "TEI"}
"""The panes; where the window is narrow, one at a time, else rules or TEI beside the others."""


class ArticlePanel:
    """The article view of one page."""

    def __init__(
        self, context: StudioContext, portal_id: str, draft: PortalDraft, stored: StoredPage
    ) -> None:
        self.context, self.portal_id = context, portal_id
        self.draft, self.stored = draft, stored
        self.screen = ArticleScreen(stored.url)
        self._parts = LinkedParts(self._pick_node)
        self._read_text = ""
        self._side = RULES
        self._reading = asyncio.Lock()

    async def write(self, pane: str) -> None:
        """Write the panes, and read the page. Raises ConfigError if the portal file cannot be used
        yet, PageUnreadable, RequestProblem."""
        with ui.element("div").classes("article-top"):
            self._line = ReadingLine()
            self._write_pane_buttons()
        with ui.element("div").classes("article-panes") as self._panes:
            self._parts.write_page()
            self._parts.write_text()
            self._write_rules()
            self._parts.write_tei()
        self._pick = PickPanel(self)
        self._show_pane(pane if pane in _PANES else TEXT)
        portal = await asyncio.to_thread(self.draft.portal)
        shown = await shelve_page(self.context, portal, self.stored)
        self._parts.frame.show(shown.address, shown.nodes)
        await self.read()

    async def portal(self) -> Portal:
        """Return the portal of the unsaved text. Raises ConfigError."""
        return await asyncio.to_thread(self.draft.portal)

    async def read(self) -> None:
        """Read the page by the unsaved rules, unless that was done already."""
        async with self._reading:
            text = self.draft.text
            if text == self._read_text:
                self._line.show(self.screen)  # in place of the problems of a text in between
                return
            try:
                portal = await self.portal()
                screen = await self.context.pages.read(
                    portal, self.stored.url, read_article_screen, self.stored
                )
            except ConfigError:
                self._line.show_problem(
                    "The portal file has problems. The text is that of the last rules without any."
                )
                return
            except CuratorError as error:
                self._line.show_problem(str(error))
                return
            self.show_screen(screen, text)

    def show_screen(self, screen: ArticleScreen, text: str) -> None:
        """Show a page as the rules in ``text`` read it."""
        self.screen, self._read_text = screen, text
        self._line.show(screen)
        self._parts.show(screen)

    def show_marks(self, proposed: tuple[int, ...] = ()) -> None:
        """Mark the verdicts on the page, and what a proposal would select."""
        self._parts.show_marks(proposed)

    def show_node(self, node: int) -> None:
        """Mark an element of the page and bring it into view."""
        self._parts.show_marks((node,))
        self._parts.frame.scroll_to(node)

    async def accept(self, edit: RuleEdit, after: ArticleScreen) -> None:
        """Make a proposal part of the rules; ``after`` is the page as they read it then. A row of a
        table is written at once. Raises what ``write_tag_row`` raises."""
        self.editor.take_typed()
        if edit.table is not None:
            proposal = edit.proposal
            written = await asyncio.to_thread(
                write_tag_row, edit.table, proposal.selector, proposal.meaning.target
            )
            self._line.show_row(written, showing_errors(partial(self._take_back, written)))
        else:
            self._line.hide_row()
            self.draft.replace(edit.text)
        self.show_screen(after, edit.text)
        await self.editor.refresh()

    async def _take_back(self, written: TagRowEdit) -> None:
        await asyncio.to_thread(take_back, written)
        self._line.hide_row()
        self._read_text = ""
        await self.read()

    def make_room(self, is_asking: bool) -> None:
        """Make the panes lower, so that they are seen above a question."""
        self._panes.classes(**{"add" if is_asking else "remove": "with-question"})

    def _write_rules(self) -> None:
        with ui.element("div").classes("article-pane pane-rules"):
            self.editor: EditorPanel = write_editor(self.draft, self.read)

    def _write_pane_buttons(self) -> None:
        group = ui.element("div").classes("article-switch").props('role="group" aria-label="Panes"')
        with group:
            self._switches = {
                name: add_button(words, partial(self._show_pane, name)).classes(f"switch-{name}")
                for name, words in _PANES.items()
            }

    def _show_pane(self, pane: str) -> None:
        self._side = pane if pane in (RULES, TEI) else self._side
        for name in _PANES:
            self._panes.classes(remove=f"show-{name} side-{name}")
        self._panes.classes(add=f"show-{pane} side-{self._side}")
        for name, button in self._switches.items():
            button.props(f"aria-pressed={'true' if name == pane else 'false'}")
            is_beside = name == self._side
            button.classes(**{"add" if is_beside else "remove": "is-beside"})
        ui.navigate.history.replace(
            view_address(self.portal_id, "article", url=self.stored.url, pane=pane)
        )

    async def _pick_node(self, node: int) -> None:
        await self._pick.pick(node)
