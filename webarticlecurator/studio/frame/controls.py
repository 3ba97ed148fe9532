"""Buttons and links of Quasar, their names for screen readers, and what they change in a view."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from nicegui import ui

from webarticlecurator.base.text.translation import (
    translate,
)

_MOVE_FOCUS = Path(__file__).with_name("move_focus.js").read_text(encoding="utf-8")


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
    ui.context.client.run_javascript(f"{_MOVE_FOCUS}({element.id})")


def mark_asking(panes: ui.element, is_asking: bool) -> None:
    """Give the room of ``panes`` to a page (``studio-asked``) and a question about it
    (``studio-question``), or take it back."""
    panes.classes(**{"add" if is_asking else "remove": "with-question"})


@contextmanager
def refill(place: ui.element) -> Iterator[None]:
    """Remove what is in an element, and write inside the ``with`` statement what comes there."""
    place.clear()
    with place:
        yield
