"""Ask for an address that certainly does not exist: how a portal says that nothing is there."""

from __future__ import annotations

from datetime import datetime, timedelta
from hashlib import sha256
from urllib.parse import urlsplit

from webarticlecurator.base.model.capture import MADE_UP, Origin
from webarticlecurator.base.model.portal import Portal
from webarticlecurator.crawling.crawl.requester import Requester
from webarticlecurator.crawling.states.pages_of_others import SOFT_404, find_wrong_pages
from webarticlecurator.storage.store.corpus import WritableCorpus

MIN_PAUSE = timedelta(days=30)
"""Between two such requests."""


def ask_made_up_address(
    portal: Portal, corpus: WritableCorpus, requester: Requester, now: datetime
) -> None:
    """Ask for a made-up address, if the crawl has pages that lack the headlines that lists have for
    them, or that show the same, or many that have none in lists; at most once in MIN_PAUSE."""
    known = [fetch.time for fetch in corpus.captures.fetches_of_levels(MADE_UP) if fetch.time]
    if SOFT_404 in portal.article.gate_off or (known and now - max(known) < MIN_PAUSE):
        return
    right = find_wrong_pages(corpus, corpus.answers.run_of(now)).right
    if right:
        requester.get(make_up_address(right), Origin(MADE_UP))
        corpus.commit()


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
