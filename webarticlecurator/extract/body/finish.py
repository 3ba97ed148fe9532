"""A block that ends: is it what it was called? What is empty vanishes, what is only layout
dissolves, no word is lost."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from webarticlecurator.extract.body.content_model import PROVISIONAL, RUNS, can_hold, implied_block
from webarticlecurator.extract.body.frame import Frame
from webarticlecurator.extract.body.runs import BREAK, Piece, flatten_runs, run_content
from webarticlecurator.model.blocks import ATTRIBUTES, INLINE, MEDIA, Node


def finish_node(
    name: str, children: Iterable[Node | str], attributes: dict[str, str] | None = None
) -> Node:
    """A Node with the attributes that its name may have, sorted, without empty ones."""
    if not attributes:
        return Node(name, tuple(children))
    known = ATTRIBUTES.get(name, frozenset())
    kept = sorted((k, v) for k, v in attributes.items() if k in known and v)
    return Node(name, tuple(children), tuple(kept))


def has_words(children: Iterable[Node | str]) -> bool:
    """Is there a word anywhere below?"""
    for child in children:  # it is asked of every block, and a generator takes twice the time
        if child.strip() if isinstance(child, str) else has_words(child.children):
            return True
    return False


def finish_frame(frame: Frame) -> list[Node]:
    """The nodes that an ended frame leaves behind: usually one."""
    if frame.name in RUNS:
        return _running(frame)
    special = _SPECIAL.get(frame.name)
    if special:
        return special(frame)
    return [finish_node(frame.name, frame.children, frame.attributes)] if frame.children else []


def coerce_child(parent: str, child: Node) -> list[Node]:
    """``child`` in a form in which ``parent`` can take it: itself, wrapped, renamed, or dissolved
    into what it holds."""
    if can_hold(parent, child.name):
        return [child]
    way = implied_block(parent, child.name)
    if way is not None:
        for name in reversed(way):
            child = finish_node(name, [child])
        return [child]
    if child.name in RUNS - MEDIA:
        if has_words(child.children):
            return _renamed(parent, child)
        return [n for c in child.children if isinstance(c, Node) for n in coerce_child(parent, c)]
    if child.name in MEDIA and implied_block(parent, "paragraph") is not None:
        return coerce_child(parent, finish_node("paragraph", [child]))
    return [n for c in as_blocks(child) for n in coerce_child(parent, c)]


def as_blocks(parent: Node) -> list[Node]:
    """What a container holds, as blocks: bare text (of a note, an embed) as a paragraph."""
    if any(isinstance(c, str) for c in parent.children) or parent.name in ("embed", "social-embed"):
        return [finish_node("paragraph", parent.children)] if has_words(parent.children) else []
    return parent.nodes


def _renamed(parent: str, child: Node) -> list[Node]:
    for name in ("paragraph", "caption", "heading"):
        if child.name != name and implied_block(parent, name) is not None:
            inside = child.children if name != "caption" else words_only(child.children)
            return coerce_child(parent, finish_node(name, inside))
    return []


def words_only(children: Iterable[Node | str]) -> tuple[Node | str, ...]:
    """Running text without media; the words of their captions stay, kept apart by line-breaks."""
    pieces: list[Piece] = []
    for piece in flatten_runs(children):
        if isinstance(piece.item, Node) and piece.item.name not in INLINE:
            pieces.append(Piece((), BREAK, soft=True))
            pieces.extend(flatten_runs(words_only(piece.item.children)))
            pieces.append(Piece((), BREAK, soft=True))
        else:
            pieces.append(piece)
    return run_content(pieces)


def as_pieces(parent: str, child: Node) -> list[Piece]:
    """``child`` inside the running text of ``parent``: itself if it may stand there, else its
    words, on lines of their own."""
    if can_hold(parent, child.name):
        return [Piece((), child)]
    edge = Piece((), BREAK, soft=True)
    return [edge, *flatten_runs(words_only([child])), edge]


def _running(frame: Frame) -> list[Node]:
    children = run_content(frame.pieces)
    words = has_words(children)
    if frame.name in ("embed", "social-embed"):
        return _embed(frame, children, words)
    if not words:
        return [c for c in children if isinstance(c, Node) and c.name in MEDIA]
    return [finish_node(frame.name, children, frame.attributes)]


def _embed(frame: Frame, children: tuple[Node | str, ...], words: bool) -> list[Node]:
    if words and frame.name == "social-embed":
        return [finish_node("social", [finish_node("paragraph", children)], frame.attributes)]
    if frame.attributes.get("target"):
        return [finish_node(frame.name, children if words else (), frame.attributes)]
    return [finish_node("paragraph", children)] if words else []


def _social(frame: Frame) -> list[Node]:
    if has_words(frame.children):
        return [finish_node("social", frame.children, frame.attributes)]
    if frame.attributes.get("target"):
        return [finish_node("social-embed", (), frame.attributes)]
    return frame.children


def _cell(frame: Frame) -> list[Node]:
    return [finish_node("cell", frame.children, frame.attributes)]


def _table(frame: Frame) -> list[Node]:
    """A table of which one cell at most holds anything is layout: its content stands alone. Rows
    without any content go, unless a cell spans rows."""
    rows = [c for c in frame.children if c.name == "row"]
    cells = [cell for row in rows for cell in row.nodes]
    full = [c for c in cells if c.children]
    headings = [c for c in frame.children if c.name != "row"]
    if len(full) <= 1:
        inside = [block for cell in full for block in cell.nodes]
        return [*headings, *inside]
    if not any(c.get("rows") for c in cells):
        rows = [r for r in rows if any(isinstance(c, Node) and c.children for c in r.children)]
    return [finish_node("table", [*headings, *rows], frame.attributes)]


def _note(frame: Frame) -> list[Node]:
    """A note of one paragraph is running text; media and notes in it need the paragraph."""
    if not frame.children:
        return []
    only = frame.children[0]
    plain = only.name == "paragraph" and all(
        isinstance(c, str) or c.name in INLINE for c in only.children
    )
    return [
        finish_node("note", only.children if plain and len(frame.children) == 1 else frame.children)
    ]


def as_caption(child: Node) -> Node:
    """A piece of running text as a caption."""
    return (
        finish_node("caption", words_only(child.children))
        if child.name not in ("caption", "source")
        else child
    )


def _figure(frame: Frame) -> list[Node]:
    """One image: a figure. Several: a gallery. Text without image: a figure without address if it
    was marked as a caption, else only text. An embed takes the captions in. With tables, quotes,
    lists … inside, the figure was a wrapper and dissolves."""
    children = frame.children
    links = [c for c in children if c.name == "media-link"]
    rich = [
        c
        for c in children
        if (c.name not in RUNS and c.name != "media-link") or c.name in ("embed", "social-embed")
    ]
    if not rich:
        return _plain_figure(frame, links)
    if all(c.name in PROVISIONAL for c in rich):
        return _gallery(frame)
    if len(rich) == 1 and rich[0].name == "embed" and not links:
        at = children.index(rich[0])
        return [_captioned(rich[0], children[:at], children[at + 1 :])]
    return [n for c in children for n in _alone(c, frame.attributes)]


def _plain_figure(frame: Frame, links: list[Node]) -> list[Node]:
    children = frame.children
    if not children:
        return []
    if len(links) > 1:
        return _gallery(frame)
    if not links and not any(c.name in ("caption", "source") for c in children):
        return children
    return [
        finish_node(
            frame.name,
            [c if c.name == "media-link" else as_caption(c) for c in children],
            frame.attributes,
        )
    ]


def _captioned(embed: Node, before: list[Node], after: list[Node]) -> Node:
    pieces: list[Piece] = []
    for group in (*before, embed, *after):
        pieces.append(Piece((), BREAK, soft=True))
        pieces.extend(flatten_runs(words_only(group.children)))
    return Node("embed", run_content(pieces), embed.attributes)


def _alone(child: Node, attributes: dict[str, str]) -> list[Node]:
    if child.name == "media-link":
        return [finish_node("figure", [child], attributes)]
    return [child]


def _gallery(frame: Frame) -> list[Node]:
    """Several images, with captions in between. An embed among them parts the gallery in two; one
    image alone is a figure."""
    parts: list[list[Node]] = [[]]
    for member in (m for c in frame.children for m in _member(c, frame.attributes)):
        if member.name == "embed":
            parts.extend(([member], []))
        else:
            parts[-1].append(member)
    return [n for part in parts for n in _gallery_part(part)]


def _gallery_part(members: list[Node]) -> list[Node]:
    if not any(m.name == "figure" for m in members):
        return [finish_node("paragraph", m.children) if m.name == "caption" else m for m in members]
    if len(members) == 1:
        return members
    return [finish_node("gallery", members)]


def _member(child: Node, attributes: dict[str, str]) -> list[Node]:
    if child.name == "media-link":
        return [finish_node("figure", [child], attributes)]
    if child.name == "diagram":
        return [Node("figure", child.children, child.attributes)]
    if child.name in ("figure", "embed"):
        return [child]
    if child.name in RUNS:
        return [as_caption(child)]
    return [m for inner in as_blocks(child) for m in _member(inner, attributes)]


_SPECIAL: dict[str, Callable[[Frame], list[Node]]] = {
    "figure": _figure,
    "diagram": _figure,
    "gallery": _gallery,
    "table": _table,
    "cell": _cell,
    "note": _note,
    "social": _social,
}
