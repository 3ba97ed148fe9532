"""Articles that the corpus has twice, under two addresses: a twin for mobiles, a session number.

Both show the same text, and declare the same canonical address, or the addresses of several
articles differ in the same name of the query. What unites them is a line of the portal file, which
a person writes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations
from urllib.parse import parse_qsl, urlsplit

from webarticlecurator.base.model.portal import Portal
from webarticlecurator.base.model.verdict import Problem, make_problem
from webarticlecurator.storage.store.view import CorpusView

KIND = "article-twins"
MIN_PAIRS = 3
"""Articles at two addresses from which that is the way of the portal: a few may be listed twice,
and a text of an agency may have several."""


def find_article_twins(_portal: Portal, corpus: CorpusView) -> Iterator[Problem]:
    """Yield the articles that the last crawl has found a second time, and those known before."""
    for problem in corpus.run_log.problems((KIND,)):
        article = corpus.frontier.article(problem.where)
        if article is not None and article.canonical == problem.where:
            yield problem
    found: dict[str, dict[tuple[tuple[str, ...], str], Problem]] = defaultdict(dict)
    for pages in corpus.headlines.same_texts():
        for (one, declared), (other, also) in combinations(sorted(pages), 2):
            # the canonical address stays; without it, the one that sorts first
            kept, twin = (other, one) if other == declared else (one, other)
            is_declared = declared != "" and declared == also
            by_link = "{canonical: link}", (declared,)
            line, rest = by_link if is_declared else _find_drop_line(one, other)
            found[line][rest, twin] = make_problem(KIND, twin, url=kept, line=line)
    found.pop("", None)
    for problems in found.values():
        if len({rest for rest, _ in problems}) >= MIN_PAIRS:
            yield from problems.values()


def _find_drop_line(one: str, other: str) -> tuple[str, tuple[str, ...]]:
    """Return the value of ``address`` that makes one of two addresses which differ in one name of
    the query, "" for others; and what they have in common."""
    ours, theirs = urlsplit(one), urlsplit(other)
    values, more = {*parse_qsl(ours.query)}, {*parse_qsl(theirs.query)}
    names = {name for name, _ in values ^ more}
    if len(names) != 1 or ours._replace(query="") != theirs._replace(query=""):
        return "", ()
    return f"{{drop: [{min(names)}]}}", (ours.netloc, ours.path, *map(str, sorted(values & more)))
