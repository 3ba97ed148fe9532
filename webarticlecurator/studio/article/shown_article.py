"""The article that the view shows: its pages, the unsaved rules, and what they make of it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial

from nicegui import ui

from webarticlecurator.base.errors import ConfigError, CuratorError
from webarticlecurator.base.model.verdict import REJECTIONS
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.text.translation import as_message, translate
from webarticlecurator.corpus.stored_pages.captured_pages import to_stored_page
from webarticlecurator.corpus.stored_pages.page_store import StoredPage
from webarticlecurator.proposing.trial.joined_article import ArticleBodies
from webarticlecurator.studio.article.linked_parts import LinkedParts
from webarticlecurator.studio.article.meaning_edits import RuleEdit
from webarticlecurator.studio.article.rules_pane import RulesPane
from webarticlecurator.studio.frame.context import StudioContext
from webarticlecurator.studio.frame.controls import add_button, label_prop, refill
from webarticlecurator.studio.frame.page_frame import NO_NODE, Opening
from webarticlecurator.studio.frame.portal_draft import PortalDraft
from webarticlecurator.studio.frame.shown_errors import describe_error_in_window, showing_errors
from webarticlecurator.studio.frame.tag_decisions import decide_tag
from webarticlecurator.studio.frame.tag_table_files import COUNTS_NAME, TagFiles
from webarticlecurator.studio.frame.tag_tables import TagList
from webarticlecurator.studio.frame.terms import explain_term, write_term
from webarticlecurator.studio.portal.editor_panel import EditorPanel
from webarticlecurator.studio.shown_page.article_loading import open_article, read_article
from webarticlecurator.studio.shown_page.screen import ArticleScreen
from webarticlecurator.studio.shown_page.screen_index import find_opening
from webarticlecurator.studio.shown_page.screen_lines import (
    describe_text_choice,
    describe_words,
    explain_text_choice,
)


class ShownArticle:
    """What the panels of the view share: they read the article again after each edit.

    ``parts`` show a page, the text and the TEI; ``editor`` and ``rules`` are set when they are
    written. ``stored`` is the page that is shown, ``page_address`` its address ("": that of the
    view).
    """

    editor: EditorPanel
    rules: RulesPane

    def __init__(
        self,
        context: StudioContext,
        portal_id: str,
        draft: PortalDraft,
        stored: StoredPage,
        parts: LinkedParts,
        page_address: str,
    ) -> None:
        self.context, self.portal_id = context, portal_id
        self.draft, self.stored = draft, stored
        self.parts = parts
        self.url, self.page_address = stored.url, page_address
        self.screen = ArticleScreen()
        self._article: ArticleBodies | None = None
        self._framed = ("", b"")
        self._is_unread = False
        self.can_show = asyncio.Event()
        self.can_show.set()
        self._read_text = ""
        self._reading = asyncio.Lock()

    async def portal(self) -> Portal:
        """Return the portal of the unsaved text. Raises ConfigError."""
        return await asyncio.to_thread(self.draft.portal)

    async def read_by(self, portal: Portal) -> ArticleScreen:
        """Return the article as some rules read it, with the pages that they lead to. Raises as
        ``open_article``."""
        if self._article is None:
            self._article = await open_article(self.context, portal, self.url)
        self._article, screen = await read_article(
            self.context, portal, self._article, self.url, self.page_address
        )
        return screen

    async def read(self) -> None:
        """Read the article by the unsaved rules, unless that was done already."""
        async with self._reading:
            text = self.draft.text
            if text == self._read_text:
                self._show_reading()  # in place of the problems of a text in between
                return
            try:
                portal = await self.portal()
                try:
                    screen = await self.read_by(portal)
                finally:
                    await self.can_show.wait()
                await self._show_page(portal, screen)
            except ConfigError:
                self._show_problem(
                    translate(
                        "The portal file has problems. The text comes from the last rules"
                        " without problems."
                    )
                )
            except CuratorError as error:
                self._show_problem(describe_error_in_window(error))
            else:
                self.show_screen(screen, text)

    def show_screen(self, screen: ArticleScreen, text: str) -> None:
        """Show an article as the rules in ``text`` read it."""
        self.screen, self._read_text = screen, text
        self._show_reading()
        self._show_page_list()
        self.parts.show(screen)
        self.rules.show(screen.layout)

    async def open_page(self, number: int, node: int) -> None:
        """Show another page of the article, with an element of it in view. Raises ConfigError, and
        as ``read_by``."""
        async with self._reading:
            self.page_address = self.screen.pages[number].url
            text, portal = self.draft.text, await self.portal()
            screen = await self.read_by(portal)
            await self._show_page(portal, screen, node)
            self.show_screen(screen, text)

    async def _show_page(self, portal: Portal, screen: ArticleScreen, node: int = NO_NODE) -> None:
        """Show the stored page of a screen in the frame. Where it is there already, its text is
        brought into view, if that was not yet known."""
        page = screen.pages[screen.shown]
        bodies = self._article.bodies.get(page.url, ()) if self._article is not None else ()
        body = next((each for each in bodies if each.capture.record_id == page.record), None)
        if body is None:
            return
        first = find_opening(screen) if node == NO_NODE else [(node, "")]
        if (body.capture.url, body.content) != self._framed:
            self.stored = to_stored_page(body, portal.timezone)
            await self._frame_page(portal, first)
        elif self._is_unread:
            self.parts.frame.open_at(first)
        self._is_unread = False

    async def show_unread_page(self) -> None:
        """Show the page of the view as it is stored, unless the article was read. Raises
        ConfigError, PageUnreadable, RequestProblem."""
        if self._framed == ("", b""):
            self._is_unread = True
            await self._frame_page(await self.portal(), ())

    async def _frame_page(self, portal: Portal, first: Opening) -> None:
        self._framed = self.stored.url, self.stored.content
        await self.parts.frame.show_stored(self.context, portal, self.stored, first=first)

    async def accept(self, edit: RuleEdit, after: ArticleScreen) -> None:
        """Make a proposal part of the rules; ``after`` is the page as they read it then. A row of a
        table is written at once. Raises what ``TagTables.change`` raises."""
        self.editor.take_typed()
        if edit.table is not None:
            signature, operation = edit.proposal.selector, edit.proposal.meaning.target
            files = TagFiles(
                edit.table, self.context.report_path(self.portal_id, COUNTS_NAME), is_named=True
            )
            # it may have been changed since another view showed it
            await asyncio.to_thread(self.context.tag_tables.read, files)
            written = await asyncio.to_thread(
                self.context.tag_tables.change,
                files,
                lambda table, shown: decide_tag(table, shown, signature, operation),
            )
            with refill(self._row):
                ui.label(
                    translate("{tag} was added to {table}.", tag=signature, table=edit.table.name)
                )
                add_button(
                    "Remove this row", showing_errors(partial(self._take_back, files, written))
                )
        else:
            self._row.clear()
            self.draft.replace(edit.text)
        self.show_screen(after, edit.text)
        await self.editor.refresh()

    async def _take_back(self, files: TagFiles, written: TagList) -> None:
        await asyncio.to_thread(self.context.tag_tables.take_back, files, written)
        self._row.clear()
        self._read_text = ""
        await self.read()

    def write_page_list(self, open_page: Callable[[int, int], Awaitable[None]]) -> None:
        """Write where the pages of an article stand. ``open_page`` is called with the number of a
        page, and NO_NODE."""
        self._open_page = open_page
        self._page_list = (
            ui.element("nav").props(label_prop("Pages of the article")).classes("article-pages")
        )

    def _show_page_list(self) -> None:
        """Show a button for each page, none for an article of one page; those that are not stored
        cannot be chosen."""
        screen = self.screen
        with refill(self._page_list):
            if len(screen.pages) < 2:
                return
            ui.label(translate("{number} pages:", number=len(screen.pages)))
            for number, page in enumerate(screen.pages):
                words = (
                    str(number + 1)
                    if not page.trouble
                    else f"{number + 1}: {translate(page.trouble)}"
                )
                button = add_button(
                    words, showing_errors(partial(self._open_page, number, NO_NODE))
                ).tooltip(page.url)
                button.props["aria-label"] = translate("page {page}", page=words)
                button.set_enabled(bool(page.record))
                if number == screen.shown:
                    button.props('aria-current="page"')

    def write_reading(self) -> None:
        """Write the line that says how the page was read, and which row was written."""
        with ui.element("div").classes("article-said"):
            self._said = ui.element("div").classes("article-reading").props('role="status"')
            self._row = ui.element("div").classes("article-reading").props('role="status"')
        with self._said:
            ui.label(translate("Reading the page…")).classes("studio-quiet")

    def _show_reading(self) -> None:
        """Say how the page was read: words by verdict, the rule, problems."""
        screen = self.screen
        with refill(self._said):
            if screen.rejected:
                words = translate("No article: {reason}", reason=as_message(screen.rejected))
                meaning = REJECTIONS.get(screen.rejected.partition(":")[0], "")
                write_term(words, translate(meaning), "article-rejected")
            for state, words in describe_words(screen):
                write_term(words, explain_term(state), f"article-words state-{state}")
            write_term(describe_text_choice(screen), explain_text_choice(screen), "studio-quiet")
            if not screen.parents:
                ui.label(
                    translate("The text is not in the page itself, so nothing is marked.")
                ).classes("studio-quiet")
            if screen.problems:
                with ui.element("details"):
                    with ui.element("summary"):
                        ui.label(
                            translate("remarks: {number}", number=len(screen.problems))
                        ).classes("article-summary")
                    for problem in screen.problems:
                        ui.label(translate(problem)).classes("studio-lines")
            if screen.others:
                ui.label(
                    translate(
                        "The page holds {number} articles; this is one of them.",
                        number=len(screen.others),
                    )
                )

    def _show_problem(self, message: str) -> None:
        """Say why the page could not be read; what is shown stays."""
        with refill(self._said):
            ui.label(message).classes("article-rejected studio-lines")
