"""The form that starts a crawl."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from nicegui import ui

from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.text.translation import translate
from webarticlecurator.studio.frame.controls import add_button
from webarticlecurator.studio.frame.run_processes import RunProcesses
from webarticlecurator.studio.frame.shown_errors import showing_errors
from webarticlecurator.studio.frame.studio_settings import StudioSettings
from webarticlecurator.studio.frame.terms import explain_term, write_term
from webarticlecurator.studio.frame.window import INSTANT
from webarticlecurator.studio.portal.corpus_state import crawl_words, start_command


def write_crawl_form(
    settings: StudioSettings,
    processes: RunProcesses,
    find_portals: Callable[[], Sequence[Portal]],
    address: str,
    columns: Sequence[str] = (),
    *,
    is_main: bool = False,
) -> None:
    """Write the button that crawls portals, with its options. A click finds the portals.
    ``columns``: the columns that can be chosen; ``is_main``: it is the main button of the view."""

    async def crawl() -> None:
        portals = await asyncio.to_thread(find_portals)
        if not portals:
            raise UsageError("no portal is chosen", "Choose one or more.")
        words = crawl_words(
            settings,
            portals,
            since=since.value or "",
            until=until.value or "",
            column=column.value if column is not None else "",
            limit=int(limit.value) if limit.value else None,
            full=full.value,
        )
        await start_command(processes, address, words, portals)

    add_button("Crawl", showing_errors(crawl), is_main=is_main)
    with (
        ui.expansion(translate("Options of the crawl"))
        .classes("studio-field run-options")
        .props(INSTANT)
    ):
        with ui.row().classes("studio-row"):
            since, until = (
                ui.input(label).props('outlined dense type="date" stack-label').classes("run-date")
                for label in (translate("From (archives by date only)"), translate("Until"))
            )
            limit = (
                ui.number(translate("Maximum number of new articles"), min=1, precision=0)
                .props("outlined dense")
                .classes("run-number")
            )
        column: ui.select | None = None
        if len(columns) > 1:
            names = {"": translate("all columns"), **{name: name for name in columns}}
            column = ui.select(names, value="", label=translate("Column")).props("outlined dense")
        with ui.row().classes("studio-row"):
            full = ui.checkbox(
                translate("Walk the whole archive again, including spans that are already complete")
            )
            write_term("?", explain_term("span"), "mark-doubt")
