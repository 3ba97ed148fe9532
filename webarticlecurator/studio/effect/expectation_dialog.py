"""The dialog that shows what will be written to the file of expectations, and writes it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence

from nicegui import ui

from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.text.translation import translate, translate_count
from webarticlecurator.portal_file.config.expectations import expectations_path
from webarticlecurator.portal_file.written.expectation_yaml import entry_text
from webarticlecurator.proposing.trial.expectation_file import write_entries
from webarticlecurator.studio.effect.accepted_entries import AcceptedEntry
from webarticlecurator.studio.frame.controls import add_button, label_prop
from webarticlecurator.studio.frame.shown_errors import showing_errors
from webarticlecurator.studio.frame.widgets import write_heading

MAX_SHOWN_ENTRIES = 100
"""Entries that are shown before they are written."""


def open_expectation_dialog(
    portal: Portal, accepted: Sequence[AcceptedEntry], after: Callable[[], Awaitable[None]]
) -> None:
    """Show the entries; when they are written, call ``after``."""
    path = expectations_path(portal)
    added = sum(replaced is None for _, replaced in accepted)
    replaced = len(accepted) - added
    written = translate_count("{number:,} entry added", "{number:,} entries added", added)
    again = translate_count("{number:,} entry replaced", "{number:,} entries replaced", replaced)
    parts = written if added else again
    if added and replaced:
        parts = translate("{first} and {second}", first=written, second=again)

    texts = [
        (
            f"# {translate('in place of line {number}', number=replaced.place.line)}\n"
            if replaced
            else ""
        )
        + entry_text(entry)
        for entry, replaced in accepted[:MAX_SHOWN_ENTRIES]
    ]
    if len(accepted) > len(texts):
        more = translate_count(
            "{number:,} more entry", "{number:,} more entries", len(accepted) - len(texts)
        )
        texts.append(f"# {more}")

    async def write() -> None:
        await asyncio.to_thread(write_entries, portal, [entry for entry, _ in accepted])
        dialog.close()
        ui.notify(
            translate("Written to {file}: {parts}.", file=path.name, parts=parts),
            type="positive",
        )
        await after()

    with ui.dialog() as dialog, ui.card().classes("effect-dialog"):
        dialog.props(f"{label_prop('Accept as expectations')} transition-duration=0")
        write_heading(
            translate(
                "Accept as expectations: {parts} in {file}",
                parts=parts,
                file=path.name,
            )
        )
        ui.label(
            translate(
                "Compare it with the page: `curator check --tests` tests it from now on. The"
                " rules that find it are saved with the portal file, not here."
            )
        ).classes("studio-quiet")
        ui.label("\n".join(texts)).classes("studio-listing").props(
            f'tabindex="0" role="region" {label_prop("What will be written")}'
        )
        with ui.row().classes("studio-row"):
            add_button(
                translate("Write to {file}", file=path.name), showing_errors(write), is_main=True
            )
            add_button("Cancel", dialog.close)
    dialog.on("hide", dialog.delete)
    dialog.open()
