"""Views of what commands count over all stored pages: how one is opened in a tab."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from fastapi import Request
from nicegui import app as window

from webarticlecurator.errors import CuratorError
from webarticlecurator.studio.command_runs import CommandRuns
from webarticlecurator.studio.waiting import show_while_waiting
from webarticlecurator.studio.window import add_page, open_window, write_error


class CountedView(Protocol):
    """A view in one tab."""

    async def load(self) -> None:
        """Read the tables as they are now. Raises errors of the library, and OSError."""

    async def write(self) -> None:
        """Write the view."""


MakeView = Callable[[CommandRuns, str, Mapping[str, str]], CountedView]
"""Returns the view of a portal by its id; the last argument is the query of the address."""


def add_counted_view(name: str, title: str, waiting: str, make_view: MakeView) -> None:
    """Add a view of a portal to the application.

    ``name`` is the last part of its address, ``waiting`` is shown while it is loaded. Its commands
    end with the studio.
    """
    runs = CommandRuns()
    window.on_shutdown(runs.close)

    @add_page(f"/portal/{{portal_id}}/{name}")
    async def show_view(request: Request, portal_id: str) -> None:
        with open_window(title, portal_id, name):
            try:
                view = make_view(runs, portal_id, dict(request.query_params))
                await show_while_waiting(waiting, view.load())
            except (CuratorError, OSError) as error:
                write_error(error)
                return
            await view.write()
