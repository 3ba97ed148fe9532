"""The expectations and the changed articles, while a comparison runs and afterwards."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial

from nicegui import ui

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.errors import CuratorError
from webarticlecurator.base.portal.expectation import ARTICLE
from webarticlecurator.base.text.translation import format_number, translate, translate_count
from webarticlecurator.proposing.trial.rule_effects import ArticleEffect
from webarticlecurator.studio.effect.accepted_entries import accept_effects
from webarticlecurator.studio.effect.effect_results import KINDS
from webarticlecurator.studio.effect.effect_run import RUNNING, SAMPLE, EffectRun, EffectRuns
from webarticlecurator.studio.effect.effect_words import (
    KIND_NAMES,
    KINDS_OF_ENTRIES,
    describe_comparison,
    describe_counts,
    describe_expectations,
    describe_mismatch,
    describe_verdicts,
)
from webarticlecurator.studio.effect.expectation_dialog import open_expectation_dialog
from webarticlecurator.studio.effect.expectation_effects import ExpectationEffect
from webarticlecurator.studio.frame.context import StudioContext
from webarticlecurator.studio.frame.controls import add_button, refill, write_nav
from webarticlecurator.studio.frame.portal_draft import PortalDraft
from webarticlecurator.studio.frame.shown_errors import showing_errors, write_error
from webarticlecurator.studio.frame.widgets import (
    write_element,
    write_heading,
    write_items,
    write_page_links,
    write_table_body,
)
from webarticlecurator.studio.frame.window import view_address
from webarticlecurator.studio.frame.window_timer import WindowTimer

_SECONDS = 0.5
"""Time between two looks at the comparison."""


@dataclass(frozen=True)
class EffectQuery:
    """What a tab shows: a ``page`` of the list of changed articles of a ``kind``, or the
    difference of the article ``url``."""

    portal_id: str
    kind: str = ""
    page: int = 1
    url: str = ""

    def address(self, **changes: str) -> str:
        """Return the address of the view with some changes; another kind begins at its start."""
        page = "" if "kind" in changes or self.page == 1 else str(self.page)
        return view_address(
            self.portal_id, "effect", **{"kind": self.kind, "page": page, **changes}
        )


PAGE = 50
"""Articles on one page of the list."""
MAX_SHOWN = 50
"""Failing expectations that are listed."""


class EffectPanel:
    """The expectations, and the list of changed articles."""

    def __init__(
        self, context: StudioContext, runs: EffectRuns, draft: PortalDraft, query: EffectQuery
    ) -> None:
        self._context, self._runs, self._draft, self._query = context, runs, draft, query
        self._shown: object = None
        self._expected: object = None
        with ui.row().classes("studio-row effect-run"):
            compare = showing_errors(self._compare)
            self._again = add_button("Compare again", partial(compare, SAMPLE))
            self._all = add_button("Compare all stored articles", partial(compare, None))
            self._stop = add_button("Stop", lambda: self._run.progress.stop())
            self._state = ui.label().props('role="status"')
            self._progress = ui.linear_progress(show_value=False).classes("effect-progress")
            self._progress.props["aria-label"] = translate("Compared articles")
        self._expectations = ui.column().classes("studio-part")
        # not shown before the expectations, whose height it would not know
        with ui.column().classes("studio-part") as self._stored:
            write_heading("Stored articles")
            self._counts = ui.label()
            self._lost = ui.label().classes("studio-lines")
            self._error = ui.column().classes("studio-part")
            self._kinds = ui.column().classes("studio-part")
            self._list = ui.column().classes("studio-part")
        WindowTimer(_SECONDS, self._update)
        self._update()

    @property
    def _run(self) -> EffectRun:
        run = self._runs.latest(self._query.portal_id)
        assert run is not None
        return run

    async def _compare(self, limit: int | None) -> None:
        await self._runs.begin(self._query.portal_id, self._draft, limit=limit)
        self._update()

    def _update(self) -> None:
        """Show what has changed since the last look."""
        run = self._run
        counts, expected = run.results.counts(), run.progress.expected
        is_running = run.state == RUNNING
        is_edited = run.texts[1] != self._draft.text
        self._again.set_visibility(is_edited or not is_running)
        self._all.set_visibility(not is_running and run.pages.limit is not None)
        self._stop.set_visibility(is_running)
        self._progress.set_visibility(is_running)
        if expected:
            self._progress.props(remove="indeterminate")
            self._progress.set_value(min(run.progress.done / expected, 1.0))
        else:
            self._progress.props("indeterminate")
        edited = f" {translate('The rules have changed since.')}" if is_edited else ""
        self._state.set_text(f"{describe_comparison(run)}{edited}")
        self._counts.set_text(describe_counts(run))
        self._lost.set_text(
            translate(
                "{lost} could not be read. The first: {first_lost}",
                lost=translate_count("{number:,} article", "{number:,} articles", counts.lost),
                first_lost=counts.first_lost,
            )
        )
        self._lost.set_visibility(bool(counts.lost))
        self._stored.set_visibility(run.expectations is not None or not is_running)
        expectations = (run.expectations, run.expectation_error)
        if self._expected != expectations:
            self._expected = expectations
            with refill(self._expectations):
                self._write_expectations(run)
        if self._shown != (run.results, counts.changed, run.error):
            self._shown = (run.results, counts.changed, run.error)
            self._show_list(run)

    def _show_list(self, run: EffectRun) -> None:
        query, results = self._query, run.results
        with refill(self._error):
            if isinstance(run.error, CuratorError | OSError):
                write_error(run.error)
        counts = results.counts()
        self._kinds.clear()
        self._list.clear()
        if not counts.changed:
            return
        with self._kinds:
            kinds = (
                (name, f"{translate(KIND_NAMES[name])} {format_number(results.count(name))}")
                for name in KINDS
            )
            write_nav(
                "Kinds of change",
                ((words, query.address(kind=name), name == query.kind) for name, words in kinds),
            )
        with self._list:
            if counts.kept < counts.changed:
                words = translate(
                    "The list shows the {number:,} that change most.", number=counts.kept
                )
                ui.label(words).classes("studio-quiet")
            start = (query.page - 1) * PAGE
            rows = results.list_rows(query.kind, start, PAGE)
            if rows:
                with ui.element("table").classes("studio-table effect-table"):
                    names = (translate("Address"), *self._name_columns())
                    for row in write_table_body(rows, [(name, "") for name in names]):
                        self._write_row(row)
            total = results.count(query.kind)
            last = min(start + PAGE, total)
            words = translate(
                "{first:,} to {last:,} of {total:,}", first=start + 1, last=last, total=total
            )
            if total > PAGE or start:
                write_page_links(
                    "Pages of the list",
                    words,
                    query.page,
                    last < total,
                    lambda number: query.address(page=str(number)),
                )

    def _write_row(self, row: ArticleEffect) -> None:
        compared = row.comparison
        with ui.element("td").classes("effect-address"):
            ui.link(row.url, self._query.address(url=row.url))
        cells = (
            (" → ".join(map(format_number, (row.before.words, row.after.words))), "number"),
            (f"+{format_number(compared.words_added)}" if compared.words_added else "", "number"),
            (f"−{format_number(compared.words_gone)}" if compared.words_gone else "", "number"),
            (", ".join(change.field for change in compared.metadata), ""),
            (describe_verdicts(row.before.reason, row.after.reason), ""),
        )
        for name, (text, classes) in zip(self._name_columns(), cells, strict=True):
            write_element("td", text, classes, data_name=name).classes(
                "" if text else "effect-empty"
            )

    def _name_columns(self) -> tuple[str, ...]:
        """Return the heads of the columns behind the address."""
        return (
            translate("Words"),
            translate("Gained"),
            translate("Lost"),
            translate("Metadata"),
            translate("Verdict"),
        )

    async def _open_dialog(self, effects: Sequence[ExpectationEffect]) -> None:
        """Show the entries with what the rules find now, to be written."""
        sources = self._context.sources
        accepted = await asyncio.to_thread(accept_effects, self._run.after, sources, effects)

        async def compare_again() -> None:
            await asyncio.to_thread(self._run.compare_expectations, sources)
            self._update()

        open_expectation_dialog(self._run.after, accepted, compare_again)

    def _write_expectations(self, run: EffectRun) -> None:
        """Write what becomes of the expectations: those that would fail come before everything
        else."""
        write_heading("Expectations")
        if run.expectation_error is not None:
            write_error(run.expectation_error)
            return
        if not run.expectations:
            ui.label(
                translate("Comparing …")
                if run.expectations is None
                else translate(
                    "There are no expectations yet. Open articles below whose new state is"
                    " right, and accept them. Later edits that break them are then shown here"
                    " first."
                )
            ).classes("studio-quiet")
            return
        ui.label(describe_expectations(run.expectations)).props('role="status"')
        failing = sorted(
            (effect for effect in run.expectations if effect.after),
            key=lambda effect: not effect.fails_newly,
        )
        accept = showing_errors(self._open_dialog)
        for effect in write_items(failing[:MAX_SHOWN], "effect-failing"):
            entry = effect.entry
            name = translate("would fail") if effect.fails_newly else translate("fails already")
            kind = translate(KINDS_OF_ENTRIES[entry.kind])
            write_element("span", f"{kind} {name}", "effect-label")
            if entry.kind == ARTICLE:
                ui.link(entry.url, self._query.address(url=entry.url)).classes("effect-address")
            else:
                write_element("span", entry.url, "effect-address")
            with ui.element("ul"):
                for mismatch in effect.after:
                    write_element("li", describe_mismatch(mismatch))
            button = add_button("Expect the new values …", partial(accept, [effect]))
            button.props["aria-label"] = translate(
                "Expect the new values of {url} …", url=effect.entry.url
            )
        if len(failing) > MAX_SHOWN:
            ui.label(
                translate("{number} more are not listed.", number=len(failing) - MAX_SHOWN)
            ).classes("studio-quiet")
        newly = [effect for effect in failing if effect.fails_newly]
        if len(newly) > 1:
            add_button("Expect all new values …", partial(accept, newly))
