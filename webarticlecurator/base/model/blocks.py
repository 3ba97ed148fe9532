"""The block model: the tree of blocks that an article consists of, and how they may nest.

``article/`` builds trees that obey ``CONTENT``; ``tei/`` writes any such tree as valid TEI. The
types of blocks are the rows of ``block_rows.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from webarticlecurator.base.dataclasses import dataclass, fields
from webarticlecurator.base.model.block_rows import BLOCK_TYPES
from webarticlecurator.base.model.block_types import BlockGroup, BlockType, Children, Content
from webarticlecurator.base.model.complete_table import require_every_word


def _names_of(*groups: BlockGroup) -> frozenset[str]:
    return frozenset(block.name for block in BLOCK_TYPES if block.group in groups)


INLINE = _names_of(BlockGroup.INLINE, BlockGroup.MARK)
"""Allowed inside running text."""

_ALWAYS_IN_LINE = INLINE - {"line-break"}

MEDIA = _names_of(BlockGroup.MEDIA)
"""Allowed among blocks, and inside paragraphs and headings where the page has them there."""

FLOW = _names_of(BlockGroup.FLOW, BlockGroup.MEDIA)
"""Allowed wherever text blocks are."""

NAMES = frozenset(block.name for block in BLOCK_TYPES) - _names_of(
    BlockGroup.MARK, BlockGroup.JOINT, BlockGroup.BODY
)
"""The names of blocks that a tag dictionary may use."""

TEXT = "#text"
"""In CONTENT: running text (str) is allowed as a child."""

_CONTENT_WORDS = require_every_word(
    Content,
    {
        Content.RUN: INLINE | {TEXT},
        Content.MEDIA: MEDIA,
        Content.FLOW: FLOW,
        Content.BOXED: FLOW - {"lead"},
    },
    "_CONTENT_WORDS of base/model/blocks.py",
)


def resolve_children(children: Children) -> frozenset[str]:
    """Return the names of the types of children."""
    return frozenset().union(
        *({child} if isinstance(child, str) else _CONTENT_WORDS[child] for child in children)
    )


BLOCKS_BY_NAME: dict[str, BlockType] = {block.name: block for block in BLOCK_TYPES}

CONTENT: dict[str, frozenset[str]] = {
    block.name: resolve_children(block.holds) for block in BLOCK_TYPES
}
"""Name → names of the children it may have.

A block contains either blocks or running text, never both (except ``note``); extract wraps running
text inside a container of blocks in paragraphs. ``feed-entry`` and ``comments`` are children of the
body only; comments are last. Containers without text and media are left out by extract; only a cell
may be empty, so that a table keeps its columns.
"""

ATTRIBUTES: dict[str, frozenset[str]] = {
    block.name: frozenset(block.attributes.split()) for block in BLOCK_TYPES
}
"""Name → attributes it may have."""


@dataclass(frozen=True, init=False, slots=True)
class Node:
    """A block or an inline element. ``children`` are Nodes and text, in document order;
    ``attributes`` are sorted by name."""

    name: str
    children: tuple[Node | str, ...] = ()
    attributes: tuple[tuple[str, str], ...] = ()

    def __init__(
        self,
        name: str,
        children: tuple[Node | str, ...] = (),
        attributes: tuple[tuple[str, str], ...] = (),
    ) -> None:
        # in a third of the time of a frozen dataclass; a long article has thousands of nodes
        _set_name(self, name)
        _set_children(self, children)
        _set_attributes(self, attributes)

    def get(self, attribute: str) -> str | None:
        """Return the value of an attribute, or None."""
        for name, value in self.attributes:
            if name == attribute:
                return value
        return None

    @property
    def nodes(self) -> list[Node]:
        """The children that are Nodes, without text."""
        return [child for child in self.children if isinstance(child, Node)]

    @property
    def has_blocks(self) -> bool:
        """True if the node contains more than running text and media; a note may or may not."""
        return any(child.name not in INLINE | MEDIA for child in self.nodes)

    @property
    def is_in_line(self) -> bool:
        """True if the text of the node continues the line around it, without a word break."""
        return self.name in _ALWAYS_IN_LINE or (self.name == "note" and not self.has_blocks)

    def texts(self) -> Iterator[str]:
        """Yield the text below the node, in document order."""
        pending = list(self.children[::-1])
        while pending:
            child = pending.pop()
            if isinstance(child, str):
                yield child
            else:
                pending.extend(child.children[::-1])


_set_name, _set_children, _set_attributes = (
    vars(Node)[field.name].__set__ for field in fields(Node)
)
"""What sets an attribute of a new Node: a frozen dataclass refuses that."""


def block_words(children: Iterable[Node | str], convert: Callable[[str], str] = str) -> list[str]:
    """Return the words (runs without white space) below ``children``, in order.

    Blocks, media and line breaks separate words; inline elements do not. ``convert`` is applied to
    each text before it is divided into words.
    """
    pieces: list[str] = []
    _collect_text(children, convert, pieces)
    return "".join(pieces).split()


def _collect_text(
    children: Iterable[Node | str], convert: Callable[[str], str], pieces: list[str]
) -> None:
    for child in children:
        if isinstance(child, str):
            pieces.append(convert(child))
        elif child.name in _ALWAYS_IN_LINE or (child.name == "note" and child.is_in_line):
            _collect_text(child.children, convert, pieces)
        else:
            pieces.append(" ")
            _collect_text(child.children, convert, pieces)
            pieces.append(" ")


def blocks_below(nodes: Iterable[Node | str]) -> Iterator[Node]:
    """Yield every Node of ``nodes`` and below them, in document order."""
    pending = list(nodes)[::-1]
    while pending:
        node = pending.pop()
        if isinstance(node, Node):
            yield node
            pending.extend(node.children[::-1])


def rewrite_blocks(
    children: Iterable[Node | str], change: Callable[[Node], Iterable[Node | str]]
) -> tuple[Node | str, ...]:
    """Return ``children`` with every Node replaced by what ``change`` returns for it, innermost
    first. Neighbouring texts are joined."""
    out: list[Node | str] = []
    for child in children:
        pieces: Iterable[Node | str] = (child,)
        if isinstance(child, Node):
            pieces = change(
                Node(child.name, rewrite_blocks(child.children, change), child.attributes)
            )
        for piece in pieces:
            if isinstance(piece, str) and out and isinstance(out[-1], str):
                out[-1] += piece
            else:
                out.append(piece)
    return tuple(out)
