"""Dates that seem to have nothing, though their pages link articles that no rule takes: the pages
have another design, and the link rules do not fit it.

Boxes beside a list have such links, too. They are known by their places, which pages with a list
have as well, by articles that the corpus has, and by what several dates link.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby, islice

from webarticlecurator.articles.by_rules.identity import canonical_address
from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.model.verdict import Problem, make_problem
from webarticlecurator.base.portal.portal import Portal, Span
from webarticlecurator.crawling.archive.link_source import PagePlace
from webarticlecurator.crawling.archive.page_address import find_address_structure
from webarticlecurator.crawling.archive.rerun import describe_walk
from webarticlecurator.crawling.archive.state import WalkState
from webarticlecurator.crawling.archive.walk_proofs import UNREAD
from webarticlecurator.crawling.states.archive_listing import read_page_links, to_stored_answer
from webarticlecurator.crawling.states.stored_walks import load_walk, save_walk
from webarticlecurator.storage.store.corpus import WritableCorpus
from webarticlecurator.storage.store.view import CorpusView

MAX_COMPARED = 2
"""Pages with a list of each span whose other links are compared."""


def judge_unread_windows(portal: Portal, corpus: WritableCorpus, run: int) -> Iterator[Problem]:
    """Note which dates that a crawl found empty link articles that no rule takes, and yield a
    problem for each. Needs ``corpus.commit``."""
    spans = portal.spans
    empty = corpus.window_pages.walked_in(run, "nothing")
    for place, keys in groupby(empty, lambda key: (key.column, key.span)):
        found = (load_walk(corpus, key) for key in keys)
        states = [state for state in found if state is not None and state.left_links]
        if states and place in spans:
            yield from _judge_windows(portal, corpus, spans[place], states)


def _judge_windows(
    portal: Portal, corpus: WritableCorpus, span: Span, states: Sequence[WalkState]
) -> Iterator[Problem]:
    forms, places = _read_other_pages(portal, corpus, span)
    times = Counter(link for state in states for link in set(state.left_links))
    for state in states:
        boxes, left = set(places), list[tuple[str, str]]()
        for link in state.left_links:
            url, _, place = link.partition(" ")
            left.append((url, place))
            if times[link] > 1 or _is_known(portal, corpus, url):
                boxes.add(place)
        articles = [
            url
            for url, place in left
            if place not in boxes and find_address_structure(url) in forms
        ]
        if articles:
            save_walk(corpus, replace(state, proof=UNREAD))
            where, number = describe_walk(state), len(articles)
            yield make_problem("list-not-whole", where, "unread", number=number, url=articles[0])


def _is_known(portal: Portal, corpus: CorpusView, url: str) -> bool:
    is_page = corpus.captures.is_answered(url)
    return is_page or corpus.frontier.article(canonical_address(url, portal.address)) is not None


def _read_other_pages(
    portal: Portal, corpus: CorpusView, span: Span
) -> tuple[set[tuple[str, ...]], set[str]]:
    """Return the forms of the addresses that pages of a span list, and at which places some of them
    have links that no rule takes."""
    forms, places = set[tuple[str, ...]](), set[str]()
    for walk in islice(corpus.walks.listing_windows(span.column, span.number), MAX_COMPARED):
        for page in corpus.window_pages.of(walk.key):
            forms.update(map(find_address_structure, page.links))
            fetch = corpus.captures.last_fetch(page.page)
            if fetch is not None and fetch.final is not None:
                answer = to_stored_answer(portal, corpus.read(fetch.final), span.column)
                read = read_page_links(portal, span, answer, PagePlace("", walk.key.window))
                places.update(link.partition(" ")[2] for link in read.left_links)
    return forms, places
