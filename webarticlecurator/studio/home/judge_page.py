"""The view in which a person judges the sample of a corpus by keys, the text beside its page: the
same record as ``curator judge``.
"""

from __future__ import annotations

import asyncio
import getpass
from collections.abc import Mapping
from datetime import datetime, timezone

from nicegui import events, ui

from webarticlecurator.base.text.translation import translate
from webarticlecurator.corpus.judging.judgements import check_judge
from webarticlecurator.corpus.stored_pages.captured_pages import has_corpus
from webarticlecurator.crawling.workers.progress import NullProgress
from webarticlecurator.proposing.judged.judged_article import ArticleToJudge
from webarticlecurator.proposing.judged.judged_summary import describe_end
from webarticlecurator.proposing.judged.judging_session import (
    ENTER,
    HALF_WIDTH,
    KEYS,
    SEED,
    JudgingSession,
    describe_judged,
    find_sample,
)
from webarticlecurator.proposing.trial.extracted_article import read_first_page
from webarticlecurator.studio.frame.context import StudioContext
from webarticlecurator.studio.frame.page_frame import PageFrame
from webarticlecurator.studio.frame.portal_draft import PortalDraft
from webarticlecurator.studio.frame.shown_errors import showing_errors
from webarticlecurator.studio.frame.slow_reading import show_while_waiting
from webarticlecurator.studio.frame.widgets import (
    open_form,
    write_element,
    write_field,
    write_heading,
    write_link,
)
from webarticlecurator.studio.frame.window import view_address


class JudgeView:
    """The view in one tab."""

    def __init__(
        self,
        context: StudioContext,
        portal_id: str,
        _draft: PortalDraft,
        query: Mapping[str, str],
    ) -> None:
        self._context, self._portal_id = context, portal_id
        self._folder = context.settings.corpus_folder(portal_id)
        self._judge = check_judge(query.get("judge") or getpass.getuser())

    async def write(self) -> None:
        """Write the view. Raises CorpusMismatch, StoreDamaged, UsageError."""
        if not has_corpus(self._folder):
            ui.label(translate("Nothing is stored yet."))
            write_link(translate("Crawl the portal"), view_address(self._portal_id, "run"))
            return
        self._portal = await asyncio.to_thread(self._context.catalog.find, self._portal_id)
        self._session = await show_while_waiting(
            "Drawing the sample …", asyncio.to_thread(self._open_session)
        )
        ui.context.client.on_delete(self._session.close)
        address = view_address(self._portal_id, "judge")
        with open_form(address, (), translate("Judge under this name")):
            write_field("Who judges", "judge", self._judge)
        write_element("p", KEYS)
        ui.keyboard(self._press, repeating=False, ignore=["input", "textarea"])
        self._note = ui.input(translate("note"))
        self._note.on("keydown.enter", lambda: self._note.run_method("blur"))
        with write_element("div", classes="judge-row"):
            self._text = write_element("div", classes="studio-stack", role="status")
            self._frame = PageFrame(title=translate("The page")).classes("judge-frame")
        await self._show()

    def _open_session(self) -> JudgingSession:
        today = datetime.now(timezone.utc).date()
        sample = find_sample(self._portal, self._folder, SEED, HALF_WIDTH, today)
        return JudgingSession(self._portal, self._folder, self._judge, sample)

    @showing_errors
    async def _press(self, event: events.KeyEventArguments) -> None:
        """Do what a key says."""
        key = str(event.key.name)
        if not event.action.keydown or event.modifiers.ctrl or event.modifiers.alt:
            return
        if key == "m":
            self._note.run_method("focus")
        else:
            self._session.note = self._note.value
            key = ENTER if key == "Enter" else key
            if await asyncio.to_thread(self._session.press, key):
                await self._show()

    async def _show(self) -> None:
        article = await asyncio.to_thread(self._session.article)
        shown = article.url if article is not None else ""
        is_new = shown != getattr(self, "_shown", None)
        self._shown, self._note.value = shown, self._session.note
        self._text.clear()
        with self._text:
            if article is None:
                await self._write_end()
            else:
                self._write_article(article)
        if is_new and article is not None:
            page = await asyncio.to_thread(read_first_page, self._portal, self._folder, article.url)
            if page is not None and self._shown == shown:
                await self._frame.show_stored(self._context, self._portal, page)

    def _write_article(self, article: ArticleToJudge) -> None:
        write_heading(translate(self._session.describe_place()))
        write_link(article.url, view_address(self._portal_id, "article", url=article.url))
        write_element("p", ", ".join(sorted(self._session.faults)), "mark-doubt")
        for line in filter(None, describe_judged(article, self._session.view)):
            write_element("p", translate(line))

    async def _write_end(self) -> None:
        ended = describe_end(self._portal, self._folder, self._session, NullProgress())
        for line in await asyncio.to_thread(list, ended):
            write_element("p", translate(line))
