"""Which rows of a tag table a page shows, and in which order."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from webarticlecurator.base.dataclasses import dataclass, fields, replace
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.proposing.tags.inventory_table import Key, Line
from webarticlecurator.studio.frame.view_query import read_query_number

PAGE_LENGTH = 50


def _is_undecided(line: Line) -> bool:
    return not line.get("operation") and line.get("frequency") != "0"


SHOWN: Mapping[str, tuple[str, Callable[[Line], bool]]] = {
    "all": (make_message("all rows"), lambda _: True),
    "undecided": (make_message("not decided"), _is_undecided),
    "decided": (make_message("decided"), lambda line: bool(line.get("operation"))),
    "suggested": (
        make_message("suggestion differs"),
        lambda line: (
            _is_undecided(line) and line.get("suggestion") not in ("", line.get("in_force"))
        ),
    ),
    "gone": (make_message("no longer on any page"), lambda line: line.get("frequency") == "0"),
}
"""The choices of what is shown: the words, and which rows they are."""


def _by_number(column: str) -> Callable[[Line], tuple[float, str]]:
    return lambda line: (-read_cell_number(line.get(column)), line.get("signature"))


SORTED: Mapping[str, tuple[str, Callable[[Line], tuple[float, str]]]] = {
    "frequency": (make_message("elements"), _by_number("frequency")),
    "pages": (make_message("pages"), _by_number("pages")),
    "words": (make_message("words inside"), _by_number("words")),
    "repeated": (make_message("repeated text"), _by_number("repeated")),
    "confidence": (make_message("confidence"), _by_number("confidence")),
    "signature": (make_message("tag"), lambda line: (0.0, line.get("signature"))),
}
"""The orders: the words, and the key. Numbers begin with the largest."""


@dataclass(frozen=True)
class TagFilter:
    """What the address of the view says: the rows with ``text`` in their cells, of the kind
    ``show``, in the order ``sort``; their ``page``, from 1. ``layout`` is the one whose dictionary
    is shown, "" for that of the article."""

    text: str = ""
    show: str = "all"
    sort: str = "frequency"
    page: int = 1
    layout: str = ""

    def query(self, **changed: str | int) -> dict[str, str]:
        """Return the query string of an address with other values; what is usual is left out."""
        changed_filter = replace(self, **changed)  # type: ignore[arg-type]
        return {
            each.name: str(getattr(changed_filter, each.name))
            for each in fields(self)
            if getattr(changed_filter, each.name) != each.default
        }


def read_tag_filter(query: Mapping[str, str]) -> TagFilter:
    """Return the filter of a query string; what it does not say, or says wrong, is usual."""
    usual = TagFilter()
    return TagFilter(
        query.get("text", "").strip(),
        query["show"] if query.get("show") in SHOWN else usual.show,
        query["sort"] if query.get("sort") in SORTED else usual.sort,
        read_query_number(query, "page", 1),
        query.get("layout", ""),
    )


def filter_rows(rows: Mapping[Key, Line], row_filter: TagFilter) -> list[Key]:
    """Return the keys of the rows that a filter selects, in its order."""
    shows, sort_key = SHOWN[row_filter.show][1], SORTED[row_filter.sort][1]
    text = row_filter.text.casefold()
    found = [
        (sort_key(line), key)
        for key, line in rows.items()
        if shows(line)
        and (not text or any(text in cell.casefold() for cell in line.cells.values()))
    ]
    return [key for _, key in sorted(found)]


def select_filter_page(keys: list[Key], number: int) -> list[Key]:
    """Return the keys of a page, from 1."""
    return keys[(number - 1) * PAGE_LENGTH : number * PAGE_LENGTH]


def count_filter_pages(keys: list[Key]) -> int:
    """Return the number of pages, at least 1."""
    return max(1, -(-len(keys) // PAGE_LENGTH))


def read_cell_number(cell: str) -> float:
    """Return the number in a cell; 0 if there is none."""
    try:
        return float(cell.replace(",", ""))
    except ValueError:
        return 0.0
