"""Pages and parts of articles that are missing: why, and which of them the portal does not have."""

from __future__ import annotations

from collections.abc import Iterator

from webarticlecurator.base.model.verdict import Problem, make_problem
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.crawling.states.doubtful_answers import judge_gone
from webarticlecurator.crawling.states.pages_of_others import OTHER_ARTICLE
from webarticlecurator.storage.store.view import CorpusView

MISSING_KINDS = ("page-missing", "part-missing")
PAGE_GONE = "page-gone"
ASSET = "asset-missing"


def find_missing_pages(portal: Portal, corpus: CorpusView) -> Iterator[Problem]:
    """Yield the problems of missing pages and parts of articles; for each that is proved to be gone
    a remark in its place."""
    for problem in corpus.run_log.problems((*MISSING_KINDS, PAGE_GONE)):
        where = problem.where
        gone = judge_gone(portal, corpus, where)
        if gone is not None and gone.is_final:
            yield make_problem(PAGE_GONE, where)
        elif problem.kind != PAGE_GONE:
            fetch = corpus.captures.last_fetch(where)
            is_of_other = fetch and corpus.answers.doubt_of(fetch.id) == OTHER_ARTICLE
            yield make_problem("page-missing", where, "other") if is_of_other else problem


def find_missing_assets(_portal: Portal, corpus: CorpusView) -> Iterator[Problem]:
    """Yield the problems of the files that pages use and that did not come since."""
    for problem in corpus.run_log.problems((ASSET,)):
        found = corpus.captures.last_fetch(problem.where)
        if found is None or found.final is None or found.final.status != 200:
            yield problem
