"""Determine the state of an article from its stored fetches: stored, gone, forbidden, redirected,
failed, or still to be requested.

The result is the same after a live request, after a kill, and after a rebuild of the index from the
WARC files; it does not depend on the order of the answers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from itertools import chain, islice

from webarticlecurator.articles.by_rules.identity import canonical_address
from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.errors import PageUnreadable
from webarticlecurator.base.model.article import Rejected
from webarticlecurator.base.model.capture import Body
from webarticlecurator.base.model.verdict import TRANSIENT, WALLS
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.crawling.archive.landing_pages import describe_landing_redirect
from webarticlecurator.crawling.captures.article_pages import (
    ArticlePage,
    ArticleStart,
    is_transient,
    may_be_continuation,
)
from webarticlecurator.crawling.captures.page_choice import FirstPageReader
from webarticlecurator.crawling.captures.page_inspection import InspectionRequest
from webarticlecurator.crawling.captures.redirect_targets import (
    RedirectTarget,
    find_foreign_targets,
    find_redirect_targets,
    find_shared_targets,
    find_sharers,
    find_unconfirmed_aliases,
    note_redirect_targets,
)
from webarticlecurator.crawling.captures.supervised_inspection import SupervisedLook
from webarticlecurator.crawling.captures.tasks import article_start
from webarticlecurator.crawling.captures.tei_cleanup import remove_tei
from webarticlecurator.crawling.states.article_days import note_captures
from webarticlecurator.crawling.states.canonical_addresses import CanonicalAddresses
from webarticlecurator.crawling.states.doubtful_answers import (
    judge_runs,
    note_disorders,
    note_doubt,
    note_page_answers,
)
from webarticlecurator.crawling.states.state_without_page import (
    fail_reading,
    is_answered_without_page,
    set_doubtful,
    set_state_by_fetch,
    set_transient,
    set_unrequested,
)
from webarticlecurator.crawling.states.unread_answers import note_unread_answers
from webarticlecurator.crawling.workers.capture_sources import CorpusSource
from webarticlecurator.storage.answers.fetches import Fetch
from webarticlecurator.storage.frontier.index_values import ArticleRow, Listing
from webarticlecurator.storage.store.corpus import WritableCorpus
from webarticlecurator.storage.warc.record import target_address

PAGES_AHEAD = 50
MAX_BYTES_AHEAD = 1 << 20
"""Pages, and bytes of their records, that are inspected with one message to the worker."""


def settle_answers(
    portal: Portal,
    corpus: WritableCorpus,
    since: datetime | None = None,
    ask: Callable[[str], bool] | None = None,
) -> bool:
    """Compare the answers of crawls with each other, and update the articles whose answers are not
    used any more, or are used again; commits. Return whether there are any.

    With ``since``, only crawls that began then or later count: of others, the answers may not be
    known before they are built. ``ask`` is that of ``judge_runs``.
    """
    note_unread_answers(portal, corpus, since)
    changed = judge_runs(portal, corpus, since, ask)
    for article in changed:
        StateUpdater(portal, corpus).update(article)
    note_disorders(corpus)
    corpus.commit()
    return bool(changed)


class StateUpdater:
    """Sets the states of articles by the stored fetches of their requested addresses. All changes
    need ``corpus.commit``.

    - Without a stored fetch, an article stays ``pending``.
    - If its page passes the page checks, it is ``stored``. So is a page that they refuse for good:
      the build rejects it.
    - If the page is refused for a transient reason, the article is ``failed`` until it was asked
      for often enough.
    - Of answers that say that nothing is there, it is noted when they are asked for again.
    - The target of a redirect becomes the canonical address if it is listed, or if it passes the
      page checks and no other listed address redirects to it. An article that had a page of its own
      becomes an alias of a listed one at the second redirect, ``fetch.confirm`` later.

    ``reader`` reads the pages of the article that was updated last; ``first_page`` is its first
    page, None if the page checks refuse it, or a redirect leads to it.
    """

    def __init__(self, portal: Portal, corpus: WritableCorpus) -> None:
        self._portal, self._corpus = portal, corpus
        self._addresses = CanonicalAddresses(
            portal, corpus, lambda other: self._update(other, inspect=True)
        )
        self._source = CorpusSource(corpus)
        self._look = SupervisedLook(portal, corpus.read)
        self.reader = FirstPageReader(portal, self._source, self._look.inspect)
        self.first_page: ArticlePage | None = None
        self._aliases: frozenset[str] = frozenset()  # unconfirmed ones of the article
        self._starts: dict[str, tuple[ArticleRow, ArticleStart]] = {}
        """By requested address, what is known of articles before they are updated."""

    def begin_look(self, article: ArticleRow, listed: Sequence[Listing], body: Body) -> None:
        """Begin to look at the page of an article that is about to be stored, if it answers the
        requested address itself; ``listed``: where that is listed. ``update``, which is called
        next, uses the result."""
        capture = body.capture
        is_page = capture.status == 200 and not capture.truncated and not body.fault
        if is_page and capture.url == target_address(article.requested):
            start = article_start(self._corpus, article, listed)
            self._starts = {article.requested: (article, start)}
            self._look.begin(InspectionRequest(body, start, article.requested))

    def look_ahead(self, articles: Iterable[ArticleRow]) -> None:
        """Inspect the pages that answer the requested addresses of articles themselves, many at
        once. ``update``, which is called for these articles next, uses the results."""
        requests, size = [], 0
        self._source.known.clear()
        self._starts.clear()
        for article in articles:
            url = article.requested
            self._source.known[url] = self._source.pages(url)
            captures = self._source.candidates(article.requested, self._portal.captures)
            if not captures or captures[0].url != target_address(article.requested):
                continue
            body = Body(captures[0], b"", captures[0].content_type)
            start = article_start(self._corpus, article)
            self._starts[url] = article, start
            requests.append(InspectionRequest(body, start, article.requested))
            size += captures[0].length
            if size > MAX_BYTES_AHEAD:
                break
        self._source.ahead = self._look.look_ahead(self._corpus.records_folder, requests)

    def is_refused(self, article: ArticleRow) -> bool:
        """Return True if no stored page of an article passes the page checks and the rules of
        today. Nothing is changed, nor noted of its answers: the rules may be wrong."""
        targets = find_redirect_targets(self._portal, self._corpus, article.requested)
        shared = find_shared_targets(self._portal, self._corpus, targets)
        try:
            page = self._find_page(article, targets, shared)
        except PageUnreadable:
            return False  # nothing is known of it
        finally:
            self._source.take_answers()
        return page is None or page.refused is not None

    def update(self, article: ArticleRow, *, inspect: bool = True) -> ArticleRow:
        """Update the state of an article and return it.

        ``inspect=False`` leaves the page checks to the next build, unless there was a redirect.
        """
        self._aliases = frozenset()
        updated = self._update(article, inspect)
        for url in self._aliases:  # a redirect may have brought the page that it lacked
            other = self._corpus.frontier.article(url)
            is_open = other is not None and other.state in ("pending", "failed")
            if other is not None and other.id != updated.id and is_open:
                self._update(other, inspect)
        # the article may be listed by now, or have a page: addresses that redirect to it may become
        # its aliases
        own = canonical_address(article.requested, self._portal.address)
        is_merged = updated.requested != article.requested
        names = dict.fromkeys((own,) if is_merged else (updated.canonical, own))
        sources = [url for name in names for url in self._corpus.redirects.sources_of(name)]
        for requested in sources:
            other = self._corpus.frontier.article(requested)
            if other is not None and other.canonical != updated.canonical:
                self._update(other, inspect)
        self._separate_from_owner(updated)
        return self._corpus.frontier.reload(updated) if sources else updated

    def _separate_from_owner(self, article: ArticleRow) -> None:
        """Let an article be built again that took the page of this one for a page of its own, which
        no list named then."""
        url, corpus = article.requested, self._corpus
        is_page = corpus.frontier.page_owner(url, besides=article.canonical) is not None
        is_listed = is_page and corpus.redirects.is_on_archive_page(url)
        if is_listed and not may_be_continuation(self._portal, url):
            self.build_others(url, article)

    def build_others(self, url: str, article: ArticleRow | None) -> None:
        """Let the other articles that have a page be built again: a request for ``article`` has
        led to it. Needs ``corpus.commit``."""
        frontier = self._corpus.frontier
        for other in frontier.page_owners(url, besides=article.canonical if article else ""):
            frontier.set_build(other.canonical, other.tei, None)

    def inspect_all(self, article: ArticleRow) -> None:
        """Note what every capture of the first page of an article says, not only the one that
        counts. Needs ``corpus.commit``."""
        with suppress(PageUnreadable):
            self.reader.first_pages(article_start(self._corpus, article))
        self.note_answers()

    def note_answers(self) -> None:
        """Note what the pages say that were read since this was done last. Needs
        ``corpus.commit``."""
        note_page_answers(self._portal, self._corpus, self._source.take_answers())

    def note_others(self, article: ArticleRow, fetch: Fetch) -> None:
        """Update the other articles whose pages, or a 404 for them, came as the answer to a request
        for ``article``."""
        for hop in fetch.captures[1:]:
            row = self._corpus.frontier.article(hop.url)
            target = self._corpus.frontier.article((hop.location or "").partition("#")[0])
            is_alias_still = row is not None and target is not None and row.id == target.id
            other = None if is_alias_still else self._addresses.find_own(hop.url)
            if other is not None and other.id != article.id:
                self.update(other)

    def _update(self, article: ArticleRow, inspect: bool) -> ArticleRow:
        try:
            updated = self._update_unguarded(article, inspect)
        except PageUnreadable as error:  # a rule, or a regular expression of ``address``
            fail_reading(self._corpus, article, error)
            updated = self._corpus.frontier.reload(article)
        note_doubt(self._portal, self._corpus, updated)
        if updated.state == "stored":
            note_captures(self._portal, self._corpus, updated)
        return updated

    def _update_unguarded(self, article: ArticleRow, inspect: bool) -> ArticleRow:
        requested, self.first_page = article.requested, None
        self._corpus.answers.note_errors(requested)
        if not self._corpus.captures.has_any(requested):
            self._corpus.redirects.set_targets(requested, ())
            unrequested = self._corpus.frontier.article(requested) or article
            return set_unrequested(self._corpus, unrequested)
        targets, shared = self._note_targets(requested)
        article = self._addresses.find_own(requested) or article
        must_inspect = inspect or targets or self._portal.address.canonical == "link"
        if not must_inspect and self._corpus.captures.best([requested], self._portal.captures):
            self._corpus.frontier.set_state(article.canonical, "stored")
            return self._corpus.frontier.reload(article)

        page = self._look_at_page(article, targets, shared)
        if page is None:
            return self.set_state_without_page(self._addresses.give_own(article))
        article = self._addresses.rename(article, self._addresses.choose(requested, page, targets))
        # merged with an article that was listed earlier: the page of that one counts
        if article.requested != requested:
            return self._update(article, inspect)
        if is_transient(page) and is_answered_without_page(self._corpus, requested):
            return self.set_state_without_page(article)
        # Note the final address as an alias of the article, if its page belongs to the article
        url = page.capture.url if page.capture else article.requested
        is_listed = any(target.url == url and target.listed for target in targets)
        if is_listed or (
            url != article.requested
            and page.refused is None
            and not describe_landing_redirect(self._portal, article.requested, url)
        ):
            self._corpus.frontier.add_alias(article.canonical, url)
        self._set_state(article, page)
        return self._corpus.frontier.reload(article)

    def _note_targets(
        self, requested: str
    ) -> tuple[tuple[RedirectTarget, ...], Mapping[str, object]]:
        """Note the targets of an address; return them, and those of them that are shared."""
        targets, known = note_redirect_targets(self._portal, self._corpus, requested)
        shared = find_shared_targets(self._portal, self._corpus, targets)
        for url, others in shared.items():
            self._addresses.separate(chain([requested], others))
            self._corpus.answers.note_shared(url)
        for target in targets:
            if target.url in shared and target.key not in known:
                # Let the only other article that redirects to a target be built again: until now,
                # the page was one of its own
                sharers = list(islice(find_sharers(self._portal, self._corpus, target), 2))
                other = self._corpus.frontier.article(sharers[0]) if len(sharers) == 1 else None
                if other is not None and other.state == "tei":
                    self._corpus.frontier.set_state(other.canonical, "stored")
        return targets, shared

    def _look_at_page(
        self,
        article: ArticleRow,
        targets: Sequence[RedirectTarget],
        shared: Mapping[str, object],
    ) -> ArticlePage | None:
        """Return the chosen page of an article, and note what its pages say."""
        requested = article.requested
        aliases = find_unconfirmed_aliases(self._portal, self._corpus, requested, targets)
        page = self._find_page(article, targets, shared, aliases)
        if aliases and (page is None or page.refused is not None):
            page = self._find_page(article, targets, shared)  # it has no text of its own to keep
        else:
            self._aliases |= aliases
        self.note_answers()
        if page is not None and page.refused is None and page.capture is not None:
            is_direct = not targets and page.capture.url == target_address(requested)
            self.first_page = page if is_direct else None
        return page

    def _find_page(
        self,
        article: ArticleRow,
        targets: Sequence[RedirectTarget],
        shared: Mapping[str, object],
        others: frozenset[str] = frozenset(),
    ) -> ArticlePage | None:
        """Return the chosen page of an article. Pages of ``others`` are those of other articles."""
        foreign = find_foreign_targets(self._portal, article.requested, targets)
        if targets or self._portal.address.canonical == "link":  # articles may become one
            self._starts.clear()
        before, start = self._starts.pop(article.requested, (None, None))
        if start is None or before != article:  # else nothing was listed since
            start = article_start(self._corpus, article)
        start = replace(start, others=others, foreign=foreign)
        page = self.reader.find(article.requested, start, frozenset(shared))
        if truncated := self._source.take_truncated():
            self._source.known.clear()
            self._corpus.captures.mark_truncated(truncated)
        return page

    def _set_state(self, article: ArticleRow, page: ArticlePage) -> None:
        refused = page.refused
        if refused is not None and refused.reason in TRANSIENT:
            set_transient(self._portal, self._corpus, article, refused.reason, refused.evidence)
        elif refused is not None and refused.reason == "off-portal":
            remove_tei(self._corpus, article)  # that of an answer which is not used any more
            self._corpus.frontier.set_state(
                article.canonical, "rejected", reason=refused.reason, evidence=refused.evidence
            )
        else:
            self._corpus.frontier.set_state(article.canonical, "stored")

    def set_state_without_page(self, article: ArticleRow) -> ArticleRow:
        """Set the state of an article by its last fetch, which has no page, or none that is
        used."""
        fetch = self._corpus.captures.last_fetch(article.requested)
        if fetch is None:
            return set_unrequested(self._corpus, article)
        doubt = self._corpus.answers.doubt_of(fetch.id)
        if not doubt:
            return set_state_by_fetch(self._portal, self._corpus, article, fetch)
        article = self._addresses.give_own(article)  # the answer may have given it that of a notice
        wall = self._find_wall(article, fetch)
        if wall is None:
            return set_doubtful(self._portal, self._corpus, article, doubt, fetch)
        set_transient(self._portal, self._corpus, article, wall.reason, wall.evidence)
        return self._corpus.frontier.reload(article)

    def _find_wall(self, article: ArticleRow, fetch: Fetch) -> Rejected | None:
        """Return the rejection of an answer that is not used, if it is a wall, such as a consent
        page: what the page says has a better cure than that others say the same."""
        last = fetch.captures[-1]
        if last.status != 200:
            return None
        page = self.reader.inspect(article.requested, last, article_start(self._corpus, article))
        refused = page.refused if page is not None else None
        return refused if refused is not None and refused.reason in WALLS else None
