"""``curator new`` from files: a list page and articles that are saved, or stored in WARC files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice
from urllib.parse import urljoin

from webarticlecurator import propose
from webarticlecurator.archive import normalize_address
from webarticlecurator.crawl.requester import PageVisit
from webarticlecurator.errors import UsageError, WarcUnreadable
from webarticlecurator.model.capture import Exchange
from webarticlecurator.model.portal import NamedFile, Portal
from webarticlecurator.model.proposal import Proposal
from webarticlecurator.propose.article_samples import Visits
from webarticlecurator.propose.portal_proposal import propose_from_visits
from webarticlecurator.stored_pages.page_store import PageStore, StoredPages, open_page_store
from webarticlecurator.warc.warc_reader import Finding
from webarticlecurator.workers.executor import Runtime

MAX_CANDIDATES = 200
"""Pages among which the one that lists the others is looked for."""


def propose_from_files(
    given: StoredPages, runtime: Runtime, classifier: NamedFile | None = None
) -> tuple[Proposal, Sequence[Finding]]:
    """Return what a list page among the given pages and the articles that it lists suggest, and
    the damage of the files.

    The list page is the one of ``urls``, or else the page whose list names most of the others.
    ``classifier`` as for ``propose_portal``. Raises UsageError if no page lists any other, or the
    named one is not there; WarcUnreadable.
    """
    with open_page_store(Portal("new", ""), given, runtime.progress) as store:
        visits = _GivenVisits(store, given)
        url = given.urls[0] if given.urls else _find_list_page(visits, given, runtime)
        visits.list_page = normalize_address(url)
        return propose_from_visits(url, visits, runtime, classifier), store.damage


class _GivenVisits:
    """The pages of files; ``list_page`` is the one that lists the others."""

    def __init__(self, store: PageStore, given: StoredPages) -> None:
        self._store, self._is_saved = store, bool(given.saved)
        self.addresses = dict.fromkeys(map(normalize_address, store.addresses()))
        self.list_page = ""

    def get(self, url: str) -> PageVisit:
        try:
            page = self._store.find(url)
        except WarcUnreadable as error:
            return PageVisit(url, url, trouble=error.message)
        return PageVisit(url, page.url, page.status, page.content, page.content_type)

    def render(
        self, _url: str, _see_loaded: Callable[[Exchange, str], None], _click: str = ""
    ) -> None:
        """Return None: stored pages are not rendered again."""

    def robots_text(self, url: str) -> str:
        robots = urljoin(url, "/robots.txt")
        if not self.can_visit(robots):
            return ""
        return self._store.find(robots).content.decode("utf-8", "replace")

    def can_visit(self, url: str) -> bool:
        return normalize_address(url) in self.addresses

    def stored_among(self, urls: Sequence[str]) -> Sequence[str]:
        """Return the stored pages among ``urls``; if none are saved, all saved ones but the
        list."""
        listed = [url for url in urls if self.can_visit(url)]
        if listed or not self._is_saved:
            return listed
        return [url for url in self.addresses if url != self.list_page]


def _find_list_page(visits: _GivenVisits, given: StoredPages, runtime: Runtime) -> str:
    """Return the address of the page whose list names most of the other pages; of several, the
    first. Raises UsageError if there is none in WARC files."""
    urls = list(islice(visits.addresses, MAX_CANDIDATES))
    known = {*visits.addresses}
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
