"""Finds the rows that may decide about the tags that match a selector, on any possible page."""

from __future__ import annotations

import re

from webarticlecurator.config.tag_faults import CheckedRow
from webarticlecurator.model.compound import Compound
from webarticlecurator.model.portal import SignatureRule
from webarticlecurator.model.selector_logic import implies, intersect

_MAYBE_NORMALIZED = re.compile(r"[0_]|^@link$")
"""Values that may be the result of normalization, and so stand for other values."""
_MAY_CHANGE = re.compile(r"[\d\\]|^(?:https?:)?//|^www\.", re.I)
"""Values that normalization may change (a superset of those it does change)."""


class Winners:
    """The rows of a portal over the base dictionary, with the portal's rules for signatures."""

    def __init__(
        self,
        rows: tuple[CheckedRow, ...],
        base: tuple[CheckedRow, ...],
        rules: tuple[SignatureRule, ...],
    ) -> None:
        self._tables = (_by_tag(rows), _by_tag(base))
        self._rules = rules
        self._known: dict[Compound, tuple[CheckedRow, ...]] = {}

    def of(self, target: Compound) -> tuple[CheckedRow, ...]:
        """Return the rows that may decide about a tag that matches ``target``; empty if possibly
        none does."""
        if target not in self._known:
            self._known[target] = self._find(target)
        return self._known[target]

    def _find(self, target: Compound) -> tuple[CheckedRow, ...]:
        winners: list[CheckedRow] = []
        for table in self._tables:
            rows = [
                row
                for row in (*table.get(target.tag, ()), *table.get("", ()))
                if self._can_match(row, target)
            ]
            certain = [
                row.rank for row in rows if row.context is None and implies(target, row.compound)
            ]
            least = max(certain, default=())
            winners += [row for row in rows if row.rank >= least or self._can_be_exact(row, target)]
            if certain:
                return tuple(winners)
        return ()

    def _can_match(self, row: CheckedRow, target: Compound) -> bool:
        return intersect(row.compound, target) is not None or self._can_be_exact(row, target)

    def _can_be_exact(self, row: CheckedRow, target: Compound) -> bool:
        """Return False if no tag that matches ``target`` has exactly the signature of the row."""
        if row.compound.exact is None:
            return False
        ids = {name for name in target.ids if self._is_unchanged("id", name, target.tag)}
        classes = {name for name in target.classes if self._is_unchanged("class", name, target.tag)}
        return ids <= set(row.compound.ids) and classes <= set(row.compound.classes)

    def _is_unchanged(self, attr: str, value: str, tag: str) -> bool:
        return not _MAY_CHANGE.search(value) and not may_be_rewritten(attr, tag, self._rules)


def _by_tag(rows: tuple[CheckedRow, ...]) -> dict[str, list[CheckedRow]]:
    groups: dict[str, list[CheckedRow]] = {}
    for row in rows:
        groups.setdefault(row.compound.tag, []).append(row)
    return groups


def may_be_rewritten(attr: str, tag: str, rules: tuple[SignatureRule, ...]) -> bool:
    """Return True if one of the portal's rules may change an attribute in signatures."""
    return any(rule.tag in ("", tag) or not tag for rule in rules if rule.attr in ("", attr))


def certain_conditions(compound: Compound, rules: tuple[SignatureRule, ...]) -> Compound:
    """Return the conditions that every tag of a row meets.

    A row that is a whole signature also matches tags whose values equal it only after
    normalization; values that may come from there are left out.
    """
    if compound.exact is None:
        return compound

    def is_certain(attr: str, value: str) -> bool:
        return not _MAYBE_NORMALIZED.search(value) and not may_be_rewritten(
            attr, compound.tag, rules
        )

    return Compound(
        compound.tag,
        tuple(name for name in compound.ids if is_certain("id", name)),
        tuple(name for name in compound.classes if is_certain("class", name)),
        tuple(test for test in compound.attributes if is_certain(test.name, test.value)),
    )
