"""The addresses of stored pages, as links that show them as archive pages."""

from __future__ import annotations

from collections.abc import Iterable

from nicegui import ui

from webarticlecurator.studio.frame.widgets import write_items
from webarticlecurator.studio.frame.window import view_address


def write_addresses(portal_id: str, urls: Iterable[str]) -> None:
    """Write the addresses of stored pages as links that show them as archive pages."""
    for url in write_items(urls, "archive-addresses"):
        ui.link(url, view_address(portal_id, "archive", url=url))
