"""What other portals' dictionaries and drop rules say of a signature: exactly, by the words in its
names, by its element."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from webarticlecurator.extract.analysis.inventory.decisions import Table
from webarticlecurator.extract.analysis.suggestions.class_words import (
    last_words,
    parse_signature,
    split_class_words,
)
from webarticlecurator.model.portal import ArticleRules, Portal, TagRow

Votes = dict[str, dict[str, float]]
"""Operation → portal → its voice, from 0 to 1."""


@dataclass(frozen=True)
class PortalDecisions:
    """The decisions of one portal."""

    portal: str
    rows: tuple[TagRow, ...]


def read_portal_decisions(portal: Portal) -> PortalDecisions:
    """The rows of all layouts of a portal; an element that a plain drop rule names counts as a row
    ``drop``."""
    rows = dict.fromkeys(
        row for rules in _layouts(portal) for row in (*rules.body.tags, *_drops(rules))
    )
    return PortalDecisions(portal.id, tuple(rows))


def decided_rows(table: Table) -> tuple[TagRow, ...]:
    """The decided rows of a table."""
    decided = (line for line in table.lines if line.key is not None and line.get("operation"))
    return tuple(
        TagRow(
            line.get("signature"), line.get("operation"), (), " ".join(line.get("context").split())
        )
        for line in decided
    )


def _layouts(portal: Portal) -> tuple[ArticleRules, ...]:
    return (portal.article, *(version.rules for version in portal.versions))


def _drops(rules: ArticleRules) -> Iterator[TagRow]:
    for rule in rules.body.drop:
        conditions = (rule.text, rule.when, rule.unless, rule.within)
        if rule.kind == "css" and not any(conditions) and parse_signature(rule.expression):
            yield TagRow(rule.expression, "drop")


class DecisionIndex:
    """The voices, indexed by what may be asked. A row with a context says little of elements
    elsewhere, and a drop little of other elements with the same word."""

    def __init__(self, voices: Iterable[PortalDecisions]) -> None:
        self._exact: dict[str, Votes] = {}
        self._word: dict[tuple[str, str], Votes] = {}
        self._element: dict[tuple[str, bool], Votes] = {}
        for voice in voices:
            for row in voice.rows:
                self._take(voice.portal, row)

    def _take(self, portal: str, row: TagRow) -> None:
        compound = parse_signature(row.signature)
        words = split_class_words(compound) if compound is not None else ()
        if compound is None or (row.context and not words):
            return
        weight = 0.5 if row.context else 1.0
        if compound.exact:
            _say(self._exact.setdefault(compound.exact, {}), row.operation, portal, weight)
        heads = last_words(compound)
        for word in words:
            for tag in {compound.tag, ""}:
                loud = weight if word in heads and row.operation != "drop" else weight / 2
                _say(self._word.setdefault((tag, word), {}), row.operation, portal, loud)
        _say(
            self._element.setdefault((compound.tag, bool(words)), {}), row.operation, portal, weight
        )

    def exactly(self, signature: str) -> Votes:
        """What is said of this very signature."""
        return self._exact.get(signature, {})

    def by_word(self, tag: str, word: str) -> Votes:
        """What is said of elements ``tag`` (empty: any) with this word in a name."""
        return self._word.get((tag, word), {})

    def by_element(self, tag: str, *, named: bool) -> Votes:
        """What is said of the element with other names, or without one."""
        return self._element.get((tag, named), {})


def _say(said: Votes, operation: str, portal: str, weight: float) -> None:
    """Several rows of a portal about the same thing are one voice: the loudest."""
    portals = said.setdefault(operation, {})
    portals[portal] = max(portals.get(portal, 0.0), weight)
