"""The frame that shows an archived page in the window, as an element of NiceGUI."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from nicegui import ui
from nicegui.element import Element
from nicegui.events import GenericEventArguments

from webarticlecurator.model.portal import Portal
from webarticlecurator.stored_pages.page_store import StoredPage
from webarticlecurator.studio.frame.context import StudioContext
from webarticlecurator.trial.show_page import ShownPage, show_page

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
OnNode = Callable[[int], Any]
"""A function, or a coroutine function, as handlers of NiceGUI are."""


@dataclass(frozen=True)
class NodeMark:
    """How an element of the page is marked; ``label`` stands at its corner, in few words."""

    node: int
    state: MarkState
    label: str = ""


class PageFrame(Element, component="page_frame.js"):
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
        self._props.update(address="about:blank", title=title, marks=[], styled=True, first=NO_NODE)
        self._style.update({"border": "0", "width": "100%", "background": "#fff"})
        self.on("pick", pass_number(on_pick, lambda: self._nodes))
        self.on("hover", pass_number(on_hover, lambda: self._nodes), throttle=_HOVER_SECONDS)
        self.on("focus", pass_number(on_hover, lambda: self._nodes))

    def show(
        self, address: str, nodes: int, marks: Iterable[NodeMark] = (), first: int = NO_NODE
    ) -> None:
        """Show the page at an address of a shelf, which has ``nodes`` elements. ``first`` is the
        element that is brought into view when the page is there."""
        self._nodes = nodes
        self._props["address"] = address
        self._props["first"] = first
        self.set_marks(marks)

    def set_marks(self, marks: Iterable[NodeMark]) -> None:
        """Mark elements in place of those that are marked; later ones are drawn above."""
        self._props["marks"] = [[mark.node, mark.state, mark.label] for mark in marks]
        self.update()

    def set_hovered(self, nodes: Sequence[int]) -> None:
        """Mark elements that are hovered elsewhere in the window."""
        self.run_method("hover", list(nodes))

    def scroll_to(self, node: int) -> None:
        """Bring an element into view."""
        self.run_method("scrollTo", node)

    def set_styled(self, is_styled: bool) -> None:
        """Show the page with or without its own styles."""
        if is_styled and not self._props["styled"]:
            self.run_method("send", {"kind": "styles", "on": True})
        self._props["styled"] = is_styled
        self.update()

    def add_styles_switch(self) -> None:
        """Write a switch for the styles of the page, which may cover its text."""
        ui.switch(
            "Styles of the page",
            value=True,
            on_change=lambda event: self.set_styled(bool(event.value)),
        )


def pass_number(
    handler: OnNode | None, count: Callable[[], int]
) -> Callable[[GenericEventArguments], Any]:
    """Return what calls a handler with the number that an event brings: NO_NODE, or one below
    ``count``. Other events are left out, since anybody may send them."""

    def receive(event: GenericEventArguments) -> Any:
        number = event.args
        is_number = isinstance(number, int) and not isinstance(number, bool)
        if handler is None or not is_number or not NO_NODE <= number < count():
            return None
        return handler(number)

    return receive


# Stored pages on the shelf, from which a frame in the window shows them.


@dataclass(frozen=True)
class PageOnShelf:
    """The path of a shown page on the server, and the number of its elements."""

    address: str
    nodes: int


async def shelve_page(context: StudioContext, portal: Portal, stored: StoredPage) -> PageOnShelf:
    """Clean a stored page in a worker and put it on the shelf, with its stored pictures and styles.

    Raises PageUnreadable, RequestProblem.
    """
    shown: ShownPage = await context.pages.read(portal, stored.url, show_stored_page, stored)
    address = context.shelf.add(shown, lambda url: context.sources.find_body(portal, url))
    return PageOnShelf(address, shown.nodes)


def show_stored_page(portal: Portal, stored: StoredPage) -> ShownPage:
    """Return a stored page as it is shown. To be called in a worker."""
    return show_page(stored.page(portal))
