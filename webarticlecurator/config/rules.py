"""Readers of rules: from the YAML tree to the classes of model/rule.py."""

from __future__ import annotations

import re
from typing import Any

from webarticlecurator.config.keys import add_plug_in_problem, key_names
from webarticlecurator.config.keys_portal import RULE, SELECTOR_NAMES
from webarticlecurator.config.load_context import (
    BROKEN,
    LoadContext,
    Location,
    Mark,
    Reference,
    Section,
    locate_node,
)
from webarticlecurator.config.section import read_list, read_section, read_value, show_value
from webarticlecurator.config.value_fault import quote_value
from webarticlecurator.config.yaml_tree import Mapping, Scalar, Tree, YamlList
from webarticlecurator.dataclasses import dataclass, replace
from webarticlecurator.errors import PlugInError
from webarticlecurator.model.plug_in import (
    SELECTOR,
    PlugIn,
    Selector,
    describe_plug_in_failure,
    find_plug_in,
    load_plug_in,
)
from webarticlecurator.model.rule import (
    Condition,
    Filter,
    Hook,
    Pager,
    Reject,
    Rule,
    Split,
    TextTest,
)
from webarticlecurator.model.verdict import REJECTIONS
from webarticlecurator.text.translation import as_message, make_message


def read_rule(context: LoadContext, tree: Tree, path: str) -> Any:
    """Return one rule: a mapping, or a bare string, which is a CSS selector."""
    if isinstance(tree, Scalar):
        css = read_value(context, tree, "CSS", path)
        return BROKEN if css is BROKEN else Rule("css", css, place=replace(tree.place, path=path))
    if isinstance(tree, YamlList):
        message = make_message(
            "expected one rule, found a list; write first_of: or union: for several"
        )
        where = locate_node(tree, path)
        return context.add_problem(where, message, found="a list", allowed="a rule")
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
            "missing: {names} (a pager has both, or no key, which is that of an article)",
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
            "a test of nothing (expected equals, starts, contains, one_of or regex)",
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
        allowed = ", ".join(ELEMENTS)
        return context.add_problem(
            Location(text_rule.place, path),
            make_message(
                "`{kind}` selects text, but split needs elements (expected {allowed})",
                kind=text_rule.kind,
                allowed=allowed,
            ),
            found=text_rule.kind,
            allowed=allowed,
        )
    where = section.where("id")
    return Split(rule, section.get("id", "@id"), replace(where.place, path=where.path))


# Checks of one rule: its selector, and keys that have no effect.

ELEMENTS = ("css", "xpath", "pager", "first_of", "union")
"""Selectors of elements: only these may have an ``attr``, or stand in ``root`` and ``drop``."""

SCOPED = (*ELEMENTS, "regex", "hook")
"""Selectors that can be limited to a part of the page by ``within``."""


def list_plug_in_words(section: Section) -> list[str]:
    """Return the keys that are selectors of other packages: no table has them."""
    known = key_names(section.name)
    return [name for name in section.entries if name not in known]


def list_selectors(section: Section) -> list[str]:
    """Return the keys of a section that are selectors."""
    return [name for name in SELECTOR_NAMES if section.has(name)] + list_plug_in_words(section)


def find_plug_in_of(section: Section, kind: str) -> PlugIn | None:
    """Return the plug-in of the selector ``kind``, or None if it is one of ours."""
    value = section.get(kind, None)
    return value.plug_in if isinstance(value, SelectorUse) else None


def find_expression(section: Section, kind: str) -> str:
    """Return what identifies the selected things: the expression, or the function of a hook."""
    value = section.get(kind, "")
    if isinstance(value, SelectorUse):
        return value.expression
    if isinstance(value, Hook):
        return value.name
    return value if isinstance(value, str) else ""


def has_one_selector(context: LoadContext, section: Section) -> bool:
    """Return True if the section is readable and has one selector; report any other number."""
    selectors = list_selectors(section)
    if section.is_broken(*(key.name for key in RULE), *list_plug_in_words(section)):
        return False
    if len(selectors) == 1:
        return True
    allowed = make_message("one of {names}", names=", ".join(SELECTOR_NAMES))
    if selectors:
        message = make_message(
            "more than one selector in a rule: {selectors}; for alternatives,"
            " write a list of rules",
            selectors=", ".join(selectors),
        )
    else:
        message = make_message("a rule without a selector (expected {allowed})", allowed=allowed)
    context.add_problem(
        section.where(selectors[1]) if selectors else section.at,
        message,
        found=", ".join(selectors),
        allowed=allowed,
    )
    return False


