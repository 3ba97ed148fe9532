"""A rule of the portal file as data, and the section ``article``, which is made of rules.

The order of the steps is fixed (docs/config.md): when/unless → select → text → value → html ·
map/lookup · add · template → resolve → replace → include/exclude → repeats dropped → pick. Rules
are evaluated only by ``rules/``.
"""

from __future__ import annotations

from datetime import date
from functools import cached_property

from webarticlecurator.base.dataclasses import dataclass, field
from webarticlecurator.base.portal.hooks import Hook
from webarticlecurator.base.portal.plug_in import PlugIn


@dataclass(frozen=True)
class Place:
    """A place in a file: line and column count from 1, ``path`` is that of the key, where it is
    known (``article.body.root[0]``)."""

    file: str = ""
    line: int = 0
    column: int = 0
    path: str = ""


@dataclass(frozen=True)
class Pager:
    """``pager:`` the link whose number (its digits) is the current page's number + step.

    ``scope``, ``current`` and ``links`` are CSS; current and links are searched inside the first
    element of scope (None: the whole page). Without them it is that of the article on the page,
    by its addresses (``own_pager.py``); as an element, the pager itself.
    """

    current: str = ""
    links: str = ""
    scope: str | None = None
    step: int = 1


@dataclass(frozen=True)
class TextTest:
    """``text:`` a test of an element's trimmed text; every part that is given must be met."""

    equals: str | None = None
    starts: str | None = None
    contains: str | None = None
    one_of: tuple[str, ...] = ()
    regex: str | None = None


@dataclass(frozen=True)
class Filter:
    """``include:`` or ``exclude:`` regexes, of which any must be found (re.search). With
    ``unless_all``, the filter has no effect if it would apply to every value."""

    regexes: tuple[str, ...]
    unless_all: bool = False


@dataclass(frozen=True)
class Condition:
    """``when:`` or ``unless:``. Every part that is given must be met: a rule of ``has`` finds
    something; the page's column is one of ``columns``; the date of the capture, or of the article,
    is in the given range, first and last day included."""

    has: tuple[Rule, ...] = ()
    columns: tuple[str, ...] = ()
    captured: tuple[date | None, date | None] | None = None
    published: tuple[date | None, date | None] | None = None


@dataclass(frozen=True)
class Rule:
    """One rule: a selector (``kind`` and ``expression``, or ``pager``, or ``hook``), or
    ``first_of``, or ``union``.

    The kind of a selector of another package is its name, and ``plug_in`` is set. ``within`` limits
    the page to the elements that another rule selects. ``map`` and ``lookup`` are
    merged into one table of pairs. ``place`` is for messages; rules that differ only in it are
    equal.
    """

    kind: str = ""
    expression: str = ""
    pager: Pager | None = None
    hook: Hook | None = None
    first_of: tuple[Rule, ...] = ()
    union: tuple[Rule, ...] = ()
    within: Rule | None = None
    when: Condition | None = None
    unless: Condition | None = None
    text: TextTest | None = None
    attr: str | None = None
    html: Rule | None = None
    map: tuple[tuple[str, str], ...] = ()
    only: bool = False
    add: int = 0
    template: str | None = None
    split: str | None = None
    replace: tuple[tuple[str, str], ...] = ()
    include: Filter | None = None
    exclude: Filter | None = None
    format: tuple[str, ...] = ()
    pick: str | None = None
    plug_in: PlugIn | None = None
    place: Place = field(default=Place(), compare=False)

    @cached_property
    def has_steps(self) -> bool:
        """True if something is done with the values of what the rule selects."""
        tests = (self.text, self.include, self.exclude)
        changes = (self.html, self.map, self.add, self.template, self.split, self.replace)
        return any((*tests, *changes, self.attr is not None, self.pick))


def label_rule(rule: Rule) -> str:
    """Return a short label of a rule: ``jsonld:headline``, ``css:time[datetime]@datetime``,
    ``first_of(css:h1, …)``."""
    if rule.first_of or rule.union:
        inner = rule.first_of or rule.union
        kind = "first_of" if rule.first_of else "union"
        return f"{kind}({', '.join(label_rule(each) for each in inner)})"
    end = f"@{rule.attr}" if rule.attr else ""
    return f"{rule.kind}:{rule.expression}{end}" if rule.expression else rule.kind or "pager"
