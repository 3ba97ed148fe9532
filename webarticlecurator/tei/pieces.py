"""One block or inline piece of the block tree → one TEI element, by a table from name to function.

Where a piece stands decides its form. ``FLOW`` is a place for blocks; ``RUN`` is running text (inside ``p``, ``ab``, ``head``),
where no ``p`` and no ``ab`` may come, at any depth, but inside a ``floatingText``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import Enum

from webarticlecurator.model.blocks import MEDIA, Node
from webarticlecurator.tei import empty_elements as leaves
from webarticlecurator.tei.attributes import language, list_form, number_of, pointer, reference
from webarticlecurator.tei.dates import when
from webarticlecurator.tei.names import FLOATING, LINES, RENDITIONS
from webarticlecurator.tei.notes import paragraphs
from webarticlecurator.tei.ruby import groups
from webarticlecurator.tei.tables import table
from webarticlecurator.tei.xml import Element, run, structure

GLOBAL = frozenset({"figure", "note", "pb", "gap"})
"""TEI elements that do not count as content of a body (model.global): a body of nothing else is invalid."""

_GLOBAL_NAMES = MEDIA | {"note", "page-break", "gap"}


class Place(Enum):
    FLOW = "flow"
    RUN = "run"


def piece(node: Node, place: Place) -> Element | None:
    """``node`` as TEI; None for a container in which nothing is left."""
    by_place = _BY_PLACE.get(node.name)
    return by_place(node, place) if by_place else _PIECES[node.name](node)


def flow(children: Iterable[Node | str]) -> list[Element]:
    """Blocks; white space between them is dropped."""
    out: list[Element] = []
    for child in children:  # a loop, not a generator: pages nest deep, and every frame counts
        element = piece(child, Place.FLOW) if isinstance(child, Node) else None
        if element is not None:
            out.append(element)
    return out


def text(children: Sequence[Node | str]) -> list[Element | str]:
    """Running text. A line break comes after a space, and an empty figure holds a line end, so that the words beside them
    stay two."""
    out: list[Element | str] = []
    for child in children:
        if isinstance(child, str):
            out.append(child)
            continue
        if child.name == "line-break" and not (out and _ends_in_space(out[-1])):
            out.append(" ")
        out.extend(_rubies(child) if child.name == "ruby" else [_parting(piece(child, Place.RUN))])
    return out


def _parting(element: Element | None) -> Element | str:
    if element is None:
        return " "
    return element._replace(content=("\n",)) if element.structural and not element.content else element


def _ends_in_space(last: Element | str) -> bool:
    return last[-1:] in tuple(" \t\r\n") if isinstance(last, str) else last.name == "lb"


def body(children: Sequence[Node | str]) -> Element | None:
    """The ``body`` of a floatingText; None if nothing is left for it."""
    elements = flow(children)
    if not elements:
        return None
    return structure("body", elements if has_text(elements) else wrapped(children))


def has_text(elements: Iterable[Element]) -> bool:
    """True if the elements are enough for a body: figures, notes, page breaks and gaps alone are not."""
    return any(element.name not in GLOBAL for element in elements)


def wrapped(children: Iterable[Node | str]) -> list[Element]:
    """Each figure, note, page break and gap in a ``p`` of its own."""
    inner = (piece(child, Place.RUN) for child in children if isinstance(child, Node) and child.name in _GLOBAL_NAMES)
    return [run("p", [element]) for element in inner if element is not None] or [run("p")]


# -- running text ---------------------------------------------------------------------------------------------------------------


def _rendered(node: Node) -> Element:
    return run("hi", text(node.children), rend=RENDITIONS[node.name])


def _code(node: Node) -> Element:
    if all(isinstance(child, str) for child in node.children):
        return run("code", text(node.children))
    return run("hi", text(node.children), rend="code")  # TEI's code holds nothing but text


def _link(node: Node) -> Element:
    to = node.get("to")
    if to:
        return run("ref", text(node.children), target=f"#{to}")
    return reference(node.get("target"), text(node.children))


def _inline_quote(node: Node) -> Element:
    return run("q", text(node.children), **pointer("source", node.get("target")))


def _foreign(node: Node) -> Element:
    return run("foreign", text(node.children), xml_lang=language(node))


def _date(node: Node) -> Element:
    return run("date", text(node.children), when=when(node.get("when")))


def _rubies(node: Node) -> list[Element | str]:
    """``ruby`` for each piece of text with the readings that follow it; text without one as it is. What ``rb`` cannot hold
    makes text of all, with the readings as ``hi``."""
    out: list[Element | str] = []
    for base, readings in groups(node):
        if readings:
            out.append(run("ruby", [run("rb", text(base)), *(run("rt", text(reading)) for reading in readings)]))
        else:
            out.extend(text(base))
    return out


def _reading(node: Node) -> Element:
    return run("hi", text(node.children), rend="reading")


# -- blocks of text -------------------------------------------------------------------------------------------------------------


def _paragraph(node: Node) -> Element:
    return run("p", text(node.children), xml_lang=language(node))


def _line(node: Node) -> Element:
    """A block of text that TEI has no element for where it stands; in a heading, @n is its level."""
    return run("ab", text(node.children), type=LINES[node.name], n=node.get("level"), xml_lang=language(node))


def _floating(node: Node) -> Element | None:
    inside = body(node.children)
    if inside is None:
        return None
    return structure("floatingText", [inside], type=FLOATING[node.name], **pointer("source", node.get("target")))


def _quote(node: Node) -> Element | None:
    content = flow(node.children)
    return structure("quote", content, **pointer("source", node.get("target"))) if content else None


def _note(node: Node, place: Place) -> Element | None:
    """A note of running text, or of blocks: then its running text is wrapped in paragraphs, and inside running text all
    of it stands in a floatingText."""
    if not node.has_blocks:
        return run("note", text(node.children), type="editorial", xml_lang=language(node))
    parts = paragraphs(node.children)
    if place is Place.FLOW:
        return structure("note", flow(parts), type="editorial")
    inside = body(parts)
    return None if inside is None else structure("note", [structure("floatingText", [inside], type="note")], type="editorial")


# -- lists and tables -----------------------------------------------------------------------------------------------------------


def _list(node: Node) -> Element | None:
    items = node.nodes
    if not items:
        return None
    first = number_of(node.get("start"))
    content = [_item(item, None if i else first) for i, item in enumerate(items)]
    return structure("list", content, type=_list_type(node), rend=list_form(node))


def _item(item: Node, number: str | None) -> Element:
    rend = "term" if item.get("role") == "term" else None
    return structure("item", flow(item.children), n=number_of(item.get("n")) or number, rend=rend)


def _list_type(node: Node) -> str | None:
    return "answers" if node.name == "answers" else None


def _table(node: Node) -> Element | None:
    headings = [run("head", text(child.children), xml_lang=language(child)) for child in _named(node, "table-heading")]
    return table(headings, _named(node, "row"), lambda cell: flow(cell.children))


def _named(node: Node, name: str) -> list[Node]:
    return [child for child in node.nodes if child.name == name]


# -- media ----------------------------------------------------------------------------------------------------------------------


def _figure(node: Node, place: Place) -> Element:
    content: list[Element] = []
    for child in node.children:
        if isinstance(child, Node):
            content.extend(_figure_part(child, place))
    kind = None if node.name == "figure" else node.name
    return structure("figure", content, type=kind, **pointer("corresp", node.get("target")))


def _figure_part(node: Node, place: Place) -> list[Element]:
    if node.name == "media-link":
        return leaves.media_link(node)
    if node.name in MEDIA:
        inner = piece(node, place)
        return [] if inner is None else [inner]
    return [run("head", text(node.children), type="source" if node.name == "source" else None, xml_lang=language(node))]


def _embed(node: Node, place: Place) -> Element:
    """``ab`` and ``ref``; in running text, where no ab may stand, ``head`` and ``ref``."""
    inside = text(node.children)
    target = node.get("target")
    content = inside if target is None else [reference(target, inside)]
    return structure("figure", [run("head" if place is Place.RUN else "ab", content)], type=node.name)


_PIECES: dict[str, Callable[[Node], Element | None]] = {
    **dict.fromkeys(RENDITIONS, _rendered),
    "code": _code,
    "link": _link,
    "inline-quote": _inline_quote,
    "line-break": leaves.line_break,
    "foreign": _foreign,
    "date": _date,
    "anchor": leaves.anchor,
    "reading": _reading,
    "paragraph": _paragraph,
    **dict.fromkeys(LINES, _line),
    **dict.fromkeys(FLOATING, _floating),
    "quote": _quote,
    "list": _list,
    "answers": _list,
    "table": _table,
    "page-break": leaves.page_break,
    "gap": leaves.gap,
}
_BY_PLACE: dict[str, Callable[[Node, Place], Element | None]] = {
    "note": _note,
    "figure": _figure,
    "diagram": _figure,
    "gallery": _figure,
    "embed": _embed,
    "social-embed": _embed,
}
