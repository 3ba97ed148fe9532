"""One archive page: the page, what the rules list on it, and rules for what is pointed at."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from nicegui import ui

from webarticlecurator.config.proposed_file import to_rule_yaml
from webarticlecurator.config.yaml_edit import yaml_value
from webarticlecurator.errors import ConfigError, UsageError
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.rule import Rule
from webarticlecurator.propose.link_trials import (
    LinkTrial,
    NextTrial,
    PageAddresses,
    PointedLink,
    find_next_by_rules,
    list_links_by_rules,
    propose_link_rules_at,
    propose_next_rules_at,
    rank_link_rules,
    rank_next_rules,
    read_pointed_link,
)
from webarticlecurator.propose.list_addresses import ListAddress, propose_list_addresses
from webarticlecurator.service.page_pool import PagePool
from webarticlecurator.stored_pages.page_store import StoredPage
from webarticlecurator.studio.frame.widgets import format_number_of, write_heading
from webarticlecurator.studio.frame.window import (
    PageFrame,
    add_button,
    shelve_page,
    showing_errors,
    view_address,
)
from webarticlecurator.studio.views.archive_lists import (
    ListPage,
    count_reasons,
    describe_link,
    describe_links,
    describe_next,
    list_known,
    list_tried,
    mark_proposal,
    read_pages,
    set_address,
    set_links,
    set_next,
    write_addresses,
)
from webarticlecurator.studio.views.editor_panel import EditorPanel
from webarticlecurator.trial.page_links import (
    MarkedLinks,
    PageLink,
    find_links_of_rule,
    find_next_of_rule,
    mark_links,
)

MAX_SHOWN = 12
"""Other pages of the list that are named beside the page."""


class PagePanel:
    """An archive page and the draft of the rules that read it."""

    def __init__(self, page: ListPage) -> None:
        self._page = page
        page.follow_edit = self._follow_edit

    async def show(self) -> None:
        """Write the panel. Raises as ``PageSources.list_addresses``."""
        page, sources = self._page, self._page.context.sources
        tried = await asyncio.to_thread(list_tried, sources, page.portal, page.url)
        known = await asyncio.to_thread(list_known, sources, page.portal, page.url)
        shown = await shelve_page(page.context, page.portal, page.stored)
        self._write_others(tried)
        with ui.element("div").classes("archive-panes"):
            frame = PageFrame(title="The archive page", on_pick=showing_errors(self._pick))
            frame.classes("archive-frame")
            page.frame = frame
            with ui.element("div").classes("archive-side"):
                frame.add_styles_switch()
                self._notice = ui.label().props('role="status"')
                self._summary = ui.element("section").props('aria-label="What the rules find"')
                self._picked = ui.element("div").props('role="status"').classes("archive-picked")
                self._pointing = Pointing(page, tried)
                AddressChoice(page, known)
                self._editor = EditorPanel(page.draft, showing_errors(self.refresh))
        frame.show(shown.address, shown.nodes)
        await self.refresh()

    async def refresh(self) -> None:
        """Show what the rules of the draft find; nothing changes while its text has problems, which
        the editor lists. Raises as ``PagePool.read``."""
        page = self._page
        try:
            page.portal = await asyncio.to_thread(page.draft.portal)
        except ConfigError:
            self._notice.set_text("The file has problems: what is shown is from before them.")
            return
        self._notice.set_text("")
        page.marked = marked = await page.context.pages.read(
            page.portal, page.stored.url, mark_links, page.stored
        )
        self._summary.clear()
        with self._summary:
            self._write_summary(marked)
        if not self._pointing.is_on:
            page.show_marks()

    async def _follow_edit(self) -> None:
        await self._editor.refresh()

    async def _pick(self, node: int) -> None:
        if self._pointing.is_on:
            await self._pointing.pick(node)
        else:
            await self._describe_link(node)

    async def _describe_link(self, node: int) -> None:
        """Say what becomes of a link that is clicked."""
        page = self._page
        try:
            link: PointedLink = await page.context.pages.read(
                page.portal, page.stored.url, read_pointed_link, page.stored, node
            )
        except UsageError:  # somewhere else on the page
            return
        self._picked.clear()
        with self._picked:
            if page.marked is not None:
                ui.label(describe_link(page.marked, link))
            with ui.row().classes("studio-row"):
                for view, words in (
                    ("article", "As an article"),
                    ("archive", "As an archive page"),
                ):
                    ui.link(words, view_address(page.portal_id, view, url=link.url))

    def _write_others(self, tried: list[str]) -> None:
        """Write the other pages of the list as links."""
        others = [url for url in tried if url != self._page.url][:MAX_SHOWN]
        if not others:
            return
        with ui.element("details"):
            with ui.element("summary"):
                ui.label(f"Other pages of the list ({len(others)})")
            write_addresses(self._page.portal_id, others)

    def _write_summary(self, marked: MarkedLinks) -> None:
        ui.label(describe_links(marked, len(self._page.portal.columns))).props(
            'role="status"'
        ).classes("archive-count")
        for reason, number in count_reasons(marked):
            ui.label(f"Left out: {number} – {reason}").classes("studio-quiet")
        if marked.answer.trouble:
            ui.label(f"Problem: {marked.answer.trouble}").classes("studio-error")
        with ui.element("div"):
            ui.label("Next page: ").classes("archive-name")
            address = marked.answer.next_page
            if address:
                ui.link(address, view_address(self._page.portal_id, "archive", url=address))
            else:
                ui.label(describe_next(marked)).classes("studio-quiet")


# The choice of the address of the archive, by those of the stored pages of the list.


class AddressChoice:
    """Proposed addresses of the archive."""

    def __init__(self, page: ListPage, stored: list[str]) -> None:
        self._page = page
        self._choices = propose_list_addresses(page.url, stored)
        with ui.element("section").props('aria-label="Address of the archive"'):
            write_heading("Address of the archive")
            names = {number: describe_address(each) for number, each in enumerate(self._choices)}
            self._radio = ui.radio(names, value=0).classes("archive-radio")
            self._radio.props('aria-label="Proposed addresses"')
            add_button("Use this address", showing_errors(self._accept))

    async def _accept(self) -> None:
        page = self._page
        await page.edit(set_address(page.draft.text, self._choices[self._radio.value]))


def describe_address(address: ListAddress) -> str:
    """Return an address with the number of stored pages of its form."""
    fits = format_number_of(address.fits, "stored page")
    since = f", from {address.first_day} by the {address.step}" if address.first_day else ""
    columns = f", columns {', '.join(address.columns)}" if address.columns else ""
    return f"{address.template} – {fits}{since}{columns}"


# Pointing at links of the page: headlines, or the link to the next page; and the rules that are
# proposed for them.

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


# Proposals for what is pointed at on an archive page, with what each does on the stored pages.

Try = Callable[[Portal, StoredPage, Sequence[Rule]], tuple[tuple[str, ...], ...]]


@dataclass(frozen=True)
class RuleChoice:
    """A proposed rule: as it is written in the file, and what it does on the stored pages."""

    rule: Rule
    written: str
    effect: str
    exceptions: tuple[str, ...] = ()
    """Addresses of pages on which it finds nothing, or something wrong."""


async def propose_links(
    pool: PagePool, portal: Portal, pages: Sequence[StoredPage], pointed: Sequence[PointedLink]
) -> list[RuleChoice]:
    """Return rules that list the links that were pointed at on the first page, the best first.
    Raises UsageError, PageUnreadable, RequestProblem."""
    elements = [link.element for link in pointed]
    rules = await pool.read(portal, pages[0].url, propose_link_rules_at, pages[0], elements)
    found = await _try_on(pool, portal, pages, rules, list_links_by_rules)
    return [describe_link_trial(trial) for trial in rank_link_rules(rules, found)]


async def propose_next(
    pool: PagePool, portal: Portal, pages: Sequence[StoredPage], pointed: PointedLink
) -> list[RuleChoice]:
    """Return rules that find the next page by the link that was pointed at on the first page.
    Raises as ``propose_links``."""
    first = pages[0]
    rules = await pool.read(portal, first.url, propose_next_rules_at, first, pointed.element)
    found = await _try_on(pool, portal, pages, rules, find_next_by_rules)
    trials = rank_next_rules(rules, found, (first.url, pointed.url))
    return [describe_next_trial(trial) for trial in trials]


def describe_link_trial(trial: LinkTrial) -> RuleChoice:
    """Return a choice for a rule for links."""
    here, *others = [count for _, count in trial.counts]
    effect = f"lists {here} here"
    if others:
        effect += f", {_join_range(others)} on {format_number_of(len(others), 'other stored page')}"
    if trial.repeated:
        effect += f"; {trial.repeated} on several pages"
    empty = tuple(url for url, count in trial.counts if not count)
    return RuleChoice(trial.rule, yaml_value(to_rule_yaml(trial.rule)), effect, empty)


def describe_next_trial(trial: NextTrial) -> RuleChoice:
    """Return a choice for a rule for the next page."""
    without = tuple(url for url, target in trial.targets if not target)
    effect = f"leads on from {trial.fits} of {format_number_of(len(trial.targets), 'stored page')}"
    if without:
        effect += f"; from {len(without)} to none, as a last page should"
    if trial.wrong:
        effect += f"; from {len(trial.wrong)} back or elsewhere"
    written = yaml_value(to_rule_yaml(trial.rule))
    return RuleChoice(trial.rule, written, effect, (*trial.wrong, *without))


async def _try_on(
    pool: PagePool, portal: Portal, pages: Sequence[StoredPage], rules: Sequence[Rule], work: Try
) -> list[PageAddresses]:
    if not rules:
        return []
    # each waits for a free process; so many at once would be refused
    found: list[Any] = []
    for start in range(0, len(pages), _AT_ONCE):
        some = pages[start : start + _AT_ONCE]
        reads = (pool.read(portal, page.url, work, page, rules) for page in some)
        found += await asyncio.gather(*reads)
    return [(page.url, each) for page, each in zip(pages, found, strict=True)]


_AT_ONCE = 4


def _join_range(counts: Sequence[int]) -> str:
    low, high = min(counts), max(counts)
    return str(low) if low == high else f"{low} to {high}"
