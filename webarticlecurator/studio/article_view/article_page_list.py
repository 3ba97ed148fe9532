"""The pages of an article, of which one is shown."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial

from nicegui import ui

from webarticlecurator.studio.article_view.screen_data import NO_NODE, ArticleScreen
from webarticlecurator.studio.window import add_button, showing_errors


class ArticlePageList:
    """A button for each page; empty for an article of one page. ``open_page`` is called with the
    number of a page, and NO_NODE."""

    def __init__(self, open_page: Callable[[int, int], Awaitable[None]]) -> None:
        self._open_page = open_page
        self._place = ui.element("nav").props('aria-label="Pages of the article"')
        self._place.classes("article-pages")

    def show(self, screen: ArticleScreen) -> None:
        """Show the pages of an article; those that are not stored cannot be chosen."""
        self._place.clear()
        if len(screen.pages) < 2:
            return
        with self._place:
            ui.label(f"{len(screen.pages)} pages:")
            for number, page in enumerate(screen.pages):
                words = str(number + 1) if not page.trouble else f"{number + 1}: {page.trouble}"
                button = add_button(
                    words, showing_errors(partial(self._open_page, number, NO_NODE))
                )
                button.tooltip(page.url)
                button.props["aria-label"] = f"page {words}"
                button.set_enabled(bool(page.record))
                if number == screen.shown:
                    button.props('aria-current="page"')
