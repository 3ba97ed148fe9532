"""How often `curator tags suggest` is right, against the element's name alone.

usage: python -m bench.text.tags_suggest [SHARED] [--wrong PORTAL|all]

Takes the stored pages of SHARED/cases/wac and SHARED/cases/fundus (default ../shared) of every
shipped portal with tag rows or drop rules. The right answer for a signature is what the portal's
own file does with most of its elements: its tag rows, its drop rules, else the base dictionary.
Each portal is left out in turn: neither its file nor one that shares rows with it has a voice.

- element name: the commonest operation of the same element on the other portals' pages, judged by
their files;
- base: the base dictionary alone; suggest: what the command proposes.

"all" counts every element; "spoken" only those that a row or drop rule of the portal's own file is
about.
"""

from __future__ import annotations

import argparse
import gzip
import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

from lxml import etree

from webarticlecurator.articles.blocks.article_roots import find_drops, find_roots
from webarticlecurator.articles.blocks.tag_dictionary import build_tagger
from webarticlecurator.articles.by_rules.layout_choice import select_layout
from webarticlecurator.articles.by_rules.split_parts import split_page
from webarticlecurator.articles.walls.page_checks import check_page
from webarticlecurator.base.errors import CuratorError
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.crawling.captures.article_pages import ArticleStart
from webarticlecurator.crawling.captures.page_inspection import read_stored_page
from webarticlecurator.pages.page.page import Page, read_page
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.portal_file.config.tags import base_tags
from webarticlecurator.proposing.tags.inventory import Inventory, without_id
from webarticlecurator.proposing.tags.inventory_table import (
    COLUMNS,
    Line,
    Table,
    inventory_table,
)
from webarticlecurator.proposing.tags.portal_decisions import (
    PortalDecisions,
    read_portal_decisions,
)
from webarticlecurator.proposing.tags.suggest import TagSuggester, with_suggestions
from webarticlecurator.proposing.tags.tag_evidence import tally_elements
from webarticlecurator.proposing.tags.tag_suggestions import (
    build_suggester,
    read_shipped_decisions,
)
from webarticlecurator.storage.store.foreign import ForeignWarcs


@dataclass
class Gold:
    """Signature → operation → how many elements; ``spoken``: those for which the portal's file says
    it."""

    operations: dict[str, Counter[str]] = field(default_factory=dict)
    spoken: Counter[str] = field(default_factory=Counter)
    lines: dict[str, Line] = field(default_factory=dict)

    def add(self, signature: str, operation: str, *, spoken: bool) -> None:
        self.operations.setdefault(signature, Counter())[operation] += 1
        self.spoken[signature] += spoken

    def advised(self, advice: TagSuggester) -> Gold:
        """With suggestions in its lines."""
        table = with_suggestions(Table(COLUMNS, tuple(self.lines.values())), advice)
        return replace(self, lines={line.get("signature"): line for line in table.lines})

    def answer(self, signature: str) -> str:
        return commonest(self.operations[signature])


def commonest(counts: Counter[str]) -> str:
    return min(counts, key=lambda name: (-counts[name], name))


def element_of(signature: str) -> str:
    for mark in "#.[":
        signature = signature.partition(mark)[0]
    return signature


def stored_pages(portal: Portal, warc: Path) -> Iterator[Page]:
    with ForeignWarcs([warc]) as stored:
        for capture in stored.captures.all():
            if capture.status == 200 and not capture.truncated:
                yield read_stored_page(
                    portal, stored.read(capture), ArticleStart(capture.url), capture.url
                )


def saved_pages(portal: Portal, folder: Path, rows: list[dict[str, str]]) -> Iterator[Page]:
    for row in rows:
        yield read_page(
            row["url"],
            gzip.decompress((folder / row["html_file"]).read_bytes()),
            "text/html",
            encoding=portal.encoding,
        )


