"""Finish blocks that are closed: check whether they are what their tags claim.

Empty blocks vanish, blocks that are only layout are dissolved, no word is lost.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from webarticlecurator.articles.blocks.block_values import Frame
from webarticlecurator.articles.blocks.content_model import (
    PROVISIONAL,
    TEXT_BLOCKS,
    can_hold,
    implied_parents,
)
from webarticlecurator.articles.blocks.open_blocks import (
    SOFT_BREAK,
    Piece,
    build_inline_content,
    flatten_runs,
)
from webarticlecurator.articles.units.text_units import has_sentence_end, text_size
from webarticlecurator.base.model.blocks import ATTRIBUTES, INLINE, MEDIA, Node, block_words

MIN_PROSE_SIZE = 160
"""Size of a paragraph beside a picture, in no caption and ending like a sentence, from which it is
text. Of 34 on the pages of our sets 26 are, the others are in teasers and heads of pages."""
MAX_CAPTION_SIZE = 1000
"""Size of the longest caption; in our sets none has more than 651."""


def finish_node(
    name: str, children: Iterable[Node | str], attributes: dict[str, str] | None = None
) -> Node:
    """Return a Node with those attributes that its name may have and that are not empty."""
    if not attributes:
        return Node(name, tuple(children))
    allowed = ATTRIBUTES.get(name, frozenset())
    kept = sorted((k, v) for k, v in attributes.items() if k in allowed and v)
    return Node(name, tuple(children), tuple(kept))


def has_words(children: Iterable[Node | str]) -> bool:
    """Return True if there is a word in the children or their descendants."""
    for child in children:  # called for every block; a generator would take twice the time
        if child.strip() if isinstance(child, str) else has_words(child.children):
            return True
    return False


def finish_frame(frame: Frame) -> list[Node]:
    """Return the nodes that a closed frame becomes: usually one, none if it is empty."""
    if frame.name in TEXT_BLOCKS:
        children = build_inline_content(frame.pieces)
        if frame.name in ("embed", "social-embed"):
            words = has_words(children)
            if words and frame.name == "social-embed":
                return [
                    finish_node("social", [finish_node("paragraph", children)], frame.attributes)
                ]
            target = frame.attributes.get("target")
            if target:
                pieces = [_without_link_to(piece, target) for piece in frame.pieces]
                inside = build_inline_content(pieces) if words else ()
                return [finish_node(frame.name, inside, frame.attributes)]
            return [finish_node("paragraph", children)] if words else []
        if not has_words(children):
            return [c for c in children if isinstance(c, Node) and c.name in MEDIA]
        return [finish_node(frame.name, children, frame.attributes)]
    finish = _FINISHERS.get(frame.name)
    if finish:
        return finish(frame)
    if not frame.children and frame.name != "cell":
        return []
    return [finish_node(frame.name, frame.children, frame.attributes)]


def coerce_child(parent: str, child: Node) -> list[Node]:
    """Return ``child`` in a form that ``parent`` can hold.

    It stays as it is, or it is wrapped, renamed or dissolved into its content.
    """
    if can_hold(parent, child.name):
        return [child]
    implied = implied_parents(parent, child.name)
    if implied is not None:
        for name in reversed(implied):
            child = finish_node(name, [child])
        return [child]
    if child.name in TEXT_BLOCKS - MEDIA:
        if has_words(child.children):
            for name in ("paragraph", "caption", "heading"):
                if child.name != name and implied_parents(parent, name) is not None:
                    inside = child.children if name != "caption" else words_only(child.children)
                    return coerce_child(parent, finish_node(name, inside))
            return []
        return [n for c in child.children if isinstance(c, Node) for n in coerce_child(parent, c)]
    if child.name in MEDIA and implied_parents(parent, "paragraph") is not None:
        return coerce_child(parent, finish_node("paragraph", [child]))
    return [n for c in as_blocks(child) for n in coerce_child(parent, c)]


def as_blocks(parent: Node) -> list[Node]:
    """Return the content of a container as blocks.

    Bare text (of a note, an embed) is put into a paragraph.
    """
    if any(isinstance(c, str) for c in parent.children) or parent.name in ("embed", "social-embed"):
        return [finish_node("paragraph", parent.children)] if has_words(parent.children) else []
    return parent.nodes


def words_only(children: Iterable[Node | str]) -> tuple[Node | str, ...]:
    """Return running text without media; their captions stay, separated by line-breaks."""
    pieces: list[Piece] = []
    for piece in flatten_runs(children):
        if isinstance(piece.item, Node) and piece.item.name not in INLINE:
            pieces.append(SOFT_BREAK)
            pieces.extend(flatten_runs(words_only(piece.item.children)))
            pieces.append(SOFT_BREAK)
        else:
            pieces.append(piece)
    return build_inline_content(pieces)


def as_pieces(parent: str, child: Node) -> list[Piece]:
    """Return ``child`` as pieces of the running text of ``parent``.

    A child that is not allowed there leaves its words, on lines of their own.
    """
    if can_hold(parent, child.name):
        return [Piece((), child)]
    return [SOFT_BREAK, *flatten_runs(words_only([child])), SOFT_BREAK]


def _without_link_to(piece: Piece, target: str) -> Piece:
    """Return a piece of an embed without a link to the address that the embed itself has."""
    others = (
        each
        for each in piece.formats
        if each.name != "link" or dict(each.attributes).get("target") != target
    )
    return piece._replace(formats=tuple(others))


def _finish_social(frame: Frame) -> list[Node]:
    if has_words(frame.children):
        return [finish_node("social", frame.children, frame.attributes)]
    if frame.attributes.get("target"):
        return [finish_node("social-embed", (), frame.attributes)]
    return frame.children


def _finish_table(frame: Frame) -> list[Node]:
    """Finish a table; one with content in at most one cell is layout and leaves only that content.

    Rows without content are removed, unless a cell spans rows.
    """
    rows = [c for c in frame.children if c.name == "row"]
    cells = [cell for row in rows for cell in row.nodes]
    full = [c for c in cells if c.children]
    headings = [c for c in frame.children if c.name != "row"]
    if len(full) <= 1:
        return [*headings, *(block for cell in full for block in cell.nodes)]
    if not any(c.get("rows") for c in cells):
        rows = [r for r in rows if any(isinstance(c, Node) and c.children for c in r.children)]
    return [finish_node("table", [*headings, *rows], frame.attributes)]


def _finish_note(frame: Frame) -> list[Node]:
    """Finish a note; a single paragraph in it is unwrapped, unless it holds media or notes."""
    if not frame.children:
        return []
    if len(frame.children) == 1 and frame.children[0].name == "paragraph":
        text = frame.children[0].children
        if all(isinstance(c, str) or c.name in INLINE for c in text):
            return [finish_node("note", text)]
    return [finish_node("note", frame.children)]


def as_caption(child: Node) -> Node:
    """Return a block of running text as a caption; captions and sources stay as they are."""
    if child.name in ("caption", "source"):
        return child
    return finish_node("caption", words_only(child.children))


def _finish_figure(frame: Frame) -> list[Node]:
    """Finish a figure or diagram by what it contains.

    - Prose beside an image: the figure without it, and the prose before or after it.
    - One image: a figure. Several images: a gallery.
    - Text without an image: a figure without address if the text is a caption, else only the text.
    - An embed: the embed, which takes in the captions.
    - A table: the table with the caption as its heading, or a figure of the caption after it.
    - Other blocks (quotes, lists …): the figure was a wrapper and is dissolved.
    """
    children = frame.children
    links = [c for c in children if c.name == "media-link"]
    others = [
        c
        for c in children
        if (c.name not in TEXT_BLOCKS and c.name != "media-link")
        or c.name in ("embed", "social-embed")
    ]
    if not others:  # only images and running text
        prose = [c for c in children if links and _is_prose(c)]
        if prose:
            first = children.index(links[0])
            before, after = (
                [finish_node("paragraph", c.children) for c in part if c in prose]
                for part in (children[:first], children[first:])
            )
            frame.children = [c for c in children if c not in prose]
            return [*before, *_finish_figure(frame), *after]
        if len(links) > 1:
            return _finish_gallery(frame)
        if not links and not any(c.name in ("caption", "source") for c in children):
            return children
        parts = [c if c.name == "media-link" else as_caption(c) for c in children]
        return [finish_node(frame.name, parts, frame.attributes)]
    if all(c.name in PROVISIONAL for c in others):
        return _finish_gallery(frame)
    if len(others) == 1 and others[0].name == "embed" and not links:
        pieces: list[Piece] = []
        for block in children:
            pieces.append(SOFT_BREAK)
            pieces.extend(flatten_runs(words_only(block.children)))
        return [Node("embed", build_inline_content(pieces), others[0].attributes)]
    if len(others) == 1 and others[0].name == "table":
        return list(_finish_captioned_table(frame))
    return [_wrap_image(c, frame.attributes) for c in children]


def _is_prose(block: Node) -> bool:
    """Return True for text that is too long for a caption of the picture beside it."""
    if block.name not in ("paragraph", "caption"):
        return False
    text = " ".join(block_words([block]))
    is_paragraph = block.name == "paragraph" and has_sentence_end(text)
    return text_size(text) >= (MIN_PROSE_SIZE if is_paragraph else MAX_CAPTION_SIZE)


def _finish_captioned_table(frame: Frame) -> Iterator[Node]:
    """Yield a table and its captions in the order of the page."""
    heading: list[Node] = []
    for child in frame.children:
        if child.name == "table":
            has_own = any(c.name == "table-heading" for c in child.nodes)
            yield from (heading if has_own else [])
            inside = child.children if has_own or not heading else (*heading, *child.children)
            yield Node("table", inside, child.attributes)
            heading = []
        elif child.name == "caption" and not heading:
            heading = [finish_node("table-heading", words_only(child.children), {})]
        else:
            yield _wrap_image(child, frame.attributes)
    yield from (finish_node("figure", [as_caption(child)]) for child in heading)


def _wrap_image(child: Node, attributes: dict[str, str]) -> Node:
    """Return an image in a figure of its own, any other child as it is."""
    return finish_node("figure", [child], attributes) if child.name == "media-link" else child


def _finish_gallery(frame: Frame) -> list[Node]:
    """Finish a gallery of images with captions in between.

    An embed splits the gallery; a single image becomes a figure.
    """
    groups: list[list[Node]] = [[]]
    for member in (m for c in frame.children for m in _gallery_members(c, frame.attributes)):
        if member.name == "embed":
            groups.extend(([member], []))
        else:
            groups[-1].append(member)
    nodes: list[Node] = []
    for group in groups:
        if not any(m.name == "figure" for m in group):
            nodes += [
                finish_node("paragraph", m.children) if m.name == "caption" else m for m in group
            ]
        else:
            nodes += group if len(group) == 1 else [finish_node("gallery", group)]
    return nodes


def _gallery_members(child: Node, attributes: dict[str, str]) -> list[Node]:
    if child.name == "media-link":
        return [_wrap_image(child, attributes)]
    if child.name == "diagram":
        return [Node("figure", child.children, child.attributes)]
    if child.name in ("figure", "embed"):
        return [child]
    if child.name in TEXT_BLOCKS:
        return [as_caption(child)]
    return [m for inner in as_blocks(child) for m in _gallery_members(inner, attributes)]


_FINISHERS: dict[str, Callable[[Frame], list[Node]]] = {
    "figure": _finish_figure,
    "diagram": _finish_figure,
    "gallery": _finish_gallery,
    "table": _finish_table,
    "note": _finish_note,
    "social": _finish_social,
}
