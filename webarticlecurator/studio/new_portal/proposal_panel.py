"""The panel that shows what a proposed portal file reads, asks what is doubtful, and writes it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from nicegui import ui

from webarticlecurator.base.model.verdict import REJECTIONS
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.proposal.article_readings import ArticleReading, parse_reading
from webarticlecurator.base.text.translation import translate
from webarticlecurator.corpus.charts.bar_names import count_articles, name_value
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.portal_file.yaml_file.yaml_edit import set_value
from webarticlecurator.portal_file.yaml_file.yaml_text import Keyword
from webarticlecurator.proposing.trial.archive_edits import set_whole
from webarticlecurator.proposing.trial.left_out_parts import list_left_out
from webarticlecurator.studio.frame.context import StudioContext
from webarticlecurator.studio.frame.controls import add_button, label_prop, refill
from webarticlecurator.studio.frame.shown_errors import showing_errors
from webarticlecurator.studio.frame.widgets import (
    MARKS,
    open_details,
    write_element,
    write_heading,
    write_items,
    write_mark,
)
from webarticlecurator.studio.frame.window import view_address
from webarticlecurator.studio.new_portal.proposal_questions import Answer, Question, ask
from webarticlecurator.studio.new_portal.proposal_run import run_proposal
from webarticlecurator.studio.portal.portal_facts import FIELDS
from webarticlecurator.studio.portal.portal_file_writing import NO_FILE, write_portal

AfterWriting = Callable[[Path, str], Awaitable[None]]
"""Called with the new file and the id of its portal, before its next step opens."""
_NEXT_STEP = Answer("")


class ProposalPanel:
    """Where a form shows what it proposes. ``warcs`` are listed beside the file that is written;
    ``after_writing`` is called then."""

    def __init__(self, context: StudioContext, after_writing: AfterWriting) -> None:
        self._context, self._after_writing = context, after_writing
        self.warcs: Sequence[Path] = ()
        self._place = ui.column().classes("studio-part")
        self._text = ""

    async def propose(self, arguments: Sequence[str]) -> None:
        """Run ``curator new`` with arguments and show what it proposes. Raises UsageError if it
        proposes nothing."""
        found = await run_proposal(
            self._context,
            self._place,
            ("new", *arguments),
            translate("Proposing a portal file …"),
        )
        await self.show(found["file"], found)

    async def show(self, text: str, found: Mapping[str, Any] | None = None) -> None:
        """Show what is to be asked about a proposed file, what it reads, and the file itself folded
        to a line. Raises ConfigError."""
        self._text = text
        portal = await asyncio.to_thread(
            load_portal, self._context.settings.folder / NO_FILE, content=text.encode("utf-8")
        )
        questions = [ask(doubt, found["url"]) for doubt in found["doubts"]] if found else []
        readings = [*map(parse_reading, found["articles"])] if found else []
        with refill(self._place):
            if found:
                write_element("p", found["summary"], "studio-anywhere")
            if questions:
                write_heading("Look at this")
                for question in write_items(questions, "studio-plain proposal-questions"):
                    self._write_question(question, portal)
            with ui.row().classes("studio-row proposal-write"):
                self._id = (
                    ui.input(translate("Id of the portal"), value=portal.id)
                    .props("outlined dense")
                    .tooltip(translate("It names the file and the folder of the corpus."))
                )
                add_button("Write the file", showing_errors(self._write), is_main=True)
            if readings:
                write_heading("What the file reads")
                number = count_articles(len(readings))
                words = translate("{articles} were read for this.", articles=number)
                with write_element("p", words, "form-row"):
                    for is_sure, (_, words) in MARKS.items():
                        with write_element("span"):
                            write_mark(is_sure=is_sure)
                            write_element("span", translate(words))
                for reading in write_items(readings, "studio-plain proposal-cards"):
                    _write_reading(reading)
            with open_details("The proposed file"):
                self._file = (
                    ui.label(text)
                    .classes("studio-listing")
                    .props(f'tabindex="0" role="region" {label_prop("The proposed file")}')
                )

    def _write_question(self, question: Question, portal: Portal) -> None:
        write_element("h3", question.words, "studio-heading")
        write_element("p", question.evidence, "studio-quiet studio-anywhere")
        answers = ui.row().classes("studio-row")

        async def write_answer(answer: Answer) -> None:
            if answer.is_whole:
                self._text = set_whole(self._text, [column.name for column in portal.columns])
            else:
                place = ["article", "metadata", answer.without]
                self._text = set_value(self._text, place, Keyword("none"))
            self._file.set_text(self._text)
            with refill(answers):
                write_mark(is_sure=True)
                ui.label(translate(answer.words))

        with answers:
            for answer in question.answers:
                act = partial(self._write, answer, question.url)
                if not answer.view:
                    act = partial(write_answer, answer)
                add_button(answer.words, showing_errors(act))

    async def _write(self, answer: Answer = _NEXT_STEP, url: str = "") -> None:
        """Write the file, and open the view of an answer, by default that of the next step."""
        context, portal_id = self._context, (self._id.value or "").strip()
        known = [entry.id for entry in await asyncio.to_thread(context.catalog.entries)]
        path = await asyncio.to_thread(
            write_portal, context.settings.folder, self._text, portal_id, known, self.warcs
        )
        context.catalog.read_again()
        await self._after_writing(path, portal_id)
        shown = {"url": url, "point": answer.point, "step": answer.step}
        ui.navigate.to(view_address(portal_id, answer.view, **shown))


def _write_reading(reading: ArticleReading) -> None:
    """Write the card of an article."""
    if reading.rejected:
        write_element("h3", reading.url, "studio-heading")
        with write_element("p", translate(REJECTIONS.get(reading.rejected, reading.rejected))):
            write_mark(is_sure=False)
        return
    for name in FIELDS:
        found, is_title = reading.find(name), name == "title"
        values = [name_value(name, value) for value in found.values]
        missing = translate("{field}: not found", field=translate(FIELDS[name]))
        words = "; ".join(values) or missing
        with write_heading(words, 3) if is_title else write_element("p", words):
            write_mark(is_sure=found.is_sure)
    with write_element("p", f"{reading.start}\u00a0…", "studio-quiet"):
        write_mark(is_sure=reading.is_sure)
    parts = ", ".join(map(translate, list_left_out(reading.dropped)))
    words = translate("{words:,} words", words=reading.words)
    if parts:
        words += ". " + translate("Left out: {parts}", parts=parts)
    write_element("p", words, "studio-small")
