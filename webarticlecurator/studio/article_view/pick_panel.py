"""The question what an element of the page means."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from nicegui import ui

from webarticlecurator.studio.article_view.answer_panel import AnswerPanel
from webarticlecurator.studio.article_view.meanings import MEANINGS, OPERATIONS, find_meaning
from webarticlecurator.studio.article_view.picked_element import PickedElement, describe_element
from webarticlecurator.studio.window import add_button, showing_errors

if TYPE_CHECKING:
    from webarticlecurator.studio.article_view.article_panel import ArticlePanel


class PickPanel:
    """The panel at the bottom of the window; empty while nothing is picked."""

    def __init__(self, panel: ArticlePanel) -> None:
        self._panel = panel
        self._picked: PickedElement | None = None
        self._answer: AnswerPanel | None = None
        self._place = ui.element("section").classes("article-pick")
        self._place.props('aria-label="What is this?"')
        self._place.set_visibility(False)

    async def pick(self, node: int) -> None:
        """Ask what an element means. Raises ConfigError, PageUnreadable, RequestProblem."""
        panel = self._panel
        portal = await panel.portal()
        picked: PickedElement = await panel.context.pages.read(
            portal, panel.stored.url, describe_element, panel.stored, node
        )
        self._stop_answer()
        self._picked = picked
        panel.make_room(True)
        panel.show_node(node)
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
        self._panel.make_room(False)
        self._panel.show_marks()

    def _stop_answer(self) -> None:
        if self._answer is not None:
            self._answer.stop()
            self._answer = None

    def _write_question(self, picked: PickedElement) -> None:
        with ui.element("div").classes("article-picked"):
            ui.label("What is this?").props('role="heading" aria-level="2"').classes(
                "studio-heading"
            )
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
            answer = AnswerPanel(self._panel, self, self._picked, find_meaning(word))
        self._answer = answer
        await answer.run()
