"""The question what an element of the page means, and the proposals for the answer."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

from nicegui import ui

from webarticlecurator.errors import CuratorError
from webarticlecurator.studio.article_view.article_screen import ArticleScreen
from webarticlecurator.studio.article_view.meanings import (
    MEANINGS,
    OPERATIONS,
    Meaning,
    Proposal,
    find_meaning,
    is_list,
)
from webarticlecurator.studio.article_view.picked_element import (
    PickedElement,
    describe_element,
    preview_selector,
)
from webarticlecurator.studio.article_view.proposals import (
    Support,
    count_support,
    describe_support,
    propose,
)
from webarticlecurator.studio.article_view.rule_edit import RuleEdit, make_edit
from webarticlecurator.studio.article_view.screen_changes import list_changes
from webarticlecurator.studio.window import (
    add_button,
    show_error,
    showing_errors,
    view_address,
    write_error,
)

if TYPE_CHECKING:
    from webarticlecurator.studio.article_view.article_panel import ArticlePanel


class PickPanel:
    """The panel at the bottom of the window; empty while nothing is picked."""

    def __init__(self, panel: ArticlePanel) -> None:
        self._panel = panel
        self._picked: PickedElement | None = None
        self._meaning: Meaning | None = None
        self._support = Support(())
        self._chosen = ""
        self._edit: RuleEdit | None = None
        self._after: ArticleScreen | None = None
        self._round = 0
        self._place = ui.element("section").classes("article-pick")
        self._place.props('aria-label="What is this?"')
        self._place.set_visibility(False)

    async def pick(self, node: int) -> None:
        """Ask what an element means. Raises ConfigError, PageUnreadable, RequestProblem."""
        panel = self._panel
        portal = await panel.portal()
        self._picked = await panel.context.pages.read(
            portal, panel.stored.url, describe_element, panel.stored, node
        )
        self._meaning = None
        self._round += 1
        panel.show_marks((node,))
        panel.make_room(True)
        panel.frame.scroll_to(node)
        self._place.clear()
        self._place.set_visibility(True)
        with self._place:
            self._write_question(self._picked)
            self._answers = ui.element("div").classes("article-answers")

    def close(self) -> None:
        """Ask no more."""
        self._round += 1
        self._picked = self._meaning = None
        self._place.clear()
        self._place.set_visibility(False)
        self._panel.make_room(False)
        self._panel.show_marks()

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
        picked, panel = self._picked, self._panel
        if picked is None:
            return
        self._meaning = meaning = find_meaning(word)
        self._round += 1
        this_round = self._round
        for name, button in self._buttons.items():
            button.props(f"aria-pressed={'true' if name == word else 'false'}")
        self._answers.clear()
        with self._answers:
            ui.label("Looking for selectors…").classes("studio-quiet")
        portal = await panel.portal()
        found = await propose(panel.context, portal, panel.stored, picked, meaning)
        if this_round != self._round:
            return
        self._chosen = ""
        if not found:
            self._answers.clear()
            with self._answers:
                ui.label(
                    "Nothing around this element has a name that a selector could use. Choose one"
                    " of the elements around it."
                )
            return
        supports = count_support(panel.context, portal, panel.stored, found, is_list(meaning))
        is_first = True
        async for support in supports:
            if this_round != self._round:
                return
            self._support = support
            if is_first:
                self._write_answers()
                await self._choose(support.ranked[support.best].proposal.css, this_round)
                is_first = False
            else:
                self._show_support(is_last=support.read >= support.pages)
        if this_round == self._round and not self._was_chosen:
            best = self._support.ranked[self._support.best].proposal.css
            if best != self._chosen:
                await self._choose(best, this_round)

    def _write_answers(self) -> None:
        self._was_chosen = False
        self._answers.clear()
        with self._answers:
            with ui.element("div").classes("article-choices"):
                self._radio = ui.radio({}, on_change=showing_errors(self._choose_by_hand))
                self._radio.props('aria-label="Selectors, from narrow to general" dense')
                self._missing = ui.element("div").classes("article-missing")
            with ui.element("div").classes("article-effect"):
                self._effect = ui.element("div").props('role="status"')
                self._accept = add_button("Accept", showing_errors(self._accept_it), is_main=True)
        self._is_showing, self._labels = False, dict[str, str]()
        self._show_support(is_last=False)

    def _show_support(self, *, is_last: bool) -> None:
        """Show the selectors; those that are shown keep their places until the last page is
        counted, since they are pointed at."""
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
            labels[self._chosen] = self._chosen
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
                ui.link(url, view_address(self._panel.portal_id, "article", url=url))

    async def _choose_by_hand(self) -> None:
        if not self._is_showing and self._radio.value:
            self._was_chosen = True
            await self._choose(self._radio.value, self._round)

    async def _choose(self, css: str, this_round: int) -> None:
        """Choose a selector, and show what it would do on this page."""
        panel, meaning, picked = self._panel, self._meaning, self._picked
        if meaning is None or picked is None:
            return
        self._chosen = css
        self._edit = self._after = None
        self._show_support(is_last=False)
        panel.editor.take_typed()
        try:
            edit = await asyncio.to_thread(make_edit, panel.draft, self._proposal(picked, meaning))
            screen, selected = await panel.context.pages.read(
                edit.portal, panel.stored.url, preview_selector, panel.stored, css
            )
        except CuratorError as error:
            if this_round == self._round and css == self._chosen:
                self._effect.clear()
                with self._effect:
                    write_error(error)
            return
        if this_round != self._round or css != self._chosen:
            return
        self._edit, self._after = edit, screen
        panel.show_marks(selected)
        self._effect.clear()
        with self._effect:
            ui.label("On this page:").classes("article-effect-title")
            for change in list_changes(panel.screen, screen):
                ui.label(change.text).classes(f"article-change change-{change.state or 'note'}")
            if edit.table is not None:
                ui.label(f"Accepted, the row is written into {edit.table.name} at once.")

    def _proposal(self, picked: PickedElement, meaning: Meaning) -> Proposal:
        attribute = "datetime" if meaning.target == "published" and picked.has_datetime else ""
        return Proposal(meaning, self._chosen, attribute, picked.layout)

    async def _accept_it(self) -> None:
        edit, after = self._edit, self._after
        if edit is None or after is None:
            show_error(CuratorError("The effect on this page is not known yet", "Wait a moment."))
            return
        self.close()
        await self._panel.accept(edit, after)
