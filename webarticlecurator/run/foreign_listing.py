"""Captures in WARC files of other tools: which is an archive page, which an article, and what
nobody can tell."""

from __future__ import annotations

from collections.abc import Callable

from webarticlecurator.archive import normalize_address as without_fragment
from webarticlecurator.errors import PageUnreadable
from webarticlecurator.extract import canonical_address
from webarticlecurator.model.capture import Capture
from webarticlecurator.model.patterns import search_pattern
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.verdict import UNREAD, Problem
from webarticlecurator.run.building.article_page_choice import find_declared_address
from webarticlecurator.run.crawling.listing import read_page_links, stored_answer
from webarticlecurator.run.progress import Progress
from webarticlecurator.run.replay import ListingPlace, locate_listing
from webarticlecurator.store import Corpus, ForeignWarcs, Link, WalkKey

FOUND = WalkKey("", 0, "warc")
"""The walk that articles are listed under that only a WARC file, no archive page, names."""
BATCH = 200
UNCLASSIFIED = (
    "neither an archive page nor linked by one; `article.match` says which addresses are articles"
)


def list_foreign(portal: Portal, corpus: Corpus, foreign: ForeignWarcs, progress: Progress) -> None:
    """List what the files hold in the corpus's frontier, ready to be built; committed when it
    returns.

    ``article.match`` tells articles if it is given. Else an address that a template fits, or that
    an archive page names as its next, is an archive page, and one that an archive page links is an
    article. The rest is a problem: ``unclassified``.
    """
    corpus.walks.begin(FOUND)
    job = _Classifier(portal, corpus, foreign)
    for number, capture in enumerate(foreign.captures.all(), 1):
        job.look_at(capture)
        if number % BATCH == 0:
            corpus.commit()
    job.look_again()
    for finding in foreign.damage:
        where = (
            finding.file if finding.offset is None else f"{finding.file} at offset {finding.offset}"
        )
        corpus.run_log.add_problem(Problem("warc-damaged", where, finding.message))
    for record in foreign.unresolved:
        corpus.run_log.add_problem(
            Problem("revisit-unresolved", record, "the record it repeats is in none of the files")
        )
    progress.say(
        f"WARC files: {job.archive_pages} archive pages, {job.articles} article pages,"
        f" {len(job.rest)} unclassified"
    )
    corpus.commit()


class _Classifier:
    def __init__(self, portal: Portal, corpus: Corpus, foreign: ForeignWarcs) -> None:
        self._portal, self._corpus, self._foreign = portal, corpus, foreign
        self._next: dict[str, ListingPlace] = {}
        self.rest: list[Capture] = []
        self.archive_pages = self.articles = 0

    def look_at(self, capture: Capture) -> None:
        self._try(self._classify, capture)

    def _try(self, take: Callable[[Capture], None], capture: Capture) -> None:
        try:
            take(capture)
        except PageUnreadable as error:
            self._corpus.run_log.add_problem(Problem(UNREAD, capture.url, error.message))

    def _classify(self, capture: Capture) -> None:
        if capture.status != 200 or capture.truncated or has_no_page(capture):
            return
        if matches_article(self._portal, capture.url):
            self._article(capture)
            return
        place = locate_listing(self._portal, capture.origin, capture.url) or self._next.get(
            capture.url
        )
        if place is not None:
            self._archive_page(place, capture)
        else:
            self.rest.append(capture)

    def look_again(self) -> None:
        """What could not be told at first, now that links and next pages are known, until nothing
        more comes of it."""
        before = -1
        while self.rest and len(self.rest) != before:
            before, waiting = len(self.rest), self.rest
            self.rest = []
            for capture in waiting:
                if self._corpus.frontier.article(capture.url):
                    self._try(self._article, capture)
                else:
                    self.look_at(capture)
        for capture in self.rest:
            self._corpus.run_log.add_problem(Problem("unclassified", capture.url, UNCLASSIFIED))

    def _article(self, capture: Capture) -> None:
        self.articles += 1
        frontier = self._corpus.frontier
        url = without_fragment(capture.url)
        name = self._name(url, capture)
        frontier.add(url, name, None)
        frontier.add_listing(FOUND, capture.file, [Link(url)], lambda _: name)
        row = frontier.article(url)
        if row is None:
            return
        if row.canonical != name:
            row = frontier.rename(row.canonical, name)
        pages = frontier.pages(row.canonical)
        if row.state in ("pending", "failed") or (
            pages and pages[0].record_id != capture.record_id and row.requested == url
        ):
            frontier.set_state(row.canonical, "stored")
            frontier.set_build(row.canonical, row.tei, None)

    def _name(self, url: str, capture: Capture) -> str:
        """Its canonical address."""
        own = canonical_address(url, self._portal.address)
        if self._portal.address.canonical != "link":
            return own
        page = stored_answer(self._portal, self._foreign.read(capture), None).page(self._portal)
        return find_declared_address(self._portal, url, page) or own

    def _archive_page(self, place: ListingPlace, capture: Capture) -> None:
        self.archive_pages += 1
        body = self._foreign.read(capture)
        found = read_page_links(
            self._portal, place.span, stored_answer(self._portal, body, place.span.column)
        )
        if found.next_page:
            self._next.setdefault(found.next_page, place)
        key = WalkKey(place.span.column, place.span.number, "warc")
        if self._corpus.walks.get(key) is None:
            self._corpus.walks.begin(key)
        if found.links:
            self._corpus.frontier.add_listing(key, capture.url, found.links, found.canonical)


def matches_article(portal: Portal, url: str) -> bool:
    """True if ``article.match`` says that this is an article's address. Raises PageUnreadable."""
    return portal.match is not None and search_pattern(portal.match, url, portal.match_rule)


def has_no_page(capture: Capture) -> bool:
    """Pictures, style sheets and the like, which other crawlers store beside the pages."""
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
