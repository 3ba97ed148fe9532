"""The form that makes a portal file from pages that somebody saved."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path

from nicegui import events, ui

from webarticlecurator.errors import UsageError
from webarticlecurator.studio.command_answer import run_command
from webarticlecurator.studio.context import StudioContext
from webarticlecurator.studio.new_portal_view.address_form import check_address
from webarticlecurator.studio.new_portal_view.proposal_panel import ProposalPanel
from webarticlecurator.studio.new_portal_view.uploaded_files import add_upload_button
from webarticlecurator.studio.window import add_button, showing_errors

MAX_PAGES = 200
MAX_PAGE_BYTES = 20_000_000


class SavedPagesForm:
    """The form: uploaded pages with their addresses. They are kept until the tab is closed, and
    copied into the corpus when the file is written."""

    def __init__(self, context: StudioContext) -> None:
        self._context = context
        # removed at the end of the studio also where a tab is never closed
        self._folder = tempfile.TemporaryDirectory(
            prefix="curator-pages-", ignore_cleanup_errors=True
        )
        self._addresses: dict[Path, ui.input] = {}
        self._uploads = 0
        ui.context.client.on_delete(self._folder.cleanup)
        ui.label(
            "A page that lists articles, and some of the articles, as files. Each has an address;"
            " leave it empty where the page itself declares one."
        ).classes("studio-quiet")
        add_upload_button("Choose saved pages …", ".html,.htm,.xhtml", self._save, MAX_PAGE_BYTES)
        self._list = ui.column().classes("studio-part")
        today = f"{context.clock.now():%Y-%m-%d}"
        self._saved = ui.input("Day on which they were saved", value=today)
        self._saved.props('outlined dense type="date" stack-label')
        add_button("Propose a portal file", showing_errors(self._propose), is_main=True)
        self._panel = ProposalPanel(context, after_writing=self._adopt)

    async def _save(self, event: events.UploadEventArguments) -> None:
        number = self._uploads = self._uploads + 1  # before anything is awaited: files come at once
        if event.file.size() > MAX_PAGE_BYTES or number > MAX_PAGES:
            raise UsageError(
                f"{event.file.name}: not a saved page of a portal (at most {MAX_PAGES} pages of"
                f" {MAX_PAGE_BYTES:,} bytes)",
                "Leave it out.",
            )
        place = Path(self._folder.name) / f"{number}.html"
        await event.file.save(place)
        with self._list:
            field = ui.input(f"Address of {event.file.name}").props('outlined dense type="url"')
            self._addresses[place] = field.classes("studio-field")

    def _words(self) -> list[str]:
        """Return the options of ``curator`` that name the pages. Raises UsageError."""
        if not self._addresses:
            raise UsageError("no saved page given", "Choose the files of some pages first.")
        words = ["--html"]
        for place, field in self._addresses.items():
            given = (field.value or "").strip()
            words.append(f"{place}={check_address(given)}" if given else str(place))
        return words

    async def _propose(self) -> None:
        await self._panel.propose(self._words())

    async def _adopt(self, portal_file: Path, portal_id: str) -> None:
        """Copy the pages into the corpus of the new portal."""
        corpus = str(await asyncio.to_thread(self._context.corpus_folder, portal_id))
        words = ["warc", "adopt", str(portal_file), "--corpus", corpus]
        words += [f"--date={self._saved.value}", *self._words()]
        answer = await run_command(words, lambda _: None)
        if answer.code:
            ui.notify("\n".join(answer.messages), type="warning", multi_line=True)
