"""The account of what a rule did, for ``--explain``; recorded only on request."""

from __future__ import annotations

import re
import threading
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import takewhile

from lxml import etree

from webarticlecurator.dataclasses import dataclass, field
from webarticlecurator.model.patterns import describe_rule
from webarticlecurator.model.portal import Portal, list_archive_rules, list_rules
from webarticlecurator.model.rule import Place, Rule, TextTest
from webarticlecurator.page.css import css_identifier, split_tokens, split_top
from webarticlecurator.page.page_elements import have_alike_names, self_and_ancestors
from webarticlecurator.text.translation import make_message

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
            pairs = zip(step.before, step.after, strict=False)
            lines.extend(f"{pad}    {old} → {new}" for old, new in pairs)
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


# Near misses of a CSS selector that found nothing: the same tag with other classes, the same class
# on other tags.

MAX_NEAR_MISSES = 3


def find_near_misses(css: str, root: etree._Element) -> list[str]:
    """Return messages for each selector of a list.

    They are about its last compound (``h2.title`` of ``div.list h2.title``).
    """
    messages = []
    for selector in split_top(css, ","):
        plain = re.sub(r"\([^)]*\)|\[[^]]*\]", "", selector).strip()
        last = re.split(r"\s*[>+~]\s*|\s+", plain)[-1]
        tag = re.match(r"[\w-]*", last)
        classes = re.findall(r"\.([\w-]+)", last)
        messages.extend(_describe_near(tag[0].lower() if tag else "", set(classes), root))
    return messages


def _describe_near(tag: str, classes: set[str], root: etree._Element) -> list[str]:
    names = [(e.tag, (e.get("class") or "").split()) for e in root.iter(etree.Element)]
    same_class = Counter(".".join([name, *own]) for name, own in names if classes & set(own))
    same_tag = Counter(".".join([name, *own]) for name, own in names if name == tag and own)
    near = _most_frequent(same_class) or _most_frequent(same_tag)
    if near:
        return [f"near: {name} ({count} times on this page)" for name, count in near]
    if not tag:
        return ["near: nothing; no element here has such a class"]
    without_class = sum(name == tag and not own for name, own in names)
    if without_class:
        return [f"near: {tag} without a class ({without_class} times on this page)"]
    return [f"near: nothing; there is no {tag} on this page"]


def _most_frequent(counts: Counter[str]) -> list[tuple[str, int]]:
    return sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))[:MAX_NEAR_MISSES]


# Which rules of the portal file have run, and which of them have found anything.
#
# A rule that finds nothing on any page is probably misspelt. Each thread of a process counts for
# itself; worker processes send what they saw to the thread that uses them (``run/executors``).


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


# In which parts of a page the elements lie that a rule selected, for ``--explain``.

MAX_CLASSES = 2


def count_by_container(elements: Sequence[etree._Element]) -> tuple[tuple[str, int], ...]:
    """Return (container, number of elements in it), in the order of the page.

    Elements that lie in alike siblings, such as the cards of a list, are in one container: the
    parent of these. Otherwise each child of their innermost common ancestor is a container.
    """
    if not elements:
        return ()
    chains = [list(self_and_ancestors(element))[::-1] for element in elements]
    # the number of ancestors, from the root, that all elements have in common
    shared = takewhile(lambda level: len(set(level)) == 1, zip(*chains, strict=False))
    depth = max(min(sum(1 for _ in shared), min(map(len, chains)) - 1), 1)
    common = chains[0][depth - 1]
    branches: dict[etree._Element, int] = {}
    for chain in chains:
        branch = chain[min(depth, len(chain) - 1)]
        branches[branch] = branches.get(branch, 0) + 1
    first = next(iter(branches))
    if all(have_alike_names(first, other) for other in branches):
        return ((_name_container(common), len(elements)),)
    groups: list[tuple[etree._Element, int]] = []
    for branch, count in branches.items():
        if groups and have_alike_names(groups[-1][0], branch):
            groups[-1] = (groups[-1][0], groups[-1][1] + count)
        else:
            groups.append((branch, count))
    return tuple((_name_container(branch), count) for branch, count in groups)


