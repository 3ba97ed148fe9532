"""The values of a field, of which several can be left out or become one."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from nicegui import ui

from webarticlecurator.errors import UsageError
from webarticlecurator.model.corpus_numbers import ListedArticle
from webarticlecurator.studio.frame.context import StudioContext
from webarticlecurator.studio.frame.portal_draft import EditedFile
from webarticlecurator.studio.frame.widgets import (
    on_value,
    open_table,
    write_box,
    write_button,
    write_element,
    write_field,
    write_heading,
    write_link,
)
from webarticlecurator.studio.frame.window import read_query_number, showing_errors, view_address
from webarticlecurator.studio.views.field_values import (
    CLEANED_FIELDS,
    EXCLUDE_TABLE,
    INDEXED_FIELDS,
    OVERRIDE_TABLE,
    FieldValue,
    HandTable,
    ValuePage,
    add_hand_row,
    find_value_row,
    list_value_articles,
)


class ValueTable:
    """A page of values. ``clean`` is called with the chosen ones and what they become ("": nothing,
    they are left out)."""

    def __init__(
        self,
        portal_id: str,
        field: str,
        text: str,
        page: int,
        clean: Callable[[Sequence[str], str], Awaitable[None]],
    ) -> None:
        self._portal_id, self._field, self._text, self._page = portal_id, field, text, page
        self._clean, self._becomes = clean, ""
        self._chosen: dict[str, None] = {}

    def write(self, page: ValuePage) -> None:
        """Write the form that searches, the values, and the buttons that decide about them."""
        self._write_search()
        if not page.values:
            ui.label("No value is like this." if self._text else "No article has a value.")
            return
        is_text = self._field in CLEANED_FIELDS
        has_sources = any(value.sources for value in page.values)
        columns = [("choose", "narrow")] if is_text else []
        columns += [("value", ""), ("articles", "number")]
        columns += [("sources", "")] if has_sources else []
        with open_table(columns, "Values"):
            for value in page.values:
                with write_element("tr"):
                    self._write_row(value, is_text, has_sources)
        self._write_pages(page)
        if is_text:
            self._write_decisions()

    def _write_search(self) -> None:
        action = view_address(self._portal_id, "metadata")
        with write_element("form", classes="form-row", method="get", action=action, role="search"):
            write_element("input", type="hidden", name="field", value=self._field)
            write_field("Search", "text", self._text, type="search")
            write_element("button", "Show", "studio-button", type="submit")

    def _write_row(self, value: FieldValue, is_text: bool, has_sources: bool) -> None:
        if is_text:
            with write_element("td"):
                write_box(
                    f"choose {value.value}",
                    lambda is_chosen: self._choose(value.value, is_chosen),
                )
        with write_element("td"):
            address = view_address(
                self._portal_id, "metadata", **self._query(page=self._page), value=value.value
            )
            write_link(value.value, address, "studio-anywhere")
        write_element("td", str(value.articles), "number")
        if has_sources:
            write_element("td", value.sources, "studio-anywhere")

    def _choose(self, value: str, is_chosen: bool) -> None:
        self._chosen.pop(value, None)
        if is_chosen:
            self._chosen[value] = None

    def _write_pages(self, page: ValuePage) -> None:
        with write_element("nav", classes="form-row", aria_label="Pages of the values"):
            write_element("span", f"page {self._page}")
            for words, number, exists in (
                ("Previous", self._page - 1, self._page > 1),
                ("Next", self._page + 1, page.has_more),
            ):
                if exists:
                    query = self._query(page=number)
                    write_link(words, view_address(self._portal_id, "metadata", **query))

    def _query(self, page: int) -> dict[str, str]:
        query = {"field": self._field, "text": self._text, "page": str(page)}
        return {name: value for name, value in query.items() if value not in ("", "1")}

    def _write_decisions(self) -> None:
        with write_element("div", classes="form-row", role="group", aria_label="Chosen values"):
            write_element("span", "The chosen values:")
            write_button("Leave out", showing_errors(partial(self._decide, "")))
            field = write_field("Become", "becomes", size="24")
            on_value(field, "input", self._set_becomes)
            write_button("Merge", showing_errors(self._merge))

    def _set_becomes(self, value: str) -> None:
        self._becomes = value.strip()

    async def _merge(self) -> None:
        if not self._becomes:
            raise UsageError("nothing that the values become", "Write it into the field `Become`.")
        await self._decide(self._becomes)

    async def _decide(self, becomes: str) -> None:
        values = [value for value in self._chosen if value != becomes]
        if not values:
            raise UsageError("no value is chosen", "Choose some in the table.")
        await self._clean(values, becomes)


# The form for a row about one article: what will be written is shown while it is filled in.


@dataclass(frozen=True)
class FormWords:
    """What a form is called: its heading, its button, and what follows from the row."""

    heading: str
    button: str
    effect: str


@dataclass(frozen=True)
class RowField:
    """A field of a form, for a column of the table."""

    label: str
    column: str
    size: str


class HandRowForm:
    """A form that adds rows to a table; ``cells`` are those that it begins with."""

    def __init__(
        self, table: HandTable, file: EditedFile, words: FormWords, cells: Mapping[str, str]
    ) -> None:
        self._table, self._file, self._words = table, file, words
        self._cells = dict(cells)

    def write(self, fields: Sequence[RowField]) -> None:
        """Write the form with some fields."""
        words = self._words
        with write_element("section", aria_label=words.heading):
            write_heading(words.heading, 3)
            with write_element("div", classes="form-row"):
                for each in fields:
                    value = self._cells.get(each.column, "")
                    field = write_field(each.label, each.column, value, size=each.size)
                    on_value(field, "input", partial(self._set_cell, each.column))
            write_element("p", f"This row is added to {self._file.path.name}:", "studio-quiet")
            self._row = write_element("pre", "", "studio-difference state-kept")
            with write_element("div", classes="form-row"):
                write_button(words.button, showing_errors(self._write_row))
                self._back = write_button("Undo", showing_errors(self._undo))
                self._done = ui.label("").props('role="status"')
        self._show()

    def _set_cell(self, column: str, text: str) -> None:
        self._cells[column] = " ".join(text.split())
        self._show()

    def _show(self) -> None:
        self._row.set_text(self._table.write_line(self._cells))
        self._back.props["disabled"] = not self._file.can_undo
        self._back.update()

    async def _write_row(self) -> None:
        def write() -> None:
            before = self._file.content
            content = add_hand_row(self._table, before, self._cells, self._file.path.name)
            self._file.write(content, self._table.start() if before is None else before)

        await asyncio.to_thread(write)
        self._done.set_text(f"Written. {self._words.effect}")
        self._show()

    async def _undo(self) -> None:
        await asyncio.to_thread(self._file.undo)
        self._done.set_text("Taken back.")
        self._show()


# The articles that have a value, and the form that corrects one of them by hand.

_ARTICLE = RowField("Address or id", "id", "48")
_VALUE = RowField("Value", "value", "32")
_REASON = RowField("Reason", "reason", "32")
_CORRECT = FormWords(
    "Correct one article by hand",
    "Write the row",
    "The next build of the corpus makes the article again.",
)
_EXCLUDE = FormWords(
    "Take one article out",
    "Take the article out",
    "The next build of the corpus removes its TEI; the WARC files still have it.",
)


async def write_value_articles(
    context: StudioContext,
    portal_id: str,
    field: str,
    value: str,
    query: Mapping[str, str],
    leave_out: Callable[[], Awaitable[None]] | None,
) -> None:
    """Write the articles with a value of a field, or some of them, and forms that correct one of
    them or take it out.

    ``query`` says behind which article they begin (``after``), and which one the forms are about
    (``article``). ``leave_out`` is called to leave the value out of all articles; None where a
    value of the field cannot be left out.
    """
    here = {"field": field, "value": value}
    behind = read_query_number(query, "after", 0)
    articles, following = await asyncio.to_thread(
        _list_articles, context, portal_id, field, value, behind
    )
    with write_element("section", classes="studio-panel", aria_labelledby="studio-value"):
        write_heading(f"{field}: {value}", id="studio-value")
        write_link("Close", view_address(portal_id, "metadata", field=field))
        shown = {**here, "after": str(behind)} if behind else here
        _write_articles(portal_id, articles, shown)
        if following:
            address = view_address(portal_id, "metadata", **here, after=str(following))
            write_link("Next articles", address)
        if field not in INDEXED_FIELDS:
            write_element(
                "p", "The report names some of the articles with a value.", "studio-quiet"
            )
        if leave_out is not None:
            write_button("Leave it out of all articles", showing_errors(leave_out))
        article = query.get("article") or (articles[0].url if articles else "")
        await _write_forms(context.find_entry(portal_id).file, field, article)


def _list_articles(
    context: StudioContext, portal_id: str, field: str, value: str, after: int
) -> tuple[Sequence[ListedArticle], int]:
    folder = context.corpus_folder(portal_id)
    if field in INDEXED_FIELDS:
        return list_value_articles(folder, portal_id, field, value, after)
    row = find_value_row(folder, field, value)
    urls = row.examples if row is not None else ()
    return [ListedArticle("", "", "", url, "") for url in urls], 0


def _write_articles(
    portal_id: str, articles: Sequence[ListedArticle], shown: Mapping[str, str]
) -> None:
    with open_table([("date", ""), ("title", ""), ("address", ""), ("correct", "")]):
        for article in articles:
            with write_element("tr"):
                write_element("td", article.date, "studio-unbroken")
                write_element("td", article.title)
                with write_element("td"):
                    address = view_address(portal_id, "article", url=article.url)
                    write_link(article.url, address, "studio-anywhere")
                with write_element("td"):
                    here = view_address(portal_id, "metadata", **shown, article=article.url)
                    write_link("by hand", here, label=f"correct {article.url} by hand")


async def _write_forms(portal_file: Path, field: str, article: str) -> None:
    """Write the forms that correct an article by hand, or take it out."""
    for table, words, cells, fields in (
        (OVERRIDE_TABLE, _CORRECT, {"id": article, "field": field}, (_ARTICLE, _VALUE, _REASON)),
        (EXCLUDE_TABLE, _EXCLUDE, {"id": article}, (_ARTICLE, _REASON)),
    ):
        file = await asyncio.to_thread(EditedFile, table.beside_portal(portal_file))
        HandRowForm(table, file, words, cells).write(fields)
