"""What a search in the texts finds, in place of the table: lines with the words in their context,
and how often they are in each month."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import islice
from pathlib import Path

from nicegui import ui

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.model.corpus_dimensions import DIMENSIONS_BY_KEY
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.text.reader_dates import write_date
from webarticlecurator.base.text.translation import translate, translate_count
from webarticlecurator.corpus.charts.bar_names import UNITS, count_articles
from webarticlecurator.corpus.charts.corpus_charts import draw_time
from webarticlecurator.corpus.charts.svg import write_svg
from webarticlecurator.corpus.corpora.exporting import ExportedCorpus
from webarticlecurator.corpus.export.selection import Selection
from webarticlecurator.corpus.search.search_hits import Hit
from webarticlecurator.corpus.search.search_query import parse_query
from webarticlecurator.corpus.search.searching import (
    ArticleHits,
    CorpusSearch,
    HitCount,
    count_hits,
    merge_hits,
    open_corpus_search,
)
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.studio.articles.shown_table import ShownTable
from webarticlecurator.studio.frame.controls import refill
from webarticlecurator.studio.frame.shown_errors import showing_errors
from webarticlecurator.studio.frame.slow_reading import show_while_waiting
from webarticlecurator.studio.frame.widgets import write_element, write_link, write_table_rows
from webarticlecurator.studio.frame.window import view_address
from webarticlecurator.studio.frame.window_timer import WindowTimer

PAGE_LINES = 50
"""Lines that are shown at once."""
_MONTHS = DIMENSIONS_BY_KEY["months"]


class FoundLines:
    """The lines of the selected articles of some portals, whose corpora are in folders beside
    them."""

    def __init__(
        self,
        portals: Sequence[tuple[Portal, Path]],
        selections: Sequence[Selection],
        shown: ShownTable,
    ) -> None:
        self._corpora = [
            ExportedCorpus(*portal, selection, Runtime())
            for portal, selection in zip(portals, selections, strict=True)
        ]
        self._shown = shown

    async def write(self, view: str) -> None:
        """Write a part of the lines, and then the plot and the sums, which may take longer.
        ``view``: its address. Raises as ``open_corpus_search``."""
        sums = write_element("div", classes="found-sums", role="status")
        lines = await show_while_waiting(
            "Looking for the words, in a new corpus for the first time in each text …",
            asyncio.to_thread(self._read_lines),
        )
        if not lines:
            write_element("p", translate("No text has these words."))
            return
        columns = [translate("Date"), translate("Before"), translate("Found"), translate("After")]
        heads = [(name, "") for name in columns]
        for found, hit in write_table_rows(lines[:PAGE_LINES], heads, "Words in their context"):
            address = view_address(found.portal, "article", url=found.article.url)
            write_element("td", write_date(found.article.published), "studio-unbroken")
            write_element("td", hit.left, "found-before")
            with write_element("td"):
                write_link(hit.match, address, label=f"{hit.match}: {found.article.title}")
            write_element("td", hit.right)
        with write_element("nav", classes="form-row", aria_label=translate("Pages of the lines")):
            if self._shown.line:
                write_link(translate("First"), self._shown.first().address(view))
            if len(lines) > PAGE_LINES:
                further = replace(self._shown, line=self._shown.line + PAGE_LINES)
                write_link(translate("Next"), further.address(view))

        async def show_sums() -> None:
            counts = await asyncio.to_thread(self._count)
            with refill(sums):
                self._write_sums(counts)

        WindowTimer(0, showing_errors(show_sums), is_once=True)

    @contextmanager
    def _open(self) -> Iterator[list[CorpusSearch]]:
        query = parse_query(self._shown.words)
        with ExitStack() as stack:
            yield [stack.enter_context(open_corpus_search(each, query)) for each in self._corpora]

    def _read_lines(self) -> list[tuple[ArticleHits, Hit]]:
        """Return the lines of this part, and if there are more the next one."""
        with self._open() as searches:
            lines = ((found, hit) for found in merge_hits(searches) for hit in found.hits)
            return [*islice(lines, self._shown.line, self._shown.line + PAGE_LINES + 1)]

    def _count(self) -> list[HitCount]:
        with self._open() as searches:
            return count_hits(searches, "month")

    def _write_sums(self, counts: Sequence[HitCount]) -> None:
        """Write how many lines there are, and a plot of their shares for each unit, of the articles
        whose month is known."""
        hits = sum(each.hits for each in counts)
        words = translate(
            "{lines} in {articles}",
            lines=translate_count("{number:,} line", "{number:,} lines", hits),
            articles=count_articles(sum(each.articles for each in counts)),
        )
        ui.label(words)
        dated = [each for each in counts if each.name]
        for unit in dict.fromkeys(each.unit for each in dated if each.hits):
            shares = {e.name: round(e.per_million or 0) for e in dated if e.unit == unit}
            label = translate("hits per million {unit}", unit=translate(UNITS[unit]))
            drawing = draw_time(_MONTHS.key, translate(_MONTHS.heading), shares, label)
            ui.html(write_svg(drawing), sanitize=False).classes("corpus-parts found-plot")
