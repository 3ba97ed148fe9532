"""The view of metadata: which parts it has, and what its buttons do."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from nicegui import ui

from webarticlecurator.articles.by_rules.metadata_remarks import SITE_NAME
from webarticlecurator.base.errors import CuratorError, UsageError
from webarticlecurator.base.model.corpus_dimensions import DIMENSIONS_OF_FIELDS
from webarticlecurator.base.model.fields import FIELD_NAMES, FIELDS_BY_NAME
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.text.translation import make_message, translate
from webarticlecurator.corpus.charts.bar_names import count_articles, name_field, name_source
from webarticlecurator.corpus.corpora.article_rows import write_value_condition
from webarticlecurator.corpus.corpora.reporting import NOTHING
from webarticlecurator.corpus.stored_pages.captured_pages import has_corpus
from webarticlecurator.proposing.trial.source_order import leave_source_out, prefer_source
from webarticlecurator.studio.frame.context import StudioContext
from webarticlecurator.studio.frame.controls import refill, write_nav
from webarticlecurator.studio.frame.draft_line import DraftLine
from webarticlecurator.studio.frame.portal_draft import PortalDraft
from webarticlecurator.studio.frame.run_line import write_report_button, write_run_line
from webarticlecurator.studio.frame.shown_errors import showing_errors
from webarticlecurator.studio.frame.slow_reading import show_while_waiting
from webarticlecurator.studio.frame.view_query import read_query_number
from webarticlecurator.studio.frame.widgets import (
    on_value,
    open_form,
    write_article_numbers,
    write_box,
    write_button,
    write_element,
    write_field,
    write_heading,
    write_link,
    write_page_links,
    write_table_rows,
)
from webarticlecurator.studio.frame.window import view_address
from webarticlecurator.studio.metadata.cleaned_values import CLEANED_FIELDS, clean_values
from webarticlecurator.studio.metadata.field_trial import try_field, write_trial
from webarticlecurator.studio.metadata.field_values import (
    FieldValue,
    count_sources,
    list_examples,
    read_values,
    values_name,
)
from webarticlecurator.studio.metadata.source_conflicts import (
    CONFLICTS_NAME,
    SourceConflict,
    read_conflicts,
)

_CONFLICT_COLUMNS = (
    (make_message("counts now"), ""),
    (make_message("the other source"), ""),
    (make_message("differ"), "number"),
    (make_message("both"), "number"),
    (make_message("seen on"), ""),
    (make_message("decide"), ""),
)


class MetadataView:
    """The view in one tab: a field, and its values. Of its numbers, those are None that a command
    has to count first."""

    def __init__(
        self,
        context: StudioContext,
        portal_id: str,
        draft: PortalDraft,
        query: Mapping[str, str],
    ) -> None:
        self._context, self._portal_id, self._query = context, portal_id, query
        self._draft = draft
        self._folder = context.settings.corpus_folder(portal_id)
        self._field = query["field"] if query.get("field") in FIELD_NAMES else "authors"
        self._text = query.get("text", "").strip()
        self._page = read_query_number(query, "page", 1)

    async def load(self) -> None:
        """Read the numbers as they are now. Raises CorpusMismatch, StoreDamaged."""
        self._conflicts = await asyncio.to_thread(
            read_conflicts, self._context.report_path(self._portal_id, CONFLICTS_NAME)
        )
        self._values: tuple[Sequence[FieldValue], bool] | None = None
        self._sources: list[tuple[str, int]] = []
        if has_corpus(self._folder):
            chosen = (self._folder, self._portal_id, self._field)
            self._values = await asyncio.to_thread(read_values, *chosen, self._text, self._page)
            self._sources = await asyncio.to_thread(count_sources, *chosen)

    async def write(self) -> None:
        """Write the view. Raises as ``load``."""
        await show_while_waiting("Reading the values …", self.load())
        numbers = Counter(each.field for each in self._conflicts or ())
        write_nav(
            "Fields",
            (
                (
                    name_field(name) + (f" ({numbers[name]})" if numbers[name] else ""),
                    view_address(self._portal_id, "metadata", field=name),
                    name == self._field,
                )
                for name in FIELD_NAMES
            ),
            "form-row",
        )
        explained = translate(FIELDS_BY_NAME[self._field].meaning)
        if self._conflicts:
            explained += f" {translate('In brackets: pairs of sources that disagree.')}"
        write_element("p", explained, "studio-quiet")
        self._line = DraftLine(self._draft)
        self._trial = ui.element("div").props('role="status"').classes("studio-stack")
        write_run_line(
            self._context.commands,
            self._portal_id,
            "report",
            "Reading the articles",
            self._read_again,
        )
        self._numbers = ui.element("div").classes("studio-stack")
        self._write_numbers()

    async def _read_again(self) -> None:
        await self.load()
        self._write_numbers()

    def _write_numbers(self) -> None:
        with refill(self._numbers):
            if self._sources:
                write_heading("Where the values come from")
                with write_element("ul", classes="form-row studio-plain"):
                    for kind, articles in self._sources:
                        write_element("li", f"{name_source(kind)}: {count_articles(articles)}")
            self._write_conflicts()
            write_heading("Values")
            if not has_corpus(self._folder):
                ui.label(
                    translate(
                        "Values are counted in the TEI files of the corpus: crawl or build it"
                        " first."
                    )
                )
                return
            if self._field not in DIMENSIONS_OF_FIELDS:
                words = (
                    translate("Count the values")
                    if self._values is None
                    else translate("Count the values again")
                )
                action = ("report", "authors", "--field", self._field)
                start = partial(
                    self._context.start_report, self._portal_id, action, values_name(self._field)
                )
                write_button(
                    words, showing_errors(partial(asyncio.to_thread, start, reads_pages=False))
                )
            if self._values is not None:
                self._write_values(*self._values)

    def _write_conflicts(self) -> None:
        write_heading("Where sources disagree")
        if self._conflicts is None:
            ui.label(translate("Not all sources of the stored articles have been compared yet."))
        elif shown := [each for each in self._conflicts if each.field == self._field]:
            for conflict in write_table_rows(shown, _CONFLICT_COLUMNS, "Sources"):
                self._write_conflict(conflict)
        else:
            ui.label(translate("No sources disagree."))
        write_report_button(
            self._context,
            self._portal_id,
            translate("Compare the sources")
            if self._conflicts is None
            else translate("Compare the sources again"),
            ("report", "metadata"),
            CONFLICTS_NAME,
        )

    def _write_conflict(self, conflict: SourceConflict) -> None:
        """Write a row, with the decision which of the sources is right: the other source comes
        first, or that in force does not count."""
        for source, value in (
            (conflict.in_force, conflict.value_in_force),
            (conflict.other, conflict.value_other),
        ):
            with write_element("td"):
                write_element("div", source, "studio-code")
                write_element("div", value, "studio-anywhere")
        write_element("td", conflict.differ, "number")
        write_element("td", conflict.both, "number")
        with write_element("td", classes="studio-unbroken"):
            write_article_numbers(self._portal_id, conflict.examples, conflict.other)
        in_force, other = conflict.in_force, conflict.other
        with write_element("td"), write_element("div", classes="form-row"):
            if other != SITE_NAME:
                edit = partial(prefer_source, field=self._field, label=other, in_force=in_force)
                write_button(
                    translate("Use {source} first", source=other),
                    showing_errors(partial(self._edit, edit, conflict.examples)),
                )
            if in_force != NOTHING:
                edit = partial(leave_source_out, field=self._field, label=in_force)
                write_button(
                    translate("Leave {source} out", source=in_force),
                    showing_errors(partial(self._edit, edit, conflict.examples)),
                )

    def _write_values(self, values: Sequence[FieldValue], has_more: bool) -> None:
        """Write the form that searches, a page of the values, and the buttons that decide about
        them."""
        action = view_address(self._portal_id, "metadata")
        with open_form(action, [("field", self._field)], "Show", role="search"):
            write_field("Search", "text", self._text, type="search")
        if not values:
            ui.label(
                translate("No value matches.")
                if self._text
                else translate("No article has a value.")
            )
            return
        is_text = self._field in CLEANED_FIELDS
        has_sources = any(value.sources for value in values)
        columns = [
            *([(make_message("choose"), "narrow")] if is_text else []),
            *((make_message("value"), ""), (make_message("articles"), "number")),
            *([(make_message("sources"), "")] if has_sources else []),
        ]
        chosen: dict[str, bool] = {}
        for value in write_table_rows(values, columns, "Values"):
            if is_text:
                with write_element("td"):
                    write_box(
                        translate("choose {value}", value=value.value),
                        partial(chosen.__setitem__, value.value),
                    )
            with write_element("td"):
                condition = write_value_condition(self._field, value.value)
                address = view_address(self._portal_id, "articles", where=condition)
                write_link(value.value, address, "studio-anywhere")
            write_element("td", str(value.articles), "number")
            if has_sources:
                write_element("td", value.sources, "studio-anywhere")
        words = translate("page {page}", page=self._page)
        write_page_links("Pages of the values", words, self._page, has_more, self._address)
        if is_text:
            self._write_decisions(chosen)

    def _address(self, page: int) -> str:
        shown = {"field": self._field, "text": self._text, "page": str(page) if page > 1 else ""}
        return view_address(self._portal_id, "metadata", **shown)

    def _write_decisions(self, chosen: Mapping[str, bool]) -> None:
        """Write the buttons that leave the chosen values out, or let them become one."""
        given = {"becomes": ""}

        async def decide(becomes: str) -> None:
            values = [value for value, is_on in chosen.items() if is_on and value != becomes]
            if not values:
                raise UsageError("no values chosen", "Choose some in the table.")
            await self._clean(values, becomes)

        async def merge() -> None:
            becomes = given["becomes"].strip()
            if not becomes:
                raise UsageError("no new value", "Enter it in the field `New value`.")
            await decide(becomes)

        with write_element(
            "div", classes="form-row", role="group", aria_label=translate("Chosen values")
        ):
            write_element("span", translate("The chosen values:"))
            write_button("Leave out", showing_errors(partial(decide, "")))
            on_value(
                write_field("New value", "becomes", size="24"),
                "input",
                partial(given.__setitem__, "becomes"),
            )
            write_button("Merge", showing_errors(merge))

    async def _clean(self, values: Sequence[str], becomes: str) -> None:
        examples = await asyncio.to_thread(
            list_examples, self._folder, self._portal_id, self._field, values
        )
        await self._edit(lambda text, _: clean_values(text, self._field, values, becomes), examples)

    async def _edit(self, edit: Callable[[str, Portal], str], examples: Sequence[str]) -> None:
        """Change the portal file, not yet saved, and show what that does to some articles. If the
        file would have problems, nothing is changed."""

        def change() -> tuple[Portal, Portal]:
            before = self._draft.portal()
            self._draft.replace(edit(self._draft.text, before))
            try:
                return before, self._draft.portal()
            except CuratorError:
                self._draft.undo()
                raise

        before, after = await asyncio.to_thread(change)
        self._line.update()
        rows = await try_field(self._context, before, after, self._field, examples)
        with refill(self._trial):
            write_trial(self._portal_id, self._field, rows)
        # bring it into view
        shown = f"getHtmlElement({self._trial.id})"
        ui.run_javascript(f"{shown}?.scrollIntoView({{block: 'center'}})")
