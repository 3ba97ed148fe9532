"""The view of one corpus in numbers, as the report shows it, and the articles of a bar."""

from __future__ import annotations

import asyncio
from functools import partial

from nicegui import ui
from starlette.datastructures import QueryParams

from webarticlecurator.base.model.corpus_dimensions import (
    DIMENSIONS_BY_KEY,
    VERDICTS,
    BarKey,
)
from webarticlecurator.base.model.corpus_numbers import CorpusNumbers
from webarticlecurator.base.text.reader_dates import write_date
from webarticlecurator.base.text.translation import translate
from webarticlecurator.corpus.charts.bar_articles import ArticleLists
from webarticlecurator.corpus.charts.bar_names import count_articles, name_bar
from webarticlecurator.corpus.charts.corpus_charts import draw_corpus
from webarticlecurator.corpus.charts.corpus_html import HEADINGS, write_corpus_parts
from webarticlecurator.corpus.charts.svg import write_svg
from webarticlecurator.corpus.corpora.corpus_articles import BarPage
from webarticlecurator.studio.frame.context import StudioContext
from webarticlecurator.studio.frame.portal_draft import PortalDraft
from webarticlecurator.studio.frame.slow_reading import show_while_waiting
from webarticlecurator.studio.frame.view_query import read_query_number
from webarticlecurator.studio.frame.widgets import (
    open_details,
    write_button,
    write_element,
    write_heading,
    write_link,
    write_table_rows,
)
from webarticlecurator.studio.frame.window import view_address
from webarticlecurator.studio.home.corpus_reading import read_corpus

MONTHS = DIMENSIONS_BY_KEY["months"]


async def write_corpus_view(
    context: StudioContext, portal_id: str, _draft: PortalDraft, query: QueryParams
) -> None:
    """Write the numbers of a corpus, or the articles of the bar of the query."""
    folder = context.settings.corpus_folder(portal_id)
    bar = (query["by"], query.get("name", "")) if query.get("by") else None
    after = read_query_number(query, "after", 0)
    portal = await asyncio.to_thread(context.catalog.find, portal_id)
    found = await show_while_waiting(
        "Counting the articles …", asyncio.to_thread(read_corpus, portal, folder, bar, after)
    )
    if found is None:
        ui.label(translate("Nothing is stored yet."))
        ui.link(translate("Crawl the portal"), view_address(portal_id, "run"))
        return
    numbers, listed = found
    if bar is not None and listed is not None:
        _write_bar_articles(portal_id, bar, *listed, after)
    else:
        _write_corpus(numbers)


def _write_bar_articles(portal_id: str, bar: BarKey, page: BarPage, total: int, after: int) -> None:
    """Write a page of the articles of a bar, and the links to the others."""
    key, name = bar
    ui.link(translate("All numbers of the corpus"), view_address(portal_id, "corpus"))
    write_heading(f"{translate(HEADINGS[key])}: {name_bar(key, name)} ({count_articles(total)})")
    if page.articles:
        title = translate("Evidence") if key == VERDICTS else translate("Title")
        columns = [(translate("Date"), ""), (title, ""), (translate("Address"), "")]
        for article in write_table_rows(page.articles, columns):
            write_element("td", write_date(article.date))
            write_element("td", article.title)
            with write_element("td", classes="corpus-address"):
                write_link(article.url, view_address(portal_id, "article", url=article.url))
    with ui.row().classes("studio-row"):
        if after:
            ui.link(
                translate("First articles"), view_address(portal_id, "corpus", by=key, name=name)
            )
        if page.next is not None:
            further = {"by": key, "name": name, "after": str(page.next)}
            ui.link(translate("Further articles"), view_address(portal_id, "corpus", **further))


def _write_corpus(numbers: CorpusNumbers) -> None:
    """Write the title of a corpus, its charts as files, and what the report has of it."""

    def find_address(bar: BarKey) -> str:
        # the articles in TEI are those that the other bars list
        return (
            ""
            if bar == (VERDICTS, "tei")
            else view_address(numbers.portal, "corpus", by=bar[0], name=bar[1])
        )

    write_heading(numbers.description.title)
    parts = "".join(write_corpus_parts(numbers, ArticleLists({}, "", find_address=find_address)))
    ui.html(parts, sanitize=False).classes("corpus-parts")  # names of the corpus are escaped in it
    with (
        open_details("Charts as SVG files, for a paper or slides", "studio-panel"),
        write_element("div", classes="form-row"),
    ):
        for name, drawing in draw_corpus(numbers):
            drawn, file = write_svg(drawing).encode("utf-8"), f"{numbers.portal}-{name}.svg"
            write_button(file, partial(ui.download.content, drawn, file))
