"""The expectations and the changed articles, while a comparison runs and afterwards."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial

from nicegui import ui

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.errors import CuratorError
from webarticlecurator.base.portal.expectation import ARTICLE
from webarticlecurator.base.text.translation import format_number, translate, translate_count
from webarticlecurator.proposing.trial.rule_effects import ArticleEffect
from webarticlecurator.studio.effect.accepted_entries import (
    AcceptedEntry,
    accept_articles,
    accept_effects,
)
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
from webarticlecurator.studio.frame.context import StudioContext
from webarticlecurator.studio.frame.controls import add_button, label_prop, refill, write_nav
from webarticlecurator.studio.frame.portal_draft import PortalDraft
from webarticlecurator.studio.frame.shown_errors import showing_errors, write_error
from webarticlecurator.studio.frame.widgets import (
    write_element,
    write_heading,
    write_items,
    write_table_body,
)
from webarticlecurator.studio.frame.window import view_address
from webarticlecurator.studio.frame.window_timer import WindowTimer

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
        start = "" if "kind" in changes or not self.start else str(self.start)
        return view_address(
            self.portal_id, "effect", **{"kind": self.kind, "start": start, **changes}
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
        # the chosen articles, with the addresses of their pages
        self._chosen: dict[str, str] = {}
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
            with ui.row().classes("studio-row") as self._choice:
                add_button("Choose all on this page", self._choose_page)
                self._accept = add_button("", showing_errors(self._accept_chosen))
            self._list = ui.column().classes("studio-part")
        self._show_chosen()
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
        self._choice.set_visibility(bool(counts.changed))
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
            rows = results.list_rows(query.kind, query.start, PAGE)
            if rows:
                with ui.element("table").classes("studio-table effect-table"):
                    names = (translate("Choose"), translate("Address"), *self._name_columns())
                    for row in write_table_body(rows, [(name, "") for name in names]):
                        self._write_row(row)
            start = query.start
            total = results.count(query.kind)
            last = min(start + PAGE, total)
            if total > PAGE or start:
                with ui.element("nav").props(label_prop("Pages of the list")).classes("studio-nav"):
                    if start:
                        ui.link(
                            translate("Previous"),
                            query.address(start=str(start - PAGE) if start > PAGE else ""),
                        )
                    ui.label(
                        translate(
                            "{first:,} to {last:,} of {total:,}",
                            first=start + 1,
                            last=last,
                            total=total,
                        )
                    )
                    if last < total:
                        ui.link(translate("Next"), query.address(start=str(last)))

    def _write_row(self, row: ArticleEffect) -> None:
        compared = row.comparison
        with ui.element("td"):
            ui.checkbox(
                value=row.url in self._chosen,
                on_change=lambda event: self._choose(row.url, row.page, event.value),
            ).props("dense").props["aria-label"] = translate("Choose {url}", url=row.url)
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

    def _choose(self, url: str, page: str, is_chosen: bool) -> None:
        self._chosen.pop(url, None)
        if is_chosen:
            self._chosen[url] = page
        self._show_chosen()

    def _choose_page(self) -> None:
        query = self._query
        self._chosen |= {
            row.url: row.page for row in self._run.results.list_rows(query.kind, query.start, PAGE)
        }
        self._show_list(self._run)
        self._show_chosen()

    def _show_chosen(self) -> None:
        number = len(self._chosen)
        chosen = f" ({format_number(number)})" if number else ""
        self._accept.set_text(
            translate("Accept the chosen as expectations{chosen} …", chosen=chosen)
        )
        self._accept.set_enabled(bool(number))

    async def _accept_chosen(self) -> None:
        await self._open_dialog(
            accept_articles, [url if "#" in url else page for url, page in self._chosen.items()]
        )

    async def _open_dialog(self, accept: Callable[..., list[AcceptedEntry]], what: object) -> None:
        """Show the entries that ``accept`` makes of something, to be written."""
        accepted = await asyncio.to_thread(accept, self._run.after, self._context.sources, what)

        async def compare_again() -> None:
            await asyncio.to_thread(self._run.compare_expectations, self._context.sources)
            self._chosen.clear()
            self._shown = None
            self._show_chosen()
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
                    "There are no expectations yet. Choose articles below whose new state is"
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
        accept = partial(showing_errors(self._open_dialog), accept_effects)
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
