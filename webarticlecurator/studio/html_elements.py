"""Plain elements of HTML, which browsers make accessible by themselves: tables, fields, buttons."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from nicegui.elements.mixins.text_element import TextElement


def write_element(
    tag: str, text: str = "", classes: str = "", **attributes: str | bool
) -> TextElement:
    """Write an element with a text; its content can be added in a ``with`` statement. Attributes
    have ``_`` in place of ``-``, and at the end where the name is a word of Python."""
    element = TextElement(tag=tag, text=text).classes(classes)
    _set_attributes(element, attributes)
    return element


def _set_attributes(element: TextElement, attributes: Mapping[str, str | bool]) -> None:
    for name, value in attributes.items():
        if value is not False:
            element.props[name.strip("_").replace("_", "-")] = value


def write_link(text: str, address: str, classes: str = "", label: str = "") -> TextElement:
    """Write a link to a view. ``label`` is what it is called where its text does not say enough."""
    element = write_element("a", text, classes, href=address)
    if label:
        element.props["aria-label"] = element.props["title"] = label
    return element


def write_field(label: str, name: str, value: str = "", **attributes: str | bool) -> TextElement:
    """Write a field of a form with its label in front."""
    with write_element("label", classes="form-field"):
        write_element("span", label)
        element = write_element("input", name=name, value=value)
    _set_attributes(element, attributes)
    return element


def write_choice(label: str, name: str, options: Mapping[str, str], chosen: str) -> TextElement:
    """Write a field in which one of ``options`` (value → words) is chosen."""
    with write_element("label", classes="form-field"):
        write_element("span", label)
        with write_element("select", name=name) as element:
            for value, words in options.items():
                write_element("option", words, value=value, selected=value == chosen)
    return element


def write_table_head(columns: Sequence[tuple[str, str]]) -> None:
    """Write the head of a table: name and class of each column."""
    with write_element("thead"), write_element("tr"):
        for name, classes in columns:
            write_element("th", name, classes, scope="col")


def on_value(element: TextElement, event: str, handler: Callable[[str], Any]) -> TextElement:
    """Call a handler with the value of a field when ``event`` happens in it."""
    return element.on(
        event, lambda message: handler(message.args), js_handler="(e) => emit(e.target.value)"
    )


def on_check(element: TextElement, handler: Callable[[bool], Any]) -> TextElement:
    """Call a handler with True or False when a box is checked or not."""
    return element.on(
        "change", lambda message: handler(message.args), js_handler="(e) => emit(e.target.checked)"
    )


def write_button(words: str, handler: Callable[[], Any], **attributes: str | bool) -> TextElement:
    """Write a button that calls a handler, which may be a coroutine."""
    element = write_element("button", words, "studio-button", type="button")
    _set_attributes(element, attributes)
    return element.on("click", lambda _: handler())
