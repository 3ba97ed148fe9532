"""Elements that several views show.

Plain elements of HTML, which browsers make accessible by themselves: tables, fields, buttons.

What a field has in it at first is its ``defaultValue``: the ``value`` would be put back whenever
anything of the view is written again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from nicegui import ui
from nicegui.elements.mixins.text_element import TextElement

from webarticlecurator.base.grouping import Item
from webarticlecurator.base.text.translation import make_message, show_message, translate
from webarticlecurator.studio.frame.window import view_address

MARKS = {True: ("✓", make_message("sure")), False: ("?", make_message("look at this"))}
"""The sign of what is sure, or is to be looked at, and its words."""


def write_element(
    tag: str, text: str = "", classes: str = "", **attributes: str | bool
) -> TextElement:
    """Write an element with a text, translated if it is a message; its content can be added in a
    ``with`` statement. Attributes have ``_`` in place of ``-``, and at the end where the name is a
    word of Python."""
    element = TextElement(tag=tag, text=show_message(text)).classes(classes)
    _set_attributes(element, attributes)
    return element


def _set_attributes(element: TextElement, attributes: Mapping[str, str | bool]) -> None:
    for name, value in attributes.items():
        if value is not False:
            element.props[name.strip("_").replace("_", "-")] = value


def write_heading(
    words: str = "", level: int = 2, classes: str = "", **attributes: str | bool
) -> TextElement:
    """Write the heading of a part of a view, from its words in English."""
    return write_element(
        f"h{level}", translate(words), f"studio-heading {classes}".strip(), **attributes
    )


def write_mark(*, is_sure: bool) -> None:
    """Write the sign of what is sure or not."""
    sign, words = MARKS[is_sure]
    mark = write_element("span", sign, "mark-sure" if is_sure else "mark-doubt", role="img")
    mark.props["aria-label"] = mark.props["title"] = translate(words)


def write_edits(lines: Iterable[str]) -> None:
    """Write lines that begin with ``+`` or ``-`` if they were added or removed."""
    with write_element("div", classes="studio-difference"):
        for line in lines:
            state = {"+": "state-kept", "-": "state-dropped"}.get(line[:1], "studio-quiet")
            write_element("div", line, state)


def write_pieces(words: str) -> None:
    """Write a sentence in which rules stand between backticks."""
    for number, piece in enumerate(words.split("`")):
        write_element("code" if number % 2 else "span", piece)


def write_link(text: str, address: str, classes: str = "", label: str = "") -> TextElement:
    """Write a link to a view. ``label`` is what it is called where its text does not say enough."""
    element = write_element("a", text, classes, href=address)
    if label:
        element.props["aria-label"] = element.props["title"] = label
    return element


def write_field(label: str, name: str, value: str = "", **attributes: str | bool) -> TextElement:
    """Write a field of a form with its label, in English, in front."""
    with write_element("label", classes="form-field"):
        write_element("span", translate(label))
        element = write_element("input", name=name, defaultValue=value)
    _set_attributes(element, attributes)
    return element


def write_choice(label: str, name: str, options: Mapping[str, str], chosen: str) -> TextElement:
    """Write a field in which one of ``options`` (value → words) is chosen; ``label`` is in
    English."""
    with write_element("label", classes="form-field"):
        write_element("span", translate(label))
        with write_element("select", name=name) as element:
            for value, words in options.items():
                write_element("option", words, value=value, defaultSelected=value == chosen)
    return element


def write_table_rows(
    rows: Iterable[Item], columns: Sequence[tuple[str, str]], label: str = ""
) -> Iterator[Item]:
    """Write a table with its head, which is scrolled where it is too wide, and yield each of its
    rows where its cells are written. With a ``label``, in English, it can be scrolled by the
    keyboard."""
    region = {"tabindex": "0", "role": "region", "aria_label": translate(label)} if label else {}
    with (
        write_element("div", classes="studio-wide", **region),
        write_element("table", classes="studio-table"),
    ):
        yield from write_table_body(rows, columns)


def write_table_body(rows: Iterable[Item], columns: Sequence[tuple[str, str]]) -> Iterator[Item]:
    """Write the head and the body of a table, as ``write_table_rows`` does."""
    with write_element("thead"), write_element("tr"):
        for name, classes in columns:
            write_element("th", name, classes, scope="col")
    with write_element("tbody"):
        for row in rows:
            with write_element("tr"):
                yield row


def write_items(items: Iterable[Item], classes: str = "") -> Iterator[Item]:
    """Write a list, and yield each of its items where what it says is written."""
    with write_element("ul", classes=classes):
        for item in items:
            with write_element("li"):
                yield item


@contextmanager
def open_details(words: str, classes: str = "", *, is_open: bool = False) -> Iterator[ui.element]:
    """Write what opens at its English words, unless it ``is_open``; what is in it is made inside
    the ``with`` statement."""
    with write_element("details", classes=classes, open=is_open) as details:
        write_element("summary", translate(words))
        yield details


@contextmanager
def open_form(
    action: str, hidden: Iterable[tuple[str, str]], button: str, **attributes: str
) -> Iterator[None]:
    """Write a form that opens the view at ``action``, with names and values that it keeps of the
    address; its fields are made inside the ``with`` statement. ``button`` has English words."""
    with write_element("form", classes="form-row", method="get", action=action, **attributes):
        for name, value in hidden:
            write_element("input", type="hidden", name=name, value=value)
        yield
        write_element("button", translate(button), "studio-button", type="submit")


def write_article_numbers(portal_id: str, urls: Iterable[str], what: str) -> None:
    """Write links to articles as numbers; ``what`` says for the label what they have."""
    for number, url in enumerate(urls, 1):
        write_link(
            str(number),
            view_address(portal_id, "article", url=url),
            "studio-number-link",
            label=translate(
                "article {number} with {what}: {url}", number=number, what=what, url=url
            ),
        )


def write_page_links(
    label: str, words: str, page: int, has_next: bool, address: Callable[[int], str]
) -> None:
    """Write which page of a list is shown, from 1, and links to the one before and the one behind
    it, if it ``has_next``; ``address`` returns that of a page, ``label`` is in English."""
    with write_element("nav", classes="form-row", aria_label=translate(label)):
        write_element("span", words)
        if page > 1:
            write_link(translate("Previous"), address(page - 1))
        if has_next:
            write_link(translate("Next"), address(page + 1))


def write_box(label: str, handler: Callable[[bool], Any], *, checked: bool = False) -> TextElement:
    """Write a box that calls a handler with True or False when it is checked or not."""
    return write_element("input", type="checkbox", defaultChecked=checked, aria_label=label).on(
        "change", lambda message: handler(message.args), js_handler="(e) => emit(e.target.checked)"
    )


def on_value(element: TextElement, event: str, handler: Callable[[str], Any]) -> TextElement:
    """Call a handler with the value of a field when ``event`` happens in it."""
    return element.on(
        event, lambda message: handler(message.args), js_handler="(e) => emit(e.target.value)"
    )


def write_button(words: str, handler: Callable[[], Any], **attributes: str | bool) -> TextElement:
    """Write a button with its English words; it calls a handler, which may be a coroutine."""
    element = write_element("button", translate(words), "studio-button", type="button")
    _set_attributes(element, attributes)
    return element.on("click", lambda _: handler())


def set_disabled(button: ui.element, is_disabled: bool) -> None:
    """Let a button be pressed or not."""
    button.props["disabled"] = is_disabled
    button.update()
