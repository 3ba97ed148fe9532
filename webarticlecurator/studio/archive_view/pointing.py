"""Pointing at links of the page: headlines, or the link to the next page; and the rules that are
proposed for them."""

from __future__ import annotations

import asyncio
from functools import partial

from nicegui import ui

from webarticlecurator.run.preview.link_trials import PointedLink, read_pointed_link
from webarticlecurator.run.preview.marked_links import (
    PageLink,
    find_links_of_rule,
    find_next_of_rule,
)
from webarticlecurator.run.preview.stored_page import StoredPage
from webarticlecurator.studio.archive_view.archive_edits import set_links, set_next
from webarticlecurator.studio.archive_view.link_marks import mark_proposal
from webarticlecurator.studio.archive_view.list_page import ListPage
from webarticlecurator.studio.archive_view.list_pages import read_pages
from webarticlecurator.studio.archive_view.proposals import (
    RuleChoice,
    propose_links,
    propose_next,
)
from webarticlecurator.studio.window import add_button, showing_errors, view_address

NOTHING, LINKS, NEXT = "", "links", "next"
_MODES = {
    LINKS: ("Point at headlines", "Click two or three headlines of the list, far apart."),
    NEXT: ("Point at the next page", "Click the link that leads to the next archive page."),
}


class Pointing:
    """What is pointed at, and the rules proposed for it."""

    def __init__(self, page: ListPage, tried: list[str]) -> None:
        self._page, self._tried = page, tried
        self._pages: list[StoredPage] = []
        self._mode = NOTHING
        self._pointed: list[PointedLink] = []
        self._choices: list[RuleChoice] = []
        with ui.element("section").props('aria-label="Rules for what you point at"'):
            with ui.row().classes("studio-row"):
                self._buttons = {
                    mode: add_button(words, showing_errors(partial(self._begin, mode)))
                    for mode, (words, _) in _MODES.items()
                }
            self._hint = ui.label().props('role="status"').classes("studio-quiet")
            self._place = ui.element("div").classes("archive-choices")
        self._show_mode()

    @property
    def is_on(self) -> bool:
        """True if the page shows what is pointed at."""
        return self._mode != NOTHING

    async def pick(self, element: int) -> None:
        """Add an element of the page to those pointed at, or remove it if it is one. Raises
        UsageError without a link."""
        page = self._page
        link: PointedLink = await page.context.pages.read(
            page.portal, page.stored.url, read_pointed_link, page.stored, element
        )
        known = [each for each in self._pointed if each.url != link.url]
        if self._mode == NEXT:
            known = [link]
        elif len(known) == len(self._pointed):
            known.append(link)
        self._pointed = known
        await self._propose()

    async def _begin(self, mode: str) -> None:
        """Begin to point at something, or end it."""
        self._mode = NOTHING if self._mode == mode else mode
        self._pointed, self._choices = [], []
        self._place.clear()
        self._show_mode()
        self._page.show_marks()

    def _show_mode(self) -> None:
        for mode, button in self._buttons.items():
            button.props(f"aria-pressed={'true' if mode == self._mode else 'false'}")
        self._hint.set_text(_MODES[self._mode][1] if self._mode else "")

    async def _propose(self) -> None:
        page = self._page
        if not self._pointed:
            self._place.clear()
            page.show_marks()
            return
        pool, portal, pages = page.context.pages, page.portal, await self._read_tried()
        if self._mode == LINKS:
            self._choices = await propose_links(pool, portal, pages, self._pointed)
        else:
            self._choices = await propose_next(pool, portal, pages, self._pointed[0])
        self._place.clear()
        with self._place:
            self._write_choices()
        await self._preview(0)

    async def _read_tried(self) -> list[StoredPage]:
        if not self._pages:
            page = self._page
            others = await asyncio.to_thread(
                read_pages, page.context.sources, page.portal, self._tried[1:]
            )
            self._pages = [page.stored, *others]
        return self._pages

    def _write_choices(self) -> None:
        texts = ", ".join(f"“{link.text or link.url}”" for link in self._pointed)
        ui.label(f"Pointed at: {texts}").classes("studio-quiet")
        if not self._choices:
            ui.label(
                "No rule finds this link on its page: nothing around it has a name. Point at the"
                " headline itself, or at another link to the same page."
            )
            return
        names = {number: choice.written for number, choice in enumerate(self._choices)}
        self._radio = ui.radio(
            names, value=0, on_change=showing_errors(lambda event: self._preview(event.value))
        ).classes("archive-radio")
        self._radio.props('aria-label="Proposed rules"')
        self._effect = ui.label().props('role="status"')
        self._exceptions = ui.element("div")
        add_button("Use this rule", showing_errors(self._accept), is_main=True)

    async def _preview(self, number: int) -> None:
        """Mark on the page what a choice would find, and say what it does on the others."""
        if not self._choices:
            return
        page, choice = self._page, self._choices[number]
        self._effect.set_text(f"It {choice.effect}.")
        self._exceptions.clear()
        with self._exceptions:
            for url in choice.exceptions[:3]:
                ui.link(url, view_address(page.portal_id, "archive", url=url))
        work = find_links_of_rule if self._mode == LINKS else find_next_of_rule
        links: tuple[PageLink, ...] = await page.context.pages.read(
            page.portal, page.stored.url, work, page.stored, choice.rule
        )
        page.frame.set_marks(mark_proposal(links, [link.element for link in self._pointed]))

    async def _accept(self) -> None:
        """Write the chosen rule into the draft."""
        page, choice = self._page, self._choices[self._radio.value]
        column = page.marked.answer.column if page.marked is not None else None
        write = set_links if self._mode == LINKS else set_next
        text = write(page.draft.text, choice.rule, column)
        await self._begin(NOTHING)
        await page.edit(text)
