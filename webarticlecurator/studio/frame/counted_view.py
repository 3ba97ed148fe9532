"""Views of what commands count over all stored pages: how one is opened in a tab."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from typing import Any, Protocol, TypeVar

from fastapi import Request
from nicegui import ui

from webarticlecurator.base.text.translation import translate
from webarticlecurator.studio.frame.window import add_page, open_window

# Wait for what a view shows, without keeping its window from opening.
QUICK_SECONDS = 0.5
"""Seconds for which a view waits before it says what it waits for."""
CONNECT_SECONDS = 30.0
_Found = TypeVar("_Found")


async def show_while_waiting(words: str, reading: Coroutine[Any, Any, _Found]) -> _Found:
    """Return the result of ``reading``. If that takes longer, the window is shown meanwhile, with
    ``words`` in English. To be called while a view is written."""
    task = asyncio.create_task(reading)
    done, _ = await asyncio.wait({task}, timeout=QUICK_SECONDS)
    if done:
        return task.result()
    note = ui.label(translate(words)).props('role="status"')
    await ui.context.client.connected(CONNECT_SECONDS)
    try:
        return await task
    finally:
        note.delete()


class CountedView(Protocol):
    """A view in one tab."""

    async def load(self) -> None:
        """Read the tables as they are now. Raises errors of the library, and OSError."""

    async def write(self) -> None:
        """Write the view."""


MakeView = Callable[[str, Mapping[str, str]], CountedView]
"""Returns the view of a portal by its id; the last argument is the query of the address."""


def add_counted_view(
    name: str, title: str, waiting: str, make_view: MakeView, write_head: Callable[[str], None]
) -> None:
    """Add a view of a portal to the application.

    ``name`` is the last part of its address, ``waiting`` is shown while it is loaded;
    ``write_head`` is called with the id of the portal and writes the head of the view.
    """

    @add_page(f"/portal/{{portal_id}}/{name}")
    async def show_view(request: Request, portal_id: str) -> None:
        with open_window(title, portal_id, name):
            write_head(portal_id)
            view = make_view(portal_id, dict(request.query_params))
            await show_while_waiting(waiting, view.load())
            await view.write()
