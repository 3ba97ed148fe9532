"""Write tables: rows, cells with their spans, and the size of the grid."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from webarticlecurator.base.model.blocks import Node
from webarticlecurator.tei.documents.xml import Element, structure_element

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
