"""What the stored fetches say about an article: captured, gone, forbidden, elsewhere, failed, or
still to be asked for.

The same judgement after a live request, after a kill, and after an index was made anew from the
WARC files, in whatever order the answers came.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from webarticlecurator.archive import describe_landing_redirect
from webarticlecurator.errors import PageUnreadable
from webarticlecurator.extract import canonical_address, find_exclusion
from webarticlecurator.model.article import Rejected
from webarticlecurator.model.capture import GONE
from webarticlecurator.model.hosts import portal_hosts
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.verdict import FINAL_FAILURES, TRANSIENT, is_final
from webarticlecurator.run.building.article_page_choice import FirstPageReader, is_passing
from webarticlecurator.run.building.article_pages import ArticlePage
from webarticlecurator.run.building.capture_sources import CorpusSource
from webarticlecurator.run.building.tasks import article_start
from webarticlecurator.run.cleanup import remove_tei
from webarticlecurator.run.redirect_targets import (
    RedirectTarget,
    has_foreign_name,
    is_shared,
    note_redirect_targets,
)
from webarticlecurator.run.supervised_look import look_supervised
from webarticlecurator.store import ArticleRow, Corpus, Fetch


def settle_article(
    portal: Portal, corpus: Corpus, article: ArticleRow, *, look: bool = True
) -> ArticleRow:
    """Settle one article; see ``Settler``."""
    return Settler(portal, corpus).settle(article, look=look)


class Settler:
    """Sets the states of articles by what is stored of their requested addresses. All changes wait
    for ``corpus.commit``.

    Pending stays pending where nothing is stored. A page that the page checks pass is ``stored``,
    and so is one that they refuse for good: the build says so. One that they refuse for a transient
    reason is ``failed`` until it was tried often enough. A redirect target becomes canonical if it
    is listed, or if no other listed address redirects there and the page checks pass it. ``reader``
    may be used to read the pages of an article that was settled last."""

    def __init__(self, portal: Portal, corpus: Corpus) -> None:
        self._portal, self._corpus = portal, corpus
        self._source = CorpusSource(corpus)
        self.reader = FirstPageReader(portal, self._source, look_supervised)

    def settle(self, article: ArticleRow, *, look: bool = True) -> ArticleRow:
        """The article as it stands now. ``look=False``: a page that came without a redirect is
        looked at by the next build only."""
        settled = self._settle(article, look)
        # listed by now: they become its aliases
        for requested in list(self._corpus.redirects.sources_of(settled.canonical)):
            other = self._corpus.frontier.article(requested)
            if other is not None and other.canonical != settled.canonical:
                self._settle(other, look)
        return self._again(settled)

    def _settle(self, article: ArticleRow, look: bool) -> ArticleRow:
        try:
            return self._settled(article, look)
        except PageUnreadable as error:  # a rule, or a regex of ``address``
            self._corpus.frontier.set_state(
                article.canonical, "failed", reason=error.reason, evidence=error.message
            )
            return self._again(article)

    def _settled(self, article: ArticleRow, look: bool) -> ArticleRow:
        asked = article.requested
        found = note_redirect_targets(self._portal, self._corpus, asked)
        several = is_shared(self._portal, self._corpus, found)
        for others in several.values():
            self._take_apart([asked, *others])
        article = self._corpus.frontier.article(asked) or article
        if not (look or found or self._portal.address.canonical == "link") and self._is_stored(
            asked
        ):
            self._corpus.frontier.set_state(article.canonical, "stored")
            return self._again(article)
        leaf = self._find(article, found, several)
        if leaf is None or (is_passing(leaf) and self._is_answered_otherwise(asked)):
            return self._without_page(article)
        article = self._rename(article, self._name(asked, leaf, found))
        # one with an earlier listed article: the page of that one counts
        if article.requested != asked:
            return self._settle(article, look)
        self._note_alias(article, leaf, found)
        self._judge(article, leaf)
        return self._again(article)

    def _again(self, article: ArticleRow) -> ArticleRow:
        frontier = self._corpus.frontier
        return frontier.article(article.canonical) or frontier.article(article.requested) or article

    def _is_stored(self, asked: str) -> bool:
        return self._corpus.captures.best([asked], self._portal.captures) is not None

    def _find(
        self, article: ArticleRow, found: Sequence[RedirectTarget], several: Mapping[str, object]
    ) -> ArticlePage | None:
        """The page that counts, looked at in the light of where the address leads."""
        asked, listed = article.requested, {led.url for led in found if led.listed}

        def off_portal(url: str, refused: Rejected | None) -> Rejected | None:
            if refused is not None and refused.reason in TRANSIENT:
                return refused
            if url not in listed and not portal_hosts(self._portal).belongs(url, asked):
                return Rejected(asked, "off-portal", f"redirects to {url}")
            return refused

        leaf = self.reader.find(
            asked, article_start(self._corpus, article), frozenset(several), off_portal
        )
        self._corpus.captures.mark_truncated(self._source.take_broken())
        return leaf

    def _is_answered_otherwise(self, asked: str) -> bool:
        """True if the last fetch brought no page at all."""
        fetch = self._corpus.captures.last_fetch(asked)
        return fetch is not None and (fetch.final is None or fetch.final.status != 200)

    def _name(self, asked: str, leaf: ArticlePage, found: Sequence[RedirectTarget]) -> str:
        """The canonical address of an article whose page came."""
        own = canonical_address(asked, self._portal.address)
        url = leaf.capture.url if leaf.capture else asked
        led = next((led for led in found if led.url == url), None)
        name = own
        if led is not None and led.listed:
            owner = self._corpus.frontier.article(led.name)
            name = owner.canonical if owner is not None else led.name
        elif led is not None:
            name = led.name if leaf.refused is None else led.by
        return name if leaf.refused is not None else leaf.named or name

    def _note_alias(
        self, article: ArticleRow, leaf: ArticlePage, found: Sequence[RedirectTarget]
    ) -> None:
        """The address that answered is one of the article's, if its page is."""
        url = leaf.capture.url if leaf.capture else article.requested
        listed = any(led.url == url and led.listed for led in found)
        if listed or (
            leaf.refused is None
            and not describe_landing_redirect(self._portal, article.requested, url)
        ):
            self._corpus.frontier.add_alias(article.canonical, url)

    def _rename(self, article: ArticleRow, name: str) -> ArticleRow:
        """The article under the canonical address ``name``, one with the article that has it
        already."""
        if name == article.canonical:
            return article
        own = canonical_address(article.requested, self._portal.address)
        if article.canonical != own:
            self._take_apart([article.requested], even_listed=True)
            article = self._corpus.frontier.article(article.requested) or article
        if name == article.canonical:
            return article
        if article.tei is not None and self._corpus.frontier.article(name) is not None:
            remove_tei(self._corpus, article)
        return self._corpus.frontier.rename(article.canonical, name)

    def _take_apart(self, requested: Iterable[str], *, even_listed: bool = False) -> None:
        """Articles that go by the address of a page that is none of theirs go by their own again.
        Of addresses that redirect to the same page the first that does so already ends it: then all
        do."""
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
            apart = self._corpus.redirects.split_article(
                row, lambda address: canonical_address(address, self._portal.address)
            )
            mine = self._corpus.frontier.article(url)
            for name in apart:
                other = self._corpus.frontier.article(name)
                if other is not None and (number or mine is None or other.id != mine.id):
                    self._settle(other, look=True)

    def _judge(self, article: ArticleRow, leaf: ArticlePage) -> None:
        refused = leaf.refused
        if refused is not None and refused.reason in TRANSIENT:
            self._refuse(article, refused.reason, refused.evidence)
        elif refused is not None and refused.reason == "off-portal":
            self._corpus.frontier.set_state(
                article.canonical, "rejected", reason=refused.reason, evidence=refused.evidence
            )
        else:
            self._corpus.frontier.set_state(article.canonical, "stored")

    def _refuse(self, article: ArticleRow, reason: str, evidence: str) -> None:
        """For a transient reason."""
        remove_tei(self._corpus, article)
        state = "rejected" if is_final(self._corpus.captures.tries(article.requested)) else "failed"
        self._corpus.frontier.set_state(article.canonical, state, reason=reason, evidence=evidence)

    def _without_page(self, article: ArticleRow) -> ArticleRow:
        fetch = self._corpus.captures.last_fetch(article.requested)
        if fetch is None:
            if article.state == "stored":
                self._corpus.frontier.set_state(article.canonical, "pending")
            return self._again(article)
        if fetch.failure is not None and fetch.failure.kind == "excluded":
            return self._led_to_excluded(article, fetch)
        state, reason, evidence = _without_answer(fetch)
        if reason in TRANSIENT:
            self._refuse(article, reason, evidence)
        else:
            self._corpus.frontier.set_state(
                article.canonical, state, reason=reason, evidence=evidence
            )
        return self._again(article)

    def _led_to_excluded(self, article: ArticleRow, fetch: Fetch) -> ArticleRow:
        """It redirects to an address that was on the exclude list and was not asked for: the same
        article. If that is on the list no more, it is to be asked for again."""
        to = fetch.captures[-1].location if fetch.captures else None
        target = canonical_address(
            (to or article.requested).partition("#")[0], self._portal.address
        )
        why = find_exclusion(self._portal, (target,))
        if why is None:
            self._corpus.frontier.set_state(article.canonical, "pending")
            return self._again(article)
        if target != article.canonical:
            article = self._corpus.frontier.rename(article.canonical, target)
        self._corpus.frontier.set_state(
            article.canonical, "rejected", reason="excluded", evidence=why
        )
        return self._again(article)


def _without_answer(fetch: Fetch) -> tuple[str, str, str]:
    if fetch.failure:
        final_reason = FINAL_FAILURES.get(fetch.failure.kind)
        # what only redirects to such an address may do so for a while, as where a network wants a
        # login
        if final_reason is not None and (final_reason == "robots" or not fetch.captures):
            return "rejected", final_reason, fetch.failure.message
        return "failed", fetch.failure.kind, fetch.failure.message
    final = fetch.final
    if final is None:
        return "pending", "", ""
    if final.status in GONE:
        return "rejected", "gone", f"{final.url} answers {final.status}"
    if final.truncated:
        return "failed", "truncated", f"{final.url}: the answer broke off"
    return "failed", f"status-{final.status}", f"{final.url} answers {final.status}"
