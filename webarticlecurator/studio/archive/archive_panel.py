"""One archive page: the page, what the rules list on it, and rules for what is pointed at."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from nicegui import ui

from webarticlecurator.base.errors import ConfigError, UsageError
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.base.proposal.proposal import MoreButton
from webarticlecurator.base.text.translation import as_message, make_message, translate
from webarticlecurator.corpus.stored_pages.page_store import StoredPage
from webarticlecurator.crawling.archive.stop_reasons import describe_stop
from webarticlecurator.proposing.list_pages.more_button import find_button_at
from webarticlecurator.proposing.list_pages.paging import propose_list_addresses
from webarticlecurator.proposing.list_pages.rule_trials import (
    LinkTrial,
    PageAddresses,
    PointedLink,
    find_next_by_rules,
    list_links_by_rules,
    propose_exclusions,
    propose_link_rules_at,
    propose_list_rules_at,
    propose_next_rules_at,
    rank_link_rules,
    rank_next_rules,
    read_pointed_link,
)
from webarticlecurator.proposing.trial.archive_edits import (
    add_exclusion,
    add_rejection,
    set_address,
    set_links,
    set_next,
)
from webarticlecurator.proposing.trial.marked_links import (
    MarkedLinks,
    PageLink,
    find_links_of_rule,
    find_next_of_rule,
    mark_links,
)
from webarticlecurator.proposing.trial.page_links import list_links
from webarticlecurator.studio.archive.archive_lists import write_address_choices, write_addresses
from webarticlecurator.studio.archive.archive_proposals import (
    RuleChoice,
    Try,
    choose_exclusion,
    describe_exclusion,
    describe_link_trial,
    describe_next_trial,
)
from webarticlecurator.studio.archive.followed_rule import follow_rule
from webarticlecurator.studio.archive.link_marks import (
    describe_link,
    describe_links,
    mark_page,
    mark_proposal,
)
from webarticlecurator.studio.archive.list_pages import list_known, list_tried, read_chosen_pages
from webarticlecurator.studio.archive.pressed_button import write_button_choice
from webarticlecurator.studio.frame.context import StudioContext
from webarticlecurator.studio.frame.controls import (
    add_button,
    label_prop,
    mark_asking,
    refill,
    show_pressed,
)
from webarticlecurator.studio.frame.page_frame import NO_NODE, NodeMark, PageFrame
from webarticlecurator.studio.frame.page_sources import LISTED_FIRST
from webarticlecurator.studio.frame.portal_draft import PortalDraft
from webarticlecurator.studio.frame.shown_errors import showing_errors
from webarticlecurator.studio.frame.window import put_in_quotes, view_address
from webarticlecurator.studio.portal.editor_panel import EditorPanel

MAX_SHOWN = 12
"""Other pages of the list that are named beside the page."""
LISTED_ALREADY = make_message("already listed")
"""How reasons of links begin that are told with one count, whatever their number."""
_AT_ONCE = 4
NOTHING, LINKS, LIST, NEXT = "", "links", "list", "next"
_MODES = {
    LINKS: (
        make_message("Point at headlines"),
        make_message("Click two or three headlines of the list, far apart."),
    ),
    LIST: (
        make_message("Point at the list"),
        make_message("Click the list, or the part of it that contains the articles."),
    ),
    NEXT: (
        make_message("Point at the next page"),
        make_message(
            "Click the link to the next archive page, or the button that adds older articles. “Use"
            " this rule” first checks that page and the one after it: stored pages, or else two"
            " requests to the portal."
        ),
    ),
}
"""What is pointed at: the words of its button, and what to do."""


class PagePanel:
    """An archive page and the draft of the rules that read it: what they find, and rules that are
    proposed for what is pointed at.

    ``portal`` is that of the draft when it last had no problems, ``marked`` what its rules find.
    """

    def __init__(
        self,
        context: StudioContext,
        portal_id: str,
        draft: PortalDraft,
        url: str,
        stored: StoredPage,
        portal: Portal,
    ) -> None:
        self._context, self._portal_id, self._draft = context, portal_id, draft
        self._url, self._stored, self._portal = url, stored, portal
        self._marked: MarkedLinks | None = None
        self._pages: list[StoredPage] = []
        self._mode = NOTHING
        self._pointed: list[PointedLink] = []
        self._button: MoreButton | None = None
        self._choices: list[RuleChoice] = []

    async def show(self, mode: str, leave: str = "") -> None:
        """Write the panel; with the name of a ``mode``, what it is for is pointed at from the
        beginning; ``leave`` is the address of an article that is to be left out. Raises as
        ``PageSources.list_addresses``."""
        place = (self._portal, self._url)
        self._tried = await asyncio.to_thread(list_tried, self._context.sources, *place)
        known = await asyncio.to_thread(list_known, self._context.sources, *place)
        others = [url for url in self._tried if url != self._url][:MAX_SHOWN]
        if others:
            with ui.element("details"):
                with ui.element("summary"):
                    ui.label(translate("Other pages of the list ({number})", number=len(others)))
                write_addresses(self._portal_id, others)
        with ui.element("div").classes("archive-panes") as self._panes:
            self._frame = PageFrame(
                title=translate("The archive page"), on_pick=showing_errors(self._pick)
            ).classes("archive-frame studio-asked")
            with ui.element("div").classes("archive-side"):
                with (
                    ui.element("section")
                    .props(label_prop("Rules for what you point at"))
                    .classes("studio-question") as question
                ):
                    with ui.row().classes("studio-row"):
                        self._buttons = {
                            mode: add_button(words, showing_errors(partial(self._begin, mode)))
                            for mode, (words, _) in _MODES.items()
                        }
                        close = showing_errors(partial(self._begin, NOTHING))
                        add_button("Close", close).classes("archive-close")
                    self._hint = ui.label().props('role="status"').classes("studio-quiet")
                    self._picked = ui.element("div").props('role="status"')
                    self._place = ui.element("div").classes("archive-choices")
                question.on("keydown.escape", close)
                self._frame.add_view_switch()
                self._notice = ui.label().props('role="status"')
                self._summary = ui.element("section").classes("archive-found")
                self._summary.props(label_prop("What the rules find"))
                show_pressed(self._buttons, self._mode)
                write_address_choices(
                    propose_list_addresses(self._url, known),
                    lambda chosen: self._edit(set_address(self._draft.text, chosen)),
                )
                self._editor = EditorPanel(self._draft, showing_errors(self.refresh))
        await self.refresh()
        marked = self._marked
        first = [(each.element, "") for each in (marked.listed[:1] if marked is not None else ())]
        await self._frame.show_stored(
            self._context, self._portal, self._stored, self._frame.marks, first
        )
        if mode in _MODES:
            await self._begin(mode)
        if leave:
            await self._leave_out(leave)

    async def _read(self, work: Callable[..., Any], *arguments: Any) -> Any:
        """Return what a function makes of the page, in a worker."""
        stored = self._stored
        return await self._context.pages.read(self._portal, stored.url, work, stored, *arguments)

    async def refresh(self) -> None:
        """Show what the rules of the draft find; nothing changes while its text has problems, which
        the editor lists. Raises as ``PagePool.read``."""
        try:
            self._portal = await asyncio.to_thread(self._draft.portal)
        except ConfigError:
            self._notice.set_text(
                translate("The file has problems. This view shows the last rules without problems.")
            )
            return
        self._notice.set_text("")
        self._marked = marked = await self._read(mark_links)
        with refill(self._summary):
            ui.label(describe_links(marked, len(self._portal.columns))).props(
                'role="status"'
            ).classes("archive-count")
            for reason, number in Counter(
                LISTED_ALREADY if link.reason.startswith(LISTED_ALREADY) else link.reason
                for link in marked.left_out
            ).most_common():
                ui.label(
                    translate(
                        "Left out: {number} – {reason}", number=number, reason=as_message(reason)
                    )
                ).classes("studio-quiet")
            if marked.answer.trouble:
                ui.label(
                    translate("Problem: {trouble}", trouble=as_message(marked.answer.trouble))
                ).classes("studio-error")
            with ui.element("div"):
                ui.label(f"{translate('Next page')}: ").classes("archive-name")
                address = marked.answer.next_page
                if address:
                    ui.link(address, view_address(self._portal_id, "archive", url=address))
                else:
                    ui.label(translate(describe_stop(marked.answer.reason))).classes("studio-quiet")
        if self._mode == NOTHING:
            self._show_marks()

    def _show_marks(self) -> None:
        """Mark on the page what the rules of the draft find."""
        if self._marked is not None:
            self._frame.set_marks(mark_page(self._marked))

    async def _edit(self, text: str) -> None:
        """Make a text that of the draft, and show what follows."""
        await asyncio.to_thread(self._draft.replace, text)
        await self._editor.refresh()

    async def _pick(self, node: int) -> None:
        if self._mode != NOTHING:
            await self._point(node)
            return
        try:
            link: PointedLink = await self._read(read_pointed_link, node)
        except UsageError:  # somewhere else on the page
            return
        # what becomes of a link that is clicked
        mark_asking(self._panes, True)
        with refill(self._picked):
            if self._marked is not None:
                ui.label(describe_link(self._marked, link))
            with ui.row().classes("studio-row"):
                if self._marked is not None and link.url in {
                    each.url for each in self._marked.listed
                }:
                    add_button(
                        "Leave out links like this",
                        showing_errors(partial(self._leave_out, link.url)),
                    )
                for view, words in (
                    ("article", translate("As an article")),
                    ("archive", translate("As an archive page")),
                ):
                    ui.link(words, view_address(self._portal_id, view, url=link.url))

    async def _point(self, element: int) -> None:
        """Add an element of the page to those pointed at, or remove it if it is one. Raises
        UsageError without a link."""
        if self._mode == LIST:
            self._pointed = [PointedLink(element, "", translate("the list"))]
            await self._show_choices()
            return
        is_next = self._mode == NEXT
        self._button = await self._read(find_button_at, element) if is_next else None
        try:
            link: PointedLink = await self._read(read_pointed_link, element)
        except UsageError:
            if self._button is None:
                raise
            link = PointedLink(element, "", self._button.text)
        known = [each for each in self._pointed if each.url != link.url]
        if is_next:
            known = [link]
        elif len(known) == len(self._pointed):
            known.append(link)
        self._pointed = known
        if not known:
            self._place.clear()
            self._show_marks()
            return
        await self._show_choices()

    async def _show_choices(self) -> None:
        """Propose rules for what was pointed at, and show what the first of them finds. Raises as
        ``_propose``."""
        self._choices = await self._propose()
        with refill(self._place):
            if self._button is not None and self._marked is not None:
                write_button_choice(
                    self._context, self._portal_id, self._draft, self._marked, self._button
                )
            if self._choices or self._button is None:
                self._write_choices()
        await self._preview(0)

    async def _begin(self, mode: str) -> None:
        """Begin to point at something, or end it, and what was asked."""
        self._mode = NOTHING if self._mode == mode else mode
        self._pointed, self._choices, self._button = [], [], None
        self._place.clear()
        self._picked.clear()
        mark_asking(self._panes, self._mode != NOTHING)
        show_pressed(self._buttons, self._mode)
        self._hint.set_text(translate(_MODES[self._mode][1]) if self._mode else "")
        self._show_marks()

    async def _propose(self) -> list[RuleChoice]:
        """Return rules that find on the page what was pointed at, the best first. Raises
        UsageError, PageUnreadable, RequestProblem."""
        await self._load_others()
        if self._mode == LIST:
            rules = await self._read(propose_list_rules_at, self._pointed[0].element)
            found = await self._try_rules(rules, list_links_by_rules)
            counts = [
                [(url, len(links[number])) for url, links in found] for number in range(len(rules))
            ]
            return [
                describe_link_trial(LinkTrial(rule, tuple(each), 0))
                for rule, each in zip(rules, counts, strict=True)
            ]
        if self._mode == LINKS:
            rules = await self._read(
                propose_link_rules_at, [link.element for link in self._pointed]
            )
            found = await self._try_rules(rules, list_links_by_rules)
            return [describe_link_trial(trial) for trial in rank_link_rules(rules, found)]
        pointed = self._pointed[0]
        if not pointed.url:
            return []
        rules = await self._read(propose_next_rules_at, pointed.element)
        found = await self._try_rules(rules, find_next_by_rules)
        return [
            describe_next_trial(trial)
            for trial in rank_next_rules(rules, found, (self._stored.url, pointed.url))
        ]

    @property
    def _column(self) -> str | None:
        return self._marked.answer.column if self._marked is not None else None

    async def _load_others(self) -> None:
        """Read the other stored pages of the list, once."""
        if not self._pages:
            others = await asyncio.to_thread(
                read_chosen_pages, self._context.sources, self._portal, self._tried[1:]
            )
            self._pages = [self._stored, *others]

    async def _leave_out(self, url: str) -> None:
        """Propose regexes that leave out a listed link and others like it, with how many links each
        leaves out here and on the other stored pages of the list."""
        await self._load_others()
        listed = self._marked.listed if self._marked is not None else ()
        lists: list[list[str]] = []
        for page in self._pages:
            answer = await self._context.pages.read(self._portal, page.url, list_links, page)
            lists.append([*answer.articles])
        regexes = [
            each
            for each in propose_exclusions(url)
            if not all(re.search(each, link.url) for link in listed)
        ]
        names = {each: f"{each} – {describe_exclusion(each, lists)}" for each in regexes}

        def show(regex: str) -> None:
            self._frame.set_marks(
                NodeMark(link.element, "left-out" if re.search(regex, link.url) else "link", "")
                for link in listed
                if link.element != NO_NODE
            )

        async def accept() -> None:
            text = add_exclusion(self._draft.text, radio.value, self._column)
            if await asyncio.to_thread(self._is_any_stored, url, radio.value):
                # what is stored already is not taken away because no list has it
                text = add_rejection(text, radio.value)
            await self._begin(NOTHING)
            await self._edit(text)

        mark_asking(self._panes, True)
        with refill(self._place):
            if not regexes:
                ui.label(
                    translate(
                        "All links of the list have such an address: point at headlines instead."
                    )
                )
                return
            ui.label(translate("Links like this: {url}", url=url)).classes("studio-anywhere")
            first = choose_exclusion(regexes, lists)
            radio = (
                ui.radio(names, value=first, on_change=lambda event: show(event.value))
                .classes("archive-radio")
                .props(label_prop("Addresses to leave out"))
            )
            add_button("Leave them out", showing_errors(accept), is_main=True)
        show(first)

    def _is_any_stored(self, url: str, regex: str) -> bool:
        """Return True if a page that a regex leaves out is stored."""
        sources, portal = self._context.sources, self._portal
        first = sources.list_addresses(portal, url, limit=1)
        stored = (*first, *sources.list_addresses(portal, limit=LISTED_FIRST))
        return any(re.search(regex, each) for each in stored)

    async def _try_rules(self, rules: Sequence[Rule], work: Try) -> list[PageAddresses]:
        """Return what each rule finds on each of the stored pages of the list."""
        if not rules:
            return []
        # each waits for a free process; so many at once would be refused
        found: list[Any] = []
        for start in range(0, len(self._pages), _AT_ONCE):
            found += await asyncio.gather(
                *(
                    self._context.pages.read(self._portal, page.url, work, page, rules)
                    for page in self._pages[start : start + _AT_ONCE]
                )
            )
        return [(page.url, each) for page, each in zip(self._pages, found, strict=True)]

    def _write_choices(self) -> None:
        texts = ", ".join(put_in_quotes(link.text or link.url) for link in self._pointed)
        ui.label(translate("Pointed at: {texts}", texts=texts)).classes("studio-quiet")
        if not self._choices:
            ui.label(
                translate(
                    "No rule finds this link on its page: nothing around it has a"
                    " name. Point at the headline itself, or at another link to the"
                    " same page."
                )
            )
            return
        self._radio = (
            ui.radio(
                {number: choice.written for number, choice in enumerate(self._choices)},
                value=0,
                on_change=showing_errors(lambda event: self._preview(event.value)),
            )
            .classes("archive-radio")
            .props(label_prop("Proposed rules"))
        )
        self._effect = ui.label().props('role="status"')
        self._exceptions = ui.element("div").classes("studio-stack")
        add_button("Use this rule", showing_errors(self._accept), is_main=True)

    async def _preview(self, number: int) -> None:
        """Mark on the page what a choice would find, and say what it does on the others."""
        if not self._choices:
            return
        choice = self._choices[number]
        self._effect.set_text(translate("It {effect}.", effect=choice.effect))
        with refill(self._exceptions):
            for url in choice.exceptions[:3]:
                ui.link(url, view_address(self._portal_id, "archive", url=url))
        links: tuple[PageLink, ...] = await self._read(
            find_next_of_rule if self._mode == NEXT else find_links_of_rule, choice.rule
        )
        self._frame.set_marks(mark_proposal(links, [link.element for link in self._pointed]))

    async def _accept(self) -> None:
        """Write the chosen rule into the draft; one for the next page only once it was tried on the
        page that it leads to and on the one after, as far as these can be read."""
        choice = self._choices[self._radio.value]
        trouble = ""
        if self._mode == NEXT:
            place = self._context, self._draft.file, self._portal
            more = await follow_rule(*place, self._pages, self._pointed[0].url, choice.rule)
            self._pages += more.pages
            self._choices = await self._propose() if more.pages else self._choices
            if more.is_worse(choice.rule, self._choices):
                with refill(self._place):
                    ui.label(more.describe_worse()).props('role="status"')
                    self._write_choices()
                await self._preview(0)
                return
            trouble = more.trouble
        write = set_next if self._mode == NEXT else set_links
        text = write(self._draft.text, choice.rule, self._column)
        if text == self._draft.text:
            trouble = translate("This rule is in the file already, so nothing has changed.")
        await self._begin(NOTHING)
        await self._edit(text)
        if trouble:
            self._notice.set_text(trouble)
