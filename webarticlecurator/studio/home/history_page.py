"""The view of what was decided: the lines of each step, its file, and the way back to it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from nicegui import ui

from webarticlecurator.base.text.reader_dates import write_date
from webarticlecurator.base.text.translation import translate
from webarticlecurator.studio.frame.context import StudioContext
from webarticlecurator.studio.frame.draft_line import DraftLine
from webarticlecurator.studio.frame.edited_file import EditedFile
from webarticlecurator.studio.frame.file_edits import list_edits
from webarticlecurator.studio.frame.file_history import (
    ELSEWHERE,
    FileState,
    find_state,
    list_states,
)
from webarticlecurator.studio.frame.portal_draft import PortalDraft
from webarticlecurator.studio.frame.shown_errors import showing_errors
from webarticlecurator.studio.frame.slow_reading import show_while_waiting
from webarticlecurator.studio.frame.view_query import read_query_number
from webarticlecurator.studio.frame.widgets import (
    open_details,
    write_button,
    write_edits,
    write_element,
    write_heading,
    write_link,
    write_page_links,
)
from webarticlecurator.studio.frame.window import view_address

PAGE_STEPS = 30
SHOWN_LINES = 12
"""Changed lines of a step that are shown."""


class HistoryView:
    """The view in one tab: the list of steps, and perhaps one of them with its file."""

    def __init__(
        self,
        _context: StudioContext,
        portal_id: str,
        draft: PortalDraft,
        query: Mapping[str, str],
    ) -> None:
        self._portal_id, self._query = portal_id, query
        self._draft = draft
        self._page = read_query_number(query, "page", 1)

    async def load(self) -> None:
        """Read the steps as they are now."""
        self._states = await asyncio.to_thread(list_states, self._draft.file)
        self._chosen: FileState | None = None
        if "file" in self._query:
            self._chosen = await asyncio.to_thread(
                find_state,
                self._draft.file,
                self._query["file"],
                read_query_number(self._query, "step", 0),
            )

    async def write(self) -> None:
        """Write the view. Raises as ``load``."""
        await show_while_waiting("Reading the steps …", self.load())
        self._line = DraftLine(self._draft)
        if self._chosen is not None:
            await self._write_state(self._chosen)
        if not self._states:
            ui.label(
                translate(
                    "Nothing has been saved in the studio yet. Each saved change of the rules will"
                    " be here, with the way back to the file before it."
                )
            )
            return
        start = (self._page - 1) * PAGE_STEPS
        with write_element(
            "ol", classes="studio-plain studio-stack", aria_label=translate("Steps")
        ):
            for state in self._states[start : start + PAGE_STEPS]:
                with write_element("li", classes="studio-panel"):
                    self._write_step(state)
        write_page_links(
            "Pages of the steps",
            translate("page {page}", page=self._page),
            self._page,
            len(self._states) > start + PAGE_STEPS,
            lambda number: view_address(self._portal_id, "history", page=str(number)),
        )

    def _write_step(self, state: FileState) -> None:
        """Write what a step has changed, and the link to the file as it was then."""
        name = f"{write_date(state.time.isoformat())} UTC, {state.name}"
        write_element("strong", name)
        if state.origin == ELSEWHERE:
            write_element("p", translate("As another program left it."), "studio-quiet")
        write_edits(state.changes[:SHOWN_LINES])
        write_link(
            translate("The file after this step"),
            view_address(self._portal_id, "history", file=state.name, step=str(state.number)),
            label=translate("The file after the step of {name}", name=name),
        )

    async def _write_state(self, state: FileState) -> None:
        """Write a state of a file, what differs from it now, and the button that goes back."""
        path = self._draft.file.with_name(state.name)
        is_portal_file = path == self._draft.file
        text = state.content.decode("utf-8-sig", "replace")
        file = await asyncio.to_thread(EditedFile, path)
        now = (
            self._draft.text if is_portal_file else (file.content or b"").decode("utf-8", "replace")
        )
        edits = list_edits(now, text)
        with write_element("section", classes="studio-panel", aria_labelledby="history-state"):
            heading = translate(
                "{file} on {time} UTC", file=state.name, time=write_date(state.time.isoformat())
            )
            write_heading(heading, id="history-state")
            write_link(translate("Close"), view_address(self._portal_id, "history"))
            if not edits:
                write_element("p", translate("The file is like this now."))
            else:
                write_element("p", translate("Going back to this version changes these lines:"))
                write_edits(edits)

                async def go_back() -> None:
                    if is_portal_file:
                        await asyncio.to_thread(self._draft.replace, text)
                        self._line.update()
                        done.set_text(translate("Look at it, then save it."))
                    else:
                        former = state.content if file.content is None else file.content
                        await asyncio.to_thread(file.write, state.content, former)
                        done.set_text(translate("{file} is back at this version.", file=state.name))

                with write_element("div", classes="form-row"):
                    write_button("Go back to this", showing_errors(go_back))
                    done = ui.label("").props('role="status"')
            with open_details("The whole file"):
                write_element(
                    "pre", text, "studio-listing", tabindex="0", role="region", aria_label=heading
                )
