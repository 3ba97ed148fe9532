"""The view ``repair``: a portal that has changed its pages, from the drift that a crawl noticed to
the rules that are proposed, accepted and built by, with what each step changed."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path
from typing import Any

from nicegui import ui
from starlette.datastructures import QueryParams

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.model.corpus_run import RunCounts
from webarticlecurator.base.model.doubts import Doubt
from webarticlecurator.base.model.verdict import REJECTIONS
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.text.translation import as_message, make_message, translate
from webarticlecurator.corpus.charts.bar_names import name_field, name_value
from webarticlecurator.corpus.stored_pages.captured_pages import has_corpus, to_stored_page
from webarticlecurator.crawling.building.run_drift import (
    KIND,
    REPAIRED,
    Drift,
    DriftKind,
    read_drifts,
)
from webarticlecurator.crawling.states.corpus_doubts import read_doubts
from webarticlecurator.portal_file.yaml_file.article_rule_paths import find_layout_rules
from webarticlecurator.proposing.trial.rule_sentences import list_rule_sentences
from webarticlecurator.storage.store.view import view_corpus
from webarticlecurator.studio.frame.context import StudioContext
from webarticlecurator.studio.frame.controls import add_button, label_prop, refill
from webarticlecurator.studio.frame.file_edits import describe_edits, list_edits
from webarticlecurator.studio.frame.page_frame import PageFrame
from webarticlecurator.studio.frame.portal_draft import PortalDraft
from webarticlecurator.studio.frame.run_records import RunRecord
from webarticlecurator.studio.frame.shown_errors import showing_errors, writing_errors
from webarticlecurator.studio.frame.terms import explain_term, write_term
from webarticlecurator.studio.frame.widgets import (
    open_details,
    write_element,
    write_heading,
    write_items,
    write_link,
    write_pieces,
)
from webarticlecurator.studio.frame.window import view_address
from webarticlecurator.studio.new_portal.proposal_run import run_proposal
from webarticlecurator.studio.portal.corpus_state import (
    build_words,
    crawl_words,
    start_command,
)
from webarticlecurator.studio.portal.mended_doubts import find_mending
from webarticlecurator.studio.portal.steps_line import add_portal_view
from webarticlecurator.studio.repair.repair_proof_panel import write_proof
from webarticlecurator.studio.run.run_panel import RunPanel
from webarticlecurator.studio.shown_page.article_loading import open_article, read_article
from webarticlecurator.studio.shown_page.screen import ArticleScreen
from webarticlecurator.studio.shown_page.screen_index import find_opening, make_marks
from webarticlecurator.studio.shown_page.screen_lines import (
    describe_text_choice,
    explain_text_choice,
)

MAX_BEFORE = 1000
"""Articles before the first bad one among which the last good one is looked for."""
_SHOWN = ("title", "authors", "published")


@dataclass(frozen=True)
class NoticedDrift:
    """What crawls have noticed of articles (``drifts``) and else (``doubts``), with the last good
    article and the first bad one, "" where there is none."""

    drifts: tuple[Drift, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    good: str = ""
    bad: str = ""


@dataclass
class RepairStory:
    """What was done for a portal in this studio: the last proposal as ``curator repair --json``
    has it, the texts before and after it was accepted, and the build, with the numbers before."""

    proposal: dict[str, Any] | None = None
    texts: tuple[str, str] = ("", "")
    before: RunCounts | None = None
    build: RunRecord | None = None


def add_repair_view(context: StudioContext) -> None:
    """Add the view to the application."""
    add_portal_view(context, "repair", "Repair after a redesign", partial(_write_view, {}))


async def _write_view(
    stories: dict[str, RepairStory],
    context: StudioContext,
    portal_id: str,
    draft: PortalDraft,
    _query: QueryParams,
) -> None:
    repair_story = stories.setdefault(portal_id, RepairStory())
    await RepairPanel(context, portal_id, draft, repair_story).write()


def find_drift(portal: Portal, folder: Path) -> NoticedDrift:
    """Return what crawls have noticed of changed pages. Raises CorpusMismatch, StoreDamaged."""
    if not has_corpus(folder):
        return NoticedDrift()
    with view_corpus(folder, portal.id) as corpus:
        drifts = tuple(read_drifts(corpus.run_log))
        others = REPAIRED - {KIND}
        doubts = tuple(each for each in read_doubts(portal, corpus) if each.kind in others)
        bad = next(filter(None, (corpus.frontier.article(each.shows) for each in drifts)), None)
        if bad is None:
            return NoticedDrift(drifts, doubts)
        good = [
            # the last month in which there is one, as the path of the TEI file begins
            ((row.tei or "")[:7], row.id, row.requested)
            for row in corpus.frontier.with_ids(range(max(1, bad.id - MAX_BEFORE), bad.id))
            if row.state == "tei" and row.column == bad.column
        ]
        return NoticedDrift(drifts, doubts, max(good)[2] if good else "", bad.requested)


def count_stored(portal: Portal, folder: Path) -> RunCounts:
    """Return what the corpus in a folder holds. Raises CorpusMismatch, StoreDamaged."""
    with view_corpus(folder, portal.id) as corpus:
        return corpus.run_log.count_now()


class RepairPanel:
    """The view of one portal: a part for each step."""

    def __init__(
        self, context: StudioContext, portal_id: str, draft: PortalDraft, repair_story: RepairStory
    ) -> None:
        self._context, self._portal_id = context, portal_id
        self._draft, self._story = draft, repair_story
        self._folder = context.settings.corpus_folder(portal_id)

    async def write(self) -> None:
        """Write all parts. Raises ConfigError, CorpusMismatch, StoreDamaged."""
        portal = await asyncio.to_thread(self._draft.portal)
        write_heading("1. What is wrong")
        noticed = await asyncio.to_thread(find_drift, portal, self._folder)
        for drift in noticed.drifts:
            write_term(*_describe_drift(drift))
        for doubt in noticed.doubts:
            ui.label(find_mending(doubt, 1).note)
        is_main = bool(noticed.drifts or noticed.doubts)
        if not is_main:
            ui.label(translate("No crawl has found that the pages have changed."))
        await self._write_pages(portal, noticed)
        write_heading("2. The proposal and its proof")
        left = self._draft.file.with_name(f"{self._draft.file.stem}.proposed.yaml")
        if left.exists():
            ui.label(
                translate(
                    "curator watch has saved {file}. Its rules are proposed here with their proof.",
                    file=left.name,
                )
            )
        add_button("Propose rules", showing_errors(self._propose), is_main=is_main).classes(
            "repair-propose"
        )
        self._proposal, self._changes = (ui.column().classes("studio-part") for _ in range(2))
        await self._write_proposal()
        await self._write_changes()

    async def _write_pages(self, portal: Portal, noticed: NoticedDrift) -> None:
        """Write the last good article and the first bad one beside each other: what the rules read
        of both before their pages, so that nothing moves."""
        articles = (
            (translate("The last good article"), noticed.good),
            (translate("The first bad one"), noticed.bad),
        )
        with ui.element("div").classes("repair-pages"):
            sections = [
                (ui.element("section").props(label_prop(words)), words, url)
                for words, url in articles
                if url
            ]
        shown = []
        for section, words, url in sections:
            with section, writing_errors():
                write_heading(words, 3)
                write_link(url, view_address(self._portal_id, "article", url=url))
                screen, page = await self._read(portal, url)
                _write_facts(screen)
                choice = describe_text_choice(screen)
                write_term(choice, explain_text_choice(screen), "studio-quiet")
                shown.append((section, words, screen, page))
        for section, words, screen, page in shown:
            with section, writing_errors():
                frame = PageFrame(title=words).classes("repair-frame")
                await frame.show_stored(
                    self._context, portal, page, make_marks(screen), find_opening(screen)
                )

    async def _read(self, portal: Portal, url: str) -> tuple[ArticleScreen, Any]:
        """Return what the rules make of an article, and its first page."""
        article = await open_article(self._context, portal, url)
        article, screen = await read_article(self._context, portal, article, url, "")
        bodies = article.bodies.get(article.task.start.url, ())
        if not bodies:
            raise UsageError(
                make_message("no complete answer with status 200 is stored for {url}", url=url)
            )
        return screen, to_stored_page(bodies[-1], portal.timezone)

    async def _propose(self) -> None:
        """Run ``curator repair``, and show what it answers."""
        file = self._draft.file
        if not self._draft.is_saved:
            raise UsageError(
                make_message("{file} has edits that are not saved", file=file.name),
                "Save them, or undo them.",
            )
        words = await asyncio.to_thread(self._context.list_words, ["repair"], file, self._portal_id)
        self._story.proposal = None
        self._story.proposal = await run_proposal(
            self._context, self._proposal, words, translate("Proposing rules …")
        )
        await self._write_proposal()

    async def _write_proposal(self) -> None:
        proposal, draft = self._story.proposal, self._draft
        with refill(self._proposal), writing_errors():
            if proposal is None:
                return
            write_proof(proposal, self._portal_id)
            edits = list_edits(draft.saved_text, proposal["file"])
            if not edits:
                write_element("p", translate("No rules are proposed."))
                return
            if proposal["layout"]:
                portal = await asyncio.to_thread(draft.read_text, proposal["file"])
                rules = find_layout_rules(portal, proposal["layout"])
                write_heading(translate("The layout {name}", name=proposal["layout"]), 3)
                for sentence in write_items(list_rule_sentences(rules), "article-rules"):
                    write_pieces(sentence.words)
            words = translate("What changes in the file: {edits}", edits=describe_edits(edits))
            with open_details(words):
                lines = "\n".join(edits)
                write_element("pre", lines, "studio-listing", tabindex="0", role="region").props(
                    label_prop("Proposed lines")
                )
            add_button("Accept", showing_errors(self._accept), is_main=True).classes(
                "repair-accept"
            )

    async def _accept(self) -> None:
        """Make the proposal the text that is edited; nothing is saved."""
        assert self._story.proposal is not None
        before = self._draft.text
        self._draft.replace(self._story.proposal["file"])
        self._story.texts, self._story.build = (before, self._draft.text), None
        self._story.proposal = None
        await self._write_proposal()
        await self._write_changes()

    async def _write_changes(self) -> None:
        """Write what was accepted, and what the build made of it."""
        repair_story = self._story
        with refill(self._changes), writing_errors():
            if not repair_story.texts[1]:
                return
            write_heading("3. What each step changed")
            edits = list_edits(*repair_story.texts)
            with ui.row().classes("studio-row"):
                ui.label(
                    translate(
                        "Accepted: {edits} in {file}.",
                        edits=describe_edits(edits),
                        file=self._draft.file.name,
                    )
                )
                if not self._draft.is_saved:
                    ui.link(
                        translate("What they change in the stored articles"),
                        view_address(self._portal_id, "effect"),
                    )
            if not self._draft.is_saved:
                add_button("Save and build", showing_errors(self._build), is_main=True).classes(
                    "repair-build"
                )
            if repair_story.build is not None:
                self._numbers = ui.label().props('role="status"')
                await RunPanel(self._context, repair_story.build, self._show_numbers).follow()
                self._again = ui.row()
                await self._show_numbers()

    async def _build(self) -> None:
        """Save the portal file, and start a build."""
        portal = await asyncio.to_thread(self._draft.portal)
        self._story.before = await asyncio.to_thread(count_stored, portal, self._folder)
        await asyncio.to_thread(self._draft.save)
        words = build_words(self._context.settings, portal, everything=False)
        self._story.build = await asyncio.to_thread(self._context.runs.start, words, [portal.id])
        await self._write_changes()

    async def _show_numbers(self) -> None:
        before, build = self._story.before, self._story.build
        assert before is not None and build is not None
        state = await asyncio.to_thread(self._context.runs.read, build)
        if not state.is_running:
            now = await asyncio.to_thread(
                count_stored, await asyncio.to_thread(self._draft.portal), self._folder
            )
            self._numbers.set_text(
                translate(
                    "Built: {tei:,} articles in TEI (before: {before:,}), {words:,}"
                    " words ({words_before:,}), {rejected:,} rejected"
                    " ({rejected_before:,}).",
                    tei=now.tei,
                    before=before.tei,
                    words=now.words or 0,
                    words_before=before.words or 0,
                    rejected=now.rejected,
                    rejected_before=before.rejected,
                )
            )
            with refill(self._again):
                crawl = showing_errors(self._crawl)
                add_button("Crawl what is new", crawl, is_main=True).classes("repair-crawl")

    async def _crawl(self) -> None:
        """Start a crawl by the new rules, and open its run."""
        context, portal = self._context, await asyncio.to_thread(self._draft.portal)
        address = view_address(self._portal_id, "run")
        await start_command(
            context.runs, address, crawl_words(context.settings, [portal]), [portal]
        )


def _describe_drift(drift: Drift) -> tuple[str, str]:
    """Return what has changed, and what a term in it means, "" where there is none."""
    words = drift.words
    if drift.kind is DriftKind.FIELD:
        words = words.map_values(name_field)
    return (
        translate(
            "The pages of the column {of} have probably changed: {words}.",
            of=drift.place,
            words=words,
        ),
        explain_term("root") if drift.kind is DriftKind.ROOT else "",
    )


def _write_facts(screen: ArticleScreen) -> None:
    """Write what the rules read of an article: words and values, or why there is none."""
    with ui.element("div").classes("repair-facts"):
        if screen.rejected:
            code = screen.rejected.partition(":")[0]
            reason = as_message(REJECTIONS.get(code, screen.rejected))
            words = translate("no article: {reason}", reason=reason)
            write_term(words, explain_term("root") if code == "no-root" else "")
            return
        kept = screen.words.get("kept", 0) + screen.words.get("unclaimed", 0)
        write_element("span", translate("{words:,} words", words=kept))
        for name in _SHOWN:
            values = (each.value for each in screen.values if each.field == name)
            text = ", ".join(name_value(name, value) for value in values)
            write_element("span", f"{name_field(name)}: {text or translate('none')}")
