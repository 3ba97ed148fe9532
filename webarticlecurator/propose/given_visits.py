"""``curator new`` from files: a list page and articles that are saved, or stored in WARC files."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import islice
from urllib.parse import urljoin

from webarticlecurator import propose
from webarticlecurator.archive import normalize_address
from webarticlecurator.crawl.requester import PageVisit
from webarticlecurator.errors import UsageError, WarcUnreadable
from webarticlecurator.model.capture import Exchange, SavedPage
from webarticlecurator.model.portal import NamedFile
from webarticlecurator.model.proposal import Proposal
from webarticlecurator.propose.article_samples import Visits
from webarticlecurator.propose.portal_proposal import propose_from_visits
from webarticlecurator.states.foreign_listing import has_no_page
from webarticlecurator.store import ForeignWarcs, open_warcs
from webarticlecurator.stored_pages.page_store import GivenPages, find_stored_page, require_stored
from webarticlecurator.stored_pages.saved_pages import (
    complete_addresses,
    read_saved_page,
    require_addresses,
)
from webarticlecurator.warc.warc_reader import Finding
from webarticlecurator.workers.setup import Runtime

MAX_CANDIDATES = 200
"""Pages among which the one that lists the others is looked for."""


def propose_from_files(
    given: GivenPages, runtime: Runtime, classifier: NamedFile | None = None
) -> tuple[Proposal, tuple[Finding, ...]]:
    """Return what a list page among the given pages and the articles that it lists suggest, and
    the damage of the files.

    The list page is the one of ``urls``, or else the page whose list names most of the others.
    ``classifier`` as for ``propose_portal``. Raises UsageError if no page lists any other, or the
    named one is not there; WarcUnreadable.
    """
    with _open_visits(given, runtime) as visits:
        url = given.urls[0] if given.urls else _find_list_page(visits, given, runtime)
        visits.list_page = normalize_address(url)
        return propose_from_visits(url, visits, runtime, classifier), visits.damage


@contextmanager
def _open_visits(given: GivenPages, runtime: Runtime) -> Iterator[_SavedVisits | _WarcVisits]:
    if given.saved:
        pages = {}
        for page in complete_addresses(given.saved, given.urls):
            url = page.url or read_saved_page(page, runtime.progress).url
            pages[normalize_address(url)] = replace(page, url=url)
        require_addresses(given.urls, pages)
        yield _SavedVisits(pages, runtime)
        return
    with open_warcs(given.warcs) as store:
        for finding in store.damage:
            runtime.progress.show_message(str(finding))
        require_stored(store, given.urls, ", ".join(map(str, given.warcs)))
        yield _WarcVisits(store)


class _SavedVisits:
    """Saved pages; what is read once is kept, since it may be a pipe."""

    damage: tuple[Finding, ...] = ()

    def __init__(self, pages: Mapping[str, SavedPage], runtime: Runtime) -> None:
        self._pages, self._runtime = pages, runtime
        self._visits: dict[str, PageVisit] = {}
        self.list_page = ""

    def urls(self) -> Iterator[str]:
        yield from self._pages

    def get(self, url: str) -> PageVisit:
        key = normalize_address(url)
        if key not in self._visits:
            read = read_saved_page(self._pages[key], self._runtime.progress)
            self._visits[key] = PageVisit(read.url, read.url, 200, read.content)
        return self._visits[key]

    def render(
        self, _url: str, _see_loaded: Callable[[Exchange, str], None], _click: str = ""
    ) -> None:
        """Return None: saved pages are not rendered."""

    def robots_text(self, _url: str) -> str:
        return ""

    def can_visit(self, url: str) -> bool:
        return normalize_address(url) in self._pages

    def stored_among(self, urls: Sequence[str]) -> Sequence[str]:
        """Return the saved pages among ``urls``; if none, all but the list."""
        listed = [url for url in urls if normalize_address(url) in self._pages]
        return listed or [url for url in self._pages if url != self.list_page]


class _WarcVisits:
    """Pages of WARC files."""

    def __init__(self, store: ForeignWarcs) -> None:
        self._store = store
        self.damage = tuple(store.damage)
        self.list_page = ""
        self._addresses = {
            normalize_address(capture.url)
            for capture in store.captures.all()
            if capture.status == 200 and not capture.truncated and not has_no_page(capture)
        }

    def urls(self) -> Iterator[str]:
        urls = dict.fromkeys(normalize_address(c.url) for c in self._store.captures.all())
        yield from (url for url in urls if url in self._addresses)

    def get(self, url: str) -> PageVisit:
        try:
            page = find_stored_page(self._store, url, "the files")
        except WarcUnreadable as error:
            return PageVisit(url, url, trouble=error.message)
        return PageVisit(url, page.url, page.status, page.content, page.content_type)

    def render(
        self, _url: str, _see_loaded: Callable[[Exchange, str], None], _click: str = ""
    ) -> None:
        """Return None: stored pages are not rendered again."""

    def robots_text(self, url: str) -> str:
        robots = urljoin(url, "/robots.txt")
        if normalize_address(robots) not in self._addresses:
            return ""
        return find_stored_page(self._store, robots, "the files").content.decode("utf-8", "replace")

    def can_visit(self, url: str) -> bool:
        return normalize_address(url) in self._addresses

    def stored_among(self, urls: Sequence[str]) -> Sequence[str]:
        return [url for url in urls if normalize_address(url) in self._addresses]


def _find_list_page(visits: _SavedVisits | _WarcVisits, given: GivenPages, runtime: Runtime) -> str:
    """Return the address of the page whose list names most of the other pages; of several, the
    first. Raises UsageError if there is none in WARC files."""
    urls = list(islice(visits.urls(), MAX_CANDIDATES))
    known = {*visits.urls()}
    best, count = urls[0] if urls else "", 0
    for url in urls:
        listed = {normalize_address(link) for link in _list_links(visits, url)}
        if len(listed & known - {url}) > count:
            best, count = url, len(listed & known - {url})
    if not count and given.warcs:
        files = ", ".join(map(str, given.warcs))
        raise UsageError(
            f"no page of {files} seems to list others of it",
            "Name an archive page with --url; `curator warc list` shows what is there.",
        )
    why = f"lists {count} of the other pages" if count else "the first; it lists none of the others"
    runtime.progress.show_message(f"list page: {best} ({why}; --url names another)")
    return best


def _list_links(visits: Visits, url: str) -> Sequence[str]:
    """Return the links of the best rule for a page, none if it cannot be read."""
    visit = visits.get(url)
    if visit.trouble:
        return ()
    rules = propose.propose_link_rules(visit.read())
    return rules[0].links if rules else ()
