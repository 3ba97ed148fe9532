"""The language of the reader: what the menu has chosen, or ``--language``, or what the browser
says.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import wraps
from typing import Any, ParamSpec
from weakref import WeakKeyDictionary

from nicegui import Client, ui
from nicegui.elements.mixins.text_element import TextElement

from webarticlecurator.base.errors import ConfigError, CuratorError
from webarticlecurator.base.text.catalogues import ENGLISH, LANGUAGES, is_read_by_native
from webarticlecurator.base.text.translation import (
    current_language,
    describe_problems,
    match_language,
    translate,
)

_Parameters = ParamSpec("_Parameters")


LANGUAGE_COOKIE = "curator-language"
_CHOOSE_LANGUAGE = """(event) => {
    const kept = "path=/; max-age=31536000; samesite=strict";
    document.cookie = `%s=${event.target.value}; ${kept}`;
    location.reload();
}"""


def find_reader_language(headers: Mapping[bytes, bytes], given: str) -> str:
    """Return the language for a request with these headers; ``given`` is that of the command line,
    or ""."""
    chosen = re.search(
        rf"(?:^|; ?){LANGUAGE_COOKIE}=(\w+)", headers.get(b"cookie", b"").decode("latin-1")
    )
    accepted = headers.get(b"accept-language", b"").decode("latin-1").split(",")
    tags = (each.partition(";")[0].strip() for each in accepted)
    return match_language((chosen[1] if chosen else "", given, *tags)) or ENGLISH


def write_language_menu() -> None:
    """Write the field in which the language is chosen. It says of which language no native speaker
    has read the translations."""
    with ui.element("select").props(label_prop("Language")).classes("studio-language") as menu:
        for language, name in LANGUAGES.items():
            words = (
                name
                if is_read_by_native(language)
                else translate("{language} (not read by a native speaker)", language=name)
            )
            option = TextElement(tag="option", text=words)
            option.props["value"] = language
            option.props["lang"] = language
            option.props["defaultSelected"] = language == current_language()
    menu.on("change", js_handler=_CHOOSE_LANGUAGE % LANGUAGE_COOKIE)


def write_nav(
    label: str, links: Iterable[tuple[str, str, bool]], classes: str = "studio-nav"
) -> None:
    """Write links of which one is shown, or none: words, address, and True for that one. ``label``
    is in English."""
    with ui.element("nav").props(label_prop(label)).classes(classes):
        for words, address, is_shown in links:
            link = ui.link(words, address)
            if is_shown:
                link.props('aria-current="page"')


def add_button(
    words: str, handler: Callable[..., Any] | None = None, *, is_main: bool = False
) -> ui.button:
    """Write a button with its English words; ``is_main`` is for the action that a view is for."""
    return (
        ui.button(translate(words), on_click=handler, color=None)
        .props("flat no-caps")
        .classes("studio-button main-action" if is_main else "studio-button")
    )


def label_prop(words: str) -> str:
    """Return what ``props`` takes as the name of an element for screen readers, from its words in
    English."""
    label = translate(words).replace('"', "'")
    return f'aria-label="{label}"'


def show_pressed(buttons: Mapping[str, ui.button], pressed: str) -> None:
    """Show which of some buttons is on: that with the name ``pressed``, or none."""
    for name, button in buttons.items():
        button.props(f"aria-pressed={'true' if name == pressed else 'false'}")


def move_focus(element: ui.element) -> None:
    """Let the keyboard be at an element, in the middle of the window."""
    ui.context.client.run_javascript(f"""requestAnimationFrame(() => {{
        const element = getHtmlElement({element.id});
        element?.focus({{preventScroll: true}});
        element?.scrollIntoView({{block: "center"}});
    }})""")


def mark_asking(panes: ui.element, is_asking: bool) -> None:
    """Give the room of ``panes`` to a page (``studio-asked``) and a question about it
    (``studio-question``), or take it back."""
    panes.classes(**{"add" if is_asking else "remove": "with-question"})


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


@contextmanager
def refill(place: ui.element) -> Iterator[None]:
    """Remove what is in an element, and write inside the ``with`` statement what comes there."""
    place.clear()
    with place:
        yield
