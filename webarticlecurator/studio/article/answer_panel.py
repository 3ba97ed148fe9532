"""The proposals for one meaning of an element, and what the chosen one would do."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial

from nicegui import ui

from webarticlecurator.base.errors import CuratorError, UsageError
from webarticlecurator.base.text.language_names import name_language
from webarticlecurator.base.text.translation import translate
from webarticlecurator.proposing.trial.selector_survey import SelectorSupport
from webarticlecurator.studio.article.meaning_edits import RuleEdit, make_edit
from webarticlecurator.studio.article.meanings import Meaning, MeaningProposal, is_list_of
from webarticlecurator.studio.article.proposal_support import (
    Support,
    count_support,
    describe_address_support,
    describe_support,
    propose,
)
from webarticlecurator.studio.article.rule_proposals import PickedElement, find_selected_nodes
from webarticlecurator.studio.article.shown_article import ShownArticle
from webarticlecurator.studio.frame.controls import add_button, label_prop, refill
from webarticlecurator.studio.frame.shown_errors import showing_errors, write_error
from webarticlecurator.studio.frame.window import put_in_quotes, view_address
from webarticlecurator.studio.shown_page.screen import ArticleScreen
from webarticlecurator.studio.shown_page.screen_changes import NOTHING_CHANGES, list_changes
from webarticlecurator.studio.shown_page.screen_index import measure_kept_text

MAX_LANGUAGES = 6
"""Languages that are offered where the portal file names another one."""


class AnswerPanel:
    """Written for one meaning; with ``is_stopped`` it shows nothing more. ``close_question`` is
    called when a proposal is accepted, ``ask_another`` when another element means the same, and
    ``ask_again`` when the portal file has become another one."""

    def __init__(
        self,
        article: ShownArticle,
        close_question: Callable[[], None],
        ask_another: Callable[[Meaning], None],
        ask_again: Callable[[int, Meaning], Awaitable[None]],
        picked: PickedElement,
        meaning: Meaning,
    ) -> None:
        self._article, self._close_question = article, close_question
        self._ask_another, self._ask_again = ask_another, ask_again
        self._picked, self._meaning = picked, meaning
        self._support = Support(())
        self._labels: dict[str, str] = {}
        self._chosen = ""
        is_list = meaning.kind == "field" and is_list_of(meaning)
        self._is_asked = is_list and picked.joiner != ""
        # *Ann and Bob* may be the name of one
        are_full = all(" " in each for each in picked.names)
        self._joiner = picked.joiner if self._is_asked and are_full else ""
        self._is_chosen_by_hand = self._is_showing = self.is_stopped = False
        self._edit: RuleEdit | None = None
        self._after: ArticleScreen | None = None
        self._place = ui.element("div").classes("article-answers")
        with self._place:
            ui.label(translate("Looking for selectors…")).classes("studio-quiet")

    async def run(self) -> None:
        """Propose selectors, try them on stored pages, and choose the best. Raises ConfigError,
        PageUnreadable, RequestProblem, and as ``PageSources.read``."""
        article, meaning = self._article, self._meaning
        portal = await article.portal()
        kept = measure_kept_text(article.screen)
        found = await propose(article.context, portal, article.stored, self._picked, meaning, kept)
        if self.is_stopped:
            return
        with refill(self._place):
            if not found:
                ui.label(
                    translate(
                        "No rule of the portal file drops this. Its verdict is below the page."
                    )
                    if meaning.kind == "keep"
                    else translate("The address contains no such date.")
                    if meaning.kind == "address"
                    else translate(
                        "No selector was found for this element. Choose one of the elements"
                        " around it."
                    )
                )
                return
            with ui.element("div").classes("article-choices"):
                self._radio = ui.radio({}, on_change=showing_errors(self._choose_by_hand)).props(
                    f"{label_prop('Selectors, from narrow to general')} dense"
                )
                self._missing = ui.element("div").classes("article-missing")
                if meaning.kind == "field" and is_list_of(meaning):
                    add_button("Add another one", partial(self._ask_another, meaning))
            if self._is_asked:
                self._ask_for_parts()
            self._effect = ui.element("div").props('role="status"').classes("article-effect")
            with ui.element("div").classes("article-accept"):
                self._button = add_button("Accept", showing_errors(self._accept), is_main=True)
                self._button.set_enabled(False)
        async for support in count_support(article.context, portal, article.stored, found, meaning):
            if self.is_stopped:
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

    def _show_support(self, *, is_last: bool) -> None:
        """Show the selectors. Those that are shown keep their places until the last page is
        counted, since somebody may be about to choose one."""
        labels = {
            each.proposal.css: f"{each.proposal.css} — {self._describe(each)}"
            for each in self._support.ranked
        }
        if self._labels and not is_last:
            labels = {css: labels.get(css, words) for css, words in self._labels.items()}
        if self._chosen and self._chosen not in labels:
            labels[self._chosen] = self._labels.get(self._chosen, self._chosen)
        self._labels = labels
        self._is_showing = True
        self._radio.set_options(labels, value=self._chosen or None)
        self._is_showing = False
        with refill(self._missing):
            for each in self._support.ranked:
                if each.proposal.css == self._chosen and each.missing:
                    others = each.pages - each.fits
                    ui.label(
                        translate("Not on this page:")
                        if others == 1
                        else translate("Not on {number} pages, such as:", number=others)
                    )
                    for url in each.missing:
                        ui.link(url, view_address(self._article.portal_id, "article", url=url))

    def _describe(self, support: SelectorSupport) -> str:
        if self._meaning.kind == "address":
            return describe_address_support(support)
        read, pages = self._support.read, self._support.pages
        return describe_support(support, read, pages, is_list=is_list_of(self._meaning))

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
        attribute = (
            "datetime" if self._meaning.target == "published" and self._picked.has_datetime else ""
        )
        picked = self._picked
        is_line = any(e.proposal.is_line and e.proposal.css == css for e in self._support.ranked)
        proposal = MeaningProposal(
            self._meaning,
            css,
            attribute,
            picked.layout,
            picked.signature,
            article.parts.is_outside(picked.node),
            picked.day,
            picked.without_day,
            self._joiner,
            is_line,
        )
        try:
            edit = await asyncio.to_thread(make_edit, article.draft, proposal)
            after = await article.read_by(edit.portal)
            selected: tuple[int, ...] = ()
            if self._meaning.kind != "address" and not is_line:
                selected = await article.context.pages.read(
                    edit.portal, article.stored.url, find_selected_nodes, article.stored, css
                )
        except CuratorError as error:
            if self._is_current(css):
                with refill(self._effect):
                    write_error(error)
            return
        if not self._is_current(css):
            return
        changes = list_changes(article.screen, after)
        self._edit, self._after = edit, after
        self._button.set_enabled(changes != [NOTHING_CHANGES])
        article.parts.show_marks(selected)
        with refill(self._effect):
            ui.label(
                translate("In this article:")
                if len(after.pages) > 1
                else translate("On this page:")
            ).classes("article-effect-title")
            for words, state in changes:
                ui.label(translate(words)).classes(f"article-change change-{state or 'note'}")
            if self._meaning.target == "published" and picked.languages:
                self._ask_language(edit.portal.language)
            if edit.table is not None:
                ui.label(
                    translate(
                        "When you accept it, the row is written to {table} at once.",
                        table=edit.table.name,
                    )
                )

    def _ask_for_parts(self) -> None:
        """Let it be chosen whether a text with *and*, a comma or another sign between names is one
        value or several, with both readings."""
        picked = self._picked
        words = {
            "": put_in_quotes(picked.text),
            picked.joiner: ", ".join(map(put_in_quotes, picked.names)),
        }

        async def choose(joiner: str) -> None:
            self._joiner = joiner
            if self._chosen:
                await self._choose(self._chosen)

        ui.label(translate("One value, or several?")).classes("article-effect-title")
        ui.radio(
            words,
            value=self._joiner,
            on_change=showing_errors(lambda event: choose(event.value)),
        ).props(f"{label_prop('One value, or several?')} dense")

    def _ask_language(self, present: str) -> None:
        """Let the language be chosen in which the picked element has a day."""
        ui.label(
            translate(
                "This text is not a date in the language of the portal ({language}). It is one in:",
                language=present,
            )
        )
        with ui.element("div").classes("article-group"):
            for tag in self._picked.languages[:MAX_LANGUAGES]:
                add_button(name_language(tag), showing_errors(partial(self._set_language, tag)))

    async def _set_language(self, tag: str) -> None:
        """Write the language into the portal file, and ask again."""
        self._article.draft.set(["language"], tag)
        await self._ask_again(self._picked.node, self._meaning)

    def _is_current(self, css: str) -> bool:
        return not self.is_stopped and css == self._chosen

    async def _accept(self) -> None:
        edit, after = self._edit, self._after
        if edit is None or after is None:  # a click that was under way when another was chosen
            return
        if edit.table is None and edit.before != self._article.draft.text:
            await self._choose(self._chosen)
            raise UsageError(
                "the rules have changed since this was proposed",
                "The effect is now shown for the current rules: accept it again.",
            )
        self._close_question()
        await self._article.accept(edit, after)
