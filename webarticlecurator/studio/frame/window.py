"""The window of every view.

The frame of every view: header, list of views, messages, and how errors are shown.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import Any, ParamSpec, Protocol, TypeVar
from urllib.parse import quote, urlencode

from fastapi import Request
from nicegui import ui

from webarticlecurator.errors import CuratorError

STYLE = Path(__file__).with_name("studio.css")
PORTAL_VIEWS = (
    ("archive", "Archive pages"),
    ("article", "Article"),
    ("effect", "Effect"),
    ("tags", "Tags"),
    ("metadata", "Metadata"),
    ("run", "Run"),
    ("corpus", "Corpus"),
)
"""The views of a portal: the last part of their address, and their name."""
RESPONSE_SECONDS = 60.0
"""How long a browser waits for a view."""
_Parameters = ParamSpec("_Parameters")


def view_address(portal_id: str, view: str, **query: str) -> str:
    """Return the address of a view of a portal; ``query`` names what it shows."""
    query_string = f"?{urlencode(query)}" if query else ""
    return f"/portal/{quote(portal_id, safe='')}/{view}{query_string}"


def add_page(address: str) -> ui.page:
    """Return the decorator of the function that writes the view at an address.

    NiceGUI answers with an error what takes longer than three seconds, which a busy machine may
    need for what a view reads first.
    """
    return ui.page(address, response_timeout=RESPONSE_SECONDS)


@contextmanager
def open_window(title: str, portal_id: str = "", view: str = "") -> Iterator[None]:
    """Lay out the page of a view, whose content is made inside the ``with`` statement.

    ``title`` is the heading and the title of the tab.
    """
    ui.page_title(f"{title} – {portal_id} – curator studio" if portal_id else title)
    ui.add_css(STYLE)
    with ui.header().classes("studio-header"):
        ui.link("curator studio", "/").classes("studio-name")
        if portal_id:
            ui.label(portal_id).classes("studio-portal")
            write_nav(
                "Views of the portal",
                (
                    (words, view_address(portal_id, name), name == view)
                    for name, words in PORTAL_VIEWS
                ),
            )
    with ui.column().classes("studio-content") as content:
        ui.skip_link("Go to the content", target=content)
        ui.label(title).props('role="heading" aria-level="1"').classes("studio-title")
        yield


def write_nav(
    label: str, links: Iterable[tuple[str, str, bool]], classes: str = "studio-nav"
) -> None:
    """Write links of which one is shown, or none: words, address, and True for that one."""
    with ui.element("nav").props(f'aria-label="{label}"').classes(classes):
        for words, address, is_shown in links:
            link = ui.link(words, address)
            if is_shown:
                link.props('aria-current="page"')


def add_button(
    words: str, handler: Callable[..., Any] | None = None, *, is_main: bool = False
) -> ui.button:
    """Write a button; ``is_main`` is for the action that a view is for."""
    button = ui.button(words, on_click=handler, color=None).props("flat no-caps")
    return button.classes("studio-button main-action" if is_main else "studio-button")


def show_error(error: Exception) -> None:
    """Show an error of the library as a message that stays until it is closed; raise any other."""
    if not isinstance(error, CuratorError | OSError):
        raise error
    cure = getattr(error, "cure", "")
    message = f"{error}\n{cure}" if cure and cure not in str(error) else str(error)
    ui.notify(
        message,
        type="negative",
        multi_line=True,
        timeout=0,
        close_button="Close",
        classes="studio-message",
    )


def showing_errors(
    handler: Callable[_Parameters, Awaitable[Any]],
) -> Callable[_Parameters, Awaitable[None]]:
    """Return an event handler that shows the errors of the library that ``handler`` raises."""

    @wraps(handler)
    async def handle(*args: _Parameters.args, **kwargs: _Parameters.kwargs) -> None:
        try:
            await handler(*args, **kwargs)
        except (CuratorError, OSError) as error:
            show_error(error)

    return handle


def write_error(error: CuratorError | OSError) -> None:
    """Write an error where a view, or a part of it, would stand."""
    with ui.element("div").props('role="alert"').classes("studio-error"):
        ui.label(str(error)).classes("studio-lines")
        if cure := getattr(error, "cure", ""):
            ui.label(cure)


# Wait for what a view shows, without keeping its window from opening.

QUICK_SECONDS = 0.5
"""Seconds for which a view waits before it says what it waits for."""
_CONNECT_SECONDS = 30.0
_Found = TypeVar("_Found")


async def show_while_waiting(words: str, reading: Coroutine[Any, Any, _Found]) -> _Found:
    """Return the result of ``reading``. If that takes longer, the window is shown meanwhile, with
    ``words``. To be called while a view is written."""
    task = asyncio.create_task(reading)
    done, _ = await asyncio.wait({task}, timeout=QUICK_SECONDS)
    if done:
        return task.result()
    note = ui.label(words).props('role="status"')
    await ui.context.client.connected(_CONNECT_SECONDS)
    try:
        return await task
    finally:
        note.delete()


# Numbers in the query string of a view, which anybody may have written.

_MAX_DIGITS = 15


def read_query_number(query: Mapping[str, str], name: str, usual: int) -> int:
    """Return a number of a query string, at least ``usual``; ``usual`` for anything else."""
    text = query.get(name, "")
    is_number = text.isascii() and text.isdigit() and len(text) <= _MAX_DIGITS
    return max(usual, int(text)) if is_number else usual


# Views of what commands count over all stored pages: how one is opened in a tab.


class CountedView(Protocol):
    """A view in one tab."""

    async def load(self) -> None:
        """Read the tables as they are now. Raises errors of the library, and OSError."""

    async def write(self) -> None:
        """Write the view."""


MakeView = Callable[[str, Mapping[str, str]], CountedView]
"""Returns the view of a portal by its id; the last argument is the query of the address."""


def add_counted_view(name: str, title: str, waiting: str, make_view: MakeView) -> None:
    """Add a view of a portal to the application.

    ``name`` is the last part of its address, ``waiting`` is shown while it is loaded.
    """

    @add_page(f"/portal/{{portal_id}}/{name}")
    async def show_view(request: Request, portal_id: str) -> None:
        with open_window(title, portal_id, name):
            try:
                view = make_view(portal_id, dict(request.query_params))
                await show_while_waiting(waiting, view.load())
            except (CuratorError, OSError) as error:
                write_error(error)
                return
            await view.write()
