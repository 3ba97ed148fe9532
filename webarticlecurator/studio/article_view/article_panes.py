"""The panes of the article view: a page, the text, the rules and the TEI side by side."""

from __future__ import annotations

from functools import partial

from nicegui import ui

from webarticlecurator.run.preview.stored_page import StoredPage
from webarticlecurator.studio.article_view.article_page_list import ArticlePageList
from webarticlecurator.studio.article_view.linked_parts import LinkedParts
from webarticlecurator.studio.article_view.pick_panel import PickPanel
from webarticlecurator.studio.article_view.reading_line import ReadingLine
from webarticlecurator.studio.article_view.shown_article import ShownArticle
from webarticlecurator.studio.context import StudioContext
from webarticlecurator.studio.portal_draft import PortalDraft
from webarticlecurator.studio.window import add_button, view_address

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
