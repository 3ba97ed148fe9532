"""The account of what a rule did, for ``--explain``; recorded only on request."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from lxml import etree

from webarticlecurator.base.dataclasses import dataclass, field
from webarticlecurator.base.portal.rule import Rule, TextTest
from webarticlecurator.base.text.translation import make_message

MAX_SAMPLES = 5
"""Values of a step that are recorded as samples."""
MAX_CONTAINERS = 5
"""Parts of the page that are named."""


class TraceMark:
    """The receiver of what a rule does. This one ignores it; ``RuleTrace`` records it."""

    active = False

    def selected(self, items: Sequence[str]) -> None:
        """Record what the selector found."""

    def step(self, name: str, before: Sequence[str], after: Sequence[str]) -> None:
        """Record the values before and after one step of the rule."""

    def excluded(self, value: str, why: str, node: etree._Element | None = None) -> None:
        """Record a value that the rule left out, and the element it is from."""

    def mismatched(self, value: str, test: TextTest, node: etree._Element | None = None) -> None:
        """Record an element or value whose text does not pass ``text:``."""

    def placed(self, containers: Sequence[tuple[str, int]]) -> None:
        """Record in which parts of the page the result lies: (container, number)."""

    def note(self, message: str) -> None:
        """Record something that the user should know.

        Examples are a condition that does not hold, and near misses of a selector.
        """

    def fault(self, kind: str, message: str) -> None:
        """Record something on the page that could not be read; counted per kind."""

    def yielded(self, items: Sequence[str]) -> None:
        """Record the result of the rule."""


NO_TRACE = TraceMark()


@dataclass(frozen=True)
class StepTrace:
    """One step: its name and the first few values before and after it.

    The values are paired by position if the step keeps their number.
    """

    name: str
    before: tuple[str, ...]
    after: tuple[str, ...]


@dataclass
class RuleTrace(TraceMark):
    """What one rule did on one page.

    ``depth``: the nesting of the rule; ``is_answer``: its result is the answer;
    ``left_out_elements``: the elements whose values are in ``left_out`` or ``mismatches``.
    """

    rule: Rule
    depth: int
    faults: Counter[str]
    found: int | None = None
    samples: tuple[str, ...] = ()
    last: str = ""
    steps: list[StepTrace] = field(default_factory=list)
    left_out: list[tuple[str, str]] = field(default_factory=list)
    mismatches: list[tuple[str, str]] = field(default_factory=list)
    left_out_elements: list[tuple[etree._Element, str]] = field(default_factory=list)
    containers: tuple[tuple[str, int], ...] = ()
    notes: list[str] = field(default_factory=list)
    result: tuple[str, ...] = ()
    is_answer: bool = False
    active = True

    def selected(self, items: Sequence[str]) -> None:
        self.found, self.samples = len(items), tuple(items[:MAX_SAMPLES])
        self.last = items[-1] if len(items) > MAX_SAMPLES else ""

    def step(self, name: str, before: Sequence[str], after: Sequence[str]) -> None:
        if list(before) != list(after):
            old, new = list(before), list(after)
            if len(old) == len(new):
                changed = [i for i in range(len(old)) if old[i] != new[i]]
                old, new = [old[i] for i in changed], [new[i] for i in changed]
            self.steps.append(StepTrace(name, tuple(old[:MAX_SAMPLES]), tuple(new[:MAX_SAMPLES])))

    def excluded(self, value: str, why: str, node: etree._Element | None = None) -> None:
        self.left_out.append((value, why))
        if node is not None:
            self.left_out_elements.append((node, why))

    def mismatched(self, value: str, test: TextTest, node: etree._Element | None = None) -> None:
        # The parts of a `text:` condition as they are written: `starts: Older`
        parts = (
            ("equals", test.equals),
            ("starts", test.starts),
            ("contains", test.contains),
            ("one_of", " | ".join(test.one_of)),
            ("regex", test.regex),
        )
        described = ", ".join(f"{name}: {value}" for name, value in parts if value)
        self.mismatches.append((value, described))
        if node is not None:
            self.left_out_elements.append(
                (node, make_message("text is not {described}", described=described))
            )

    def placed(self, containers: Sequence[tuple[str, int]]) -> None:
        self.containers = tuple(containers)

    def note(self, message: str) -> None:
        self.notes.append(message)

    def fault(self, kind: str, message: str) -> None:
        self.faults[kind] += 1
        self.notes.append(message)

    def yielded(self, items: Sequence[str]) -> None:
        self.result = tuple(items)

    def lines(self) -> list[str]:
        """Return the trace as text, with a warning if the links lie in several places."""
        pad = "  " * self.depth
        place = self.rule.place
        where = f"{place.file}:{place.line} " if place.line else ""
        found = "not run" if self.found is None else f"{self.found} found, {len(self.result)} left"
        answer = " ← the answer" if self.is_answer else ""
        lines = [f"{pad}{where}{summarize_rule(self.rule)} → {found}{answer}"]
        lines.extend(f"{pad}  selected {sample}" for sample in self.samples)
        if self.found is not None and self.found > len(self.samples) > 0:
            between = self.found - len(self.samples) - 1
            lines.extend([f"{pad}  … {between} more …"] if between else [])
            lines.append(f"{pad}  selected {self.last} (the last one)")
        if self.rule.attr:
            lines.extend(f"{pad}  yields {value}" for value in self.result[:MAX_SAMPLES])
        for step in self.steps:
            lines.append(f"{pad}  {step.name}:")
            lines.extend(
                f"{pad}    {old} → {new}" for old, new in zip(step.before, step.after, strict=False)
            )
        lines.extend(f"{pad}  did not match text ({test}): {v}" for v, test in self.mismatches)
        lines.extend(f"{pad}  left out {value} ({why})" for value, why in self.left_out)
        if self.containers:
            shown = ", ".join(f"{n} in {name}" for name, n in self.containers[:MAX_CONTAINERS])
            rest = len(self.containers) - MAX_CONTAINERS
            lines.append(
                f"{pad}  where: {shown}" + (f" and {rest} more places" if rest > 0 else "")
            )
        lists = [name for name, count in self.containers if count > 1]
        if len(lists) > 1:
            lines.append(
                f"{pad}  LOOK AT THIS: the links lie in {len(lists)} places; if only one of them is"
                f" the list, limit the rule: {{within: {{css: {lists[0]!r}}}, …}}"
            )
        lines.extend(f"{pad}  note: {note}" for note in self.notes)
        return lines


class Trace:
    """The traces of all rules, in the order in which they ran.

    ``faults`` counts what could not be read, per kind.
    """

    def __init__(self) -> None:
        self.rules: list[RuleTrace] = []
        self.faults: Counter[str] = Counter()

    def begin(self, rule: Rule, depth: int) -> RuleTrace:
        """Add and return the trace of a rule that is about to run."""
        entry = RuleTrace(rule, depth, self.faults)
        self.rules.append(entry)
        return entry

    def lines(self) -> list[str]:
        """Return the traces as text, one line each, indented by nesting."""
        return [line for entry in self.rules for line in entry.lines()]


def summarize_rule(rule: Rule) -> str:
    """Return a rule in a few words: its selector, or how it combines others."""
    if rule.pager is not None:
        return f"pager: {rule.pager.links} (step {rule.pager.step:+d})"
    if rule.first_of or rule.union:
        kind = "first_of" if rule.first_of else "union"
        return f"{kind} of {len(rule.first_of or rule.union)} rules"
    return f"{rule.kind}: {rule.expression}" + (f", attr: {rule.attr}" if rule.attr else "")
