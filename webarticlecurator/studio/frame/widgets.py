"""Elements that several views show.

Plain elements of HTML, which browsers make accessible by themselves: tables, fields, buttons.

What a field has in it at first is its ``defaultValue``: the ``value`` would be put back whenever
anything of the view is written again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any

from nicegui import ui
from nicegui.elements.mixins.text_element import TextElement

from webarticlecurator.archive import today_in
from webarticlecurator.errors import UsageError
from webarticlecurator.model.portal import Portal
from webarticlecurator.stored_pages.page_store import StoredPage
from webarticlecurator.studio.frame.context import StudioContext
from webarticlecurator.studio.frame.portal_draft import PortalDraft, list_edits
from webarticlecurator.studio.frame.run_processes import RunProcesses, read_log
from webarticlecurator.studio.frame.window import add_button, refill, showing_errors, view_address
from webarticlecurator.text.translation import Message, make_message, translate


def write_element(
    tag: str, text: str = "", classes: str = "", **attributes: str | bool
) -> TextElement:
    """Write an element with a text, translated if it is a message; its content can be added in a
    ``with`` statement. Attributes have ``_`` in place of ``-``, and at the end where the name is a
    word of Python."""
    shown = translate(text) if isinstance(text, Message) else text
    element = TextElement(tag=tag, text=shown).classes(classes)
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


def write_table_head(columns: Sequence[tuple[str, str]]) -> None:
    """Write the head of a table: name and class of each column."""
    with write_element("thead"), write_element("tr"):
        for name, classes in columns:
            write_element("th", name, classes, scope="col")


@contextmanager
def open_table(columns: Sequence[tuple[str, str]], label: str = "") -> Iterator[None]:
    """Write a table with its head, which is scrolled where it is too wide; its rows are made inside
    the ``with`` statement. With a ``label``, in English, it can be scrolled by the keyboard."""
    region = {"tabindex": "0", "role": "region", "aria_label": translate(label)} if label else {}
    with (
        write_element("div", classes="studio-wide", **region),
        write_element("table", classes="studio-table"),
    ):
        write_table_head(columns)
        with write_element("tbody"):
            yield


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


def write_page_links(label: str, words: str, page: int, addresses: Mapping[int, str]) -> None:
    """Write which page of a list is shown, and links to the one before and the one behind it where
    these have ``addresses``; ``label`` is in English."""
    with write_element("nav", classes="form-row", aria_label=translate(label)):
        write_element("span", words)
        for name, number in ((translate("Previous"), page - 1), (translate("Next"), page + 1)):
            if number in addresses:
                write_link(name, addresses[number])


def write_turns(show: Callable[[str], Awaitable[None]], after: str, further: str) -> None:
    """Write the buttons below a part of a list. ``show`` is called with the address behind which
    another part begins: ``after`` is that of this part, ``further`` that of the next one, "" at
    the end."""
    with ui.row().classes("studio-row"):
        if after:
            add_button("First pages", showing_errors(partial(show, "")))
        if further:
            add_button("Further pages", showing_errors(partial(show, further)))


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


# The line that says what of a portal file is not saved yet, in every view that changes it.

_INTERVAL = 1.0
"""Seconds between two looks: another tab may have changed the text."""


class DraftLine:
    """What is not saved of a draft, with buttons that save it or take the last edit back.
    ``update`` is for edits of the same view, which are seen at once."""

    def __init__(self, draft: PortalDraft) -> None:
        self._draft = draft
        self._shown: tuple[int, bool] | None = None
        name = draft.file.name
        with write_element(
            "section", classes="studio-panel", aria_label=translate("Changes of {name}", name=name)
        ) as self._panel:
            write_element("p", translate("{name} has changes that are not saved:", name=name))
            self._lines = write_element("div", classes="studio-difference")
            with ui.element("div").classes("form-row"):
                save = showing_errors(partial(self._change, draft.save))
                write_button(translate("Save {name}", name=name), save)
                self._back = write_button(
                    "Take the last change back",
                    showing_errors(partial(self._change, draft.undo)),
                )
        self.update()
        ui.timer(_INTERVAL, self.update)

    def update(self) -> None:
        """Write the lines again if the text, or what is saved of it, has changed. The buttons stay:
        one may be pressed just now."""
        state = (self._draft.version, self._draft.is_saved)
        if state == self._shown:
            return
        self._shown = state
        self._panel.set_visibility(not self._draft.is_saved)
        set_disabled(self._back, not self._draft.can_undo)
        with refill(self._lines):
            for line in list_edits(self._draft.saved_text, self._draft.text):
                write_element(
                    "div",
                    line,
                    {"+": "state-kept", "-": "state-dropped"}.get(line[:1], "studio-quiet"),
                )

    async def _change(self, work: Callable[[], None]) -> None:
        await asyncio.to_thread(work)
        self.update()


# The line that says how a command is getting on, in every tab that shows the view.

_LAST_LINES = 12
"""Lines of a failed command that are shown."""


def write_run_line(
    runs: RunProcesses, portal_id: str, verb: str, words: str, after: Callable[[], Awaitable[None]]
) -> None:
    """Write what the command ``verb`` of a portal is doing, with a button that stops it; call
    ``after`` when it has ended well. ``words`` say what it does."""
    words = translate(words)
    place = ui.element("div").props('role="status"').classes("studio-stack")
    # the run whose end is not shown any more: at first one that had ended before
    ended: str | None = None

    async def update() -> None:
        nonlocal ended
        run = await asyncio.to_thread(runs.find_last, portal_id, verb)
        if ended is None:
            ended = run.record.id if run is not None and not run.is_running else ""
        if run is None or run.record.id == ended:
            return
        messages = (await asyncio.to_thread(read_log, run.record.log))[0].splitlines()
        with refill(place):
            if run.is_running:
                stop = partial(asyncio.to_thread, runs.stop, run.record)
                with ui.element("div").classes("form-row"):
                    seconds = runs.seconds(run.record)
                    ui.label(f"{words}: {seconds} s. {messages[-1] if messages else ''}")
                    write_button("Stop", showing_errors(stop))
                return
            ended = run.record.id
            lines = "\n".join(messages[-_LAST_LINES:])
            if run.failed:
                write_element("p", translate("{words} ended before its end:", words=words))
                write_element(
                    "pre", lines or translate("It was stopped."), "studio-lines studio-error"
                )
            else:
                write_element("p", lines, "studio-lines studio-quiet")
        await after()

    ui.timer(_INTERVAL, showing_errors(update))


# A page that is fetched by its address in a view, as politely as a crawl, and kept beside the
# portal file.


async def fetch_page(context: StudioContext, portal: Portal, url: str) -> StoredPage:
    """Fetch a page as politely as a crawl.

    Raises UsageError where robots.txt forbids it or the page is missing, RequestProblem,
    PortalRefused.
    """
    visit = await context.fetching.run(context.visits.visit, portal, url)
    if visit.is_forbidden:
        raise UsageError(
            make_message("{url}: {trouble}", url=url, trouble=visit.trouble),
            "A crawl does not ask for it, either.",
        )
    if visit.trouble:
        raise UsageError(
            make_message("{url}: {trouble}", url=url, trouble=visit.trouble),
            "Look at it in a browser.",
        )
    day = today_in(portal.timezone, context.clock.now())
    return StoredPage(visit.answered, visit.content, visit.content_type, day)


def add_fetch_button(
    context: StudioContext,
    portal_id: str,
    draft: PortalDraft,
    view: str,
    read_address: Callable[[], str | None],
    words: str = make_message("Fetch this address"),
) -> None:
    """Write a button that fetches a page, keeps it, and opens it in a view."""

    async def fetch() -> None:
        url = (read_address() or "").strip()
        if not url:
            raise UsageError("no address given", "Write the address of a page of the portal.")
        portal = await asyncio.to_thread(draft.portal)
        page = await fetch_page(context, portal, url)
        kept = [(page.url, page.content, page.content_type)]
        await asyncio.to_thread(context.sources.keep, draft.file, kept, context.clock.now())
        ui.navigate.to(view_address(portal_id, view, url=page.url, now="true"))

    add_button(words, showing_errors(fetch))
