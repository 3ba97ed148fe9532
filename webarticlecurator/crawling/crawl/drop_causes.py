"""Why a column has fewer articles than its past lets expect: what the portal answered in the crawl
that saw it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from urllib.parse import urljoin

from webarticlecurator.base.model.capture import GONE, Capture
from webarticlecurator.base.model.looks import WELL
from webarticlecurator.base.model.verdict import WALLS
from webarticlecurator.base.portal.hosts import portal_hosts
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.crawling.states.summary import Summary
from webarticlecurator.storage.answers.fetches import Fetch
from webarticlecurator.storage.store.view import CorpusView

REFUSES = make_message("the portal refuses")
REDESIGN = make_message("the portal has a new design")
LIST_MOVED = make_message("its list is gone or has moved")
FEED_DEAD = make_message("its feed is gone, or has nothing any more")
CLOSED = make_message("the portal is closed, or out of order")
LESS = make_message("the portal publishes less, as far as the crawl shows")
_REFUSALS = {401, 402, 403, 407, 429, 451}
_REDESIGNED = {"layout-drift", "no-root", "rules-take-tei"}
_OUT_OF_ORDER = {"maintenance", "error-page"}
_LINK = re.compile(rb"""\shref\s*=\s*["']?([^"'\s>]+)""", re.IGNORECASE)


def find_cause(portal: Portal, corpus: CorpusView, summary: Summary, column: str) -> str:
    """Return the likely cause of a drop in a column, by what the last crawl was answered."""
    start = corpus.answers.latest_start()
    if start is None:
        return LESS
    fetches = corpus.captures.since(start)
    lists = [f for f in fetches if f.origin.level == "archive" and f.origin.column == column]
    asked = [*lists, *(f for f in fetches if f.origin.level == "article")]
    answers = [_find_answer(each) for each in asked]
    doubts = _name_doubts(summary)
    spans = (portal.spans.get((column, each.origin.span or 0)) for each in lists)
    sources = {span.source.kind for span in spans if span is not None}
    hosts = portal_hosts(portal)
    if not fetches:
        return LESS
    if asked and all(each.failure is not None and each.failure.kind == "robots" for each in asked):
        return REFUSES
    if not any(answers):
        return CLOSED
    if _are_most(answers, lambda each: each.status in _REFUSALS) or doubts & (
        WALLS - _OUT_OF_ORDER
    ):
        return REFUSES
    if (
        doubts & _OUT_OF_ORDER
        or (sources != {"feed"} and _are_most(answers, lambda each: each.status >= 500))
        or _are_most(answers, lambda each: not hosts.belongs(each.location or each.url))
        or _is_one_answer(corpus, fetches, lists)
    ):
        return CLOSED
    if doubts & _REDESIGNED:
        return REDESIGN
    rows = corpus.answers.of_run(corpus.answers.run_of(start), "archive")
    well = {row.fetch for row in rows if row.outcome == WELL}
    is_empty = "empty-archive-page" in doubts
    if not lists or (not is_empty and any(each.id in well for each in lists)):
        return LESS
    if sources == {"feed"}:
        return FEED_DEAD
    return REDESIGN if any(_shows_articles(corpus, each) for each in lists) else LIST_MOVED


def _find_answer(fetch: Fetch) -> Capture | None:
    """Return the last answer to a fetch; None for one without an answer."""
    return fetch.captures[-1] if fetch.captures else None


def _are_most(answers: Sequence[Capture | None], is_meant: Callable[[Capture], bool]) -> bool:
    """Return True if most of the answers are meant."""
    known = [each for each in answers if each is not None]
    return 2 * sum(map(is_meant, known)) > len(known)


def _name_doubts(summary: Summary) -> set[str]:
    """Return the kinds of the doubts of a crawl, and the reasons why pages have no usable
    answer."""
    kinds = {each.kind.removeprefix("failed: ") for each in summary.doubts}
    # of a page in place of a list, its message begins with the reason
    messages = {each.message.partition(":")[0] for each in summary.doubts}
    return kinds | (messages & WALLS)


def _is_one_answer(corpus: CorpusView, fetches: Sequence[Fetch], lists: Sequence[Fetch]) -> bool:
    """Return True if robots.txt, which was there before, and all lists have the same answer: then
    everything has."""
    robots = next((each for each in fetches if each.origin.level == "robots"), None)
    own = _find_answer(robots) if robots is not None else None
    answers = [*filter(None, map(_find_answer, lists))]
    if own is None or not lists or len(answers) < len(lists):
        return False
    if own.status == 200:
        return all(each.body_digest == own.body_digest for each in answers)
    before = [each for each in corpus.captures.by_url(own.url) if each.status == 200]
    return bool(before) and {own.status, *(each.status for each in answers)} <= GONE


def _shows_articles(corpus: CorpusView, fetch: Fetch) -> bool:
    """Return True if an archive page still links articles that the corpus has: its rules do not
    find them any more."""
    answer = fetch.final
    if answer is None or answer.status != 200 or answer.url != fetch.url:
        return False
    links = _LINK.findall(corpus.read(answer).content)
    addresses = dict.fromkeys(
        urljoin(answer.url, link.decode("utf-8", "replace")) for link in links
    )
    return any(corpus.frontier.article(each) is not None for each in addresses)
