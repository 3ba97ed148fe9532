"""Choose among several captures of an address: the first one in the order of ``captures:`` that
passes the page checks.

A refused capture is used only if there is no other one, and one that is refused for a transient
reason (``verdict.TRANSIENT``, such as a login page) only if no capture is refused for good.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Collection, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Protocol, TypeAlias

from webarticlecurator.articles.by_rules.identity import canonical_address, declared_url
from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.base.model.article import Rejected
from webarticlecurator.base.model.capture import TOO_LARGE, Body, Capture
from webarticlecurator.base.model.hosts import portal_hosts
from webarticlecurator.base.model.looks import ODD, WELL
from webarticlecurator.base.model.portal import Portal
from webarticlecurator.base.model.rule_watch import WATCH
from webarticlecurator.base.model.verdict import GATED, TRANSIENT
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.crawling.archive.landing_pages import (
    describe_landing_page,
    describe_landing_redirect,
)
from webarticlecurator.crawling.archive.windows import today_in
from webarticlecurator.crawling.workers.capture_source import (
    PageAnswer,
    RankedSource,
    first_of_equal,
)
from webarticlecurator.pages.page.page import Page, read_page

if TYPE_CHECKING:
    from webarticlecurator.articles.by_rules.loaded_parts import LoadedPart

# The stored pages of an article, in the order of its next-page links.

MAX_PAGES = 1000
"""Longest article; a longer chain of next-page links is taken for a trap."""

Listed = tuple[tuple[str, str], ...]
"""What an archive page shows beside a link: names and values."""


@dataclass(frozen=True)
class ArticlePage:
    """One page of an article: its address, its capture, and the parsed page.

    ``capture`` is None if the page is not stored. ``parsed`` is None also if the page is too large
    or was parsed in another process. ``fault`` and ``words`` are those of its ``Body``. ``refused``
    is the rejection by the page checks, ``next_page`` the address of the next page, and
    ``declared_address`` the canonical address that the page declares, where it counts;
    ``single_page`` is the address of the page that holds the whole article, ``parts`` are what the
    page loads apart, ``assets`` the addresses of its files that are to be stored.
    """

    url: str
    parsed: Page | None = None
    capture: Capture | None = None
    fault: str = ""
    words: str = ""
    refused: Rejected | None = None
    next_page: str | None = None
    declared_address: str | None = None
    single_page: str | None = None
    parts: tuple[LoadedPart, ...] = ()
    assets: tuple[str, ...] = ()


@dataclass(frozen=True)
class ArticleStart:
    """The first page of an article: its address, its column, and what the archive page shows beside
    the link. ``others`` are final addresses to which it redirects, whose pages are those of other
    articles; ``foreign`` are those that do not belong to the portal."""

    url: str
    column: str | None = None
    listed: Listed = ()
    others: frozenset[str] = frozenset()
    foreign: frozenset[str] = frozenset()


@dataclass(frozen=True)
class ArticlePages:
    """The pages of an article in link order, and what each of them loads apart.

    ``problem`` says why the chain ends early, "" if it does not. ``whole`` is the page that holds
    the whole article: it is the second of two pages, of which the first has the metadata. ``parts``
    are pairs of a part and its page.
    """

    pages: tuple[ArticlePage, ...]
    problem: str = ""
    whole: ArticlePage | None = None
    parts: tuple[tuple[LoadedPart, ArticlePage], ...] = ()


class PageFinder(Protocol):
    """Finds the stored pages of one article."""

    def find_page(self, url: str) -> ArticlePage | None:
        """Return the chosen page of an address, None if none is stored."""

    def find_part(self, part: LoadedPart) -> ArticlePage | None:
        """Return a page of a part, None if none is stored."""


def follow_pages(start: ArticleStart, finder: PageFinder) -> ArticlePages:
    """Follow the next-page links of an article, and the links to what its pages load apart.

    A page that is not stored ends the chain and is its last page, without a capture; so does a link
    to a page that is already in it.
    """
    first = finder.find_page(start.url) or ArticlePage(start.url)
    if first.single_page is not None:
        whole = finder.find_page(first.single_page)
        if whole is not None and whole.capture is not None and whole.refused is None:
            return ArticlePages(
                (first, whole), whole=whole, parts=_find_parts((first, whole), finder)
            )
    pages, problem = _follow_chain(first, finder)
    if first.single_page is not None and not problem:
        problem = make_message(
            "{url}: the page of the whole article is not stored, or no article; the"
            " pages of next_page are read",
            url=first.single_page,
        )
    return ArticlePages(tuple(pages), problem, parts=_find_parts(pages, finder))


def _follow_chain(first: ArticlePage, finder: PageFinder) -> tuple[list[ArticlePage], str]:
    pages: list[ArticlePage] = []
    seen: set[str] = set()
    url: str | None = first.url
    while url is not None:
        if len(pages) >= MAX_PAGES:
            return pages, make_message(
                "more than {number} pages; look at article.next_page", number=MAX_PAGES
            )
        seen.add(url)
        page = (finder.find_page(url) or ArticlePage(url)) if pages else first
        answered = address_of_page(page)
        if page.capture is not None and answered in {address_of_page(each) for each in pages}:
            return pages, make_message(
                "{url}: its next page {next} leads back to {answered}",
                url=pages[-1].url,
                next=url,
                answered=answered,
            )
        pages.append(page)

        url = page.next_page
        if url is not None and url in (answered, page.url):
            return pages, make_message(
                "{answered}: its next page is this page; look at article.next_page",
                answered=answered,
            )
        if url in seen:
            return pages, make_message(
                "{answered}: its next page {url} was met before in this article",
                answered=answered,
                url=url,
            )
    return pages, ""


def _find_parts(
    pages: Sequence[ArticlePage], finder: PageFinder
) -> tuple[tuple[LoadedPart, ArticlePage], ...]:
    """Return the pages of the parts that the pages load; each address once."""
    found: dict[str, tuple[LoadedPart, ArticlePage]] = {}
    for part in (part for page in pages for part in page.parts):
        url: str | None = part.url
        while url is not None and url not in found and len(found) < MAX_PAGES:
            page = finder.find_part(replace(part, url=url)) or ArticlePage(url)
            found[url] = replace(part, url=url), page
            url = page.next_page
    return tuple(found.values())


def leads_on(page: ArticlePage) -> bool:
    """Return True unless the page is all of its article, without files that are stored."""
    return bool(page.next_page or page.single_page or page.parts or page.assets)


def address_of_page(page: ArticlePage) -> str:
    """Return the final address of a page, after redirects."""
    return page.capture.url if page.capture else page.url


def read_stored_page(portal: Portal, body: Body, start: ArticleStart) -> Page:
    """Parse a stored body; the page has the final address, after redirects."""
    WATCH.begin_page()
    return read_page(
        body.capture.url,
        body.content,
        body.content_type,
        encoding=portal.encoding,
        column=start.column,
        captured=today_in(portal.timezone, body.capture.time),
        listed=start.listed,
        headers=body.headers,
        classifier=portal.classifier_content,
        kind=portal.article.page_kind,
    )


Source: TypeAlias = RankedSource
"""A source of captures: a corpus, its read-only view in a worker, or other WARC files."""


@dataclass(frozen=True)
class InspectionRequest:
    """A stored page, the start of its article, the requested address, and ``shared`` as in
    ``describe_refusal``. ``part``: the page is that of a part, which no page check applies to."""

    body: Body
    start: ArticleStart
    requested: str
    shared: frozenset[str] = frozenset()
    part: LoadedPart | None = None


@dataclass(frozen=True)
class CaptureSpan:
    """Which captures count: those before a time, or all; and which of them is the best one by
    ``policy`` (``captures:``), by default that of the portal."""

    before: datetime | None = None
    policy: str = ""


ALL_CAPTURES = CaptureSpan()

InspectPage = Callable[[Portal, InspectionRequest], "tuple[ArticlePage, int | None]"]
"""Returns a page, and a hash of what it shows (``article.hash_shown_text``)."""


def inspect_page(portal: Portal, request: InspectionRequest) -> tuple[ArticlePage, int | None]:
    """Parse a stored page and check it, in this process."""
    from webarticlecurator.articles.by_rules.challenges import hash_shown_text
    from webarticlecurator.articles.by_rules.loaded_parts import (
        find_loaded_parts,
        find_next_part_page,
        find_single_page,
    )
    from webarticlecurator.articles.by_rules.one_page import find_next_page
    from webarticlecurator.articles.by_rules.page_assets import find_assets

    body = request.body
    page = read_stored_page(portal, body, request.start)
    found = ArticlePage(request.requested, page, body.capture, body.fault, body.words)
    if request.part is not None:
        next_page = find_next_part_page(page, request.part.rules)
        return replace(found, next_page=next_page), None
    refused = _describe_place(
        request, page, describe_refusal(portal, request.requested, page, request.shared)
    )
    use_declared = portal.address.canonical == "link" and refused is None
    declared = find_declared_address(portal, request.requested, page) if use_declared else None
    next_page = find_next_page(portal, page)
    found = replace(found, refused=refused, next_page=next_page, declared_address=declared)
    text = hash_shown_text(page)
    if refused is not None:
        return found, text
    single_page = find_single_page(portal, page)
    parts = find_loaded_parts(portal, page)
    assets = find_assets(portal, page)
    return replace(found, single_page=single_page, parts=parts, assets=assets), text


class FirstPageReader:
    """Finds the stored pages of articles, and keeps what it has found out about those of the last
    one: a page that is requested again is not checked again. The trees of ``TREES`` pages are kept.
    """

    TREES = 8

    def __init__(self, portal: Portal, source: Source, inspect: InspectPage = inspect_page) -> None:
        self._portal, self._source, self._inspect = portal, source, inspect
        self._article: tuple[ArticleStart, frozenset[str]] | None = None
        self._pages: dict[_PageKey, ArticlePage | None] = {}  # without trees
        self._parts: dict[_PageKey, LoadedPart] = {}
        self._trees: OrderedDict[_PageKey, Page] = OrderedDict()

    def find(
        self,
        url: str,
        start: ArticleStart,
        shared: frozenset[str] = frozenset(),
        span: CaptureSpan = ALL_CAPTURES,
    ) -> ArticlePage | None:
        """Return the chosen page for ``url``, which belongs to the article that begins at
        ``start``; None if no complete page is stored. ``span`` limits the captures."""
        self._begin(start, shared)
        best: ArticlePage | None = None
        for capture in self._captures(url, span):
            page = self._look_at(url, capture)
            if page is None:
                continue
            if page.refused is None and page.fault != TOO_LARGE:
                return page
            if best is None or (is_transient(best) and not is_transient(page)):
                best = page
        return best

    def find_part(
        self,
        part: LoadedPart,
        start: ArticleStart,
        shared: frozenset[str] = frozenset(),
        span: CaptureSpan = ALL_CAPTURES,
    ) -> ArticlePage | None:
        """Return a page of a part of the article that begins at ``start``; None if no complete one
        is stored."""
        self._begin(start, shared)
        pages = (self._look_at(part.url, c, part) for c in self._captures(part.url, span))
        return next((page for page in pages if page is not None), None)

    def find_newest(
        self, start: ArticleStart, shared: frozenset[str] = frozenset()
    ) -> ArticlePage | None:
        """Return the first page of an article as it was captured last, refused or not; None if it
        is not stored."""
        return next(reversed(self.first_pages(start, shared)), None)

    def first_pages(
        self, start: ArticleStart, shared: frozenset[str] = frozenset()
    ) -> list[ArticlePage]:
        """Return the different captures of the first page of an article, refused or not, by time;
        those whose body is cut short are left out."""
        self._begin(start, shared)
        captures = first_of_equal(self._source.pages(start.url))
        pages = (self._look_at(start.url, capture) for capture in captures)
        return [page for page in pages if page is not None]

    def inspect(self, capture: Capture, start: ArticleStart) -> None:
        """Find out what a capture of the first page of an article says."""
        self._begin(start, frozenset())
        self._look_at(start.url, capture)

    def pages_of(
        self,
        start: ArticleStart,
        shared: frozenset[str] = frozenset(),
        span: CaptureSpan = ALL_CAPTURES,
    ) -> StoredPageFinder:
        """Return the finder for the pages of one article."""
        return StoredPageFinder(self, start, shared, span)

    def load(self, page: ArticlePage) -> Page | None:
        """Return the tree of a page that was found before; None if it has none."""
        if page.capture is None or page.fault == TOO_LARGE:
            return None
        key = page.url, page.capture.record_id
        if key not in self._trees:
            self._pages.pop(key, None)
            self._look_at(page.url, page.capture, self._parts.get(key))
        return self._trees.get(key)

    def _captures(self, url: str, span: CaptureSpan) -> Sequence[Capture]:
        return self._source.candidates(url, span.policy or self._portal.captures, span.before)

    def _begin(self, start: ArticleStart, shared: frozenset[str]) -> None:
        """Forget the pages of another article."""
        if self._article != (start, shared):
            self._article = start, shared
            for kept in (self._pages, self._parts, self._trees):
                kept.clear()

    def _look_at(
        self, url: str, capture: Capture, part: LoadedPart | None = None
    ) -> ArticlePage | None:
        """Return the page that was captured for ``url``, with its tree if that is at hand; None if
        its body is cut short."""
        key = url, capture.record_id
        if key not in self._pages:
            if part is not None:
                self._parts[key] = part
            body = self._source.complete_body(capture)
            self._pages[key] = None if body is None else self._check(key, body)
        page, tree = self._pages[key], self._trees.get(key)
        return page if page is None or tree is None else replace(page, parsed=tree)

    def _check(self, key: _PageKey, body: Body) -> ArticlePage:
        """Inspect a stored page and keep its tree; return the rest."""
        assert self._article is not None
        if body.fault == TOO_LARGE:
            return ArticlePage(key[0], None, body.capture, body.fault, body.words)
        start, shared = self._article
        request = InspectionRequest(body, start, key[0], shared, self._parts.get(key))
        page, text = self._inspect(self._portal, request)
        if request.part is None and key[0] == start.url:
            refused = page.refused
            # a page that a rule of the portal file refuses for good is as the portal means it; how
            # many articles redirect to it is seen when all answers are known
            is_odd = refused is not None and refused.reason in TRANSIENT - {"shared-redirect"}
            outcome = ODD if is_odd else WELL
            self._source.note_answer(PageAnswer(body.capture.record_id, outcome, text))
        if page.parsed is not None:
            self._trees[key] = page.parsed
            while len(self._trees) > self.TREES:
                self._trees.popitem(last=False)
        # a page that was looked at before it was stored had no place then
        return replace(page, parsed=None, capture=body.capture)


_PageKey = tuple[str, str]
"""Requested address and record id of a page."""


@dataclass(frozen=True)
class StoredPageFinder:
    """Finds the stored pages of the article that begins at ``start``, among the captures of a
    span."""

    reader: FirstPageReader
    start: ArticleStart
    shared: frozenset[str]
    span: CaptureSpan = ALL_CAPTURES

    def find_page(self, url: str) -> ArticlePage | None:
        """Return the chosen page of an address, None if none is stored."""
        return self.reader.find(url, self.start, self.shared, span=self.span)

    def find_part(self, part: LoadedPart) -> ArticlePage | None:
        """Return a page of a part, None if none is stored."""
        return self.reader.find_part(part, self.start, self.shared, self.span)


def find_first_page(
    portal: Portal, source: Source, start: ArticleStart, shared: frozenset[str] = frozenset()
) -> Page | None:
    """Return the first page of an article, even if the page checks refuse it; None if it is not
    stored or too large."""
    page = FirstPageReader(portal, source).find(start.url, start, shared)
    return page.parsed if page is not None else None


def describe_refusal(
    portal: Portal, requested: str, page: Page, shared: Collection[str] = ()
) -> Rejected | None:
    """Return the rejection of a page by the page checks, or None.

    ``requested`` is the address that was requested for it. ``shared`` are addresses to which
    several listed ones redirect and which are not listed themselves.
    """
    from webarticlecurator.articles.by_rules.layout_choice import select_layout
    from webarticlecurator.articles.by_rules.page_checks import check_page

    rules = select_layout(portal, page).rules
    rejected = check_page(page, rules)
    if rejected is not None and (rejected.reason in TRANSIENT or rejected.reason not in GATED):
        return rejected  # a reject rule of the portal is more specific than the checks below

    if "soft-404" not in rules.gate_off:
        evidence = describe_landing_redirect(portal, requested, page.url)
        if evidence:
            return Rejected(requested, "soft-404", evidence)
    if page.url in shared:
        return Rejected(
            requested,
            "shared-redirect",
            make_message(
                "{requested} redirects to {url}, as another listed address does",
                requested=requested,
                url=page.url,
            ),
        )
    return rejected


def _describe_place(
    request: InspectionRequest, page: Page, refused: Rejected | None
) -> Rejected | None:
    """Return the rejection of a page that is ``refused`` for what it shows, or not, with regard to
    where a redirect has led."""
    if refused is not None and refused.reason in TRANSIENT:
        return refused
    if page.url in request.start.foreign:
        return Rejected(
            request.requested, "off-portal", make_message("redirects to {url}", url=page.url)
        )
    if refused is None and page.url in request.start.others:
        return Rejected(
            request.requested,
            "duplicate",
            make_message("redirects to {url}, another article", url=page.url),
        )
    return refused


def find_declared_address(portal: Portal, requested: str, page: Page) -> str | None:
    """Return the canonical address that a page declares (``address: {canonical: link}``).

    None if it declares none or its own, or if the declared page belongs to another portal, or is
    the home page or an archive page.
    """
    declared = declared_url(page, portal.address)
    own = canonical_address(page.url, portal.address)
    if declared == own or not portal_hosts(portal).belongs(declared, requested):
        return None
    if describe_landing_page(portal, declared) and not describe_landing_page(portal, own):
        return None
    return declared


def is_transient(page: ArticlePage) -> bool:
    """Return True if a page is refused for a transient reason."""
    return page.refused is not None and page.refused.reason in TRANSIENT
