"""What a rule did, for ``--explain``: kept only when asked for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from webarticlecurator.model.rule import Rule

SHOWN = 5
"""This many values of a step are kept as samples."""


class TraceMark:
    """Where a rule notes what it does. This one notes nothing; ``RuleTrace`` does."""

    active = False

    def selected(self, items: Sequence[str]) -> None:
        """What the selector found."""

    def step(self, name: str, before: Sequence[str], after: Sequence[str]) -> None:
        """The values before and after one step of the rule."""

    def excluded(self, value: str, why: str) -> None:
        """A value that the rule left out."""

    def note(self, message: str) -> None:
        """Something the user should know: a guard that failed, JSON that was none, near misses of a
        selector."""

    def fault(self, kind: str, message: str) -> None:
        """Something on the page that could not be read; counted per kind."""

    def yielded(self, items: Sequence[str]) -> None:
        """What the rule gives in the end."""


SILENT = TraceMark()


@dataclass(frozen=True)
class StepTrace:
    """One step: its name and the values (the first few, paired by position where the step keeps the
    count)."""

    name: str
    before: tuple[str, ...]
    after: tuple[str, ...]


@dataclass
class RuleTrace(TraceMark):
    """What one rule did on one page. ``depth`` counts how deep the rule is nested; ``won``: it gave
    the answer."""

    rule: Rule
    depth: int
    faults: Counter[str]
    found: int | None = None
    samples: tuple[str, ...] = ()
    steps: list[StepTrace] = field(default_factory=list)
    left_out: list[tuple[str, str]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    result: tuple[str, ...] = ()
    won: bool = False
    active = True

    def selected(self, items: Sequence[str]) -> None:
        self.found, self.samples = len(items), tuple(items[:SHOWN])

    def step(self, name: str, before: Sequence[str], after: Sequence[str]) -> None:
        if list(before) != list(after):
            changed = [i for i in range(min(len(before), len(after))) if before[i] != after[i]][
                :SHOWN
            ]
            paired = len(before) == len(after)
            old = [before[i] for i in changed] if paired else before[:SHOWN]
            new = [after[i] for i in changed] if paired else after[:SHOWN]
            self.steps.append(StepTrace(name, tuple(old), tuple(new)))

    def excluded(self, value: str, why: str) -> None:
        self.left_out.append((value, why))

    def note(self, message: str) -> None:
        self.notes.append(message)

    def fault(self, kind: str, message: str) -> None:
        self.faults[kind] += 1
        self.notes.append(message)

    def yielded(self, items: Sequence[str]) -> None:
        self.result = tuple(items)


class Trace:
    """Collects a RuleTrace per rule in the order in which they ran. ``faults`` counts what could
    not be read, per kind."""

    def __init__(self) -> None:
        self.rules: list[RuleTrace] = []
        self.faults: Counter[str] = Counter()

    def begin(self, rule: Rule, depth: int) -> RuleTrace:
        """A new entry for a rule that is about to run."""
        entry = RuleTrace(rule, depth, self.faults)
        self.rules.append(entry)
        return entry

    def lines(self) -> list[str]:
        """The account in words, one line each, indented by nesting."""
        return [line for entry in self.rules for line in _lines(entry)]


def describe_trace(rule: Rule) -> str:
    """A rule in a few words: its selector, or how it combines others."""
    if rule.pager is not None:
        return f"pager: {rule.pager.links} (step {rule.pager.step:+d})"
    if rule.first_of or rule.union:
        return (
            f"{'first_of' if rule.first_of else 'union'} of {len(rule.first_of or rule.union)}"
            " rules"
        )
    return f"{rule.kind}: {rule.expression}" + (f", attr: {rule.attr}" if rule.attr else "")


def _lines(entry: RuleTrace) -> list[str]:
    pad = "  " * entry.depth
    place = entry.rule.place
    where = f"{place.file}:{place.line} " if place.line else ""
    found = "not run" if entry.found is None else f"{entry.found} found, {len(entry.result)} left"
    lines = [
        f"{pad}{where}{describe_trace(entry.rule)} → {found}{' ← the answer' if entry.won else ''}"
    ]
    lines.extend(f"{pad}  selected {sample}" for sample in entry.samples)
    if entry.found is not None and entry.found > len(entry.samples) > 0:
        lines.append(f"{pad}  … and {entry.found - len(entry.samples)} more")
    lines.extend(f"{pad}  gives {value}" for value in entry.result[:SHOWN] if entry.rule.attr)
    for step in entry.steps:
        lines.append(f"{pad}  {step.name}:")
        lines.extend(
            f"{pad}    {old} → {new}" for old, new in zip(step.before, step.after, strict=False)
        )
    lines.extend(f"{pad}  left out {value} ({why})" for value, why in entry.left_out)
    lines.extend(f"{pad}  note: {note}" for note in entry.notes)
    return lines
