"""Articles that have the text of a withdrawn one: it had moved before, or has a second address."""

from __future__ import annotations

from collections.abc import Iterator

from webarticlecurator.base.model.verdict import Problem, make_problem
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.storage.store.view import CorpusView
from webarticlecurator.storage.store.withdrawn_texts import read_tombstones

KIND = "withdrawn-again"


def find_withdrawn_again(_portal: Portal, corpus: CorpusView) -> Iterator[Problem]:
    """Yield a problem for each article in TEI that has the very text of a withdrawn one."""
    days = {each.text: each.day for each in read_tombstones(corpus.folder).values() if each.text}
    for digest, day in days.items():
        articles = corpus.article_facts.with_text(bytes.fromhex(digest))
        for row in corpus.frontier.with_ids(articles):
            yield make_problem(KIND, row.canonical, day=day)
