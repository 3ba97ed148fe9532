"""The fields for any operation of the tag dictionary, beside the usual ones that have buttons."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from itertools import count

from nicegui.elements.mixins.text_element import TextElement

from webarticlecurator.base.model.blocks import NAMES
from webarticlecurator.base.text.translation import translate
from webarticlecurator.corpus.charts.bar_names import name_operation
from webarticlecurator.pages.rules.selectors import OPERATIONS
from webarticlecurator.studio.frame.shown_errors import showing_errors
from webarticlecurator.studio.frame.tag_decisions import OperationChoice
from webarticlecurator.studio.frame.widgets import (
    on_value,
    write_button,
    write_element,
    write_field,
)

Decide = Callable[[OperationChoice], Awaitable[None]]
_LISTS = count(1)


def write_operation_fields(decide: Decide, *, with_place: bool = False) -> TextElement:
    """Write fields for any operation, with the attributes that are kept, and with ``with_place``
    the only place that the decision is about; return their button."""
    names = f"studio-operations-{next(_LISTS)}"
    known = {name_operation(name): name for name in (*OPERATIONS, *sorted(NAMES))}
    with write_element("datalist", id=names):
        for name in known:
            write_element("option", value=name)
    given = {"operation": "", "keep": "", "place": ""}

    def write(label: str, name: str, **attributes: str) -> None:
        on_value(write_field(label, name, **attributes), "input", partial(given.__setitem__, name))

    async def send() -> None:
        operation, keep = given["operation"].strip(), given["keep"].strip()
        place = " ".join(given["place"].split())
        await decide(OperationChoice(known.get(operation, operation), keep, place))

    write(
        translate("Keep as"),
        "operation",
        list=names,
        placeholder=name_operation("quote"),
        size="12",
    )
    write(translate("with attributes"), "keep", placeholder="href", size="8")
    if with_place:
        write(translate("only"), "place", placeholder=translate("in figure"), size="16")
    return write_button("Decide", showing_errors(send))
