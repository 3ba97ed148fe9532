"""The choice of the page: its address, and the way through a sample of the stored articles."""

from __future__ import annotations

from collections.abc import Mapping

from nicegui import ui

from webarticlecurator.base.text.translation import make_message, translate
from webarticlecurator.studio.frame.context import StudioContext
from webarticlecurator.studio.frame.controls import add_button, label_prop
from webarticlecurator.studio.frame.page_fetching_form import add_fetch_button
from webarticlecurator.studio.frame.portal_draft import PortalDraft
from webarticlecurator.studio.frame.widgets import open_details, write_element
from webarticlecurator.studio.frame.window import view_address

WAYS = {
    "previous": make_message("Previous"),
    "next": make_message("Next"),
    "other": make_message("Any other"),
    "right": make_message("All of it is right"),
    "unlike": make_message("Leave out articles like this"),
}
"""Where the bar leads, and what can be said there of the article."""


def show_way(control: ui.element, address: str = "") -> ui.element:
    """Show a control of ``write_address_bar``, which leads to an address or is a button."""
    if address:
        control.props["href"] = address
    return control.classes(remove="is-unknown")


def write_address_bar(
    context: StudioContext, portal_id: str, draft: PortalDraft, url: str
) -> Mapping[str, ui.element]:
    """Write the field of the address, folded to a line where a page is shown, and the ways to other
    articles, which are returned by their names, with the folded ``tools``. They keep their room
    before they are shown, so that nothing moves when a page is known."""

    def open_typed() -> None:
        typed = (field.value or "").strip()
        if typed:
            ui.navigate.to(view_address(portal_id, "article", url=typed))

    with ui.element("search").classes("article-address"):
        with (
            open_details("Address and view", "article-tools", is_open=not url),
            ui.element("div").classes("article-address") as tools,
        ):
            field = (
                ui.input(translate("Address of a stored page"), value=url)
                .props("outlined dense")
                .classes("article-address-field")
                .on("keydown.enter", open_typed)
            )
            add_button("Open", open_typed).classes("article-open")
            add_fetch_button(context, portal_id, draft, "article", lambda: field.value)
        with ui.element("nav").props(label_prop("Other articles")).classes("article-ways"):
            ways: dict[str, ui.element] = {
                name: add_button(words).classes("step-answer")
                if name == "right"
                else write_element("a", words)
                for name, words in WAYS.items()
            }
            for control in ways.values():
                control.classes("is-unknown")
    return {**ways, "tools": tools}
