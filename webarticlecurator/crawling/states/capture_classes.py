"""Classify captures of WARC files of other tools: archive pages, articles, others.

A capture is classified by the addresses that the corpus knows, then by ``article.match``, then by
the address templates of the archive. Classified pages lead to further ones: redirect targets,
links and next pages of archive pages, next pages of articles.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from urllib.parse import urlsplit

from webarticlecurator.articles.by_rules.identity import canonical_address
from webarticlecurator.articles.by_rules.manual_overrides import find_exclusion
from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.errors import PageUnreadable
from webarticlecurator.base.model.capture import SITE_LEVELS, TRUNCATED, Body, Capture, Origin
from webarticlecurator.base.model.verdict import Problem
from webarticlecurator.base.portal.hosts import PortalHosts, has_open_host, plain_host, portal_hosts
from webarticlecurator.base.portal.patterns import search_pattern
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.portal.portal_rules import has_later_pages
from webarticlecurator.crawling.archive.link_source import PagePlace, SourcePage
from webarticlecurator.crawling.archive.page_address import normalize_address as without_fragment
from webarticlecurator.crawling.states.archive_listing import (
    read_next_page,
    read_page_links,
    to_stored_answer,
)
from webarticlecurator.crawling.states.replay import ListingPlace, locate_listing
from webarticlecurator.crawling.states.walk_of_warcs import FOUND
from webarticlecurator.storage.store.adopted_captures import OTHER_HOST
from webarticlecurator.storage.store.corpus import WritableCorpus
from webarticlecurator.storage.store.foreign import ForeignWarcs
from webarticlecurator.storage.warc.message import is_no_page

CRAWLER_FILES = ("/robots.txt", "/favicon.ico")
"""Paths that crawlers fetch, but that are not pages."""
_NO_HOST = "host.invalid"
UNCLASSIFIED = "unclassified"
"""What is neither an archive page nor an article."""
Assigned = tuple[Capture, Origin]
NoteArchivePage = Callable[[Capture, ListingPlace, SourcePage], None]
"""Takes an archive page among the captures, its place in the archive, and what it links."""


class Classifier:
    """Assigns an origin to each capture of ``foreign``, as if it had been crawled by the rules of
    today. The corpus is read, not changed.

    ``chosen`` are addresses that the user names: their pages are articles, unless they are
    something else by the rules of the portal file. ``note_archive_page`` is called for every
    archive page; ``unread`` are those that cannot be read.
    """

    def __init__(
        self,
        portal: Portal,
        corpus: WritableCorpus,
        foreign: ForeignWarcs,
        chosen: Collection[str] = (),
        note_archive_page: NoteArchivePage = lambda *_page: None,
    ) -> None:
        self._portal, self._corpus, self._foreign = portal, corpus, foreign
        self._chosen, self._hosts = frozenset(chosen), portal_hosts(portal)
        self._note_archive_page = note_archive_page
        self._next_pages: dict[str, str] = {}
        self._later_pages: frozenset[str] = frozenset()
        self._has_any_host = False
        self._joined: set[str] = set()
        self._continuations: deque[Assigned] = deque()
        self._linked: set[str] = set()  # canonical addresses of what the archive pages link
        self.unread: list[Problem] = []

    def run(self, *, only_chosen: bool = False) -> None:
        """Classify all captures, or only the chosen ones and what they lead to; ``judge`` returns
        the result of each."""
        self._foreign.forget_origins()
        self._next_pages, self._later_pages = find_later_pages(self._portal, self._foreign)
        self._has_any_host = only_chosen
        for find in (self._by_address, self._by_canonical_address, self._by_choice):
            is_one_left = False
            for capture in self._foreign.captures.all():
                if only_chosen and without_fragment(capture.url) not in self._chosen:
                    continue
                # without any origin it has none that was assigned
                if capture.origin and self._foreign.origin_of(capture.record_id):
                    continue
                if _is_of_site(capture):
                    continue
                origin = None
                with self.noting_unread(capture):
                    origin = find(capture)
                    if origin is not None:
                        self._assign(capture, origin)
                is_one_left |= origin is None
            while self._continuations:  # of those that nothing lists as articles
                self._assign(*self._continuations.popleft())
            if not is_one_left:
                return

    def judge(self, capture: Capture) -> Origin | str:
        """Return the origin of a capture of the files, or why it has none: OTHER_HOST for a page
        that does not belong to the portal, UNCLASSIFIED, "" for what is never wanted, such as
        images, errors and robots.txt."""
        origin = self._foreign.origin_of(capture.record_id)
        if origin is not None:
            return origin
        if capture.status != 200 or is_no_page(capture.content_type) or _is_of_site(capture):
            return ""
        if not self._hosts.belongs(capture.url):
            return OTHER_HOST
        if is_of_crawler(self._portal, capture.url):
            return ""
        is_excluded = find_exclusion(self._portal, (capture.url,)) is not None
        return "" if is_excluded else UNCLASSIFIED

    def find_known(self, url: str) -> Origin | None:
        """Return the origin of an article, or of a later page of one, that the corpus knows."""
        row = self._corpus.frontier.article(url)
        if row is not None:
            listings = self._corpus.listings.of(row.canonical)
            page = next((listing.page for listing in listings if listing.walk != FOUND), None)
            return Origin("article", row.column, via=page)
        owner = self._corpus.frontier.page_owner(url)
        return Origin("continuation", owner.column, via=owner.requested) if owner else None

    @contextmanager
    def noting_unread(self, capture: Capture) -> Iterator[None]:
        """Note what cannot be read of a capture; go on behind it."""
        try:
            yield
        except PageUnreadable as error:
            self.unread.append(Problem("archive-page-unread", capture.url, error.message))

    def _by_address(self, capture: Capture) -> Origin | None:
        known = self.find_known(capture.url)
        if known is not None:
            return known
        if matches_article(self._portal, self._hosts, capture.url):
            # its first page leads to it
            return None if capture.url in self._later_pages else Origin("article")
        place = locate_listing(self._portal, capture.origin, capture.url)
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

    def _by_choice(self, capture: Capture) -> Origin | None:
        is_chosen = without_fragment(capture.url) in self._chosen and capture.status == 200
        is_taken = is_chosen and not is_no_page(capture.content_type)
        is_own = self._has_any_host or self._hosts.belongs(capture.url)
        return Origin("article") if is_taken and is_own else None

    def _assign(self, capture: Capture, origin: Origin) -> None:
        """Set the origin of a capture and of all pages that it leads to."""
        waiting = deque([(capture, origin)])
        while waiting:
            capture, origin = waiting.popleft()
            if self._foreign.assign(capture, origin):
                with self.noting_unread(capture):
                    waiting += self._following(capture, origin)

    def _following(self, capture: Capture, origin: Origin) -> Iterator[Assigned]:
        if capture.location:
            target = capture.location.partition("#")[0]
            if origin.level == "article" and (joined := self._join_redirect(capture, target)):
                yield from self._following(joined, origin)
            requested = self._foreign.captures.requested_address(capture.record_id)
            yield from self._captures(target, replace(origin, via=requested or capture.url))
        elif origin.level != "archive" and not has_later_pages(self._portal):
            return  # it leads nowhere, so it need not be read
        elif capture.record_id in self._next_pages and origin.column is None:
            self._follow_page(capture.url, self._next_pages[capture.record_id], origin)
        elif is_whole_page(capture):
            body = self._foreign.read(capture)
            if body.fault == TRUNCATED:
                return
            if origin.level == "archive":
                yield from self._from_archive_page(body, origin)
            else:
                answer = to_stored_answer(self._portal, body, origin.column)
                self._follow_page(capture.url, read_next_page(self._portal, answer), origin)

    def _join_redirect(self, capture: Capture, target: str) -> Capture | None:
        """Make what a redirect of an article leads to a part of its fetch, as it is after a crawl,
        and return it: the nearest capture, of those that nothing else has led to."""
        free = [
            each
            for each in self._foreign.find(target)
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
        self._note_archive_page(body.capture, place, page_links)
        for page in page_links.named:
            yield from self._captures(page.url, replace(origin, window=page.key, via=url))
        for link in page_links.links:
            self._linked.add(page_links.canonicals[link.url])
            yield from self._captures(link.url, Origin("article", origin.column, via=url))
        if page_links.next_page:
            yield from self._captures(page_links.next_page, replace(origin, via=url))

    def _follow_page(self, url: str, next_page: str | None, origin: Origin) -> None:
        """Keep what follows a page of an article for later."""
        if next_page:
            is_later_page = origin.level == "continuation" and origin.via
            first_page = origin.via if is_later_page else url
            self._continuations += self._captures(
                next_page, Origin("continuation", origin.column, via=first_page)
            )

    def _captures(self, url: str, origin: Origin) -> Iterator[Assigned]:
        return ((capture, origin) for capture in self._foreign.find(url))


def list_near(
    portal: Portal, corpus: WritableCorpus, addresses: Iterable[str]
) -> Callable[[str], bool]:
    """Return what tells of a host whether captures there may be wanted: before an archive page
    lists them, those of the portal, and of all that is known or named."""
    hosts = portal_hosts(portal)
    known = {plain_host(url) for url in (*addresses, *corpus.frontier.list_origins())}
    if portal.address.replace or has_open_host(portal):
        return lambda _host: True  # any address may be that of a known one

    def is_near(host: str) -> bool:
        is_named = portal.match is not None and _may_name(portal.match, host)
        return host in known or hosts.belongs(f"//{host}") or is_named

    return is_near


def matches_article(portal: Portal, hosts: PortalHosts, url: str) -> bool:
    """Return True if ``article.match`` matches an address of the portal's hosts, or of one that the
    expression names. Raises PageUnreadable."""
    if portal.match is None:
        return False
    if not search_pattern(portal.match, url, portal.match_rule):
        return False
    if hosts.belongs(url) or _names_host(portal.match, url):
        return True
    # as (old|new)\.example: it does not match the address on any other host
    elsewhere = urlsplit(url)._replace(netloc=_NO_HOST).geturl()
    return not search_pattern(portal.match, elsewhere, portal.match_rule)


def _names_host(expression: str, url: str) -> bool:
    """Return True if an expression has the host of an address in it, or a domain that it is of."""
    labels, named = plain_host(url).split("."), expression.replace("\\", "").lower()
    return any(".".join(labels[place:]) in named for place in range(len(labels) - 1))


def _may_name(expression: str, host: str) -> bool:
    """Return True if a part of a host is in an expression."""
    return any(label in expression.lower() for label in host.split(".")[:-1] if label != "www")


def find_later_pages(
    portal: Portal, foreign: ForeignWarcs
) -> tuple[dict[str, str], frozenset[str]]:
    """Return record id → the address of the page that follows, or "", of the articles that
    ``article.match`` matches, and those of these addresses that follow a page: of pages that follow
    each other in a circle, the shortest address is the first."""
    if not has_later_pages(portal) or portal.match is None:
        return {}, frozenset()
    hosts, found, next_of = portal_hosts(portal), dict[str, str](), dict[str, str]()
    for capture in foreign.captures.all():
        # what cannot be read is said where it is listed
        with suppress(PageUnreadable):
            if is_whole_page(capture) and matches_article(portal, hosts, capture.url):
                answer = to_stored_answer(portal, foreign.read(capture), None)
                following = read_next_page(portal, answer) or ""
                found[capture.record_id] = next_of[capture.url] = following
    return found, frozenset(url for url in next_of.values() if not _begins(url, next_of))


def _begins(url: str, next_of: Mapping[str, str]) -> bool:
    """Return True for the first address of a circle of pages."""
    circle, page = {url}, next_of.get(url, "")
    while page and page not in circle:
        circle.add(page)
        page = next_of.get(page, "")
    return page == url and url == min(circle, key=lambda each: (len(each), each))


def is_of_crawler(portal: Portal, url: str) -> bool:
    """Return True for what recursive crawlers request first: the home page, also as the file of a
    folder (warcit), and files that are no pages."""
    home, page = (without_fragment(each).rstrip("/") for each in (portal.home, url))
    is_home = page.removesuffix("/index.html") == home
    return urlsplit(url).path in CRAWLER_FILES or is_home


def is_whole_page(capture: Capture) -> bool:
    """Return True for the whole answer with a page."""
    has_page = not is_no_page(capture.content_type)
    return capture.status == 200 and not capture.truncated and has_page


def _is_of_site(capture: Capture) -> bool:
    """Return True for what a crawl has asked of the site, such as robots.txt and the home page."""
    return capture.origin is not None and capture.origin.level in SITE_LEVELS
