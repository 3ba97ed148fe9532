"""Ask for an address that certainly does not exist: how a portal says that nothing is there."""

from __future__ import annotations

from datetime import datetime, timedelta
from hashlib import sha256
from urllib.parse import urlsplit

from webarticlecurator.base.model.capture import MADE_UP, Origin
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.crawling.crawl.requester import Requester
from webarticlecurator.crawling.states.pages_of_others import SOFT_404
from webarticlecurator.crawling.states.unread_answers import note_unread_answers
from webarticlecurator.storage.store.corpus import WritableCorpus

MIN_PAUSE = timedelta(days=30)
"""Between two such requests."""


def ask_made_up_address(
    portal: Portal, corpus: WritableCorpus, requester: Requester, now: datetime, right: str
) -> bool:
    """Ask for an address like that of a page that may be ``right``, and note the answer; at most
    once in MIN_PAUSE. Return whether it was asked."""
    known = [fetch.time for fetch in corpus.captures.fetches_of_levels(MADE_UP) if fetch.time]
    if SOFT_404 in portal.article.gate_off or (known and now - max(known) < MIN_PAUSE):
        return False
    requester.get(make_up_address(right), Origin(MADE_UP))
    note_unread_answers(portal, corpus, now)
    corpus.commit()
    return True


def make_up_address(url: str) -> str:
    """Return an address like that of an article, with another name in its path, or with other
    values in its query."""
    parts = urlsplit(url)
    name = sha256(url.encode("utf-8", "replace")).hexdigest()[:20]
    if parts.query:
        keys = (each.partition("=")[0] for each in parts.query.split("&"))
        return parts._replace(query="&".join(f"{key}={name}" for key in keys)).geturl()
    folder, slash, last = parts.path.rstrip("/").rpartition("/")
    stem, dot, ending = last.rpartition(".")
    end = f"{dot}{ending}" if stem else ""
    end += "/" if parts.path.endswith("/") else ""
    return parts._replace(path=f"{folder}{slash}{name}{end}").geturl()
