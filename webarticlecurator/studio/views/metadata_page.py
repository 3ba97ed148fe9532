"""The view of metadata: which parts it has, and what its buttons do."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from nicegui import ui
from nicegui.element import Element

from webarticlecurator.article.diagnostics import SITE_NAME
from webarticlecurator.config.files import MAX_TABLE, read_regular
from webarticlecurator.config.tables import read_table_file
from webarticlecurator.corpora.reporting import CONFLICTS, NOTHING
from webarticlecurator.errors import CuratorError
from webarticlecurator.model.fields import FIELD_NAMES, FIELDS_BY_NAME
from webarticlecurator.stored_pages.page_store import has_corpus
from webarticlecurator.studio.frame.context import StudioContext
from webarticlecurator.studio.frame.widgets import (
    DraftLine,
    open_table,
    scroll_to_element,
    write_article_numbers,
    write_button,
    write_draft_line,
    write_element,
    write_heading,
    write_run_line,
)
from webarticlecurator.studio.frame.window import (
    add_counted_view,
    read_query_number,
    showing_errors,
    view_address,
    write_error,
    write_nav,
)
from webarticlecurator.studio.views.field_values import (
    CLEANED_FIELDS,
    INDEXED_FIELDS,
    FieldSource,
    FieldTrial,
    ValuePage,
    clean_values,
    count_sources,
    leave_source_out,
    list_examples,
    prefer_source,
    read_values,
    try_field,
    values_name,
    write_trial,
)
from webarticlecurator.studio.views.value_table import ValueTable, write_value_articles


def add_metadata_view(context: StudioContext) -> None:
    """Add the view to the application."""
    make_view = partial(_MetadataView, context)
    add_counted_view("metadata", "Metadata", "Reading the values …", make_view)


@dataclass(frozen=True)
class _Counts:
    """What the view shows of a corpus; None where a command has to count first."""

    values: ValuePage | None
    sources: list[FieldSource]
    conflicts: list[SourceConflict] | None


class _MetadataView:
    """The view in one tab: a field, and perhaps one of its values."""

    def __init__(self, context: StudioContext, portal_id: str, query: Mapping[str, str]) -> None:
        self._context, self._portal_id = context, portal_id
        self._draft = context.open_draft(portal_id)
        self._folder = context.corpus_folder(portal_id)
        self._field = query["field"] if query.get("field") in FIELD_NAMES else "authors"
        self._text = query.get("text", "").strip()
        self._page = read_query_number(query, "page", 1)
        self._value, self._query = query.get("value"), query
        self._counts: _Counts
        self._line: DraftLine
        self._places: dict[str, Element] = {}

    async def load(self) -> None:
        """Read the numbers as they are now. Raises CorpusMismatch, StoreDamaged."""
        self._counts = await asyncio.to_thread(self._read)

    def _read(self) -> _Counts:
        conflicts = read_conflicts(self._context.report_path(self._portal_id, CONFLICTS_NAME))
        if not has_corpus(self._folder):
            return _Counts(None, [], conflicts)
        chosen = (self._folder, self._portal_id, self._field)
        return _Counts(
            read_values(*chosen, self._text, self._page), count_sources(*chosen), conflicts
        )

    async def write(self) -> None:
        """Write the view."""
        self._write_fields()
        self._line = write_draft_line(self._draft)
        self._places["trial"] = ui.element("div").props('role="status"').classes("studio-stack")
        runs = self._context.commands
        write_run_line(runs, self._portal_id, "report", "Reading the articles", self._after_run)
        if self._value is not None:
            try:
                await write_value_articles(
                    self._context,
                    self._portal_id,
                    self._field,
                    self._value,
                    self._query,
                    partial(self._clean, [self._value], "")
                    if self._field in CLEANED_FIELDS
                    else None,
                )
            except (CuratorError, OSError) as error:
                write_error(error)
        self._places["numbers"] = ui.element("div").classes("studio-stack")
        self._write_numbers()

    def _write_fields(self) -> None:
        numbers = Counter(each.field for each in self._counts.conflicts or ())
        links = (
            (
                f"{name} ({numbers[name]})" if numbers[name] else name,
                view_address(self._portal_id, "metadata", field=name),
                name == self._field,
            )
            for name in FIELD_NAMES
        )
        write_nav("Fields", links, "form-row")
        meaning = FIELDS_BY_NAME[self._field].meaning
        explained = (
            " In brackets: pairs of sources that disagree." if self._counts.conflicts else ""
        )
        write_element("p", f"{meaning}{explained}", "studio-quiet")

    def _write_numbers(self) -> None:
        self._places["numbers"].clear()
        with self._places["numbers"]:
            self._write_sources()
            self._write_conflicts()
            self._write_values()

    def _write_sources(self) -> None:
        if not self._counts.sources:
            return
        write_heading("Where the values come from")
        with write_element("ul", classes="form-row studio-plain"):
            for source in self._counts.sources:
                write_element("li", f"{source.kind} {source.articles}")

    def _write_conflicts(self) -> None:
        write_heading("Where sources disagree")
        conflicts = self._counts.conflicts
        if conflicts is None:
            ui.label("All sources of the stored articles have not been compared yet.")
        else:
            shown = [each for each in conflicts if each.field == self._field]
            write_conflicts(self._portal_id, shown, self._prefer, self._leave_out)
        words = "Compare the sources" if conflicts is None else "Compare the sources again"
        write_button(words, showing_errors(self._compare))

    def _write_values(self) -> None:
        write_heading("Values")
        if not has_corpus(self._folder):
            ui.label("Values are counted in the TEI of a corpus: crawl or build one first.")
            return
        if self._field not in INDEXED_FIELDS:
            words = "Count the values" if self._counts.values is None else "Count the values again"
            write_button(words, showing_errors(self._count))
        if self._counts.values is not None:
            table = ValueTable(self._portal_id, self._field, self._text, self._page, self._clean)
            table.write(self._counts.values)

    async def _prefer(self, conflict: SourceConflict) -> None:
        def edit(text: str) -> str:
            portal = self._draft.portal()
            return prefer_source(text, portal, self._field, conflict.other, conflict.in_force)

        await self._edit(edit, conflict.examples)

    async def _leave_out(self, conflict: SourceConflict) -> None:
        def edit(text: str) -> str:
            return leave_source_out(text, self._draft.portal(), self._field, conflict.in_force)

        await self._edit(edit, conflict.examples)

    async def _clean(self, values: Sequence[str], becomes: str) -> None:
        examples = await asyncio.to_thread(
            list_examples, self._folder, self._portal_id, self._field, values
        )
        await self._edit(lambda text: clean_values(text, self._field, values, becomes), examples)

    async def _edit(self, edit: Callable[[str], str], examples: Sequence[str]) -> None:
        """Change the portal file, not yet saved, and show what that does to some articles. If the
        file would have problems, nothing is changed."""

        def change() -> FieldTrial:
            before = self._draft.portal()
            self._draft.replace(edit(self._draft.text))
            try:
                return FieldTrial(before, self._draft.portal(), self._field, tuple(examples))
            except CuratorError:
                self._draft.undo()
                raise

        trial = await asyncio.to_thread(change)
        self._line.update()
        rows = await try_field(self._context, trial)
        self._places["trial"].clear()
        with self._places["trial"]:
            write_trial(self._portal_id, self._field, rows)
        scroll_to_element(self._places["trial"])

    async def _compare(self) -> None:
        start = self._context.start_report
        await asyncio.to_thread(start, self._portal_id, ("report", "metadata"), CONFLICTS_NAME)

    async def _count(self) -> None:
        action, name = ("report", "authors", "--field", self._field), values_name(self._field)
        start = partial(self._context.start_report, self._portal_id, action, name)
        await asyncio.to_thread(start, reads_pages=False)

    async def _after_run(self) -> None:
        await self.load()
        self._write_numbers()


# Where the sources of metadata disagree: the table of ``curator report metadata``.

CONFLICTS_NAME = "metadata-conflicts.tsv"


@dataclass(frozen=True)
class SourceConflict:
    """Two sources of a field, of which ``in_force`` counts: on ``differ`` of ``both`` articles they
    have different values, such as these on the first of ``examples``."""

    field: str
    in_force: str
    other: str
    both: str
    differ: str
    value_in_force: str
    value_other: str
    examples: tuple[str, ...]


def read_conflicts(table: Path) -> list[SourceConflict] | None:
    """Return the rows of the table; None if there is none yet. Raises OSError."""
    if not table.is_file():
        return None
    rows = read_table_file(read_regular(table, MAX_TABLE).decode("utf-8", "replace"))
    conflicts = []
    for row in rows[1:]:
        cells = dict(zip(CONFLICTS, row.cells, strict=False))
        examples = tuple(cells.pop("examples", "").split())
        conflicts.append(SourceConflict(**cells, examples=examples))
    return conflicts


# The table of sources that disagree, with the decision which of them is right.

_Decide = Callable[[SourceConflict], Awaitable[None]]
_COLUMNS = (
    ("counts now", ""),
    ("the other source", ""),
    ("differ", "number"),
    ("both", "number"),
    ("seen on", ""),
    ("decide", ""),
)


def write_conflicts(
    portal_id: str, conflicts: Sequence[SourceConflict], prefer: _Decide, leave_out: _Decide
) -> None:
    """Write the sources that disagree; ``prefer`` and ``leave_out`` are called with a row that was
    decided: its other source comes first, or that in force does not count."""
    if not conflicts:
        ui.label("No sources disagree.")
        return
    with open_table(_COLUMNS, "Sources"):
        for conflict in conflicts:
            with write_element("tr"):
                _write_conflict(portal_id, conflict, prefer, leave_out)


def _write_conflict(
    portal_id: str, conflict: SourceConflict, prefer: _Decide, leave_out: _Decide
) -> None:
    _write_source(conflict.in_force, conflict.value_in_force)
    _write_source(conflict.other, conflict.value_other)
    write_element("td", conflict.differ, "number")
    write_element("td", conflict.both, "number")
    with write_element("td", classes="studio-unbroken"):
        write_article_numbers(portal_id, conflict.examples, conflict.other)
    with write_element("td"), write_element("div", classes="form-row"):
        if conflict.other != SITE_NAME:
            _write_decision(f"Use {conflict.other} first", conflict, prefer)
        if conflict.in_force != NOTHING:
            _write_decision(f"Leave {conflict.in_force} out", conflict, leave_out)


def _write_source(source: str, value: str) -> None:
    with write_element("td"):
        write_element("div", source, "studio-code")
        write_element("div", value, "studio-anywhere")


def _write_decision(words: str, conflict: SourceConflict, decide: _Decide) -> None:
    async def send() -> None:
        await decide(conflict)

    write_button(words, showing_errors(send))
