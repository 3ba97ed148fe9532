"""The article view: stored pages, the text that the rules make of them, and the rules."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from nicegui import ui
from nicegui.events import ValueChangeEventArguments

from webarticlecurator.errors import CuratorError, UsageError
from webarticlecurator.stored_pages.page_store import StoredPage
from webarticlecurator.studio.frame.context import StudioContext
from webarticlecurator.studio.frame.portal_draft import PortalDraft
from webarticlecurator.studio.frame.window import (
    add_button,
    add_page,
    open_window,
    showing_errors,
    view_address,
    write_error,
)
from webarticlecurator.studio.views.editor_panel import EditorPanel
from webarticlecurator.studio.views.linked_parts import LinkedParts
from webarticlecurator.studio.views.pick_panel import PickPanel
from webarticlecurator.studio.views.rule_proposals import SAMPLE
from webarticlecurator.studio.views.shown_article import ArticlePageList, ReadingLine, ShownArticle

_STYLE = Path(__file__).with_name("article_view.css")


def add_article_view(context: StudioContext) -> None:
    """Add the view to the application."""

    @add_page("/portal/{portal_id}/article")
    async def show_article(portal_id: str, url: str = "", pane: str = TEXT, page: str = "") -> None:
        ui.add_css(_STYLE)
        with open_window("Article", portal_id, "article"):
            try:
                draft = await asyncio.to_thread(context.open_draft, portal_id)
            except (CuratorError, OSError) as error:
                write_error(error)
                return
            try:
                url = url or await asyncio.to_thread(_find_first, context, draft)
                bar = AddressBar(context, portal_id, draft, url)
                portal = await asyncio.to_thread(draft.portal)
                stored = await asyncio.to_thread(context.sources.read, portal, url)
                await ArticlePanes(context, portal_id, draft, stored).write(pane, page)
                await bar.show_ways()
            except (CuratorError, OSError) as error:
                write_error(error)
                EditorPanel(draft, lambda: None)


def _find_first(context: StudioContext, draft: PortalDraft) -> str:
    """Return the address of a stored article. Raises UsageError if there is none."""
    addresses = context.sources.sample_addresses(draft.portal(), "", 1)
    if not addresses:
        raise UsageError(
            f"no page of {draft.file.stem} is stored yet",
            "Crawl some, or list WARC files that have them.",
        )
    return addresses[0]


# The choice of the page: its address, and the way through a sample of the stored articles.

SUGGESTIONS = 20
"""Addresses that are suggested while one is typed."""
_LIST_ID = "stored-addresses"


class AddressBar:
    """The field of the address, and links to the pages before and after it in the sample."""

    def __init__(
        self, context: StudioContext, portal_id: str, draft: PortalDraft, url: str
    ) -> None:
        self._context, self._portal_id = context, portal_id
        self._draft, self._url = draft, url
        with ui.element("search").classes("article-address"):
            self._field = ui.input("Address of a stored page", value=url)
            self._field.props(f"outlined dense debounce=250 list={_LIST_ID}")
            self._field.classes("article-address-field")
            self._field.on("keydown.enter", self._open)
            self._field.on_value_change(showing_errors(self._suggest))
            self._list = ui.element("datalist").props(f"id={_LIST_ID}")
            add_button("Open", self._open)
            self._ways = ui.element("nav").props('aria-label="Other articles"')
            self._ways.classes("article-ways")

    async def show_ways(self) -> None:
        """Write the links to other articles. Raises as ``PageSources.read``, and ConfigError."""
        sample = await asyncio.to_thread(self._list_sample)
        before, after = find_neighbours(sample, self._url)
        with self._ways:
            if before:
                ui.link("Previous", self._address(before))
            if after:
                ui.link("Next", self._address(after))
            others = [each for each in sample if each != self._url]
            if len(others) > 1:
                ui.link("Any other", self._address(random.choice(others)))

    def _list_sample(self) -> list[str]:
        return self._context.sources.sample_addresses(self._draft.portal(), self._url, SAMPLE)

    async def _suggest(self, event: ValueChangeEventArguments[str | None]) -> None:
        typed = (event.value or "").strip()
        found = await asyncio.to_thread(self._find, typed)
        self._list.clear()
        with self._list:
            for url in found:
                ui.element("option").props["value"] = url

    def _find(self, typed: str) -> list[str]:
        portal = self._draft.portal()
        return self._context.sources.list_addresses(portal, typed, limit=SUGGESTIONS)

    def _open(self) -> None:
        url = (self._field.value or "").strip()
        if url:
            ui.navigate.to(self._address(url))

    def _address(self, url: str) -> str:
        return view_address(self._portal_id, "article", url=url)


def find_neighbours(sample: Sequence[str], url: str) -> tuple[str, str]:
    """Return the addresses before and after one in a list; "" where there is none. An address that
    is not in the list stands before it."""
    number = sample.index(url) if url in sample else -1
    before = sample[number - 1] if number > 0 else ""
    after = sample[number + 1] if number + 1 < len(sample) else ""
    return before, after


# The panes of the article view: a page, the text, the rules and the TEI side by side.

PAGE, TEXT, RULES, TEI = "page", "text", "rules", "tei"
_PANES = {PAGE: "Page", TEXT: "Text", RULES: "Rules", TEI: "TEI"}
"""The panes; where the window is narrow, one at a time, else rules or TEI beside the others."""


class ArticlePanes:
    """The article view of one article: that of ``stored``, with one of its pages."""

    def __init__(
        self, context: StudioContext, portal_id: str, draft: PortalDraft, stored: StoredPage
    ) -> None:
        self._context, self._portal_id = context, portal_id
        self._draft, self._stored = draft, stored
        self._parts = LinkedParts(self._pick_node, self._open_page)
        self._side, self._pane = RULES, TEXT

    async def write(self, pane: str, page_address: str) -> None:
        """Write the panes, and read the article; ``page_address`` is that of the page that is shown
        ("": that of ``stored``). Raises ConfigError if the portal file cannot be used yet,
        PageUnreadable, RequestProblem."""
        with ui.element("div").classes("article-top"):
            line = ReadingLine()
            self._write_pane_buttons()
        pages = ArticlePageList(self._open_page)
        article = self._article = ShownArticle(
            self._context,
            self._portal_id,
            self._draft,
            self._stored,
            self._parts,
            line,
            pages,
            page_address,
        )
        with ui.element("div").classes("article-panes") as self._panes:
            self._parts.write_page()
            self._parts.write_text()
            with ui.element("div").classes("article-pane pane-rules"):
                article.write_rules()
            self._parts.write_tei()
        self._pick = PickPanel(article, self._make_room)
        self._show_pane(pane if pane in _PANES else TEXT)
        await article.read()
        await article.show_unread_page()

    def _make_room(self, is_asking: bool) -> None:
        """Make the panes lower, so that they are seen above a question."""
        self._panes.classes(**{"add" if is_asking else "remove": "with-question"})

    def _write_pane_buttons(self) -> None:
        group = ui.element("div").classes("article-switch").props('role="group" aria-label="Panes"')
        with group:
            self._switches = {
                name: add_button(words, partial(self._show_pane, name)).classes(f"switch-{name}")
                for name, words in _PANES.items()
            }

    def _show_pane(self, pane: str) -> None:
        self._pane = pane
        self._side = pane if pane in (RULES, TEI) else self._side
        for name in _PANES:
            self._panes.classes(remove=f"show-{name} side-{name}")
        self._panes.classes(add=f"show-{pane} side-{self._side}")
        for name, button in self._switches.items():
            button.props(f"aria-pressed={'true' if name == pane else 'false'}")
            is_beside = name == self._side
            button.classes(**{"add" if is_beside else "remove": "is-beside"})
        self._write_address()

    def _write_address(self) -> None:
        """Let the address of the window say what is shown."""
        query = {"url": self._stored.url, "pane": self._pane}
        page = self._article.page_address
        query |= {"page": page} if page else {}
        ui.navigate.history.replace(view_address(self._portal_id, "article", **query))

    async def _open_page(self, number: int, node: int) -> None:
        self._pick.close()
        await self._article.open_page(number, node)
        self._write_address()

    async def _pick_node(self, node: int) -> None:
        await self._pick.pick(node)
