"""The view of one corpus in numbers: charts, bars by each field, and the articles of a bar."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial

from nicegui import ui

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.model.corpus_dimensions import (
    CAPTURED,
    CHARTED,
    DIMENSIONS_BY_KEY,
    SAME_TEXTS,
    VERDICTS,
    BarKey,
)
from webarticlecurator.base.model.corpus_numbers import ArticleCount, CorpusNumbers, Gap
from webarticlecurator.base.model.doubts import DOUBTS_HEADING, Doubt
from webarticlecurator.base.text.translation import make_message, translate
from webarticlecurator.corpus.charts.bar_names import count_articles, describe_gap, name_bar
from webarticlecurator.corpus.charts.corpus_charts import MAX_BARS, choose_bars, draw_corpus
from webarticlecurator.corpus.charts.growth_chart import (
    GROWTH,
    HEADING,
    choose_runs,
    describe_other_runs,
)
from webarticlecurator.corpus.charts.svg import write_svg
from webarticlecurator.corpus.corpora.corpus_articles import BarPage
from webarticlecurator.studio.frame.context import StudioContext
from webarticlecurator.studio.frame.slow_reading import show_while_waiting
from webarticlecurator.studio.frame.widgets import (
    write_button,
    write_element,
    write_heading,
    write_items,
    write_link,
    write_table_rows,
)
from webarticlecurator.studio.frame.window import add_page, open_window, view_address
from webarticlecurator.studio.views.corpus_reading import read_corpus
from webarticlecurator.studio.views.steps_line import write_steps

MONTHS = DIMENSIONS_BY_KEY["months"]
_HEADINGS = {each.key: each.heading for each in CHARTED} | {
    VERDICTS: make_message("Verdicts"),
    GROWTH: HEADING,
    CAPTURED: make_message("First captured"),
    SAME_TEXTS: make_message("Same texts"),
}
MAX_GAPS = 50
"""Gaps that are listed."""


@dataclass(frozen=True)
class _Row:
    """A bar: what it leads to, what it is called, its length, its numbers, and a line below it."""

    bar: BarKey
    shown: str
    articles: int
    numbers: str
    details: str = ""


def add_corpus_view(context: StudioContext) -> None:
    """Add the view to the application."""

    @add_page("/portal/{portal_id}/corpus")
    async def show_corpus(
        portal_id: str, by: str = "", name: str = "", after: int = 0, year: str = ""
    ) -> None:
        with open_window("Corpus", portal_id, "corpus"):
            write_steps(context, portal_id)
            folder = context.settings.corpus_folder(portal_id)
            bar = (by, name) if by else None
            portal = await asyncio.to_thread(context.catalog.find, portal_id)
            found = await show_while_waiting(
                "Counting the articles …",
                asyncio.to_thread(read_corpus, portal, folder, bar, after),
            )
            if found is None:
                ui.label(translate("Nothing is stored yet."))
                ui.link(translate("Crawl the portal"), view_address(portal_id, "run"))
                return
            numbers, listed = found
            if bar is not None and listed is not None:
                _write_bar_articles(portal_id, bar, *listed, after)
            else:
                _write_corpus(numbers, year)


def _write_bar_articles(portal_id: str, bar: BarKey, page: BarPage, total: int, after: int) -> None:
    """Write a page of the articles of a bar, and the links to the others."""
    key, name = bar
    ui.link(translate("All numbers of the corpus"), view_address(portal_id, "corpus"))
    write_heading(f"{translate(_HEADINGS[key])}: {_name_row(key, name)} ({count_articles(total)})")
    if page.articles:
        title = translate("Evidence") if key == VERDICTS else translate("Title")
        columns = [(translate("Date"), ""), (title, ""), (translate("Address"), "")]
        for article in write_table_rows(page.articles, columns):
            write_element("td", article.date)
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


def _write_corpus(numbers: CorpusNumbers, year: str) -> None:
    """Write what is doubtful, the numbers and all bars of a corpus, with the months of one
    ``year``."""
    _write_doubts(numbers.doubts)
    ui.label(
        translate(
            "{articles} in TEI, {words:,} words",
            articles=count_articles(numbers.articles),
            words=numbers.words,
        )
    )
    if numbers.unread:
        ui.label(
            translate(
                "{articles} not counted: their TEI cannot be read.",
                articles=count_articles(numbers.unread),
            )
        )
    if numbers.duplicates is not None:
        ui.label(f"{translate(numbers.duplicates.describe())}.")
    drawings = dict(draw_corpus(numbers))
    if MONTHS.key in drawings:
        # names of the corpus are escaped in it
        ui.html(write_svg(drawings[MONTHS.key]), sanitize=False).classes("corpus-months")
    with write_element("details", classes="studio-panel"):
        write_element("summary", translate("Charts as SVG files, for a paper or slides"))
        with write_element("div", classes="form-row"):
            for name, drawing in drawings.items():
                content = write_svg(drawing).encode("utf-8")
                file = f"{numbers.portal}-{name}.svg"
                write_button(file, partial(ui.download.content, content, file))
    for dimension in CHARTED:
        if dimension.key != MONTHS.key:
            bars = [_to_row(dimension.key, bar) for bar in choose_bars(dimension, numbers)]
            _write_bars(numbers, year, dimension.key, bars)
    _write_bars(
        numbers,
        year,
        VERDICTS,
        [
            _Row((VERDICTS, each.name), each.name, each.articles, f"{each.articles:,}")
            for each in numbers.verdicts
        ],
    )
    _write_bars(
        numbers,
        year,
        GROWTH,
        [
            _Row(each.bar, each.name, each.counts.tei, each.size, each.details)
            for each in choose_runs(numbers.runs)
        ],
    )
    for sentence in describe_other_runs(numbers.runs):
        ui.label(sentence).classes("studio-quiet")
    _write_bars(
        numbers,
        year,
        SAME_TEXTS,
        [
            _Row(
                (SAME_TEXTS, str(number)),
                translate("text {number}", number=number),
                many,
                count_articles(many),
            )
            for number, many in enumerate(numbers.same_texts[:MAX_BARS], 1)
        ],
    )
    _write_gaps(numbers.gaps)


def _write_doubts(doubts: Sequence[Doubt]) -> None:
    if doubts:
        write_heading(DOUBTS_HEADING)
    for doubt in doubts:
        ui.label("\n".join(map(translate, doubt.lines()))).classes("studio-lines")


def _write_gaps(gaps: Sequence[Gap]) -> None:
    lines = [*map(describe_gap, gaps)]
    write_heading("Gaps")
    if not lines:
        ui.label(translate("None."))
    ui.label("\n".join(lines[:MAX_GAPS])).classes("studio-lines")
    if len(lines) > MAX_GAPS:
        ui.label(translate("and {number:,} more", number=len(lines) - MAX_GAPS)).classes(
            "studio-quiet"
        )


def _write_bars(numbers: CorpusNumbers, year: str, key: str, rows: Sequence[_Row]) -> None:
    if not rows:
        return
    write_heading(_HEADINGS[key])
    left_out = len(numbers.counts.get(key, ())) - len(rows)
    _write_rows(numbers, year, rows)
    if left_out > 0:
        ui.label(translate("{number:,} smaller bars are left out.", number=left_out)).classes(
            "studio-quiet"
        )


def _write_rows(numbers: CorpusNumbers, year: str, rows: Sequence[_Row]) -> None:
    most = max(row.articles for row in rows) or 1
    for row in write_items(rows, "corpus-bars"):
        key, name = row.bar
        # the articles in TEI are those that the other bars list
        if row.bar != (VERDICTS, "tei"):
            ui.link(row.shown, view_address(numbers.portal, "corpus", by=key, name=name))
        else:
            ui.label(row.shown)
        with ui.element("span").classes("corpus-track").props('aria-hidden="true"'):
            ui.element("span").style(f"width: {100 * row.articles / most:.1f}%")
        ui.label(row.numbers).classes("number")
        if row.details:
            ui.label(row.details).classes("corpus-details studio-quiet")
        if key == "years" and name:
            months = [each for each in numbers.counts[MONTHS.key] if each.name[:4] == name]
            if months and name != year:
                ui.link(
                    translate("months of {year}", year=name),
                    view_address(numbers.portal, "corpus", year=name),
                )
            elif months:
                _write_rows(numbers, year, [_to_row(MONTHS.key, month) for month in months])


def _to_row(key: str, bar: ArticleCount) -> _Row:
    numbers = translate(
        "{articles}, {words:,} words", articles=count_articles(bar.articles), words=bar.words
    )
    return _Row((key, bar.name), name_bar(key, bar.name), bar.articles, numbers)


def _name_row(key: str, name: str) -> str:
    if key == SAME_TEXTS:
        return translate("text {number}", number=name)
    return name_bar(key, name) if key in DIMENSIONS_BY_KEY or key == CAPTURED else name
