"""The block model: the kinds of blocks an article consists of, and how they may nest.

``extract/`` builds trees that obey ``CONTENT``; ``tei/`` writes any such tree as valid TEI. A tag
dictionary may use the 46 names in ``NAMES``; ``MARKS`` come from attributes, ``page-break`` and
``gap`` from joining pages.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

MARKS = frozenset(("foreign", "date", "anchor", "ruby", "reading"))
"""Annotations of running text: its language, a date, the target of a link, its pronunciation (a
``ruby`` contains text followed by its ``reading``). A tag dictionary cannot use these names."""

INLINE = MARKS | frozenset(
    "bold italic emphasis underline strike superscript subscript inline-quote code link "
    "line-break".split()
)
"""Allowed inside running text."""

MEDIA = frozenset("figure diagram gallery embed social-embed".split())
"""Blocks with addresses of media: allowed among blocks, and inside paragraphs and headings where
the page has them there."""

FLOW = (
    frozenset(
        "heading paragraph lead quote list answers table box quiz question note source "
        "social".split()
    )
    | MEDIA
)
"""Allowed wherever text blocks are."""

ENTRY_PARTS = frozenset("feed-time feed-author feed-meta".split())
COMMENT_PARTS = frozenset("comment-time comment-author comment-meta".split())

TEXT = "#text"
"""In CONTENT: running text (str) is allowed as a child."""

_RUN = INLINE | {TEXT}
_BOXED = FLOW - {"lead"}

CONTENT: dict[str, frozenset[str]] = {
    # the article itself
    "body": FLOW | {"feed-entry", "comments", "page-break", "gap"},
    # running text
    "paragraph": _RUN | MEDIA | {"note"},
    "heading": _RUN | MEDIA | {"note"},
    "source": _RUN,
    "question": _RUN | MEDIA,
    "caption": _RUN,
    "table-heading": _RUN,
    "feed-time": _RUN,
    "feed-author": _RUN,
    "feed-meta": _RUN,
    "comment-time": _RUN,
    "comment-author": _RUN,
    "comment-meta": _RUN,
    **{name: _RUN | MEDIA | {"note"} for name in INLINE - {"line-break"}},
    "line-break": frozenset(),
    "anchor": frozenset(),
    # containers of blocks: extract wraps running text inside them in paragraphs
    "lead": _BOXED,
    "box": FLOW,
    "quiz": FLOW,
    "social": FLOW,
    "quote": _BOXED,
    "note": _RUN | frozenset({"paragraph", "list", "quote"}),
    # structures
    "list": frozenset({"item"}),
    "answers": frozenset({"answer"}),
    "item": FLOW,
    "answer": FLOW,
    "table": frozenset({"table-heading", "row"}),  # table-heading first, at least one row
    "row": frozenset({"cell"}),  # at least one
    "cell": FLOW,
    # media: only addresses and captions; a figure has exactly one media-link or none
    "figure": frozenset({"media-link", "caption", "source"}),
    "diagram": frozenset({"media-link", "caption", "source"}),
    "gallery": frozenset({"figure", "caption", "source"}),
    "embed": _RUN,
    "social-embed": _RUN,
    "media-link": frozenset(),
    # live blogs and comments
    "feed-entry": FLOW | ENTRY_PARTS,
    # heading only first; loose text between comments
    "comments": frozenset({"comment", "heading", "paragraph"}),
    "comment": FLOW | COMMENT_PARTS,
    # inserted where pages are joined
    "page-break": frozenset(),
    "gap": frozenset(),
}
"""Name → names of the children it may have.

A block contains either blocks or running text, never both (except ``note``). ``feed-entry`` and
``comments`` are children of the body only; comments are last. Containers without text and media are
left out by extract; only a cell may be empty, so that a table keeps its columns.
"""

NAMES = frozenset(CONTENT) - MARKS - {"body", "page-break", "gap"}
"""The names of blocks that a tag dictionary may use."""

ATTRIBUTES: dict[str, frozenset[str]] = {
    "link": frozenset({"target", "to"}),  # to: the id of an anchor on the same page
    "anchor": frozenset({"id"}),
    "foreign": frozenset({"lang"}),  # BCP 47
    "date": frozenset({"when"}),  # ISO with zone or a date
    "media-link": frozenset({"target", "alt"}),
    "embed": frozenset({"target"}),
    "social-embed": frozenset({"target"}),
    "social": frozenset({"target"}),
    "quote": frozenset({"target"}),
    "inline-quote": frozenset({"target"}),
    "figure": frozenset({"target"}),  # the target of a linked image
    # numbered="yes"; start: integer; marks: CSS list-style-type; reversed="yes";
    # kind="description": terms and what they mean
    "list": frozenset({"numbered", "start", "marks", "reversed", "kind"}),
    # n: integer, where the page has its own; role="term" in a description list
    "item": frozenset({"n", "role"}),
    "cell": frozenset({"rows", "cols", "role"}),  # role="label" for th
    "row": frozenset({"role"}),
    # when: ISO with zone or a date; apart="yes": before any heading
    "feed-entry": frozenset({"when", "who", "id", "apart"}),
    "comment": frozenset({"when", "who", "id", "reply-to", "level"}),  # level counts from 0
    "page-break": frozenset({"target", "n"}),
    "gap": frozenset({"reason", "target"}),
    "heading": frozenset({"level", "lang"}),  # 1–6 as on the page
    "line-break": frozenset(),
    **dict.fromkeys(
        ("paragraph", "source", "question", "caption", "table-heading"), frozenset({"lang"})
    ),
    **dict.fromkeys((*ENTRY_PARTS, *COMMENT_PARTS, "note"), frozenset({"lang"})),
}
"""Name → attributes it may have; names that are missing have none. Addresses are absolute and not
yet percent-encoded, which ``tei/`` does."""


@dataclass(frozen=True)
class Node:
    """A block or an inline element. ``children`` are Nodes and text, in document order;
    ``attributes`` are sorted by name."""

    name: str
    children: tuple[Node | str, ...] = ()
    attributes: tuple[tuple[str, str], ...] = ()

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
        return (self.name in INLINE and self.name != "line-break") or (
            self.name == "note" and not self.has_blocks
        )

    def texts(self) -> Iterator[str]:
        """Yield the text below the node, in document order."""
        pending = list(self.children[::-1])
        while pending:
            child = pending.pop()
            if isinstance(child, str):
                yield child
            else:
                pending.extend(child.children[::-1])


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
        elif child.is_in_line:
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
            children_of = rewrite_blocks(child.children, change)
            pieces = change(Node(child.name, children_of, child.attributes))
        for piece in pieces:
            if isinstance(piece, str) and out and isinstance(out[-1], str):
                out[-1] += piece
            else:
                out.append(piece)
    return tuple(out)


def find_grammar_errors(node: Node) -> list[str]:
    """Return the places where ``node`` violates CONTENT or ATTRIBUTES, as ``parent/child``; empty
    for a valid tree."""
    allowed = CONTENT[node.name]
    errors = []
    for child in node.children:
        name = TEXT if isinstance(child, str) else child.name
        is_blank = isinstance(child, str) and not child.strip()
        if name not in allowed and not is_blank:
            errors.append(f"{node.name}/{name}")
        if isinstance(child, Node):
            errors.extend(find_grammar_errors(child))
    known = ATTRIBUTES.get(node.name, frozenset())
    errors.extend(f"{node.name}/@{name}" for name, _ in node.attributes if name not in known)
    return errors
