"""The difference of one article: its metadata side by side, its text with the changes marked."""

from __future__ import annotations

from nicegui import ui

from webarticlecurator.base.model.verdict import BUILD_FAILURES, CURES, REJECTIONS
from webarticlecurator.base.text.translation import translate, translate_count
from webarticlecurator.proposing.trial.rule_effects import NOT_THERE, ArticleEffect, ReadingSummary
from webarticlecurator.studio.effect.difference_lines import ShownLine, list_shown_lines
from webarticlecurator.studio.frame.widgets import (
    write_element,
    write_heading,
    write_table_rows,
)

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
        names = (translate("Field"), translate("Saved file"), translate("With the edits"))
        for change in write_table_rows(
            compared.metadata, [(name, "") for name in names], "Changed metadata"
        ):
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
