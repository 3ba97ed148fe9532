"""The decisions of other portals about a signature and the words in its names.

They come from the tag dictionaries and the drop rules of portal files.
"""

from __future__ import annotations

from collections.abc import Iterable

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.portal.article_rules import TagRow
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.proposing.tags.class_words import (
    last_words,
    parse_signature,
    split_class_words,
)
from webarticlecurator.proposing.tags.inventory_table import Table

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
    """The decisions of several portals: votes ``by_signature``, and ``by_word``: a tag (empty: any)
    and a word in a name.

    A row with a context counts less, since it says little of elements elsewhere; so does a drop by
    a word, since it says little of other elements with the same word.
    """

    def __init__(self, portals: Iterable[PortalDecisions]) -> None:
        self.by_signature: dict[str, Votes] = {}
        self.by_word: dict[tuple[str, str], Votes] = {}
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


def _add_vote(votes: Votes, operation: str, portal: str, weight: float) -> None:
    """Add the vote of a row. Several rows of a portal have one vote, with the largest weight."""
    weights = votes.setdefault(operation, {})
    weights[portal] = max(weights.get(portal, 0.0), weight)
