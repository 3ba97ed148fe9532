"""The rows of the tag table as the view shows them, and the form that filters them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set

from webarticlecurator.extract.analysis.inventory.decisions import Key, Line
from webarticlecurator.extract.analysis.inventory.inventory_table import COUNTS, EXAMPLES
from webarticlecurator.studio.html_elements import (
    write_box,
    write_choice,
    write_element,
    write_field,
    write_link,
    write_table_head,
)
from webarticlecurator.studio.tags_view.tag_filter import (
    SHOWN,
    SORTED,
    TagFilter,
    count_filter_pages,
    select_filter_page,
)
from webarticlecurator.studio.window import view_address

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
    with write_element("nav", classes="form-row", aria_label="Tag dictionaries"):
        for name in ("", *layouts):
            words = f"Layout {name}" if name else "Article"
            query = {"layout": name} if name else {}
            link = write_link(words, view_address(portal_id, "tags", **query))
            if name == shown:
                link.props["aria-current"] = "page"


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
    with (
        write_element("div", classes="studio-wide", tabindex="0", role="region", aria_label="Tags"),
        write_element("table", classes="studio-table"),
    ):
        head = [("choose", "narrow"), ("tag", ""), ("decision", "")]
        head += [
            (_WORDS.get(name, name), "" if name in _TEXT_COLUMNS else "number") for name in counted
        ]
        write_table_head([*head, ("suggestion", ""), ("seen on", "")])
        with write_element("tbody"):
            for key in keys:
                with write_element("tr"):
                    _write_choice(key, rows[key], chosen, choose)
                    address = view_address(
                        portal_id,
                        "tags",
                        **row_filter.query(),
                        **shown,
                        row=key[0],
                        **{"in": key[1]},
                    )
                    _write_row(portal_id, rows[key], counted, address)
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
        for number, url in enumerate(line.get(EXAMPLES).split(), 1):
            write_link(
                str(number),
                view_address(portal_id, "article", url=url),
                "studio-number-link",
                label=f"article {number} with {_name_tag(line)}: {url}",
            )


def _write_pages(
    portal_id: str, found: int, pages: int, row_filter: TagFilter, shown: Mapping[str, str]
) -> None:
    with write_element("nav", classes="form-row", aria_label="Pages of the table"):
        tags = "1 tag" if found == 1 else f"{found} tags"
        write_element("span", f"{tags}, page {row_filter.page} of {pages}")
        for words, page in (("Previous", row_filter.page - 1), ("Next", row_filter.page + 1)):
            if 1 <= page <= pages:
                write_link(
                    words, view_address(portal_id, "tags", **row_filter.query(page=page), **shown)
                )
