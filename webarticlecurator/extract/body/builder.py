"""Events of a page (text, breaks, blocks that open and close) → a tree that obeys the grammar of
the block model.

Text always goes to where the builder stands, so no word can be lost, repeated or moved; what bends
is the structure: a block that may not stand where it comes is renamed, given the parents it needs,
or dissolved into what it holds.
"""

from __future__ import annotations

from collections.abc import Callable

from webarticlecurator.extract.body.content_model import (
    BODY_ONLY,
    OUT_OF_FLOW,
    RUNS,
    can_hold,
    is_media,
)
from webarticlecurator.extract.body.finish import finish_node
from webarticlecurator.extract.body.frame import Frame
from webarticlecurator.extract.body.runs import (
    BREAK,
    SPACE,
    Format,
    Formats,
    Piece,
    ends_in_break,
    is_blank,
    open_formats,
    run_content,
)
from webarticlecurator.extract.body.stack import METAS, PARTS, TIMES, Stack, set_post_attribute
from webarticlecurator.model.blocks import MEDIA, Node

UNWRAPPED = -1
TOLD = -2
_DEEPEST = 80
"""Blocks in blocks beyond this depth are dissolved: no article has them, and nothing that reads the
tree may run out of stack."""

_HOLD_TIGHT = frozenset(("quote", "social", "note", "figure", "diagram", "gallery"))
"""Live entries and comments inside these are taken for text."""


