"""The frame that shows an archived page in the window, as an element of NiceGUI."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable, Sequence
from typing import Any, Literal, cast

from nicegui import events, ui

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.text.translation import translate
from webarticlecurator.corpus.stored_pages.page_store import StoredPage
from webarticlecurator.studio.frame.context import StudioContext
from webarticlecurator.studio.frame.page_shelving import shelve_page
from webarticlecurator.studio.frame.shown_errors import showing_errors

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
        self.on("covered", showing_errors(self._show_uncovered))

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
        PageUnreadable, RequestProblem. A page that something covers is shown as the reading view,
        too."""
        address, shown = await shelve_page(context, portal, stored, self._is_reading)

        async def show_again() -> None:
            await self.show_stored(context, portal, stored, self.marks, self._props["first"])

        self._show_again = show_again
        if self._switch is not None:
            self._switch.set_value(shown.is_reading)
        self.show(address, shown.nodes, marks, first)

    async def _show_uncovered(self) -> None:
        """Show the reading view in place of a page that something covers, unless somebody wants to
        see that. Raises as ``show_stored``."""
        if self._is_reading is None and self._show_again is not None:
            self._is_reading = True
            await self._show_again()

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
