"""Lists that name many articles which do not exist: the rules may make wrong addresses.

What a later look has confirmed is the portal's own way: old archives name what is gone.
"""

from __future__ import annotations

from collections.abc import Iterator

from webarticlecurator.base.model.verdict import Problem, make_problem
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.storage.store.view import CorpusView

KIND = "gone-at-once"
MIN_GONE = 5
"""Articles of a column that are gone at once, from which it is no matter of a few drafts."""


def find_gone_at_once(_portal: Portal, corpus: CorpusView) -> Iterator[Problem]:
    """Yield a problem for each column of a crawl that found a third of the articles gone that it
    asked for first."""
    for each in corpus.article_doubts.gone_at_once(MIN_GONE):
        if each.gone * 3 >= each.asked:
            yield make_problem(KIND, each.first, number=each.gone, of=each.asked)
