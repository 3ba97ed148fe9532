"""What the stored fetches say about an article: captured, gone, forbidden, elsewhere, failed, or still to be asked for.

The same judgement after a live request, after a kill, and after an index was made anew from the WARC files.
"""

from __future__ import annotations

from webarticlecurator.archive import front, led_to_front
from webarticlecurator.errors import NotRead
from webarticlecurator.extract import canonical, declared, exclusion
from webarticlecurator.model.capture import GONE, Body, Capture
from webarticlecurator.model.hosts import portal_hosts
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.verdict import FINAL_FAILURES
from webarticlecurator.page import read_page
from webarticlecurator.store import ArticleRow, Corpus, Fetch


def settle(portal: Portal, corpus: Corpus, article: ArticleRow) -> ArticleRow:
    """Set the article's state by what is stored of its requested address, and give it as it stands now. Pending stays
    pending where nothing is stored. A redirect target on the same portal becomes canonical. Waits for ``corpus.commit``."""
    try:
        return _settled(portal, corpus, article)
    except NotRead as error:  # a regex of ``address``
        corpus.frontier.set_state(article.canonical, "failed", reason=error.reason, evidence=error.message)
        return corpus.frontier.article(article.canonical) or article


def _settled(portal: Portal, corpus: Corpus, article: ArticleRow) -> ArticleRow:
    capture = corpus.captures.best([article.requested], portal.captures)
    if capture is not None:
        return _captured(portal, corpus, article, capture)
    fetch = corpus.captures.last_fetch(article.requested)
    if fetch is not None and fetch.failure is not None and fetch.failure.kind == "excluded":
        return _led_to_excluded(portal, corpus, article, fetch)
    if fetch is not None:
        state, reason, evidence = _without_answer(fetch)
        corpus.frontier.set_state(article.canonical, state, reason=reason, evidence=evidence)
    return corpus.frontier.article(article.canonical) or article


def _captured(portal: Portal, corpus: Corpus, article: ArticleRow, capture: Capture) -> ArticleRow:
    frontier = corpus.frontier
    target = named_by(portal, article.requested, corpus.read(capture)) if portal.address.canonical == "link" else None
    if capture.url == article.requested and target is None:
        frontier.set_state(article.canonical, "stored")
        return frontier.article(article.canonical) or article
    if not portal_hosts(portal).belongs(capture.url, article.requested):
        frontier.set_state(article.canonical, "rejected", reason="off-portal", evidence=f"redirects to {capture.url}")
        return frontier.article(article.canonical) or article
    if led_to_front(portal, article.requested, capture.url):  # no article: the build says so, and at this address
        frontier.set_state(article.canonical, "stored")
        return frontier.article(article.canonical) or article
    target = target or canonical(capture.url, portal.address)
    asked = article.requested
    if target != article.canonical:
        article = frontier.rename(article.canonical, target)
    frontier.add_alias(target, capture.url)
    # one with an earlier listed article that was not asked for yet: the page of that one counts
    here = article.requested == asked or corpus.captures.best([article.requested], portal.captures) is not None
    frontier.set_state(target, "stored" if here else "pending")
    return frontier.article(target) or article


def _led_to_excluded(portal: Portal, corpus: Corpus, article: ArticleRow, fetch: Fetch) -> ArticleRow:
    """It redirects to an address that was on the exclude list and was not asked for: the same article. If that is on the list no
    more, it is to be asked for again."""
    to = fetch.captures[-1].location if fetch.captures else None
    target = canonical((to or article.requested).partition("#")[0], portal.address)
    why = exclusion(portal, (target,))
    if why is not None and target != article.canonical:
        article = corpus.frontier.rename(article.canonical, target)
    if why is None:
        corpus.frontier.set_state(article.canonical, "pending")
    else:
        corpus.frontier.set_state(article.canonical, "rejected", reason="excluded", evidence=why)
    return corpus.frontier.article(article.canonical) or article


def named_by(portal: Portal, requested: str, body: Body) -> str | None:
    """The canonical address that a stored page itself names (``address: {canonical: link}``); None where it names none, its own
    or that of a page of another portal, or that of the home page or the archive."""
    url = body.capture.url
    page = read_page(url, body.content, body.content_type, encoding=portal.encoding)
    named = declared(page, portal.address)
    own = canonical(url, portal.address)
    elsewhere = not portal_hosts(portal).belongs(named, requested)
    if named == own or elsewhere or (front(portal, named) and not front(portal, own)):
        return None
    return named


def _without_answer(fetch: Fetch) -> tuple[str, str, str]:
    if fetch.failure:
        final_reason = FINAL_FAILURES.get(fetch.failure.kind)
        # what only redirects to such an address may do so for a while, as where a network wants a login
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
