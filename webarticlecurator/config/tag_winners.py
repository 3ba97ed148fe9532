"""Which rows can have the last word about the tags that match a selector, whatever the pages
are."""

from __future__ import annotations

import re

from webarticlecurator.config.tag_faults import CheckedRow
from webarticlecurator.model.compound import Compound
from webarticlecurator.model.portal import SignatureRule
from webarticlecurator.model.selector_logic import implies, merge_conditions

_MADE = re.compile(r"[0_]|^@link$")
"""What a normalised value may have been something else before."""
_CHANGED = re.compile(r"[\d\\]|^(?:https?:)?//|^www\.", re.I)
"""Values that signatures may say in another way (a superset of what they do)."""


class Winners:
    """The rows of a portal over those of the base dictionary; ``rules``: the portal's own for
    signatures."""

    def __init__(
        self,
        rows: tuple[CheckedRow, ...],
        base: tuple[CheckedRow, ...],
        rules: tuple[SignatureRule, ...],
    ) -> None:
        self._tables = (_by_tag(rows), _by_tag(base))
        self._rules = rules
        self._known: dict[Compound, tuple[CheckedRow, ...]] = {}

    def of(self, wanted: Compound) -> tuple[CheckedRow, ...]:
        """The rows that may decide about a tag that matches ``wanted``; empty if it may be that
        none does."""
        if wanted not in self._known:
            self._known[wanted] = self._find(wanted)
        return self._known[wanted]

    def _find(self, wanted: Compound) -> tuple[CheckedRow, ...]:
        found: list[CheckedRow] = []
        for table in self._tables:
            rows = [
                row
                for row in (*table.get(wanted.tag, ()), *table.get("", ()))
                if self._can_hold(row, wanted)
            ]
            sure = [
                row.rank for row in rows if row.context is None and implies(wanted, row.compound)
            ]
            floor = max(sure, default=())
            found += [row for row in rows if row.rank >= floor or self._can_be_exact(row, wanted)]
            if sure:
                return tuple(found)
        return ()

    def _can_hold(self, row: CheckedRow, wanted: Compound) -> bool:
        return merge_conditions(row.compound, wanted) is not None or self._can_be_exact(row, wanted)

    def _can_be_exact(self, row: CheckedRow, wanted: Compound) -> bool:
        """False if no tag that matches ``wanted`` has exactly the signature that the row spells."""
        if row.compound.exact is None:
            return False
        ids = {name for name in wanted.ids if self._stays("id", name, wanted.tag)}
        classes = {name for name in wanted.classes if self._stays("class", name, wanted.tag)}
        return ids <= set(row.compound.ids) and classes <= set(row.compound.classes)

    def _stays(self, attr: str, value: str, tag: str) -> bool:
        return not _CHANGED.search(value) and not touched_elements(attr, tag, self._rules)


def _by_tag(rows: tuple[CheckedRow, ...]) -> dict[str, list[CheckedRow]]:
    found: dict[str, list[CheckedRow]] = {}
    for row in rows:
        found.setdefault(row.compound.tag, []).append(row)
    return found


def touched_elements(attr: str, tag: str, rules: tuple[SignatureRule, ...]) -> bool:
    """True if a rule of the portal's own may change what the attribute says in signatures."""
    return any(rule.tag in ("", tag) or not tag for rule in rules if rule.attr in ("", attr))


def has_exact_match_only(compound: Compound, rules: tuple[SignatureRule, ...]) -> Compound:
    """What is sure of the tags that follow a row: a row that spells a whole signature is also
    followed by tags whose values only become the row's when they are normalised."""
    if compound.exact is None:
        return compound

    def sure(attr: str, value: str) -> bool:
        return not _MADE.search(value) and not touched_elements(attr, compound.tag, rules)

    return Compound(
        compound.tag,
        tuple(i for i in compound.ids if sure("id", i)),
        tuple(c for c in compound.classes if sure("class", c)),
        tuple(test for test in compound.attributes if sure(test.name, test.value)),
    )
