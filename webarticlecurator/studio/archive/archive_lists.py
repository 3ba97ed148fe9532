"""The addresses of stored pages, as links that show them as archive pages, and those that the
archive may have."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence

from nicegui import ui

from webarticlecurator.proposing.list_pages.paging import ListAddress
from webarticlecurator.studio.archive.archive_proposals import describe_address
from webarticlecurator.studio.frame.controls import add_button, label_prop
from webarticlecurator.studio.frame.shown_errors import showing_errors
from webarticlecurator.studio.frame.widgets import write_heading, write_items
from webarticlecurator.studio.frame.window import view_address


def write_addresses(portal_id: str, urls: Iterable[str]) -> None:
    """Write the addresses of stored pages as links that show them as archive pages."""
    for url in write_items(urls, "archive-addresses"):
        ui.link(url, view_address(portal_id, "archive", url=url))


def write_address_choices(
    choices: Sequence[ListAddress], use: Callable[[ListAddress], Awaitable[None]]
) -> None:
    """Write addresses that the archive may have, with the button that has the chosen one used."""
    with ui.element("section").props(label_prop("Address of the archive")):
        write_heading("Address of the archive")
        radio = (
            ui.radio(dict(enumerate(map(describe_address, choices))), value=0)
            .classes("archive-radio")
            .props(label_prop("Proposed addresses"))
        )

        async def use_chosen() -> None:
            await use(choices[radio.value])

        add_button("Use this address", showing_errors(use_chosen))
