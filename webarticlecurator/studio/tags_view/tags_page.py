"""The view of the tag dictionary: which parts it has, and what its buttons do."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from functools import partial

from nicegui import ui
from nicegui.element import Element

from webarticlecurator.errors import CuratorError
from webarticlecurator.extract.analysis.inventory.decisions import Key
from webarticlecurator.studio.command_runs import CommandRuns, report_path, start_page_command
from webarticlecurator.studio.context import StudioContext
from webarticlecurator.studio.counted_view import add_counted_view
from webarticlecurator.studio.draft_line import DraftLine, write_draft_line
from webarticlecurator.studio.html_elements import write_button, write_element
from webarticlecurator.studio.run_line import write_run_line
from webarticlecurator.studio.tag_dictionary.open_tag_tables import TagList
from webarticlecurator.studio.tag_dictionary.tag_decisions import OperationChoice, decide
from webarticlecurator.studio.tag_dictionary.tag_files import (
    COUNTS_NAME,
    TagFiles,
    find_tag_files,
    list_tag_layouts,
)
from webarticlecurator.studio.tags_view.decision_bar import DecisionBar
from webarticlecurator.studio.tags_view.row_details import write_row_details
from webarticlecurator.studio.tags_view.tag_filter import TagFilter, filter_rows, read_tag_filter
from webarticlecurator.studio.tags_view.tag_rows import (
    write_filter_form,
    write_layouts,
    write_tag_rows,
)
from webarticlecurator.studio.window import showing_errors


def add_tags_view(context: StudioContext) -> None:
    """Add the view to the application."""
    add_counted_view("tags", "Tags", "Reading the tag table …", partial(_TagsView, context))


class _TagsView:
    """The view in one tab. ``chosen`` are the rows that the next decision is about."""

    def __init__(
        self,
        context: StudioContext,
        runs: CommandRuns,
        portal_id: str,
        query: Mapping[str, str],
    ) -> None:
        self._context, self._tables, self._runs = context, context.tag_tables, runs
        self._portal_id = portal_id
        self._draft = context.open_draft(portal_id)
        self._counts = report_path(context, portal_id, COUNTS_NAME)
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
        write_run_line(self._runs, self._portal_id, "Counting tags", self._after_run)
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
        tags = "1 tag" if len(rows) == 1 else f"{len(rows)} tags"
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
        await start_page_command(self._context, self._runs, self._portal_id, action, COUNTS_NAME)

    async def _after_run(self) -> None:
        await self.load()
        self._write_again()
