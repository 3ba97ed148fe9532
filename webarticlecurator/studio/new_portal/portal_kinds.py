"""Which page of a portal is the one to begin with: a picture of each kind of portal."""

from __future__ import annotations

from nicegui import ui

from webarticlecurator.base.text.translation import make_message
from webarticlecurator.studio.frame.widgets import write_element, write_items

_KINDS = (
    (
        make_message("A newspaper: the page of a month, or of a section"),
        "M8 8h80v6H8zM8 50h36v2H8zM8 20h36v24H8z",
        "M50 20h38v4H50zM50 29h32v4H50zM50 38h36v4H50zM50 47h28v4H50z",
    ),
    (
        make_message("A blog: its first page"),
        "M8 8h36v4H8zM8 25h54v2H8zM8 30h48v2H8zM8 46h54v2H8zM8 51h42v2H8zM70 18h18v36H70z",
        "M8 18h44v4H8zM8 39h38v4H8z",
    ),
    (
        make_message("A forum: the page that lists its threads"),
        "M8 8h24v4H8zM8 18h6v6H8zM8 30h6v6H8zM8 42h6v6H8zM76 19h12v4H76zM76 31h12v4H76z",
        "M20 19h44v4H20zM20 31h36v4H20zM20 43h40v4H20z",
    ),
)
"""What to paste the address of, and what of its picture is the page, and the list in it."""


def write_portal_kinds() -> None:
    """Write the pictures, with the words below them."""
    for words, page, listed in write_items(_KINDS, "studio-plain portal-kinds"):
        picture = f'<path d="{page}"/><path class="list" d="{listed}"/>'
        ui.html(f'<svg viewBox="0 0 96 60" aria-hidden="true">{picture}</svg>', sanitize=False)
        write_element("span", words)
