"""The form that makes a portal file from the address of a page that lists articles."""

from __future__ import annotations

from nicegui import ui

from webarticlecurator.config.proposed_file import home_page_of
from webarticlecurator.errors import UsageError
from webarticlecurator.model.hosts import without_userinfo
from webarticlecurator.studio.context import StudioContext
from webarticlecurator.studio.new_portal_view.proposal_panel import ProposalPanel
from webarticlecurator.studio.window import add_button, showing_errors


def write_address_form(context: StudioContext, url: str) -> None:
    """Write the form, with the address that it begins with."""
    address = ui.input("Address of a page that lists articles", value=url)
    address.props('outlined dense type="url"').classes("studio-field")

    async def propose() -> None:
        await panel.propose([check_address(address.value or "")])

    ui.label(
        "Best an archive page. The page, the next one and some of the articles are fetched, with a"
        " pause after each."
    ).classes("studio-quiet")
    add_button("Propose a portal file", showing_errors(propose), is_main=True)
    panel = ProposalPanel(context)


def check_address(text: str) -> str:
    """Return a web address, which the command takes for one. Raises UsageError for another text,
    and for an address with a user name, which would be shown and stored."""
    url = text.strip()
    home_page_of(url)
    if without_userinfo(url) != url:
        raise UsageError(
            "an address with a user name or password", "Leave out the part before the @."
        )
    return url
