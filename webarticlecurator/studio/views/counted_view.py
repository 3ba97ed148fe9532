"""Views of what commands count over all stored pages: how one is opened in a tab."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from fastapi import Request

from webarticlecurator.studio.frame.context import StudioContext
from webarticlecurator.studio.frame.slow_reading import show_while_waiting
from webarticlecurator.studio.frame.window import add_page
from webarticlecurator.studio.views.steps_line import open_portal


class CountedView(Protocol):
    """A view in one tab."""

    async def load(self) -> None:
        """Read the tables as they are now. Raises errors of the library, and OSError."""

    async def write(self) -> None:
        """Write the view."""


MakeView = Callable[[StudioContext, str, Mapping[str, str]], CountedView]
"""Returns the view of a portal by its id; the last argument is the query of the address."""


def add_counted_view(
    context: StudioContext, name: str, title: str, waiting: str, make_view: MakeView
) -> None:
    """Add a view of a portal to the application.

    ``name`` is the last part of its address, ``waiting`` is shown while it is loaded.
    """

    @add_page(f"/portal/{{portal_id}}/{name}")
    async def show_view(request: Request, portal_id: str) -> None:
        with open_portal(context, title, portal_id, name):
            view = make_view(context, portal_id, dict(request.query_params))
            await show_while_waiting(waiting, view.load())
            await view.write()
