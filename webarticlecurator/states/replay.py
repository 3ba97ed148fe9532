"""Replay stored archive pages as if they had just been crawled: those of the corpus, and those in
WARC files of other tools.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from webarticlecurator import article
from webarticlecurator.archive import (
    OF_WARCS,
    AnyWindow,
    NamedWindow,
    PagePlace,
    WalkState,
    can_have_page,
    locate_page,
    parse_window,
    span_of,
    start_walk,
)
from webarticlecurator.archive import normalize_address as without_fragment
from webarticlecurator.captures.article_pages import find_declared_address
from webarticlecurator.config.source_kinds import uses_link_rules
from webarticlecurator.dataclasses import dataclass, replace
from webarticlecurator.errors import PageUnreadable, UsageError
from webarticlecurator.model.capture import SITE_LEVELS, Capture, Origin
from webarticlecurator.model.hosts import portal_hosts
from webarticlecurator.model.patterns import describe_rule, search_pattern
from webarticlecurator.model.portal import Link, Portal, Span
from webarticlecurator.model.verdict import NO_LINKS, UNREAD, Problem
from webarticlecurator.rules.trace import summarize_rule
from webarticlecurator.states.article_state import update_article_state
from webarticlecurator.states.walk_doubts import find_run_context
from webarticlecurator.states.walking import (
    ListedPage,
    begin_walk,
    load_walk,
    process_archive_page,
    read_page_links,
    store_page_links,
    to_stored_answer,
)
from webarticlecurator.store import (
    ArticleRow,
    Fetch,
    ForeignWarcs,
    JoinedCorpus,
    WalkKey,
    WritableCorpus,
)
from webarticlecurator.text.translation import make_message
from webarticlecurator.workers.progress import Progress

# Replay stored archive pages as if they had just been crawled: store their listings, and advance
# the walk that requested them.


@dataclass(frozen=True)
class ListingPlace:
    """A window of a span of the archive; ``window`` is None for pages without a date that no page
    names."""

    span: Span
    window: AnyWindow

    @property
    def key(self) -> WalkKey:
        return WalkKey(self.span.column, self.span.number, self.window.key if self.window else "")


def replay_fetch(portal: Portal, corpus: WritableCorpus, fetch: Fetch) -> None:
    """Process a stored fetch of an archive page. Needs ``corpus.commit``."""
    place = locate_listing(portal, fetch.origin, fetch.url)
    if place is None:
        return
    state = _state_before(portal, corpus, place, fetch)
    if state is not None:
        process_archive_page(portal, corpus, state, usable_answer(fetch), fetch)
    elif fetch.final is not None:
        try:
            list_page_again(portal, corpus, place, fetch.final, fetch.url)
        except PageUnreadable as error:
            corpus.run_log.add_problem(Problem(UNREAD, fetch.url, error.message))


def list_page_again(
    portal: Portal, corpus: WritableCorpus, place: ListingPlace, capture: Capture, address: str
) -> None:
    """Store the listings of a stored archive page, without changing its walk. Needs
    ``corpus.commit``.

    Raises PageUnreadable or RulesTooSlow if the rules take too long.
    """
    if capture.status != 200 or capture.truncated:
        return
    if corpus.walks.get(place.key) is None:
        corpus.walks.begin(place.key)
    answer = to_stored_answer(portal, corpus.read(capture), place.key.column)
    page_links = read_page_links(portal, place.span, answer, PagePlace(window=place.key.window))
    store_page_links(portal, corpus, ListedPage(place.key, address, capture.time), page_links)


def locate_listing(portal: Portal, origin: Origin | None, url: str) -> ListingPlace | None:
    """Return the place of a stored archive page in the current portal file; None if it has none."""
    spans = [span for column in portal.columns for span in column.spans]
    for span in spans:
        if (
            origin
            and (span.column, span.number) == (origin.column, origin.span)
            and can_have_page(portal, span, origin.window or "", url)
        ):
            return ListingPlace(span, parse_window(span, origin.window or ""))
    try:
        located = locate_page(portal, url)
    except UsageError:
        return None
    if located is None:
        return None
    span = span_of(portal, located)
    return ListingPlace(span, parse_window(span, located.window_first))


def _state_before(
    portal: Portal, corpus: WritableCorpus, place: ListingPlace, fetch: Fetch
) -> WalkState | None:
    """Return the state of the walk before it requested a page; None if no walk requested it."""
    stored_walk = load_walk(corpus, place.span, place.key.window)
    if stored_walk is not None and stored_walk.address == fetch.url:
        return stored_walk
    if fetch.failure:
        time = fetch.failure.time
    elif fetch.captures:
        time = fetch.captures[-1].time
    else:
        return None
    context = find_run_context(portal, corpus, time)
    state = start_walk(portal, place.span, place.window, stored_walk, context)
    if state.address != fetch.url and stored_walk is not None and stored_walk.complete:
        # `--full`, or a window that was walked again to see whether the portal is well
        state = start_walk(
            portal, place.span, place.window, stored_walk, replace(context, full=True)
        )
    if state.address != fetch.url:
        return None
    begin_walk(corpus, place.key, state)
    return state


def usable_answer(fetch: Fetch) -> Capture | None:
    """Return the final answer of a fetch if a walk can use it: complete and not an error."""
    final = fetch.final
    if final is None or final.truncated or final.is_error:
        return None
    return final


# Spans of the archive from whose pages the link rules list nothing at all.

MIN_DATED_PAGES = 5
"""Pages of a span with dates that must list nothing: on a day or two nothing may be published."""


def note_silent_spans(portal: Portal, corpus: WritableCorpus) -> tuple[str, ...]:
    """Return a hint for each span none of whose archive pages lists anything. Needs
    ``corpus.commit``.

    For a span with dates it is recorded as a problem, too; for others the walk has recorded one.
    """
    hints = []
    for column in portal.columns:
        for span in column.spans:
            where = f"column {span.column}, span {span.number + 1}"
            corpus.run_log.clear_problems(where, NO_LINKS)
            count = _count_silent_pages(corpus, span)
            if count == 0 or (span.dates is not None and count < MIN_DATED_PAGES):
                continue
            pages = (
                make_message("its archive page")
                if count == 1
                else make_message("any of its {number} archive pages", number=count)
            )
            rules = "; ".join(
                f"{describe_rule(rule.place, 'links')}: {summarize_rule(rule)}"
                for rule in span.links
            )
            message = make_message(
                "the link rules match nothing on {pages}: {rules}; `curator links"
                " --explain` shows what is near",
                pages=pages,
                rules=rules,
            )
            if span.dates is not None:
                corpus.run_log.add_problem(Problem(NO_LINKS, where, message))
            hints.append(make_message("{where}: {message}", where=where, message=message))
    return tuple(hints)


def _count_silent_pages(corpus: WritableCorpus, span: Span) -> int:
    """Return the number of archive pages of a span; 0 if one of them lists anything, or if they
    are not read by link rules."""
    if not uses_link_rules(span.source.kind):
        return 0
    if corpus.walks.has_listing(span.column, span.number):
        return 0
    return corpus.captures.count_archive_pages(span.column, span.number)


# List the captures of WARC files of other tools: archive pages, articles, and unclassified
# pages.


FOUND = WalkKey("", 0, OF_WARCS)
"""Key of the walk for articles that no archive page lists, only a WARC file."""
BATCH = 200
UNCLASSIFIED = make_message(
    "neither an archive page nor linked by one; `article.match` says which addresses are articles"
)


NoteArchivePage = Callable[[Capture, ListingPlace], None]
"""Takes an archive page among the captures, and its place in the archive."""


def list_foreign(
    portal: Portal,
    corpus: WritableCorpus,
    foreign: ForeignWarcs,
    progress: Progress,
    chosen: Collection[str] | None = None,
    note_archive_page: NoteArchivePage = lambda _capture, _place: None,
) -> None:
    """Add the pages of the files to the frontier of the corpus, so that they can be built; commits.

    An address that ``article.match`` matches is an article. Otherwise, an address that fits a
    template or that an archive page has as its next page is an archive page, and one that an
    archive page links is an article. All others of the portal's hosts become problems
    (``unclassified``).

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
        corpus.run_log.add_problem(Problem("warc-damaged", where, finding.message))
    for record in foreign.unresolved:
        corpus.run_log.add_problem(
            Problem(
                "revisit-unresolved",
                record,
                make_message("the record it repeats is in none of the files"),
            )
        )
    others = lister.other_hosts
    given = make_message(
        "given pages: {archive_pages} archive pages, {articles} article pages, {unknown}"
        " unclassified",
        archive_pages=lister.archive_pages,
        articles=lister.articles,
        unknown=lister.unknown,
    )
    progress.show_message(
        make_message("{given}, {number} pages of other hosts left", given=given, number=others)
        if others
        else given
    )
    corpus.commit()


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
        self.unclassified: list[Capture] = []
        self.archive_pages = self.articles = self.unknown = 0

    def add(self, capture: Capture) -> None:
        """Classify a capture and add it to the frontier."""
        self._guard(self._classify, capture)

    def _guard(self, action: Callable[[Capture], None], capture: Capture) -> None:
        """Call ``action``; a page that cannot be read becomes a problem."""
        try:
            action(capture)
        except PageUnreadable as error:
            self._corpus.run_log.add_problem(Problem(UNREAD, capture.url, error.message))

    def _classify(self, capture: Capture) -> None:
        if capture.status != 200 or capture.truncated or has_no_page(capture):
            return
        if capture.origin is not None and capture.origin.level in SITE_LEVELS:
            return
        is_chosen = self._chosen is not None and without_fragment(capture.url) in self._chosen
        if self._chosen is not None and not is_chosen:
            return
        if matches_article(self._portal, capture.url):
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
        while self.unclassified and len(self.unclassified) != count_before:
            count_before, remaining = len(self.unclassified), self.unclassified
            self.unclassified = []
            for capture in remaining:
                if self._corpus.frontier.article(capture.url):
                    self._guard(self._add_article, capture)
                else:
                    self.add(capture)
        for capture in self.unclassified:
            if self._is_of_known_article(capture):
                self.articles += 1
            elif not self._hosts.belongs(capture.url):
                self.other_hosts += 1
            else:
                self.unknown += 1
                self._corpus.run_log.add_problem(Problem("unclassified", capture.url, UNCLASSIFIED))

    def _add_article(self, capture: Capture) -> None:
        self.articles += 1
        frontier = self._corpus.frontier
        url = without_fragment(capture.url)
        canonical = article.canonical_address(url, self._portal.address)
        if self._portal.address.canonical == "link":
            answer = to_stored_answer(self._portal, self._foreign.read(capture), None)
            page = answer.page(self._portal)
            canonical = find_declared_address(self._portal, url, page) or canonical
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
        where = PagePlace(window=place.key.window)
        page_links = read_page_links(self._portal, place.span, answer, where)
        for page in page_links.named:
            self._next_pages.setdefault(page.url, ListingPlace(place.span, NamedWindow(page.url)))
        if page_links.next_page:
            self._next_pages.setdefault(page_links.next_page, place)
        key = WalkKey(place.span.column, place.span.number, OF_WARCS)
        if self._corpus.walks.get(key) is None:
            self._corpus.walks.begin(key)
        if page_links.links:
            self._corpus.listings.add(
                key, capture.url, page_links.links, page_links.canonicals.__getitem__
            )


