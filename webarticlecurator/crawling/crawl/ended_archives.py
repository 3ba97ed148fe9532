"""Ask for the front page of a portal whose archive has ended by its file: it may have gone on."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from webarticlecurator.base.model.capture import Origin
from webarticlecurator.base.model.portal import Portal
from webarticlecurator.crawling.crawl.requester import Requester
from webarticlecurator.crawling.states.later_articles import HOME, has_ended
from webarticlecurator.storage.store.corpus import WritableCorpus

MIN_ENDED = timedelta(days=182)
"""Since when all lists are over: until then, whoever wrote the last day may well know of it."""
MIN_PAUSE = timedelta(days=7)
"""Between two such requests."""


def ask_front_page(
    portal: Portal, corpus: WritableCorpus, requester: Requester, now: datetime, today: date
) -> None:
    """Ask for the front page where all lists are over for MIN_ENDED, at most once in MIN_PAUSE."""
    if not has_ended(portal, today - MIN_ENDED):
        return
    known = [each.time for each in corpus.captures.fetches(portal.home) if each.time]
    if not known or now - max(known) >= MIN_PAUSE:
        requester.get(portal.home, Origin(HOME))
        corpus.commit()
