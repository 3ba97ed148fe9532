"""The articles that have a value, and the form that corrects one of them by hand."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path

from webarticlecurator.model.corpus_numbers import ListedArticle
from webarticlecurator.studio.context import StudioContext
from webarticlecurator.studio.edited_file import EditedFile
from webarticlecurator.studio.html_elements import (
    write_button,
    write_element,
    write_heading,
    write_link,
    write_table_head,
)
from webarticlecurator.studio.metadata_view.field_values import (
    INDEXED_FIELDS,
    find_value_row,
    list_value_articles,
)
from webarticlecurator.studio.metadata_view.hand_row_form import (
    FormWords,
    HandRowForm,
    RowField,
)
from webarticlecurator.studio.metadata_view.hand_rows import EXCLUDE_TABLE, OVERRIDE_TABLE
from webarticlecurator.studio.view_query import read_query_number
from webarticlecurator.studio.window import showing_errors, view_address

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


async def _write_forms(portal_file: Path, field: str, article: str) -> None:
    """Write the forms that correct an article by hand, or take it out."""
    for table, words, cells, fields in (
        (OVERRIDE_TABLE, _CORRECT, {"id": article, "field": field}, (_ARTICLE, _VALUE, _REASON)),
        (EXCLUDE_TABLE, _EXCLUDE, {"id": article}, (_ARTICLE, _REASON)),
    ):
        file = await asyncio.to_thread(EditedFile, table.beside_portal(portal_file))
        HandRowForm(table, file, words, cells).write(fields)
