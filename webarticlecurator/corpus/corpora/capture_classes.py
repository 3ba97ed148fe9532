"""Classify captures of other WARC files before they are adopted: archive pages, articles, others.

A capture is classified by the addresses that the corpus knows, then by ``article.match``, then by
the address templates of the archive. Classified pages lead to further ones: redirect targets,
links and next pages of archive pages, next pages of articles.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import suppress
from urllib.parse import urlsplit

from webarticlecurator.articles.by_rules.identity import canonical_address
from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.doubts.doubt_table import phrase_doubt
from webarticlecurator.base.errors import PageUnreadable
from webarticlecurator.base.model.capture import TRUNCATED, Body, Capture, Origin
from webarticlecurator.base.model.hosts import portal_hosts
from webarticlecurator.base.model.portal import Portal
from webarticlecurator.base.model.portal_rules import has_later_pages
from webarticlecurator.crawling.archive.link_source import PagePlace
from webarticlecurator.crawling.states.archive_listing import (
    read_next_page,
    read_page_links,
    to_stored_answer,
)
from webarticlecurator.crawling.states.foreign_listing import (
    has_no_page,
    matches_article,
)
from webarticlecurator.crawling.states.replay import locate_listing
from webarticlecurator.crawling.states.walk_of_warcs import FOUND
from webarticlecurator.storage.store.adopted_captures import OTHER_HOST
from webarticlecurator.storage.store.corpus import WritableCorpus
from webarticlecurator.storage.store.foreign import ForeignWarcs, is_parsable_url

Assigned = tuple[Capture, Origin]
_CRAWLER_FILES = ("/robots.txt", "/favicon.ico")
"""Paths that crawlers fetch, but that are not pages."""


class Classifier:
    """Assigns an origin to each capture of ``foreign``, as if it had been crawled. The corpus is
    read, not changed.

    ``chosen`` are addresses that the user names: their pages are articles, unless they are
    something else by the rules of the portal file.
    """

    def __init__(
        self,
        portal: Portal,
        corpus: WritableCorpus,
        foreign: ForeignWarcs,
        chosen: Collection[str] = (),
    ) -> None:
        self._portal, self._corpus, self._foreign = portal, corpus, foreign
        self._chosen, self._hosts = frozenset(chosen), portal_hosts(portal)
        self._linked: set[str] = set()  # canonical addresses of what the archive pages link

    def run(self) -> None:
        """Classify all captures; ``decide`` returns the result of each."""
        self._foreign.forget_origins()
        for find in (self._by_address, self._by_canonical_address):
            for capture in self._foreign.captures.all():
                origin = find(capture) if capture.origin is None else None
                if origin is not None:
                    self._assign(capture, origin)

    def decide(self, capture: Capture) -> Origin | str:
        """Return the origin of a capture, or a message that says why it is refused.

        OTHER_HOST is returned for a page that does not belong to the portal; "" for captures that
        are never wanted, such as images, errors and robots.txt.
        """
        known = self._foreign.captures.by_id(capture.record_id)
        if known is not None and known.origin is not None:
            return known.origin
        if not is_parsable_url(capture.url):
            return f"unclassified: no address: {capture.url[:200]!r}"
        if capture.status != 200 or has_no_page(capture):
            return ""
        if urlsplit(capture.url).path in _CRAWLER_FILES:
            return ""
        if not self._hosts.belongs(capture.url):
            return OTHER_HOST
        if capture.url in self._chosen:
            return Origin("article")
        return f"unclassified: {capture.url}: {phrase_doubt('unclassified')}"

    def _by_address(self, capture: Capture) -> Origin | None:
        known = self._known_origin(capture.url)
        if known is not None:
            return known
        if matches_article(self._portal, capture.url):
            return Origin("article")
        place = locate_listing(self._portal, None, capture.url)
        if place is None:
            return None
        return Origin("archive", place.span.column, place.span.number, place.key.window or None)

    def _by_canonical_address(self, capture: Capture) -> Origin | None:
        """Return the origin of an article that is known under another address with the same
        canonical address (http and https). ``via`` is empty, since no page lists this address."""
        canonical = canonical_address(capture.url, self._portal.address)
        row = self._corpus.frontier.article(canonical)
        if row is None and canonical not in self._linked:
            return None
        return Origin("article", row.column if row else None)

    def _known_origin(self, url: str) -> Origin | None:
        """Return the origin of an article, or of a later page of one, that the corpus knows."""
        row = self._corpus.frontier.article(url)
        if row is not None:
            listings = self._corpus.listings.of(row.canonical)
            page = next((listing.page for listing in listings if listing.walk != FOUND), None)
            return Origin("article", row.column, via=page)
        owner = self._corpus.frontier.page_owner(url)
        return Origin("continuation", owner.column, via=owner.requested) if owner else None

    def _assign(self, capture: Capture, origin: Origin) -> None:
        """Set the origin of a capture and of all pages that it leads to."""
        waiting = [(capture, origin)]
        while waiting:
            capture, origin = waiting.pop()
            if self._foreign.assign(capture, origin):
                # recovery or the build reports a page that cannot be read
                with suppress(PageUnreadable):
                    waiting += self._following(capture, origin)

    def _following(self, capture: Capture, origin: Origin) -> Iterator[Assigned]:
        if capture.location:
            yield from self._captures(
                capture.location.partition("#")[0], replace(origin, via=capture.url)
            )
        elif origin.level != "archive" and not has_later_pages(self._portal):
            return  # it leads nowhere, so it need not be read
        elif capture.status == 200 and not capture.truncated and not has_no_page(capture):
            body = self._foreign.read(capture)
            follow = self._from_archive_page if origin.level == "archive" else self._from_article
            yield from follow(body, origin) if body.fault != TRUNCATED else ()

    def _from_archive_page(self, body: Body, origin: Origin) -> Iterator[Assigned]:
        url = body.capture.url
        place = locate_listing(self._portal, origin, url)
        if place is None:
            return
        answer = to_stored_answer(self._portal, body, origin.column)
        page_links = read_page_links(
            self._portal, place.span, answer, PagePlace(window=place.key.window)
        )
        for page in page_links.named:
            yield from self._captures(page.url, replace(origin, window=page.key, via=url))
        for link in page_links.links:
            self._linked.add(page_links.canonicals[link.url])
            yield from self._captures(link.url, Origin("article", origin.column, via=url))
        if page_links.next_page:
            yield from self._captures(page_links.next_page, replace(origin, via=url))

    def _from_article(self, body: Body, origin: Origin) -> Iterator[Assigned]:
        next_page = read_next_page(
            self._portal, to_stored_answer(self._portal, body, origin.column)
        )
        if next_page:
            is_later_page = origin.level == "continuation" and origin.via
            first_page = origin.via if is_later_page else body.capture.url
            yield from self._captures(
                next_page, Origin("continuation", origin.column, via=first_page)
            )

    def _captures(self, url: str, origin: Origin) -> Iterator[Assigned]:
        return ((capture, origin) for capture in self._foreign.captures.by_url(url))
