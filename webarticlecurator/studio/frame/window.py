"""The window of every view.

The frame of every view: header, list of views, messages, and how errors are shown.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from functools import wraps
from pathlib import Path
from typing import Any, Literal, ParamSpec, Protocol, TypeVar, cast
from urllib.parse import quote, urlencode
from weakref import WeakKeyDictionary

from babel import Locale
from babel.dates import format_datetime
from fastapi import Request
from nicegui import Client, events, ui
from nicegui.elements.mixins.text_element import TextElement

from webarticlecurator.dataclasses import dataclass
from webarticlecurator.errors import ConfigError, CuratorError
from webarticlecurator.model.portal import Portal
from webarticlecurator.stored_pages.page_store import StoredPage
from webarticlecurator.studio.frame.context import StudioContext
from webarticlecurator.text.translation import (
    ENGLISH,
    LANGUAGES,
    current_language,
    describe_problems,
    is_read_by_native,
    make_message,
    match_language,
    translate,
)
from webarticlecurator.trial.show_page import ShownPage, show_page

PORTAL_VIEWS = (
    ("archive", make_message("Archive pages")),
    ("article", make_message("Article")),
    ("articles", make_message("Articles")),
    ("effect", make_message("Effect")),
    ("repair", make_message("Repair")),
    ("tags", make_message("Tags")),
    ("metadata", make_message("Metadata")),
    ("run", make_message("Run")),
    ("corpus", make_message("Corpus")),
    ("history", make_message("History")),
)
"""The views of a portal: the last part of their address, and their name."""
RESPONSE_SECONDS = 60.0
"""How long a browser waits for a view."""
INSTANT = ":duration=0"
"""Property of what opens: at once, since a click on what slides away meanwhile is lost."""
_Parameters = ParamSpec("_Parameters")


def view_address(portal_id: str, view: str, **query: str) -> str:
    """Return the address of a view of a portal; ``query`` names what it shows."""
    query_string = f"?{urlencode(query)}" if query else ""
    return f"/portal/{quote(portal_id, safe='')}/{view}{query_string}"


class _Page(ui.page):
    """A page that says which language it is in: that of whoever asks."""

    def resolve_language(self) -> Any:
        language = current_language()
        return "en-US" if language == ENGLISH else language


def add_page(address: str) -> ui.page:
    """Return the decorator of the function that writes the view at an address.

    NiceGUI answers with an error what takes longer than three seconds, which a busy machine may
    need for what a view reads first.
    """
    return _Page(address, response_timeout=RESPONSE_SECONDS)


@contextmanager
def open_window(title: str, portal_id: str = "", view: str = "") -> Iterator[None]:
    """Lay out the page of a view, whose content is made inside the ``with`` statement, or an error
    of the library in its place.

    ``title`` is the heading and the title of the tab, in English.
    """
    title = translate(title)
    ui.page_title(f"{title} – {portal_id} – curator studio" if portal_id else title)
    ui.add_css(Path(__file__).with_name("studio.css"))
    with ui.header().classes("studio-header"):
        ui.link("curator studio", "/").classes("studio-name")
        if portal_id:
            ui.label(portal_id).classes("studio-portal")
            write_nav(
                "Views of the portal",
                (
                    (translate(words), view_address(portal_id, name), name == view)
                    for name, words in PORTAL_VIEWS
                ),
            )
        _write_language_menu()
    with ui.column().classes("studio-content") as content:
        ui.skip_link(translate("Go to the content"), target=content)
        ui.label(title).props('role="heading" aria-level="1"').classes("studio-title")
        with writing_errors():
            yield


def format_time(moment: datetime) -> str:
    """Return a date and a time as the language of the reader writes them."""
    language = current_language()
    if language == ENGLISH:
        return f"{moment:%Y-%m-%d %H:%M}"
    return format_datetime(moment.replace(tzinfo=None), "short", locale=language)


def find_language_name(tag: str) -> str:
    """Return what the language of the reader calls a language, with its tag (BCP 47)."""
    name = Locale(current_language()).languages.get(tag)
    return f"{name} ({tag})" if name else tag


# The language of the reader: what the menu has chosen, or ``--language``, or what the browser says.

LANGUAGE_COOKIE = "curator-language"
_CHOOSE_LANGUAGE = """(event) => {
    const kept = "path=/; max-age=31536000; samesite=strict";
    document.cookie = `%s=${event.target.value}; ${kept}`;
    location.reload();
}"""


def find_reader_language(headers: Mapping[bytes, bytes], given: str) -> str:
    """Return the language for a request with these headers; ``given`` is that of the command line,
    or ""."""
    cookies = headers.get(b"cookie", b"").decode("latin-1")
    chosen = re.search(rf"(?:^|; ?){LANGUAGE_COOKIE}=(\w+)", cookies)
    accepted = headers.get(b"accept-language", b"").decode("latin-1").split(",")
    tags = (each.partition(";")[0].strip() for each in accepted)
    return match_language((chosen[1] if chosen else "", given, *tags)) or ENGLISH


def _write_language_menu() -> None:
    """Write the field in which the language is chosen. It says of which language no native speaker
    has read the translations."""
    with ui.element("select").props(label_prop("Language")).classes("studio-language") as menu:
        for language, name in LANGUAGES.items():
            words = name
            if not is_read_by_native(language):
                words = translate("{language} (not read by a native speaker)", language=name)
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


# Wait for what a view shows, without keeping its window from opening.

QUICK_SECONDS = 0.5
"""Seconds for which a view waits before it says what it waits for."""
CONNECT_SECONDS = 30.0
_Found = TypeVar("_Found")


async def show_while_waiting(words: str, reading: Coroutine[Any, Any, _Found]) -> _Found:
    """Return the result of ``reading``. If that takes longer, the window is shown meanwhile, with
    ``words`` in English. To be called while a view is written."""
    task = asyncio.create_task(reading)
    done, _ = await asyncio.wait({task}, timeout=QUICK_SECONDS)
    if done:
        return task.result()
    note = ui.label(translate(words)).props('role="status"')
    await ui.context.client.connected(CONNECT_SECONDS)
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


def add_counted_view(
    name: str, title: str, waiting: str, make_view: MakeView, write_head: Callable[[str], None]
) -> None:
    """Add a view of a portal to the application.

    ``name`` is the last part of its address, ``waiting`` is shown while it is loaded;
    ``write_head`` is called with the id of the portal and writes the head of the view.
    """

    @add_page(f"/portal/{{portal_id}}/{name}")
    async def show_view(request: Request, portal_id: str) -> None:
        with open_window(title, portal_id, name):
            write_head(portal_id)
            view = make_view(portal_id, dict(request.query_params))
            await show_while_waiting(waiting, view.load())
            await view.write()


# The frame that shows an archived page in the window, as an element of NiceGUI.


MarkState = Literal[
    "kept",
    "dropped",
    "unclaimed",
    "outside",
    "link",
    "next",
    "left-out",
    "proposed",
    "hovered",
]
"""How an element is drawn: by the verdict on its text, as a link that is listed or left out, as the
link to the next page, or as what a proposed rule would select."""
NO_NODE = -1
_HOVER_SECONDS = 0.05
"""Movements of the pointer are told at most so often."""
Opening = Sequence[tuple[int, str]]
"""What a page opens with: elements, each with the first words that are meant ("": all of it). The
last one is in view then, and what of the others, and of the title, is near it."""
OnNode = Callable[[int], Any]
"""A function, or a coroutine function, as handlers of NiceGUI are."""


@dataclass(frozen=True)
class NodeMark:
    """How an element of the page is marked; ``label`` stands at its corner, in few words."""

    node: int
    state: MarkState
    label: str = ""


class PageFrame(ui.element, component="page_frame.js"):
    """A frame for the pages of a ``PageShelf``.

    ``on_pick`` is called with the number of an element that is clicked, or chosen with Enter;
    ``on_hover`` with that of the element that the pointer or the keyboard is at, or NO_NODE. Both
    are called only with numbers of the page that is shown.
    """

    def __init__(
        self, *, title: str, on_pick: OnNode | None = None, on_hover: OnNode | None = None
    ) -> None:
        super().__init__()
        self._nodes = 0
        self.marks: list[NodeMark] = []
        self._is_reading: bool | None = None
        self._switch: ui.switch | None = None
        self._show_again: Callable[[], Coroutine[Any, Any, None]] | None = None
        self._props.update(address="about:blank", title=title, marks=[], first=[])
        self._style.update({"border": "0", "width": "100%", "background": "#fff"})
        self.on("pick", pass_number(on_pick, lambda: self._nodes))
        self.on("hover", pass_number(on_hover, lambda: self._nodes), throttle=_HOVER_SECONDS)
        self.on("focus", pass_number(on_hover, lambda: self._nodes))

    def show(
        self, address: str, nodes: int, marks: Iterable[NodeMark] = (), first: Opening = ()
    ) -> None:
        """Show the page at an address of a shelf, which has ``nodes`` elements; ``first`` is
        brought into view when the page is there."""
        self._nodes = nodes
        self._props.update(address=address, first=[*map(list, first)])
        self.set_marks(marks)

    async def show_stored(
        self,
        context: StudioContext,
        portal: Portal,
        stored: StoredPage,
        marks: Iterable[NodeMark] = (),
        first: Opening = (),
    ) -> None:
        """Show a stored page as ``show`` does: as the switch says, and until somebody used it, as
        it looked where a style sheet of it is stored, else as the reading view. Raises
        PageUnreadable, RequestProblem."""
        address, shown = await shelve_page(context, portal, stored, self._is_reading)

        async def show_again() -> None:
            await self.show_stored(context, portal, stored, self.marks, self._props["first"])

        self._show_again = show_again
        if self._switch is not None:
            self._switch.set_value(shown.is_reading)
        self.show(address, shown.nodes, marks, first)

    def set_marks(self, marks: Iterable[NodeMark]) -> None:
        """Mark elements in place of those that are marked; later ones are drawn above."""
        self.marks = [*marks]
        self._props["marks"] = [[mark.node, mark.state, mark.label] for mark in self.marks]
        self.update()

    def set_hovered(self, nodes: Sequence[int]) -> None:
        """Mark elements that are hovered elsewhere in the window."""
        self.run_method("hover", list(nodes))

    def scroll_to(self, node: int) -> None:
        """Bring an element into view."""
        self.run_method("scrollTo", node)

    def open_at(self, first: Opening) -> None:
        """Bring into view what a page begins with that was shown without; nothing happens where
        somebody has scrolled it."""
        self._props["first"] = [*map(list, first)]
        self.run_method("openAt", self._props["first"])

    def add_view_switch(self) -> None:
        """Write a switch between the reading view and the page as it looked."""

        async def choose(event: events.GenericEventArguments) -> None:
            self._is_reading = bool(cast(ui.switch, event.sender).value)
            if self._show_again is not None:
                await self._show_again()

        self._switch = ui.switch(translate("Reading view"), value=True).on(
            "click", showing_errors(choose)
        )


def pass_number(
    handler: OnNode | None, count: Callable[[], int]
) -> Callable[[events.GenericEventArguments], Any]:
    """Return what calls a handler with the number that an event brings: NO_NODE, or one below
    ``count``. Other events are left out, since anybody may send them."""

    def receive(event: events.GenericEventArguments) -> Any:
        number = event.args
        is_number = isinstance(number, int) and not isinstance(number, bool)
        if handler is None or not is_number or not NO_NODE <= number < count():
            return None
        return handler(number)

    return receive


# Stored pages on the shelf, from which a frame in the window shows them.


async def shelve_page(
    context: StudioContext, portal: Portal, stored: StoredPage, is_reading: bool | None
) -> tuple[str, ShownPage]:
    """Clean a stored page in a worker and put it on the shelf, with its stored pictures and styles.
    Return its path on the server, and the page: the reading view or as it looked, or with None
    what ``PageFrame.show_stored`` shows first.

    Raises PageUnreadable, RequestProblem.
    """

    async def show(is_reading: bool) -> ShownPage:
        page: ShownPage = await context.pages.read(
            portal, stored.url, show_stored_page, stored, is_reading
        )
        return page

    shown = await show(is_reading is not False)
    if (
        is_reading is None
        and shown.sheets
        and await asyncio.to_thread(context.sources.has_any, portal, shown.sheets)
    ):
        shown = await show(False)
    return context.shelf.add(shown, lambda url: context.sources.find_body(portal, url)), shown


def show_stored_page(portal: Portal, stored: StoredPage, is_reading: bool) -> ShownPage:
    """Return a stored page as it is shown. To be called in a worker."""
    return show_page(stored.page(portal), is_reading=is_reading)
