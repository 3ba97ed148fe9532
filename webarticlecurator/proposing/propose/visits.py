"""The pages that ``curator new`` and ``curator repair`` look at: of the portal, each once and not
too many in all, or of files; and the error for a page without text.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import islice
from typing import Protocol
from urllib.parse import urljoin

from webarticlecurator.articles.without_rules.article_text import find_page_kind
from webarticlecurator.base.errors import UsageError, WarcUnreadable
from webarticlecurator.base.model.article import PAGE_KINDS
from webarticlecurator.base.model.capture import Exchange
from webarticlecurator.base.text.translation import as_message, make_message
from webarticlecurator.corpus.stored_pages.page_store import PageStore, StoredPages
from webarticlecurator.crawling.archive.feed_file import is_feed
from webarticlecurator.crawling.archive.link_anchors import is_article_address
from webarticlecurator.crawling.archive.page_address import normalize_address
from webarticlecurator.crawling.crawl.page_visits import PageVisit, to_visit
from webarticlecurator.crawling.fetch.chromium import require_browser
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.pages.page.page import Page
from webarticlecurator.proposing.list_pages.data_lists import has_scripts
from webarticlecurator.proposing.list_pages.link_groups import write_address_pattern
from webarticlecurator.proposing.list_pages.list_proposals import propose_link_rules
from webarticlecurator.proposing.list_pages.next_links import is_later_page


class Visits(Protocol):
    """Pages by their addresses: those of a portal, or of files.

    ``can_visit`` says whether there may be a page, and ``stored_among`` which of the articles that
    a list names can be visited. ``render`` returns a page as a browser shows it after it was
    scrolled, or a button clicked (a CSS selector), once; None where there is no browser or no
    portal. It calls its second argument with what the page loads.
    """

    def get(self, url: str) -> PageVisit: ...

    def render(
        self, url: str, see_loaded: Callable[[Exchange, str], None], click: str = "", /
    ) -> PageVisit | None: ...

    def robots_text(self, url: str) -> str: ...

    def can_visit(self, url: str) -> bool: ...

    def stored_among(self, urls: Sequence[str]) -> Sequence[str]: ...


def visit_page(url: str, visits: Visits, runtime: Runtime) -> PageVisit | None:
    """Visit the page at ``url``, which is shown as progress; return None if there may be no page,
    or none was answered."""
    if not visits.can_visit(url):
        return None
    runtime.progress.show_message(make_message("looking at {url}", url=url))
    visit = visits.get(url)
    return None if visit.trouble else visit


def read_page(url: str, visits: Visits, runtime: Runtime) -> Page | None:
    """Return the page at ``url``, which is visited as by ``visit_page``."""
    visit = visit_page(url, visits, runtime)
    return None if visit is None else visit.read()


def read_list_pages(urls: Sequence[str], visits: Visits, runtime: Runtime) -> list[Page]:
    """Return those of the list pages that can be read as pages: neither feeds nor data."""
    found = (visit_page(url, visits, runtime) for url in urls)
    pages = (each.read() for each in found if each is not None and not is_feed(each.content))
    return [page for page in pages if page.json is None]


def render_page(
    url: str, what: str, visits: Visits, runtime: Runtime, click: str = ""
) -> tuple[PageVisit | None, dict[str, PageVisit]]:
    """Visit a page as ``Visits.render`` does, which is shown as progress; return also the data that
    it loads, by their addresses."""
    loaded: dict[str, PageVisit] = {}

    def see_loaded(exchange: Exchange, kind: str) -> None:
        if kind in ("xhr", "fetch"):
            loaded[exchange.url] = to_visit(exchange)

    runtime.progress.show_message(make_message("{what} {url} in a browser", what=what, url=url))
    return visits.render(url, see_loaded, click), loaded


MAX_REQUESTS = 90


class LimitedVisits:
    """Visits that keep what they have seen, and send at most ``limit`` requests, with those of
    redirects and the ``before`` that are sent for robots.txt."""

    def __init__(self, visits: Visits, limit: int = MAX_REQUESTS, *, before: int = 0) -> None:
        self._visits, self._limit, self._before = visits, limit, before
        self._seen: dict[str, PageVisit] = {}
        self._rendered = 0

    @property
    def left(self) -> int:
        """The number of requests that may still be sent."""
        return self._limit - self.sent

    @property
    def sent(self) -> int:
        """The number of requests that were sent."""
        sent = sum(visit.requests for visit in self._seen.values())
        return sent + self._rendered + self._before

    def get(self, url: str) -> PageVisit:
        if url not in self._seen:
            if self.left < 1:
                trouble = make_message(
                    "not requested, because {number} requests were sent already", number=self._limit
                )
                return PageVisit(url, url, trouble=trouble)
            self._seen[url] = self._visits.get(url)
        return self._seen[url]

    def render(
        self, url: str, see_loaded: Callable[[Exchange, str], None], click: str = "", /
    ) -> PageVisit | None:
        self._rendered += 1
        return self._visits.render(url, see_loaded, click)

    def robots_text(self, url: str) -> str:
        return self._visits.robots_text(url)

    def can_visit(self, url: str) -> bool:
        return url in self._seen or (self.left > 0 and self._visits.can_visit(url))

    def stored_among(self, urls: Sequence[str]) -> Sequence[str]:
        return self._visits.stored_among(urls)


MAX_CANDIDATES = 200
"""Pages among which the one that lists the others is looked for."""


class GivenVisits:
    """The pages of files; ``list_page`` is the one that lists the others, and where there is none,
    ``articles`` are those that are articles."""

    def __init__(self, store: PageStore, given: StoredPages) -> None:
        self._store, self._is_saved = store, bool(given.saved)
        self.addresses = dict.fromkeys(map(normalize_address, store.addresses()))
        self.list_page = ""
        self.articles: tuple[str, ...] = ()

    def get(self, url: str) -> PageVisit:
        try:
            page = self._store.find(url)
        except WarcUnreadable as error:
            return PageVisit(url, url, trouble=error.message)
        return PageVisit(
            url, page.url, page.status, page.content, page.content_type, headers=page.headers
        )

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


def find_list_page(
    visits: GivenVisits,
    given: StoredPages,
    runtime: Runtime,
    is_article: Callable[[PageVisit], bool],
) -> str:
    """Return the address of the page whose list names most of the other pages; of several, the
    first. "" where none does but articles, which have boxes of links, and all saved pages, or some
    in WARC files, are articles: they are then in ``visits.articles``. Raises UsageError if there is
    neither in WARC files."""
    urls = list(islice(visits.addresses, MAX_CANDIDATES))
    known = {*visits.addresses}
    best, count = urls[0] if urls else "", 0
    best_article, article_count = "", 0
    for url in urls:
        visit = visits.get(url)
        rules = () if visit.trouble else propose_link_rules([visit.read()])
        links = rules[0].links if rules else ()
        others = {normalize_address(link) for link in links} & known - {url}
        if len(others) <= count:
            continue
        is_likely = is_article(visit) or is_article_address(url)
        if is_likely and find_page_kind(visit.read()) == PAGE_KINDS[0]:
            if len(others) > article_count:
                best_article, article_count = url, len(others)
        else:
            best, count = url, len(others)
    articles = () if count else _choose_articles(visits, given, urls, is_article)
    if not count and not articles and best_article:  # there is no better one
        best, count = best_article, article_count
    if articles:
        runtime.progress.show_message(
            make_message(
                "no list page: {number} of {pages} pages are articles, judged by their dates,"
                " addresses or texts (--url names a list page)",
                number=len(articles),
                pages=len(urls),
            )
        )
        visits.articles = articles
        return ""
    if not count and given.warcs and len(urls) != 1:
        files = ", ".join(map(str, given.warcs))
        raise UsageError(
            make_message("no page in {files} seems to list the others", files=files),
            "Name an archive page with --url; `curator warc list` shows what is there.",
        )
    why = make_message("the first; it lists none of the others")
    if count:
        why = make_message("lists {number} of the other pages", number=count)
    if len(urls) == 1:
        why = make_message("the only page")
    runtime.progress.show_message(
        make_message("list page: {best} ({why}; --url names another)", best=best, why=why)
    )
    return best


def _choose_articles(
    visits: GivenVisits,
    given: StoredPages,
    urls: Sequence[str],
    is_article: Callable[[PageVisit], bool],
) -> tuple[str, ...]:
    """Return the articles among pages of which none lists others: in WARC files those that declare
    a day; saved pages, if each declares one, has the address of an article or reads as one, and
    two of these if it is the only page."""
    dated = [url for url in urls if is_article(visits.get(url))]
    if given.warcs:
        return tuple(dated) if len(urls) > 1 else ()
    named = [url for url in urls if is_article_address(url)]
    visited = [visit for visit in map(visits.get, urls) if not visit.trouble]
    judged = [each.url for each in visited if find_page_kind(each.read()) == PAGE_KINDS[0]]
    # one page alone may be a list that says when it was made
    signs = Counter([*dated, *named, *judged])
    return tuple(urls) if min(signs[url] for url in urls) >= (1 if len(urls) > 1 else 2) else ()


MAX_FORMS = 40
"""Forms of addresses of articles that a regex names."""


def find_article_match(visits: GivenVisits) -> tuple[str, tuple[str, ...]]:
    """Return a regex that finds the addresses of the articles, and of no other page that was given,
    with the articles that it finds: without later pages of others. "" if there is none."""
    firsts = [
        url
        for url in visits.articles
        if not any(is_later_page(other, url) for other in visits.articles)
    ]
    others = [*{*visits.addresses} - {*firsts}]
    patterns = (write_address_pattern(url)[1:-1] for url in firsts)
    for forms in (patterns, map(re.escape, firsts)):
        known = [*dict.fromkeys(forms)]
        regex = f"^(?:{'|'.join(known)})$"
        if len(known) <= MAX_FORMS and not any(re.search(regex, url) for url in others):
            return regex.replace(r"\-", "-"), tuple(firsts)
    return "", ()


def describe_empty(page: Page) -> UsageError:
    """Return the error for a page that shows no text, not even in a browser."""
    if not has_scripts(page):
        return UsageError(
            make_message(
                "{url}: the page shows no text at all (expected a list of"
                " articles); open the address in a browser, and copy it from there",
                url=page.url,
            )
        )
    return UsageError(
        make_message(
            "{url}: only scripts show its text (expected links in it); look for the address of the"
            " data that they load (docs/cookbook.md){command}",
            url=page.url,
            command=browser_command(),
        )
    )


def browser_command() -> str:
    """Return how to install what renders pages, for a message; empty if it is installed."""
    try:
        require_browser()
    except UsageError as missing:
        return make_message(
            ", or let a browser show the page. {cure} Then run this again",
            cure=as_message(missing.cure),
        )
    return ""
