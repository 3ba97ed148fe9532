"""The choice of the address of the archive, by those of the stored pages of the list."""

from __future__ import annotations

from nicegui import ui

from webarticlecurator.archive.discovery.list_addresses import ListAddress, propose_list_addresses
from webarticlecurator.studio.archive_view.archive_edits import set_address
from webarticlecurator.studio.archive_view.list_page import ListPage
from webarticlecurator.studio.html_elements import write_heading
from webarticlecurator.studio.window import add_button, showing_errors


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
    fits = f"{address.fits} stored page{'' if address.fits == 1 else 's'}"
    since = f", from {address.first_day} by the {address.step}" if address.first_day else ""
    columns = f", columns {', '.join(address.columns)}" if address.columns else ""
    return f"{address.template} – {fits}{since}{columns}"
