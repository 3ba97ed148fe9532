"""Write one block or inline piece of the block tree as one TEI element.

A table maps each TEI form to a function; the rows of the block model say which form a block has.
The form of some pieces depends on their ``WritingPlace``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum

from webarticlecurator.base.model.block_rows import BLOCK_TYPES
from webarticlecurator.base.model.block_types import TeiForm
from webarticlecurator.base.model.blocks import INLINE, MEDIA, Node, blocks_below
from webarticlecurator.base.model.complete_table import require_every_word
from webarticlecurator.tei.documents.body_words import (
    item_number,
    language_attributes,
    list_rendition,
    pointer_attributes,
    write_reference,
)
from webarticlecurator.tei.documents.pointers import valid_uri
from webarticlecurator.tei.documents.tei_dates import format_when
from webarticlecurator.tei.documents.tei_names import TEI_TYPES
from webarticlecurator.tei.documents.tei_tables import write_table
from webarticlecurator.tei.documents.xml import Element, structure_element, text_run


def write_anchor(node: Node) -> Element:
    """Return the ``anchor`` of a place that links of the article lead to."""
    return text_run("anchor", xml_id=node.get("id"))


def write_line_break(_: Node) -> Element:
    """Return an ``lb``, the end of a line inside running text."""
    return text_run("lb")


def write_page_break(node: Node) -> Element:
    """Return the ``pb`` at the beginning of a page, with its number and address."""
    attributes = pointer_attributes("corresp", node.get("target"))
    number = node.get("n")
    if number is not None:
        attributes["n"] = number
    return text_run("pb", **attributes)


def write_gap(node: Node) -> Element:
    """Return a ``gap`` for what is missing; ``@reason`` must be a single token."""
    reason = "-".join(re.findall(r"[A-Za-z0-9._-]+", node.get("reason") or "")) or "unspecified"
    return text_run("gap", reason=reason, **pointer_attributes("corresp", node.get("target")))


Run = Sequence[Node | str]
"""A piece of running text."""

_NOT_IN_RUBY = MEDIA | {"ruby", "inline-quote", "note", "line-break"}
"""Pieces that TEI does not allow in ``rb`` and ``rt``, which hold phrases (macro.phraseSeq)."""


def ruby_groups(ruby: Node) -> list[tuple[Run, list[Run]]]:
    """Return the children of a ``ruby`` as pairs of text and the readings that follow it: HTML
    lists them in one ``ruby``, TEI needs one for each ``rb`` with its ``rt``.

    The readings are part of the text where TEI cannot hold them: with a quotation in the ruby, or a
    reading inside a format.
    """
    inner = [grandchild for child in ruby.nodes for grandchild in blocks_below(child.children)]
    if any(n.name in _NOT_IN_RUBY for n in (*ruby.nodes, *inner)) or any(
        n.name == "reading" for n in inner
    ):
        return [(ruby.children, [])]
    groups: list[tuple[list[Node | str], list[Node]]] = [([], [])]
    for child in ruby.children:
        if isinstance(child, Node) and child.name == "reading":
            groups[-1][1].append(child)
        elif groups[-1][1]:
            groups.append(([child], []))
        else:
            groups[-1][0].append(child)
    finished: list[tuple[Run, list[Run]]] = []
    for base, readings in groups:
        if not any(not isinstance(child, str) or child.strip() for child in base):
            finished.append(([*base, *readings], []))
            continue
        finished.append((base, [reading.children for reading in readings]))
    return finished


GLOBAL = frozenset({"figure", "note", "pb", "gap"})
"""TEI elements that do not count as content of a body (model.global).

