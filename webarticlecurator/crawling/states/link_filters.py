"""Which filter of the link rules would leave an address out, wherever it is linked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from webarticlecurator.base.portal.patterns import search_pattern
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.base.portal.rule_watch import describe_rule


def find_link_filter(portal: Portal, url: str, column: str = "") -> str | None:
    """Return the rule that leaves an address out, if every link rule does that; else None.

    Only the rules of ``column`` count, if it is given. Raises PageUnreadable if a regex takes too
    long.
    """
    columns = [each for each in portal.columns if each.name == column] or portal.columns
    rules = (rule for each in columns for span in each.spans for rule in span.links)
    found: list[str] = []
    # those that only join other rules select no links
    for rule in _flatten_rules(rules):
        reason = _find_filter(rule, url)
        if reason is None:
            return None
        found.append(reason)
    return next(iter(found), None)


def _flatten_rules(rules: Iterable[Rule]) -> Iterator[Rule]:
    for rule in rules:
        inner: Sequence[Rule] = rule.first_of or rule.union
        if inner and rule.include is None and rule.exclude is None:
            yield from _flatten_rules(inner)
        else:
            yield rule


def _find_filter(rule: Rule, url: str) -> str | None:
    """Return the filter of a rule that an address does not pass, with the place of the rule."""
    name = describe_rule(rule.place, rule.expression)
    for word, test in (("include", rule.include), ("exclude", rule.exclude)):
        if test is None or test.unless_all:
            continue
        matching = [each for each in test.regexes if search_pattern(each, url, name)]
        if word == "exclude" and matching:
            return f"exclude: {matching[0]} of {name}"
        if word == "include" and not matching:
            return f"include: {' | '.join(test.regexes)} of {name}"
    return None
