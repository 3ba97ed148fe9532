"""The question what an element of the page means."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from nicegui import ui

from webarticlecurator.studio.article_view.answer_panel import AnswerPanel
from webarticlecurator.studio.article_view.meanings import MEANINGS, OPERATIONS, find_meaning
from webarticlecurator.studio.article_view.picked_element import (
    PickedElement,
    describe_picked_element,
)
from webarticlecurator.studio.article_view.shown_article import ShownArticle
from webarticlecurator.studio.html_elements import write_heading
from webarticlecurator.studio.window import add_button, showing_errors


class PickPanel:
    """The panel at the bottom of the window; empty while nothing is picked. ``make_room`` is called
    with True when it begins to ask, and with False when it ends."""

    def __init__(self, article: ShownArticle, make_room: Callable[[bool], None]) -> None:
        self._article, self._make_room = article, make_room
        self._picked: PickedElement | None = None
        self._answer: AnswerPanel | None = None
        self._place = ui.element("section").classes("article-pick")
        self._place.props('aria-label="What is this?"')
        self._place.set_visibility(False)

    async def pick(self, node: int) -> None:
        """Ask what an element means. Raises ConfigError, PageUnreadable, RequestProblem."""
        article = self._article
        portal = await article.portal()
        picked: PickedElement = await article.context.pages.read(
            portal, article.stored.url, describe_picked_element, article.stored, node
        )
        self._stop_answer()
        self._picked = picked
        self._make_room(True)
        article.show_node(node)
        self._place.clear()
        self._place.set_visibility(True)
        with self._place:
            self._write_question(picked)
            self._answers = ui.element("div")

    def close(self) -> None:
        """Ask no more."""
        self._stop_answer()
        self._picked = None
        self._place.clear()
        self._place.set_visibility(False)
        self._make_room(False)
        self._article.show_marks()

    def _stop_answer(self) -> None:
        if self._answer is not None:
            self._answer.stop()
            self._answer = None

    def _write_question(self, picked: PickedElement) -> None:
        with ui.element("div").classes("article-picked"):
            write_heading("What is this?")
            with ui.element("nav").props('aria-label="Elements around it"').classes("article-path"):
                for node, name in picked.around[::-1]:
                    button = add_button(name, showing_errors(partial(self.pick, node)))
                    if node == picked.node:
                        button.props('aria-current="true"')
            add_button("Close", self.close).classes("article-close")
        if picked.text:
            ui.label(f"“{picked.text}”").classes("article-quote")
        with ui.element("div").props('role="group" aria-label="Meanings"').classes("article-group"):
            self._buttons = {
                meaning.word: add_button(
                    meaning.label, showing_errors(partial(self._choose_meaning, meaning.word))
                )
                for meaning in MEANINGS
            }
            operations = {"": "This tag means …"} | {name: name for name in OPERATIONS}
            choice = ui.select(operations, value="", label="Tag dictionary")
            choice.props("outlined dense options-dense").classes("article-operations")
            choice.on_value_change(
                showing_errors(lambda event: self._choose_operation(event.value or ""))
            )

    async def _choose_operation(self, operation: str) -> None:
        if operation:
            await self._choose_meaning(f"tag:{operation}")

    async def _choose_meaning(self, word: str) -> None:
        """Propose what could be written for a meaning."""
        if self._picked is None:
            return
        self._stop_answer()
        for name, button in self._buttons.items():
            button.props(f"aria-pressed={'true' if name == word else 'false'}")
        self._answers.clear()
        with self._answers:
            answer = AnswerPanel(self._article, self.close, self._picked, find_meaning(word))
        self._answer = answer
        await answer.run()
