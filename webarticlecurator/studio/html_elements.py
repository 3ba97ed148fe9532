"""Plain elements of HTML, which browsers make accessible by themselves: tables, fields, buttons.

What a field has in it at first is its ``defaultValue``: the ``value`` would be put back whenever
anything of the view is written again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from nicegui import ui
from nicegui.element import Element
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


def write_heading(
    words: str = "", level: int = 2, classes: str = "", **attributes: str | bool
) -> TextElement:
    """Write the heading of a part of a view."""
    return write_element(f"h{level}", words, f"studio-heading {classes}".strip(), **attributes)


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
        element = write_element("input", name=name, defaultValue=value)
    _set_attributes(element, attributes)
    return element


def write_choice(label: str, name: str, options: Mapping[str, str], chosen: str) -> TextElement:
    """Write a field in which one of ``options`` (value → words) is chosen."""
    with write_element("label", classes="form-field"):
        write_element("span", label)
        with write_element("select", name=name) as element:
            for value, words in options.items():
                write_element("option", words, value=value, defaultSelected=value == chosen)
    return element


def write_table_head(columns: Sequence[tuple[str, str]]) -> None:
    """Write the head of a table: name and class of each column."""
    with write_element("thead"), write_element("tr"):
        for name, classes in columns:
            write_element("th", name, classes, scope="col")


def write_box(label: str, handler: Callable[[bool], Any], *, checked: bool = False) -> TextElement:
    """Write a box that calls a handler with True or False when it is checked or not."""
    element = write_element("input", type="checkbox", defaultChecked=checked, aria_label=label)
    return element.on(
        "change", lambda message: handler(message.args), js_handler="(e) => emit(e.target.checked)"
    )


def on_value(element: TextElement, event: str, handler: Callable[[str], Any]) -> TextElement:
    """Call a handler with the value of a field when ``event`` happens in it."""
    return element.on(
        event, lambda message: handler(message.args), js_handler="(e) => emit(e.target.value)"
    )


def scroll_to_element(element: Element) -> None:
    """Bring an element into view."""
    ui.run_javascript(f"getHtmlElement({element.id})?.scrollIntoView({{block: 'center'}})")


def write_button(words: str, handler: Callable[[], Any], **attributes: str | bool) -> TextElement:
    """Write a button that calls a handler, which may be a coroutine."""
    element = write_element("button", words, "studio-button", type="button")
    _set_attributes(element, attributes)
    return element.on("click", lambda _: handler())
