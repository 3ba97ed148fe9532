"""Determine the state of an article from its stored fetches: stored, gone, forbidden, redirected,
failed, or still to be requested.

The result is the same after a live request, after a kill, and after a rebuild of the index from the
WARC files; it does not depend on the order of the answers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from itertools import chain, islice

from webarticlecurator import article as extract
from webarticlecurator.archive import describe_landing_redirect
from webarticlecurator.captures.article_pages import (
    ArticlePage,
    FirstPageReader,
    InspectionRequest,
    is_transient,
)
from webarticlecurator.captures.tasks import (
    RedirectTarget,
    SupervisedLook,
    article_start,
    find_foreign_targets,
    find_redirect_targets,
    find_shared_targets,
    find_sharers,
    find_unconfirmed_aliases,
    has_foreign_name,
    note_redirect_targets,
)
from webarticlecurator.captures.tei_drafts import remove_tei
from webarticlecurator.dataclasses import replace
from webarticlecurator.errors import PageUnreadable
from webarticlecurator.model.capture import GONE, Body
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.verdict import FINAL_FAILURES, TRANSIENT
from webarticlecurator.states.doubtful_answers import (
    SHARED_TEXT,
    judge_runs,
    note_captures,
    note_disorders,
    note_doubt,
    note_page_answers,
    note_unread_answers,
    set_odd_state,
)
from webarticlecurator.store import ArticleRow, CorpusView, Fetch, WritableCorpus
from webarticlecurator.text.translation import make_message
from webarticlecurator.warc.record import target_address
from webarticlecurator.workers.capture_source import CorpusSource


def fail_reading(corpus: WritableCorpus, article: ArticleRow, error: PageUnreadable) -> None:
    """Note that the page of an article could not be read this time. One with TEI keeps it and is
    ``stored``: the next build reads the page again. Needs ``corpus.commit``."""
    current = corpus.frontier.reload(article)
    if current.tei is not None:
        corpus.frontier.set_state(current.canonical, "stored")
        return
    corpus.frontier.set_state(
        current.canonical, "failed", reason=error.reason, evidence=error.message
    )


def update_article_state(
    portal: Portal, corpus: WritableCorpus, article: ArticleRow, *, inspect: bool = True
) -> ArticleRow:
    """Update the state of one article; see ``StateUpdater.update``."""
    return StateUpdater(portal, corpus).update(article, inspect=inspect)


def settle_answers(portal: Portal, corpus: WritableCorpus, since: datetime | None = None) -> bool:
    """Compare the answers of crawls with each other, and update the articles whose answers are not
    used any more, or are used again; commits. Return whether there are any.

    With ``since``, only crawls that began then or later count: of others, the answers may not be
    known before they are built.
    """
    note_unread_answers(portal, corpus, since)
    changed = judge_runs(portal, corpus, since)
    for article in changed:
        update_article_state(portal, corpus, article)
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
        self._source = CorpusSource(corpus)
        self._look = SupervisedLook(portal)
        self.reader = FirstPageReader(portal, self._source, self._look.inspect)
        self.first_page: ArticlePage | None = None
        self._aliases: frozenset[str] = frozenset()  # unconfirmed ones of the article

    def begin_look(self, article: ArticleRow, body: Body) -> None:
        """Begin to look at the page of an article that is about to be stored, if it answers the
        requested address itself. ``update``, which is called next, uses the result."""
        capture = body.capture
        is_page = capture.status == 200 and not capture.truncated and not body.fault
        if is_page and capture.url == target_address(article.requested):
            start = article_start(self._corpus, article)
            self._look.begin(InspectionRequest(body, start, article.requested))

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
        own = extract.canonical_address(article.requested, self._portal.address)
        is_merged = updated.requested != article.requested
        names = dict.fromkeys((own,) if is_merged else (updated.canonical, own))
        sources = [url for name in names for url in self._corpus.redirects.sources_of(name)]
        for requested in sources:
            other = self._corpus.frontier.article(requested)
            if other is not None and other.canonical != updated.canonical:
                self._update(other, inspect)
        return self._corpus.frontier.reload(updated) if sources else updated

    def inspect_all(self, article: ArticleRow) -> None:
        """Note what every capture of the first page of an article says, not only the one that
        counts. Needs ``corpus.commit``."""
        with suppress(PageUnreadable):
            self.reader.first_pages(article_start(self._corpus, article))
        note_page_answers(self._portal, self._corpus, self._source.take_answers())

    def note_others(self, article: ArticleRow, fetch: Fetch) -> None:
        """Update the other articles whose pages, or a 404 for them, came as the answer to a request
        for ``article``."""
        for hop in fetch.captures[1:]:
            row = self._corpus.frontier.article(hop.url)
            target = self._corpus.frontier.article((hop.location or "").partition("#")[0])
            is_alias_still = row is not None and target is not None and row.id == target.id
            other = None if is_alias_still else self._find_own(hop.url)
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
            return self._set_unrequested(self._corpus.frontier.article(requested) or article)
        targets, shared = self._note_targets(requested)
        article = self._find_own(requested) or article
        must_inspect = inspect or targets or self._portal.address.canonical == "link"
        if not must_inspect and self._corpus.captures.best([requested], self._portal.captures):
            self._corpus.frontier.set_state(article.canonical, "stored")
            return self._corpus.frontier.reload(article)

        page = self._look_at_page(article, targets, shared)
        if page is None:
            return self.set_state_without_page(self._give_own_address(article))
        article = self._rename(article, self._choose_canonical(requested, page, targets))
        # merged with an article that was listed earlier: the page of that one counts
        if article.requested != requested:
            return self._update(article, inspect)
        if is_transient(page) and is_answered_without_page(self._corpus, requested):
            return self.set_state_without_page(article)
        # Note the final address as an alias of the article, if its page belongs to the article
        url = page.capture.url if page.capture else article.requested
        is_listed = any(target.url == url and target.listed for target in targets)
        if is_listed or (
            page.refused is None
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
            self._separate(chain([requested], others))
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
        note_page_answers(self._portal, self._corpus, self._source.take_answers())
        if page is not None and page.refused is None and page.capture is not None:
            is_direct = not targets and page.capture.url == target_address(requested)
            self.first_page = page if is_direct else None
        return page

    def _find_own(self, url: str) -> ArticleRow | None:
        """Return the article of an address. If it is listed and an alias of another one, the two
        are separated: it may be an article of its own by now."""
        row = self._corpus.frontier.article(url)
        if row is None or row.requested == url or not self._corpus.redirects.is_listed(url):
            return row
        self._separate([url], even_listed=True)
        return self._corpus.frontier.article(url)

    def _find_page(
        self,
        article: ArticleRow,
        targets: Sequence[RedirectTarget],
        shared: Mapping[str, object],
        others: frozenset[str] = frozenset(),
    ) -> ArticlePage | None:
        """Return the chosen page of an article. Pages of ``others`` are those of other articles."""
        foreign = find_foreign_targets(self._portal, article.requested, targets)
        start = replace(article_start(self._corpus, article), others=others, foreign=foreign)
        page = self.reader.find(article.requested, start, frozenset(shared))
        self._corpus.captures.mark_truncated(self._source.take_truncated())
        return page

    def _choose_canonical(
        self, requested: str, page: ArticlePage, targets: Sequence[RedirectTarget]
    ) -> str:
        """Return the canonical address of an article whose page is stored."""
        canonical = extract.canonical_address(requested, self._portal.address)
        url = page.capture.url if page.capture else requested
        target = next((target for target in targets if target.url == url), None)
        if target is not None and target.listed:
            owner = self._corpus.frontier.article(target.canonical)
            canonical = owner.canonical if owner is not None else target.canonical
        elif target is not None:
            canonical = target.canonical if page.refused is None else target.last_listed
        if page.refused is not None:
            return canonical
        return page.declared_address or canonical

    def _rename(self, article: ArticleRow, canonical: str) -> ArticleRow:
        """Give an article another canonical address; merge it with the article that has this
        address already."""
        if canonical == article.canonical:
            return article
        article = self._give_own_address(article)
        if canonical == article.canonical:
            return article
        if article.tei is not None and self._corpus.frontier.article(canonical) is not None:
            remove_tei(self._corpus, article)
        return self._corpus.frontier.rename(article.canonical, canonical)

    def _give_own_address(self, article: ArticleRow) -> ArticleRow:
        """Give an article its own canonical address back, if it has that of a page to which it was
        redirected."""
        if article.canonical == extract.canonical_address(article.requested, self._portal.address):
            return article
        self._separate([article.requested], even_listed=True)
        return self._corpus.frontier.article(article.requested) or article

    def _separate(self, requested: Iterable[str], *, even_listed: bool = False) -> None:
        """Give articles that have the address of a page of another article their own canonical
        addresses back.

        ``requested`` are addresses that redirect to the same page. The second and later ones are
        changed together: if one of them has its own address already, so have the others.
        """
        for number, url in enumerate(requested):
            row = self._corpus.frontier.article(url)
            if row is None or not has_foreign_name(
                self._portal, self._corpus, row, url, even_listed=even_listed
            ):
                if number:
                    return
                continue
            remove_tei(self._corpus, row)
            self._corpus.run_log.clear_problems(row.canonical)
            separated = self._corpus.redirects.split_article(
                row, lambda address: extract.canonical_address(address, self._portal.address)
            )
            own_row = self._corpus.frontier.article(url)
            for canonical in separated:
                other = self._corpus.frontier.article(canonical)
                if other is not None and (number or own_row is None or other.id != own_row.id):
                    self._update(other, inspect=True)

    def _set_state(self, article: ArticleRow, page: ArticlePage) -> None:
        refused = page.refused
        if refused is not None and refused.reason in TRANSIENT:
            self._set_transient(article, refused.reason, refused.evidence)
        elif refused is not None and refused.reason == "off-portal":
            remove_tei(self._corpus, article)  # that of an answer which is not used any more
            self._corpus.frontier.set_state(
                article.canonical, "rejected", reason=refused.reason, evidence=refused.evidence
            )
        else:
            self._corpus.frontier.set_state(article.canonical, "stored")

    def _set_transient(self, article: ArticleRow, reason: str, evidence: str) -> None:
        """Set the state for a transient reason: failed, or rejected after enough tries."""
        remove_tei(self._corpus, article)
        set_odd_state(self._portal, self._corpus, article, reason, evidence)

    def _set_unrequested(self, article: ArticleRow) -> ArticleRow:
        """Set the state of an article that was never requested."""
        if article.state == "stored":
            self._corpus.frontier.set_state(article.canonical, "pending")
        return self._corpus.frontier.reload(article)

    def set_state_without_page(self, article: ArticleRow) -> ArticleRow:
        """Set the state of an article by its last fetch, which has no page, or none that is
        used."""
        fetch = self._corpus.captures.last_fetch(article.requested)
        if fetch is None:
            return self._set_unrequested(article)
        doubt = self._corpus.answers.doubt_of(fetch.id)
        if doubt:
            return self._set_doubtful(article, doubt, fetch)
        if fetch.failure is not None and fetch.failure.kind == "excluded":
            return self._set_excluded_target(article, fetch)
        state, reason, evidence = state_without_page(fetch)
        if reason in TRANSIENT:
            self._set_transient(article, reason, evidence)
        else:
            if self._is_made_of_own_page(article):
                remove_tei(self._corpus, article)  # that of an answer which is not used any more
            self._corpus.frontier.set_state(
                article.canonical, state, reason=reason, evidence=evidence
            )
        return self._corpus.frontier.reload(article)

    def _is_made_of_own_page(self, article: ArticleRow) -> bool:
        """Return True unless the page of an article is in WARC files of other programs alone."""
        pages = self._corpus.frontier.pages(article.canonical)
        record = pages[0].record_id if pages else None
        return record is None or self._corpus.captures.by_id(record) is not None

    def _set_doubtful(self, article: ArticleRow, doubt: str, fetch: Fetch) -> ArticleRow:
        """Set the state of an article whose last answer is not used: failed, under its own
        address. The answer may have given it the address of a notice."""
        article = self._give_own_address(article)
        remove_tei(self._corpus, article)
        last = fetch.captures[-1]
        evidence = make_message(
            "{url} answered {status} while the portal was out of order",
            url=last.url,
            status=last.status,
        )
        if doubt == SHARED_TEXT:
            evidence = make_message(
                "{url} shows the same text as other addresses in the same crawl", url=last.url
            )
        set_odd_state(self._portal, self._corpus, article, doubt, evidence)
        return self._corpus.frontier.reload(article)

    def _set_excluded_target(self, article: ArticleRow, fetch: Fetch) -> ArticleRow:
        """Reject an article that redirects to an address on the exclude list, which is the same
        article. If the address is no longer on the list, the article is requested again."""
        location = fetch.captures[-1].location if fetch.captures else None
        url = (location or article.requested).partition("#")[0]
        target = extract.canonical_address(url, self._portal.address)
        reason = extract.find_exclusion(self._portal, (target,))
        if reason is None:
            self._corpus.frontier.set_state(article.canonical, "pending")
            return self._corpus.frontier.reload(article)
        if target != article.canonical:
            article = self._corpus.frontier.rename(article.canonical, target)
        self._corpus.frontier.set_state(
            article.canonical, "rejected", reason="excluded", evidence=reason
        )
        return self._corpus.frontier.reload(article)


def is_answered_without_page(corpus: CorpusView, requested: str) -> bool:
    """Return True if the last fetch of an address has no page, only an error or a failure."""
    fetch = corpus.captures.last_fetch(requested)
    return fetch is not None and (fetch.final is None or fetch.final.status != 200)


def state_without_page(fetch: Fetch) -> tuple[str, str, str]:
    """Return the state, reason and evidence of an article whose last fetch has no page."""
    if fetch.failure:
        kind = fetch.failure.kind
        # a redirect to such an address may be temporary, as on a network that asks for a login
        if kind in FINAL_FAILURES and (kind == "robots" or not fetch.captures):
            return "rejected", kind, fetch.failure.message
        return "failed", kind, fetch.failure.message
    final = fetch.final
    if final is None:
        return "pending", "", ""
    if final.status in GONE:
        return (
            "rejected",
            "gone",
            make_message("{url} answers {status}", url=final.url, status=final.status),
        )
    if final.truncated:
        return "failed", "truncated", make_message("{url}: the answer broke off", url=final.url)
    return (
        "failed",
        f"status-{final.status}",
        make_message("{url} answers {status}", url=final.url, status=final.status),
    )
