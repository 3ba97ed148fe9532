"""The dialog that shows what will be written to the file of expectations, and writes it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence

from nicegui import ui

from webarticlecurator.config.expectations import entry_text, expectations_path
from webarticlecurator.model.portal import Portal
from webarticlecurator.run.preview.expectation_file import write_entries
from webarticlecurator.studio.effect_view.accepted_entries import AcceptedEntry
from webarticlecurator.studio.effect_view.effect_words import format_number_of
from webarticlecurator.studio.html_elements import write_heading
from webarticlecurator.studio.window import add_button, showing_errors

MAX_SHOWN = 100
"""Entries that are shown before they are written."""


def open_expectation_dialog(
    portal: Portal, accepted: Sequence[AcceptedEntry], after: Callable[[], Awaitable[None]]
) -> None:
    """Show the entries; when they are written, call ``after``."""
    path = expectations_path(portal)
    added = sum(each.replaced is None for each in accepted)
    replaced = len(accepted) - added
    parts = [
        f"{format_number_of(number, 'entry', 'entries')} {what}"
        for number, what in ((added, "added"), (replaced, "replaced"))
        if number
    ]

    async def write() -> None:
        await asyncio.to_thread(write_entries, portal, [each.entry for each in accepted])
        dialog.close()
        ui.notify(f"Written to {path.name}: {', '.join(parts)}.", type="positive")
        await after()

    with ui.dialog() as dialog, ui.card().classes("effect-dialog"):
        dialog.props('aria-label="Accept as expectations" transition-duration=0')
        write_heading(f"Accept as expectations: {' and '.join(parts)} in {path.name}")
        ui.label(
            "Read it beside the page: `curator check --tests` compares it from now on. The rules"
            " that find it are saved with the portal file, not here."
        ).classes("studio-quiet")
        listing = ui.label(_show_entries(accepted)).classes("studio-listing")
        listing.props('tabindex="0" role="region" aria-label="What will be written"')
        with ui.row().classes("studio-row"):
            add_button(f"Write to {path.name}", showing_errors(write), is_main=True)
            add_button("Cancel", dialog.close)
    dialog.on("hide", dialog.delete)
    dialog.open()


def _show_entries(accepted: Sequence[AcceptedEntry]) -> str:
    texts = [
        (f"# in place of line {each.replaced.place.line}\n" if each.replaced else "")
        + entry_text(each.entry)
        for each in accepted[:MAX_SHOWN]
    ]
    more = len(accepted) - len(texts)
    return "\n".join(texts) + (f"\n# … and {more:,} more entries" if more else "")
