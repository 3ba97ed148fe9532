"""What one stored page adds to an inventory: its elements below the roots, counted by signature
along their paths.

Counted is what the drop rules of the layout leave. What the tag dictionary drops is counted too:
the table is the place where that is decided.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from zlib import crc32

from lxml import etree

from webarticlecurator.config import base_tags
from webarticlecurator.extract.analysis.inventory.tally import (
    Decision,
    PageTally,
    SignatureCounts,
    TagPath,
)
from webarticlecurator.extract.body.roots import find_drops, find_roots, find_roots_inside
from webarticlecurator.extract.layout import select_layout
from webarticlecurator.extract.page_checks.checks import check_page
from webarticlecurator.extract.pages.article_page import embedded_page
from webarticlecurator.extract.pages.page_parts import split_page
from webarticlecurator.extract.tags.dictionary import TagDecision, Tagger, build_tagger
from webarticlecurator.model.html_tags import CODE_TAGS, FALLBACK_TAGS
from webarticlecurator.model.portal import ArticleRules, Portal
from webarticlecurator.page import Page

MAX_TEXTS = 100
"""Different texts per signature and page that are looked at for repetition."""

MAX_LINE_WORDS = 12
"""Words that a line may have which tells the time of an entry."""
_CLOCK = re.compile(r"(?<![\d.:,])(?:[01]?\d|2[0-3])[:.h時时시][0-5]\d(?!\d)")
"""A time of day, as most languages write it."""


@dataclass(slots=True)
class _Open:
    """An element whose inside is being read."""

    element: etree._Element
    children: Iterator[etree._Element]
    choice: TagDecision
    path: int
    in_link: bool
    claimed: bool
    before: int = 0
    own: int = 0
    words: int = 0
    linked: int = 0
    below: int = 0
    holds: bool = False
    clock: bool = False
    checksum: int = 0

    def take(self, text: str | None) -> int:
        """Text that stands directly inside; returns how many words."""
        if not text or self.element.tag in CODE_TAGS:
            return 0
        found = text.split()
        self.own += len(found)
        self.checksum = crc32(" ".join(found).encode("utf-8", "replace"), self.checksum)
        self.clock = self.clock or (
            len(found) <= MAX_LINE_WORDS and _CLOCK.search(text) is not None
        )
        return len(found)


class _Survey:
    def __init__(self, url: str, drops: Mapping[etree._Element, str], tagger: Tagger) -> None:
        self.tally = PageTally(url)
        self._drops = drops
        self._tagger = tagger
        self._numbers: dict[tuple[int, str], int] = {}

    def read(self, root: etree._Element) -> None:
        """Everything in ``root``, and itself."""
        if root in self._drops:
            return
        around = any(_is_link(e) for e in root.iterancestors())
        pending = [self._open(root, -1, around, False)]
        while pending:
            current = pending[-1]
            child = next(current.children, None)
            if child is None:
                pending.pop()
                self._close(current, pending[-1] if pending else None)
            elif isinstance(child.tag, str) and child not in self._drops:
                pending.append(self._open(child, current.path, current.in_link, current.claimed))
            else:
                self.tally.words += current.take(child.tail)

    def _open(self, element: etree._Element, parent: int, in_link: bool, claimed: bool) -> _Open:
        choice = self._tagger.choose(element)
        path = self._numbers.setdefault((parent, choice.signature), len(self.tally.paths))
        if path == len(self.tally.paths):
            self.tally.paths.append(TagPath(parent, choice.signature))
        claimed = claimed or _settles(element, choice, is_root=parent < 0)
        opened = _Open(element, iter(element), choice, path, in_link or _is_link(element), claimed)
        opened.before = self.tally.words
        self.tally.words += opened.take(element.text)
        return opened

    def _close(self, done: _Open, parent: _Open | None) -> None:
        done.words += done.own
        done.linked += done.own if done.in_link else 0
        self._count(done, parent.choice.signature if parent else "")
        if parent is not None:
            parent.words += done.words
            parent.linked += done.linked
            parent.below += done.below + 1
            parent.holds = parent.holds or done.holds or _is_link(done.element)
            parent.checksum = crc32(done.checksum.to_bytes(4, "big"), parent.checksum)
            parent.clock = parent.clock or done.clock
            self.tally.words += parent.take(done.element.tail)

    def _count(self, done: _Open, parent: str) -> None:
        path = self.tally.paths[done.path]
        counted = self.tally.counted.setdefault(done.choice.signature, SignatureCounts())
        for sums in (path, counted):
            sums.frequency += 1
            sums.words += done.words
            sums.own += done.own
        counted.linked += done.linked
        counted.below += done.below
        counted.holding += done.holds
        counted.before += done.before
        counted.clock += done.clock and done.words <= MAX_LINE_WORDS
        counted.parents[parent] += 1
        counted.unclaimed += (
            done.own if done.choice.base and not done.claimed and path.parent >= 0 else 0
        )
        counted.decisions[to_decision(done.choice)] += 1
        if done.words and (done.checksum in counted.texts or len(counted.texts) < MAX_TEXTS):
            counted.texts[done.checksum] = counted.texts.get(done.checksum, 0) + 1


def _settles(element: etree._Element, choice: TagDecision, *, is_root: bool) -> bool:
    """True if the tag decides for everything inside it. A root is never dropped by its tag."""
    operation = choice.operation
    if operation.kind == "flatten":
        return True
    return not is_root and (
        operation.kind == "drop" or (element.tag in FALLBACK_TAGS and bool(operation.names))
    )


def _is_link(element: etree._Element) -> bool:
    return element.tag == "a" and element.get("href") is not None


def to_decision(choice: TagDecision) -> Decision:
    """What the dictionary says of an element, and which row says it."""
    if choice.row is None:
        return ("unwrap", "none", None)
    return (choice.row.operation, "base" if choice.base else "portal", choice.row)


def tally_elements(
    url: str,
    elements: Iterable[etree._Element],
    drops: Mapping[etree._Element, str],
    tagger: Tagger,
) -> PageTally:
    """Count everything in the given roots of a page but what is in ``drops`` (element → rule). The
    tree is only read."""
    reading = _Survey(url, drops, tagger)
    for element in elements:
        reading.read(element)
    return reading.tally


def tally_page(portal: Portal, page: Page, *, later: bool = False) -> PageTally | None:
    """The elements of the article on ``page`` by signature; None for a page that is no article, or
    has no root. ``later``: it is not the page that the article begins with (``body.once`` is
    dropped)."""
    chosen = select_layout(portal, page)
    inner = None if check_page(page, chosen.rules) else embedded_page(page, chosen.rules)
    if inner is None:
        return None
    rules = chosen.rules.body
    if later:
        rules = replace(rules, drop=(*rules.drop, *rules.once))
    found = _roots(inner, chosen.rules)
    if not found:
        return None
    return tally_elements(
        page.url,
        found,
        find_drops(inner, rules, found),
        build_tagger(rules.tags, base_tags(), rules.signature),
    )


def _roots(page: Page, rules: ArticleRules) -> tuple[etree._Element, ...]:
    if rules.split is None:
        return find_roots(page, rules.body)
    inside = find_roots_inside(
        page, rules.body, tuple(part.element for part in split_page(page, rules.split))
    )
    return tuple(element for found in inside.values() for element in found)
