"""Articles that the corpus has twice, under two addresses: a twin for mobiles, a session number.

Both show the same text, and declare the same canonical address, or the addresses of several
articles differ in the same name of the query. What unites them is a line of the portal file, which
a person writes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import combinations
from urllib.parse import parse_qsl, urlsplit

from webarticlecurator.base.model.portal import Portal
from webarticlecurator.base.model.verdict import Problem, make_problem
from webarticlecurator.storage.store.view import CorpusView

KIND = "article-twins"
MIN_PAIRS = 3
"""Articles whose addresses differ in the same name, from which it is not what tells them apart."""


def find_article_twins(_portal: Portal, corpus: CorpusView) -> Iterator[Problem]:
    """Yield the articles that the last crawl has found a second time, and those known before."""
    for problem in corpus.run_log.problems((KIND,)):
        article = corpus.frontier.article(problem.where)
        if article is not None and article.canonical == problem.where:
            yield problem
    others = list[tuple[str, str]]()
    for pages in corpus.headlines.same_texts():
        for (one, declared), (other, also) in combinations(sorted(pages), 2):
            if declared and declared == also:
                # the canonical address stays; without it, the one that sorts first
                kept, twin = (other, one) if other == declared else (one, other)
                yield make_problem(KIND, twin, url=kept, line="{canonical: link}")
            else:
                others.append((one, other))
    yield from _find_dropped_names(others)


def _find_dropped_names(pairs: Iterable[tuple[str, str]]) -> Iterator[Problem]:
    """Yield the second address of each pair that differs in one name of the query, if that is so
    for several articles."""
    found: dict[str, dict[tuple[tuple[str, ...], str], Problem]] = defaultdict(dict)
    for one, other in pairs:
        ours, theirs = urlsplit(one), urlsplit(other)
        values, more = {*parse_qsl(ours.query)}, {*parse_qsl(theirs.query)}
        names = {name for name, _ in values ^ more}
        if len(names) == 1 and ours._replace(query="") == theirs._replace(query=""):
            (name,) = names
            rest = (ours.netloc, ours.path, *map(str, sorted(values & more)))
            line = f"{{drop: [{name}]}}"
            found[name][rest, other] = make_problem(KIND, other, url=one, line=line)
    for problems in found.values():
        if len({rest for rest, _ in problems}) >= MIN_PAIRS:
            yield from problems.values()
