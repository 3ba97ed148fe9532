"""How errors of the library are shown: as a message that stays, or in place of a part of a view."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, ParamSpec
from weakref import WeakKeyDictionary

from nicegui import Client, ui

from webarticlecurator.base.errors import ConfigError, CuratorError
from webarticlecurator.base.text.translation import (
    describe_problems,
    translate,
)

_Parameters = ParamSpec("_Parameters")


_SHOWN_ERRORS: WeakKeyDictionary[Client, tuple[object, ui.notification]] = WeakKeyDictionary()
"""The error that a tab shows, and what has raised it."""


def show_error(error: Exception, source: object = None) -> None:
    """Show an error of the library as a message that stays until it is closed, or ``source`` is
    tried again, or another one is shown; raise any other."""
    if not isinstance(error, CuratorError | OSError):
        raise error
    dismiss_error()
    message = ui.notification(
        describe_error_in_window(error),
        type="negative",
        multi_line=True,
        timeout=None,
        close_button=translate("Close"),
        classes="studio-message",
    )
    _SHOWN_ERRORS[ui.context.client] = (source, message)


def dismiss_error(source: object = None) -> None:
    """Take away the error that the tab shows; with a ``source``, that of this one only."""
    shown_source, message = _SHOWN_ERRORS.get(ui.context.client, (None, None))
    if message is not None and source in (None, shown_source):
        message.dismiss()
        del _SHOWN_ERRORS[ui.context.client]


def showing_errors(
    handler: Callable[_Parameters, Awaitable[Any]],
) -> Callable[_Parameters, Awaitable[None]]:
    """Return an event handler that shows the errors of the library that ``handler`` raises; a new
    try takes away that of the one before."""

    @wraps(handler)
    async def handle(*args: _Parameters.args, **kwargs: _Parameters.kwargs) -> None:
        dismiss_error(handle)
        try:
            await handler(*args, **kwargs)
        except (CuratorError, OSError) as error:
            show_error(error, handle)

    return handle


def write_error(error: CuratorError | OSError) -> None:
    """Write an error where a view, or a part of it, would stand."""
    with ui.element("div").props('role="alert"').classes("studio-error"):
        ui.label(describe_error_in_window(error)).classes("studio-lines")


def describe_error_in_window(error: Exception) -> str:
    """Return what is wrong, and below it what to do about it."""
    if not isinstance(error, CuratorError):
        return str(error)
    if isinstance(error, ConfigError):
        return "\n".join(describe_problems(error))
    words, cure = translate(error.message), translate(error.cure)
    return f"{words}\n{cure}" if cure and cure not in words else words


@contextmanager
def writing_errors() -> Iterator[None]:
    """Write an error of the library where the part that is made inside the ``with`` statement
    would go on."""
    try:
        yield
    except (CuratorError, OSError) as error:
        write_error(error)
