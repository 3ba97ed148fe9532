"""Units in small elements whose names say that they are beside the article: comments, a newsletter
box, the author. On a page of few units trees are not sure of them.
"""

from __future__ import annotations

from collections.abc import Sequence

from webarticlecurator.articles.units.page_tree import COMMENTS, NAMES, PageTree

MAX_SHARE = 30
"""Percent of the running text from which a name tells nothing: articles are in elements named
``promo`` or ``share``. Comments may be longer than the article, and do not have its title."""
NAMED_WEIGHT = 70
"""Percent of the probability of a unit that is left in such an element. On folds, scrapinghub's
pages had .9684 with 50, .9667 with 70 and .9658 with 100, other articles .9645, .9655 and .9654."""
COMMENT_WEIGHT = 50
"""The same in comments."""
_OTHER_NAMES = sum(1 << n for n, name in enumerate(NAMES) if name != "text")


def lower_named(probabilities: Sequence[int], tree: PageTree, title: int | None) -> list[int]:
    """Return the probabilities of units, lower in small elements that are named as something else.
    ``tree``: the elements of the units; ``title``: an index."""
    limit = MAX_SHARE * tree.running[0] if tree.running else 0
    around_title, at = set[int](), -1 if title is None else tree.nodes[title]
    while at >= 0:
        around_title.add(at)
        at = tree.parents[at]
    weights = list[int]()
    for node, (parent, names) in enumerate(zip(tree.parents, tree.names, strict=True)):
        weight = weights[parent] if parent >= 0 else 100
        if names & COMMENTS and node not in around_title:
            weight = COMMENT_WEIGHT
        elif names & _OTHER_NAMES and 100 * tree.running[node] < limit:
            weight = min(weight, NAMED_WEIGHT)
        weights.append(weight)
    pairs = zip(probabilities, tree.nodes, strict=True)
    return [p * weights[node] // 100 for p, node in pairs]
