"""The question what an element of a page means: its meanings, what could be written for each, and
what that would change.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from nicegui import ui

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.text.translation import translate
from webarticlecurator.corpus.charts.bar_names import name_operation
from webarticlecurator.studio.article.answer_panel import AnswerPanel
from webarticlecurator.studio.article.meanings import (
    ADDRESS_MEANINGS,
    MEANINGS,
    OPERATIONS,
    Meaning,
    find_meaning,
)
from webarticlecurator.studio.article.proposal_support import list_address_parts
from webarticlecurator.studio.article.rule_proposals import PickedElement, describe_picked_element
from webarticlecurator.studio.article.shown_article import ShownArticle
from webarticlecurator.studio.frame.controls import add_button, label_prop, refill, show_pressed
from webarticlecurator.studio.frame.page_frame import NO_NODE
from webarticlecurator.studio.frame.shown_errors import showing_errors
from webarticlecurator.studio.frame.terms import explain_element
from webarticlecurator.studio.frame.widgets import write_heading
from webarticlecurator.studio.frame.window import put_in_quotes
from webarticlecurator.studio.shown_page.screen_index import find_screen_line


class PickPanel:
    """The question beside the page, or below it in a narrow window; empty while nothing is picked.
    ``make_room`` is called with True when it begins to ask, and with False when it ends."""

    def __init__(self, article: ShownArticle, make_room: Callable[[bool], object]) -> None:
        self._article, self._make_room = article, make_room
        self._picked: PickedElement | None = None
        self._adding: Meaning | None = None
        self._answer: AnswerPanel | None = None
        self._place = (
            ui.element("section")
            .classes("article-pick studio-question")
            .props(f'{label_prop("What is this?")} tabindex="-1"')
            .on("keydown.escape", self.close)
        )
        self._place.set_visibility(False)

    async def pick(self, node: int, line: str = "") -> None:
        """Ask what an element means, or ``line``, the text of one of its blocks. Raises
        ConfigError, PageUnreadable, RequestProblem."""
        article = self._article
        portal = await article.portal()
        picked: PickedElement = await article.context.pages.read(
            portal, article.stored.url, describe_picked_element, article.stored, node
        )
        picked = replace(picked, line=line or find_screen_line(article.screen, node))
        adding, first = self._adding, self._picked
        if adding is not None and first is not None:
            picked = replace(first, others=tuple({*first.others, node} - {first.node}))
        self._ask(picked)
        article.parts.show_marks((picked.node, *picked.others))
        article.parts.frame.scroll_to(node)
        if adding is not None:
            await self._choose_meaning(adding.word, picked.others)

    def ask_address(self) -> None:
        """Ask what a part of the address means."""
        parts = list_address_parts(self._article.stored.url)
        folders = [each for each in parts if "]+/" in each[1][0]]
        word, patterns = next(iter((*folders, *parts)), ("", ()))
        layout = self._article.screen.layout
        self._ask(PickedElement(NO_NODE, word, "", (), layout=layout, patterns=patterns))

    def _ask(self, picked: PickedElement) -> None:
        """Write the question."""
        self._stop_answer()
        self._picked, self._adding = picked, None
        self._make_room(True)
        self._place.set_visibility(True)
        with refill(self._place):
            self._write_question(picked)
            self._answers = ui.element("div")
        _focus(self._place)

    def _ask_another(self, meaning: Meaning) -> None:
        """Let the next click add an element to the one that was picked."""
        self._adding = meaning
        self._stop_answer()
        with refill(self._answers):
            ui.label(
                translate(
                    "Click the second one on the page: {name} 2.", name=translate(meaning.label)
                )
            ).props('role="status"').classes("studio-quiet")
        _focus(self._article.parts.frame)

    async def _ask_again(self, node: int, meaning: Meaning) -> None:
        """Ask what an element means once more, with the meaning that it had."""
        await self.pick(node)
        await self._choose_meaning(meaning.word)

    def close(self) -> None:
        """Ask no more."""
        self._stop_answer()
        self._picked = self._adding = None
        self._place.clear()
        self._place.set_visibility(False)
        self._make_room(False)
        self._article.parts.show_marks()
        _focus(self._article.parts.frame)

    def _stop_answer(self) -> None:
        """Let the last answer show nothing more."""
        if self._answer is not None:
            self._answer.is_stopped = True
            self._answer = None

    def _write_question(self, picked: PickedElement) -> None:
        with ui.element("div").classes("article-picked"):
            write_heading("What is this?")
            with ui.element("nav").props(label_prop("Elements around it")).classes("article-path"):
                for word, patterns in (
                    list_address_parts(self._article.stored.url) if picked.patterns else ()
                ):
                    button = add_button(
                        word, partial(self._ask, replace(picked, text=word, patterns=patterns))
                    )
                    if patterns == picked.patterns:
                        _show_in_line(button.props('aria-current="true"'))
                for node, name in picked.around[::-1]:
                    button = add_button(name, showing_errors(partial(self.pick, node)))
                    if node == picked.node:
                        _show_in_line(button.props('aria-current="true"'))
            add_button("Close", self.close).classes("article-close")
        if picked.text:
            ui.label(put_in_quotes(picked.text)).classes("article-quote")
        with (
            ui.element("div")
            .props(f'role="group" {label_prop("Meanings")}')
            .classes("article-group")
        ):
            self._buttons = {
                meaning.word: add_button(
                    meaning.label, showing_errors(partial(self._choose_meaning, meaning.word))
                )
                for meaning in (ADDRESS_MEANINGS if picked.patterns else MEANINGS)
            }
            if picked.patterns:
                return
            explain_element(self._buttons["root"], "root")
            operations = {"": translate("This tag means …")} | {
                name: name_operation(name) for name in OPERATIONS
            }
            ui.select(
                operations,
                value="",
                label=translate("Tag dictionary"),
                on_change=showing_errors(
                    lambda event: self._choose_meaning(f"tag:{event.value or ''}")
                ),
            ).props("outlined dense options-dense").classes("article-operations")

    async def _choose_meaning(self, word: str, others: tuple[int, ...] = ()) -> None:
        """Propose what could be written for a meaning, which ``others`` have, too."""
        if self._picked is None or word == "tag:":
            return
        self._stop_answer()
        self._picked = replace(self._picked, others=others)
        show_pressed(self._buttons, word)
        if word in self._buttons:  # in a narrow window the meanings are in one line now
            _show_in_line(self._buttons[word])
        with refill(self._answers):
            answer = AnswerPanel(
                self._article,
                self.close,
                self._ask_another,
                self._ask_again,
                self._picked,
                find_meaning(word),
            )
        self._answer = answer
        await answer.run()


def _focus(element: ui.element) -> None:
    """Give the keyboard to an element where it is."""
    _call(element, "focus({preventScroll: true})")


def _show_in_line(button: ui.button) -> None:
    """Bring a button into view where a line of them scrolls."""
    _call(button, 'scrollIntoView({block: "nearest", inline: "center"})')


def _call(element: ui.element, call: str) -> None:
    """Call a method of an element in the browser."""
    # not by `ui`: the button that was pressed may be removed already
    element.client.run_javascript(f"getHtmlElement({element.id})?.{call}")
