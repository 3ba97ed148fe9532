"""The difference of one article: its metadata side by side, its text with the changes marked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from nicegui import ui

from webarticlecurator.studio.effect_view.effect_words import describe_summary, format_number_of
from webarticlecurator.studio.frame.widgets import write_element, write_heading, write_table_head
from webarticlecurator.trial.compare_articles import (
    ArticleComparison,
    FieldChange,
    LineChange,
    WordRun,
    count_unchanged,
    shorten_runs,
)
from webarticlecurator.trial.rule_effects import ArticleEffect

_TAGS = {"gone": "del", "added": "ins", "same": "span"}


def write_difference(effect: ArticleEffect) -> None:
    """Write what changes in an article."""
    compared = effect.comparison
    with ui.element("dl").classes("effect-readings"):
        for name, reading in (("Saved file", effect.before), ("With the edits", effect.after)):
            write_element("dt", name)
            write_element("dd", describe_summary(reading))
        write_element("dt", "Words")
        write_element("dd", f"{compared.words_added:,} gained, {compared.words_gone:,} lost")
    if compared.metadata:
        write_heading("Metadata")
        _write_metadata(compared.metadata)
    lines, hidden = list_shown_lines(compared)
    write_heading("Text")
    if not lines:
        ui.label("The text stays as it is.").classes("studio-quiet")
        return
    with ui.element("div").classes("effect-text"):
        for line in lines:
            _write_line(line)
    if hidden:
        ui.label(f"{format_number_of(hidden, 'further change')} not shown.").classes("studio-quiet")


def _write_metadata(changes: Sequence[FieldChange]) -> None:
    with (
        ui.element("div")
        .classes("studio-wide")
        .props('tabindex="0" role="region" aria-label="Changed metadata"'),
        ui.element("table").classes("studio-table"),
    ):
        write_table_head([(name, "") for name in ("Field", "Saved file", "With the edits")])
        with ui.element("tbody"):
            for change in changes:
                with ui.element("tr"):
                    write_element("th", change.field, scope="row")
                    for tag, values in (("del", change.old), ("ins", change.new)):
                        _write_values(tag, values)


def _write_values(tag: str, values: Sequence[str]) -> None:
    with ui.element("td"):
        if not values:
            write_element("span", "none", "studio-quiet")
        for value in values:
            write_element(tag, value, "effect-value")


def _write_line(line: ShownLine) -> None:
    if line.unchanged:
        words = format_number_of(line.unchanged, "unchanged line")
        write_element("p", f"… {words}", "effect-gap")
    with ui.element("div").classes("effect-line"):
        write_element("span", line.label, "effect-label")
        with ui.element("p"):
            for run in line.runs:
                _write_run(run)
            if line.note:
                write_element("span", line.note, "studio-quiet")


def _write_run(run: WordRun) -> None:
    write_element(_TAGS[run.fate], f"{run.text} ")


# The changed lines of an article as they are shown.

MAX_LINES = 200
MAX_WORDS = 20_000
"""Changed lines and words that are shown of one article."""
_CHANGES = {"changed": "changed", "added": "gained", "removed": "lost", "marked": "other markup"}
_SAME_WORDS = "the same words with other links, emphasis or kind of block"


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
        note = _SAME_WORDS if line.change == "marked" else ""
        shown.append(ShownLine(unchanged, f"{line.kind} {_CHANGES[line.change]}", runs, note))
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
