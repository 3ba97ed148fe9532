"""Proposed rules as they are written in a portal file."""

from __future__ import annotations

from webarticlecurator.config.yaml_text import YamlValue
from webarticlecurator.model.rule import Rule


def to_rule_yaml(rule: Rule) -> YamlValue:
    """Return a rule in the short form in which a person would write it.

    It has a CSS selector or a pager, and no other steps than ``within``, ``text``, ``include`` and
    ``pick``.
    """
    value: dict[str, YamlValue] = {}
    if rule.within is not None:
        value["within"] = to_rule_yaml(rule.within)
    if rule.pager is not None:
        pager = rule.pager
        scope = {"scope": pager.scope} if pager.scope else {}
        value["pager"] = {**scope, "current": pager.current, "links": pager.links}
    else:
        value["css"] = rule.expression
    if rule.text is not None:
        tests = {"equals": rule.text.equals, "starts": rule.text.starts}
        value["text"] = {name: text for name, text in tests.items() if text is not None}
    if rule.include is not None:
        value["include"] = rule.include.regexes[0]
    if rule.pick is not None:
        value["pick"] = rule.pick
    return rule.expression if [*value] == ["css"] else value
