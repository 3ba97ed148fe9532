"""Find a rule for the ids of the articles of a page (``article.split.id``) that has none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lxml import etree

from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.base.text.character_patterns import DIGITS
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.page.word_account import source_words
from webarticlecurator.pages.rules.results import select_inside

_LINKS = ("h1 a", "h2 a", "h3 a", "h4 a", "a[rel~=bookmark]", "time a")
MIN_PARTS = 2
"""Articles of a page from which their values can be compared."""

Parts = tuple[Page, Sequence[etree._Element]]
"""A page, and the elements of its articles."""


def find_id_rule(captures: Sequence[Parts]) -> Rule | None:
    """Return a rule that gives each article on each of some pages a value of its own; None if there
    is none.

    Pages that are captures of one address have articles with the same words, whose value must be
    the same. Values that count the articles of a page are not ids.
    """
    if not captures or len(captures[0][1]) < MIN_PARTS:
        return None
    return next((rule for rule in _list_rules(captures[0][1][0]) if _holds(rule, captures)), None)


def _list_rules(element: etree._Element) -> Iterator[Rule]:
    for name in map(str, element.keys()):
        if name not in ("class", "style") and ":" not in name:
            yield Rule("xpath", f"@{name}")
    for link in _LINKS:
        yield Rule("css", link, attr="href")
    yield Rule("css", "time", attr="datetime")


def _holds(rule: Rule, captures: Sequence[Parts]) -> bool:
    known: dict[tuple[str, ...], set[str]] = {}
    for page, elements in captures:
        values = [select_inside((rule,), page, element) for element in elements]
        if not all(values) or len(set(values)) < len(values):
            return False
        is_time = rule.attr == "datetime"  # a day alone is that of several articles
        if not all(":" in value for value in values) if is_time else _counts(values):
            return False
        shown: dict[tuple[str, ...], set[str]] = {}
        for element, value in zip(elements, values, strict=True):
            shown.setdefault(tuple(source_words(element)), set()).add(value)
        if any(known.setdefault(words, found).isdisjoint(found) for words, found in shown.items()):
            return False
    return True


def _counts(values: Sequence[str]) -> bool:
    """Return True for values that differ in the number of the article on its page alone."""
    numbers = [tuple(map(int, DIGITS.findall(value)[-1:])) for value in values]
    ends = [number[0] for number in numbers if number]
    return len(ends) == len(values) and sorted(ends) in (
        list(range(len(ends))),
        list(range(1, len(ends) + 1)),
    )


def write_id_rule(rule: Rule) -> str:
    """Return a rule as it is written in the portal file."""
    if rule.attr is None:
        return f'"{rule.expression}"'
    return f'{{css: "{rule.expression}", attr: {rule.attr}}}'
