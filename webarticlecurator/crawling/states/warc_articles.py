"""States of articles by what a crawl has stored of them in WARC files that belong to no corpus."""

from __future__ import annotations

from webarticlecurator.base.model.portal import Portal
from webarticlecurator.crawling.states.article_state import StateUpdater
from webarticlecurator.crawling.states.foreign_listing import BATCH
from webarticlecurator.storage.store.foreign import ForeignWarcs
from webarticlecurator.storage.store.index_values import ArticleRow
from webarticlecurator.storage.store.joined_corpus import JoinedCorpus


def update_articles_of_warcs(portal: Portal, corpus: JoinedCorpus, foreign: ForeignWarcs) -> None:
    """Update the states of the listed articles that crawls asked for, as their WARC files say;
    ``corpus`` has the captures of the files. Articles from other programs stay as they are listed;
    commits."""
    for number, url in enumerate(foreign.captures.requested_addresses("article"), 1):
        article = corpus.frontier.article(url)
        if article is not None and not _is_built(corpus, article, url):
            StateUpdater(portal, corpus).update(article, inspect=False)
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
