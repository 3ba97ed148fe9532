"""The canonical address of an article: its own, or that of the page to which it was redirected."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from webarticlecurator.articles.by_rules.identity import canonical_address
from webarticlecurator.base.model.capture import Capture
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.crawling.captures.article_pages import ArticlePage
from webarticlecurator.crawling.captures.redirect_targets import RedirectTarget, has_foreign_name
from webarticlecurator.crawling.captures.tei_cleanup import remove_tei
from webarticlecurator.storage.frontier.index_values import ArticleRow
from webarticlecurator.storage.store.corpus import WritableCorpus


class CanonicalAddresses:
    """Gives articles their canonical addresses. All changes need ``corpus.commit``.

    ``update`` is called with each other article that gets its own address back, which may have
    another state then.
    """

    def __init__(
        self, portal: Portal, corpus: WritableCorpus, update: Callable[[ArticleRow], object]
    ) -> None:
        self._portal, self._corpus, self._update = portal, corpus, update

    def choose(self, requested: str, page: ArticlePage, targets: Sequence[RedirectTarget]) -> str:
        """Return the canonical address of an article whose page is stored."""
        canonical = canonical_address(requested, self._portal.address)
        url = page.capture.url if page.capture else requested
        target = next((target for target in targets if target.url == url), None)
        if target is not None and target.listed:
            owner = self._corpus.frontier.article(target.canonical)
            canonical = owner.canonical if owner is not None else target.canonical
        elif target is not None:
            canonical = target.canonical if page.refused is None else target.last_listed
        return canonical if page.refused is not None else page.declared_address or canonical

    def rename(self, article: ArticleRow, canonical: str) -> ArticleRow:
        """Give an article another canonical address; merge it with the article that has this
        address already."""
        if canonical == article.canonical:
            return article
        article = self.give_own(article)
        if canonical == article.canonical:
            return article
        if article.tei is not None and self._corpus.frontier.article(canonical) is not None:
            remove_tei(self._corpus, article)
        return self._corpus.frontier.rename(article.canonical, canonical)

    def give_own(self, article: ArticleRow) -> ArticleRow:
        """Give an article its own canonical address back, if it has that of a page to which it was
        redirected."""
        if article.canonical == canonical_address(article.requested, self._portal.address):
            return article
        self.separate([article.requested], even_listed=True)
        return self._corpus.frontier.article(article.requested) or article

    def find_own(self, url: str) -> ArticleRow | None:
        """Return the article of an address. If it is listed and an alias of another one, the two
        are separated: it may be an article of its own by now."""
        row = self._corpus.frontier.article(url)
        if row is None or row.requested == url or not self._corpus.redirects.is_listed(url):
            return row
        self.separate([url], even_listed=True)
        return self._corpus.frontier.article(url)

    def separate(self, requested: Iterable[str], *, even_listed: bool = False) -> None:
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
            separated = self._corpus.redirects.split_article(
                row, lambda address: canonical_address(address, self._portal.address)
            )
            own_row = self._corpus.frontier.article(url)
            for canonical in separated:
                other = self._corpus.frontier.article(canonical)
                if other is not None and (number or own_row is None or other.id != own_row.id):
                    self._update(other)


def choose_requested(
    portal: Portal, corpus: WritableCorpus, capture: Capture, canonical: str
) -> None:
    """Choose the requested address of an article if two have the same canonical address (http and
    https, two spellings): the one of the capture that counts."""
    article = corpus.frontier.article(canonical)
    if (
        article is None
        or article.requested == capture.url
        or canonical_address(article.requested, portal.address) != canonical
    ):
        return
    if corpus.captures.best([article.requested, capture.url], portal.captures) == capture:
        corpus.frontier.set_requested(article.canonical, capture.url)
        if article.state != "pending":
            corpus.frontier.set_state(article.canonical, "stored")
