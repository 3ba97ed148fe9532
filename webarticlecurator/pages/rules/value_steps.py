"""The steps that change or select values, each a function."""

from __future__ import annotations

import re

from webarticlecurator.base.model.rule import Filter, Rule
from webarticlecurator.pages.rules.rule_values import Item
from webarticlecurator.pages.rules.trace import TraceMark

_WHOLE_NUMBER = re.compile("[0-9]{1,18}")


def add_to_numbers(rule: Rule, items: list[Item], mark: TraceMark) -> list[Item]:
    """Return the whole numbers with ``add`` added; other values are left out.

    A number with leading zeros keeps its length: 009 and 1 are 010.
    """
    if not rule.add:
        return items
    sums = []
    for item in items:
        number = item.text().strip()
        if _WHOLE_NUMBER.fullmatch(number):
            sums.append(item._replace(value=f"{int(number) + rule.add:0{len(number)}d}"))
        else:
            mark.excluded(item.text(), "not a whole number, which `add` needs", item.node)
    mark.step(f"add {rule.add}", list_texts(items), list_texts(sums))
    return sums


def apply_filter(test: Filter, items: list[Item], name: str, mark: TraceMark) -> list[Item]:
    matches = [any(re.search(regex, item.text()) for regex in test.regexes) for item in items]
    excluded = [is_match if name == "exclude" else not is_match for is_match in matches]
    if test.unless_all and all(excluded):
        mark.note(f"{name} would leave out every value: no effect (unless_all)")
        return items
    for item, is_excluded in zip(items, excluded, strict=True):
        if is_excluded:
            mark.excluded(item.text(), name, item.node)
    return [item for item, is_excluded in zip(items, excluded, strict=True) if not is_excluded]


def drop_fragments(items: list[Item]) -> list[Item]:
    """Return the addresses without fragment, as they are requested (RFC 9110, section 7.1)."""
    return [i._replace(value=i.text().partition("#")[0]) for i in items]


def list_texts(items: list[Item]) -> list[str]:
    """Return the values, for the trace."""
    return [item.text() for item in items]
