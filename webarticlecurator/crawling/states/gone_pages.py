"""Pages and parts of articles for which the portal answers that they do not exist."""

from __future__ import annotations

from collections.abc import Iterator

from webarticlecurator.base.model.portal import Portal
from webarticlecurator.base.model.verdict import Problem, make_problem
from webarticlecurator.crawling.states.doubtful_answers import judge_gone
from webarticlecurator.storage.store.view import CorpusView

MISSING_KINDS = ("page-missing", "part-missing")
PAGE_GONE = "page-gone"


def find_gone_pages(portal: Portal, corpus: CorpusView) -> Iterator[Problem]:
    """Yield the problems of missing pages and parts of articles; for each that is proved to be gone
    a remark in its place."""
    for problem in corpus.run_log.problems((*MISSING_KINDS, PAGE_GONE)):
        gone = judge_gone(portal, corpus, problem.where)
        if gone is not None and gone.is_final:
            yield make_problem(PAGE_GONE, problem.where)
        elif problem.kind != PAGE_GONE:
            yield problem
