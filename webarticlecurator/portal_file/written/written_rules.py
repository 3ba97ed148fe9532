"""Writes rules that were found on pages as YAML: in a portal file, and in the file of ``curator
learn``, ``<portal>.learned.yaml``."""

from __future__ import annotations

from typing import Any, cast

from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.base.proposal.proposal import FieldLine, LearnedLine
from webarticlecurator.portal_file.yaml_file.yaml_text import YamlValue


def to_rule_yaml(rule: Rule) -> YamlValue:
    """Return a rule in the short form in which a person would write it.

    It has a pager or an expression, and no other steps than ``within``, ``attr``, ``split``,
    ``html``, ``template``, ``replace``, ``text``, ``include`` and ``pick``.
    """
    pager, text = rule.pager, rule.text
    scope = {"scope": pager.scope} if pager is not None and pager.scope else {}
    step = {"step": pager.step} if pager is not None and pager.step != 1 else {}
    tests = text and {"equals": text.equals, "starts": text.starts, "contains": text.contains}
    steps: dict[str, Any] = {
        "within": rule.within and to_rule_yaml(rule.within),
        **(
            {rule.kind: rule.expression}
            if pager is None
            else {"pager": {**scope, "current": pager.current, "links": pager.links, **step}}
        ),
        "attr": rule.attr,
        "html": rule.html and to_rule_yaml(rule.html),
        "split": rule.split,
        "template": rule.template,
        "replace": [list(pair) for pair in rule.replace] or None,
        "text": tests and {name: word for name, word in tests.items() if word is not None},
        "include": rule.include and rule.include.regexes[0],
        "pick": rule.pick,
    }
    value: dict[str, YamlValue] = {k: step for k, step in steps.items() if step is not None}
    return rule.expression if [*value] == ["css"] else value


def to_field_yaml(line: FieldLine) -> YamlValue:
    """Return a rule for a field as it is written in a portal file: a selector alone is a word."""
    return cast(YamlValue, line.rule["css"] if [*line.rule] == ["css"] else line.rule)


def to_line_yaml(line: LearnedLine) -> YamlValue:
    """Return a learned rule as it is written in a portal file."""
    if line.text is None:
        return line.rule if line.kind == "css" else {line.kind: line.rule}
    test, text = line.text
    return {line.kind: line.rule, "text": {test: text}}
