"""The expectations and the changed articles, while a comparison runs and afterwards."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial

from nicegui import ui

from webarticlecurator.config.expectations import entry_text, expectations_path
from webarticlecurator.errors import CuratorError
from webarticlecurator.model.overrides import ARTICLE
from webarticlecurator.model.portal import Portal
from webarticlecurator.studio.frame.context import StudioContext
from webarticlecurator.studio.frame.portal_draft import PortalDraft
from webarticlecurator.studio.frame.widgets import (
    format_number_of,
    write_element,
    write_heading,
    write_table_head,
)
from webarticlecurator.studio.frame.window import (
    add_button,
    showing_errors,
    view_address,
    write_error,
    write_nav,
)
from webarticlecurator.studio.views.effect_run import (
    KINDS,
    RUNNING,
    SAMPLE,
    EffectRow,
    EffectRun,
    EffectRuns,
    ExpectationEffect,
)
from webarticlecurator.studio.views.effect_words import (
    KIND_NAMES,
    AcceptedEntry,
    accept_articles,
    accept_effects,
    describe_comparison,
    describe_counts,
    describe_expectations,
    describe_lost,
    describe_verdicts,
)
from webarticlecurator.trial.recording import write_entries

_SECONDS = 0.5
"""Time between two looks at the comparison."""


@dataclass(frozen=True)
class EffectQuery:
    """What a tab shows: the list of changed articles of a ``kind`` from ``start`` on, or the
    difference of the article ``url``."""

    portal_id: str
    kind: str = ""
    start: int = 0
    url: str = ""

    def address(self, **changes: str) -> str:
        """Return the address of the view with some changes; another kind begins at its start."""
        start = "0" if "kind" in changes else str(self.start)
        query = {"kind": self.kind, "start": start, **changes}
        if query["start"] == "0":
            del query["start"]
        return view_address(
            self.portal_id, "effect", **{name: text for name, text in query.items() if text}
        )


class EffectPanel:
    """The elements of a list of changed articles."""

    def __init__(
        self, context: StudioContext, runs: EffectRuns, draft: PortalDraft, query: EffectQuery
    ) -> None:
        self._context, self._runs, self._draft, self._query = context, runs, draft, query
        self._chosen: dict[str, EffectRow] = {}
        self._shown: object = None
        self._expected: object = None
        self._expectations = ui.column().classes("studio-part")
        write_heading("Stored articles")
        with ui.row().classes("studio-row"):
            self._again = add_button(
                "Compare again", showing_errors(partial(self._compare, SAMPLE))
            )
            compare_all = showing_errors(partial(self._compare, None))
            self._all = add_button("Compare all stored articles", compare_all)
            self._stop = add_button("Stop", self._stop_comparing)
        self._progress = ui.linear_progress(show_value=False).classes("effect-progress")
        self._progress.props["aria-label"] = "Compared articles"
        self._state = ui.label().props('role="status"')
        self._counts = ui.label()
        self._lost = ui.label().classes("studio-lines")
        self._error = ui.column().classes("studio-part")
        self._kinds = ui.column().classes("studio-part")
        with ui.row().classes("studio-row") as self._choice:
            add_button("Choose all on this page", self._choose_page)
            self._accept = add_button("", showing_errors(self._accept_chosen))
        self._list = ui.column().classes("studio-part")
        self._show_chosen()
        self._timer = ui.timer(_SECONDS, self._update)
        self._update()

    @property
    def _run(self) -> EffectRun:
        run = self._runs.latest(self._query.portal_id)
        assert run is not None
        return run

    async def _compare(self, limit: int | None) -> None:
        await self._runs.begin(self._query.portal_id, self._draft, limit=limit)
        self._update()

    def _stop_comparing(self) -> None:
        self._run.progress.stop()

    def _update(self) -> None:
        """Show what has changed since the last look."""
        run = self._run
        counts = run.results.counts()
        is_running = run.state == RUNNING
        is_edited = run.texts[1] != self._draft.text
        self._again.set_visibility(is_edited or not is_running)
        self._all.set_visibility(not is_running and not run.covers_all)
        self._stop.set_visibility(is_running)
        self._show_progress(run)
        edited = " The rules were edited since." if is_edited else ""
        self._state.set_text(f"{describe_comparison(run)}{edited}")
        self._counts.set_text(describe_counts(run))
        self._lost.set_text(describe_lost(counts))
        self._lost.set_visibility(bool(counts.lost))
        expected = (run.expectations, run.expectation_error)
        if self._expected != expected:
            self._expected = expected
            self._expectations.clear()
            with self._expectations:
                write_expectations(run, self._accept_effects, self._query.address)
        if self._shown != (run.results, counts.changed, run.error):
            self._shown = (run.results, counts.changed, run.error)
            self._show_list(run)

    def _show_progress(self, run: EffectRun) -> None:
        self._progress.set_visibility(run.state == RUNNING)
        expected = run.progress.expected
        if expected:
            self._progress.props(remove="indeterminate")
            self._progress.set_value(min(run.progress.done / expected, 1.0))
        else:
            self._progress.props("indeterminate")

    def _show_list(self, run: EffectRun) -> None:
        query, results = self._query, run.results
        self._error.clear()
        if isinstance(run.error, CuratorError | OSError):
            with self._error:
                write_error(run.error)
        counts = results.counts()
        self._choice.set_visibility(bool(counts.changed))
        self._kinds.clear()
        self._list.clear()
        if not counts.changed:
            return
        with self._kinds:
            kinds = (
                (f"{KIND_NAMES[name]} {results.count(name):,}", query.address(kind=name), name)
                for name in KINDS
            )
            links = ((words, address, name == query.kind) for words, address, name in kinds)
            write_nav("Kinds of change", links)
        with self._list:
            if counts.kept < counts.changed:
                ui.label(f"The {counts.kept:,} that change most are listed.").classes(
                    "studio-quiet"
                )
            rows = results.list_rows(query.kind, query.start, PAGE)
            if rows:
                write_effect_rows(rows, self._chosen, query.address, self._show_chosen)
            write_pages(query.start, results.count(query.kind), query.address)

    def _choose_page(self) -> None:
        query = self._query
        rows = self._run.results.list_rows(query.kind, query.start, PAGE)
        self._chosen |= {row.url: row for row in rows}
        self._show_list(self._run)
        self._show_chosen()

    def _show_chosen(self) -> None:
        number = len(self._chosen)
        chosen = f" ({number:,})" if number else ""
        self._accept.set_text(f"Accept the chosen as expectations{chosen} …")
        self._accept.set_enabled(bool(number))

    async def _accept_chosen(self) -> None:
        portal = self._run.after
        urls = [row.url if "#" in row.url else row.page for row in self._chosen.values()]
        accepted = await asyncio.to_thread(accept_articles, portal, self._context.sources, urls)
        self._open_dialog(accepted)

    async def _accept_effects(self, effects: Sequence[ExpectationEffect]) -> None:
        portal = self._run.after
        accepted = await asyncio.to_thread(accept_effects, portal, self._context.sources, effects)
        self._open_dialog(accepted)

    def _open_dialog(self, accepted: Sequence[AcceptedEntry]) -> None:
        async def compare_again() -> None:
            await asyncio.to_thread(self._run.compare_expectations, self._context.sources)
            self._chosen.clear()
            self._shown = None
            self._show_chosen()
            self._update()

        open_expectation_dialog(self._run.after, accepted, compare_again)


# The list of changed articles, page by page.

PAGE = 50
"""Articles on one page of the list."""
_COLUMNS = ("Choose", "Article", "Words", "Gained", "Lost", "Metadata", "Verdict")
Address = Callable[..., str]
"""Returns the address of the view with a changed query."""


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


# What becomes of the expectations: those that would fail come before everything else.

MAX_SHOWN = 50
"""Failing expectations that are listed."""
Accept = Callable[[Sequence[ExpectationEffect]], Awaitable[None]]


def write_expectations(run: EffectRun, accept: Accept, address: Address) -> None:
    """Write the panel; ``accept`` is called with the entries whose new values are right."""
    write_heading("Expectations")
    if run.expectation_error is not None:
        write_error(run.expectation_error)
        return
    if run.expectations is None:
        ui.label("Comparing …").classes("studio-quiet")
        return
    if not run.expectations:
        ui.label(
            "None is written down yet. Choose articles below whose new state is right, and accept"
            " them: later edits that break them are shown here first."
        ).classes("studio-quiet")
        return
    ui.label(describe_expectations(run.expectations)).props('role="status"')
    failing = sorted(
        (effect for effect in run.expectations if effect.after),
        key=lambda effect: not effect.fails_newly,
    )
    with ui.element("ul").classes("effect-failing"):
        for effect in failing[:MAX_SHOWN]:
            _write_effect(effect, accept, address)
    if len(failing) > MAX_SHOWN:
        ui.label(f"{len(failing) - MAX_SHOWN} more are not listed.").classes("studio-quiet")
    newly = [effect for effect in failing if effect.fails_newly]
    if len(newly) > 1:
        add_button("Expect all new values …", partial(showing_errors(accept), newly))


def _write_effect(effect: ExpectationEffect, accept: Accept, address: Address) -> None:
    entry = effect.entry
    with ui.element("li"):
        name = "would fail" if effect.fails_newly else "fails already"
        write_element("span", f"{entry.kind} {name}", "effect-label")
        if entry.kind == ARTICLE:
            ui.link(entry.url, address(url=entry.url)).classes("effect-address")
        else:
            write_element("span", entry.url, "effect-address")
        with ui.element("ul"):
            for mismatch in effect.after:
                write_element("li", str(mismatch))
        button = add_button("Expect the new values …", partial(showing_errors(accept), [effect]))
        button.props["aria-label"] = f"Expect the new values of {entry.url} …"


# The dialog that shows what will be written to the file of expectations, and writes it.

MAX_SHOWN_ENTRIES = 100
"""Entries that are shown before they are written."""


def open_expectation_dialog(
    portal: Portal, accepted: Sequence[AcceptedEntry], after: Callable[[], Awaitable[None]]
) -> None:
    """Show the entries; when they are written, call ``after``."""
    path = expectations_path(portal)
    added = sum(each.replaced is None for each in accepted)
    replaced = len(accepted) - added
    parts = [
        f"{format_number_of(number, 'entry', 'entries')} {what}"
        for number, what in ((added, "added"), (replaced, "replaced"))
        if number
    ]

    async def write() -> None:
        await asyncio.to_thread(write_entries, portal, [each.entry for each in accepted])
        dialog.close()
        ui.notify(f"Written to {path.name}: {', '.join(parts)}.", type="positive")
        await after()

    with ui.dialog() as dialog, ui.card().classes("effect-dialog"):
        dialog.props('aria-label="Accept as expectations" transition-duration=0')
        write_heading(f"Accept as expectations: {' and '.join(parts)} in {path.name}")
        ui.label(
            "Read it beside the page: `curator check --tests` compares it from now on. The rules"
            " that find it are saved with the portal file, not here."
        ).classes("studio-quiet")
        listing = ui.label(_show_entries(accepted)).classes("studio-listing")
        listing.props('tabindex="0" role="region" aria-label="What will be written"')
        with ui.row().classes("studio-row"):
            add_button(f"Write to {path.name}", showing_errors(write), is_main=True)
            add_button("Cancel", dialog.close)
    dialog.on("hide", dialog.delete)
    dialog.open()


def _show_entries(accepted: Sequence[AcceptedEntry]) -> str:
    texts = [
        (f"# in place of line {each.replaced.place.line}\n" if each.replaced else "")
        + entry_text(each.entry)
        for each in accepted[:MAX_SHOWN_ENTRIES]
    ]
    more = len(accepted) - len(texts)
    return "\n".join(texts) + (f"\n# … and {more:,} more entries" if more else "")
