"""The article view: stored pages, the text that the rules make of them, and the rules."""

from __future__ import annotations

import asyncio
import random
from functools import partial
from pathlib import Path

from nicegui import events, ui

from webarticlecurator.errors import CuratorError, UsageError
from webarticlecurator.stored_pages.page_store import StoredPage
from webarticlecurator.studio.frame.context import StudioContext
from webarticlecurator.studio.frame.page_sources import is_archive_page
from webarticlecurator.studio.frame.portal_draft import PortalDraft
from webarticlecurator.studio.frame.widgets import add_fetch_button
from webarticlecurator.studio.frame.window import (
    CONNECT_SECONDS,
    QUICK_SECONDS,
    add_button,
    add_page,
    label_prop,
    mark_asking,
    open_window,
    refill,
    show_pressed,
    showing_errors,
    view_address,
    write_error,
)
from webarticlecurator.studio.views.article_question import PickPanel
from webarticlecurator.studio.views.editor_panel import EditorPanel
from webarticlecurator.studio.views.effect_run import accept_articles
from webarticlecurator.studio.views.portal_steps import find_next_unseen, write_steps
from webarticlecurator.studio.views.rule_proposals import (
    SAMPLE,
)
from webarticlecurator.studio.views.screen import (
    LinkedParts,
)
from webarticlecurator.studio.views.shown_article import ShownArticle
from webarticlecurator.text.translation import make_message, translate
from webarticlecurator.trial.recording import write_entries


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
                    right = add_button("All of it is right", showing_errors(partial(accept, url)))
                    right.classes("step-answer")
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

LARGE_PAGE = 1_000_000
"""Bytes of a page whose text takes seconds to be read."""
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
        self._parts = LinkedParts(lambda *picked: self._pick.pick(*picked), self._open_page)
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
        """Read the article; where that takes longer, its page is shown meanwhile, and before that
        where it surely does. Raises as ``write``."""

        async def read() -> None:
            with self._panes:
                await self._article.read()

        article = self._article
        if len(article.stored.content) > LARGE_PAGE:
            await ui.context.client.connected(CONNECT_SECONDS)
            await article.show_unread_page()
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
