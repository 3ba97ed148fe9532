"""Reader of a table of saved pages (``--table``): file, address and day of each."""

from __future__ import annotations

from pathlib import Path

from webarticlecurator.base.errors import require_no_problems
from webarticlecurator.base.model.saved_page import SavedPage
from webarticlecurator.base.system.input_files import NameFault, resolve_named_path
from webarticlecurator.base.text.times import parse_iso_day, parse_iso_time
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.portal_file.config.load_context import LoadContext
from webarticlecurator.portal_file.config.table_lines import TableLine, read_table_lines
from webarticlecurator.portal_file.values.standard_scalars import read_web_address
from webarticlecurator.portal_file.values.value_fault import ValueFault, quote_value

COLUMNS = ("file", "url", "date")
"""The columns of the table; ``date`` may be missing."""


def load_page_table(path: Path) -> tuple[SavedPage, ...]:
    """Return the pages that a table lists, in its order.

    Files are relative to the folder of the table, and in it or below. An empty ``url`` means the
    address that the page declares. Raises ConfigError with every problem.
    """
    # a person named it, so it may be a link to a file anywhere
    path = path.resolve() if path.is_symlink() else path
    context = LoadContext(path.parent, {})
    pages = tuple(
        page
        for line in read_table_lines(context, path.name, COLUMNS, needed=2, required=True)
        if (page := _read_page(context, line)) is not None
    )
    require_no_problems(context.problems)
    return pages


def check_saved_date(value: str) -> str:
    """Return a day or a time in ISO 8601 as it is. Raises ValueFault for anything else."""
    try:
        parse_iso_time(value) if ":" in value else parse_iso_day(value)
    except ValueError:
        raise ValueFault(
            make_message("not a date: {value}", value=quote_value(value)),
            expected=make_message(
                "2019-05-03, 2019-05-03T14:30 in the portal's zone, or 2019-05-03T14:30:00+02:00"
            ),
        ) from None
    return value


def _read_page(context: LoadContext, line: TableLine) -> SavedPage | None:
    """Return the page of a row; None after adding a problem for a cell that is wrong."""
    name, url, saved = (line.cells[column] for column in COLUMNS)
    try:
        return SavedPage(
            resolve_named_path(context.folder, name, is_portable=False),
            read_web_address(url) if url else None,
            check_saved_date(saved) if saved else "",
        )
    except NameFault as fault:
        message = str(fault).replace("portal file", "table")
        context.add_problem(line.at, message, key="file", found=name)
    except ValueFault as fault:
        context.add_problem(line.at, fault.describe(), found=url)
    return None
