"""The line that says how a page was read: words by verdict, the rule, problems."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from nicegui import ui

from webarticlecurator.studio.article_view.screen_data import ArticleScreen
from webarticlecurator.studio.article_view.screen_lines import describe_text_choice, describe_words
from webarticlecurator.studio.window import add_button


class ReadingLine:
    """Written anew for each reading of the page."""

    def __init__(self) -> None:
        with ui.element("div").classes("article-said"):
            self._place = ui.element("div").classes("article-reading").props('role="status"')
            self._row = ui.element("div").classes("article-reading").props('role="status"')
        with self._place:
            ui.label("Reading the page…").classes("studio-quiet")

    def show(self, screen: ArticleScreen) -> None:
        """Say how a page was read."""
        self._place.clear()
        with self._place:
            if screen.rejected:
                ui.label(f"No article: {screen.rejected}").classes("article-rejected")
            for state, words in describe_words(screen):
                ui.label(words).classes(f"article-words state-{state}")
            ui.label(describe_text_choice(screen)).classes("studio-quiet")
            if not screen.parents:
                ui.label("The text is not in the page itself, so nothing is marked in it.").classes(
                    "studio-quiet"
                )
            if screen.problems:
                with ui.element("details"):
                    with ui.element("summary"):
                        ui.label(f"remarks: {len(screen.problems)}").classes("article-summary")
                    for problem in screen.problems:
                        ui.label(problem).classes("studio-lines")
            if screen.others:
                ui.label(f"The page holds {len(screen.others)} articles; this is one of them.")

    def show_problem(self, message: str) -> None:
        """Say why a page could not be read; what is shown stays."""
        self._place.clear()
        with self._place:
            ui.label(message).classes("article-rejected studio-lines")

    def show_row(
        self, signature: str, table: str, take_back: Callable[[], Awaitable[None]]
    ) -> None:
        """Say for which tags a row was written into a table, with a button that takes it back."""
        self._row.clear()
        with self._row:
            ui.label(f"{signature} was written into {table}.")
            add_button("Take back", take_back)

    def hide_row(self) -> None:
        """Say no more which row was written."""
        self._row.clear()
