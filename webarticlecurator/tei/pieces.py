"""One block or inline piece of the block tree → one TEI element, by a table from name to function.

Where a piece stands decides its form. ``FLOW`` is a place for blocks; ``RUN`` is running text
(inside ``p``, ``ab``, ``head``), where no ``p`` and no ``ab`` may come, at any depth, but inside a
``floatingText``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import Enum

from webarticlecurator.model.blocks import MEDIA, Node
from webarticlecurator.tei import empty_elements as leaves
from webarticlecurator.tei.attributes import (
    item_number,
    language_tag,
    list_rendition,
    pointer_attributes,
    write_reference,
)
from webarticlecurator.tei.dates import format_when
from webarticlecurator.tei.names import FLOATING, LINES, RENDITIONS
from webarticlecurator.tei.notes import wrap_in_paragraphs
from webarticlecurator.tei.ruby import ruby_groups
from webarticlecurator.tei.tables import write_table
from webarticlecurator.tei.xml import Element, structure_element, text_run

GLOBAL = frozenset({"figure", "note", "pb", "gap"})
"""TEI elements that do not count as content of a body (model.global): a body of nothing else is
invalid."""

_GLOBAL_NAMES = MEDIA | {"note", "page-break", "gap"}


class WritingPlace(Enum):
    FLOW = "flow"
    RUN = "run"


def write_piece(node: Node, place: WritingPlace) -> Element | None:
    """``node`` as TEI; None for a container in which nothing is left."""
    by_place = _BY_PLACE.get(node.name)
    return by_place(node, place) if by_place else _PIECES[node.name](node)


def write_flow(children: Iterable[Node | str]) -> list[Element]:
    """Blocks; white space between them is dropped."""
    out: list[Element] = []
    for child in children:  # a loop, not a generator: pages nest deep, and every frame counts
        element = write_piece(child, WritingPlace.FLOW) if isinstance(child, Node) else None
        if element is not None:
            out.append(element)
    return out


def write_text(children: Sequence[Node | str]) -> list[Element | str]:
    """Running text. A line break comes after a space, and an empty figure holds a line end, so that
    the words beside them stay two."""
    out: list[Element | str] = []
    for child in children:
        if isinstance(child, str):
            out.append(child)
            continue
        if child.name == "line-break" and not (out and _ends_in_space(out[-1])):
            out.append(" ")
        out.extend(
            _rubies(child)
            if child.name == "ruby"
            else [_parting(write_piece(child, WritingPlace.RUN))]
        )
    return out


def _parting(element: Element | None) -> Element | str:
    if element is None:
        return " "
    return (
        element._replace(content=("\n",)) if element.structural and not element.content else element
    )


def _ends_in_space(last: Element | str) -> bool:
    return last[-1:] in tuple(" \t\r\n") if isinstance(last, str) else last.name == "lb"


def write_blocks(children: Sequence[Node | str]) -> Element | None:
    """The ``body`` of a floatingText; None if nothing is left for it."""
    elements = write_flow(children)
    if not elements:
        return None
    return structure_element(
        "body", elements if has_text(elements) else wrap_media_in_paragraphs(children)
    )


def has_text(elements: Iterable[Element]) -> bool:
    """True if the elements are enough for a body: figures, notes, page breaks and gaps alone are
    not."""
    return any(element.name not in GLOBAL for element in elements)


def wrap_media_in_paragraphs(children: Iterable[Node | str]) -> list[Element]:
    """Each figure, note, page break and gap in a ``p`` of its own."""
    inner = (
        write_piece(child, WritingPlace.RUN)
        for child in children
        if isinstance(child, Node) and child.name in _GLOBAL_NAMES
    )
    return [text_run("p", [element]) for element in inner if element is not None] or [text_run("p")]


# -- running text
# ------------------------------------------------------------------------------------------


def _rendered(node: Node) -> Element:
    return text_run("hi", write_text(node.children), rend=RENDITIONS[node.name])


def _code(node: Node) -> Element:
    if all(isinstance(child, str) for child in node.children):
        return text_run("code", write_text(node.children))
    # TEI's code holds nothing but text
    return text_run("hi", write_text(node.children), rend="code")


def _link(node: Node) -> Element:
    to = node.get("to")
    if to:
        return text_run("ref", write_text(node.children), target=f"#{to}")
    return write_reference(node.get("target"), write_text(node.children))


def _inline_quote(node: Node) -> Element:
    return text_run(
        "q", write_text(node.children), **pointer_attributes("source", node.get("target"))
    )


def _foreign(node: Node) -> Element:
    return text_run("foreign", write_text(node.children), xml_lang=language_tag(node))


def _date(node: Node) -> Element:
    return text_run("date", write_text(node.children), when=format_when(node.get("when")))


def _rubies(node: Node) -> list[Element | str]:
    """``ruby`` for each piece of text with the readings that follow it; text without one as it is.
    What ``rb`` cannot hold makes text of all, with the readings as ``hi``."""
    out: list[Element | str] = []
    for base, readings in ruby_groups(node):
        if readings:
            out.append(
                text_run(
                    "ruby",
                    [
                        text_run("rb", write_text(base)),
                        *(text_run("rt", write_text(reading)) for reading in readings),
                    ],
                )
            )
        else:
            out.extend(write_text(base))
    return out


def _reading(node: Node) -> Element:
    return text_run("hi", write_text(node.children), rend="reading")


# -- blocks of text
# ------------------------------------------------------------------------------------------


def _paragraph(node: Node) -> Element:
    return text_run("p", write_text(node.children), xml_lang=language_tag(node))


def _line(node: Node) -> Element:
    """A block of text that TEI has no element for where it stands; in a heading, @n is its
    level."""
    return text_run(
        "ab",
        write_text(node.children),
        type=LINES[node.name],
        n=node.get("level"),
        xml_lang=language_tag(node),
    )


def _floating(node: Node) -> Element | None:
    inside = write_blocks(node.children)
    if inside is None:
        return None
    return structure_element(
        "floatingText",
        [inside],
        type=FLOATING[node.name],
        **pointer_attributes("source", node.get("target")),
    )


def _quote(node: Node) -> Element | None:
    content = write_flow(node.children)
    return (
        structure_element("quote", content, **pointer_attributes("source", node.get("target")))
        if content
        else None
    )


def _note(node: Node, place: WritingPlace) -> Element | None:
    """A note of running text, or of blocks: then its running text is wrapped in paragraphs, and
    inside running text all of it stands in a floatingText."""
    if not node.has_blocks:
        return text_run(
            "note", write_text(node.children), type="editorial", xml_lang=language_tag(node)
        )
    parts = wrap_in_paragraphs(node.children)
    if place is WritingPlace.FLOW:
        return structure_element("note", write_flow(parts), type="editorial")
    inside = write_blocks(parts)
    return (
        None
        if inside is None
        else structure_element(
            "note", [structure_element("floatingText", [inside], type="note")], type="editorial"
        )
    )


# -- lists and tables
# ------------------------------------------------------------------------------------------


def _list(node: Node) -> Element | None:
    items = node.nodes
    if not items:
        return None
    first = item_number(node.get("start"))
    content = [_item(item, None if i else first) for i, item in enumerate(items)]
    return structure_element("list", content, type=_list_type(node), rend=list_rendition(node))


def _item(item: Node, number: str | None) -> Element:
    rend = "term" if item.get("role") == "term" else None
    return structure_element(
        "item", write_flow(item.children), n=item_number(item.get("n")) or number, rend=rend
    )


def _list_type(node: Node) -> str | None:
    return "answers" if node.name == "answers" else None


def _table(node: Node) -> Element | None:
    headings = [
        text_run("head", write_text(child.children), xml_lang=language_tag(child))
        for child in _named(node, "table-heading")
    ]
    return write_table(headings, _named(node, "row"), lambda cell: write_flow(cell.children))


def _named(node: Node, name: str) -> list[Node]:
    return [child for child in node.nodes if child.name == name]


# -- media
# ------------------------------------------------------------------------------------------


def _figure(node: Node, place: WritingPlace) -> Element:
    content: list[Element] = []
    for child in node.children:
        if isinstance(child, Node):
            content.extend(_figure_part(child, place))
    kind = None if node.name == "figure" else node.name
    return structure_element(
        "figure", content, type=kind, **pointer_attributes("corresp", node.get("target"))
    )


def _figure_part(node: Node, place: WritingPlace) -> list[Element]:
    if node.name == "media-link":
        return leaves.write_media_link(node)
    if node.name in MEDIA:
        inner = write_piece(node, place)
        return [] if inner is None else [inner]
    return [
        text_run(
            "head",
            write_text(node.children),
            type="source" if node.name == "source" else None,
            xml_lang=language_tag(node),
        )
    ]


def _embed(node: Node, place: WritingPlace) -> Element:
    """``ab`` and ``ref``; in running text, where no ab may stand, ``head`` and ``ref``."""
    inside = write_text(node.children)
    target = node.get("target")
    content = inside if target is None else [write_reference(target, inside)]
    return structure_element(
        "figure", [text_run("head" if place is WritingPlace.RUN else "ab", content)], type=node.name
    )


_PIECES: dict[str, Callable[[Node], Element | None]] = {
    **dict.fromkeys(RENDITIONS, _rendered),
    "code": _code,
    "link": _link,
    "inline-quote": _inline_quote,
    "line-break": leaves.write_line_break,
    "foreign": _foreign,
    "date": _date,
    "anchor": leaves.write_anchor,
    "reading": _reading,
    "paragraph": _paragraph,
    **dict.fromkeys(LINES, _line),
    **dict.fromkeys(FLOATING, _floating),
    "quote": _quote,
    "list": _list,
    "answers": _list,
    "table": _table,
    "page-break": leaves.write_page_break,
    "gap": leaves.write_gap,
}
_BY_PLACE: dict[str, Callable[[Node, WritingPlace], Element | None]] = {
    "note": _note,
    "figure": _figure,
    "diagram": _figure,
    "gallery": _figure,
    "embed": _embed,
    "social-embed": _embed,
}
