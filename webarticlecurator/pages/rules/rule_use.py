"""Which rules of the portal file have run, and which of them have found anything.

A rule that finds nothing on any page is probably misspelt. Each thread of a process counts for
itself; worker processes send what they saw to the thread that uses them (``run/executors``).
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence

from webarticlecurator.base.portal.rule import Place, Rule


class RuleUse(threading.local):
    """The rules of one portal, by number, as bits: ``ran`` and ``matched``. Each thread, which
    works on one portal, counts for itself."""

    def __init__(self) -> None:
        self._rules: tuple[Rule, ...] = ()
        self._bits: dict[int, int] = {}
        self._format_bits: dict[int, int] = {}
        self.ran = self.matched = 0

    def watch(self, rules: Sequence[Rule]) -> None:
        """Begin to count for these rules; rules at the same place are one.

        The same rules in the same order have the same numbers in every process.
        """
        self._rules = tuple(rules)
        by_place: dict[Place, int] = {}
        for rule in self._rules:
            by_place.setdefault(rule.place, 1 << len(by_place))
        self._bits = {id(rule): by_place[rule.place] for rule in self._rules}
        # those of the date formats of the rules are above
        shift = len(by_place)
        self._format_bits = {key: bit << shift for key, bit in self._bits.items()}
        self.ran = self.matched = 0

    def note(self, rule: Rule, *, found: bool) -> None:
        """Count one run of a rule; others than those that are watched are ignored."""
        bit = self._bits.get(id(rule))
        if bit is None:
            return
        self.ran |= bit
        if found:
            self.matched |= bit

    def has_fitted(self, rule: Rule) -> bool:
        """Return True if a date format of the rule has fitted since the last ``take``."""
        return bool(self._format_bits.get(id(rule), 0) & self.matched)

    def note_format(self, rule: Rule, *, fits: bool) -> None:
        """Count one value of a rule with date formats, and whether one of them fits."""
        bit = self._format_bits.get(id(rule), 0)
        self.ran |= bit
        self.matched |= bit if fits else 0

    def add(self, ran: int, matched: int) -> None:
        """Add what another process has counted for the same rules."""
        self.ran |= ran
        self.matched |= matched

    def take(self) -> tuple[int, int]:
        """Return ``ran`` and ``matched`` since the last call, and begin again."""
        taken = self.ran, self.matched
        self.ran = self.matched = 0
        return taken

    def unmatched(self, rules: Sequence[Rule]) -> tuple[Rule, ...]:
        """Return those of ``rules`` that have run and found nothing, each place once."""
        return self._list_with(rules, self._bits, self.ran & ~self.matched)

    def list_unfit(self, rules: Sequence[Rule]) -> tuple[Rule, ...]:
        """Return those of ``rules`` none of whose date formats has fitted, each place once."""
        return self._list_with(rules, self._format_bits, self.ran & ~self.matched)

    @staticmethod
    def _list_with(
        rules: Sequence[Rule], numbers: Mapping[int, int], bits: int
    ) -> tuple[Rule, ...]:
        found = {rule.place: rule for rule in rules if numbers.get(id(rule), 0) & bits}
        return tuple(found.values())


RULE_USE = RuleUse()
"""What this thread has counted."""
