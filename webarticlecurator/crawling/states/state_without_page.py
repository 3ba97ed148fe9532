"""The state of an article whose page is missing, refused or unread. All changes need
``corpus.commit``.
"""

from __future__ import annotations

from webarticlecurator.articles.by_rules.identity import canonical_address
from webarticlecurator.articles.rights.rsl_licences import find_challenges
from webarticlecurator.base.errors import PageUnreadable
from webarticlecurator.base.model.capture import GONE
from webarticlecurator.base.model.verdict import FINAL_FAILURES, TRANSIENT
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.crawling.captures.tei_cleanup import remove_tei
from webarticlecurator.crawling.fetch.answer_kinds import LICENSEES
from webarticlecurator.crawling.states.doubtful_answers import (
    NO_HOST,
    SHARED_TEXT,
    set_odd_state,
)
from webarticlecurator.crawling.states.pages_of_others import OTHER_ARTICLE, SOFT_404
from webarticlecurator.storage.answers.fetches import Fetch
from webarticlecurator.storage.frontier.index_values import ArticleRow
from webarticlecurator.storage.store.corpus import WritableCorpus
from webarticlecurator.storage.store.view import CorpusView


def is_answered_without_page(corpus: CorpusView, requested: str) -> bool:
    """Return True if the last fetch of an address has no page, only an error or a failure."""
    fetch = corpus.captures.last_fetch(requested)
    return fetch is not None and (fetch.final is None or fetch.final.status != 200)


def state_without_page(fetch: Fetch, corpus: CorpusView) -> tuple[str, str, str]:
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
    evidence = make_message("{url} answers {status}", url=final.url, status=final.status)
    if final.status in LICENSEES and find_challenges(corpus.read(final).headers):
        evidence = make_message(
            "{url} answers {status} and asks for a licence (RSL); get one from the portal",
            url=final.url,
            status=final.status,
        )
    return "failed", f"status-{final.status}", evidence


def set_state_by_fetch(
    portal: Portal, corpus: WritableCorpus, article: ArticleRow, fetch: Fetch
) -> ArticleRow:
    """Set the state of an article by its last fetch, which has no page, or none that is used."""
    if fetch.failure is not None and fetch.failure.kind == "excluded":
        return _set_excluded_target(portal, corpus, article, fetch)
    state, reason, evidence = state_without_page(fetch, corpus)
    if reason in (*TRANSIENT, NO_HOST):
        set_transient(portal, corpus, article, reason, evidence)
    else:
        remove_tei(corpus, article)  # that of an answer which is not used any more
        article = corpus.frontier.reload(article)
        if state == "rejected" and article.tei is not None:  # as with a page that is stored
            state, reason, evidence = "tei", "", ""
        corpus.frontier.set_state(
            article.canonical, state, reason=reason or None, evidence=evidence
        )
    return corpus.frontier.reload(article)


def _set_excluded_target(
    portal: Portal, corpus: WritableCorpus, article: ArticleRow, fetch: Fetch
) -> ArticleRow:
    """Reject an article that redirects to an address on the exclude list, which is the same
    article. If the address is no longer on the list, the article is requested again."""
    from webarticlecurator.articles.by_rules.manual_overrides import find_exclusion

    location = fetch.captures[-1].location if fetch.captures else None
    url = (location or article.requested).partition("#")[0]
    target = canonical_address(url, portal.address)
    reason = find_exclusion(portal, (target,))
    if reason is None:
        corpus.frontier.set_state(article.canonical, "pending")
        return corpus.frontier.reload(article)
    if target != article.canonical:
        article = corpus.frontier.rename(article.canonical, target)
    corpus.frontier.set_state(article.canonical, "rejected", reason="excluded", evidence=reason)
    return corpus.frontier.reload(article)


def set_unrequested(corpus: WritableCorpus, article: ArticleRow) -> ArticleRow:
    """Set the state of an article that was never requested."""
    if article.state == "stored":
        corpus.frontier.set_state(article.canonical, "pending")
    return corpus.frontier.reload(article)


def set_transient(
    portal: Portal, corpus: WritableCorpus, article: ArticleRow, reason: str, evidence: str
) -> None:
    """Set the state for a transient reason: failed, or rejected after enough tries."""
    remove_tei(corpus, article)
    set_odd_state(portal, corpus, article, reason, evidence)


def set_doubtful(
    portal: Portal, corpus: WritableCorpus, article: ArticleRow, doubt: str, fetch: Fetch
) -> ArticleRow:
    """Set the state of an article whose last answer is not used: failed."""
    last = fetch.captures[-1]
    if doubt == SHARED_TEXT:
        evidence = make_message(
            "{url} shows the same text as other addresses in the same crawl", url=last.url
        )
    elif doubt == SOFT_404:
        evidence = make_message(
            "{url} shows what the portal shows for addresses that do not exist, or what other"
            " addresses show, and not the headline that lists have for it",
            url=last.url,
        )
    elif doubt == OTHER_ARTICLE:
        evidence = make_message(
            'the page has the title "{title}", which is the headline of another article',
            title=corpus.answers.title_of(fetch.id),
        )
    else:
        evidence = make_message(
            "{url} answered {status} while the portal was out of order",
            url=last.url,
            status=last.status,
        )
    set_transient(portal, corpus, article, doubt, evidence)
    return corpus.frontier.reload(article)


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
