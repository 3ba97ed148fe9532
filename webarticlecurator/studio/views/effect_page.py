"""The view ``effect``: all changed articles, and the difference of one.

The view ``effect``: its addresses, and what it shows for each.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from fastapi import Request
from nicegui import app as window
from nicegui import ui

from webarticlecurator.dataclasses import dataclass
from webarticlecurator.model.verdict import BUILD_FAILURES, CURES, REJECTIONS
from webarticlecurator.studio.frame.context import StudioContext, SurveyProgress
from webarticlecurator.studio.frame.portal_draft import PortalDraft, describe_edits, list_edits
from webarticlecurator.studio.frame.widgets import (
    open_table,
    write_element,
    write_heading,
)
from webarticlecurator.studio.frame.window import (
    INSTANT,
    add_button,
    add_page,
    label_prop,
    open_window,
    read_query_number,
    showing_errors,
    view_address,
)
from webarticlecurator.studio.views.effect_panel import (
    EffectPanel,
    EffectQuery,
    open_expectation_dialog,
)
from webarticlecurator.studio.views.effect_run import (
    KINDS,
    SAMPLE,
    EffectRun,
    EffectRuns,
    accept_articles,
)
from webarticlecurator.studio.views.portal_steps import write_steps
from webarticlecurator.text.translation import (
    make_message,
    translate,
    translate_count,
)
from webarticlecurator.trial.compare_articles import (
    NOT_THERE,
    ArticleComparison,
    ArticleEffect,
    LineChange,
    ReadingSummary,
    WordRun,
    count_unchanged,
    shorten_runs,
)


def add_effect_view(context: StudioContext) -> None:
    """Add the view to the application."""
    runs = EffectRuns(context)
    window.on_shutdown(runs.close)

    @add_page("/portal/{portal_id}/effect")
    async def show_effect(request: Request, portal_id: str) -> None:
        given = request.query_params
        kind = given.get("kind", "")
        start = read_query_number(given, "start", 0)
        query = EffectQuery(portal_id, kind if kind in KINDS else "", start, given.get("url", ""))
        with open_window("Effect of the edits", portal_id, "effect"):
            write_steps(context, portal_id)
            ui.add_css(Path(__file__).with_name("effect.css"))
            draft = await asyncio.to_thread(context.open_draft, portal_id)
            await _write_view(context, runs, draft, query)


async def _write_view(
    context: StudioContext, runs: EffectRuns, draft: PortalDraft, query: EffectQuery
) -> None:
    """Write the view of a draft. Raises as ``EffectRuns.begin``."""
    run = runs.latest(query.portal_id)
    is_current = run is not None and run.texts[1] == draft.text
    if draft.is_saved and not is_current:
        name = draft.file.name
        ui.label(
            translate(
                "{name} has no edits that are not saved: there is nothing to compare.", name=name
            )
        )
        with ui.row().classes("studio-row"):
            ui.label(translate("Edit rules in the view"))
            ui.link(translate("Article"), view_address(query.portal_id, "article"))
            ui.label(translate("then come back before you save them."))
        return
    if draft.is_saved:
        ui.label(translate("These edits are saved; this is what they changed.")).classes(
            "studio-quiet"
        )
    elif not is_current:
        run = await runs.begin(query.portal_id, draft, limit=SAMPLE)
    assert run is not None
    edits = list_edits(*run.texts)
    opened = ui.expansion(f"{draft.file.name}: {describe_edits(edits)}").classes("effect-edits")
    with opened.props(INSTANT):
        ui.label("\n".join(edits)).classes("studio-listing").props(
            f'tabindex="0" role="region" {label_prop("Edited lines")}'
        )
    if query.url:
        await write_article(context, run, draft, query)
    else:
        EffectPanel(context, runs, draft, query)


# The difference of one article in its own address, with a way to accept it.


async def write_article(
    context: StudioContext, run: EffectRun, draft: PortalDraft, query: EffectQuery
) -> None:
    """Write the difference of the article of ``query``, from the last comparison, or else read now.
    Raises as ``EffectRun.compare_article``."""
    ui.link(translate("← All changed articles"), query.address(url=""))
    write_element("h2", query.url, "studio-heading")
    effect = await asyncio.to_thread(run.results.find, query.url)
    if effect is None:
        progress = SurveyProgress()
        effect = await context.surveys.run(progress, run.compare_article, query.url, progress)
    if effect is None:
        ui.label(translate("The edits change nothing in this article."))
        return
    url = effect.url if "#" in effect.url else effect.page

    async def accept() -> None:
        accepted = await asyncio.to_thread(accept_articles, run.after, context.sources, [url])
        open_expectation_dialog(
            run.after,
            accepted,
            partial(asyncio.to_thread, run.compare_expectations, context.sources),
        )

    with ui.row().classes("studio-row"):
        ui.link(
            translate("Page and rules"), view_address(query.portal_id, "article", url=effect.page)
        )
    if run.texts[1] != draft.text:
        ui.label(translate("The rules were edited since; this is the state before.")).props(
            'role="status"'
        )
    write_difference(effect)
    add_button("Accept as expectation …", showing_errors(accept), is_main=True)


# The difference of one article: its metadata side by side, its text with the changes marked.

_TAGS = {"gone": "del", "added": "ins", "same": "span"}


def write_difference(effect: ArticleEffect) -> None:
    """Write what changes in an article."""
    compared = effect.comparison
    with ui.element("dl").classes("effect-readings"):
        for name, reading in (
            (translate("Saved file"), effect.before),
            (translate("With the edits"), effect.after),
        ):
            write_element("dt", name)
            write_element("dd", describe_summary(reading))
        write_element("dt", translate("Words"))
        write_element(
            "dd",
            translate(
                "{gained:,} gained, {lost:,} lost",
                gained=compared.words_added,
                lost=compared.words_gone,
            ),
        )
    if compared.metadata:
        write_heading("Metadata")
        with open_table(
            [
                (name, "")
                for name in (
                    translate("Field"),
                    translate("Saved file"),
                    translate("With the edits"),
                )
            ],
            "Changed metadata",
        ):
            for change in compared.metadata:
                with write_element("tr"):
                    write_element("th", change.field, scope="row")
                    for tag, values in (("del", change.old), ("ins", change.new)):
                        with ui.element("td"):
                            if not values:
                                write_element("span", translate("none"), "studio-quiet")
                            for value in values:
                                write_element(tag, value, "effect-value")
    lines, hidden = list_shown_lines(compared)
    write_heading("Text")
    if not lines:
        ui.label(translate("The text stays as it is.")).classes("studio-quiet")
        return
    with ui.element("div").classes("effect-text"):
        for line in lines:
            _write_line(line)
    if hidden:
        ui.label(
            translate(
                "{changes} not shown.",
                changes=translate_count(
                    "{number:,} further change", "{number:,} further changes", hidden
                ),
            )
        ).classes("studio-quiet")


def _write_line(line: ShownLine) -> None:
    if line.unchanged:
        words = translate_count(
            "{number:,} unchanged line", "{number:,} unchanged lines", line.unchanged
        )
        write_element("p", f"… {words}", "effect-gap")
    with ui.element("div").classes("effect-line"):
        write_element("span", line.label, "effect-label")
        with ui.element("p"):
            for run in line.runs:
                write_element(_TAGS[run.fate], f"{run.text} ")
            if line.note:
                write_element("span", line.note, "studio-quiet")


def describe_summary(reading: ReadingSummary) -> str:
    """Return what rules make of an article: its number of words, or why it has no text."""
    if not reading.reason:
        return translate(
            "kept, {words}",
            words=translate_count("{number:,} word", "{number:,} words", reading.words),
        )
    if reading.reason == NOT_THERE:
        return translate("not found as an article of its own")
    meaning = {**REJECTIONS, **BUILD_FAILURES}.get(reading.reason, "")
    rejected = translate("rejected, {reason}", reason=reading.reason)
    words = ": ".join(filter(None, (rejected, translate(meaning), translate(reading.evidence))))
    cure = CURES.get(reading.reason, "")
    return (
        translate("{words}; what to do: {cure}", words=words, cure=translate(cure))
        if cure
        else words
    )


# The changed lines of an article as they are shown.

MAX_LINES = 200
MAX_WORDS = 20_000
"""Changed lines and words that are shown of one article."""
_CHANGES = {
    "changed": make_message("changed"),
    "added": make_message("gained"),
    "removed": make_message("lost"),
    "marked": make_message("other markup"),
}


@dataclass(frozen=True)
class ShownLine:
    """A changed line after ``unchanged`` ones: what it is, and its words."""

    unchanged: int
    label: str
    runs: tuple[WordRun, ...]
    note: str = ""


def list_shown_lines(comparison: ArticleComparison) -> tuple[list[ShownLine], int]:
    """Return the lines to show, and the number of further ones that are left out."""
    shown: list[ShownLine] = []
    words = 0
    for line, unchanged in zip(comparison.lines, count_unchanged(comparison.lines), strict=True):
        runs = tuple(_runs_of(line))
        words += sum(len(run.text.split()) for run in runs)
        if len(shown) == MAX_LINES or (words > MAX_WORDS and shown):
            break
        note = (
            translate("the same words with other links, emphasis or kind of block")
            if line.change == "marked"
            else ""
        )
        shown.append(
            ShownLine(unchanged, f"{line.kind} {translate(_CHANGES[line.change])}", runs, note)
        )
    return shown, len(comparison.lines) - len(shown)


def _runs_of(line: LineChange) -> Iterator[WordRun]:
    """Yield the words; of a block without any, such as a picture, its address."""
    if line.runs:
        yield from shorten_runs(line.runs)
        return
    if line.old and line.old != line.new:
        yield WordRun("gone", line.old)
    if line.new:
        yield WordRun("same" if line.old == line.new else "added", line.new)
