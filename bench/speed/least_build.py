"""The least that page → TEI can take in pure Python: a tree, the walk over the article's root, TEI.

    python -m bench.speed.least_build CASES

Of the Fundus pages with a portal file, and of all of them without rules, in multiples of one lxml
parse of the same bytes (the page in the middle): the page as a tree; that and the walk over the
roots, which are known beforehand, as the drops are; that and the TEI of an article that is known
beforehand; and all that ``curator`` does. So the first three look for nothing: no rule, no class,
no metadata, no check. Without rules also: the third and the text units with their features, of
which no use is made. Pages with their text in JSON are left out.

Where trafilatura is installed, it makes TEI of each page in turn with these, and each line says how
many times as fast as that it is. Seconds of one core, the best of three rounds.
"""

from __future__ import annotations

import argparse
import importlib.util
import statistics
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, cast

from lxml import etree

from bench.speed.build import RULED, UNRULED, Sample, from_fundus, make_trafilatura_call, seconds
from webarticlecurator.articles.blocks.article_roots import find_drops, find_roots
from webarticlecurator.articles.blocks.block_values import NO_DEFAULTS
from webarticlecurator.articles.blocks.builder import Builder
from webarticlecurator.articles.blocks.tag_dictionary import build_tagger
from webarticlecurator.articles.blocks.tree_walk import Walker
from webarticlecurator.articles.by_rules.layout_choice import select_layout
from webarticlecurator.articles.by_rules.one_page import embedded_page
from webarticlecurator.articles.units.page_hints import (
    PageHints,
    collect_hints,
    find_title_position,
)
from webarticlecurator.articles.units.page_tree import build_page_tree
from webarticlecurator.articles.units.structure_features import collect_page_facts
from webarticlecurator.articles.units.text_units import list_page_units
from webarticlecurator.articles.units.unit_features import list_features
from webarticlecurator.base.model.capture import Body
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.crawling.captures.article_versions import read_versions
from webarticlecurator.crawling.captures.tasks import Task
from webarticlecurator.crawling.workers.process_settings import collect_garbage_rarely
from webarticlecurator.pages.page.page import Page, read_page
from webarticlecurator.pages.page.page_elements import Elements
from webarticlecurator.pages.page.word_account import WordAccount
from webarticlecurator.portal_file.config.tags import base_tags
from webarticlecurator.tei.documents.document import build_document

ROUNDS = 3
Steps = dict[str, Callable[[], object]]
"""What is timed, by name; each step but the last one contains those before it."""
LEAST, ALL = "tree, walk and TEI", "all"


def list_steps(sample: Sample, portal: Portal, task: Task) -> Steps:
    """Return the steps for an article, {} if it has several pages, or its text in JSON."""
    sample.source.asked.clear()
    article = read_versions(portal, sample.source, task).text.article
    bodies = list(sample.source.asked.values())
    if article is None or len(bodies) != 1:
        return {}
    read = partial(_read, task.canonical, bodies[0])
    page = read()
    layout = select_layout(portal, page)
    if embedded_page(page, layout.rules) is not page:
        return {}
    rules = layout.rules.body
    roots = find_roots(page, rules)
    find_known_roots = _find_again(roots)
    find_known_drops = _find_again(find_drops(page, rules, roots))
    tagger = build_tagger(rules.tags, base_tags(), rules.signature)
    hints = collect_hints(page)

    def walk() -> Page:
        page = read()
        drops = dict.fromkeys(find_known_drops(page.root), "drop")
        walker = Walker(Builder(), tagger, drops, page.base, NO_DEFAULTS, WordAccount(), {}, {})
        for root in find_known_roots(page.root):
            walker.walk(root)
        assert walker.finish()
        return page

    def write() -> Page:
        page = walk()
        build_document(article, portal)
        return page

    steps: Steps = {"tree": read, "tree and walk": walk, LEAST: write}
    if sample.name == UNRULED:
        steps["these and features"] = lambda: _describe_units(write(), hints)
    steps[ALL] = partial(sample.one, portal, task)
    return steps


def _read(url: str, body: Body) -> Page:
    page = read_page(url, body.content, body.content_type)
    assert page.root is not None
    return page


def _describe_units(page: Page, hints: PageHints) -> None:
    """List what the classifier of text units reads of a page."""
    units = list_page_units(page)
    tree, title = build_page_tree(page, units), find_title_position(units, hints)
    list_features(units, tree, collect_page_facts(page, hints), title)


def _find_again(elements: Iterable[etree._Element]) -> Callable[[etree._Element], Elements]:
    """Return a function that finds the same elements in another tree of the same page."""
    paths = [element.getroottree().getpath(element) for element in elements]
    found = etree.XPath(" | ".join(paths)) if paths else None
    return lambda root: cast("Elements", found(root)) if found is not None else []


def measure(sample: Sample, portal: Portal, task: Task) -> dict[str, float]:
    """Return the seconds of each step, of one parse, and of trafilatura where it is installed."""
    steps = list_steps(sample, portal, task)
    if not steps:
        return {}
    if importlib.util.find_spec("trafilatura"):
        (body,) = sample.source.asked.values()
        steps["trafilatura"] = make_trafilatura_call(task.canonical, body)
    rounds = [{name: seconds(step) for name, step in steps.items()} for _ in range(ROUNDS)]
    best = {name: min(each[name] for each in rounds) for name in steps}
    return {"parse": sample.timed(portal, task).parse, **best}


def describe(sample: Sample, rows: Sequence[dict[str, Any]]) -> str:
    """Return the lines of a sample: multiples of a parse, and how many times as fast as
    trafilatura, of the page in the middle."""
    lines = [f"{len(rows)} pages {'without' if sample.name == UNRULED else 'with'} rules"]
    for name in rows[0]:
        if name == "parse":
            continue
        parses = statistics.median(row[name] / row["parse"] for row in rows)
        line = f"  {name:20} {parses:5.1f} parses"
        if name != "trafilatura" and "trafilatura" in rows[0]:
            times = statistics.median(row["trafilatura"] / row[name] for row in rows)
            line += f"  {times:5.1f} times as fast as trafilatura"
        lines.append(line)
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("cases", type=Path)
    parser.add_argument("--only", nargs="+", choices=(RULED, UNRULED), default=(RULED, UNRULED))
    given = parser.parse_args()
    collect_garbage_rarely()
    for name in given.only:
        sample = from_fundus(given.cases, rules=name == RULED)
        print(describe(sample, [row for job in sample.jobs if (row := measure(sample, *job))]))


if __name__ == "__main__":
    main()
