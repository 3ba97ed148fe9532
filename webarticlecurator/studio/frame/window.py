"""The frame of every view: header, title, and where errors are shown."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

from nicegui import ui

from webarticlecurator.base.text.catalogues import ENGLISH
from webarticlecurator.base.text.translation import current_language, translate
from webarticlecurator.studio.frame.reader_language import write_language_menu
from webarticlecurator.studio.frame.shown_errors import writing_errors

RESPONSE_SECONDS = 60.0
"""How long a browser waits for a view."""
INSTANT = ":duration=0"
"""Property of what opens: at once, since a click on what slides away meanwhile is lost."""


def view_address(portal_id: str, view: str = "", **query: str) -> str:
    """Return the address of a view of a portal, or of that which comes first; ``query`` names what
    it shows, without what is empty."""
    query_string = urlencode({name: value for name, value in query.items() if value})
    separator = "?" if query_string else ""
    return f"/portal/{quote(portal_id, safe='')}{view and '/'}{view}{separator}{query_string}"


class _Page(ui.page):
    """A page that says which language it is in: that of whoever asks."""

    def resolve_language(self) -> Any:
        language = current_language()
        return "en-US" if language == ENGLISH else language


def add_page(address: str) -> ui.page:
    """Return the decorator of the function that writes the view at an address.

    NiceGUI answers with an error what takes longer than three seconds, which a busy machine may
    need for what a view reads first.
    """
    return _Page(address, response_timeout=RESPONSE_SECONDS)


def add_style(file: Path) -> None:
    """Add a style sheet to the page, which has it before anything is shown, so that nothing moves:
    NiceGUI's own way adds it by a script."""
    ui.add_head_html(f"<style>{file.read_text(encoding='utf-8')}</style>")


def add_script(file: Path) -> None:
    """Add a script to the page, which runs before anything can be pressed."""
    ui.add_head_html(f"<script>{file.read_text(encoding='utf-8')}</script>")


@contextmanager
def open_window(
    title: str, portal_id: str = "", write_head: Callable[[str], object] | None = None
) -> Iterator[None]:
    """Lay out the page of a view, whose content is made inside the ``with`` statement, or an error
    of the library in its place.

    ``title`` is the heading and the title of the tab, in English; ``write_head`` is called with it
    in place of ``write_title``.
    """
    words = translate(title)
    ui.page_title(f"{words} – {portal_id} – curator studio" if portal_id else words)
    add_style(Path(__file__).with_name("studio.css"))
    with ui.header().classes("studio-header"):
        ui.link("curator studio", "/").classes("studio-name")
        if portal_id:
            ui.link(portal_id, view_address(portal_id)).classes("studio-portal")
        write_language_menu()
    with ui.column().classes("studio-content") as content:
        ui.skip_link(translate("Skip to the content"), target=content)
        (write_head or write_title)(title)
        with writing_errors():
            yield


def write_title(title: str) -> None:
    """Write the heading of a view, from its words in English."""
    ui.label(translate(title)).props('role="heading" aria-level="1"').classes("studio-title")


def join_names(names: Sequence[str], most: int) -> str:
    """Return names in a line: at most so many, and the number of the others."""
    joined, more = ", ".join(names[:most]), len(names) - most
    return translate("{names} and {more} more", names=joined, more=more) if more > 0 else joined


def put_in_quotes(text: str) -> str:
    """Return a text in the quotation marks of the reader's language."""
    return translate("“{text}”", text=text)
