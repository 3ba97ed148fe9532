"""The expectations and the changed articles, while a comparison runs and afterwards."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from nicegui import ui

from webarticlecurator.errors import CuratorError
from webarticlecurator.studio.context import StudioContext
from webarticlecurator.studio.effect_view.accepted_entries import (
    AcceptedEntry,
    accept_articles,
    accept_effects,
)
from webarticlecurator.studio.effect_view.effect_results import EffectRow
from webarticlecurator.studio.effect_view.effect_run import RUNNING, SAMPLE, EffectRun, EffectRuns
from webarticlecurator.studio.effect_view.effect_table import (
    PAGE,
    write_effect_rows,
    write_kinds,
    write_pages,
)
from webarticlecurator.studio.effect_view.effect_words import (
    describe_comparison,
    describe_counts,
    describe_lost,
)
from webarticlecurator.studio.effect_view.expectation_dialog import open_expectation_dialog
from webarticlecurator.studio.effect_view.expectation_effects import ExpectationEffect
from webarticlecurator.studio.effect_view.expectation_panel import write_expectations
from webarticlecurator.studio.html_elements import write_heading
from webarticlecurator.studio.portal_draft import PortalDraft
from webarticlecurator.studio.window import add_button, showing_errors, view_address, write_error

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
            self._again = add_button("Compare again", showing_errors(self._compare_sample))
            self._all = add_button("Compare all stored articles", showing_errors(self._compare_all))
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

    async def _compare_sample(self) -> None:
        await self._runs.begin(self._query.portal_id, self._draft, limit=SAMPLE)
        self._update()

    async def _compare_all(self) -> None:
        await self._runs.begin(self._query.portal_id, self._draft)
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
            write_kinds(results, query.kind, query.address)
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
