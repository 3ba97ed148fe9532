"""The evidence for a row of a tag dictionary: how pages use a tag, and what other portals decided
about it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from zlib import crc32

from lxml import etree

from webarticlecurator.article.article_body import find_drops, find_roots, find_roots_inside
from webarticlecurator.article.one_page import embedded_page, select_layout, split_page
from webarticlecurator.article.page_checks import check_page
from webarticlecurator.article.tag_dictionary import TagDecision, Tagger, build_tagger
from webarticlecurator.config import base_tags
from webarticlecurator.dataclasses import dataclass, replace
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.rule import TagRow
from webarticlecurator.page import Page
from webarticlecurator.page.css import Compound, compile_compound
from webarticlecurator.propose.inventory import (
    Decision,
    PageTally,
    SignatureCounts,
    TagPath,
    without_id,
)
from webarticlecurator.propose.inventory_table import Table
from webarticlecurator.text.characters import CODE_TAGS, FALLBACK_TAGS, ILLEGAL, REPLACEMENT
from webarticlecurator.text.words import list_words

# The counts of one stored page for an inventory: its elements inside the roots, by signature and
# path.
#
# Elements that the drop rules of the layout remove are not counted. Elements that the tag
# dictionary
# drops are counted, since the table is where that is decided.


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


# The decisions of other portals about a signature, the words in its names, and its element.
#
# They come from the tag dictionaries and the drop rules of portal files.


Votes = dict[str, dict[str, float]]
"""Operation → portal → the weight of its vote, from 0 to 1."""


@dataclass(frozen=True)
class PortalDecisions:
    """The decisions of one portal."""

    portal: str
    rows: tuple[TagRow, ...]


def read_portal_decisions(portal: Portal) -> PortalDecisions:
    """Return the rows of all layouts of a portal; a plain drop rule counts as a row ``drop``."""
    rows: dict[TagRow, None] = {}
    for rules in (portal.article, *(layout.rules for layout in portal.layouts)):
        rows |= dict.fromkeys(rules.body.tags)
        for rule in rules.body.drop:
            conditions = (rule.text, rule.when, rule.unless, rule.within)
            if rule.kind == "css" and not any(conditions) and parse_signature(rule.expression):
                rows[TagRow(rule.expression, "drop")] = None
    return PortalDecisions(portal.id, tuple(rows))


def decided_rows(table: Table) -> tuple[TagRow, ...]:
    """Return the rows of a table that have an operation."""
    return tuple(
        TagRow(
            line.get("signature"), line.get("operation"), (), " ".join(line.get("context").split())
        )
        for line in table.lines
        if line.key is not None and line.get("operation")
    )


class DecisionIndex:
    """The decisions of several portals: votes ``by_signature``; ``by_word``, a tag (empty: any) and
    a word in a name; ``by_element``, a tag with other names (True) or without a name.

    A row with a context counts less, since it says little of elements elsewhere; so does a drop by
    a word, since it says little of other elements with the same word.
    """

    def __init__(self, portals: Iterable[PortalDecisions]) -> None:
        self.by_signature: dict[str, Votes] = {}
        self.by_word: dict[tuple[str, str], Votes] = {}
        self.by_element: dict[tuple[str, bool], Votes] = {}
        for decisions in portals:
            for row in decisions.rows:
                self._add(decisions.portal, row)

    def _add(self, portal: str, row: TagRow) -> None:
        compound = parse_signature(row.signature)
        words = split_class_words(compound) if compound is not None else ()
        if compound is None or (row.context and not words):
            return
        weight = 0.5 if row.context else 1.0
        if compound.exact:
            votes = self.by_signature.setdefault(compound.exact, {})
            _add_vote(votes, row.operation, portal, weight)
        important = last_words(compound)
        for word in words:
            is_important = word in important and row.operation != "drop"
            for tag in {compound.tag, ""}:
                votes = self.by_word.setdefault((tag, word), {})
                _add_vote(votes, row.operation, portal, weight if is_important else weight / 2)
        votes = self.by_element.setdefault((compound.tag, bool(words)), {})
        _add_vote(votes, row.operation, portal, weight)


def _add_vote(votes: Votes, operation: str, portal: str, weight: float) -> None:
    """Add the vote of a row. Several rows of a portal have one vote, with the largest weight."""
    weights = votes.setdefault(operation, {})
    weights[portal] = max(weights.get(portal, 0.0), weight)


# The words in the names of a signature: ``div.articleLead_photo-0`` → lead, photo.

_WORD = re.compile(r"[^\W\d_]+")
_CAMEL = re.compile(r"(?<=[^\W\d_A-Z])(?=[A-Z])")
_MIN_LENGTH = 2


@lru_cache(maxsize=50_000)
def parse_signature(signature: str) -> Compound | None:
    """Return the parts of a signature; None if it is not one."""
    try:
        return compile_compound(signature)
    except ValueError:
        return None


def split_class_words(compound: Compound) -> tuple[str, ...]:
    """Return the meaningful words in id, classes and attribute values, in lower case, each once."""
    return tuple(dict.fromkeys(word for name in _split_names(compound) for word in name))


def last_words(compound: Compound) -> frozenset[str]:
    """Return the last word of each name, which means most.

    An ``article-lead`` is a lead, a ``lead-image`` an image.
    """
    return frozenset(name[-1] for name in _split_names(compound) if name)


def _split_names(compound: Compound) -> list[list[str]]:
    """Return the meaningful words of each id, class and attribute value."""
    generic = list_words("class-meanings", "generic")
    attributes = (each.value for each in compound.attributes if each.operator == "=")
    names = []
    for value in (*compound.ids, *compound.classes, *attributes):
        words = (word.casefold() for word in _WORD.findall(_CAMEL.sub(" ", value)))
        names.append([word for word in words if len(word) >= _MIN_LENGTH and word not in generic])
    return names


def example_element(compound: Compound) -> etree._Element:
    """Return an element with this signature, to look it up in a dictionary."""
    try:
        element = etree.Element(compound.tag)
    except ValueError:  # Pages have tags such as o:p; no dictionary knows such a name.
        element = etree.Element("x-unknown")
    names = [
        (attribute, " ".join(values))
        for attribute, values in (("id", compound.ids), ("class", compound.classes))
        if values
    ]
    for name, value in (*names, *((each.name, each.value) for each in compound.attributes)):
        # Pages have attributes such as @click; no dictionary knows such a name.
        with suppress(ValueError):
            element.set(name, ILLEGAL.sub(REPLACEMENT, value))
    return element
