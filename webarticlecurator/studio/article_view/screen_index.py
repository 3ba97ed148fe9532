"""Which parts of an article belong together: elements of the page, blocks, lines of the TEI."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from webarticlecurator.studio.article_view.screen_data import (
    NO_NODE,
    ArticleScreen,
    NodeVerdict,
)
from webarticlecurator.studio.shown_page.page_frame import NodeMark

OUTSIDE = NodeVerdict(NO_NODE, "outside", "outside the text root")


@dataclass(frozen=True)
class Linked:
    """What is highlighted together: elements, blocks, and lines of the TEI, by their numbers."""

    nodes: tuple[int, ...] = ()
    blocks: tuple[int, ...] = ()
    lines: tuple[int, ...] = ()


class ScreenIndex:
    """Finds what belongs together on one screen; elements are those of the page that is shown."""

    def __init__(self, screen: ArticleScreen) -> None:
        self._screen = screen
        self._verdicts = {each.node: each for each in screen.verdicts}
        self._blocks: dict[int, list[int]] = {}
        self._of_line: dict[int, int] = {}
        for number, block in enumerate(screen.blocks):
            for node in block.nodes if block.page == screen.shown else ():
                self._blocks.setdefault(node, []).append(number)
            for line in block.lines:
                self._of_line.setdefault(line, number)

    def link_node(self, node: int) -> Linked:
        """Return what belongs to an element: the blocks of the nearest element with any, unless a
        verdict in between leaves it out."""
        for outer in self._self_and_ancestors(node):
            if outer in self._blocks:
                return self._link(tuple(self._blocks[outer]), (outer,))
            if outer in self._verdicts and self._verdicts[outer].state == "dropped":
                break
        return Linked((node,) if node != NO_NODE else ())

    def link_block(self, block: int) -> Linked:
        """Return what belongs to a block."""
        if not 0 <= block < len(self._screen.blocks):
            return Linked()
        found = self._screen.blocks[block]
        return self._link((block,), found.nodes if found.page == self._screen.shown else ())

    def link_line(self, line: int) -> Linked:
        """Return what belongs to a line of the TEI."""
        return self.link_block(self._of_line.get(line, -1))

    def verdict_of(self, node: int) -> NodeVerdict:
        """Return the verdict on an element: its own, or that of the nearest one around it."""
        for outer in self._self_and_ancestors(node):
            found = self._verdicts.get(outer)
            if found is not None and not (found.only_content and outer == node):
                return found
        return OUTSIDE

    def _link(self, blocks: tuple[int, ...], nodes: tuple[int, ...]) -> Linked:
        lines = (line for number in blocks for line in self._screen.blocks[number].lines)
        return Linked(nodes, blocks, tuple(dict.fromkeys(lines)))

    def _self_and_ancestors(self, node: int) -> Iterator[int]:
        while 0 <= node < len(self._screen.parents):
            yield node
            node = self._screen.parents[node]


def make_marks(screen: ArticleScreen) -> list[NodeMark]:
    """Return how the elements of the page are drawn: what is outside the roots first, then the
    verdicts in document order, so that inner ones lie above."""
    roots = _find_roots(screen)
    marks = [NodeMark(node, "outside") for node in _list_outside(screen, roots)]
    for verdict in screen.verdicts:
        label = "" if verdict.state == "kept" else _shorten(verdict.reason)
        if verdict.node in roots:
            label = f"text root: {_shorten(screen.choice.removeprefix('root: '))}"
        marks.append(NodeMark(verdict.node, verdict.state, label))
    return marks


def _find_roots(screen: ArticleScreen) -> set[int]:
    """Return the elements with a verdict in no other one with a verdict."""
    nodes = {each.node for each in screen.verdicts}
    roots = set()
    for node in nodes:
        outer = screen.parents[node]
        while outer != NO_NODE and outer not in nodes:
            outer = screen.parents[outer]
        if outer == NO_NODE:
            roots.add(node)
    return roots


def _list_outside(screen: ArticleScreen, roots: set[int]) -> list[int]:
    """Return the outermost elements that neither are nor contain a root."""
    around = {NO_NODE}
    for root in roots:
        outer = screen.parents[root]
        while outer not in around:
            around.add(outer)
            outer = screen.parents[outer]
    if around == {NO_NODE}:
        return []
    return [
        node
        for node, parent in enumerate(screen.parents)
        if parent in around and parent != NO_NODE and node not in around and node not in roots
    ]


def _shorten(text: str, limit: int = 60) -> str:
    return text if len(text) <= limit else f"{text[: limit - 1]}…"
