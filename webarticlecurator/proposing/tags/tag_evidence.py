"""The evidence for a row of a tag dictionary: how pages use a tag, and what other portals decided
about it.

Elements that the drop rules of the layout remove are not counted. Elements that the tag dictionary
drops are counted, since the table is where that is decided.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from zlib import crc32

from lxml import etree

from webarticlecurator.articles.blocks.article_roots import (
    find_drops,
    find_roots,
    find_roots_inside,
)
from webarticlecurator.articles.blocks.tag_dictionary import TagDecision, Tagger, build_tagger
from webarticlecurator.articles.by_rules.layout_choice import select_layout
from webarticlecurator.articles.by_rules.one_page import embedded_page
from webarticlecurator.articles.by_rules.split_parts import split_page
from webarticlecurator.articles.walls.page_checks import check_page
from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.text.html_tags import CODE_TAGS, FALLBACK_TAGS
from webarticlecurator.pages.page.page import Page
from webarticlecurator.portal_file.config.tags import base_tags
from webarticlecurator.proposing.tags.inventory import (
    Decision,
    PageTally,
    SignatureCounts,
    TagPath,
    without_id,
)

MAX_TEXTS = 100
"""Different texts per signature and page that are counted to find repetitions."""

MAX_LINE_WORDS = 12
"""Words of a line that may be the time of an entry."""
_CLOCK = re.compile(r"(?<![\d.:,])(?:[01]?\d|2[0-3])[:.h時时시][0-5]\d(?!\d)")
"""A time of day, as most languages write it."""


@dataclass(slots=True)
class _OpenElement:
    """An element whose content is being read."""

    element: etree._Element
    children: Iterator[etree._Element]
    decision: TagDecision
    path: int
    in_link: bool
    claimed: bool
    before: int = 0
    own: int = 0
    words: int = 0
    linked: int = 0
    below: int = 0
    holds_link: bool = False
    clock: bool = False
    checksum: int = 0

    def add_text(self, text: str | None) -> int:
        """Count text directly inside the element and return its number of words."""
        if not text or self.element.tag in CODE_TAGS:
            return 0
        words = text.split()
        self.own += len(words)
        self.checksum = crc32(" ".join(words).encode("utf-8", "replace"), self.checksum)
        self.clock = self.clock or (
            len(words) <= MAX_LINE_WORDS and _CLOCK.search(text) is not None
        )
        return len(words)


class _PageCounter:
    """Counts the elements of one page."""

    def __init__(self, drops: Mapping[etree._Element, str], tagger: Tagger) -> None:
        self.words = 0
        self.counted: dict[str, SignatureCounts] = {}
        self.paths: list[TagPath] = []
        self._drops = drops
        self._tagger = tagger
        self._numbers: dict[tuple[int, str], int] = {}

    def read(self, root: etree._Element) -> None:
        """Count ``root`` and everything inside it."""
        if root in self._drops:
            return
        in_link = any(_is_link(ancestor) for ancestor in root.iterancestors())
        pending = [self._open(root, -1, in_link, False)]
        while pending:
            current = pending[-1]
            child = next(current.children, None)
            if child is None:
                pending.pop()
                self._close(current, pending[-1] if pending else None)
            elif isinstance(child.tag, str) and child not in self._drops:
                pending.append(self._open(child, current.path, current.in_link, current.claimed))
            else:
                self.words += current.add_text(child.tail)

    def _open(
        self, element: etree._Element, parent: int, in_link: bool, claimed: bool
    ) -> _OpenElement:
        decision = self._tagger.choose(element)
        operation = decision.operation
        is_left_out = operation.kind == "drop" or (
            element.tag in FALLBACK_TAGS and bool(operation.names)
        )
        # The decision also holds for everything inside. A root is never dropped by its tag.
        claims_content = operation.kind == "flatten" or (parent >= 0 and is_left_out)
        path = self._numbers.setdefault((parent, decision.signature), len(self.paths))
        if path == len(self.paths):
            self.paths.append(TagPath(parent, decision.signature))
        opened = _OpenElement(
            element,
            iter(element),
            decision,
            path,
            in_link or _is_link(element),
            claimed or claims_content,
            before=self.words,
        )
        self.words += opened.add_text(element.text)
        return opened

    def _close(self, done: _OpenElement, parent: _OpenElement | None) -> None:
        done.words += done.own
        done.linked += done.own if done.in_link else 0
        path = self.paths[done.path]
        decision = done.decision
        counted = self.counted.setdefault(decision.signature, SignatureCounts())
        for sums in (path, counted):
            sums.frequency += 1
            sums.words += done.words
            sums.own += done.own
        counted.linked += done.linked
        counted.below += done.below
        counted.holding += done.holds_link
        counted.before += done.before
        counted.clock += done.clock and done.words <= MAX_LINE_WORDS
        counted.parents[parent.decision.signature if parent else ""] += 1
        if decision.base and not done.claimed and path.parent >= 0:
            counted.unclaimed += done.own
        row = decision.row
        source = "base" if decision.base else "portal"
        in_force: Decision = (row.operation, source, row) if row else ("unwrap", "none", None)
        counted.decisions[in_force] += 1
        if done.words and (done.checksum in counted.texts or len(counted.texts) < MAX_TEXTS):
            counted.texts[done.checksum] = counted.texts.get(done.checksum, 0) + 1

        if parent is not None:
            parent.words += done.words
            parent.linked += done.linked
            parent.below += done.below + 1
            parent.holds_link = parent.holds_link or done.holds_link or _is_link(done.element)
            parent.checksum = crc32(done.checksum.to_bytes(4, "big"), parent.checksum)
            parent.clock = parent.clock or done.clock
            self.words += parent.add_text(done.element.tail)


def _is_link(element: etree._Element) -> bool:
    return element.tag == "a" and element.get("href") is not None


def tally_elements(
    url: str,
    elements: Iterable[etree._Element],
    drops: Mapping[etree._Element, str],
    tagger: Tagger,
) -> PageTally:
    """Count everything in the given roots of a page except ``drops`` (element → rule).

    The tree is not changed.
    """
    counter = _PageCounter(drops, tagger)
    for element in elements:
        counter.read(element)
    return PageTally(url, counter.words, counter.counted, tuple(counter.paths))


def tally_page(portal: Portal, page: Page, *, later: bool = False) -> PageTally | None:
    """Count the elements of the article on ``page`` by signature.

    None for a page that is not an article, or has no root. ``later`` says that the article does not
    begin on this page, so that ``body.once`` is dropped.
    """
    content = _find_content(portal, page, later)
    return None if content is None else tally_elements(page.url, *content)


def find_tagged_elements(portal: Portal, page: Page, signature: str) -> list[etree._Element]:
    """Return the elements that are counted for a signature, in the order of the page. If there are
    none, the signature may have lost its id in the inventory: those with any id."""
    content = _find_content(portal, page, False)
    if content is None:
        return []
    roots, drops, tagger = content
    found: list[tuple[str, etree._Element]] = []
    pending = [*reversed(roots)]
    while pending:
        element = pending.pop()
        if isinstance(element.tag, str) and element not in drops:
            found.append((tagger.choose(element).signature, element))
            pending.extend(reversed(element))
    exact = [element for name, element in found if name == signature]
    return exact or [element for name, element in found if without_id(name) == signature]


def _find_content(
    portal: Portal, page: Page, later: bool
) -> tuple[tuple[etree._Element, ...], Mapping[etree._Element, str], Tagger] | None:
    """Return what is counted of a page: its roots, the elements that are dropped in them, and the
    rows by which they are counted."""
    layout = select_layout(portal, page)
    inner = None if check_page(page, layout.rules) else embedded_page(page, layout.rules)
    if inner is None:
        return None
    rules, split = layout.rules.body, layout.rules.split
    if split is None:
        roots = find_roots(inner, rules)
    else:
        parts = tuple(part.element for part in split_page(inner, split))
        of_parts = find_roots_inside(inner, rules, parts).values()
        roots = tuple(element for several in of_parts for element in several)
    if not roots:
        return None
    if later:
        rules = replace(rules, drop=(*rules.drop, *rules.first_page_only))
    tagger = build_tagger(rules.tags, base_tags(), rules.signature)
    return roots, find_drops(inner, rules, roots), tagger