class Builder:
    """One page's tree in the making."""

    def __init__(self, time_of: Callable[[str], str] = lambda _: "") -> None:
        """``time_of``: the text of a time → ISO 8601, or empty."""
        self._stack = Stack(time_of)
        self._frames = self._stack.frames
        self.formats: Formats = ()
        self.commented = False  # a comment, or the place for them, was met
        self.anchors: list[str] = []  # that wait for a word to stand before
        # open inside what is said of a post: name, its block, where it begins
        self._parts: list[tuple[str, Frame, int]] = []

    # text

    def text(self, text: str | None, verbatim: bool = False) -> None:
        """A text node, if there is one. ``verbatim``: its lines and spaces count."""
        if not text:
            return
        top = self._frames[-1]
        running = top.name in RUNS
        if not text.strip(SPACE) and not (running and verbatim):
            if running:
                top.pieces.append(Piece(self.formats, " "))
            return
        leaf = top if running else self._stack.leaf()
        if self.anchors:
            leaf.pieces.extend(
                Piece(self.formats, finish_node("anchor", (), {"id": name}))
                for name in self.anchors
            )
            self.anchors.clear()
        if not verbatim:
            leaf.pieces.append(Piece(self.formats, text))
            return
        for number, line in enumerate(text.replace("\r\n", "\n").replace("\r", "\n").split("\n")):
            if number:
                leaf.pieces.append(Piece(self.formats, BREAK))
            if line:
                leaf.pieces.append(Piece(self.formats, line, verbatim=True))

    def line_break(self) -> None:
        """``br``. Twice running in a paragraph that no tag opened, it ends the paragraph."""
        top = self._frames[-1]
        if top.name not in RUNS:
            return
        if top.implied and top.name == "paragraph" and ends_in_break(top.pieces):
            while top.pieces and is_blank(top.pieces[-1]):
                top.pieces.pop()
            self._stack.pop()
            return
        top.pieces.append(Piece(self.formats, BREAK))

    def boundary(self) -> None:
        """The edge of a block-level element that is no block of its own: words on both sides stay
        apart."""
        top = self._frames[-1]
        if top.name == "paragraph":
            self._stack.pop()
        elif top.name in RUNS:
            top.pieces.append(Piece((), BREAK, soft=True))

    # formats

    def push_format(self, name: str, attributes: dict[str, str]) -> Formats:
        """Open an inline element; returns what ``restore`` takes at its end."""
        before = self.formats
        self.formats = open_formats(before, Format(name, tuple(sorted(attributes.items()))))
        return before

    def restore(self, formats: Formats) -> None:
        self.formats = formats

    def link_target(self) -> str:
        """The address of the link that is open, or empty."""
        return next(
            (
                dict(f.attributes).get("target", "")
                for f in reversed(self.formats)
                if f.name == "link"
            ),
            "",
        )

    # blocks

    def open(self, name: str, attributes: dict[str, str], *, block: bool = True) -> int:
        """Open a block; returns what ``close`` takes. ``block``: its tag is block-level, so it
        cannot stand inside running text."""
        if name == "feed-time":
            self._entry_of_time()
        when = attributes.pop("when", "") if name in TIMES else ""
        if when:
            set_post_attribute(self._frames, "when", when)
        top = self._frames[-1]
        if top.name in RUNS:
            if not block and is_media(name) and can_hold(top.name, name):
                return self._stack.push(Frame(name, attributes))
            if top.name != "paragraph" and not self._credit_in_caption(name):
                self.boundary()
                return self._part(name, top)
            self._stack.pop()
        if len(self._frames) > _DEEPEST:
            return UNWRAPPED
        if name in OUT_OF_FLOW or name in BODY_ONLY:
            return self._open_post(name, attributes)
        return self._open_in_flow(name, attributes)

    def close(self, token: int) -> None:
        """The end of a block that ``open`` returned ``token`` for."""
        if token == TOLD:
            name, block, start = self._parts.pop()
            self._stack.tell(name, run_content(block.pieces[start:]))
        if token < 0:
            self.boundary()
        else:
            self._stack.pop_to(token)

    def in_comments(self) -> bool:
        """True where what comes now belongs to comments."""
        return self.commented and any(
            frame.name in ("comments", "comment") for frame in self._frames
        )

    def end_item(self) -> None:
        """The end of an item, with what is open in it, whose own end tag the page left out."""
        inside = self._stack.names()
        if "item" in inside:
            last = len(inside) - 1 - inside[::-1].index("item")
            if "list" not in inside[last:]:
                self._stack.pop_to(last)

    def media(self, link: Node) -> None:
        """An image: into the figure that is open, else a figure of its own, with the address it
        leads to."""
        figure = {"target": self.link_target()}
        top = self._frames[-1]
        if top.name in RUNS and can_hold(top.name, "figure"):
            top.pieces.append(Piece((), finish_node("figure", [link], figure)))
        elif top.name in ("figure", "diagram"):
            self._into_figure(top, link, figure)
        elif top.name in RUNS:
            self._beside(link, figure)
        elif self._stack.place("figure"):
            self._stack.add(self._frames[-1], finish_node("figure", [link], figure))

    def end_root(self) -> None:
        """The end of one of the elements that hold the article: whatever is open ends."""
        self._stack.pop_to(1)

    def finish(self) -> tuple[Node, ...]:
        """All blocks of the page; comments last."""
        self._stack.pop_to(1)
        body = self._frames[0]
        if body.pieces:
            raise AssertionError("text outside a block")
        return (*body.children, *self._stack.threads.blocks())

    # the work

    def _part(self, name: str, top: Frame) -> int:
        """An author or a time inside running text about a post is text, and still says who and
        when."""
        if name not in PARTS or top.name not in METAS:
            return UNWRAPPED
        self._parts.append((name, top, len(top.pieces)))
        return TOLD

    def _credit_in_caption(self, name: str) -> bool:
        """A credit inside a caption stands beside it: what follows in the caption's tag is a
        caption again."""
        return (
            name == "source"
            and self._frames[-1].name == "caption"
            and can_hold(self._frames[-2].name, name)
        )

    def _open_in_flow(self, name: str, attributes: dict[str, str]) -> int:
        if name == "table-heading" and self._in_rows():
            name = "paragraph"
        if not self._stack.place(name):
            if name not in RUNS or name in MEDIA:
                return UNWRAPPED
            name, attributes = "paragraph", {}
            if not self._stack.place(name):
                return UNWRAPPED
        return self._stack.push(Frame(name, attributes))

    def _in_rows(self) -> bool:
        """True if the table that is open has a row already: its heading would change places with
        it."""
        while self._frames[-1].implied and self._frames[-1].name in ("row", "cell"):
            self._stack.pop()
        return any(c.name == "row" for c in self._frames[-1].children)

    def _entry_of_time(self) -> None:
        """A time that stands in the body itself begins a live entry, which goes on to the next such
        time: pages whose entries have no element of their own."""
        while self._frames[-1].implied:
            self._stack.pop()
        if len(self._frames) == 1:
            self._stack.push(Frame("feed-entry", implied=True, home=self._frames[0]))

    def _open_post(self, name: str, attributes: dict[str, str]) -> int:
        """Live entries stand directly in the body, comments at its end, wherever their tags stand:
        the blocks around them (lists, tables, boxes) end before and go on after them."""
        inside = self._stack.names()
        if _HOLD_TIGHT.intersection(inside) or (
            name != "comment" and {"feed-entry", "comments", "comment"}.intersection(inside)
        ):
            return UNWRAPPED
        if name == "feed-entry":
            self._stack.split(1)
            if self._frames[0].children and self._frames[0].children[-1].name == "heading":
                attributes.pop("apart", None)  # it heads the entries, wherever its tag stands
            return self._stack.push(Frame(name, attributes, home=self._frames[0]))
        self.commented = True
        if name == "comments":
            return self._stack.push(Frame(name))
        thread = next((f.thread for f in reversed(self._frames) if f.thread), None)
        if "comment" in inside:
            index = inside.index("comment")
            self._stack.split(index)
            self._frames[index].name = "comments"
        attributes, own = self._stack.threads.enter(attributes, thread)
        return self._stack.push(Frame(name, attributes, thread=own))

    def _into_figure(self, top: Frame, link: Node, attributes: dict[str, str]) -> None:
        if attributes["target"]:
            top.attributes.setdefault("target", attributes["target"])
        top.children.append(link)

    def _beside(self, link: Node, attributes: dict[str, str]) -> None:
        """An image in a text that holds none (a caption): it goes to the next block outwards that
        does, and leaves a line end."""
        self._frames[-1].pieces.append(Piece((), BREAK, soft=True))
        for frame in reversed(self._frames):
            if frame.name in ("figure", "diagram"):
                self._into_figure(frame, link, attributes)
                return
            if can_hold(frame.name, "figure"):
                self._stack.add(frame, finish_node("figure", [link], attributes))
                return
