"""Note what the pages of articles said that no step has read: another article may have got the
page, or a later answer was read instead.

Which answers are not used is seen in those of a crawl beside each other, so all of them count.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.errors import PageUnreadable
from webarticlecurator.base.model.capture import MADE_UP
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.crawling.captures.article_pages import ArticleStart
from webarticlecurator.crawling.captures.page_choice import FirstPageReader
from webarticlecurator.crawling.captures.supervised_inspection import SupervisedLook
from webarticlecurator.crawling.captures.tasks import article_start
from webarticlecurator.crawling.states.doubtful_answers import note_page_answers
from webarticlecurator.crawling.workers.capture_sources import CorpusSource
from webarticlecurator.storage.answers.portal_answers import Answers, UnnotedPage
from webarticlecurator.storage.store.corpus import WritableCorpus

NOTED = "answers-noted"
"""Key of the note up to which fetch it is known what all pages said."""


def note_unread_answers(
    portal: Portal, corpus: WritableCorpus, since: datetime | None = None
) -> None:
    """Note the messages of pages that have come since this was done last. With ``since``, only
    what was captured then or later counts: the next build reads the others anyway. Needs
    ``corpus.commit``."""
    known = int(corpus.run_log.get_meta(NOTED) or 0)
    for answers in corpus.answers.stores():
        last = known
        while pages := answers.pages_not_noted(last):
            last = pages[-1].fetch
            for page in pages:
                if since is None or page.time >= since:
                    _note_page(portal, corpus, answers, page)
    # With `since` only a part was noted, so the mark must not move past the others.
    if since is None:
        corpus.run_log.set_meta(NOTED, str(corpus.captures.last_fetch_id()))


def _note_page(portal: Portal, corpus: WritableCorpus, answers: Answers, page: UnnotedPage) -> None:
    if not answers.is_compared(page.time) or answers.note_as_before(page):
        return
    capture = corpus.captures.by_id(page.record_id)
    article = corpus.frontier.article(page.first)
    start = ArticleStart(page.url) if article is None else article_start(corpus, article)
    if capture is None or (article is None and page.level != MADE_UP):
        return
    source = CorpusSource(corpus)
    with suppress(PageUnreadable):
        reader = FirstPageReader(portal, source, SupervisedLook(portal).inspect)
        reader.inspect(page.url, capture, replace(start, url=page.first))
    found = (replace(each, level=page.level) for each in source.take_answers())
    note_page_answers(portal, corpus, found)
