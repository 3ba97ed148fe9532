"""The least that page → TEI can take in pure Python: a tree, the walk over the article's root, TEI.

    python bench/least_build.py CASES

Of each Fundus page with a portal file and its text in the page itself, in multiples of one lxml
parse of the same bytes (the page in the middle): the page as a tree; that and the walk over the
roots, which are known beforehand, as the drops are; that and the TEI of an article that is known
beforehand; and all that ``curator`` does. So the first three look for nothing: no rule, no class,
no metadata, no check. Seconds of one core, the best of three rounds.
"""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import cast

from build import Sample, best, from_fundus
from lxml import etree

from webarticlecurator.config import base_tags
from webarticlecurator.extract.body.builder import Builder
from webarticlecurator.extract.body.frame import NO_DEFAULTS
from webarticlecurator.extract.body.roots import find_drops, find_roots
from webarticlecurator.extract.body.tree_walk import Walker
from webarticlecurator.extract.body.word_account import WordAccount
from webarticlecurator.extract.layout import select_layout
from webarticlecurator.extract.tags.dictionary import build_tagger
from webarticlecurator.model.portal import Portal
from webarticlecurator.page import Page, read_page
from webarticlecurator.page.page_elements import Elements
from webarticlecurator.run.building.article_versions import read_versions
from webarticlecurator.run.building.tasks import Task
from webarticlecurator.run.process_settings import collect_garbage_rarely
from webarticlecurator.tei import build_document

COLUMNS = ("tree", "tree and walk", "tree, walk and TEI", "all")


def measure(sample: Sample, portal: Portal, task: Task) -> list[float]:
    """Return the figures of ``COLUMNS`` for one article of one page; [] if its text is in JSON."""
    parse = sample.timed(portal, task).parse
    article = read_versions(portal, sample.source, task).text.article
    (body,) = sample.source.asked.values()
    assert article is not None

    def read() -> Page:
        page = read_page(task.canonical, body.content, body.content_type)
        assert page.root is not None
        return page

    page = read()
    rules = select_layout(portal, page).rules.body
    roots = find_roots(page, rules)
    if not roots:
        return []
    find_known_roots = _find_again(roots)
    find_known_drops = _find_again(find_drops(page, rules, roots))
    tagger = build_tagger(rules.tags, base_tags(), rules.signature)

    def walk() -> None:
        page = read()
        drops = dict.fromkeys(find_known_drops(page.root), "drop")
        walker = Walker(Builder(), tagger, drops, page.base, NO_DEFAULTS, WordAccount(), {}, {})
        for root in find_known_roots(page.root):
            walker.walk(root)
        assert walker.finish()

    def write() -> None:
        walk()
        build_document(article, portal)

    steps: tuple[Callable[[], object], ...] = (
        read,
        walk,
        write,
        lambda: sample.one(portal, task),
    )
    return [best(step, 0.0) / parse for step in steps]


def _find_again(elements: Iterable[etree._Element]) -> Callable[[etree._Element], Elements]:
    """Return a function that finds the same elements in another tree of the same page."""
    paths = [element.getroottree().getpath(element) for element in elements]
    found = etree.XPath(" | ".join(paths)) if paths else None
    return lambda root: cast("Elements", found(root)) if found is not None else []


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("cases", type=Path)
    collect_garbage_rarely()
    sample = from_fundus(parser.parse_args().cases, rules=True)
    rows = [row for job in sample.jobs if (row := measure(sample, *job))]
    for name, found in zip(COLUMNS, zip(*rows, strict=True), strict=True):
        print(f"{name:20} {statistics.median(found):5.1f} parses")


if __name__ == "__main__":
    main()