A body that contains nothing else is invalid.
"""

_GLOBAL_NAMES = MEDIA | {"note", "page-break", "gap"}


class WritingPlace(Enum):
    """Where a piece is written.

    ``FLOW``: among blocks. ``RUN``: inside running text (``p``, ``ab``, ``head``), where neither
    ``p`` nor ``ab`` is allowed at any depth, except inside a ``floatingText``.
    """

    FLOW = "flow"
    RUN = "run"


def write_piece(node: Node, place: WritingPlace) -> Element | None:
    """Return ``node`` as a TEI element; None for a container without content."""
    write = _WRITERS_WITH_PLACE.get(node.name)
    return write(node, place) if write else _WRITERS[node.name](node)


def write_flow(children: Iterable[Node | str]) -> list[Element]:
    """Return blocks as TEI elements, without the white space between them."""
    out: list[Element] = []
    for child in children:  # a loop, not a generator: deep nesting needs every stack frame
        element = write_piece(child, WritingPlace.FLOW) if isinstance(child, Node) else None
        if element is not None:
            out.append(element)
    return out


_SPACES = tuple(" \t\r\n")


def write_text(children: Sequence[Node | str]) -> list[Element | str]:
    """Return running text as TEI.

    A line break follows a space, and an empty figure contains a line end, so that the words on both
    sides stay separate in the plain text.
    """
    out: list[Element | str] = []
    for child in children:
        if isinstance(child, str):
            out.append(child)
            continue
        if child.name == "ruby":
            # Each piece of text with the readings that follow it; without any, it stays as it is.
            for base, readings in ruby_groups(child):
                rts = [text_run("rt", write_text(reading)) for reading in readings]
                rb = write_text(base)
                out += [text_run("ruby", [text_run("rb", rb), *rts])] if rts else rb
            continue
        if child.name == "line-break":
            last = out[-1] if out else ""
            is_space = last[-1:] in _SPACES if isinstance(last, str) else last.name == "lb"
            out += [] if is_space else [" "]
        element = write_piece(child, WritingPlace.RUN)
        # White space in an empty element, or in its place, keeps the words on both sides apart.
        if element is None:
            out.append(" ")
        elif element.structural and not element.content:
            out.append(element._replace(content=("\n",)))
        else:
            out.append(element)
    return out


def write_blocks(children: Sequence[Node | str]) -> Element | None:
    """Return the ``body`` of a floatingText; None if it would be empty."""
    elements = write_flow(children)
    if not elements:
        return None
    if not has_text(elements):
        elements = wrap_media_in_paragraphs(children)
    return structure_element("body", elements)


def has_text(elements: Iterable[Element]) -> bool:
    """Return True if the elements make a valid body.

    Figures, notes, page breaks and gaps alone do not.
    """
    return any(element.name not in GLOBAL for element in elements)


def wrap_media_in_paragraphs(children: Iterable[Node | str]) -> list[Element]:
    """Return each figure, note, page break and gap in a ``p`` of its own; at least one ``p``."""
    elements = (
        write_piece(child, WritingPlace.RUN)
        for child in children
        if isinstance(child, Node) and child.name in _GLOBAL_NAMES
    )
    paragraphs = [text_run("p", [element]) for element in elements if element is not None]
    return paragraphs or [text_run("p")]


# running text


def _make_writer(
    name: str, read_attributes: Callable[[Node], Mapping[str, str | None]]
) -> Callable[[Node], Element]:
    """Return the function that writes a block of running text as the element ``name``."""

    def write(node: Node) -> Element:
        return text_run(name, write_text(node.children), **read_attributes(node))

    return write


def _source_of(node: Node) -> dict[str, str]:
    """Return the attributes of a quotation from an address."""
    return pointer_attributes("source", node.get("target"))


def _write_code(node: Node) -> Element:
    if all(isinstance(child, str) for child in node.children):
        return text_run("code", write_text(node.children))
    # code may contain only text in TEI
    return text_run("hi", write_text(node.children), rend="code")


def _write_formula(node: Node) -> Element:
    if all(isinstance(child, str) for child in node.children):
        rend = "display" if node.get("display") else None
        return text_run("formula", write_text(node.children), notation="TeX", rend=rend)
    # formula may contain only text and hi in TEI
    return text_run("hi", write_text(node.children), rend="formula")


def _write_link(node: Node) -> Element:
    to = node.get("to")
    if to:
        return text_run("ref", write_text(node.children), target=f"#{to}")
    return write_reference(node.get("target"), write_text(node.children))


# blocks of text


def _write_line(node: Node) -> Element:
    """Return an ``ab`` for a block of text without a TEI element of its own in this place.

    For a heading, ``@n`` is its level.
    """
    return text_run(
        "ab",
        write_text(node.children),
        type=TEI_TYPES[node.name],
        n=node.get("level"),
        **language_attributes(node),
    )


def _write_floating_text(node: Node) -> Element | None:
    body = write_blocks(node.children)
    if body is None:
        return None
    return structure_element("floatingText", [body], type=TEI_TYPES[node.name], **_source_of(node))


def _write_quote(node: Node) -> Element | None:
    content = write_flow(node.children)
    if not content:
        return None
    return structure_element("quote", content, **_source_of(node))


def _write_note(node: Node, place: WritingPlace) -> Element | None:
    """Return a note of running text, or a note of blocks with its running text in paragraphs.

    A note of blocks inside running text needs a ``floatingText`` around the blocks.
    """
    if not node.has_blocks:
        return text_run(
            "note", write_text(node.children), type="editorial", **language_attributes(node)
        )
    # The children of a note as blocks; each run of text becomes a paragraph
    blocks: list[Node] = []
    pending: list[Node | str] = []
    for child in (*node.children, None):
        if child is not None and (isinstance(child, str) or child.name in INLINE | MEDIA):
            pending.append(child)
            continue
        if any(not isinstance(part, str) or part.strip() for part in pending):
            blocks.append(Node("paragraph", tuple(pending)))
        pending = []
        if child is not None:
            blocks.append(child)
    if place is WritingPlace.FLOW:
        return structure_element("note", write_flow(blocks), type="editorial")
    body = write_blocks(blocks)
    if body is None:
        return None
    return structure_element(
        "note", [structure_element("floatingText", [body], type="note")], type="editorial"
    )


# lists and tables


def _write_list(node: Node) -> Element | None:
    items = node.nodes
    if not items:
        return None
    # The start of the list counts for its first item, if that has no number.
    number = item_number(node.get("start"))
    content = []
    for item in items:
        rend = "term" if item.get("role") == "term" else None
        n = item_number(item.get("n")) or number
        content.append(structure_element("item", write_flow(item.children), n=n, rend=rend))
        number = None
    return structure_element("list", content, type=TEI_TYPES[node.name], rend=list_rendition(node))


def _write_table(node: Node) -> Element | None:
    headings = [
        text_run("head", write_text(child.children), **language_attributes(child))
        for child in node.nodes
        if child.name == "table-heading"
    ]
    rows = [child for child in node.nodes if child.name == "row"]
    return write_table(headings, rows, lambda cell: write_flow(cell.children))


# media


def _write_figure(node: Node, place: WritingPlace) -> Element:
    content: list[Element] = []
    for child in node.nodes:
        if child.name == "media-link":  # the address and the description of one image
            raw, alt = child.get("target"), child.get("alt")
            uri = valid_uri(raw) if raw is not None else None
            if uri is not None:
                content.append(text_run("graphic", url=uri))
            elif raw is not None:
                content.append(text_run("head", [write_reference(raw, ())], type="unresolvable"))
            if alt:
                content.append(text_run("figDesc", [alt]))
        elif child.name in MEDIA:
            inner = write_piece(child, place)
            content += [] if inner is None else [inner]
        else:
            kind = "source" if child.name == "source" else None
            text = write_text(child.children)
            content.append(text_run("head", text, type=kind, **language_attributes(child)))
    target = pointer_attributes("corresp", node.get("target"))
    return structure_element("figure", content, type=TEI_TYPES[node.name], **target)


def _write_embed(node: Node, place: WritingPlace) -> Element:
    """Return a figure with a ``ref`` in an ``ab``; in a ``head`` where no ``ab`` is allowed."""
    text = write_text(node.children)
    target = node.get("target")
    content = text if target is None else [write_reference(target, text)]
    holder = "head" if place is WritingPlace.RUN else "ab"
    return structure_element("figure", [text_run(holder, content)], type=TEI_TYPES[node.name])


def _refuse_part(node: Node) -> Element:
    """Raise TypeError for a part of a block that the writer of its parent does not write."""
    raise TypeError(
        f"no writer for {node.name}: the writer of its parent has to write it; add that to"
        " tei/documents/pieces.py, or give it another form in base/model/block_rows.py"
    )


_FORM_WRITERS: dict[TeiForm, Callable[[Node], Element | None]] = {
    TeiForm.PARAGRAPH: _make_writer("p", language_attributes),
    TeiForm.LINE: _write_line,
    TeiForm.FLOATING_TEXT: _write_floating_text,
    TeiForm.QUOTE: _write_quote,
    TeiForm.LIST: _write_list,
    TeiForm.TABLE: _write_table,
    TeiForm.HIGHLIGHT: _make_writer("hi", lambda node: {"rend": TEI_TYPES[node.name]}),
    TeiForm.CODE: _write_code,
    TeiForm.FORMULA: _write_formula,
    TeiForm.LINK: _write_link,
    TeiForm.INLINE_QUOTE: _make_writer("q", _source_of),
    TeiForm.LINE_BREAK: write_line_break,
    TeiForm.FOREIGN: _make_writer("foreign", language_attributes),
    TeiForm.DATE: _make_writer("date", lambda node: {"when": format_when(node.get("when"))}),
    TeiForm.ANCHOR: write_anchor,
    TeiForm.RUBY: _refuse_part,  # write_text divides it
    TeiForm.READING: _make_writer("hi", lambda _: {"rend": "reading"}),
    TeiForm.PAGE_BREAK: write_page_break,
    TeiForm.GAP: write_gap,
    TeiForm.BY_PARENT: _refuse_part,
}
_FORM_WRITERS_WITH_PLACE: dict[TeiForm, Callable[[Node, WritingPlace], Element | None]] = {
    TeiForm.NOTE: _write_note,
    TeiForm.FIGURE: _write_figure,
    TeiForm.EMBED: _write_embed,
}
require_every_word(
    TeiForm,
    {**_FORM_WRITERS, **_FORM_WRITERS_WITH_PLACE},
    "_FORM_WRITERS of tei/documents/pieces.py",
)

_WRITERS = {
    block.name: _FORM_WRITERS[block.form] for block in BLOCK_TYPES if block.form in _FORM_WRITERS
}
_WRITERS_WITH_PLACE = {
    block.name: _FORM_WRITERS_WITH_PLACE[block.form]
    for block in BLOCK_TYPES
    if block.form in _FORM_WRITERS_WITH_PLACE
}
