"""Page, metadata, text and TEI of one article: to point at a part of one shows it in the others."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial

from nicegui import ui

from webarticlecurator.base.text.translation import translate
from webarticlecurator.studio.frame.controls import label_prop
from webarticlecurator.studio.frame.page_frame import NO_NODE, NodeMark, PageFrame
from webarticlecurator.studio.frame.shown_errors import showing_errors
from webarticlecurator.studio.shown_page.line_list import LineList
from webarticlecurator.studio.shown_page.screen import ArticleScreen
from webarticlecurator.studio.shown_page.screen_index import (
    OUTSIDE,
    Linked,
    ScreenIndex,
    make_marks,
)
from webarticlecurator.studio.shown_page.screen_lines import (
    describe_verdict,
    make_block_lines,
    make_tei_lines,
    make_value_lines,
)


class LinkedParts:
    """The three panes; ``pick`` is called with the element that is clicked, or whose block is, and
    then with the text of that.
    ``open_page`` is called with the number of another page whose block is clicked, and with its
    element there."""

    def __init__(
        self,
        pick: Callable[[int, str], Awaitable[None]],
        open_page: Callable[[int, int], Awaitable[None]],
    ) -> None:
        self._pick, self._open_page = pick, open_page
        self._screen = ArticleScreen()
        self._index = ScreenIndex(self._screen)

    def write(self) -> None:
        """Write the panes of the page, and of metadata and text."""
        with (
            ui.element("section")
            .classes("article-pane pane-page studio-asked")
            .props(label_prop("Page"))
        ):
            self.frame = PageFrame(
                title=translate("The stored page"),
                on_pick=showing_errors(lambda node: self._pick(node, "")),
                on_hover=self._hover_node,
            ).classes("article-frame")
            self._verdict = ui.label().classes("article-verdict")

        with ui.element("section").classes("article-pane pane-text").props(label_prop("Text")):
            self._values = LineList(
                name=translate("Metadata"),
                on_hover=self._hover_value,
                on_choose=partial(self._hover_value, is_shown=True),
            ).classes("article-values")
            self._blocks = LineList(
                name=translate("Blocks of the text"),
                on_hover=self._hover_block,
                on_choose=showing_errors(self._choose_block),
            ).classes("article-blocks")

    def write_tei(self) -> None:
        """Write the pane of the TEI."""
        with ui.element("section").classes("article-pane pane-tei").props(label_prop("TEI")):
            self._tei = LineList(
                name=translate("Lines of the TEI document"),
                on_hover=self._hover_line,
                on_choose=partial(self._hover_line, is_shown=True),
            ).classes("article-tei")

    def show(self, screen: ArticleScreen) -> None:
        """Show a page as it was read."""
        self._screen, self._index = screen, ScreenIndex(screen)
        if any(
            (
                self._blocks.set_lines(make_block_lines(screen)),
                self._values.set_lines(make_value_lines(screen)),
                self._tei.set_lines(make_tei_lines(screen)),
            )
        ):
            ui.notify(
                translate(
                    "The article is too long to show in full. Its TEI file contains the rest."
                )
            )
        self.show_marks()

    def is_outside(self, node: int) -> bool:
        """Return True for an element that is outside the roots of the text."""
        return self._index.verdict_of(node) == OUTSIDE

    def show_marks(self, nodes: tuple[int, ...] = ()) -> None:
        """Mark the verdicts on the page, and ``nodes``, which a proposal would select."""
        self.frame.set_marks(
            [*make_marks(self._screen), *(NodeMark(node, "proposed") for node in nodes)]
        )

    def _hover_node(self, node: int) -> None:
        linked = self._index.link_node(node)
        self._blocks.light(linked.blocks)
        self._tei.light(linked.lines)
        self._say_verdict(node)

    def _hover_block(self, block: int, *, is_shown: bool = False) -> None:
        self._light(self._index.link_block(block), is_shown)

    def _hover_line(self, line: int, *, is_shown: bool = False) -> None:
        linked = self._index.link_line(line)
        self._blocks.light(linked.blocks)
        self._light(linked, is_shown, with_tei=False)

    def _hover_value(self, number: int, *, is_shown: bool = False) -> None:
        is_here = number >= 0 and self._screen.shown == 0
        node = self._screen.values[number].node if is_here else NO_NODE
        self._light(Linked((node,) if node != NO_NODE else ()), is_shown)

    async def _choose_block(self, block: int) -> None:
        """Show a block in its page and in the TEI, and pick its element."""
        found = self._screen.blocks[block]
        if found.page != self._screen.shown:
            await self._open_page(found.page, found.nodes[0] if found.nodes else NO_NODE)
        self._hover_block(block, is_shown=True)
        nodes = self._index.link_block(block).nodes
        if nodes:
            await self._pick(nodes[0], found.text)

    def _light(self, linked: Linked, is_shown: bool, with_tei: bool = True) -> None:
        self.frame.set_hovered(linked.nodes)
        if is_shown and linked.nodes:
            self.frame.scroll_to(linked.nodes[0])
        if with_tei:
            self._tei.light(linked.lines)
        self._say_verdict(linked.nodes[0] if linked.nodes else NO_NODE)

    def _say_verdict(self, node: int) -> None:
        if node == NO_NODE or not self._screen.parents:
            self._verdict.set_text("")
            return
        verdict = self._index.verdict_of(node)
        self._verdict.set_text(describe_verdict(verdict))
        self._verdict.classes(replace=f"article-verdict state-{verdict.state}")
