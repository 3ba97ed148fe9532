"""Which parts of an article belong together: elements of the page, blocks, lines of the TEI."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.text.characters import shorten
from webarticlecurator.base.text.translation import make_message, translate
from webarticlecurator.proposing.text_rules.pointed_drops import KeptText
from webarticlecurator.proposing.trial.page_verdicts import ElementVerdict
from webarticlecurator.studio.frame.page_frame import NO_NODE, NodeMark, Opening
from webarticlecurator.studio.shown_page.screen import ArticleScreen, ShownBlock
from webarticlecurator.studio.shown_page.screen_changes import MAX_LABEL
from webarticlecurator.studio.shown_page.screen_lines import describe_verdict

OUTSIDE = ElementVerdict("outside", make_message("outside the text root"))


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
        for outer in _self_and_ancestors(self._screen, node):
            if outer in self._blocks:
                return self._link(tuple(self._blocks[outer]), (outer,))
            verdict = self._screen.verdicts.get(outer)
            if verdict is not None and verdict.state == "dropped":
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

    def verdict_of(self, node: int) -> ElementVerdict:
        """Return the verdict on an element: its own, or that of the nearest one around it."""
        for outer in _self_and_ancestors(self._screen, node):
            found = self._screen.verdicts.get(outer)
            if found is not None and not (found.only_content and outer == node):
                return found
        return OUTSIDE

    def _link(self, blocks: tuple[int, ...], nodes: tuple[int, ...]) -> Linked:
        lines = (line for number in blocks for line in self._screen.blocks[number].lines)
        return Linked(nodes, blocks, tuple(dict.fromkeys(lines)))


def _self_and_ancestors(screen: ArticleScreen, node: int) -> Iterator[int]:
    while 0 <= node < len(screen.parents):
        yield node
        node = screen.parents[node]


MOST_OF_TEXT = 0.8
"""Of the characters of the text: the innermost element with more holds the text proper; what is
before it is a lead, or was taken for text."""
LONG_PARAGRAPH = 100
"""Characters from which a paragraph is no byline or date."""
MAX_LEAD = 350
"""Characters of text that can stand before the text proper."""
MAX_BEFORE = 8
"""Blocks before the first paragraph with which a page can open."""
FIRST_WORDS = 40
"""Characters by which a block is found in its element."""


def find_opening(screen: ArticleScreen) -> Opening:
    """Return what the shown page opens with: the blocks before the first paragraph of the text
    proper, and that; () where nothing of the text is on the page."""
    here = [
        each
        for each in screen.blocks
        if each.page == screen.shown and each.nodes and each.nodes[0] != NO_NODE
    ]
    end = _find_first_paragraph(screen, here) + 1
    return [(each.nodes[0], each.text[:FIRST_WORDS]) for each in here[:end][-MAX_BEFORE:]]


def _find_first_paragraph(screen: ArticleScreen, blocks: Sequence[ShownBlock]) -> int:
    """Return the place of the first long paragraph of the text proper, of any long one where too
    much is before that, of any paragraph, or of the first block."""
    proper = _find_text_proper(screen)
    first = long = -1
    before = 0
    for place, block in enumerate(blocks):
        if block.name != "paragraph" or before > MAX_LEAD:
            continue
        first = place if first < 0 else first
        if len(block.text) >= LONG_PARAGRAPH:
            if _is_inside(screen, block.nodes[0], proper):
                return place
            long = place if long < 0 else long
        if block.depth == 0:  # not the points of a summary
            before += len(block.text)
    return max(long if long >= 0 else first, 0)


def _find_text_proper(screen: ArticleScreen) -> int:
    """Return the innermost element with most of the text."""
    sizes = [0] * len(screen.parents)
    for node, size in measure_kept_text(screen).sizes.items():
        if node < len(sizes):
            sizes[node] += size
    for node in range(len(sizes) - 1, 0, -1):  # inner ones first
        sizes[screen.parents[node]] += sizes[node]
    most = MOST_OF_TEXT * sizes[0] if sizes else 0
    return max((node for node, size in enumerate(sizes) if size > most), default=NO_NODE)


def _is_inside(screen: ArticleScreen, node: int, outer: int) -> bool:
    return outer == NO_NODE or outer in _self_and_ancestors(screen, node)


def find_screen_line(screen: ArticleScreen, node: int) -> str:
    """Return the text of the block that is from an element of the shown page, "" if there is none
    or several."""
    found = [
        each.text
        for each in screen.blocks
        if each.page == screen.shown and each.nodes[:1] == (node,) and each.text
    ]
    return found[0] if len(found) == 1 else ""


def measure_kept_text(screen: ArticleScreen) -> KeptText:
    """Return how many characters of the text are from which element of the shown page."""
    sizes = Counter[int]()
    for block in screen.blocks:
        if block.page == screen.shown and block.nodes and block.nodes[0] != NO_NODE:
            sizes[block.nodes[0]] += len(block.text)
    return KeptText(dict(sizes), list_roots(screen))


def list_roots(screen: ArticleScreen) -> frozenset[int]:
    """Return the elements with a verdict that are in no other one with a verdict."""
    return frozenset(
        node
        for node in screen.verdicts
        if screen.verdicts.keys().isdisjoint(_self_and_ancestors(screen, screen.parents[node]))
    )


def make_marks(screen: ArticleScreen) -> list[NodeMark]:
    """Return how the elements of the page are drawn: what is outside the roots first, then the
    verdicts in document order, so that inner ones lie above."""
    roots = list_roots(screen)
    # the outermost elements that neither are nor contain a root
    around = {NO_NODE}
    for root in roots:
        outer = screen.parents[root]
        while outer not in around:
            around.add(outer)
            outer = screen.parents[outer]
    marks = [
        NodeMark(node, "outside")
        for node, parent in enumerate(screen.parents)
        if parent in around and parent != NO_NODE and node not in around and node not in roots
    ]
    for node, verdict in screen.verdicts.items():
        label = "" if verdict.state == "kept" else shorten(describe_verdict(verdict), MAX_LABEL)
        if node in roots:
            label = translate(
                "text root: {choice}",
                choice=shorten(translate(screen.choice).removeprefix("root: "), MAX_LABEL),
            )
        marks.append(NodeMark(node, verdict.state, label))
    return marks
