"""The view of a new portal: three ways to begin, each with a form."""

from __future__ import annotations

from urllib.parse import urlencode

from fastapi import Request
from nicegui import ui

from webarticlecurator.studio.context import StudioContext
from webarticlecurator.studio.new_portal_view.address_form import write_address_form
from webarticlecurator.studio.new_portal_view.saved_pages_form import SavedPagesForm
from webarticlecurator.studio.new_portal_view.warc_form import write_warc_form
from webarticlecurator.studio.window import add_page, open_window

WAYS = {"address": "From an address", "pages": "From saved pages", "warc": "From WARC files"}
"""The ways to begin, as the query names them."""


def new_portal_address(start: str) -> str:
    """Return the address of the view."""
    return f"/new?{urlencode({'by': start})}"


def add_new_portal_view(context: StudioContext) -> None:
    """Add the view to the application."""

    @add_page("/new")
    async def show_new_portal(request: Request) -> None:
        query = request.query_params
        start = query.get("by", "address")
        with open_window("New portal"):
            _write_ways(start)
            if start == "warc":
                await write_warc_form(context, query.getlist("file"), query.get("home", ""))
            elif start == "pages":
                SavedPagesForm(context)
            else:
                write_address_form(context, query.get("url", ""))


def _write_ways(start: str) -> None:
    with ui.element("nav").props('aria-label="Ways to begin"').classes("studio-nav"):
        for name, words in WAYS.items():
            link = ui.link(words, new_portal_address(name))
            if name == start:
                link.props('aria-current="page"')
