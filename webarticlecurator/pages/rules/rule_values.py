"""The values that pass through the steps of a rule, and the call that runs it."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

from lxml import etree

from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.rules.trace import NO_TRACE, Trace, TraceMark

LINK, VALUE, SHOWN, ELEMENT = "link", "value", "shown", "element"
"""Result types of a rule: absolute addresses, texts, texts without what readers do not see in their
elements, or elements of the page."""


class Item(NamedTuple):  # created faster than a dataclass: a rule may select hundreds
    """One element or text that a rule selected.

    ``node``: the element, None for a text; ``value``: the value after the steps so far, None until
    the element is read; ``source``: the selector (``css:h1``); ``original``: the value as it is on
    the page.
    """

    node: etree._Element | None
    value: str | None
    source: str
    original: str = ""

    def text(self) -> str:
        """The value after the steps so far, "" if none was read."""
        return self.value or ""


class SelectedValue(NamedTuple):
    """A value, its selector (``jsonld:author.name``), and its original text on the page."""

    value: str
    source: str
    original: str


class RuleCall(NamedTuple):  # created faster than a dataclass: there is one for each default rule
    """One run of rules on one page.

    ``result_type``: LINK, VALUE, SHOWN or ELEMENT; ``scope``: the elements that the rule is
    narrowed to, None for the whole page; ``published``: the article's date, where it is known,
    for conditions; ``depth``: the nesting of the rule.
    """

    page: Page
    result_type: str
    scope: tuple[etree._Element, ...] | None = None
    trace: Trace | None = None
    published: tuple[date, date] | None = None
    depth: int = 0

    def begin(self, rule: Rule) -> TraceMark:
        """Return the mark to which the rule reports its steps."""
        return self.trace.begin(rule, self.depth) if self.trace is not None else NO_TRACE

    def deeper(self, **changes: object) -> RuleCall:
        """Return the call for a rule inside the present one."""
        return self._replace(depth=self.depth + 1, **changes)  # type: ignore[arg-type]
