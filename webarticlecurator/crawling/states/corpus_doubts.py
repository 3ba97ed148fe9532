"""The doubts about a corpus, from its index: problems by kind, and articles that are not there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import filterfalse, islice

from webarticlecurator.base.doubts.doubt_table import is_serious
from webarticlecurator.base.model.doubts import (
    FAILED,
    PENDING,
    Doubt,
    doubt_articles,
    doubt_problems,
    sort_doubts,
)
from webarticlecurator.base.model.verdict import BUILD_FAILURES, PROBLEM_REASONS
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.crawling.states.other_hosts import list_on_silent_hosts
from webarticlecurator.storage.store.view import CorpusView


def read_doubts(portal: Portal, corpus: CorpusView) -> tuple[Doubt, ...]:
    """Return the doubts about a corpus, the dearest first. The work follows the number of kinds."""
    return sort_doubts((*_doubt_problems(corpus), *_doubt_articles(portal, corpus)))


def _doubt_problems(corpus: CorpusView) -> Iterator[Doubt]:
    for kind, number in corpus.run_log.count_problems().items():
        if is_serious(kind):
            yield doubt_problems(next(corpus.run_log.problems([kind])), number)


def _doubt_articles(portal: Portal, corpus: CorpusView) -> Iterator[Doubt]:
    problems = corpus.run_log.count_problems()
    elsewhere = {*list_on_silent_hosts(portal, corpus)}
    without = Counter((row.state, row.reason) for row in elsewhere)
    for state, reason, number in corpus.article_counts.verdicts():
        is_known = reason in BUILD_FAILURES and reason in problems
        is_bad = state in (FAILED, PENDING) or (state == "rejected" and reason in PROBLEM_REASONS)
        if is_bad and not is_known:
            rows = corpus.frontier.with_verdict(state, reason or None)
            for row in islice(filterfalse(elsewhere.__contains__, rows), 1):
                left = number - without[state, reason]
                yield doubt_articles(state, reason, row.requested, row.evidence, left)
