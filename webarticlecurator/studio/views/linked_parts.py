"""Page, metadata, text and TEI of one article: to point at a part of one shows it in the others."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from nicegui import ui
from nicegui.element import Element

from webarticlecurator.studio.frame.window import (
    NO_NODE,
    NodeMark,
    PageFrame,
    pass_number,
    showing_errors,
)
from webarticlecurator.studio.views.screen import (
    ArticleScreen,
    Linked,
    ScreenIndex,
    make_marks,
)

Pick = Callable[[int], Awaitable[None]]
OpenPage = Callable[[int, int], Awaitable[None]]


class LinkedParts:
    """The three panes; ``pick`` is called with the element that is clicked, or whose block is.
    ``open_page`` is called with the number of another page whose block is clicked, and with its
    element there."""

    def __init__(self, pick: Pick, open_page: OpenPage) -> None:
        self._pick, self._open_page = pick, open_page
        self._screen = ArticleScreen("")
        self._index = ScreenIndex(self._screen)

    def write(self) -> None:
        """Write the panes of the page, and of metadata and text."""
        with ui.element("section").classes("article-pane pane-page").props('aria-label="Page"'):
            self.frame = PageFrame(
                title="The stored page",
                on_pick=showing_errors(self._pick),
                on_hover=self._hover_node,
            ).classes("article-frame")
            with ui.element("div").classes("article-under"):
                self._verdict = ui.label(" ").classes("article-verdict")
                self.frame.add_styles_switch()

        with ui.element("section").classes("article-pane pane-text").props('aria-label="Text"'):
            self._values = LineList(
                name="Metadata",
                on_hover=self._hover_value,
                on_choose=partial(self._hover_value, is_shown=True),
            ).classes("article-values")
            self._blocks = LineList(
                name="Blocks of the text",
                on_hover=self._hover_block,
                on_choose=showing_errors(self._choose_block),
            ).classes("article-blocks")

    def write_tei(self) -> None:
        """Write the pane of the TEI."""
        with ui.element("section").classes("article-pane pane-tei").props('aria-label="TEI"'):
            self._tei = LineList(
                name="Lines of the TEI document",
                on_hover=self._hover_line,
                on_choose=partial(self._hover_line, is_shown=True),
            ).classes("article-tei")

    def show(self, screen: ArticleScreen) -> None:
        """Show a page as it was read."""
        self._screen, self._index = screen, ScreenIndex(screen)
        left_out = (
            self._blocks.set_lines(make_block_lines(screen)),
            self._values.set_lines(make_value_lines(screen)),
            self._tei.set_lines(make_tei_lines(screen)),
        )
        if any(left_out):
            ui.notify("The article is too long to be shown whole; the rest is in its TEI file.")
        self.show_marks()

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
            await self._pick(nodes[0])

    def _light(self, linked: Linked, is_shown: bool, with_tei: bool = True) -> None:
        self.frame.set_hovered(linked.nodes)
        if is_shown and linked.nodes:
            self.frame.scroll_to(linked.nodes[0])
        if with_tei:
            self._tei.light(linked.lines)
        self._say_verdict(linked.nodes[0] if linked.nodes else NO_NODE)

    def _say_verdict(self, node: int) -> None:
        if node == NO_NODE or not self._screen.parents:
            self._verdict.set_text(" ")
            return
        verdict = self._index.verdict_of(node)
        state = _STATES.get(verdict.state, verdict.state)
        self._verdict.set_text(f"{state}: {verdict.reason}" if verdict.reason else state)
        self._verdict.classes(replace=f"article-verdict state-{verdict.state}")


# A list of lines that can be pointed at, as an element of NiceGUI.

MAX_CHARACTERS = 500_000
"""Characters that are shown, since messages to the browser have a limit."""
MAX_LINE = 5000
_HOVER_SECONDS = 0.05
OnLine = Callable[[int], Any]


@dataclass(frozen=True)
class ListLine:
    """A line: what it is, its text, and what is to be said of it. ``style`` is a class, ``indent``
    is in em."""

    label: str
    text: str
    note: str = ""
    style: str = ""
    indent: float = 0


class LineList(Element, component="line_list.js"):
    """Lines with a name for who cannot see them. ``on_hover`` is called with the number of the line
    that the pointer or the keyboard is at, or NO_NODE; ``on_choose`` with that of a line that is
    clicked, or chosen with Enter."""

    def __init__(self, *, name: str, on_hover: OnLine, on_choose: OnLine | None = None) -> None:
        super().__init__()
        self._count = 0
        self._props.update(name=name, lines=[])
        self.on("hover", pass_number(on_hover, lambda: self._count), throttle=_HOVER_SECONDS)
        self.on("choose", pass_number(on_choose or on_hover, lambda: self._count))

    def set_lines(self, lines: Iterable[ListLine]) -> int:
        """Show lines in place of those that are shown; return how many are left out, since there
        are too many."""
        chosen, size = [], 0
        every = list(lines)
        for line in every:
            text = line.text if len(line.text) <= MAX_LINE else f"{line.text[:MAX_LINE]}…"
            size += len(text) + 40
            if size > MAX_CHARACTERS:
                break
            chosen.append([line.label, text, line.note, line.style, line.indent])
        self._count = len(chosen)
        self._props["lines"] = chosen
        self.update()
        return len(every) - len(chosen)

    def light(self, numbers: Sequence[int]) -> None:
        """Highlight lines, and bring the first one into view."""
        self.run_method("light", [each for each in numbers if each < self._count], True)


# The text of an article as the lists of the view have it: blocks, metadata, TEI, words.

_STATES = {"kept": "kept", "unclaimed": "undecided", "dropped": "dropped", "outside": "outside"}
"""States as they are called in the view."""
_TEI_INDENT = 0.6


def make_block_lines(screen: ArticleScreen) -> list[ListLine]:
    """Return the blocks of the text."""
    return [
        ListLine(
            block.name,
            block.text,
            ", ".join(
                filter(
                    None,
                    (
                        "undecided" * (block.state == "unclaimed"),
                        screen.name_page(block.page),
                    ),
                )
            ),
            f"block-{block.name} state-{block.state}"
            + " other-page" * (block.page != screen.shown),
            block.depth,
        )
        for block in screen.blocks
    ]


def make_value_lines(screen: ArticleScreen) -> list[ListLine]:
    """Return the values of the metadata with their sources."""
    return [ListLine(each.field, each.value, each.source, "value") for each in screen.values]


def make_tei_lines(screen: ArticleScreen) -> list[ListLine]:
    """Return the lines of the TEI with their numbers, and the pages of those that begin a block."""
    pages = {block.lines[0]: screen.name_page(block.page) for block in screen.blocks if block.lines}
    return [
        ListLine(
            str(number + 1),
            line.strip(),
            pages.get(number, ""),
            indent=_TEI_INDENT * (len(line) - len(line.lstrip())),
        )
        for number, line in enumerate(screen.tei)
    ]


def describe_words(screen: ArticleScreen) -> list[tuple[str, str]]:
    """Return the words of each state, as state and label; states without any are left out."""
    return [
        (state, f"{_STATES[state]} {count:,}") for state, count in screen.words.items() if count
    ]


def describe_text_choice(screen: ArticleScreen) -> str:
    """Return how the page was read, in one line."""
    parts = []
    if screen.choice:
        parts.append(f"text by {screen.choice}" if ":" in screen.choice else screen.choice)
    if screen.confidence is not None:
        parts.append(f"confidence {screen.confidence / 10:.1f} %")
    if screen.layout:
        parts.append(f"layout {screen.layout}")
    return "; ".join(parts)
