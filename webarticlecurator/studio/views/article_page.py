"""The article view: stored pages, the text that the rules make of them, and the rules."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

from nicegui import events, ui

from webarticlecurator.dataclasses import replace
from webarticlecurator.errors import CuratorError, UsageError
from webarticlecurator.propose.selector_survey import SelectorSupport
from webarticlecurator.stored_pages.page_store import StoredPage
from webarticlecurator.studio.frame.context import StudioContext
from webarticlecurator.studio.frame.page_sources import is_archive_page
from webarticlecurator.studio.frame.portal_draft import PortalDraft
from webarticlecurator.studio.frame.widgets import add_fetch_button, write_heading
from webarticlecurator.studio.frame.window import (
    CONNECT_SECONDS,
    NO_NODE,
    QUICK_SECONDS,
    add_button,
    add_page,
    find_language_name,
    label_prop,
    mark_asking,
    open_window,
    refill,
    show_pressed,
    showing_errors,
    view_address,
    write_error,
)
from webarticlecurator.studio.views.editor_panel import EditorPanel
from webarticlecurator.studio.views.effect_run import accept_articles
from webarticlecurator.studio.views.portal_steps import find_next_unseen, write_steps
from webarticlecurator.studio.views.rule_proposals import (
    ADDRESS_MEANINGS,
    MEANINGS,
    OPERATIONS,
    SAMPLE,
    Meaning,
    MeaningProposal,
    PickedElement,
    RuleEdit,
    Support,
    count_support,
    describe_address_support,
    describe_picked_element,
    describe_support,
    find_meaning,
    find_selected_nodes,
    is_list_of,
    list_address_parts,
    make_edit,
    propose,
)
from webarticlecurator.studio.views.screen import (
    NOTHING_CHANGES,
    ArticleScreen,
    LinkedParts,
    list_changes,
)
from webarticlecurator.studio.views.shown_article import ShownArticle
from webarticlecurator.text.translation import make_message, translate
from webarticlecurator.trial.recording import write_entries

# The question what an element of the page means.

MAX_LANGUAGES = 6
"""Languages that are offered where the portal file names another one."""


class PickPanel:
    """The question beside the page, or below it in a narrow window; empty while nothing is picked.
    ``make_room`` is called with True when it begins to ask, and with False when it ends."""

    def __init__(self, article: ShownArticle, make_room: Callable[[bool], object]) -> None:
        self._article, self._make_room = article, make_room
        self._picked: PickedElement | None = None
        self._adding: Meaning | None = None
        self._answer: AnswerPanel | None = None
        self._place = ui.element("section").classes("article-pick studio-question")
        self._place.props(f'{label_prop("What is this?")} tabindex="-1"')
        self._place.on("keydown.escape", self.close)
        self._place.set_visibility(False)

    async def pick(self, node: int) -> None:
        """Ask what an element means. Raises ConfigError, PageUnreadable, RequestProblem."""
        article = self._article
        portal = await article.portal()
        picked: PickedElement = await article.context.pages.read(
            portal, article.stored.url, describe_picked_element, article.stored, node
        )
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
                    "Click the other one on the page: {name} 2.", name=translate(meaning.label)
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
                    part = replace(picked, text=word, patterns=patterns)
                    button = add_button(word, partial(self._ask, part))
                    if patterns == picked.patterns:
                        _show_in_line(button.props('aria-current="true"'))
                for node, name in picked.around[::-1]:
                    button = add_button(name, showing_errors(partial(self.pick, node)))
                    if node == picked.node:
                        _show_in_line(button.props('aria-current="true"'))
            add_button("Close", self.close).classes("article-close")
        if picked.text:
            ui.label(f"“{picked.text}”").classes("article-quote")
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
            operations = {"": translate("This tag means …")} | {name: name for name in OPERATIONS}
            choice = ui.select(operations, value="", label=translate("Tag dictionary"))
            choice.props("outlined dense options-dense").classes("article-operations")
            choice.on_value_change(
                showing_errors(lambda event: self._choose_meaning(f"tag:{event.value or ''}"))
            )

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


# The proposals for one meaning of an element, and what the chosen one would do.


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
        found = await propose(article.context, portal, article.stored, self._picked, meaning)
        if self.is_stopped:
            return
        with refill(self._place):
            if not found:
                ui.label(
                    translate(
                        "No rule of the portal file drops this: its verdict stands below the page."
                    )
                    if meaning.kind == "keep"
                    else translate("There is no such date in the address.")
                    if meaning.kind == "address"
                    else translate(
                        "Nothing around this element has a name that a selector could use."
                        " Choose one of the elements around it."
                    )
                )
                return
            with ui.element("div").classes("article-choices"):
                self._radio = ui.radio({}, on_change=showing_errors(self._choose_by_hand))
                self._radio.props(f"{label_prop('Selectors, from narrow to general')} dense")
                self._missing = ui.element("div").classes("article-missing")
                if meaning.kind == "field" and is_list_of(meaning):
                    add_button("Another one, too", partial(self._ask_another, meaning))
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
        support = self._support
        labels = {
            each.proposal.css: f"{each.proposal.css} — {self._describe(each)}"
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
        with refill(self._missing):
            for each in support.ranked:
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
        return describe_support(support, self._support.read, self._support.pages)

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
        proposal = MeaningProposal(
            self._meaning,
            css,
            attribute,
            picked.layout,
            picked.signature,
            article.parts.is_outside(picked.node),
            picked.day,
        )
        try:
            edit = await asyncio.to_thread(make_edit, article.draft, proposal)
            after = await article.read_by(edit.portal)
            selected: tuple[int, ...] = ()
            if self._meaning.kind != "address":
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
            where = (
                translate("In this article:")
                if len(after.pages) > 1
                else translate("On this page:")
            )
            ui.label(where).classes("article-effect-title")
            for words, state in changes:
                ui.label(translate(words)).classes(f"article-change change-{state or 'note'}")
            if self._meaning.target == "published" and picked.languages:
                self._ask_language(edit.portal.language)
            if edit.table is not None:
                ui.label(
                    translate(
                        "Accepted, the row is written into {table} at once.", table=edit.table.name
                    )
                )

    def _ask_language(self, present: str) -> None:
        """Let the language be chosen in which the picked element has a day."""
        ui.label(
            translate(
                "It has no day in the language of the portal ({language}). It has one in:",
                language=present,
            )
        )
        with ui.element("div").classes("article-group"):
            for tag in self._picked.languages[:MAX_LANGUAGES]:
                add_button(
                    find_language_name(tag), showing_errors(partial(self._set_language, tag))
                )

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
                "the rules were edited since this was proposed",
                "The effect is shown by the rules as they are now: accept it again.",
            )
        self._close_question()
        await self._article.accept(edit, after)


def add_article_view(context: StudioContext) -> None:
    """Add the view to the application."""

    @add_page("/portal/{portal_id}/article")
    async def show_article(portal_id: str, url: str = "", pane: str = TEXT, page: str = "") -> None:
        ui.add_css(Path(__file__).with_name("article_view.css"))

        async def accept(url: str) -> None:
            """Expect what the rules find on the article, and open the next one."""
            portal = await asyncio.to_thread(draft.portal)
            accepted = await asyncio.to_thread(accept_articles, portal, context.sources, [url])
            await asyncio.to_thread(write_entries, portal, [entry for entry, _ in accepted])
            following = await find_next_unseen(context, portal_id, draft)
            if following:
                ui.navigate.to(view_address(portal_id, "article", url=following))
            else:
                ui.notify(translate("All articles of the sample were found to be right."))

        with open_window("Article", portal_id, "article"):
            write_steps(context, portal_id)
            draft = await asyncio.to_thread(context.open_draft, portal_id)
            try:
                url = url or await asyncio.to_thread(_find_first, context, draft)
                ways = _write_address_bar(context, portal_id, draft, url)
                if not url:
                    raise UsageError(
                        make_message("no article of {portal} is stored yet", portal=portal_id),
                        "Fetch one by its address above, or crawl some in the view Run.",
                    )
                portal = await asyncio.to_thread(draft.portal)
                if is_archive_page(portal, url):
                    ui.link(
                        translate("This page lists articles: show it as an archive page"),
                        view_address(portal_id, "archive", url=url),
                    )
                stored = await asyncio.to_thread(context.sources.read, portal, url)
                await ArticlePanes(context, portal_id, draft, stored, page).write(pane)
                sample = await asyncio.to_thread(
                    context.sources.sample_addresses, draft.portal(), url, SAMPLE
                )
                # an address that is not in the sample stands before it
                number = sample.index(url) if url in sample else -1
                others = [each for each in sample if each != url]
                links = {
                    translate("Previous"): sample[number - 1] if number > 0 else "",
                    translate("Next"): sample[number + 1] if number + 1 < len(sample) else "",
                    translate("Any other"): random.choice(others) if len(others) > 1 else "",
                }
                with ways:
                    for words, address in links.items():
                        if address:
                            ui.link(words, view_address(portal_id, "article", url=address))
                    add_button("All of it is right", showing_errors(partial(accept, url)))
                    listed_on = await asyncio.to_thread(context.sources.find_list_of, portal, url)
                    if listed_on and not is_archive_page(portal, url):
                        ui.link(
                            translate("Leave out articles like this"),
                            view_address(portal_id, "archive", url=listed_on, leave=url),
                        )
            except (CuratorError, OSError) as error:
                write_error(error)
                EditorPanel(draft, lambda: None)


def _find_first(context: StudioContext, draft: PortalDraft) -> str:
    """Return the address of a stored article, "" if there is none."""
    return next(iter(context.sources.sample_addresses(draft.portal(), "", 1)), "")


# The choice of the page: its address, and the way through a sample of the stored articles.

SUGGESTIONS = 20
"""Addresses that are suggested while one is typed."""
_LIST_ID = "stored-addresses"


def _write_address_bar(
    context: StudioContext, portal_id: str, draft: PortalDraft, url: str
) -> ui.element:
    """Write the field of the address; return the place of the links to other articles."""

    async def suggest(event: events.ValueChangeEventArguments[str | None]) -> None:
        typed = (event.value or "").strip()
        portal = await asyncio.to_thread(draft.portal)
        found = await asyncio.to_thread(
            context.sources.list_addresses, portal, typed, limit=SUGGESTIONS
        )
        with refill(suggestions):
            for each in found:
                ui.element("option").props["value"] = each

    def open_typed() -> None:
        typed = (field.value or "").strip()
        if typed:
            ui.navigate.to(view_address(portal_id, "article", url=typed))

    with ui.element("search").classes("article-address"):
        field = ui.input(translate("Address of a stored page"), value=url)
        field.props(f"outlined dense debounce=250 list={_LIST_ID}")
        field.classes("article-address-field")
        field.on("keydown.enter", open_typed)
        field.on_value_change(showing_errors(suggest))
        suggestions = ui.element("datalist").props(f"id={_LIST_ID}")
        add_button("Open", open_typed)
        add_fetch_button(context, portal_id, draft, "article", lambda: field.value)
        return ui.element("nav").props(label_prop("Other articles")).classes("article-ways")


# The panes of the article view: a page, the text, the rules and the TEI side by side.

PAGE, TEXT, RULES, TEI = "page", "text", "rules", "tei"
_PANES = {
    PAGE: make_message("Page"),
    TEXT: make_message("Text"),
    RULES: make_message("Rules"),
    TEI: make_message("TEI"),
}
"""The panes; where the window is narrow, one at a time, else rules or TEI beside the others."""


class ArticlePanes:
    """The article view of one article: that of ``stored``, with one of its pages: that at
    ``page_address`` ("": that of ``stored``)."""

    def __init__(
        self,
        context: StudioContext,
        portal_id: str,
        draft: PortalDraft,
        stored: StoredPage,
        page_address: str,
    ) -> None:
        self._parts = LinkedParts(lambda node: self._pick.pick(node), self._open_page)
        self._article = ShownArticle(context, portal_id, draft, stored, self._parts, page_address)
        self._side, self._pane = RULES, TEXT

    async def write(self, pane: str) -> None:
        """Write the panes, and read the article. Raises ConfigError if the portal file cannot be
        used yet, PageUnreadable, RequestProblem."""
        article = self._article
        with ui.element("div").classes("article-top"):
            article.write_reading()
            with (
                ui.element("div")
                .props(f'role="group" {label_prop("Panes")}')
                .classes("article-switch")
            ):
                self._switches = {
                    name: add_button(words, partial(self._show_pane, name)).classes(
                        f"switch-{name}"
                    )
                    for name, words in _PANES.items()
                }
                add_button("Parts of the address", lambda: self._pick.ask_address())
        article.write_page_list(self._open_page)
        with ui.element("div").classes("article-panes") as self._panes:
            self._parts.write()
            with ui.element("div").classes("article-pane pane-rules"):
                article.editor = EditorPanel(article.draft, article.read)
            self._parts.write_tei()
            self._pick = PickPanel(article, partial(mark_asking, self._panes))
        self._show_pane(pane if pane in _PANES else TEXT)
        await self._read()

    async def _read(self) -> None:
        """Read the article; where that takes longer, its page is shown meanwhile. Raises as
        ``write``."""

        async def read() -> None:
            with self._panes:
                await self._article.read()

        article = self._article
        reading = asyncio.create_task(read())
        done, _ = await asyncio.wait({reading}, timeout=QUICK_SECONDS)
        if not done and article.is_reading:
            # what is changed before the window is there would be lost
            article.can_show.clear()
            try:
                await ui.context.client.connected(CONNECT_SECONDS)
                await article.show_unread_page()
            finally:
                article.can_show.set()
        await reading
        await article.show_unread_page()

    def _show_pane(self, pane: str) -> None:
        self._pane = pane
        self._side = pane if pane in (RULES, TEI) else self._side
        for name in _PANES:
            self._panes.classes(remove=f"show-{name} side-{name}")
        self._panes.classes(add=f"show-{pane} side-{self._side}")
        show_pressed(self._switches, pane)
        for name, button in self._switches.items():
            button.classes(**{"add" if name == self._side else "remove": "is-beside"})
        self._write_address()

    def _write_address(self) -> None:
        """Let the address of the window say what is shown."""
        article = self._article
        page = self._article.page_address
        query = {"url": article.url, "pane": self._pane, **({"page": page} if page else {})}
        ui.navigate.history.replace(view_address(article.portal_id, "article", **query))

    async def _open_page(self, number: int, node: int) -> None:
        self._pick.close()
        await self._article.open_page(number, node)
        self._write_address()
