"""Readers of rules: from the YAML tree to the classes of base/portal/rule.py."""

from __future__ import annotations

import re
from typing import Any

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.model.verdict import REJECTIONS
from webarticlecurator.base.portal.article_rules import Reject, Split
from webarticlecurator.base.portal.rule import Condition, Filter, Pager, Rule, TextTest
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.portal_file.config.load_context import (
    BROKEN,
    LoadContext,
    Location,
    Mark,
    Reference,
    Section,
    locate_node,
)
from webarticlecurator.portal_file.config.rule_checks import (
    ELEMENTS,
    check_dead_rule_keys,
    find_expression,
    find_plug_in_of,
    find_rule_without_elements,
    has_one_selector,
    list_plug_in_words,
    list_selectors,
)
from webarticlecurator.portal_file.config.section import (
    read_list,
    read_section,
    read_value,
    show_value,
)
from webarticlecurator.portal_file.keys.keys_rule import RULE
from webarticlecurator.portal_file.yaml_file.yaml_tree import Mapping, Scalar, Tree, YamlList


def read_rule(context: LoadContext, tree: Tree, path: str) -> Any:
    """Return one rule: a mapping, or a bare string, which is a CSS selector."""
    if isinstance(tree, Scalar):
        css = read_value(context, tree, "CSS", path)
        return BROKEN if css is BROKEN else Rule("css", css, place=replace(tree.place, path=path))
    if isinstance(tree, YamlList):
        return context.add_problem(
            locate_node(tree, path),
            make_message("expected one rule, found a list; write first_of: or union: for several"),
            found="a list",
            allowed="a rule",
        )
    return make_rule(context, read_section(context, tree, "rule", path))


def read_rules(context: LoadContext, tree: Tree, path: str) -> Any:
    """Return the tuple of a rule or of a list of rules."""
    rules = read_list(context, tree, path, "rule")
    if rules is not BROKEN:
        _check_repeats(context, rules, path)
    return rules


def read_rule_list(context: LoadContext, tree: Tree, path: str) -> Any:
    """Return the rules of ``first_of`` or ``union``, which must be a list."""
    if not isinstance(tree, YamlList):
        return context.add_problem(
            locate_node(tree, path),
            make_message("expected a list of rules, found {value}", value=show_value(tree)),
            found=show_value(tree),
            allowed="a list of rules",
        )
    return read_rules(context, tree, path)


def _check_repeats(context: LoadContext, rules: tuple[Rule, ...], path: str) -> None:
    """Report a rule that is equal to an earlier one of its list: it can never add anything."""
    for n, rule in enumerate(rules):
        first = next(m for m, other in enumerate(rules) if other == rule)
        if first != n:
            context.add_problem(
                Location(rule.place, f"{path}[{n}]"),
                make_message(
                    "duplicate rule: already at {path}[{first}]; remove one of the two",
                    path=path,
                    first=first,
                ),
                found=rule.expression or rule.kind,
                allowed="different rules",
            )


def make_rule(context: LoadContext, section: Section | Mark) -> Any:
    """Return the Rule of a section that was read by the rule table, or by one that extends it.

    Keys that are not keys of a rule are ignored.
    """
    if not isinstance(section, Section) or not has_one_selector(context, section):
        return BROKEN
    [kind] = list_selectors(section)
    if kind == "listed":
        context.references.append(
            Reference("listed", section.get("listed", ""), section.where("listed"))
        )
    check_dead_rule_keys(context, section, kind)
    return Rule(
        kind="" if kind in ("first_of", "union") else kind,
        expression=find_expression(section, kind),
        pager=section.get("pager", None),
        hook=section.get("hook", None),
        first_of=section.get("first_of", ()),
        union=section.get("union", ()),
        **{name: section.get(name, None) for name in _OPTIONAL},
        map=tuple({**section.get("lookup", {}), **section.get("map", {})}.items()),
        only=section.get("only", False),
        add=section.get("add", 0),
        replace=section.get("replace", ()),
        format=section.get("format", ()),
        plug_in=find_plug_in_of(section, kind),
        place=replace(section.at.place, path=section.at.path),
    )


_OPTIONAL = tuple("within when unless text attr html template split pick include exclude".split())
"""Keys of a rule that are None where the file does not have them."""


def read_named_rules(context: LoadContext, tree: Tree, path: str) -> Any:
    """Return the pairs (name, rule) of ``listed``."""
    if not isinstance(tree, Mapping):
        return context.add_problem(
            locate_node(tree, path),
            make_message("expected name: rule, found {value}", value=show_value(tree)),
            found=show_value(tree),
            allowed="a mapping",
        )
    pairs = tuple(
        (name.text, read_rule(context, value, f"{path}.{name.text}"))
        for name, value in tree.entries
    )
    return BROKEN if any(rule is BROKEN for _, rule in pairs) else pairs


def read_condition(context: LoadContext, tree: Tree, path: str, table: str = "condition") -> Any:
    """Return the condition in ``when`` or ``unless`` of a rule, or by ``table`` the one in ``when``
    of a layout, which may also test dates."""
    if not isinstance(tree, Mapping):
        rules = read_rules(context, tree, path)
        return BROKEN if rules is BROKEN else Condition(has=rules)
    section = read_section(context, tree, table, path)
    if not isinstance(section, Section) or section.is_broken():
        return BROKEN
    has: tuple[Rule, ...] = ()
    rule_keys = [*list_plug_in_words(section), *(key.name for key in RULE)]
    if any(section.has(name) for name in rule_keys) or not section.entries:
        rule = make_rule(context, section)
        if rule is BROKEN:
            return BROKEN
        has = (rule,)
    columns = section.get("column", ())
    context.references.extend(
        Reference("column", name, section.where("column")) for name in columns
    )
    return Condition(
        has, columns, _range(context, section, "captured"), _range(context, section, "published")
    )


