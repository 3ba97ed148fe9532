"""The proposals for one meaning of an element, and what the chosen one would do."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from nicegui import ui

from webarticlecurator.errors import CuratorError, UsageError
from webarticlecurator.studio.article_view.meanings import Meaning, MeaningProposal, is_list
from webarticlecurator.studio.article_view.picked_element import PickedElement, find_selected_nodes
from webarticlecurator.studio.article_view.proposal_support import (
    Support,
    count_support,
    describe_support,
    propose,
)
from webarticlecurator.studio.article_view.rule_edit import RuleEdit, make_edit
from webarticlecurator.studio.article_view.screen_changes import list_changes
from webarticlecurator.studio.article_view.screen_data import ArticleScreen
from webarticlecurator.studio.article_view.shown_article import ShownArticle
from webarticlecurator.studio.window import (
    add_button,
    showing_errors,
    view_address,
    write_error,
)

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
