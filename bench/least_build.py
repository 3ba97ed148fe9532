"""The least that page → TEI can take in pure Python: a tree, the walk over the article's root, TEI.

    python bench/least_build.py CASES

Of each Fundus page with a portal file and its text in the page itself, in multiples of one lxml parse of the same bytes (the page in
the middle): the page as a tree, that and the walk over roots that are known beforehand, that and the
TEI of an article that is known beforehand, and all that ``curator`` does. So the first three look for
nothing: no rule, no class, no metadata, no check. Seconds of one core, the best of three rounds.
"""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from build import Sample, best, from_fundus
from lxml import etree

from webarticlecurator.config import base_tags
from webarticlecurator.extract.body.article_body import read_body_elements
from webarticlecurator.extract.body.roots import find_roots
from webarticlecurator.extract.layout import select_layout
from webarticlecurator.model.portal import Portal
from webarticlecurator.page import Page, read_page
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
    paths = [page.root.getroottree().getpath(root) for root in find_roots(page, rules)]
    if not paths:
        return []
    find = etree.XPath(" | ".join(paths))
    rules = replace(rules, drop=(), clean=())

    def walk() -> None:
        page = read()
        read_body_elements(page, tuple(find(page.root)), rules, base_tags())  # type: ignore[arg-type]

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
