"""The rows of the tag table as the view shows them, and the form that filters them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, fields, replace

from webarticlecurator.model.portal import Portal
from webarticlecurator.propose.inventory_table import COUNTS, EXAMPLES, Key, Line
from webarticlecurator.propose.tag_evidence import find_tagged_elements
from webarticlecurator.stored_pages.page_store import StoredPage
from webarticlecurator.studio.frame.widgets import (
    format_number_of,
    open_table,
    write_article_numbers,
    write_box,
    write_choice,
    write_element,
    write_field,
    write_link,
)
from webarticlecurator.studio.frame.window import read_query_number, view_address, write_nav

_TEXT_COLUMNS = frozenset(("parent", "in_force", "source", EXAMPLES))
_USUAL = ("frequency", "pages", "words", "in_force")
_WORDS = {
    "frequency": "elements",
    "own_words": "own words",
    "linked_words": "linked words",
    "in_force": "counted as",
}
"""The names of columns that are not those of the file."""
_QUIET = "studio-quiet"


def write_layouts(portal_id: str, layouts: Sequence[str], shown: str) -> None:
    """Write links to the dictionaries of the article and of layouts, of which one is ``shown``."""
    links = [("Article", view_address(portal_id, "tags"), not shown)]
    for name in layouts:
        address = view_address(portal_id, "tags", layout=name)
        links.append((f"Layout {name}", address, name == shown))
    write_nav("Tag dictionaries", links, "form-row")


def write_filter_form(portal_id: str, row_filter: TagFilter, all_columns: bool) -> None:
    """Write the form with what is shown; it leads to the address of the view that shows it."""
    action = view_address(portal_id, "tags")
    with write_element("form", classes="form-row", method="get", action=action, role="search"):
        if row_filter.layout:
            write_element("input", type="hidden", name="layout", value=row_filter.layout)
        write_field("Search", "text", row_filter.text, type="search")
        write_choice(
            "Show", "show", {name: words for name, (words, _) in SHOWN.items()}, row_filter.show
        )
        write_choice(
            "Sort by", "sort", {name: row[0] for name, row in SORTED.items()}, row_filter.sort
        )
        least = str(row_filter.least)
        write_field("Pages, at least", "least", least, type="number", min="0", style="width: 6em")
        columns = {"": "the usual", "all": "all of the file"}
        write_choice("Columns", "columns", columns, "all" if all_columns else "")
        write_element("button", "Show", "studio-button", type="submit")


def write_tag_rows(
    portal_id: str,
    rows: Mapping[Key, Line],
    found: Sequence[Key],
    row_filter: TagFilter,
    chosen: Set[Key],
    choose: Callable[[Key, bool], None],
    *,
    all_columns: bool,
) -> None:
    """Write a page of the rows; ``choose`` is called when a row is chosen or not."""
    keys = select_filter_page([*found], row_filter.page)
    counted = COUNTS if all_columns else _USUAL
    shown = {**({"columns": "all"} if all_columns else {})}
    head = [("choose", "narrow"), ("tag", ""), ("decision", "")]
    head += [
        (_WORDS.get(name, name), "" if name in _TEXT_COLUMNS else "number") for name in counted
    ]
    with open_table([*head, ("suggestion", ""), ("seen on", "")], "Tags"):
        for key in keys:
            with write_element("tr"):
                _write_choice(key, rows[key], chosen, choose)
                query = {**row_filter.query(), **shown, "row": key[0], "in": key[1]}
                _write_row(portal_id, rows[key], counted, view_address(portal_id, "tags", **query))
    _write_pages(portal_id, len(found), count_filter_pages([*found]), row_filter, shown)


def _write_choice(
    key: Key, line: Line, chosen: Set[Key], choose: Callable[[Key, bool], None]
) -> None:
    with write_element("td"):
        label = f"choose {_name_tag(line)}"
        write_box(label, lambda is_chosen: choose(key, is_chosen), checked=key in chosen)


def _name_tag(line: Line) -> str:
    return f"{line.get('signature')} {line.get('context')}".strip()


def _write_row(portal_id: str, line: Line, counted: Sequence[str], address: str) -> None:
    with write_element("td"):
        write_link(line.get("signature"), address, "studio-code")
        if line.get("context"):
            write_element("div", line.get("context"), _QUIET)
    with write_element("td"):
        write_element("span", line.get("operation"), "studio-code")
        if line.get("keep"):
            write_element("div", f"keep {line.get('keep')}", _QUIET)
    for name in counted:
        write_element("td", line.get(name), "" if name in _TEXT_COLUMNS else "number")
    with write_element("td"):
        suggestion = line.get("suggestion")
        if suggestion and not line.get("operation"):
            is_news = suggestion != line.get("in_force")
            words = suggestion if is_news else "as it is"
            write_element("span", f"{words} {line.get('confidence')}", "" if is_news else _QUIET)
            if is_news:
                write_element("div", line.get("reason"), f"{_QUIET} studio-small")
    with write_element("td", classes="studio-unbroken"):
        write_article_numbers(portal_id, line.get(EXAMPLES).split(), _name_tag(line))


def _write_pages(
    portal_id: str, found: int, pages: int, row_filter: TagFilter, shown: Mapping[str, str]
) -> None:
    with write_element("nav", classes="form-row", aria_label="Pages of the table"):
        tags = format_number_of(found, "tag")
        write_element("span", f"{tags}, page {row_filter.page} of {pages}")
        for words, page in (("Previous", row_filter.page - 1), ("Next", row_filter.page + 1)):
            if 1 <= page <= pages:
                write_link(
                    words, view_address(portal_id, "tags", **row_filter.query(page=page), **shown)
                )


# Which rows of a tag table a page shows, and in which order.

PAGE_LENGTH = 50
_Rows = Mapping[Key, Line]


def _is_undecided(line: Line) -> bool:
    return not line.get("operation") and line.get("frequency") != "0"


SHOWN: Mapping[str, tuple[str, Callable[[Line], bool]]] = {
    "all": ("all rows", lambda _: True),
    "undecided": ("not decided", _is_undecided),
    "decided": ("decided", lambda line: bool(line.get("operation"))),
    "suggested": (
        "suggested otherwise",
        lambda line: (
            _is_undecided(line) and line.get("suggestion") not in ("", line.get("in_force"))
        ),
    ),
    "gone": ("on no page now", lambda line: line.get("frequency") == "0"),
}
"""The choices of what is shown: the words, and which rows they are."""


def _by_number(column: str) -> Callable[[Line], tuple[float, str]]:
    return lambda line: (-read_cell_number(line.get(column)), line.get("signature"))


SORTED: Mapping[str, tuple[str, Callable[[Line], tuple[float, str]]]] = {
    "frequency": ("elements", _by_number("frequency")),
    "pages": ("pages", _by_number("pages")),
    "words": ("words inside", _by_number("words")),
    "repeated": ("repeated text", _by_number("repeated")),
    "confidence": ("confidence", _by_number("confidence")),
    "signature": ("tag", lambda line: (0.0, line.get("signature"))),
}
"""The orders: the words, and the key. Numbers begin with the largest."""


@dataclass(frozen=True)
class TagFilter:
    """What the address of the view says: the rows with ``text`` in their cells, of the kind
    ``show``, on at least ``least`` pages, in the order ``sort``; their ``page``, from 1. ``layout``
    is the one whose dictionary is shown, "" for that of the article."""

    text: str = ""
    show: str = "all"
    sort: str = "frequency"
    least: int = 0
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
        read_query_number(query, "least", 0),
        read_query_number(query, "page", 1),
        query.get("layout", ""),
    )


def filter_rows(rows: _Rows, row_filter: TagFilter) -> list[Key]:
    """Return the keys of the rows that a filter selects, in its order."""
    shows, sort_key = SHOWN[row_filter.show][1], SORTED[row_filter.sort][1]
    text = row_filter.text.casefold()
    found = [
        (sort_key(line), key)
        for key, line in rows.items()
        if shows(line)
        and (not text or any(text in cell.casefold() for cell in line.cells.values()))
        and (not row_filter.least or read_cell_number(line.get("pages")) >= row_filter.least)
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


# What a tag has in it on a stored page. Runs in a worker: rules read the page.

MAX_TEXTS = 5
MAX_CHARACTERS = 300


@dataclass(frozen=True)
class TagExamples:
    """The elements of a tag on a page: how many, the beginnings of the first texts, and the numbers
    of those that are in the page itself, not in HTML that a script has."""

    elements: int
    texts: tuple[str, ...]
    nodes: tuple[int, ...] = ()


def read_tag_examples(portal: Portal, page: StoredPage, signature: str) -> TagExamples:
    """Return the elements of a page that the inventory counts for a signature."""
    parsed = page.page(portal)
    found = find_tagged_elements(portal, parsed, signature)
    texts = (" ".join("".join(map(str, element.itertext())).split()) for element in found)
    shown = tuple(
        text if len(text) <= MAX_CHARACTERS else f"{text[:MAX_CHARACTERS]}…"
        for text in (text for text in texts if text)
    )
    numbers = {element: number for number, element in enumerate(parsed.elements.all)}
    nodes = tuple(numbers[element] for element in found if element in numbers)
    return TagExamples(len(found), shown[:MAX_TEXTS], nodes)
