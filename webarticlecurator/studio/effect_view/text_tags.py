"""HTML elements that hold a text, or others."""

from __future__ import annotations

from typing import Any

from nicegui import ui
from nicegui.elements.mixins.text_element import TextElement


class TextTag(TextElement):
    """An HTML element with a text."""

    def __init__(self, tag: str, text: str, **props: Any) -> None:
        super().__init__(tag=tag, text=text)
        for name, value in props.items():
            self.props[name.replace("_", "-")] = value


def write_heading(words: str, level: int = 2) -> None:
    """Write a heading."""
    TextTag(f"h{level}", words).classes("studio-heading effect-heading")


def write_header_row(*names: str) -> None:
    """Write the header of a table whose columns have these names."""
    with ui.element("thead"), ui.element("tr"):
        for name in names:
            TextTag("th", name, scope="col")
