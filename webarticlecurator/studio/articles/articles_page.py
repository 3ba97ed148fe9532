"""The view of the articles as a table: those of one portal, or of those that ``corpus.yaml`` makes
one corpus of."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.parse import parse_qsl

from fastapi import Request
from nicegui import ui
from starlette.datastructures import QueryParams

from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.base.model.corpus_dimensions import Dimension
from webarticlecurator.base.model.fields import FIELD_NAMES
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.text.characters import shorten
from webarticlecurator.base.text.translation import format_number, translate, translate_count
from webarticlecurator.corpus.charts.bar_names import DATED, name_bar, name_field, name_value
from webarticlecurator.corpus.corpora.article_rows import (
    FACETS,
    ArticleTable,
    ListedRow,
    Prepared,
    TablePage,
    write_value_condition,
)
from webarticlecurator.corpus.export.article_fields import ARTICLE_FIELDS_BY_NAME, NUMBERED
from webarticlecurator.corpus.export.field_conditions import parse_condition
from webarticlecurator.corpus.export.selection import Selection, SelectionOptions, make_selections
from webarticlecurator.corpus.stored_pages.captured_pages import has_corpus
from webarticlecurator.portal_file.config.corpus_file import NAME as CORPUS_FILE
from webarticlecurator.portal_file.config.corpus_file import load_corpus_file
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.storage.store.view import view_corpus
from webarticlecurator.storage.texts.fact_rows import ORDERS, RowOrder
from webarticlecurator.studio.articles.articles_download import DownloadForm, DownloadSource
from webarticlecurator.studio.articles.articles_mending import MendedArticles
from webarticlecurator.studio.articles.found_lines import FoundLines
from webarticlecurator.studio.articles.shown_table import (
    COLUMNS,
    USUAL_COLUMNS,
    ShownTable,
    read_shown_table,
)
from webarticlecurator.studio.frame.context import StudioContext
from webarticlecurator.studio.frame.portal_draft import PortalDraft
from webarticlecurator.studio.frame.shown_errors import showing_errors
from webarticlecurator.studio.frame.slow_reading import show_while_waiting
from webarticlecurator.studio.frame.terms import TERMS, explain_element
from webarticlecurator.studio.frame.widgets import (
    open_details,
    open_form,
    write_element,
    write_field,
    write_heading,
    write_items,
    write_link,
)
from webarticlecurator.studio.frame.window import (
    add_page,
    open_window,
    view_address,
)
from webarticlecurator.studio.frame.window_timer import WindowTimer

SEVERAL_VIEW = "/articles"
"""The address of the view of the portals of ``corpus.yaml``."""
FACET_NAMES = 8
"""Values of a facet that are shown."""
MAX_CELL = 200
"""Characters of a cell that are shown."""


@dataclass(frozen=True)
class ShownCorpora:
    """Whose articles a table shows: ``portals``, each with the folder of its corpus, and the
    conditions ``where`` that always hold; ``source`` is what is downloaded, ``view`` the address of
    the view."""

    source: DownloadSource
    view: str
    portals: tuple[tuple[Portal, Path], ...]
    where: tuple[str, ...] = ()

    def select(self, where: Sequence[str]) -> list[Selection]:
        """Return the selection of each portal in an export with these conditions. Raises
        UsageError."""
        options = SelectionOptions(where=(*self.where, *where))
        return make_selections(options, [portal for portal, _ in self.portals], "condition")

    @contextmanager
    def open_table(
        self, selections: Sequence[Selection], prepared: Prepared = ()
    ) -> Iterator[tuple[ArticleTable, int]]:
        """Open the corpora; yield their table, and how many articles their indexes do not know.
        Raises as ``view_corpus``."""
        with ExitStack() as stack:
            views = [
                stack.enter_context(view_corpus(folder, portal.id))
                for portal, folder in self.portals
            ]
            yield (
                ArticleTable([*zip(views, selections, strict=True)], prepared),
                sum(view.article_facts.count_missing() for view in views),
            )


async def write_articles_view(
    context: StudioContext, portal_id: str, _draft: PortalDraft, query: QueryParams
) -> None:
    """Write the table of the articles of a portal."""
    portal = await asyncio.to_thread(context.catalog.find, portal_id)
    folder = context.settings.corpus_folder(portal_id)
    if not has_corpus(folder):
        ui.label(translate("Nothing is stored yet."))
        ui.link(translate("Crawl the portal"), view_address(portal_id, "run"))
        return
    corpora = ShownCorpora(
        DownloadSource(portal_id, Path(portal.path), folder),
        view_address(portal_id, "articles"),
        ((portal, folder),),
    )
    await _ArticlesView(
        context,
        corpora,
        read_shown_table(str(query)),
        downloads=query.get("point") == "download",
    ).write()


def add_several_view(context: StudioContext) -> None:
    """Add the view of the portals of ``corpus.yaml`` to the application."""

    @add_page(SEVERAL_VIEW)
    async def show_several(request: Request) -> None:
        shown = read_shown_table(request.url.query)
        with open_window("Several portals as one corpus"):
            title, corpora, missing = await asyncio.to_thread(read_several, context)
            if title:
                write_heading(title)
            for portal_id in missing:
                write_element(
                    "p",
                    translate(
                        "Nothing of {portal} is stored yet, so there is nothing to download."
                        " Crawl it, or remove it from {file}.",
                        portal=portal_id,
                        file=CORPUS_FILE,
                    ),
                )
            if corpora.portals:
                await _ArticlesView(context, corpora, shown, downloads=False).write()


def read_several(context: StudioContext) -> tuple[str, ShownCorpora, list[str]]:
    """Return the title of the ``corpus.yaml`` in the folder of the studio, its corpora, and the ids
    of the portals that have none. Raises UsageError, ConfigError."""
    path = context.settings.folder / CORPUS_FILE
    file = load_corpus_file(path, parse_condition)
    stored, missing = [], []
    for name, named in file.portals:
        portal = load_portal(name, allow_hooks=context.drafts.allow_hooks())
        folder = named or context.settings.corpus_folder(portal.id)
        if has_corpus(folder):
            stored.append((portal, folder))
        else:
            missing.append(portal.id)
    is_alone = len(file.portals) == 1 and stored
    corpora = stored[0][1] if is_alone else context.settings.corpora
    source = DownloadSource(CORPUS_FILE, path, corpora)
    return file.title, ShownCorpora(source, SEVERAL_VIEW, tuple(stored), file.where), missing


class _ArticlesView:
    """The view in one tab; with ``downloads``, the form that downloads is open."""

    def __init__(
        self,
        context: StudioContext,
        corpora: ShownCorpora,
        shown: ShownTable,
        *,
        downloads: bool,
    ) -> None:
        self._context, self._corpora, self._shown = context, corpora, shown
        self._downloads = downloads
        self._mended: dict[str, MendedArticles] = {}
        self._prepared: Prepared = ()

    async def write(self) -> None:
        self._write_conditions()
        # raised where the table would stand: the conditions can be changed
        self._selections = self._corpora.select(self._shown.where)
        if not self._shown.words:  # above what may be thousands of pixels high
            downloads = write_element("div", classes="articles-room" + " is-open" * self._downloads)
        with write_element("div", classes="articles-body"):
            self._facets = write_element("div", classes="articles-facets", role="group")
            self._facets.props["aria-label"] = translate("Filter the table by a value")
            with write_element("div", classes="studio-stack articles-found"):
                if self._shown.words:
                    found = FoundLines(self._corpora.portals, self._selections, self._shown)
                    await found.write(self._corpora.view)
                else:
                    await self._write_found(downloads)
        WindowTimer(0, showing_errors(self._write_facets), is_once=True)

    async def _write_found(self, downloads: ui.element) -> None:
        """Write the table, and the form that downloads it, where that has its room."""
        page, number, missing = await show_while_waiting(
            "Reading the articles …", asyncio.to_thread(self._read_page)
        )
        if missing:
            write_element(
                "p",
                translate(
                    "Not in the table until the next build: {articles}.",
                    articles=translate_count("{number:,} article", "{number:,} articles", missing),
                ),
                "studio-quiet",
            )
        with downloads:
            DownloadForm(
                self._context, self._corpora.source, self._shown.where, self._shown.columns
            ).write(number, is_open=self._downloads)
        self._write_number(page, number)
        await asyncio.to_thread(self._read_mended)
        self._write_table(page)
        self._write_pages(page)
        self._write_columns()

    def _read_page(self) -> tuple[TablePage, int | None, int]:
        """Return the page, the number of articles, and of those that the index does not know."""
        with self._corpora.open_table(self._selections) as (table, missing):
            self._prepared = table.prepared
            shown = self._shown
            ids = [portal.id for portal, _ in self._corpora.portals]
            page = table.read_page(
                (*dict.fromkeys(("title", *shown.columns)),),
                shown.order,
                shown.beside if shown.beside and shown.beside.portal in ids else None,
                is_before=shown.is_before,
            )
            return page, table.count(), missing

    def _read_mended(self) -> None:
        """Read what is mended by hand, of the portals whose files are in the folder."""
        known = {entry.id for entry in self._context.catalog.entries()}
        for portal, folder in self._corpora.portals:
            if portal.id in known:
                self._mended[portal.id] = MendedArticles(
                    folder, portal, self._context.open_draft(portal.id).file
                )

    # What is shown: conditions, facets, columns.

    def _write_conditions(self) -> None:
        """Write the form that adds a condition, and the conditions there are."""
        view = self._corpora.view
        hidden = _list_hidden(replace(self._shown.first(), words=""))
        with open_form(view, hidden, "Show", role="search"):
            write_field("Words in the texts", "words", self._shown.words, type="search")
            write_field("Words in the title", "title", type="search")
            write_field("Condition", "where", placeholder="words>=100", size="28")
        if not self._shown.where:
            return
        with write_element(
            "ul", classes="form-row studio-plain", aria_label=translate("Conditions")
        ):
            for condition in self._shown.where:
                with write_element("li"):
                    write_link(
                        f"{condition} ✕",
                        self._shown.widen(condition).address(self._corpora.view),
                        "studio-link-button",
                        label=translate("Remove the condition {condition}", condition=condition),
                    )

    async def _write_facets(self) -> None:
        """Write the values by which the table can be narrowed; each list as soon as it is
        counted."""
        for dimension in (None, *FACETS):
            counts = await asyncio.to_thread(self._count_facet, dimension)
            if len(counts) > 1:
                with self._facets:
                    self._write_facet(dimension, counts)

    def _count_facet(self, dimension: Dimension | None) -> list[tuple[str, int]]:
        """Return the names of a facet, of the portals without a dimension, with their numbers."""
        with self._corpora.open_table(self._selections, self._prepared) as (table, _):
            if dimension is None:
                return [*table.count_parts().items()]
            counts = table.count_values(dimension)
            return sorted(counts, reverse=True) if dimension.order else counts

    def _write_facet(self, dimension: Dimension | None, counts: Sequence[tuple[str, int]]) -> None:
        heading = translate(dimension.heading) if dimension else translate("Portal")
        field = dimension.where if dimension else "portal"
        classes = "has-order" if dimension and dimension.order else ""
        with write_element("section", classes=classes, aria_label=heading):
            write_heading(heading, 2, "articles-facet")
            # all that have an order of their own, as years, which begin with the last one
            is_cut = dimension is not None and not dimension.order and len(counts) > FACET_NAMES
            named = counts[:FACET_NAMES] if is_cut else counts
            for name, articles in write_items(named, "studio-plain"):
                narrowed = self._shown.narrow(write_value_condition(field, name))
                words = name_bar(dimension.key, name) if dimension else name
                write_link(shorten(words, MAX_CELL), narrowed.address(self._corpora.view))
                write_element("span", f" {format_number(articles)}", "studio-quiet")
            if is_cut and dimension and dimension.field and len(self._corpora.portals) == 1:
                address = view_address(
                    self._corpora.portals[0][0].id, "metadata", field=dimension.field
                )
                write_link(translate("all"), address)

    def _write_columns(self) -> None:
        """Write the form that chooses the columns."""
        view = self._corpora.view
        hidden = _list_hidden(replace(self._shown.first(), columns=USUAL_COLUMNS))
        with (
            open_details("Columns of the table", "studio-panel"),
            open_form(view, hidden, "Show these columns"),
        ):
            for name in COLUMNS:
                with write_element("label", classes="form-field"):
                    write_element(
                        "input",
                        type="checkbox",
                        name="column",
                        value=name,
                        defaultChecked=name in self._shown.columns,
                    )
                    write_element(
                        "span",
                        name_field(name),
                        title=f"{name}: {translate(ARTICLE_FIELDS_BY_NAME[name].meaning)}",
                    )

    # The table.

    def _write_number(self, page: TablePage, number: int | None) -> None:
        counted = len(page.rows) if number is None else number
        words = translate_count("{number:,} article", "{number:,} articles", counted)
        if number is None:
            words = translate(
                "{articles} on this page, of {read:,} that were read: one condition needs the"
                " articles themselves, so all cannot be counted.",
                articles=words,
                read=page.read,
            )
        ui.label(words).props('role="status"')

    def _write_table(self, page: TablePage) -> None:
        columns = [name for name in self._shown.columns if self._is_wanted(name, page.rows)]
        with (
            write_element("div", classes="studio-wide", tabindex="0", role="region") as region,
            write_element("table", classes="studio-table articles-table"),
        ):
            region.props["aria-label"] = translate("Articles")
            with write_element("thead"), write_element("tr"):
                for name in columns:
                    self._write_head(name)
            with write_element("tbody") as body:
                for row in page.rows:
                    with write_element("tr") as line:
                        self._write_row(row, columns, body, line)
        if not page.rows:
            ui.label(translate("No article meets these conditions."))

    def _is_wanted(self, name: str, rows: Sequence[ListedRow]) -> bool:
        """Return True for a column that was chosen, or that sorts the table, or has a value in one
        of its rows."""
        is_chosen = self._shown.columns != USUAL_COLUMNS
        is_sorted = self._shown.order != RowOrder() and self._shown.order.field == name
        return is_chosen or is_sorted or any(row.cells.get(name) for row in rows)

    def _write_head(self, name: str) -> None:
        """Write the head of a column, with the link that sorts by it."""
        order, classes = self._shown.order, "number" if name in NUMBERED else ""
        if name not in ORDERS:
            write_element("th", name_field(name), classes, scope="col")
            return
        is_sorted = order.field == name
        address = replace(
            self._shown.first(), order=RowOrder(name, is_sorted and not order.is_descending)
        ).address(self._corpora.view)
        with write_element("th", classes=classes, scope="col") as head:
            sign = ("↓" if order.is_descending else "↑") if is_sorted else ""
            link = write_link(
                f"{name_field(name)} {sign}".strip(),
                address,
                "studio-unbroken",
                translate("Sort by {name}", name=name_field(name)),
            )
            if name in TERMS:
                explain_element(link, name)
        if is_sorted:
            head.props["aria-sort"] = "descending" if order.is_descending else "ascending"

    def _write_row(
        self, row: ListedRow, columns: Sequence[str], body: ui.element, line: ui.element
    ) -> None:
        mended = self._mended.get(row.portal)
        # the studio has no views of a portal whose file is elsewhere
        address = view_address(row.portal, "article", url=row.url) if mended else row.url
        if row.trouble:
            with write_element("td", colspan=str(len(columns))):
                write_link(row.url, address, "studio-anywhere")
                write_element("p", translate(row.trouble), "studio-quiet")
            return
        title = shorten(_join(row.cells["title"]), MAX_CELL) or row.url
        for place, name in enumerate(columns):
            text = shorten(_join(row.cells[name]), MAX_CELL)
            is_day = name in DATED
            classes = "number" if name in NUMBERED else "studio-unbroken" if is_day else ""
            with write_element("td", classes=f"{classes} studio-anywhere".strip()):
                is_link = name == "title" or (place == 0 and "title" not in columns)
                if is_link:
                    write_link(title if name == "title" else text or row.url, address)
                if name in FIELD_NAMES and mended is not None:
                    shown = "" if is_link else name_value(name, text)
                    mended.write_cell(row, name, shown, body, line, title)
                elif not is_link:
                    write_element("span", name_value(name, text))

    def _write_pages(self, page: TablePage) -> None:
        """Write the links to the other pages."""
        shown = self._shown
        links = [
            (translate("First"), shown.first(), shown.beside),
            (
                translate("Previous"),
                replace(shown, beside=page.before, is_before=True),
                page.before,
            ),
            (translate("Next"), replace(shown, beside=page.behind, is_before=False), page.behind),
        ]
        with write_element("nav", classes="form-row", aria_label=translate("Pages of the table")):
            for words, turned, exists in links:
                if exists:
                    write_link(words, turned.address(self._corpora.view))


def _list_hidden(shown: ShownTable) -> list[tuple[str, str]]:
    """Return what a form keeps of the address."""
    return parse_qsl(shown.address("").partition("?")[2])


def _join(cells: Iterable[object]) -> str:
    return "; ".join(map(str, cells))
