"""The question what an element of the page means."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial

from nicegui import ui

from webarticlecurator.errors import CuratorError, UsageError
from webarticlecurator.studio.frame.widgets import write_heading
from webarticlecurator.studio.frame.window import (
    add_button,
    showing_errors,
    view_address,
    write_error,
)
from webarticlecurator.studio.views.rule_proposals import (
    MEANINGS,
    OPERATIONS,
    Meaning,
    MeaningProposal,
    PickedElement,
    RuleEdit,
    Support,
    count_support,
    describe_picked_element,
    describe_support,
    find_meaning,
    find_selected_nodes,
    is_list,
    make_edit,
    propose,
)
from webarticlecurator.studio.views.screen import ArticleScreen, list_changes
from webarticlecurator.studio.views.shown_article import ShownArticle


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


# The proposals for one meaning of an element, and what the chosen one would do.

_NOTHING_FOUND = (
    "Nothing around this element has a name that a selector could use. Choose one of the elements"
    " around it."
)


class AnswerPanel:
    """Written for one meaning; ``stop`` ends what it still reads. ``close_question`` is called when
    a proposal is accepted."""

    def __init__(
        self,
        article: ShownArticle,
        close_question: Callable[[], None],
        picked: PickedElement,
        meaning: Meaning,
    ) -> None:
        self._article, self._close_question = article, close_question
        self._picked, self._meaning = picked, meaning
        self._support = Support(())
        self._labels: dict[str, str] = {}
        self._chosen = ""
        self._is_chosen_by_hand = self._is_showing = self._is_stopped = False
        self._edit: RuleEdit | None = None
        self._after: ArticleScreen | None = None
        self._place = ui.element("div").classes("article-answers")
        with self._place:
            ui.label("Looking for selectors…").classes("studio-quiet")

    def stop(self) -> None:
        """Show nothing more."""
        self._is_stopped = True

    async def run(self) -> None:
        """Propose selectors, try them on stored pages, and choose the best. Raises ConfigError,
        PageUnreadable, RequestProblem, and as ``PageSources.read``."""
        article, meaning = self._article, self._meaning
        portal = await article.portal()
        found = await propose(article.context, portal, article.stored, self._picked, meaning)
        if self._is_stopped:
            return
        self._write(bool(found))
        if not found:
            return
        async for support in count_support(
            article.context, portal, article.stored, found, is_list(meaning)
        ):
            if self._is_stopped:
                return
            self._support = support
            if not self._chosen:
                await self._choose(self._best)
            self._show_support(is_last=bool(support.pages) and support.read >= support.pages)
        if not self._is_chosen_by_hand and self._chosen != self._best:
            await self._choose(self._best)

    @property
    def _best(self) -> str:
        return self._support.ranked[self._support.best].proposal.css

    def _write(self, has_proposals: bool) -> None:
        self._place.clear()
        with self._place:
            if not has_proposals:
                ui.label(_NOTHING_FOUND)
                return
            with ui.element("div").classes("article-choices"):
                self._radio = ui.radio({}, on_change=showing_errors(self._choose_by_hand))
                self._radio.props('aria-label="Selectors, from narrow to general" dense')
                self._missing = ui.element("div").classes("article-missing")
            with ui.element("div").classes("article-effect"):
                self._effect = ui.element("div").props('role="status"')
                self._button = add_button("Accept", showing_errors(self._accept), is_main=True)
                self._button.set_enabled(False)

    def _show_support(self, *, is_last: bool) -> None:
        """Show the selectors. Those that are shown keep their places until the last page is
        counted, since somebody may be about to choose one."""
        support = self._support
        labels = {
            each.proposal.css: (
                f"{each.proposal.css} — {describe_support(each, support.read, support.pages)}"
            )
            for each in support.ranked
        }
        if self._labels and not is_last:
            labels = {css: labels.get(css, words) for css, words in self._labels.items()}
        if self._chosen and self._chosen not in labels:
            labels[self._chosen] = self._labels.get(self._chosen, self._chosen)
        self._labels = labels
        self._is_showing = True
        self._radio.set_options(labels, value=self._chosen or None)
        self._is_showing = False
        self._show_missing()

    def _show_missing(self) -> None:
        self._missing.clear()
        found = [each for each in self._support.ranked if each.proposal.css == self._chosen]
        if not found or not found[0].missing:
            return
        with self._missing:
            others = found[0].pages - found[0].fits
            ui.label("Not on this page:" if others == 1 else f"Not on {others} pages, such as:")
            for url in found[0].missing:
                ui.link(url, view_address(self._article.portal_id, "article", url=url))

    async def _choose_by_hand(self) -> None:
        if not self._is_showing and self._radio.value:
            self._is_chosen_by_hand = True
            await self._choose(self._radio.value)

    async def _choose(self, css: str) -> None:
        """Choose a selector, and show what it would do to this article."""
        article = self._article
        self._chosen = css
        self._edit = self._after = None
        self._button.set_enabled(False)
        self._show_support(is_last=False)
        article.editor.take_typed()
        attribute = self._picked.value_attribute(self._meaning.target)
        proposal = MeaningProposal(self._meaning, css, attribute, self._picked.layout)
        try:
            edit = await asyncio.to_thread(make_edit, article.draft, proposal)
            after = await article.read_by(edit.portal)
            selected = await article.context.pages.read(
                edit.portal, article.stored.url, find_selected_nodes, article.stored, css
            )
        except CuratorError as error:
            if self._is_current(css):
                self._effect.clear()
                with self._effect:
                    write_error(error)
            return
        if self._is_current(css):
            self._edit, self._after = edit, after
            self._button.set_enabled(True)
            article.show_marks(selected)
            self._show_effect(edit, after)

    def _is_current(self, css: str) -> bool:
        return not self._is_stopped and css == self._chosen

    def _show_effect(self, edit: RuleEdit, after: ArticleScreen) -> None:
        self._effect.clear()
        with self._effect:
            where = "In this article:" if len(after.pages) > 1 else "On this page:"
            ui.label(where).classes("article-effect-title")
            for change in list_changes(self._article.screen, after):
                ui.label(change.text).classes(f"article-change change-{change.state or 'note'}")
            if edit.table is not None:
                ui.label(f"Accepted, the row is written into {edit.table.name} at once.")

    async def _accept(self) -> None:
        edit, after = self._edit, self._after
        if edit is None or after is None:  # a click that was under way when another was chosen
            return
        if edit.table is None and edit.before != self._article.draft.text:
            await self._choose(self._chosen)
            raise UsageError(
                "the rules were edited since this was proposed",
                "The effect is shown by the rules as they are now: accept it again.",
            )
        self._close_question()
        await self._article.accept(edit, after)
