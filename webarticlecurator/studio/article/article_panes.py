"""The panes of the article view: a page, the text, the rules and the TEI side by side."""

from __future__ import annotations

import asyncio
from functools import partial

from nicegui import ui

from webarticlecurator.base.text.translation import make_message
from webarticlecurator.corpus.stored_pages.page_store import StoredPage
from webarticlecurator.studio.article.article_question import PickPanel
from webarticlecurator.studio.article.linked_parts import LinkedParts
from webarticlecurator.studio.article.rules_pane import RulesPane
from webarticlecurator.studio.article.shown_article import ShownArticle
from webarticlecurator.studio.frame.context import StudioContext
from webarticlecurator.studio.frame.controls import (
    add_button,
    label_prop,
    mark_asking,
    show_pressed,
)
from webarticlecurator.studio.frame.portal_draft import PortalDraft
from webarticlecurator.studio.frame.slow_reading import CONNECT_SECONDS, QUICK_SECONDS
from webarticlecurator.studio.frame.terms import explain_element
from webarticlecurator.studio.frame.window import view_address
from webarticlecurator.studio.portal.editor_panel import EditorPanel

LARGE_PAGE = 1_000_000
"""Bytes of a page whose text takes seconds to be read."""
PAGE, TEXT, RULES, TEI = "page", "text", "rules", "tei"
_PANES = {
    PAGE: make_message("Page"),
    TEXT: make_message("Text"),
    RULES: make_message("Rules"),
    TEI: make_message("TEI"),
}
"""The panes; where the window is narrow, one at a time, else one of them beside the page."""


class ArticlePanes:
    """The article view of one article: that of ``stored``, with one of its pages: that at
    ``page_address`` ("": that of ``stored``)."""

    def __init__(
        self,
        context: StudioContext,
        portal_id: str,
        draft: PortalDraft,
        stored: StoredPage,
        page_address: str,
    ) -> None:
        self._parts = LinkedParts(lambda *picked: self._pick.pick(*picked), self._open_page)
        self._article = ShownArticle(context, portal_id, draft, stored, self._parts, page_address)
        self._side = self._pane = TEXT

    async def write(self, pane: str, tools: ui.element) -> None:
        """Write the panes, of which one is shown first, what else can be done into ``tools``, and
        read the article. Raises ConfigError if the portal file cannot be used yet, PageUnreadable,
        RequestProblem."""
        article = self._article
        with ui.element("div").classes("article-top"):
            article.write_reading()
            article.write_page_list(self._open_page)
            with (
                ui.element("div")
                .props(f'role="group" {label_prop("Panes")}')
                .classes("article-switch")
            ):
                self._switches = {
                    name: add_button(words, partial(self._show_pane, name)).classes(
                        f"switch-{name}"
                    )
                    for name, words in _PANES.items()
                }
                explain_element(self._switches[TEI], "TEI")
            article.editor = EditorPanel(article.draft, article.read, in_drawer=True)
        with ui.element("div").classes("article-panes") as self._panes:
            self._parts.write()
            with tools:
                add_button("Parts of the address", lambda: self._pick.ask_address())
                self._parts.frame.add_view_switch()
            article.rules = RulesPane(article.draft, article.editor.edit_line)
            self._parts.write_tei()
            self._pick = PickPanel(article, partial(mark_asking, self._panes))
        self._show_pane(pane if pane in _PANES else TEXT)
        await self._read()

    async def _read(self) -> None:
        """Read the article; where that takes longer, its page is shown meanwhile, and before that
        where it surely does. Raises as ``write``."""

        async def read() -> None:
            with self._panes:
                await self._article.read()

        article = self._article
        if len(article.stored.content) > LARGE_PAGE:
            await ui.context.client.connected(CONNECT_SECONDS)
            await article.show_unread_page()
        reading = asyncio.create_task(read())
        done, _ = await asyncio.wait({reading}, timeout=QUICK_SECONDS)
        if not done:
            # what is changed before the window is there would be lost
            article.can_show.clear()
            try:
                await ui.context.client.connected(CONNECT_SECONDS)
                await article.show_unread_page()
            finally:
                article.can_show.set()
        await reading
        await article.show_unread_page()

    def _show_pane(self, pane: str) -> None:
        self._pane = pane
        self._side = self._side if pane == PAGE else pane
        for name in _PANES:
            self._panes.classes(remove=f"show-{name} side-{name}")
        self._panes.classes(add=f"show-{pane} side-{self._side}")
        show_pressed(self._switches, pane)
        for name, button in self._switches.items():
            button.classes(**{"add" if name == self._side else "remove": "is-beside"})
        self._write_address()

    def _write_address(self) -> None:
        """Let the address of the window say what is shown."""
        query = {"url": self._article.url, "pane": self._pane, "page": self._article.page_address}
        ui.navigate.history.replace(view_address(self._article.portal_id, "article", **query))

    async def _open_page(self, number: int, node: int) -> None:
        self._pick.close()
        await self._article.open_page(number, node)
        self._write_address()
