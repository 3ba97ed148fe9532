"""The choice of the page: its address, and the way through a sample of the stored articles."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence

from nicegui import ui
from nicegui.events import ValueChangeEventArguments

from webarticlecurator.studio.article_view.proposal_support import SAMPLE
from webarticlecurator.studio.context import StudioContext
from webarticlecurator.studio.portal_draft import PortalDraft
from webarticlecurator.studio.window import add_button, showing_errors, view_address

SUGGESTIONS = 20
"""Addresses that are suggested while one is typed."""
_LIST_ID = "stored-addresses"


class AddressBar:
    """The field of the address, and links to the pages before and after it in the sample."""

    def __init__(
        self, context: StudioContext, portal_id: str, draft: PortalDraft, url: str
    ) -> None:
        self._context, self._portal_id = context, portal_id
        self._draft, self._url = draft, url
        with ui.element("search").classes("article-address"):
            self._field = ui.input("Address of a stored page", value=url)
            self._field.props(f"outlined dense debounce=250 list={_LIST_ID}")
            self._field.classes("article-address-field")
            self._field.on("keydown.enter", self._open)
            self._field.on_value_change(showing_errors(self._suggest))
            self._list = ui.element("datalist").props(f"id={_LIST_ID}")
            add_button("Open", self._open)
            self._ways = ui.element("nav").props('aria-label="Other articles"')
            self._ways.classes("article-ways")

    async def show_ways(self) -> None:
        """Write the links to other articles. Raises as ``PageSources.read``, and ConfigError."""
        sample = await asyncio.to_thread(self._list_sample)
        before, after = find_neighbours(sample, self._url)
        with self._ways:
            if before:
                ui.link("Previous", self._address(before))
            if after:
                ui.link("Next", self._address(after))
            others = [each for each in sample if each != self._url]
            if len(others) > 1:
                ui.link("Any other", self._address(random.choice(others)))

    def _list_sample(self) -> list[str]:
        return self._context.sources.sample_addresses(self._draft.portal(), self._url, SAMPLE)

    async def _suggest(self, event: ValueChangeEventArguments[str | None]) -> None:
        typed = (event.value or "").strip()
        found = await asyncio.to_thread(self._find, typed)
        self._list.clear()
        with self._list:
            for url in found:
                ui.element("option").props["value"] = url

    def _find(self, typed: str) -> list[str]:
        portal = self._draft.portal()
        return self._context.sources.list_addresses(portal, typed, limit=SUGGESTIONS)

    def _open(self) -> None:
        url = (self._field.value or "").strip()
        if url:
            ui.navigate.to(self._address(url))

    def _address(self, url: str) -> str:
        return view_address(self._portal_id, "article", url=url)


def find_neighbours(sample: Sequence[str], url: str) -> tuple[str, str]:
    """Return the addresses before and after one in a list; "" where there is none. An address that
    is not in the list stands before it."""
    number = sample.index(url) if url in sample else -1
    before = sample[number - 1] if number > 0 else ""
    after = sample[number + 1] if number + 1 < len(sample) else ""
    return before, after