def all_pages(shared: Path) -> Iterator[tuple[Portal, Iterator[Page]]]:
    """Portals whose file decides something, with their pages."""
    for warc in sorted((shared / "cases" / "wac").glob("*.warc.gz")):
        portal = decided(warc.name.partition(".")[0])
        if portal is not None:
            yield portal, stored_pages(portal, warc)
    folder = shared / "cases" / "fundus"
    rows: dict[str, list[dict[str, str]]] = {}
    for line in (folder / "pages.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        rows.setdefault(row["publisher"].lower(), []).append(row)
    for name in sorted(rows):
        portal = decided(name)
        if portal is not None:
            yield portal, saved_pages(portal, folder, rows[name])


def decided(name: str) -> Portal | None:
    try:
        portal = load_portal(Path("site_configs") / f"{name}.yaml")
    except (CuratorError, OSError):
        return None
    return portal if read_portal_decisions(portal).rows else None


def read_gold(portal: Portal, pages: Iterable[Page]) -> Gold:
    """Whole roots, dropped elements too: counts as they are before any rule, answers as the file
    gives them."""
    gold, everything = Gold(), Inventory()
    for page in pages:
        rules = select_layout(portal, page).rules
        if not (rules.body.root or rules.split) or check_page(page, rules) or rules.page:
            continue
        found = (
            tuple(p.element for p in split_page(page, rules.split))
            if rules.split
            else find_roots(page, rules.body)
        )
        everything.add(
            tally_elements(page.url, found, {}, build_tagger((), base_tags(), rules.body.signature))
        )
        answer(gold, portal, page, found)
    for line in inventory_table(everything, load_nothing(portal)).lines:
        gold.lines[line.get("signature")] = line
    return gold


def load_nothing(portal: Portal) -> Portal:
    """The portal without decisions, so that no row of the table shows one."""
    return replace(
        portal, article=replace(portal.article, body=replace(portal.article.body, tags=()))
    )


def answer(gold: Gold, portal: Portal, page: Page, found: tuple[etree._Element, ...]) -> None:
    rules = select_layout(portal, page).rules.body
    dropped, tags, plain = (
        find_drops(page, rules, found),
        build_tagger(rules.tags, base_tags(), rules.signature),
        build_tagger((), base_tags(), rules.signature),
    )
    for root in found:
        pending = [root]
        while pending:
            element = pending.pop()
            choice = tags.choose(element)
            if element in dropped:
                gold.add(
                    choice.signature, "drop", spoken=plain.choose(element).operation.kind != "drop"
                )
                continue
            operation = choice.row.operation if choice.row else "unwrap"
            gold.add(choice.signature, operation, spoken=not choice.base)
            pending.extend(child for child in element if isinstance(child.tag, str))


@dataclass
class Score:
    right: int = 0
    of: int = 0

    def add(self, good: bool, number: int) -> None:
        self.right += number * good
        self.of += number

    def __str__(self) -> str:
        return f"{100 * self.right / self.of:5.1f} %" if self.of else "    –  "


METHODS = ("element name", "base", "suggest")


def predictions(
    signature: str, gold: Gold, names: dict[str, Counter[str]], base: dict[str, str]
) -> list[str]:
    element = element_of(signature)
    known = names.get(element)
    default = base.get(element, "unwrap")
    line = gold.lines.get(signature) or gold.lines[without_id(signature)]
    return [commonest(known) if known else default, default, line.get("suggestion")]


def name_votes(others: Iterable[Gold]) -> dict[str, Counter[str]]:
    votes: dict[str, Counter[str]] = {}
    for gold in others:
        for signature, counts in gold.operations.items():
            votes.setdefault(element_of(signature), Counter()).update(counts)
    return votes


@cache
def voices() -> tuple[PortalDecisions, ...]:
    return tuple(read_shipped_decisions())


def relatives(name: str) -> set[str]:
    """Portals whose file shares rows with this one's."""
    rows = {voice.portal: set(voice.rows) for voice in voices()}
    own = rows.get(name, set())
    return {name} | {other for other, theirs in rows.items() if len(own & theirs) > 1}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("shared", nargs="?", type=Path, default=Path("../shared"))
    parser.add_argument(
        "--wrong",
        metavar="PORTAL",
        help="list what is not right for this portal, or for all of them",
    )
    args = parser.parse_args()
    golds = {
        portal.id: gold
        for portal, pages in all_pages(args.shared)
        for gold in [read_gold(portal, pages)]
        if gold.operations
    }
    print(
        f"{'portal':24}{'elements':>9}{'spoken':>8}   {'all: ' + ' / '.join(METHODS):42}spoken: the same"
    )
    total = Judged()
    for name in golds:
        found = judge(name, golds)
        total.add(found)
        print(found.line(name))
        if args.wrong in (name, "all"):
            print(
                "".join(f"  {count:5} {what}\n" for what, count in found.wrong.most_common()),
                end="",
            )
    print(total.line("all"))


class Judged:
    """Scores by scope and method; ``wrong``: what was suggested in vain → how many elements."""

    def __init__(self) -> None:
        self.scores = {
            (scope, method): Score() for scope in ("all", "spoken") for method in METHODS
        }
        self.wrong: Counter[str] = Counter()

    def add(self, other: Judged) -> None:
        for key, score in other.scores.items():
            self.scores[key].right += score.right
            self.scores[key].of += score.of

    def line(self, name: str) -> str:
        shown = [
            "  ".join(str(self.scores[scope, m]) for m in METHODS) for scope in ("all", "spoken")
        ]
        counts = (self.scores[scope, "base"].of for scope in ("all", "spoken"))
        return f"{name:24}{next(counts):9}{next(counts):8}   {shown[0]:42}{shown[1]}"


def judge(name: str, golds: dict[str, Gold]) -> Judged:
    """One portal by the voices of those that are not its relatives."""
    family = relatives(name)
    names = name_votes(g for n, g in golds.items() if n not in family)
    base = {row.signature: row.operation for row in base_tags() if not row.context}
    gold, found = golds[name].advised(build_suggester(None, family, voices())), Judged()
    for signature, counts in gold.operations.items():
        right = gold.answer(signature)
        said = predictions(signature, gold, names, base)
        for method, operation in zip(METHODS, said, strict=True):
            found.scores["all", method].add(operation == right, counts.total())
            if gold.spoken[signature]:
                found.scores["spoken", method].add(operation == right, gold.spoken[signature])
        if said[-1] != right:
            found.wrong[f"{signature}: {said[-1]}, right is {right}"] += counts.total()
    return found


if __name__ == "__main__":
    main()
