"""The decisions of other portals about a signature, the words in its names, and its element.

They come from the tag dictionaries and the drop rules of portal files.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache

from lxml import etree

from webarticlecurator.model.article_rules import ArticleRules, TagRow
from webarticlecurator.model.portal import Portal
from webarticlecurator.page.css import Compound, compile_compound
from webarticlecurator.propose.inventory_table import Table
from webarticlecurator.text.characters import ILLEGAL, REPLACEMENT
from webarticlecurator.text.words import list_words

Votes = dict[str, dict[str, float]]
"""Operation → portal → the weight of its vote, from 0 to 1."""


@dataclass(frozen=True)
class PortalDecisions:
    """The decisions of one portal."""

    portal: str
    rows: tuple[TagRow, ...]


def read_portal_decisions(portal: Portal) -> PortalDecisions:
    """Return the rows of all layouts of a portal; a plain drop rule counts as a row ``drop``."""
    rows = dict.fromkeys(
        row
        for rules in _rules_of_layouts(portal)
        for row in (*rules.body.tags, *_drops_as_rows(rules))
    )
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


def _rules_of_layouts(portal: Portal) -> tuple[ArticleRules, ...]:
    return (portal.article, *(layout.rules for layout in portal.layouts))


def _drops_as_rows(rules: ArticleRules) -> Iterator[TagRow]:
    for rule in rules.body.drop:
        conditions = (rule.text, rule.when, rule.unless, rule.within)
        if rule.kind == "css" and not any(conditions) and parse_signature(rule.expression):
            yield TagRow(rule.expression, "drop")


class DecisionIndex:
    """The decisions of several portals, indexed by signature, by word and by element.

    A row with a context counts less, since it says little of elements elsewhere; so does a drop by
    a word, since it says little of other elements with the same word.
    """

    def __init__(self, portals: Iterable[PortalDecisions]) -> None:
        self._by_signature: dict[str, Votes] = {}
        self._by_word: dict[tuple[str, str], Votes] = {}
        self._by_element: dict[tuple[str, bool], Votes] = {}
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
            votes = self._by_signature.setdefault(compound.exact, {})
            _add_vote(votes, row.operation, portal, weight)
        important = last_words(compound)
        for word in words:
            is_important = word in important and row.operation != "drop"
            for tag in {compound.tag, ""}:
                votes = self._by_word.setdefault((tag, word), {})
                _add_vote(votes, row.operation, portal, weight if is_important else weight / 2)
        votes = self._by_element.setdefault((compound.tag, bool(words)), {})
        _add_vote(votes, row.operation, portal, weight)

    def by_signature(self, signature: str) -> Votes:
        """Return the votes about this very signature."""
        return self._by_signature.get(signature, {})

    def by_word(self, tag: str, word: str) -> Votes:
        """Return the votes about elements ``tag`` (empty: any) with this word in a name."""
        return self._by_word.get((tag, word), {})

    def by_element(self, tag: str, *, named: bool) -> Votes:
        """Return the votes about the element with other names, or without a name."""
        return self._by_element.get((tag, named), {})


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
    values = (
        *compound.ids,
        *compound.classes,
        *(attribute.value for attribute in compound.attributes if attribute.operator == "="),
    )
    names = []
    for value in values:
        words = (word.casefold() for word in _WORD.findall(_CAMEL.sub(" ", value)))
        names.append([word for word in words if _is_meaningful(word)])
    return names


def _is_meaningful(word: str) -> bool:
    return len(word) >= _MIN_LENGTH and word not in list_words("class-meanings", "generic")


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
