"""The block model: the typed pieces an article consists of, and how they may nest.

``extract/`` gives trees that obey ``CONTENT``; ``tei/`` turns any such tree into valid TEI without
looking back. The 46 names a tag dictionary may use are ``NAMES``; ``MARKS`` come from attributes,
``page-break`` and ``gap`` from the join of pages.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

MARKS = frozenset(("foreign", "date", "anchor", "ruby", "reading"))
"""What the page says about running text: its language, the day it names, a place that a link leads
to, how it is read (a ``ruby`` holds text, and after it its ``reading``). No names of a tag
dictionary."""

INLINE = MARKS | frozenset(
    "bold italic emphasis underline strike superscript subscript inline-quote code link "
    "line-break".split()
)
"""May stand inside running text."""

MEDIA = frozenset("figure diagram gallery embed social-embed".split())
"""Carry addresses of media; may stand among blocks, and inside paragraphs and headings where the
page has them there."""

FLOW = (
    frozenset(
        "heading paragraph lead quote list answers table box quiz question note source "
        "social".split()
    )
    | MEDIA
)
"""May stand wherever text blocks may."""

ENTRY_PARTS = frozenset("feed-time feed-author feed-meta".split())
COMMENT_PARTS = frozenset("comment-time comment-author comment-meta".split())

TEXT = "#text"
"""In CONTENT: running text (str) is allowed directly inside."""

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
    # containers of blocks: running text inside them is wrapped in paragraphs by extract
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
    # put in by the join of pages
    "page-break": frozenset(),
    "gap": frozenset(),
}
"""Name → names of the children it may have. Everything that may hold blocks holds no bare text and
vice versa (except note). ``feed-entry`` and ``comments`` stand directly in the body only; comments
are last. An item, quote, box, … is never empty: extract leaves out containers without text and
without media. Only a cell may be empty, so that a table keeps its columns."""

NAMES = frozenset(CONTENT) - MARKS - {"body", "page-break", "gap"}
"""What a tag dictionary may rename to."""

ATTRIBUTES: dict[str, frozenset[str]] = {
    "link": frozenset({"target", "to"}),  # to: the anchor it leads to, on the same page
    "anchor": frozenset({"id"}),
    "foreign": frozenset({"lang"}),  # BCP 47
    "date": frozenset({"when"}),  # ISO with zone or a date
    "media-link": frozenset({"target", "alt"}),
    "embed": frozenset({"target"}),
    "social-embed": frozenset({"target"}),
    "social": frozenset({"target"}),
    "quote": frozenset({"target"}),
    "inline-quote": frozenset({"target"}),
    "figure": frozenset({"target"}),  # the address a linked image leads to
    # numbered="yes"; start: integer; marks: CSS list-style-type; reversed="yes";
    # kind="description": terms and what they mean
    "list": frozenset({"numbered", "start", "marks", "reversed", "kind"}),
    # n: integer, where the page gives its own; role="term" in a description list
    "item": frozenset({"n", "role"}),
    "cell": frozenset({"rows", "cols", "role"}),  # role="label" for th
    "row": frozenset({"role"}),
    # when: ISO with zone or a date; apart="yes": below no heading yet
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
"""Name → attributes it may have (others: none). Addresses are absolute and raw; ``tei/``
percent-encodes them."""


@dataclass(frozen=True)
class Node:
    """A block or an inline piece. ``children`` are Nodes and runs of text, in document order;
    ``attributes`` are sorted."""

    name: str
    children: tuple[Node | str, ...] = ()
    attributes: tuple[tuple[str, str], ...] = ()

    def get(self, attribute: str) -> str | None:
        """The value of an attribute, or None."""
        for name, value in self.attributes:
            if name == attribute:
                return value
        return None

    @property
    def nodes(self) -> list[Node]:
        """The children that are Nodes."""
        return [child for child in self.children if isinstance(child, Node)]

    @property
    def has_blocks(self) -> bool:
        """True if it holds more than running text and media: of notes either is possible."""
        return any(child.name not in INLINE | MEDIA for child in self.nodes)

    @property
    def is_in_line(self) -> bool:
        """True if what it holds goes on in the line of what stands around it, so that no word ends
        at its edges."""
        return (self.name in INLINE and self.name != "line-break") or (
            self.name == "note" and not self.has_blocks
        )

    def texts(self) -> Iterator[str]:
        """All runs of text below, in order."""
        pending = list(self.children[::-1])
        while pending:
            child = pending.pop()
            if isinstance(child, str):
                yield child
            else:
                pending.extend(child.children[::-1])


def block_words(children: Iterable[Node | str], written: Callable[[str], str] = str) -> list[str]:
    """The runs without white space, in order: blocks, media and line breaks stand apart, what is in
    the line does not. ``written``: what becomes of a text before it is cut into words."""
    pieces: list[str] = []
    _gather(children, written, pieces)
    return "".join(pieces).split()


def _gather(
    children: Iterable[Node | str], written: Callable[[str], str], pieces: list[str]
) -> None:
    for child in children:
        if isinstance(child, str):
            pieces.append(written(child))
        elif child.is_in_line:
            _gather(child.children, written, pieces)
        else:
            pieces.append(" ")
            _gather(child.children, written, pieces)
            pieces.append(" ")


def blocks_below(nodes: Iterable[Node | str]) -> Iterator[Node]:
    """Every Node of ``nodes`` and in them, in order."""
    pending = list(nodes)[::-1]
    while pending:
        node = pending.pop()
        if isinstance(node, Node):
            yield node
            pending.extend(node.children[::-1])


def rewrite_blocks(
    children: Iterable[Node | str], change: Callable[[Node], Iterable[Node | str]]
) -> tuple[Node | str, ...]:
    """``children`` with what ``change`` makes of each Node, from the inside out; runs of text that
    come to touch become one."""
    out: list[Node | str] = []
    for child in children:
        made = (
            (child,)
            if isinstance(child, str)
            else change(Node(child.name, rewrite_blocks(child.children, change), child.attributes))
        )
        for piece in made:
            if isinstance(piece, str) and out and isinstance(out[-1], str):
                out[-1] += piece
            else:
                out.append(piece)
    return tuple(out)


def find_grammar_errors(node: Node) -> list[str]:
    """Where ``node`` breaks CONTENT or ATTRIBUTES, as ``parent/child`` messages; empty for a proper
    tree."""
    allowed = CONTENT[node.name]
    found = []
    for child in node.children:
        name = TEXT if isinstance(child, str) else child.name
        if name not in allowed and not (
            name == TEXT and isinstance(child, str) and not child.strip()
        ):
            found.append(f"{node.name}/{name}")
        if isinstance(child, Node):
            found.extend(find_grammar_errors(child))
    found.extend(
        f"{node.name}/@{k}"
        for k, _ in node.attributes
        if k not in ATTRIBUTES.get(node.name, frozenset())
    )
    return found