def matches_article(portal: Portal, url: str) -> bool:
    """Return True if ``article.match`` matches an address. Raises PageUnreadable."""
    return portal.match is not None and search_pattern(portal.match, url, portal.match_rule)


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


# States of articles by what a crawl has stored of them in WARC files that belong to no corpus.


def update_articles_of_warcs(portal: Portal, corpus: JoinedCorpus, foreign: ForeignWarcs) -> None:
    """Update the states of the listed articles that crawls asked for, as their WARC files say;
    ``corpus`` has the captures of the files. Articles from other programs stay as they are listed;
    commits."""
    for number, url in enumerate(foreign.captures.requested_addresses("article"), 1):
        article = corpus.frontier.article(url)
        if article is not None and not _is_built(corpus, article, url):
            update_article_state(portal, corpus, article, inspect=False)
        if number % BATCH == 0 or corpus.has_large_transaction():
            corpus.commit()
    corpus.commit()


def _is_built(corpus: JoinedCorpus, article: ArticleRow, url: str) -> bool:
    """Return True if TEI was made of the only answer for an article."""
    pages = corpus.frontier.pages(article.canonical)
    if article.state != "tei" or article.requested != url or not pages:
        return False
    fetches = corpus.captures.fetches(url)
    final = fetches[0].final if len(fetches) == 1 else None
    return final is not None and final.record_id == pages[0].record_id
