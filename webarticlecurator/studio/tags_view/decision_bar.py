"""The bar below the table of tags: decides about all rows that are chosen."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from nicegui import ui
from nicegui.elements.mixins.text_element import TextElement

from webarticlecurator.model.blocks import NAMES
from webarticlecurator.rules.tag_context import OPERATIONS
from webarticlecurator.studio.html_elements import (
    on_value,
    write_button,
    write_element,
    write_field,
)
from webarticlecurator.studio.tag_dictionary.tag_decisions import (
    SUGGESTED,
    UNDECIDED,
    OperationChoice,
)
from webarticlecurator.studio.window import showing_errors

Decide = Callable[[OperationChoice], Awaitable[None]]


class DecisionBar:
    """The buttons and fields; ``decide`` is called with what was decided."""

    def __init__(
        self,
        decide: Decide,
        undo: Callable[[], Awaitable[None]],
        choose_all: Callable[[], None],
        choose_none: Callable[[], None],
    ) -> None:
        self._decide, self._undo = decide, undo
        self._choose_all, self._choose_none = choose_all, choose_none

    def write(self) -> None:
        """Write the bar."""
        with ui.element("div").classes("form-row").props('role="group" aria-label="Decide"'):
            self._number = ui.label("").props('role="status"')
            self._all = write_button("", self._choose_all)
            self._none = write_button("Choose none", self._choose_none)
            self._buttons = [
                self._write_decision("Drop", "drop"),
                self._write_decision("Unwrap", "unwrap"),
                self._write_decision("As suggested", SUGGESTED),
                self._write_decision("Not decided", UNDECIDED),
            ]
            self._fields = OperationFields(self._decide)
            self._buttons.append(self._fields.write())
            self._back = write_button("Undo", showing_errors(self._undo))

    def update(self, chosen: int, found: int, *, can_undo: bool) -> None:
        """Show how many rows are chosen, of how many."""
        self._number.set_text("No row is chosen." if not chosen else f"{chosen} chosen:")
        self._all.set_text(f"Choose all {found}")
        for button in self._buttons:
            button.props["disabled"] = not chosen
            button.update()
        self._none.props["disabled"] = not chosen
        self._none.update()
        self._back.props["disabled"] = not can_undo
        self._back.update()

    def _write_decision(self, words: str, operation: str) -> TextElement:
        async def decide() -> None:
            await self._decide(OperationChoice(operation))

        return write_button(words, showing_errors(decide))


class OperationFields:
    """Fields for any operation, with the attributes that are kept and, where ``with_place`` says
    so, the only place that the decision is about."""

    _lists = 0

    def __init__(self, decide: Decide, *, with_place: bool = False) -> None:
        self._decide, self._with_place = decide, with_place
        self._operation = self._keep = self._context = ""

    def write(self) -> TextElement:
        """Write the fields; return their button."""
        OperationFields._lists += 1
        names = f"studio-operations-{OperationFields._lists}"
        with write_element("datalist", id=names):
            for name in (*OPERATIONS, *sorted(NAMES)):
                write_element("option", value=name)
        operation = write_field("Keep as", "operation", list=names, placeholder="quote", size="12")
        on_value(operation, "input", self._set_operation)
        keep = write_field("with attributes", "keep", placeholder="href", size="8")
        on_value(keep, "input", self._set_keep)
        if self._with_place:
            place = write_field("only", "place", placeholder="in figure", size="16")
            on_value(place, "input", self._set_context)
        return write_button("Decide", showing_errors(self._send))

    async def _send(self) -> None:
        await self._decide(OperationChoice(self._operation, self._keep, self._context))

    def _set_operation(self, value: str) -> None:
        self._operation = value.strip()

    def _set_keep(self, value: str) -> None:
        self._keep = value.strip()

    def _set_context(self, value: str) -> None:
        self._context = " ".join(value.split())