def check_dead_rule_keys(context: LoadContext, section: Section, kind: str) -> None:
    """Report the keys of a rule that can have no effect: with its selector, or in its place."""

    def add(key: str, reason: str, allowed: str) -> None:
        context.add_problem(
            section.where(key),
            make_message("{problem}; remove it", problem=as_message(reason)),
            found=key,
            allowed=allowed,
        )

    if section.has("only") and not (section.has("map") or section.has("lookup")):
        context.add_problem(
            section.where("only"),
            "`only` has no effect without `map` or `lookup`; remove it",
            allowed="map or lookup beside it",
        )
    if section.has("format") and not re.search(_DATE_RULE, section.at.path):
        reason = make_message(
            "`format` has no effect here: it is for metadata.published and metadata.modified"
        )
        add("format", reason, "in metadata.published, metadata.modified")
    pick = section.get("pick", "")
    if pick in ("earliest", "latest") and not re.search(_DATE_SOURCE, section.at.path):
        reason = make_message(
            "`pick: {pick}` has no effect here: it is for the sources of"
            " metadata.published and metadata.modified",
            pick=pick,
        )
        add("pick", reason, "in a source of metadata.published, metadata.modified")
    plug_in = find_plug_in_of(section, kind)
    if section.has("attr") and not _finds_elements(kind, plug_in):
        reason = make_message("`attr` has no effect: `{kind}` does not select elements", kind=kind)
        add("attr", reason, "beside " + ", ".join(ELEMENTS))
    if section.has("within") and kind not in SCOPED and plug_in is None:
        reason = make_message(
            "`within` has no effect: `{kind}` always reads the whole page", kind=kind
        )
        add("within", reason, "beside " + ", ".join(SCOPED))


_DATE_SOURCE = r"\.metadata\.(published|modified)(\[\d+\])?$"
_DATE_RULE = r"\.metadata\.(published|modified)(\[\d+\])?(\.(html|first_of|union)(\[\d+\])?)*$"


def find_rule_without_elements(rules: tuple[Rule, ...]) -> Rule | None:
    """Return the first of these rules, or of those inside them, that never selects an element."""
    for rule in rules:
        inner = rule.first_of or rule.union
        if inner:
            found = find_rule_without_elements(inner)
            if found is not None:
                return found
        elif not _finds_elements(rule.kind, rule.plug_in):
            return rule
    return None


def _finds_elements(kind: str, plug_in: PlugIn | None) -> bool:
    if plug_in is not None:
        return load_plug_in(plug_in, Selector).finds_elements
    return kind in ELEMENTS


# Reader of selectors of other packages in rules: ``word: expression``.


@dataclass(frozen=True)
class SelectorUse:
    """A selector of another package, and the expression that a rule gives it."""

    plug_in: PlugIn
    expression: str


def read_plug_in_selector(context: LoadContext, tree: Tree, path: str) -> Any:
    """Return the ``SelectorUse`` of a key that ``plug_in_keys`` has found."""
    where = locate_node(tree, path)
    name = where.key
    if not isinstance(tree, Scalar):
        return context.add_problem(
            where,
            make_message("expected an expression of the selector {name}", name=name),
            allowed="a text",
        )
    try:
        plug_in = find_plug_in(SELECTOR, name)
        assert plug_in is not None
        selector = load_plug_in(plug_in, Selector)
    except PlugInError as error:
        return add_plug_in_problem(context, where, error)
    try:
        fault = selector.check(tree.text)
    except Exception as error:
        failure = describe_plug_in_failure(plug_in, quote_value(tree.text), error)
        return add_plug_in_problem(context, where, failure)
    if fault:
        message = make_message(
            "not an expression of the selector {name}: {text} ({fault})",
            name=name,
            text=quote_value(tree.text),
            fault=fault,
        )
        return context.add_problem(where, message, found=tree.text, allowed=name)
    return SelectorUse(plug_in, tree.text)
