"""The articles that have a value, and the form that corrects one of them by hand."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence

from nicegui import ui

from webarticlecurator.config.override_tables import OVERRIDES
from webarticlecurator.model.corpus_numbers import ListedArticle
from webarticlecurator.model.table_text import rows_to_tsv
from webarticlecurator.studio.context import StudioContext
from webarticlecurator.studio.edited_file import EditedFile
from webarticlecurator.studio.html_elements import (
    on_value,
    write_button,
    write_element,
    write_field,
    write_link,
    write_table_head,
)
from webarticlecurator.studio.metadata_view.field_values import (
    INDEXED_FIELDS,
    find_value_row,
    list_value_articles,
)
from webarticlecurator.studio.metadata_view.override_rows import OverrideRow, add_override
from webarticlecurator.studio.view_query import read_query_number
from webarticlecurator.studio.window import showing_errors, view_address


async def write_value_articles(
    context: StudioContext, portal_id: str, field: str, value: str, query: Mapping[str, str]
) -> None:
    """Write the articles with a value of a field, or some of them, and the form that corrects one.

    ``query`` says behind which article they begin (``after``), and which is corrected
    (``article``).
    """
    here = {"field": field, "value": value}
    behind = read_query_number(query, "after", 0)
    articles, following = await asyncio.to_thread(
        _list_articles, context, portal_id, field, value, behind
    )
    table = context.find_entry(portal_id).file
    overrides = table.with_name(f"{table.stem}.overrides.tsv")
    with write_element("section", classes="studio-panel", aria_labelledby="studio-value"):
        write_element("h2", f"{field}: {value}", "studio-subtitle", id="studio-value")
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
        form = _OverrideForm(await asyncio.to_thread(EditedFile, overrides), field)
        form.write(query.get("article") or (articles[0].url if articles else ""))


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
    with (
        write_element("div", classes="studio-wide"),
        write_element("table", classes="studio-table"),
    ):
        write_table_head([("date", ""), ("title", ""), ("address", ""), ("correct", "")])
        with write_element("tbody"):
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


class _OverrideForm:
    """The form for a row of the overrides: what will be written is shown while it is filled in."""

    def __init__(self, table: EditedFile, field: str) -> None:
        self._table, self._field = table, field
        self._article = self._value = self._reason = ""

    def write(self, article: str) -> None:
        """Write the form, with the address of an article in it."""
        self._article = article
        write_element("h3", "Correct one article by hand", "studio-subtitle")
        with write_element("div", classes="form-row"):
            for label, name, value, set_value, size in (
                ("Address or id", "article", article, self._set_article, "48"),
                ("Value", "value", "", self._set_value, "32"),
                ("Reason", "reason", "", self._set_reason, "32"),
            ):
                on_value(write_field(label, name, value, size=size), "input", set_value)
        write_element("p", f"This row is added to {self._table.path.name}:", "studio-quiet")
        self._row = write_element("pre", "", "studio-difference state-kept")
        with write_element("div", classes="form-row"):
            write_button("Write the row", showing_errors(self._write_row))
            self._back = write_button("Undo", showing_errors(self._undo))
            self._done = ui.label("").props('role="status"')
        self._show()

    def _set_article(self, text: str) -> None:
        self._article = text.strip()
        self._show()

    def _set_value(self, text: str) -> None:
        self._value = text.strip()
        self._show()

    def _set_reason(self, text: str) -> None:
        self._reason = " ".join(text.split())
        self._show()

    def _make_row(self) -> OverrideRow:
        return OverrideRow(self._article, self._field, self._value, self._reason)

    def _show(self) -> None:
        self._row.set_text(rows_to_tsv([self._make_row().cells(OVERRIDES)]))
        self._back.props["disabled"] = not self._table.can_undo
        self._back.update()

    async def _write_row(self) -> None:
        def write() -> None:
            before = self._table.content
            content = add_override(before, self._make_row(), self._table.path.name)
            self._table.write(
                content, rows_to_tsv([OVERRIDES]).encode() if before is None else before
            )

        await asyncio.to_thread(write)
        self._done.set_text("Written. The next build of the corpus makes the article again.")
        self._show()

    async def _undo(self) -> None:
        await asyncio.to_thread(self._table.undo)
        self._done.set_text("Taken back.")
        self._show()
