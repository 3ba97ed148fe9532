"""The page, its text and its rules side by side, and what links them."""

from __future__ import annotations

import asyncio
from functools import partial

from nicegui import ui

from webarticlecurator.errors import ConfigError, CuratorError
from webarticlecurator.model.portal import Portal
from webarticlecurator.run.preview.stored_page import StoredPage
from webarticlecurator.studio.article_view.article_screen import (
    NO_NODE,
    ArticleScreen,
    read_article_screen,
)
from webarticlecurator.studio.article_view.article_text import (
    describe_state,
    list_blocks,
    list_tei,
    list_values,
)
from webarticlecurator.studio.article_view.line_list import LineList
from webarticlecurator.studio.article_view.pick_panel import PickPanel
from webarticlecurator.studio.article_view.reading_line import ReadingLine
from webarticlecurator.studio.article_view.rule_edit import RuleEdit
from webarticlecurator.studio.article_view.screen_index import Linked, ScreenIndex, make_marks
from webarticlecurator.studio.article_view.tag_rows import TagRowEdit, take_back, write_tag_row
from webarticlecurator.studio.context import StudioContext
from webarticlecurator.studio.editor_panel import EditorPanel, write_editor
from webarticlecurator.studio.page_shelving import shelve_page
from webarticlecurator.studio.portal_draft import PortalDraft
from webarticlecurator.studio.shown_page.page_frame import NodeMark, PageFrame
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
        self._index = ScreenIndex(self.screen)
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
            self._write_page()
            self._write_text()
            self._write_rules()
            self._write_tei()
        self._pick = PickPanel(self)
        self._show_pane(pane)
        portal = await asyncio.to_thread(self.draft.portal)
        shown = await shelve_page(self.context, portal, self.stored)
        self.frame.show(shown.address, shown.nodes)
        await self.read()

    async def portal(self) -> Portal:
        """Return the portal of the unsaved text. Raises ConfigError."""
        return await asyncio.to_thread(self.draft.portal)

    async def read(self) -> None:
        """Read the page by the unsaved rules, unless that was done already."""
        async with self._reading:
            text = self.draft.text
            if text == self._read_text:
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
        self._index = ScreenIndex(screen)
        self._line.show(screen)
        self._blocks.set_lines(list_blocks(screen))
        self._values.set_lines(list_values(screen))
        self._tei.set_lines(list_tei(screen))
        self.show_marks()

    def show_marks(self, proposed: tuple[int, ...] = ()) -> None:
        """Mark the verdicts on the page, and what a proposal would select."""
        marks = [*make_marks(self.screen), *(NodeMark(node, "proposed") for node in proposed)]
        self.frame.set_marks(marks)

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

    def _write_page(self) -> None:
        with ui.element("section").classes("article-pane pane-page").props('aria-label="Page"'):
            self.frame = PageFrame(
                title="The stored page",
                on_pick=showing_errors(self._pick_node),
                on_hover=self._hover_node,
            ).classes("article-frame")
            self._verdict = ui.label(" ").classes("article-verdict")

    def _write_text(self) -> None:
        with ui.element("section").classes("article-pane pane-text").props('aria-label="Text"'):
            self._values = LineList(
                name="Metadata", on_hover=self._hover_value, on_choose=self._show_value
            ).classes("article-values")
            self._blocks = LineList(
                name="Blocks of the text",
                on_hover=self._hover_block,
                on_choose=showing_errors(self._choose_block),
            ).classes("article-blocks")

    def _write_rules(self) -> None:
        with ui.element("div").classes("article-pane pane-rules"):
            self.editor: EditorPanel = write_editor(self.draft, self.read)

    def _write_tei(self) -> None:
        with ui.element("section").classes("article-pane pane-tei").props('aria-label="TEI"'):
            self._tei = LineList(
                name="Lines of the TEI document",
                on_hover=self._hover_line,
                on_choose=partial(self._hover_line, is_shown=True),
            ).classes("article-tei")

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

    def _hover_node(self, node: int) -> None:
        linked = self._index.link_node(node)
        self._blocks.light(linked.blocks, True)
        self._tei.light(linked.lines, True)
        self._say_verdict(node)

    def _hover_block(self, block: int, *, is_shown: bool = False) -> None:
        self._light(self._index.link_block(block), is_shown)

    def _hover_line(self, line: int, *, is_shown: bool = False) -> None:
        linked = self._index.link_line(line)
        self._blocks.light(linked.blocks, True)
        self._light(linked, is_shown, with_tei=False)

    def _hover_value(self, number: int, *, is_shown: bool = False) -> None:
        node = self.screen.values[number].node if number >= 0 else NO_NODE
        self._light(Linked((node,) if node != NO_NODE else ()), is_shown)

    def _show_value(self, number: int) -> None:
        self._hover_value(number, is_shown=True)

    async def _choose_block(self, block: int) -> None:
        """Show a block in its page and in the TEI, and ask what its element means."""
        self._hover_block(block, is_shown=True)
        nodes = self._index.link_block(block).nodes
        if nodes:
            await self._pick_node(nodes[0])

    def _light(self, linked: Linked, is_shown: bool, with_tei: bool = True) -> None:
        self.frame.set_hovered(linked.nodes)
        if is_shown and linked.nodes:
            self.frame.scroll_to(linked.nodes[0])
        if with_tei:
            self._tei.light(linked.lines, True)
        self._say_verdict(linked.nodes[0] if linked.nodes else NO_NODE)

    def _say_verdict(self, node: int) -> None:
        if node == NO_NODE or not self.screen.parents:
            self._verdict.set_text(" ")
            return
        verdict = self._index.verdict_of(node)
        self._verdict.set_text(describe_state(verdict.state, verdict.reason))
        self._verdict.classes(replace=f"article-verdict state-{verdict.state}")
