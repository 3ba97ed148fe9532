"""What the article view shows of a page: as data, compared, and as parts that belong together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from functools import partial

from nicegui import ui

from webarticlecurator.dataclasses import dataclass, field
from webarticlecurator.propose.selector_survey import KeptText
from webarticlecurator.studio.frame.window import (
    NO_NODE,
    NodeMark,
    Opening,
    PageFrame,
    label_prop,
    showing_errors,
)
from webarticlecurator.studio.views.line_list import LineList, ListLine
from webarticlecurator.text.characters import shorten
from webarticlecurator.text.translation import as_message, make_message, translate
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
    ``words``: of each state. ``verdicts`` are in document order, by the numbers of the elements,
    ``parents`` has the number of the parent of each element; both are empty where the text is not
    in the page itself. ``others``: the articles of a page that holds several.
    ``pages`` are in link order, then what they load; ``shown`` is the number of the page that is
    shown: ``layout``, ``choice``, ``confidence``, ``verdicts`` and ``parents`` are those of it, all
    else is of the article.
    """

    rejected: str = ""
    layout: str = ""
    choice: str = ""
    confidence: int | None = None
    words: Mapping[VerdictState, int] = field(default_factory=dict)
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
        return translate("page {page}", page=number + 1) if len(self.pages) > 1 else ""


# What differs between two readings of a page, in words.

MAX_LINES = 4
"""Blocks that are named on each side."""
MAX_TEXT = 100
MAX_LABEL = 60
"""Characters of a reason that stands on the page."""


ScreenChange = tuple[str, str]
"""A difference in words, and its state: kept for what comes in, dropped for what goes, else ""."""


NOTHING_CHANGES: ScreenChange = (make_message("Nothing changes on this page."), "")


def list_changes(before: ArticleScreen, after: ArticleScreen) -> list[ScreenChange]:
    """Return what an edit changes on a page; one sentence if nothing."""
    changes = [*_list_verdict(before, after), *_list_values(before, after)]
    changes += _list_blocks(before, after)
    return changes or [NOTHING_CHANGES]


def _list_verdict(before: ArticleScreen, after: ArticleScreen) -> Iterator[ScreenChange]:
    if before.rejected != after.rejected:
        if after.rejected:
            yield (
                translate("The page is no article any more: {reason}", reason=after.rejected),
                "dropped",
            )
        else:
            yield translate("The page becomes an article."), "kept"
    pages = [each.url for each in after.pages]
    if pages != [each.url for each in before.pages]:
        missing = sum(not each.record for each in after.pages)
        words = translate(
            "pages of the article: {number} in place of {before}",
            number=len(pages),
            before=len(before.pages),
        )
        if missing:
            words += translate(", of which {number} not stored yet", number=missing)
        yield words, ""
    old, new = (
        screen.words.get("kept", 0) + screen.words.get("unclaimed", 0) for screen in (before, after)
    )
    if old != new:
        yield (
            translate("{words:,} words of text in place of {before:,}.", words=new, before=old),
            "",
        )


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
                yield (
                    translate(
                        "{name}: the same, by {now} (was: {was})", name=name, now=now, was=was
                    ),
                    "",
                )
            continue
        if name in new:
            was = f" ({translate('was: {old}', old=old[name])})" if name in old else ""
            yield f"{name}: {new[name]}{was}", "kept"
        else:
            yield (
                translate("{name}: nothing any more (was: {old})", name=name, old=old[name]),
                "dropped",
            )


def _list_blocks(before: ArticleScreen, after: ArticleScreen) -> Iterator[ScreenChange]:
    old, new = (Counter(_list_texts(screen)) for screen in (before, after))
    for state, word, gone in (
        ("dropped", translate("goes"), old - new),
        ("kept", translate("comes"), new - old),
    ):
        for name, text in [*gone][:MAX_LINES]:
            yield f"{word}: {name} “{shorten(text, MAX_TEXT)}”", state
        more = len(gone) - MAX_LINES
        if more > 0:
            yield translate("{word}: {number} more", word=word, number=more), state


def _list_texts(screen: ArticleScreen) -> Iterator[tuple[str, str]]:
    """Yield the texts, each with the names of its block and of the blocks around it."""
    names: list[str] = []
    for block in screen.blocks:
        names[block.depth :] = [block.name]
        if block.text:
            yield " ".join(names), block.text


def _join_values(screen: ArticleScreen) -> dict[str, str]:
    names = dict.fromkeys(each.field for each in screen.values)
    return {
        name: "; ".join(each.value for each in screen.values if each.field == name)
        for name in names
    }


# Which parts of an article belong together: elements of the page, blocks, lines of the TEI.

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


def find_line(screen: ArticleScreen, node: int) -> str:
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
        label = "" if verdict.state == "kept" else shorten(translate(verdict.reason), MAX_LABEL)
        if node in roots:
            label = translate(
                "text root: {choice}",
                choice=shorten(translate(screen.choice).removeprefix("root: "), MAX_LABEL),
            )
        marks.append(NodeMark(node, verdict.state, label))
    return marks


# Page, metadata, text and TEI of one article: to point at a part of one shows it in the others.


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
            with ui.element("div").classes("article-under"):
                self._verdict = ui.label(" ").classes("article-verdict")
                self.frame.add_view_switch()

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
        left_out = (
            self._blocks.set_lines(make_block_lines(screen)),
            self._values.set_lines(make_value_lines(screen)),
            self._tei.set_lines(make_tei_lines(screen)),
        )
        if any(left_out):
            ui.notify(
                translate("The article is too long to be shown whole; the rest is in its TEI file.")
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
            self._verdict.set_text(" ")
            return
        verdict = self._index.verdict_of(node)
        state = translate(_STATES.get(verdict.state, verdict.state))
        reason = translate(verdict.reason)
        self._verdict.set_text(f"{state}: {reason}" if reason else state)
        self._verdict.classes(replace=f"article-verdict state-{verdict.state}")


# The text of an article as the lists of the view have it: blocks, metadata, TEI, words.

_STATES = {
    "kept": make_message("kept"),
    "unclaimed": make_message("undecided"),
    "dropped": make_message("dropped"),
    "outside": make_message("outside"),
}
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
                        translate("undecided") if block.state == "unclaimed" else "",
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
        (state, f"{translate(_STATES[state])} {count:,}")
        for state, count in screen.words.items()
        if count
    ]


def describe_text_choice(screen: ArticleScreen) -> str:
    """Return how the page was read, in one line."""
    choice = (
        translate("text by {choice}", choice=as_message(screen.choice))
        if ":" in screen.choice
        else translate(screen.choice)
    )
    confidence = (
        ""
        if screen.confidence is None
        else translate("confidence {number:.1f} %", number=screen.confidence / 10)
    )
    layout = translate("layout {layout}", layout=screen.layout) if screen.layout else ""
    return "; ".join(filter(None, (choice, confidence, layout)))