def _range(context: LoadContext, section: Section, key: str) -> Any:
    if not section.has(key):
        return None
    inner = section.section(key)
    start, end = inner.get("from", None), inner.get("until", None)
    if start is None and end is None and not inner.is_broken():
        context.add_problem(
            inner.at, "empty range (expected from, until, or both)", allowed="from, until"
        )
    if start and end and end < start:
        context.add_problem(
            inner.where("until"),
            make_message("the range ends ({end}) before it begins ({start})", end=end, start=start),
            found=str(end),
        )
    return (start, end)


def read_pager(context: LoadContext, tree: Tree, path: str) -> Any:
    """Return the Pager of a rule."""
    section = read_section(context, tree, "pager", path)
    if not isinstance(section, Section):
        return BROKEN
    missing = [name for name in ("current", "links") if not section.has(name)]
    if section.entries and missing:
        names = " and ".join(f'"{name}"' for name in missing)
        message = make_message(
            "missing: {names} (a pager has both keys; the pager of an article may have none)",
            names=names,
        )
        context.add_problem(
            section.at, make_message("{problem}; add it", problem=message), allowed=names
        )
        return BROKEN
    if section.is_broken():
        return BROKEN
    return Pager(
        section.get("current", ""),
        section.get("links", ""),
        section.get("scope", None),
        section.get("step", 1),
    )


def read_text_test(context: LoadContext, tree: Tree, path: str) -> Any:
    """Return the test of a text, in ``text`` of a rule."""
    section = read_section(context, tree, "text", path)
    if not isinstance(section, Section) or section.is_broken():
        return BROKEN
    if not section.entries:
        return context.add_problem(
            section.at,
            "an empty test (expected equals, starts, contains, one_of or regex)",
            allowed="equals, starts, …",
        )
    values = {name: section.get(name, None) for name in ("equals", "starts", "contains", "regex")}
    return TextTest(**values, one_of=section.get("one_of", ()))


def read_filter(context: LoadContext, tree: Tree, path: str) -> Any:
    """Return the filter in ``include`` or ``exclude``: a regex, a list of them, or a mapping."""
    if not isinstance(tree, Mapping):
        regexes = read_list(context, tree, path, "regex")
        return BROKEN if regexes is BROKEN else Filter(regexes)
    section = read_section(context, tree, "filter", path)
    if not isinstance(section, Section) or section.is_broken() or not section.has("regex"):
        return BROKEN
    return Filter(section.get("regex", ()), section.get("unless_all", False))


def read_rejects(context: LoadContext, tree: Tree, path: str) -> Any:
    """Return the tuple of ``reject``: one or several rules, each with a reason."""
    rejects = read_list(context, tree, path, "reject")
    if rejects is not BROKEN:
        _check_repeats(context, tuple(reject.rule for reject in rejects), path)
    return rejects


def read_reject(context: LoadContext, tree: Tree, path: str) -> Any:
    """Return one rule of ``reject``; its reason is ``not-article`` unless it names another."""
    if not isinstance(tree, Mapping):
        rule = read_rule(context, tree, path)
        return BROKEN if rule is BROKEN else Reject(rule)
    section = read_section(context, tree, "reject", path)
    rule = make_rule(context, section)
    if rule is BROKEN or not isinstance(section, Section) or section.is_broken("reason"):
        return BROKEN
    return Reject(rule, section.get("reason", "not-article"))


def read_reason(context: LoadContext, tree: Tree, path: str) -> Any:
    """Return a reason from the closed list of verdicts."""
    return read_value(context, tree, "one of " + "|".join(REJECTIONS), path)


def read_split(context: LoadContext, tree: Tree, path: str) -> Any:
    """Return the rule of ``split``; its selector must select elements."""
    section = read_section(context, tree, "split", path)
    rule = make_rule(context, section)
    if rule is BROKEN or not isinstance(section, Section) or section.is_broken("id"):
        return BROKEN
    text_rule = find_rule_without_elements((rule,))
    if text_rule is not None:
        message = make_message(
            "`{kind}` selects text, but split needs elements (expected {allowed})",
            kind=text_rule.kind,
            allowed=_ELEMENTS,
        )
        return _refuse_text_rule(context, text_rule, message, path)
    return Split(rule, section.get("id", Split(rule).id))


def read_post_id(context: LoadContext, tree: Tree, path: str) -> Any:
    """Return a rule for the id of a post: ``@name`` is an attribute of its element, and all others
    select inside it."""
    if isinstance(tree, Scalar) and _OWN_ATTRIBUTE.fullmatch(tree.text):
        return Rule("xpath", tree.text, place=replace(tree.place, path=path))
    rule = read_rule(context, tree, path)
    text_rule = None if rule is BROKEN else find_rule_without_elements((rule,))
    if text_rule is not None:
        message = make_message(
            "`{kind}` reads the page, but an id is read inside each post (expected {allowed})",
            kind=text_rule.kind,
            allowed=_ELEMENTS,
        )
        return _refuse_text_rule(context, text_rule, message, path)
    return rule


_ELEMENTS = ", ".join(ELEMENTS)
_OWN_ATTRIBUTE = re.compile(r"@[A-Za-z_][\w.:-]*")


def _refuse_text_rule(context: LoadContext, rule: Rule, message: str, path: str) -> Any:
    where = Location(rule.place, path)
    return context.add_problem(where, message, found=rule.kind, allowed=_ELEMENTS)
