"""What travels through a rule, and what it is run for."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from typing import NamedTuple

from lxml import etree

from webarticlecurator.model.rule import Rule
from webarticlecurator.page import Page
from webarticlecurator.rules.trace import SILENT, Trace, TraceMark

LINK, VALUE, ELEMENT = "link", "value", "element"
"""What a rule is run for: absolute addresses, texts, or elements of the page."""


class Item(NamedTuple):  # quicker to make than a dataclass: a rule may select hundreds
    """One thing that a rule selected. ``node`` is its element, if it is one; ``value`` what became
    of it so far, None as long as the element was not read; ``source`` names the selector
    (``css:h1``); ``original`` is the value as it stood on the page."""

    node: etree._Element | None
    value: str | None
    source: str
    original: str = ""

    def text(self) -> str:
        """The value so far; empty if none was read."""
        return self.value or ""


@dataclass(frozen=True)
class Found:
    """A value, the selector that gave it (``jsonld:author.name``), and how it stood on the page."""

    value: str
    source: str
    original: str


@dataclass(frozen=True)
class RuleCall:
    """One run of rules over one page. ``scope``: the elements it is narrowed to, None for the whole
    page. ``published``: the article's date, where it is known, for conditions."""

    page: Page
    want: str
    scope: tuple[etree._Element, ...] | None = None
    trace: Trace | None = None
    published: date | None = None
    depth: int = 0

    def begin(self, rule: Rule) -> TraceMark:
        """Where the rule notes what it does."""
        return self.trace.begin(rule, self.depth) if self.trace is not None else SILENT

    def deeper(self, **changes: object) -> RuleCall:
        """The call for a rule inside the present one."""
        return replace(self, depth=self.depth + 1, **changes)  # type: ignore[arg-type]
