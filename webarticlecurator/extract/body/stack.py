"""The blocks that are open while the tree of a page is built: what may be put into them, what has
to end or begin before."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from webarticlecurator.extract.body.content_model import PROVISIONAL, RUNS, can_hold, implied_block
from webarticlecurator.extract.body.finish import as_pieces, coerce_child, finish_frame
from webarticlecurator.extract.body.frame import Frame
from webarticlecurator.extract.body.threads import CommentThreads
from webarticlecurator.model.blocks import MEDIA, Node, block_words

TIMES = ("feed-time", "comment-time")
_AUTHORS = ("feed-author", "comment-author")
PARTS = frozenset((*TIMES, *_AUTHORS))
"""What says something of the entry they stand in, also inside its ``METAS``, where they are text
like the rest."""
METAS = ("feed-meta", "comment-meta")


def set_post_attribute(stack: Sequence[Frame], attribute: str, value: str) -> None:
    """Set an attribute of the innermost open entry or comment, if there is one and it has none."""
    post = _open_post(stack)
    if post and value:
        post.attributes.setdefault(attribute, value)


def add_post_part(
    stack: Sequence[Frame], part: str, children: Sequence[Node | str], time_of: Callable[[str], str]
) -> None:
    """Tell the entry that is open what an ended ``part``, with these ``children``, says.
    ``time_of``: the text of a time → ISO 8601, or empty."""
    if part in _AUTHORS:
        set_post_attribute(stack, "who", " ".join(block_words(children)))
    elif part in TIMES:
        post = _open_post(stack)
        if post and "when" not in post.attributes:
            set_post_attribute(stack, "when", time_of(" ".join(block_words(children))))


def _open_post(stack: Sequence[Frame]) -> Frame | None:
    return next((f for f in reversed(stack) if f.name in ("feed-entry", "comment")), None)


class Stack:
    """``frames``: the open blocks, the body first, always this list. ``threads``: the comments that
    have ended."""

    def __init__(self, time_of: Callable[[str], str]) -> None:
        """``time_of``: the text of a time → ISO 8601, or empty."""
        self.frames = [Frame("body")]
        self.threads = CommentThreads()
        self._time_of = time_of

    def names(self) -> list[str]:
        """What is open, from the body inwards."""
        return [frame.name for frame in self.frames]

    def push(self, frame: Frame) -> int:
        """Open a block; returns its depth."""
        self.frames.append(frame)
        return len(self.frames) - 1

    def pop(self) -> None:
        """End the innermost block: what it leaves behind goes where it belongs."""
        frame = self.frames.pop()
        parent = frame.home or self.frames[-1]
        if frame.name == "comment":
            self.threads.add(finish_frame(frame))
            return
        for child in finish_frame(frame):
            self.tell(child.name, child.children)
            self.add(parent, child)

    def tell(self, part: str, children: Sequence[Node | str]) -> None:
        """What an ended block says of the entry or comment that is open."""
        add_post_part(self.frames, part, children, self._time_of)

    def pop_to(self, depth: int) -> None:
        """End the blocks from ``depth`` on."""
        while len(self.frames) > depth:
            self.pop()

    def split(self, depth: int) -> None:
        """End the blocks from ``depth`` on, and open them again, empty."""
        again = [frame.copy() for frame in self.frames[depth:]]
        self.pop_to(depth)
        self.frames.extend(again)

    def add(self, parent: Frame, child: Node) -> None:
        """Put a finished block into an open one, in a form in which that can take it."""
        if parent.name in RUNS:
            parent.pieces.extend(as_pieces(parent.name, child))
        elif parent.name == "comments":
            self.threads.add(coerce_child("comments", child))
        else:
            parent.children.extend(coerce_child(parent.name, child))

    def place(self, name: str) -> bool:
        """Make the innermost block one that can take ``name``; False if there is no way."""
        while True:
            top = self.frames[-1]
            if top.name == "list" and name == "list" and top.children:
                self._reopen(top)
                return True
            if top.name == "list" and name == "answer" and not top.children:
                top.name = "answers"
            way = implied_block(top.name, name)
            if way == () or (way is not None and not top.implied):
                for between in way:
                    self.push(Frame(between, implied=True))
                return True
            if not top.implied:
                break
            self.pop()
        if name in MEDIA and can_hold(top.name, "paragraph"):
            self.push(Frame("paragraph", implied=True))
            return True
        return False

    def leaf(self) -> Frame:
        """Open a paragraph (in a figure, a caption) for running text that no tag opened a block
        for."""
        name = "caption" if self.frames[-1].name in PROVISIONAL else "paragraph"
        self.place(name)
        self.push(Frame(name, implied=True))
        return self.frames[-1]

    def _reopen(self, top: Frame) -> None:
        """A list directly in a list belongs to the item before it."""
        item = top.children.pop()
        self.push(Frame(item.name, dict(item.attributes), implied=True, children=item.nodes))
