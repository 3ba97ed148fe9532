"""What all parts of a TEI document use: its input, elements with their text, and tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import NamedTuple

from webarticlecurator.dataclasses import dataclass
from webarticlecurator.model.article import Article
from webarticlecurator.model.blocks import Node, block_words
from webarticlecurator.model.portal import Portal
from webarticlecurator.text.characters import ILLEGAL, REPLACEMENT

# XML elements as plain values, and their serialisation without additional white space in text.
#
# An element is either *structural* (it contains only elements, each on a line of its own, indented
# by
# one space per level) or a *run* (text and inline elements, written without line breaks).


class Element(NamedTuple):  # faster to create than a dataclass
    """One element with its ``attributes`` in the order of the output."""

    name: str
    content: tuple[Element | str, ...] = ()
    attributes: tuple[tuple[str, str], ...] = ()
    structural: bool = False


def text_run(name: str, content: Iterable[Element | str] = (), **attributes: str | None) -> Element:
    """Return an element with text.

    ``_`` in the name of an attribute is written as ``:``; attributes that are None are left out.
    """
    return Element(name, tuple(content), _attribute_pairs(attributes) if attributes else ())


def structure_element(name: str, content: Iterable[Element], **attributes: str | None) -> Element:
    """Return an element that contains only elements; ``attributes`` as in ``text_run``."""
    return Element(
        name, tuple(content), _attribute_pairs(attributes) if attributes else (), structural=True
    )


def _attribute_pairs(attributes: dict[str, str | None]) -> tuple[tuple[str, str], ...]:
    return tuple(
        [(name.replace("_", ":"), value) for name, value in attributes.items() if value is not None]
    )


def clean_text(text: str) -> tuple[str, int]:
    """Return ``text`` as XML 1.0 allows it, and the number of replaced characters.

    Every illegal character (https://www.w3.org/TR/xml/#charsets) becomes U+FFFD, every line end LF.
    """
    if text.isprintable():  # printable characters are legal and include no line ends
        return text, 0
    text, count = ILLEGAL.subn(REPLACEMENT, text)
    return text.replace("\r\n", "\n").replace("\r", "\n"), count


def escape(text: str) -> str:
    """Return ``text`` as character data."""
    if not text.isprintable():
        text = clean_text(text)[0]
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def escape_attribute(text: str) -> str:
    """Return ``text`` as the value of an attribute in double quotes."""
    if text.isprintable():
        return escape(text).replace('"', "&quot;")
    return escape(text).replace('"', "&quot;").replace("\t", "&#9;").replace("\n", "&#10;")


def serialise(elements: Sequence[Element], indent: int = 0) -> str:
    """Return elements as text, each on its own line behind ``indent`` spaces, without a last LF."""
    pieces: list[str] = []
    for number, element in enumerate(elements):
        pieces.append(("\n" if number else "") + " " * indent)
        _write(element, indent, pieces)
    return "".join(pieces)


def _write(element: Element, indent: int, pieces: list[str]) -> None:
    name, content, attributes, structural = element
    start = name
    for key, value in attributes:
        start += f' {key}="{escape_attribute(value)}"'
    if not content:
        pieces.append(f"<{start}/>")
        return
    first = content[0]
    if isinstance(first, str) and len(content) == 1 and not structural:
        pieces.append(f"<{start}>{escape(first)}</{name}>")
        return
    pieces.append(f"<{start}>")
    edge = "\n" + " " * indent if structural else ""
    for child in content:
        if isinstance(child, str):
            pieces.append(escape(child))
            continue
        if structural:
            pieces.append(edge + " ")
        _write(child, indent + 1, pieces)
    pieces.append(f"{edge}</{name}>")


# Write tables: rows, cells with their spans, and the size of the grid.


_MAX_SPAN = 1000
"""The limit of HTML for colspan; a rowspan ends with the table."""
_MAX_COLUMNS = 10_000
"""Columns are counted up to here: no real table is wider, and each row would take as long."""


def write_table(
    headings: Sequence[Element],
    rows: Sequence[Node],
    write_content: Callable[[Node], list[Element]],
) -> Element | None:
    """Return a ``table`` with ``@rows`` and ``@cols``, its ``headings`` first.

    ``write_content`` returns the content of a cell. Rows without cells are left out. Headings
    without rows become a floatingText, without headings the result is None.
    """
    filled = [(row, nodes) for row in rows if (nodes := row.nodes)]
    if not filled:
        if not headings:
            return None
        lines = [
            head._replace(name="ab", attributes=(("type", "table-heading"), *head.attributes))
            for head in headings
        ]
        return structure_element("floatingText", [structure_element("body", lines)], type="table")
    content = []
    for row, nodes in filled:
        cells = []
        for cell in nodes:
            if not cell.attributes:  # as most cells: a table has thousands
                cells.append(structure_element("cell", write_content(cell)))
                continue
            height, width = _span(cell, "rows"), _span(cell, "cols")
            spans = {
                "rows": str(height) if height > 1 else None,
                "cols": str(width) if width > 1 else None,
            }
            cells.append(structure_element("cell", write_content(cell), role=_role(cell), **spans))
        content.append(structure_element("row", cells, role=_role(row)))
    width = _count_columns([nodes for _, nodes in filled])
    return structure_element("table", [*headings, *content], rows=str(len(filled)), cols=str(width))


def _role(node: Node) -> str | None:
    return "label" if node.get("role") == "label" else None


def _span(cell: Node, attribute: str) -> int:
    """Return the number of rows or columns of a cell; an invalid span counts as 1, as in HTML."""
    if not cell.attributes:
        return 1
    raw = (cell.get(attribute) or "").strip()
    if not (raw.isascii() and raw.isdigit() and len(raw) < 10):
        return 1
    return min(max(int(raw), 1), _MAX_SPAN)


def _count_columns(grid: Sequence[Sequence[Node]]) -> int:
    """Return the number of columns; cells that span rows also occupy columns of later rows."""
    occupied: list[int] = []  # for each column, how many more rows its cell spans
    for cells in grid:
        if len(occupied) > _MAX_COLUMNS:  # row spans that add up without end
            break
        column = 0
        next_occupied = [max(0, n - 1) for n in occupied]
        for cell in cells:
            while column < len(occupied) and occupied[column] > 0:
                column += 1
            rows, cols = _span(cell, "rows"), _span(cell, "cols")
            missing = column + cols - len(next_occupied)
            next_occupied.extend([0] * missing)
            occupied.extend([0] * missing)
            next_occupied[column : column + cols] = [rows - 1] * cols
            column += cols
        occupied = next_occupied
    return len(occupied)


# The input of a TEI document.


@dataclass(frozen=True)
class TeiContext:
    """One article and its portal."""

    article: Article
    portal: Portal

    @cached_property
    def words(self) -> list[str]:
        """The words of the body, in order."""
        return tei_words(self.article.blocks)


# The words of the TEI body of an article.


def tei_words(blocks: Iterable[Node]) -> list[str]:
    """Return the words of the blocks as in the TEI ``body``, in order."""
    return block_words(blocks, _clean)


def _clean(text: str) -> str:
    return text if text.isprintable() else clean_text(text)[0]
