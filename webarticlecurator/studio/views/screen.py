"""What the article view shows of a page, as data: as read, compared, and how its parts belong
together.

The data of the article view: what is shown of a page, as a worker sends it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from webarticlecurator.studio.frame.window import NO_NODE, NodeMark
from webarticlecurator.text.characters import shorten
from webarticlecurator.trial.verdicts import ElementVerdict, VerdictState


@dataclass(frozen=True)
class ShownBlock:
    """A block of the text: the numbers of its elements, and its lines of the TEI from 0. ``state``
    is kept, or unclaimed; ``page`` is the number of its page."""

    name: str
    depth: int
    text: str
    state: VerdictState
    nodes: tuple[int, ...] = ()
    lines: tuple[int, ...] = ()
    page: int = 0


@dataclass(frozen=True)
class ShownValue:
    """A value of a field, the rule that found it, and the number of its element on the first page,
    where a rule selects one (else NO_NODE)."""

    field: str
    value: str
    source: str
    node: int = NO_NODE


@dataclass(frozen=True)
class ScreenPage:
    """A page of the article: its address, and the record id of its capture ("": it is not stored).
    ``trouble``: why it has no text, ""."""

    url: str
    record: str
    trouble: str = ""


@dataclass(frozen=True)
class ArticleScreen:
    """An article as the rules read it, and one of its pages.

    ``rejected``: the reason of a rejected page, else "". ``choice``: how the text was found.
    ``words``: of each state. ``dropped``: words by rule, the most first. ``verdicts`` are in
    document order, by the numbers of the elements, ``parents`` has the number of the parent of each
    element; both are empty where the text is not in the page itself. ``others``: the articles of a
    page that holds several.
    ``pages`` are in link order, then what they load; ``shown`` is the number of the page that is
    shown: ``layout``, ``choice``, ``confidence``, ``verdicts`` and ``parents`` are those of it, all
    else is of the article.
    """

    url: str
    rejected: str = ""
    layout: str = ""
    choice: str = ""
    confidence: int | None = None
    words: Mapping[VerdictState, int] = field(default_factory=dict)
    dropped: tuple[tuple[str, int], ...] = ()
    problems: tuple[str, ...] = ()
    values: tuple[ShownValue, ...] = ()
    blocks: tuple[ShownBlock, ...] = ()
    tei: tuple[str, ...] = ()
    verdicts: Mapping[int, ElementVerdict] = field(default_factory=dict)
    parents: tuple[int, ...] = ()
    others: tuple[str, ...] = ()
    pages: tuple[ScreenPage, ...] = ()
    shown: int = 0

    def name_page(self, number: int) -> str:
        """Return what a page is called in lists, "" for the only one."""
        return f"page {number + 1}" if len(self.pages) > 1 else ""


# What differs between two readings of a page, in words.

MAX_LINES = 4
"""Blocks that are named on each side."""
MAX_TEXT = 100
MAX_LABEL = 60
"""Characters of a reason that stands on the page."""


ScreenChange = tuple[str, str]
"""A difference in words, and its state: kept for what comes in, dropped for what goes, else ""."""


def list_changes(before: ArticleScreen, after: ArticleScreen) -> list[ScreenChange]:
    """Return what an edit changes on a page; one sentence if nothing."""
    changes = [*_list_verdict(before, after), *_list_values(before, after)]
    changes += _list_blocks(before, after)
    return changes or [("Nothing changes on this page.", "")]


def _list_verdict(before: ArticleScreen, after: ArticleScreen) -> Iterator[ScreenChange]:
    if before.rejected != after.rejected:
        if after.rejected:
            yield f"The page is no article any more: {after.rejected}", "dropped"
        else:
            yield "The page becomes an article.", "kept"
    old, new = _count_words(before), _count_words(after)
    if old != new:
        yield f"{new:,} words of text in place of {old:,}.", ""


def _list_values(before: ArticleScreen, after: ArticleScreen) -> Iterator[ScreenChange]:
    old, new = _join_values(before), _join_values(after)
    for name in dict.fromkeys((*old, *new)):
        if old.get(name) == new.get(name):
            was, now = (
                ", ".join(
                    dict.fromkeys(each.source for each in screen.values if each.field == name)
                )
                for screen in (before, after)
            )
            if was != now:
                yield f"{name}: the same, by {now} (was: {was})", ""
            continue
        if name in new:
            was = f" (was: {old[name]})" if name in old else ""
            yield f"{name}: {new[name]}{was}", "kept"
        else:
            yield f"{name}: nothing any more (was: {old[name]})", "dropped"


def _list_blocks(before: ArticleScreen, after: ArticleScreen) -> Iterator[ScreenChange]:
    old, new = (Counter(_list_texts(screen)) for screen in (before, after))
    for state, word, gone in (("dropped", "goes", old - new), ("kept", "comes", new - old)):
        for name, text in [*gone][:MAX_LINES]:
            yield f"{word}: {name} “{shorten(text, MAX_TEXT)}”", state
        more = len(gone) - MAX_LINES
        if more > 0:
            yield f"{word}: {more} more", state


def _list_texts(screen: ArticleScreen) -> Iterator[tuple[str, str]]:
    """Yield the texts, each with the names of its block and of the blocks around it."""
    names: list[str] = []
    for block in screen.blocks:
        names[block.depth :] = [block.name]
        if block.text:
            yield " ".join(names), block.text


def _count_words(screen: ArticleScreen) -> int:
    return screen.words.get("kept", 0) + screen.words.get("unclaimed", 0)


def _join_values(screen: ArticleScreen) -> dict[str, str]:
    names = dict.fromkeys(each.field for each in screen.values)
    return {
        name: "; ".join(each.value for each in screen.values if each.field == name)
        for name in names
    }


# Which parts of an article belong together: elements of the page, blocks, lines of the TEI.

OUTSIDE = ElementVerdict("outside", "outside the text root")


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
        for outer in self._self_and_ancestors(node):
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
        for outer in self._self_and_ancestors(node):
            found = self._screen.verdicts.get(outer)
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
    roots = set()
    for node in screen.verdicts:
        # an element with a verdict that is in no other one with a verdict
        outer = screen.parents[node]
        while outer != NO_NODE and outer not in screen.verdicts:
            outer = screen.parents[outer]
        if outer == NO_NODE:
            roots.add(node)
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
        label = "" if verdict.state == "kept" else shorten(verdict.reason, MAX_LABEL)
        if node in roots:
            label = f"text root: {shorten(screen.choice.removeprefix('root: '), MAX_LABEL)}"
        marks.append(NodeMark(node, verdict.state, label))
    return marks
