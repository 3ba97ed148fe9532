"""Writes rules that were found on pages as YAML: in a portal file, and in the file of ``curator
learn``, ``<portal>.learned.yaml``."""

from __future__ import annotations

from typing import cast

from webarticlecurator.base.model.proposal import FieldLine, LearnedLine
from webarticlecurator.base.model.rule import Rule
from webarticlecurator.portal_file.config.yaml_text import YamlValue


def to_rule_yaml(rule: Rule) -> YamlValue:
    """Return a rule in the short form in which a person would write it.

    It has a pager or an expression, and no other steps than ``within``, ``attr``, ``split``,
    ``replace``, ``text``, ``include`` and ``pick``.
    """
    value: dict[str, YamlValue] = {}
    if rule.within is not None:
        value["within"] = to_rule_yaml(rule.within)
    if rule.pager is not None:
        pager = rule.pager
        scope = {"scope": pager.scope} if pager.scope else {}
        value["pager"] = {**scope, "current": pager.current, "links": pager.links}
    else:
        value[rule.kind] = rule.expression
    if rule.attr is not None:
        value["attr"] = rule.attr
    if rule.split is not None:
        value["split"] = rule.split
    if rule.replace:
        value["replace"] = [list(pair) for pair in rule.replace]
    if rule.text is not None:
        tests = {
            "equals": rule.text.equals,
            "starts": rule.text.starts,
            "contains": rule.text.contains,
        }
        value["text"] = {name: text for name, text in tests.items() if text is not None}
    if rule.include is not None:
        value["include"] = rule.include.regexes[0]
    if rule.pick is not None:
        value["pick"] = rule.pick
    return rule.expression if [*value] == ["css"] else value


def to_field_yaml(line: FieldLine) -> YamlValue:
    """Return a rule for a field as it is written in a portal file: a selector alone is a word."""
    return cast(YamlValue, line.rule["css"] if [*line.rule] == ["css"] else line.rule)


def to_line_yaml(line: LearnedLine) -> YamlValue:
    """Return a learned rule as it is written in a portal file."""
    if line.text is None:
        return line.rule
    test, text = line.text
    return {"css": line.rule, "text": {test: text}}
