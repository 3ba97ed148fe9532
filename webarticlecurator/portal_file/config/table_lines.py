"""Reader of tables with named columns: each row with its location, each fault as a problem."""

from __future__ import annotations

import os
from collections.abc import Iterator

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.portal.rule import Place
from webarticlecurator.portal_file.config.load_context import LoadContext, Location
from webarticlecurator.portal_file.values.tables import (
    TableFault,
    describe_surplus_cells,
    read_column_names,
    read_table_file,
)


@dataclass(frozen=True)
class TableLine:
    """A row: the cells by column, and their location."""

    cells: dict[str, str]
    at: Location


def read_table_lines(
    context: LoadContext,
    name: str,
    columns: tuple[str, ...],
    *,
    needed: int | None = None,
    required: bool = False,
) -> Iterator[TableLine]:
    """Yield the rows of a table, without empty rows, comments (#) and other columns.

    The first ``needed`` of ``columns`` (None: all) must be there. A table that does not exist has
    no rows, unless it is ``required``.
    """
    if not required and not os.path.lexists(context.folder / name):
        return
    text = context.read_file(name, Location(Place(name, 1, 1), ""))
    if text is None:
        return
    try:
        table = read_table_file(text)
        names = read_column_names(table, text, columns, needed or len(columns))
    except TableFault as fault:
        message = fault.describe()
        context.add_problem(
            Location(Place(name, fault.line, 1), ""), message, allowed=", ".join(columns)
        )
        return
    for row in table[1:]:
        cells = tuple(cell.strip() for cell in row.cells)
        where = Location(Place(name, row.line, 1), "")
        if not any(cells) or cells[0].startswith("#"):
            continue
        if any(cells[len(names) :]):  # a tab inside a cell would make its rest the next cell
            message = describe_surplus_cells(len(cells), len(names))
            context.add_problem(
                where, message, found=str(len(cells)), allowed=f"{len(names)} cells"
            )
            continue
        by_name = dict(zip(names, cells, strict=False))
        yield TableLine({column: by_name.get(column, "") for column in columns}, where)
