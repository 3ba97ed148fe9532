"""Listed addresses on other hosts from which nothing was ever read: often advertisements between
the articles.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from webarticlecurator.base.portal.hosts import origin_of, portal_hosts
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.text.translation import as_message, make_message
from webarticlecurator.storage.frontier.index_values import ArticleRow
from webarticlecurator.storage.store.view import CorpusView


def list_on_silent_hosts(portal: Portal, corpus: CorpusView) -> Sequence[ArticleRow]:
    """Return the articles on other hosts whose robots.txt cannot be read, and from which no page
    ever was; () unless more articles than that were read: the portal may have all of
    its articles elsewhere. (A host that does not exist is told on one day only.)"""
    failed = corpus.frontier.with_verdict("failed", "robots-unreachable")
    hosts = portal_hosts(portal)
    is_known = cache(lambda url: hosts.belongs(url) or corpus.captures.has_page_below(url))
    found = [row for row in failed if not is_known(origin_of(row.requested))]
    counts = corpus.article_counts.by_state() if found else None
    return found if counts is not None and len(found) < counts.tei + counts.stored else ()


def describe_silent_hosts(rows: Sequence[ArticleRow]) -> Iterator[str]:
    """Yield the remark on such articles."""
    if rows:
        yield make_message(
            "other-hosts: {number} listed addresses are on other hosts from which nothing was ever"
            " read, such as {url} ({message}); each crawl requests them again. If they are not"
            " articles, leave them out: `exclude` in the rule of `links`",
            number=len(rows),
            url=rows[0].requested,
            message=as_message(rows[0].evidence),
        )
