"""List the captures of WARC files of other tools: archive pages, articles, and unclassified
pages.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from urllib.parse import urlsplit

from webarticlecurator.articles.by_rules.identity import canonical_address
from webarticlecurator.articles.by_rules.manual_overrides import find_exclusion
from webarticlecurator.base.errors import PageUnreadable
from webarticlecurator.base.model.archive_links import Link
from webarticlecurator.base.model.capture import SITE_LEVELS, Capture, Origin
from webarticlecurator.base.model.hosts import PortalHosts, plain_host, portal_hosts
from webarticlecurator.base.model.patterns import search_pattern
from webarticlecurator.base.model.portal import Portal
from webarticlecurator.base.model.portal_rules import has_later_pages
from webarticlecurator.base.model.verdict import Problem, make_problem
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.crawling.archive.link_source import PagePlace
from webarticlecurator.crawling.archive.page_address import normalize_address as without_fragment
from webarticlecurator.crawling.archive.windows import OF_WARCS, NamedWindow
from webarticlecurator.crawling.captures.page_inspection import find_declared_address
from webarticlecurator.crawling.states.archive_listing import (
    read_next_page,
    read_page_links,
    to_stored_answer,
)
from webarticlecurator.crawling.states.replay import ListingPlace, locate_listing
from webarticlecurator.crawling.states.walk_of_warcs import FOUND
from webarticlecurator.crawling.workers.progress import Progress
from webarticlecurator.storage.store.corpus import WritableCorpus
from webarticlecurator.storage.store.foreign import ForeignWarcs
from webarticlecurator.storage.store.walks import WalkKey

BATCH = 200
CRAWLER_FILES = ("/robots.txt", "/favicon.ico")
"""Paths that crawlers fetch, but that are not pages."""
DAMAGED, UNRESOLVED, UNCLASSIFIED = "warc-damaged", "revisit-unresolved", "unclassified"
KINDS_OF_WARCS = (DAMAGED, UNRESOLVED, UNCLASSIFIED, "archive-page-unread")
"""Kinds of what is wrong with WARC files of other tools, or with pages in them."""


NoteArchivePage = Callable[[Capture, ListingPlace], None]
"""Takes an archive page among the captures, and its place in the archive."""


def list_foreign(
    portal: Portal,
    corpus: WritableCorpus,
    foreign: ForeignWarcs,
    progress: Progress,
    chosen: Collection[str] | None = None,
    note_archive_page: NoteArchivePage = lambda _capture, _place: None,
) -> list[Problem]:
    """Add the pages of the files to the frontier of the corpus, so that they can be built; return
    what is wrong with the files and their pages; commits.

    An address that ``article.match`` matches is an article. Otherwise, an address that fits a
    template or that an archive page has as its next page is an archive page, and one that an
    archive page links is an article. All others of the portal's hosts that are not on the exclude
    list are problems (``unclassified``).

    With ``chosen``, only pages at these addresses count, and each that is no archive page is an
    article. ``note_archive_page`` is called for every archive page.
    """
    corpus.walks.begin(FOUND)
    lister = _ForeignLister(portal, corpus, foreign, chosen, note_archive_page)
    for number, capture in enumerate(foreign.captures.all(), 1):
        lister.add(capture)
        if number % BATCH == 0 or corpus.has_large_transaction():
            corpus.commit()
    lister.add_remaining()

    for finding in foreign.damage:
        where = finding.file
        if finding.offset is not None:
            where += f" at offset {finding.offset}"
        lister.problems.append(Problem(DAMAGED, where, finding.message))
    lister.problems += [make_problem(UNRESOLVED, each) for each in foreign.unresolved]
    others = lister.other_hosts
    given = make_message(
        "given pages: {archive_pages} archive pages, {articles} article pages, {unknown}"
        " unclassified",
        archive_pages=lister.archive_pages,
        articles=lister.articles,
        unknown=lister.unknown,
    )
    progress.show_message(
        make_message("{given}, {number} pages of other hosts skipped", given=given, number=others)
        if others
        else given
    )
    corpus.commit()
    return lister.problems


def keep_unread(
    _portal: Portal, corpus: WritableCorpus, foreign: ForeignWarcs, found: Iterable[Problem]
) -> Iterator[Problem]:
    """Yield the problems that were found in WARC files of other tools, and those known before of
    files, records and pages that these files do not have."""
    yield from found
    for problem in corpus.run_log.problems(KINDS_OF_WARCS):
        if not foreign.has_place(problem.where):
            yield problem


def find_unclassified(portal: Portal, corpus: WritableCorpus) -> Iterator[Problem]:
    """Yield the problems of the unclassified pages that have not become articles since, and are not
    on the exclude list."""
    for problem in corpus.run_log.problems((UNCLASSIFIED,)):
        is_article = corpus.frontier.find_article(problem.where) is not None
        if not is_article and find_exclusion(portal, (problem.where,)) is None:
            yield problem


class _ForeignLister:
    def __init__(
        self,
        portal: Portal,
        corpus: WritableCorpus,
        foreign: ForeignWarcs,
        chosen: Collection[str] | None,
        note_archive_page: NoteArchivePage,
    ) -> None:
        self._portal, self._corpus, self._foreign = portal, corpus, foreign
        self._chosen, self._note_archive_page = chosen, note_archive_page
        self._hosts, self.other_hosts = portal_hosts(portal), 0
        self._next_pages: dict[str, ListingPlace] = {}
        self._later_pages = find_later_pages(portal, foreign)[1]
        self._redirects: list[Capture] = []
        self.unclassified: list[Capture] = []
        self.problems: list[Problem] = []
        self.archive_pages = self.articles = self.unknown = 0

    def add(self, capture: Capture) -> None:
        """Classify a capture and add it to the frontier."""
        self._guard(self._classify, capture)

    def _guard(self, action: Callable[[Capture], None], capture: Capture) -> None:
        """Call ``action``; a page that cannot be read becomes a problem."""
        try:
            action(capture)
        except PageUnreadable as error:
            self.problems.append(Problem("archive-page-unread", capture.url, error.message))

    def _classify(self, capture: Capture) -> None:
        if capture.location:
            self._redirects.append(capture)
        if capture.status != 200 or capture.truncated or has_no_page(capture):
            return
        if capture.origin is not None and capture.origin.level in SITE_LEVELS:
            return
        is_chosen = self._chosen is not None and without_fragment(capture.url) in self._chosen
        if self._chosen is not None and not is_chosen:
            return
        if self._chosen is None and capture.url in self._later_pages:
            self.unclassified.append(capture)  # a list may name it
            return
        if matches_article(self._portal, self._hosts, capture.url):
            self._add_article(capture)
            return
        place = locate_listing(self._portal, capture.origin, capture.url)
        place = place or self._next_pages.get(capture.url)
        if place is not None:
            self._add_archive_page(place, capture)
        elif is_chosen:
            self._add_article(capture)
        else:
            self.unclassified.append(capture)

    def add_remaining(self) -> None:
        """Classify the remaining captures with the links and next pages that are known by now,
        until no more can be classified."""
        count_before = -1
        self.unclassified = self._follow_redirects()
        while self.unclassified and len(self.unclassified) != count_before:
            count_before, remaining = len(self.unclassified), self._follow_redirects()
            self.unclassified = []
            for capture in remaining:
                if self._corpus.frontier.article(capture.url):
                    self._guard(self._add_article, capture)
                else:
                    self.add(capture)
        for capture in self.unclassified:
            if self._is_of_known_article(capture):
                self.articles += 1
            elif capture.url in self._later_pages:
                continue
            elif not self._hosts.belongs(capture.url):
                self.other_hosts += 1
            elif is_of_crawler(self._portal, capture.url):
                continue
            elif find_exclusion(self._portal, (capture.url,)) is None:
                self.unknown += 1
                self.problems.append(make_problem(UNCLASSIFIED, capture.url))

    def _follow_redirects(self) -> list[Capture]:
        """Make what redirects of known articles lead to a part of their fetches, as it is after a
        crawl; return what is not classified yet."""
        remaining = {each.record_id: each for each in self.unclassified}
        waiting, self._redirects = self._redirects, []
        for redirect in waiting:
            found = self._foreign.captures.by_url(without_fragment(redirect.location or ""))
            pages = [each for each in found if each.status == 200]
            if not pages or not self._corpus.frontier.article(redirect.url):
                self._redirects.append(redirect)
                continue
            self._foreign.assign(redirect, Origin("article"))
            joined = self._foreign.follow(redirect, pages)
            if joined is not None and joined.record_id in remaining:
                remaining[joined.record_id] = joined
        return [*remaining.values()]

    def _add_article(self, capture: Capture) -> None:
        self.articles += 1
        frontier = self._corpus.frontier
        url = without_fragment(capture.url)
        canonical = canonical_address(url, self._portal.address)
        if self._portal.address.canonical == "link":
            answer = to_stored_answer(self._portal, self._foreign.read(capture), None)
            canonical = (
                find_declared_address(self._portal, url, answer.page(self._portal)) or canonical
            )
        frontier.add(url, canonical, None)
        self._corpus.listings.add(FOUND, capture.file, [Link(url)], lambda _: canonical)
        row = frontier.article(url)
        if row is None:
            return
        if row.canonical != canonical:
            row = frontier.rename(row.canonical, canonical)
        pages = frontier.pages(row.canonical)
        if row.state in ("pending", "failed") or (
            pages and pages[0].record_id != capture.record_id and row.requested == url
        ):
            frontier.set_state(row.canonical, "stored")
            frontier.set_build(row.canonical, row.tei, None)

    def _is_of_known_article(self, capture: Capture) -> bool:
        """Return True if a crawl was redirected to the page when it requested an article."""
        if capture.origin is None or capture.origin.level != "article":
            return False
        requested = self._foreign.captures.requested_address(capture.record_id)
        return requested is not None and self._corpus.frontier.article(requested) is not None

    def _add_archive_page(self, place: ListingPlace, capture: Capture) -> None:
        self.archive_pages += 1
        self._note_archive_page(capture, place)
        answer = to_stored_answer(self._portal, self._foreign.read(capture), place.span.column)
        page_links = read_page_links(
            self._portal, place.span, answer, PagePlace(window=place.key.window)
        )
        for page in page_links.named:
            self._next_pages.setdefault(page.url, ListingPlace(place.span, NamedWindow(page.key)))
        if page_links.next_page:
            self._next_pages.setdefault(page_links.next_page, place)
        key = WalkKey(place.span.column, place.span.number, OF_WARCS)
        if self._corpus.walks.get(key) is None:
            self._corpus.walks.begin(key)
        if page_links.links:
            self._corpus.listings.add(
                key, capture.url, page_links.links, page_links.canonicals.__getitem__
            )


def matches_article(portal: Portal, hosts: PortalHosts, url: str) -> bool:
    """Return True if ``article.match`` matches an address of the portal's hosts, or of one that the
    expression names. Raises PageUnreadable."""
    if portal.match is None:
        return False
    is_own = hosts.belongs(url) or _names_host(portal.match, url)
    return is_own and search_pattern(portal.match, url, portal.match_rule)


def _names_host(expression: str, url: str) -> bool:
    """Return True if an expression has the host of an address in it, or a domain that it is of."""
    labels, named = plain_host(url).split("."), expression.replace("\\", "").lower()
    return any(".".join(labels[place:]) in named for place in range(len(labels) - 1))


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
        is_page = capture.status == 200 and not capture.truncated and not has_no_page(capture)
        # what cannot be read is said where it is listed
        with suppress(PageUnreadable):
            if is_page and matches_article(portal, hosts, capture.url):
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
    """Return True for what recursive crawlers request first: the home page, and files that are no
    pages."""
    home = without_fragment(portal.home).rstrip("/")
    return urlsplit(url).path in CRAWLER_FILES or without_fragment(url).rstrip("/") == home


def has_no_page(capture: Capture) -> bool:
    """Return True for images, style sheets and the like, which other crawlers store, too."""
    kind = (capture.content_type or "").partition(";")[0].strip().lower()
    return kind.startswith(
        (
            "image/",
            "video/",
            "audio/",
            "font/",
            "text/css",
            "application/javascript",
            "text/javascript",
        )
    )
