"""Which rules of the portal file have run, and which of them have found anything.

A rule that finds nothing on any page is probably misspelt. Each thread of a process counts for
itself; worker processes send what they saw to the thread that uses them (``run/executors``).
"""

from __future__ import annotations

import threading
from collections.abc import Sequence

from webarticlecurator.model.rule import Place, Rule


class RuleUse(threading.local):
    """The rules of one portal, by number, as bits: ``ran`` and ``matched``. Each thread, which
    works on one portal, counts for itself."""

    def __init__(self) -> None:
        self._rules: tuple[Rule, ...] = ()
        self._bits: dict[int, int] = {}
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
        self.ran = self.matched = 0

    def note(self, rule: Rule, *, found: bool) -> None:
        """Count one run of a rule; others than those that are watched are ignored."""
        bit = self._bits.get(id(rule))
        if bit is None:
            return
        self.ran |= bit
        if found:
            self.matched |= bit

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
        unused = self.ran & ~self.matched
        found = {rule.place: rule for rule in rules if self._bits.get(id(rule), 0) & unused}
        return tuple(found.values())


RULE_USE = RuleUse()
"""What this thread has counted."""
