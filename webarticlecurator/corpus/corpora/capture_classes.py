"""Classify captures of other WARC files before they are adopted: archive pages, articles, others.

A capture is classified by the addresses that the corpus knows, then by ``article.match``, then by
the address templates of the archive. Classified pages lead to further ones: redirect targets,
links and next pages of archive pages, next pages of articles.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import suppress

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
    find_later_pages,
    has_no_page,
    is_of_crawler,
    matches_article,
)
from webarticlecurator.crawling.states.replay import locate_listing
from webarticlecurator.crawling.states.walk_of_warcs import FOUND
from webarticlecurator.storage.store.adopted_captures import OTHER_HOST
from webarticlecurator.storage.store.corpus import WritableCorpus
from webarticlecurator.storage.store.foreign import ForeignWarcs, is_parsable_url

Assigned = tuple[Capture, Origin]


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
        self._next_pages: dict[str, str] = {}
        self._later_pages: frozenset[str] = frozenset()
        self._joined: set[str] = set()
        self._linked: set[str] = set()  # canonical addresses of what the archive pages link

    def run(self) -> None:
        """Classify all captures; ``decide`` returns the result of each."""
        self._foreign.forget_origins()
        self._next_pages, self._later_pages = find_later_pages(self._portal, self._foreign)
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
        if capture.record_id in self._foreign.left_out:
            return self._foreign.left_out[capture.record_id]
        if capture.record_id in self._foreign.unresolved:
            known_origin = self._known_origin(capture.url)  # what it repeats may be in the corpus
            return (
                known_origin or f"{capture.url}: it repeats a record that is in none of the files"
            )
        if not is_parsable_url(capture.url):
            return f"unclassified: no address: {capture.url[:200]!r}"
        if capture.status != 200 or has_no_page(capture):
            return ""
        if not self._hosts.belongs(capture.url):
            return OTHER_HOST
        if capture.url in self._chosen:
            return Origin("article")
        if is_of_crawler(self._portal, capture.url):
            return ""
        return f"unclassified: {capture.url}: {phrase_doubt('unclassified')}"

    def _by_address(self, capture: Capture) -> Origin | None:
        known = self._known_origin(capture.url)
        if known is not None:
            return known
        if matches_article(self._portal, self._hosts, capture.url):
            # its first page leads to it
            return None if capture.url in self._later_pages else Origin("article")
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
            target = capture.location.partition("#")[0]
            if origin.level == "article" and (joined := self._join_redirect(capture, target)):
                yield from self._following(joined, origin)
            yield from self._captures(target, replace(origin, via=capture.url))
        elif origin.level != "archive" and not has_later_pages(self._portal):
            return  # it leads nowhere, so it need not be read
        elif capture.record_id in self._next_pages and origin.column is None:
            yield from self._later_captures(
                capture.url, self._next_pages[capture.record_id], origin
            )
        elif capture.status == 200 and not capture.truncated and not has_no_page(capture):
            body = self._foreign.read(capture)
            follow = self._from_archive_page if origin.level == "archive" else self._from_article
            yield from follow(body, origin) if body.fault != TRUNCATED else ()

    def _join_redirect(self, capture: Capture, target: str) -> Capture | None:
        """Make what a redirect of an article leads to a part of its fetch, as it is after a crawl,
        and return it: the nearest capture, of those that nothing else has led to."""
        free = [
            each
            for each in self._foreign.captures.by_url(target)
            if each.record_id not in self._joined
            and (
                each.origin is None
                or (each.origin.level == "article" and each.origin.via in (None, capture.url))
            )
        ]
        joined = self._foreign.follow(capture, free)
        if joined is not None:
            self._joined.add(joined.record_id)
        return joined

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
        answer = to_stored_answer(self._portal, body, origin.column)
        next_page = read_next_page(self._portal, answer) or ""
        return self._later_captures(body.capture.url, next_page, origin)

    def _later_captures(self, url: str, next_page: str, origin: Origin) -> Iterator[Assigned]:
        if next_page:
            is_later_page = origin.level == "continuation" and origin.via
            first_page = origin.via if is_later_page else url
            yield from self._captures(
                next_page, Origin("continuation", origin.column, via=first_page)
            )

    def _captures(self, url: str, origin: Origin) -> Iterator[Assigned]:
        return ((capture, origin) for capture in self._foreign.captures.by_url(url))
