"""Ask for the front page of a portal of which no list is walked: its archive has ended by its file,
and may have gone on; or has not begun by the clock of this computer, which its answer may refute.
"""

from __future__ import annotations

from datetime import date, datetime, timedelta

from webarticlecurator.base.model.capture import Origin
from webarticlecurator.base.portal.portal import Portal
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
    """Ask for the front page where no list has begun, or all are over for MIN_ENDED; of these, at
    most once in MIN_PAUSE."""
    is_before = all(
        span.dates is not None and today < span.dates.start for span in portal.spans.values()
    )
    if not is_before and not has_ended(portal, today - MIN_ENDED):
        return
    known = [each.time for each in corpus.captures.fetches(portal.home) if each.time]
    if is_before or not known or now - max(known) >= MIN_PAUSE:
        requester.get(portal.home, Origin(HOME))
        corpus.commit()
