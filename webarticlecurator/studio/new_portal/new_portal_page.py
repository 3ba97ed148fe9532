"""The view of a new portal: two ways to begin, each with a form."""

from __future__ import annotations

from fastapi import Request

from webarticlecurator.base.text.translation import make_message, translate
from webarticlecurator.studio.frame.context import StudioContext
from webarticlecurator.studio.frame.controls import write_nav
from webarticlecurator.studio.frame.window import add_page, open_window
from webarticlecurator.studio.new_portal.address_form import write_address_form
from webarticlecurator.studio.new_portal.files_form import write_given_files_form

WAYS = {
    "address": make_message("From an address"),
    "pages": make_message("From WARC, WACZ or saved pages"),
}
"""The ways to begin, as the query names them."""


def add_new_portal_view(context: StudioContext) -> None:
    """Add the view to the application."""

    @add_page("/new")
    async def show_new_portal(request: Request) -> None:
        query = request.query_params
        start = query.get("by", "address")
        with open_window("New portal"):
            write_nav(
                "Ways to begin",
                [
                    (translate(words), f"/new?by={name}", name == start)
                    for name, words in WAYS.items()
                ],
            )
            if start == "pages":
                write_given_files_form(context)
            else:
                write_address_form(context, query.get("url", ""))
