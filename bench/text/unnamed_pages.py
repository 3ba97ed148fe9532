"""Articles of portals made at random whose classes say nothing, read without rules: whether their
text is whole and clean.

usage: python -m bench.text.unnamed_pages [PORTALS] [SEED]

For another version of the package, put its folder before this one into PYTHONPATH.
"""

from __future__ import annotations

import sys
from collections import Counter

from bench.portals.random_sites.comparison import ReadArticle, compare
from bench.portals.random_sites.site import RandomSite
from bench.portals.random_sites.traits import draw_traits
from webarticlecurator import extract
from webarticlecurator.base.errors import UsageError

_KINDS = ("text lost", "boilerplate")
_FIXED = {"classes": "hashed", "article-pages": "none", "archive": "pages"}


def _read(site: RandomSite, path: str) -> ReadArticle:
    url = site.publisher.base + path
    try:
        lines = tuple(extract(site.answers[path].content, url=url).text.split("\n"))
    except UsageError:
        lines = ()
    return ReadArticle(url, "", (), "", (), (), lines)


def main() -> None:
    """Count the portals and pages without lost text, and those without text of other parts."""
    given = [int(each) for each in sys.argv[1:]]
    count, seed = (*given, *(60, 5)[len(given) :])
    portals, pages, total = Counter[str](), Counter[str](), 0
    for number in range(count):
        site = RandomSite(draw_traits(seed, number, _FIXED))
        result = compare(site, [_read(site, each.path) for each in site.articles])
        total += len(site.articles)
        for kind in _KINDS:
            bad = {fault.url for fault in result.faults if fault.kind == kind}
            portals[kind] += not bad
            pages[kind] += len(site.articles) - len(bad)
    for kind, name in zip(_KINDS, ("whole", "clean"), strict=True):
        print(f"{name}: {portals[kind]} of {count} portals, {pages[kind]} of {total} pages")


if __name__ == "__main__":
    main()