def _name_container(element: etree._Element) -> str:
    """Return a short selector: the id, or the tag with its first classes."""
    identity = element.get("id") or ""
    if identity and not any(character.isdigit() for character in identity):
        return f"#{css_identifier(identity)}"
    classes = split_tokens(element.get("class") or "")[:MAX_CLASSES]
    return str(element.tag) + "".join(f".{css_identifier(name)}" for name in classes)


# Rules that match nothing anywhere: a hint that names rule, file and line.
#
# Hints need pages that stand for the whole corpus: a run that reads all of them.

MIN_PAGES = 10
"""Pages from which a rule that matches none of them is worth a hint."""
MAX_HINTS = 10
"""Hints of one run."""


def watch_rules(portal: Portal) -> None:
    """Begin to count which rules match, for one run of a command."""
    RULE_USE.watch(list_rules(portal))


def describe_unmatched(rule: Rule, where: str) -> str:
    """Return the hint for a rule; ``where`` says on which pages it finds nothing."""
    selector = summarize_rule(rule)
    return make_message(
        "{place}: {selector} matches nothing on {where}",
        place=describe_rule(rule.place, selector),
        selector=selector,
        where=where,
    )


def _is_precaution(rule: Rule) -> bool:
    """Return True for what is dropped where it is, as ``new`` writes it: a bare element such as
    ``nav``, the pager of an article."""
    is_own_pager = rule.pager is not None and not rule.pager.current
    return is_own_pager or rule.expression.isalpha()


def hint_unmatched(portal: Portal, articles: int, archive_pages: int) -> tuple[str, ...]:
    """Return hints for the rules that have matched nothing in this run.

    ``articles`` and ``archive_pages`` are the pages that were read, 0 where they are not all.
    """
    for_archive = {rule.place for rule in list_archive_rules(portal)}
    # some drops are a precaution
    all_rules = (portal.article, *(layout.rules for layout in portal.layouts))
    dropped = (rule for rules in all_rules for rule in rules.body.drop)
    silent = {rule.place for rule in dropped if _is_precaution(rule)}
    rules = [rule for rule in list_rules(portal) if rule.place not in silent]
    hints = []
    for rule in RULE_USE.unmatched(rules):
        is_archive = rule.place in for_archive
        count = archive_pages if is_archive else articles
        where = (
            make_message("any of {number} archive pages", number=count)
            if is_archive
            else make_message("any of {number} articles", number=count)
        )
        if count >= MIN_PAGES:
            hints.append(describe_unmatched(rule, where))
    for rule in RULE_USE.list_unfit(rules) if articles >= MIN_PAGES else ():
        formats = ", ".join(rule.format)
        hints.append(
            make_message(
                "{place}: {rule} has the format {formats}, which no date of {articles} articles"
                " fits",
                place=describe_rule(rule.place),
                rule=summarize_rule(rule),
                formats=formats,
                articles=articles,
            )
        )
    rest = len(hints) - MAX_HINTS
    return tuple(hints[:MAX_HINTS]) + (
        (make_message("and {number} more rules", number=rest),) if rest > 0 else ()
    )


def hint_unmatched_links(portal: Portal, pages: int, found: int) -> tuple[str, ...]:
    """Return hints for the archive rules that have matched nothing on the given ``pages``.

    ``found`` is the number of links on all of them. One page proves little: it has a hint only if
    it lists nothing at all.
    """
    if pages == 0 or (pages == 1 and found):
        return ()
    where = (
        make_message("the page")
        if pages == 1
        else make_message("any of {number} pages", number=pages)
    )
    rules = RULE_USE.unmatched(list_archive_rules(portal))
    return tuple(describe_unmatched(rule, where) for rule in rules)
