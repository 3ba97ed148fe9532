"""The view of the tag dictionary: which parts it has, and what its buttons do."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Container, Iterable, Mapping
from functools import partial

from nicegui import ui

from webarticlecurator.base.errors import CuratorError
from webarticlecurator.base.text.reader_dates import write_date
from webarticlecurator.base.text.translation import make_message, translate, translate_count
from webarticlecurator.proposing.tags.inventory_table import EXAMPLES, Key, Line
from webarticlecurator.proposing.tags.tag_cells import say_cell
from webarticlecurator.studio.frame.context import StudioContext
from webarticlecurator.studio.frame.controls import label_prop, mark_asking, refill, write_nav
from webarticlecurator.studio.frame.draft_line import DraftLine
from webarticlecurator.studio.frame.page_frame import NodeMark, PageFrame
from webarticlecurator.studio.frame.portal_draft import PortalDraft
from webarticlecurator.studio.frame.run_line import write_report_button, write_run_line
from webarticlecurator.studio.frame.shown_errors import showing_errors, writing_errors
from webarticlecurator.studio.frame.slow_reading import show_while_waiting
from webarticlecurator.studio.frame.tag_decisions import (
    SUGGESTED,
    UNDECIDED,
    OperationChoice,
    decide,
    name_tag,
)
from webarticlecurator.studio.frame.tag_table_files import (
    COUNTS_NAME,
    TagFiles,
    find_tag_files,
    list_tag_layouts,
)
from webarticlecurator.studio.frame.tag_tables import TagList
from webarticlecurator.studio.frame.widgets import (
    open_form,
    set_disabled,
    write_article_numbers,
    write_box,
    write_button,
    write_choice,
    write_element,
    write_field,
    write_heading,
    write_items,
    write_link,
    write_page_links,
    write_table_rows,
)
from webarticlecurator.studio.frame.window import view_address
from webarticlecurator.studio.tags.operation_fields import write_operation_fields
from webarticlecurator.studio.tags.tag_examples import read_tag_examples
from webarticlecurator.studio.tags.tag_filter import (
    SHOWN,
    SORTED,
    count_filter_pages,
    filter_rows,
    read_tag_filter,
    select_filter_page,
)

_TEXT_COLUMNS = frozenset(("parent", "in_force", "source", EXAMPLES))
_USUAL = ("frequency", "pages", "words", "in_force")
_WORDS = {
    "frequency": make_message("elements"),
    "pages": make_message("pages"),
    "words": make_message("words"),
    "own_words": make_message("own words"),
    "linked_words": make_message("linked words"),
    "descendants": make_message("elements inside"),
    "links": make_message("share with links"),
    "repeated": make_message("repeated text"),
    "clock": make_message("share with a time of day"),
    "position": make_message("place in the text"),
    "parent": make_message("stands in"),
    "in_force": make_message("counted as"),
    "source": make_message("source"),
    "operation": make_message("decision"),
    "keep": make_message("kept attributes"),
    "suggestion": make_message("suggestion"),
    "confidence": make_message("confidence"),
    "reason": make_message("reason"),
    "status": make_message("state"),
}
"""The names of columns."""
_QUIET = "studio-quiet"


class TagsView:
    """The view in one tab."""

    def __init__(
        self,
        context: StudioContext,
        portal_id: str,
        draft: PortalDraft,
        query: Mapping[str, str],
    ) -> None:
        self._context, self._tables, self._portal_id = context, context.tag_tables, portal_id
        self._draft = draft
        self._filter = read_tag_filter(query)
        self._row: Key | None = (query["row"], query.get("in", "")) if query.get("row") else None
        self._seen = query.get("seen", "")
        # the rows that the next decision is about
        self._chosen: set[Key] = set()

    async def load(self) -> None:
        """Read the tables as they are now. Raises what ``TagTables.read`` raises."""
        counts = self._context.report_path(self._portal_id, COUNTS_NAME)
        self._files = await asyncio.to_thread(
            find_tag_files, self._draft, counts, self._filter.layout
        )
        self._layouts = list_tag_layouts(self._draft.text)
        await self._show(self._tables.read)

    async def _show(self, read: Callable[[TagFiles], TagList]) -> None:
        """Take the table that ``read`` returns, and the rows of it that are shown."""
        tags = await asyncio.to_thread(read, self._files)
        found = await asyncio.to_thread(filter_rows, tags.rows, self._filter)
        self._tags, self._found = tags, found

    async def write(self) -> None:
        """Write the view. Raises as ``load``."""
        await show_while_waiting("Reading the tag table …", self.load())
        if self._layouts:
            shown = self._filter.layout if self._filter.layout in self._layouts else ""
            links = [
                (translate("Article"), view_address(self._portal_id, "tags"), not shown),
                *(
                    (
                        translate("Layout {layout}", layout=name),
                        view_address(self._portal_id, "tags", layout=name),
                        name == shown,
                    )
                    for name in self._layouts
                ),
            ]
            write_nav("Tag dictionaries", links, "form-row")
        write_element(
            "p",
            translate(
                "A tag is a kind of element of the pages. What is decided about it says what"
                " becomes of its text."
            ),
            _QUIET,
        )
        self._line = DraftLine(self._draft)
        self._state = ui.element("div").classes("studio-stack tags-state")
        write_run_line(
            self._context.commands, self._portal_id, "tags", "Counting tags", self._read_again
        )
        action = view_address(self._portal_id, "tags")
        row_filter = self._filter
        hidden = [("layout", row_filter.layout)] if row_filter.layout else []
        with open_form(action, hidden, "Show", role="search"):
            write_field("Search", "text", row_filter.text, type="search")
            write_choice(
                "Show", "show", {name: words for name, (words, _) in SHOWN.items()}, row_filter.show
            )
            if self._tags.counted:
                write_choice(
                    "Sort by",
                    "sort",
                    {name: words for name, (words, _) in SORTED.items()},
                    row_filter.sort,
                )
        if self._row is not None and self._row in self._tags.rows:
            await self._write_row_details(self._row, self._tags.rows[self._row])
        self._rows = ui.element("div").classes("studio-stack")
        with ui.element("div").classes("studio-bottom"):
            self._write_bar()
        self._write_again()

    def _write_bar(self) -> None:
        """Write what decides about all rows that are chosen."""

        def decide_chosen(decision: OperationChoice) -> Awaitable[None]:
            return self._decide(self._chosen, decision)

        with ui.element("div").classes("form-row").props(f'role="group" {label_prop("Decide")}'):
            self._number = ui.label("").props('role="status"')
            self._all = write_button("", lambda: self._choose_rows(self._found))
            none = write_button("Clear the selection", lambda: self._choose_rows(()))
            decisions = [
                write_button(words, showing_errors(partial(decide_chosen, OperationChoice(name))))
                for words, name in (
                    (translate("Drop"), "drop"),
                    (translate("Unwrap"), "unwrap"),
                    (translate("As suggested"), SUGGESTED),
                    (translate("Not decided"), UNDECIDED),
                )
            ]
            self._for_chosen = [none, *decisions, write_operation_fields(decide_chosen)]
            self._back = write_button(
                "Undo", showing_errors(partial(self._change, self._tables.undo))
            )

    def _write_again(self) -> None:
        """Write what changes with a decision."""
        with refill(self._state):
            self._write_state()
        keys = select_filter_page(self._found, self._filter.page)
        given = {
            name for key in keys for name, value in self._tags.rows[key].cells.items() if value
        }
        # a table that was not counted has none of them
        counted = [name for name in _USUAL if name in given]
        head = (
            (make_message("choose"), "narrow"),
            (make_message("tag"), ""),
            (make_message("decision"), ""),
            *((_WORDS.get(name, name), _class_of_column(name)) for name in counted),
            *([(make_message("suggestion"), "")] if "suggestion" in given else []),
            *([(make_message("seen on"), "")] if EXAMPLES in given else []),
        )
        with refill(self._rows):
            for key in write_table_rows(keys, head, "Tags"):
                self._write_row(key, self._tags.rows[key], counted, given)
            page = self._filter.page
            pages = count_filter_pages(self._found)
            tags = translate_count("{number:,} tag", "{number:,} tags", len(self._found))
            write_page_links(
                "Pages of the table",
                translate("{tags}, page {page} of {pages}", tags=tags, page=page, pages=pages),
                page,
                page < pages,
                lambda number: view_address(
                    self._portal_id, "tags", **self._filter.query(page=number)
                ),
            )
        self._update_bar()

    def _write_state(self) -> None:
        rows, name = self._tags.rows.values(), self._files.table.name
        decided = sum(bool(line.get("operation")) for line in rows)
        counted = self._tags.counted
        ui.label(
            translate(
                "{tags}, {counted}; {decided} decided. Decisions are written to {file}.",
                tags=translate_count("{number:,} tag", "{number:,} tags", len(rows)),
                counted=translate("counted {time}", time=write_date(counted.isoformat()))
                if counted
                else translate("not counted yet"),
                decided=decided,
                file=name
                if self._tags.own is not None
                else translate("{file}, which the first decision creates", file=name),
            )
        )
        with ui.element("div").classes("form-row"):
            write_report_button(
                self._context,
                self._portal_id,
                translate("Count again")
                if counted
                else translate("Count the tags of the stored pages"),
                ("tags", "suggest"),
                COUNTS_NAME,
            )
        if not self._draft.is_saved:
            write_element(
                "p", translate("Tags are counted by the rules of the saved file."), _QUIET
            )

    def _write_row(
        self, key: Key, line: Line, counted: Iterable[str], given: Container[str]
    ) -> None:
        with write_element("td"):
            label = translate("choose {tag}", tag=name_tag(line))
            is_chosen = key in self._chosen
            write_box(label, partial(self._choose, key), checked=is_chosen)
        with write_element("td"):
            row = {**self._filter.query(), "row": key[0], "in": key[1]}
            write_link(
                line.get("signature"), view_address(self._portal_id, "tags", **row), "studio-code"
            )
            if line.get("context"):
                write_element("div", line.get("context"), _QUIET)
        with write_element("td"):
            write_element("span", say_cell("operation", line.get("operation")))
            if line.get("keep"):
                write_element(
                    "div", translate("keep {attributes}", attributes=line.get("keep")), _QUIET
                )
        for name in counted:
            write_element("td", say_cell(name, line.get(name)), _class_of_column(name))
        if "suggestion" in given:
            with write_element("td"):
                self._write_suggestion(line)
        if EXAMPLES in given:
            with write_element("td", classes="studio-unbroken"):
                write_article_numbers(self._portal_id, line.get(EXAMPLES).split(), name_tag(line))

    def _write_suggestion(self, line: Line) -> None:
        """Write the suggestion for a row without a decision."""
        suggestion = line.get("suggestion")
        if not suggestion or line.get("operation"):
            return
        is_news = suggestion != line.get("in_force")
        words = say_cell("suggestion", suggestion) if is_news else translate("as it is")
        share = say_cell("confidence", line.get("confidence"))
        write_element("span", f"{words} {share}", "" if is_news else _QUIET)
        if is_news:
            write_element("div", say_cell("reason", line.get("reason")), f"{_QUIET} studio-small")

    def _update_bar(self) -> None:
        chosen = len(self._chosen)
        self._number.set_text(
            translate("No row is chosen.")
            if not chosen
            else translate("{number} chosen:", number=chosen)
        )
        self._all.set_text(translate("Choose all {number}", number=len(self._found)))
        for button in self._for_chosen:
            set_disabled(button, not chosen)
        set_disabled(self._back, not self._tables.can_undo(self._files))

    def _choose(self, key: Key, is_chosen: bool) -> None:
        (self._chosen.add if is_chosen else self._chosen.discard)(key)
        self._update_bar()

    def _choose_rows(self, keys: Iterable[Key]) -> None:
        self._chosen = {*keys}
        self._write_again()

    async def _decide(self, keys: set[Key], decision: OperationChoice) -> None:
        ordered = [key for key in self._tags.rows if key in keys]
        await self._change(
            lambda files: self._tables.change(
                files, lambda table, shown: decide(table, shown, ordered, decision)
            )
        )
        if not self._files.is_named:
            self._draft.set(self._files.key, self._files.table.name)
            self._line.update()
            await self._read_again()

    async def _change(self, change: Callable[[TagFiles], TagList]) -> None:
        """Change the table and show it. If that is not possible, show it as it is now, and raise
        why."""
        try:
            await self._show(change)
        except (CuratorError, OSError):
            await self._read_again()
            raise
        self._choose_rows(())

    async def _read_again(self) -> None:
        await self.load()
        self._write_again()

    async def _write_row_details(self, key: Key, line: Line) -> None:
        """Write a row: all its cells, its addresses, and one of these pages with its elements
        marked, that of the address in the query or the first."""
        shown = self._filter.query()
        with ui.element("div").classes("tags-panes") as panes:
            page_place = ui.element("div").classes("studio-asked tags-page")
            question = write_element(
                "section",
                classes="studio-panel studio-question",
                aria_labelledby="studio-row-name",
            )
        with question:
            write_element("h2", name_tag(line), "studio-heading studio-code", id="studio-row-name")
            write_link(translate("Close"), view_address(self._portal_id, "tags", **shown))
            with (
                ui.element("div")
                .classes("form-row")
                .props(f'role="group" {label_prop("This row")}')
            ):
                write_operation_fields(partial(self._decide, {key}), with_place=True)
            with write_element("dl", classes="studio-cells"):
                for name, value in line.cells.items():
                    if value and name not in (EXAMPLES, "signature", "context"):
                        with write_element("div"):
                            write_element("dt", translate(_WORDS.get(name, name)))
                            write_element("dd", say_cell(name, value))
            urls = line.get(EXAMPLES).split()
            if not urls:
                return
            seen = self._seen if self._seen in urls else urls[0]
            row = {"row": line.get("signature"), "in": line.get("context")}
            write_heading("Seen on", 3)
            for url in write_items(urls):
                write_link(
                    url,
                    view_address(self._portal_id, "article", url=url),
                    "studio-anywhere",
                )
                link = write_link(
                    translate("show"),
                    view_address(self._portal_id, "tags", **shown, **row, seen=url),
                    "studio-after",
                    translate("show {url} here", url=url),
                )
                if url == seen:
                    link.props["aria-current"] = "true"
            mark_asking(panes, True)
            await self._write_page(seen, line.get("signature"), page_place)

    async def _write_page(self, url: str, signature: str, place: ui.element) -> None:
        """Write what a tag has in it on a stored page, and in a place the page with its elements
        marked."""
        write_heading(translate("Its content on {url}", url=url), 3)
        with writing_errors():
            portal = await asyncio.to_thread(self._draft.portal)
            page = await asyncio.to_thread(self._context.sources.read, portal, url)
            elements, texts, nodes = await self._context.pages.read(
                portal, url, read_tag_examples, page, signature
            )
            if not elements:
                ui.label(
                    translate(
                        "With the current rules, the page has no such element inside the text root."
                    )
                )
            with write_element("ul"):
                for text in texts:
                    write_element("li", text)
            if elements > len(texts):
                ui.label(
                    translate(
                        "{elements} elements; {number} with text are shown.",
                        elements=elements,
                        number=len(texts),
                    )
                )
            if len(nodes) < elements:
                ui.label(translate("The text is not in the page itself, so nothing is marked."))
            with place:
                frame = PageFrame(
                    title=translate("{url} with {tag} marked", url=url, tag=signature)
                ).classes("tags-frame")
                frame.add_view_switch()
            marks = [NodeMark(node, "proposed", signature) for node in nodes]
            await frame.show_stored(
                self._context, portal, page, marks, [(each, "") for each in nodes[:1]]
            )


def _class_of_column(name: str) -> str:
    return "" if name in _TEXT_COLUMNS else "number"
