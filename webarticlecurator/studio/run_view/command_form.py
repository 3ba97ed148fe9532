"""The forms that start a crawl or a build."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from nicegui import ui

from webarticlecurator.errors import UsageError
from webarticlecurator.model.portal import Portal
from webarticlecurator.studio.context import StudioContext
from webarticlecurator.studio.run_view.run_processes import RunProcesses
from webarticlecurator.studio.run_view.run_words import CrawlChoices, build_words, crawl_words
from webarticlecurator.studio.window import add_button, showing_errors

OpenRun = Callable[[str], None]
"""Opens the view of a run, by its id."""


class CommandForm:
    """The form that starts a command on ``portals``, which are found when it is started, and opens
    its run. ``columns``: those that a crawl may be limited to."""

    def __init__(
        self,
        context: StudioContext,
        processes: RunProcesses,
        find_portals: Callable[[], Sequence[Portal]],
        open_run: OpenRun,
        columns: Sequence[str] = (),
    ) -> None:
        self._context, self._processes = context, processes
        self._find_portals, self._open_run = find_portals, open_run
        self._columns = columns

    def write_crawl(self) -> None:
        """Write the button that crawls, and its options."""
        add_button("Crawl", showing_errors(self._crawl), is_main=True)
        with ui.expansion("Options of the crawl").classes("studio-field"):
            with ui.row().classes("studio-row"):
                self._since = _date("From (only archives by date)")
                self._until = _date("Until")
                self._limit = ui.number("At most so many new articles", min=1, precision=0)
                self._limit.props("outlined dense").classes("run-number")
            self._column: ui.select | None = None
            if len(self._columns) > 1:
                names = {"": "all columns", **{name: name for name in self._columns}}
                self._column = ui.select(names, value="", label="Column").props("outlined dense")
            self._full = ui.checkbox("Walk the whole archive again, closed spans too")
            self._warc_only = ui.checkbox("Only store pages, and make no TEI")

    def write_build(self) -> None:
        """Write the button that builds, and its option."""
        with ui.row().classes("studio-row"):
            add_button("Build", showing_errors(self._build))
            self._everything = ui.checkbox("Build everything again, changed or not")

    async def _crawl(self) -> None:
        portals = await self._require_portals()
        choices = CrawlChoices(
            since=self._since.value or "",
            until=self._until.value or "",
            column=self._column.value if self._column is not None else "",
            limit=int(self._limit.value) if self._limit.value else None,
            full=self._full.value,
            warc_only=self._warc_only.value,
        )
        await self._start(crawl_words(self._context.settings, portals, choices), portals)

    async def _build(self) -> None:
        [portal] = await self._require_portals()
        everything = self._everything.value
        words = build_words(self._context.settings, portal, everything=everything)
        await self._start(words, [portal])

    async def _require_portals(self) -> Sequence[Portal]:
        portals = await asyncio.to_thread(self._find_portals)
        if not portals:
            raise UsageError("no portal is chosen", "Choose one or several.")
        return portals

    async def _start(self, words: Sequence[str], portals: Sequence[Portal]) -> None:
        names = [portal.id for portal in portals]
        record = await asyncio.to_thread(self._processes.start, words, names)
        self._open_run(record.id)


def _date(label: str) -> ui.input:
    field = ui.input(label).props('outlined dense type="date" stack-label')
    return field.classes("run-date")
