"""Tables: rows and cells with their spans, and the size of the grid they fill."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from webarticlecurator.model.blocks import Node
from webarticlecurator.tei.xml import Element, structure_element

_MOST = 1000
"""HTML clips colspan there; a rowspan is clipped by the rows that follow."""
_MOST_COLUMNS = 10_000
"""Wider tables are not counted to the end: nothing is drawn so, and each row would take as long."""


def write_table(
    headings: Sequence[Element], rows: Sequence[Node], inside: Callable[[Node], list[Element]]
) -> Element | None:
    """A ``table`` with ``@rows`` and ``@cols``, its ``headings`` first; ``inside`` gives the
    content of a cell. Rows without cells are left out; headings without rows are ``ab``s in a
    floatingText."""
    grid = [cells for row in rows if (cells := row.nodes)]
    if not grid:
        return _without_rows(headings)
    content = [_row(cells, role, inside) for cells, role in zip(grid, _roles(rows), strict=True)]
    return structure_element(
        "table", [*headings, *content], rows=str(len(grid)), cols=str(_width(grid))
    )


def _without_rows(headings: Sequence[Element]) -> Element | None:
    if not headings:
        return None
    lines = [
        head._replace(name="ab", attributes=(("type", "table-heading"), *head.attributes))
        for head in headings
    ]
    return structure_element("floatingText", [structure_element("body", lines)], type="table")


def _roles(rows: Sequence[Node]) -> list[str | None]:
    return [_role(row) for row in rows if row.nodes]


def _role(node: Node) -> str | None:
    return "label" if node.get("role") == "label" else None


def _row(
    cells: Sequence[Node], role: str | None, inside: Callable[[Node], list[Element]]
) -> Element:
    return structure_element("row", [_cell(cell, inside) for cell in cells], role=role)


def _cell(cell: Node, inside: Callable[[Node], list[Element]]) -> Element:
    rows, cols = _span(cell, "rows"), _span(cell, "cols")
    return structure_element(
        "cell",
        inside(cell),
        role=_role(cell),
        rows=str(rows) if rows > 1 else None,
        cols=str(cols) if cols > 1 else None,
    )


def _span(cell: Node, attribute: str) -> int:
    """A span as a number from 1; what is no number counts as 1, as in HTML."""
    raw = (cell.get(attribute) or "").strip()
    return min(max(int(raw), 1), _MOST) if raw.isascii() and raw.isdigit() and len(raw) < 10 else 1


def _width(grid: Sequence[Sequence[Node]]) -> int:
    """The number of columns: cells that hang down from earlier rows take their places in the later
    ones."""
    hanging: list[int] = []  # how many more rows the cell in each column reaches
    for cells in grid:
        if len(hanging) > _MOST_COLUMNS:  # cells that hang down beside each other without end
            break
        column = 0
        taken = [max(0, n - 1) for n in hanging]
        for cell in cells:
            while column < len(hanging) and hanging[column] > 0:
                column += 1
            rows, cols = _span(cell, "rows"), _span(cell, "cols")
            short = column + cols - len(taken)
            taken.extend([0] * short)
            hanging.extend([0] * short)
            taken[column : column + cols] = [rows - 1] * cols
            column += cols
        hanging = taken
    return len(hanging)
