"""The view of the tag dictionary: which parts it has, and what its buttons do."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial

from nicegui import ui
from nicegui.element import Element
from nicegui.elements.mixins.text_element import TextElement

from webarticlecurator.errors import CuratorError
from webarticlecurator.model.blocks import NAMES
from webarticlecurator.propose.inventory_table import EXAMPLES, Key, Line
from webarticlecurator.rules.tag_context import OPERATIONS
from webarticlecurator.studio.frame.context import StudioContext
from webarticlecurator.studio.frame.tag_tables import (
    COUNTS_NAME,
    SUGGESTED,
    UNDECIDED,
    OperationChoice,
    TagFiles,
    TagList,
    decide,
    find_tag_files,
    list_tag_layouts,
)
from webarticlecurator.studio.frame.widgets import (
    DraftLine,
    format_number_of,
    on_value,
    write_button,
    write_draft_line,
    write_element,
    write_field,
    write_heading,
    write_link,
    write_run_line,
)
from webarticlecurator.studio.frame.window import (
    NO_NODE,
    NodeMark,
    PageFrame,
    PageOnShelf,
    add_counted_view,
    shelve_page,
    showing_errors,
    view_address,
    write_error,
)
from webarticlecurator.studio.views.tag_rows import (
    TagExamples,
    TagFilter,
    filter_rows,
    read_tag_examples,
    read_tag_filter,
    write_filter_form,
    write_layouts,
    write_tag_rows,
)


def add_tags_view(context: StudioContext) -> None:
    """Add the view to the application."""
    add_counted_view("tags", "Tags", "Reading the tag table …", partial(_TagsView, context))


class _TagsView:
    """The view in one tab. ``chosen`` are the rows that the next decision is about."""

    def __init__(self, context: StudioContext, portal_id: str, query: Mapping[str, str]) -> None:
        self._context, self._tables, self._portal_id = context, context.tag_tables, portal_id
        self._draft = context.open_draft(portal_id)
        self._counts = context.report_path(portal_id, COUNTS_NAME)
        self._filter: TagFilter = read_tag_filter(query)
        self._row: Key | None = (query["row"], query.get("in", "")) if query.get("row") else None
        self._seen = query.get("seen", "")
        self._all_columns = query.get("columns") == "all"
        self.chosen: set[Key] = set()
        self._files: TagFiles
        self._layouts: list[str]
        self._tags: TagList
        self._found: list[Key]
        self._line: DraftLine
        self._places: dict[str, Element] = {}
        self._bar = DecisionBar(self._decide, self._undo, self._choose_all, self._choose_none)

    async def load(self) -> None:
        """Read the tables as they are now. Raises what ``TagTables.read`` raises."""
        layout = self._filter.layout
        self._files = await asyncio.to_thread(find_tag_files, self._draft, self._counts, layout)
        self._layouts = list_tag_layouts(self._draft.text)
        await self._show(self._tables.read, self._files)

    async def _show(self, read: Callable[..., TagList], *arguments: object) -> None:
        """Take the table that ``read`` returns, and the rows of it that are shown."""

        def read_and_filter() -> tuple[TagList, list[Key]]:
            tags = read(*arguments)
            return tags, filter_rows(tags.rows, self._filter)

        self._tags, self._found = await asyncio.to_thread(read_and_filter)

    async def write(self) -> None:
        """Write the view."""
        if self._layouts:
            shown = self._filter.layout if self._filter.layout in self._layouts else ""
            write_layouts(self._portal_id, self._layouts, shown)
        self._line = write_draft_line(self._draft)
        self._places["state"] = ui.element("div").classes("studio-stack")
        runs = self._context.commands
        write_run_line(runs, self._portal_id, "tags", "Counting tags", self._after_run)
        write_filter_form(self._portal_id, self._filter, self._all_columns)
        if self._row is not None and self._row in self._tags.rows:
            line = self._tags.rows[self._row]
            await write_row_details(
                self._context,
                self._portal_id,
                line,
                self._filter,
                self._decide_in_place,
                self._seen,
            )
        self._places["rows"] = ui.element("div").classes("studio-stack")
        with ui.element("div").classes("studio-bottom"):
            self._bar.write()
        self._write_again()

    def _write_again(self) -> None:
        """Write what changes with a decision."""
        self._places["state"].clear()
        with self._places["state"]:
            self._write_state()
        self._places["rows"].clear()
        with self._places["rows"]:
            write_tag_rows(
                self._portal_id,
                self._tags.rows,
                self._found,
                self._filter,
                self.chosen,
                self._choose,
                all_columns=self._all_columns,
            )
        self._update_bar()

    def _write_state(self) -> None:
        rows, name = self._tags.rows.values(), self._files.table.name
        decided = sum(bool(line.get("operation")) for line in rows)
        counted = self._tags.counted
        when = f"counted {counted:%Y-%m-%d %H:%M}" if counted else "not counted yet"
        kept = name if self._tags.own is not None else f"{name}, which the first decision makes"
        tags = format_number_of(len(rows), "tag")
        ui.label(f"{tags}, {when}; {decided} decided. Decisions are written to {kept}.")
        with ui.element("div").classes("form-row"):
            write_button(
                "Count again" if counted else "Count the tags of the stored pages",
                showing_errors(self._count),
            )
            if counted and self._tags.own is not None:
                write_button(f"Write the counts into {name}", showing_errors(self._merge))
        if not self._draft.is_saved:
            write_element(
                "p",
                "Tags are counted by the rules of the saved file.",
                "studio-quiet",
            )

    def _update_bar(self) -> None:
        can_undo = self._tables.can_undo(self._files)
        self._bar.update(len(self.chosen), len(self._found), can_undo=can_undo)

    def _choose(self, key: Key, is_chosen: bool) -> None:
        (self.chosen.add if is_chosen else self.chosen.discard)(key)
        self._update_bar()

    def _choose_all(self) -> None:
        self.chosen = {*self._found}
        self._write_again()

    def _choose_none(self) -> None:
        self.chosen.clear()
        self._write_again()

    async def _decide(self, decision: OperationChoice) -> None:
        await self._decide_rows({*self.chosen}, decision)

    async def _decide_in_place(self, decision: OperationChoice) -> None:
        if self._row is not None:
            await self._decide_rows({self._row}, decision)

    async def _decide_rows(self, keys: set[Key], decision: OperationChoice) -> None:
        ordered = [key for key in self._tags.rows if key in keys]
        await self._change(
            lambda: self._tables.change(
                self._files, lambda table, shown: decide(table, shown, ordered, decision)
            )
        )
        if not self._files.is_named:
            self._draft.set(self._files.key, self._files.table.name)
            self._line.update()
            await self.load()
            self._write_again()

    async def _undo(self) -> None:
        await self._change(lambda: self._tables.undo(self._files))

    async def _merge(self) -> None:
        await self._change(lambda: self._tables.merge(self._files))

    async def _change(self, change: Callable[[], TagList]) -> None:
        """Change the table and show it. If that is not possible, show it as it is now, and raise
        why."""
        try:
            await self._show(change)
        except (CuratorError, OSError):
            await self.load()
            self._write_again()
            raise
        self.chosen.clear()
        self._write_again()

    async def _count(self) -> None:
        action = ("tags", "suggest")
        start = self._context.start_report
        await asyncio.to_thread(start, self._portal_id, action, COUNTS_NAME)

    async def _after_run(self) -> None:
        await self.load()
        self._write_again()


# The bar below the table of tags: decides about all rows that are chosen.

Decide = Callable[[OperationChoice], Awaitable[None]]


class DecisionBar:
    """The buttons and fields; ``decide`` is called with what was decided."""

    def __init__(
        self,
        decide: Decide,
        undo: Callable[[], Awaitable[None]],
        choose_all: Callable[[], None],
        choose_none: Callable[[], None],
    ) -> None:
        self._decide, self._undo = decide, undo
        self._choose_all, self._choose_none = choose_all, choose_none

    def write(self) -> None:
        """Write the bar."""
        with ui.element("div").classes("form-row").props('role="group" aria-label="Decide"'):
            self._number = ui.label("").props('role="status"')
            self._all = write_button("", self._choose_all)
            self._none = write_button("Choose none", self._choose_none)
            self._buttons = [
                self._write_decision("Drop", "drop"),
                self._write_decision("Unwrap", "unwrap"),
                self._write_decision("As suggested", SUGGESTED),
                self._write_decision("Not decided", UNDECIDED),
            ]
            self._fields = OperationFields(self._decide)
            self._buttons.append(self._fields.write())
            self._back = write_button("Undo", showing_errors(self._undo))

    def update(self, chosen: int, found: int, *, can_undo: bool) -> None:
        """Show how many rows are chosen, of how many."""
        self._number.set_text("No row is chosen." if not chosen else f"{chosen} chosen:")
        self._all.set_text(f"Choose all {found}")
        for button in self._buttons:
            button.props["disabled"] = not chosen
            button.update()
        self._none.props["disabled"] = not chosen
        self._none.update()
        self._back.props["disabled"] = not can_undo
        self._back.update()

    def _write_decision(self, words: str, operation: str) -> TextElement:
        async def decide() -> None:
            await self._decide(OperationChoice(operation))

        return write_button(words, showing_errors(decide))


class OperationFields:
    """Fields for any operation, with the attributes that are kept and, where ``with_place`` says
    so, the only place that the decision is about."""

    _lists = 0

    def __init__(self, decide: Decide, *, with_place: bool = False) -> None:
        self._decide, self._with_place = decide, with_place
        self._operation = self._keep = self._context = ""

    def write(self) -> TextElement:
        """Write the fields; return their button."""
        OperationFields._lists += 1
        names = f"studio-operations-{OperationFields._lists}"
        with write_element("datalist", id=names):
            for name in (*OPERATIONS, *sorted(NAMES)):
                write_element("option", value=name)
        operation = write_field("Keep as", "operation", list=names, placeholder="quote", size="12")
        on_value(operation, "input", self._set_operation)
        keep = write_field("with attributes", "keep", placeholder="href", size="8")
        on_value(keep, "input", self._set_keep)
        if self._with_place:
            place = write_field("only", "place", placeholder="in figure", size="16")
            on_value(place, "input", self._set_context)
        return write_button("Decide", showing_errors(self._send))

    async def _send(self) -> None:
        await self._decide(OperationChoice(self._operation, self._keep, self._context))

    def _set_operation(self, value: str) -> None:
        self._operation = value.strip()

    def _set_keep(self, value: str) -> None:
        self._keep = value.strip()

    def _set_context(self, value: str) -> None:
        self._context = " ".join(value.split())


# One row of the tag table in its pages: the text of such elements, and where they are.


async def write_row_details(
    context: StudioContext,
    portal_id: str,
    line: Line,
    shown: TagFilter,
    decide: Decide,
    seen: str = "",
) -> None:
    """Write a row: all its cells, its addresses, and one of these pages with its elements marked,
    that of the address ``seen`` or the first."""
    name = f"{line.get('signature')} {line.get('context')}".strip()
    with write_element("section", classes="studio-panel", aria_labelledby="studio-row-name"):
        write_heading(name, classes="studio-code", id="studio-row-name")
        write_link("Close", view_address(portal_id, "tags", **shown.query()))
        with ui.element("div").classes("form-row").props('role="group" aria-label="This row"'):
            OperationFields(decide, with_place=True).write()
        _write_cells(line.cells)
        urls = line.get(EXAMPLES).split()
        if urls:
            seen = seen if seen in urls else urls[0]
            _write_addresses(portal_id, urls, line, shown, seen)
            await _write_page(context, portal_id, seen, line.get("signature"))


def _write_cells(cells: Mapping[str, str]) -> None:
    with write_element("dl", classes="studio-cells"):
        for name, value in cells.items():
            if value and name not in (EXAMPLES, "signature", "context"):
                with write_element("div"):
                    write_element("dt", name.replace("_", " "))
                    write_element("dd", value)


def _write_addresses(
    portal_id: str, urls: Sequence[str], line: Line, shown: TagFilter, seen: str
) -> None:
    row = {"row": line.get("signature"), "in": line.get("context")}
    write_heading("Seen on", 3)
    with write_element("ul"):
        for url in urls:
            with write_element("li"):
                write_link(url, view_address(portal_id, "article", url=url), "studio-anywhere")
                address = view_address(portal_id, "tags", **shown.query(), **row, seen=url)
                link = write_link("show", address, "studio-after", label=f"show {url} below")
                if url == seen:
                    link.props["aria-current"] = "true"


async def _write_page(context: StudioContext, portal_id: str, url: str, signature: str) -> None:
    write_heading(f"What is in it on {url}", 3)
    try:
        found, shown = await _read_page(context, portal_id, url, signature)
    except (CuratorError, OSError) as error:
        write_error(error)
        return
    if not found.elements:
        ui.label("By the present rules the page has no such element inside the text root.")
    with write_element("ul"):
        for text in found.texts:
            write_element("li", text)
    if found.elements > len(found.texts):
        ui.label(f"{found.elements} elements; {len(found.texts)} with text are shown.")
    if len(found.nodes) < found.elements:
        ui.label("The text is not in the page itself, so nothing is marked in it.")
    frame = PageFrame(title=f"{url} with {signature} marked").classes("studio-page-frame")
    frame.add_styles_switch()
    marks = [NodeMark(node, "proposed", signature) for node in found.nodes]
    first = found.nodes[0] if found.nodes else NO_NODE
    frame.show(shown.address, shown.nodes, marks, first)


async def _read_page(
    context: StudioContext, portal_id: str, url: str, signature: str
) -> tuple[TagExamples, PageOnShelf]:
    portal = await asyncio.to_thread(context.open_draft(portal_id).portal)
    page = await asyncio.to_thread(context.sources.read, portal, url)
    found = await context.pages.read(portal, url, read_tag_examples, page, signature)
    return found, await shelve_page(context, portal, page)
