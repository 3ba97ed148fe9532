"""The list of changed articles, page by page."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from nicegui import ui

from webarticlecurator.studio.effect_view.effect_results import KINDS, EffectResults, EffectRow
from webarticlecurator.studio.effect_view.effect_words import KIND_NAMES, describe_verdicts
from webarticlecurator.studio.html_elements import write_element, write_table_head

PAGE = 50
"""Articles on one page of the list."""
_COLUMNS = ("Choose", "Article", "Words", "Gained", "Lost", "Metadata", "Verdict")
Address = Callable[..., str]
"""Returns the address of the view with a changed query."""


def write_kinds(results: EffectResults, kind: str, address: Address) -> None:
    """Write the kinds of change as links, with the number of listed articles."""
    with ui.element("nav").props('aria-label="Kinds of change"').classes("studio-nav"):
        for name in KINDS:
            link = ui.link(f"{KIND_NAMES[name]} {results.count(name):,}", address(kind=name))
            if name == kind:
                link.props('aria-current="page"')


def write_effect_rows(
    rows: Sequence[EffectRow],
    chosen: dict[str, EffectRow],
    address: Address,
    on_choice: Callable[[], None],
) -> None:
    """Write the table. ``chosen`` are the chosen articles by their addresses; ``on_choice`` is
    called when they change."""
    with ui.element("table").classes("studio-table effect-table"):
        write_table_head([(name, "") for name in _COLUMNS])
        with ui.element("tbody"):
            for row in rows:
                with ui.element("tr"):
                    _write_row(row, chosen, address, on_choice)


def _write_row(
    row: EffectRow, chosen: dict[str, EffectRow], address: Address, on_choice: Callable[[], None]
) -> None:
    def choose(is_chosen: bool) -> None:
        if is_chosen:
            chosen[row.url] = row
        else:
            chosen.pop(row.url, None)
        on_choice()

    with ui.element("td"):
        box = ui.checkbox(value=row.url in chosen, on_change=lambda event: choose(event.value))
        box.props("dense").props["aria-label"] = f"Choose {row.url}"
    with ui.element("td").classes("effect-address"):
        ui.link(row.url, address(url=row.url))
    _write_cell("Words", f"{row.words_before:,} → {row.words_after:,}", is_number=True)
    _write_cell("Gained", f"+{row.words_gained:,}" if row.words_gained else "", is_number=True)
    _write_cell("Lost", f"−{row.words_lost:,}" if row.words_lost else "", is_number=True)
    _write_cell("Metadata", ", ".join(row.fields))
    _write_cell("Verdict", describe_verdicts(row.reason_before, row.reason_after))


def _write_cell(name: str, text: str, *, is_number: bool = False) -> None:
    cell = write_element("td", text, data_name=name)
    cell.classes("number" if is_number else "").classes("" if text else "effect-empty")


def write_pages(start: int, total: int, address: Address) -> None:
    """Write the links to the pages before and after, of a list of ``total`` articles."""
    if total <= PAGE and not start:
        return
    last = min(start + PAGE, total)
    with ui.element("nav").props('aria-label="Pages of the list"').classes("studio-nav"):
        if start:
            ui.link("Previous", address(start=str(max(start - PAGE, 0))))
        ui.label(f"{start + 1:,} to {last:,} of {total:,}")
        if last < total:
            ui.link("Next", address(start=str(last)))
