"""The table of sources that disagree, with the decision which of them is right."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from nicegui import ui

from webarticlecurator.extract.analysis.diagnostics.metadata_remarks import SITE_NAME
from webarticlecurator.run.analysis.reporting import NOTHING
from webarticlecurator.studio.html_elements import (
    write_button,
    write_element,
    write_link,
    write_table_head,
)
from webarticlecurator.studio.metadata_view.source_conflicts import SourceConflict
from webarticlecurator.studio.window import showing_errors, view_address

_Decide = Callable[[SourceConflict], Awaitable[None]]
_COLUMNS = (
    ("counts now", ""),
    ("the other source", ""),
    ("differ", "number"),
    ("both", "number"),
    ("seen on", ""),
    ("decide", ""),
)


def write_conflicts(
    portal_id: str, conflicts: Sequence[SourceConflict], prefer: _Decide, leave_out: _Decide
) -> None:
    """Write the sources that disagree; ``prefer`` and ``leave_out`` are called with a row that was
    decided: its other source comes first, or that in force does not count."""
    if not conflicts:
        ui.label("No sources disagree.")
        return
    with (
        write_element(
            "div", classes="studio-wide", tabindex="0", role="region", aria_label="Sources"
        ),
        write_element("table", classes="studio-table"),
    ):
        write_table_head(_COLUMNS)
        with write_element("tbody"):
            for conflict in conflicts:
                with write_element("tr"):
                    _write_conflict(portal_id, conflict, prefer, leave_out)


def _write_conflict(
    portal_id: str, conflict: SourceConflict, prefer: _Decide, leave_out: _Decide
) -> None:
    _write_source(conflict.in_force, conflict.value_in_force)
    _write_source(conflict.other, conflict.value_other)
    write_element("td", conflict.differ, "number")
    write_element("td", conflict.both, "number")
    with write_element("td", classes="studio-unbroken"):
        for number, url in enumerate(conflict.examples, 1):
            write_link(
                str(number),
                view_address(portal_id, "article", url=url),
                "studio-number-link",
                label=f"article {number} with {conflict.other}: {url}",
            )
    with write_element("td"), write_element("div", classes="form-row"):
        if conflict.other != SITE_NAME:
            _write_decision(f"Use {conflict.other} first", conflict, prefer)
        if conflict.in_force != NOTHING:
            _write_decision(f"Leave {conflict.in_force} out", conflict, leave_out)


def _write_source(source: str, value: str) -> None:
    with write_element("td"):
        write_element("div", source, "studio-code")
        write_element("div", value, "studio-anywhere")


def _write_decision(words: str, conflict: SourceConflict, decide: _Decide) -> None:
    async def send() -> None:
        await decide(conflict)

    write_button(words, showing_errors(send))
