"""Rules as they are written → model/rule.py."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from webarticlecurator.config.keys_rule import RULE, SELECTOR_NAMES
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
from webarticlecurator.config.yaml_tree import Listing, Mapping, Scalar, Tree
from webarticlecurator.model.hook import Hook
from webarticlecurator.model.portal import Reject, Split
from webarticlecurator.model.rule import Condition, Filter, Pager, Rule, TextTest
from webarticlecurator.model.verdict import REJECTIONS

ELEMENTS = ("css", "xpath", "pager", "first_of", "union")
"""Selectors that give elements: they can have an ``attr``, and be a root or dropped."""

SCOPED = (*ELEMENTS, "regex", "hook")
"""Selectors that can look below a part of the page."""


def read_rule(reading: LoadContext, tree: Tree, path: str) -> Any:
    """One rule: a mapping, or a bare string, which is CSS."""
    if isinstance(tree, Scalar):
        found = read_value(reading, tree, "CSS", path)
        return (
            BROKEN if found is BROKEN else Rule("css", found, place=replace(tree.place, path=path))
        )
    if isinstance(tree, Listing):
        said = "one rule is wanted here, found a list; write first_of: or union: for several"
        return reading.wrong(locate_node(tree, path), said, found="a list", allowed="a rule")
    return rule_of(reading, read_section(reading, tree, "rule", path))


def read_rules(reading: LoadContext, tree: Tree, path: str) -> Any:
    """A rule or a list of rules; a tuple of rules."""
    found = read_list(reading, tree, "rule", path)
    if found is not BROKEN:
        _repeated(reading, found, path)
    return found


def read_rule_list(reading: LoadContext, tree: Tree, path: str) -> Any:
    """What ``first_of`` and ``union`` hold: a list of rules."""
    if not isinstance(tree, Listing):
        return reading.wrong(
            locate_node(tree, path),
            f"expected a list of rules, found {show_value(tree)}",
            found=show_value(tree),
            allowed="a list of rules",
        )
    return read_rules(reading, tree, path)


def _repeated(reading: LoadContext, rules: tuple[Rule, ...], path: str) -> None:
    """Two equal rules in one list: the later one can never add anything."""
    for n, rule in enumerate(rules):
        first = next(m for m, other in enumerate(rules) if other == rule)
        if first != n:
            said = f"the same rule stands already at {path}[{first}]; remove one"
            reading.wrong(
                Location(rule.place, f"{path}[{n}]"),
                said,
                found=rule.expression or rule.kind,
                allowed="different rules",
            )


def rule_of(reading: LoadContext, section: Section | Mark) -> Any:
    """The Rule that a section of the rule table says; keys of other tables are passed over."""
    if not isinstance(section, Section) or _no_rule(reading, section):
        return BROKEN
    kind = next(name for name in SELECTOR_NAMES if section.has(name))
    if kind == "listed":
        reading.mentions.append(
            Reference("listed", section.get("listed", ""), section.where("listed"))
        )
    _dead_keys(reading, section, kind)
    single = kind not in ("pager", "hook", "first_of", "union")
    hook: Hook | None = section.get("hook", None)
    return Rule(
        kind="" if kind in ("first_of", "union") else kind,
        expression=section.get(kind, "") if single else hook.name if hook else "",
        pager=section.get("pager", None),
        hook=hook,
        first_of=section.get("first_of", ()),
        union=section.get("union", ()),
        **{
            name: section.get(name, None)
            for name in (
                "within",
                "when",
                "unless",
                "text",
                "attr",
                "html",
                "template",
                "split",
                "pick",
            )
        },
        **{name: section.get(name, None) for name in ("include", "exclude")},
        map=tuple({**section.get("lookup", {}), **section.get("map", {})}.items()),
        only=section.get("only", False),
        replace=section.get("replace", ()),
        format=section.get("format", ()),
        place=replace(section.at.place, path=section.at.path),
    )


def _no_rule(reading: LoadContext, section: Section) -> bool:
    """True, and a problem noted, if the section selects nothing or too much."""
    selectors = [name for name in SELECTOR_NAMES if section.has(name)]
    if section.broken(*(key.name for key in RULE)):
        return True
    if len(selectors) == 1:
        return False
    allowed = "one of " + ", ".join(SELECTOR_NAMES)
    if selectors:
        said = (
            f"a rule has one selector, this has {len(selectors)}: {', '.join(selectors)}; for"
            " alternatives write a list of rules"
        )
    else:
        said = f"a rule needs a selector: {allowed}"
    reading.wrong(
        section.where(selectors[1]) if selectors else section.at,
        said,
        found=", ".join(selectors),
        allowed=allowed,
    )
    return True


def _dead_keys(reading: LoadContext, section: Section, kind: str) -> None:
    """Keys that can have no effect beside this selector."""
    if section.has("only") and not (section.has("map") or section.has("lookup")):
        reading.wrong(
            section.where("only"),
            "`only` does nothing without `map` or `lookup`; remove it",
            allowed="map or lookup beside it",
        )
    if section.has("format") and not _of_a_date(section.at.path):
        said = (
            "`format` is for dates: it has an effect in metadata.published and metadata.modified"
            " only; remove it"
        )
        reading.wrong(
            section.where("format"),
            said,
            found="format",
            allowed="in metadata.published, metadata.modified",
        )
    if section.get("pick", "") in ("earliest", "latest") and not re.search(
        _DATE_SOURCE, section.at.path
    ):
        said = (
            f"`pick: {section.get('pick', '')}` chooses among the dates of a source of published or"
            " modified; remove it"
        )
        reading.wrong(
            section.where("pick"),
            said,
            found="pick",
            allowed="in a source of metadata.published, metadata.modified",
        )
    if section.has("attr") and kind not in ELEMENTS:
        said = f"`attr` reads an element, and `{kind}` gives none; remove it"
        reading.wrong(
            section.where("attr"), said, found="attr", allowed="beside " + ", ".join(ELEMENTS)
        )
    if section.has("within") and kind not in SCOPED:
        said = f"`within` has no effect: `{kind}` always looks at the whole page; remove it"
        reading.wrong(
            section.where("within"), said, found="within", allowed="beside " + ", ".join(SCOPED)
        )


_DATE_SOURCE = r"\.metadata\.(published|modified)(\[\d+\])?$"


def _of_a_date(path: str) -> bool:
    """True for a rule that gives a date field its value, or for one inside it that passes its value
    on."""
    return (
        re.search(
            r"\.metadata\.(published|modified)(\[\d+\])?(\.(html|first_of|union)(\[\d+\])?)*$", path
        )
        is not None
    )


def without_elements(rules: tuple[Rule, ...]) -> Rule | None:
    """The first of these rules, or of those inside them, that can never give an element."""
    for rule in rules:
        inner = rule.first_of or rule.union
        found = without_elements(inner) if inner else None if rule.kind in ELEMENTS else rule
        if found is not None:
            return found
    return None


def read_named_rules(reading: LoadContext, tree: Tree, path: str) -> Any:
    """``listed:`` name → rule; a tuple of pairs."""
    if not isinstance(tree, Mapping):
        return reading.wrong(
            locate_node(tree, path),
            f"expected name: rule, found {show_value(tree)}",
            found=show_value(tree),
            allowed="a mapping",
        )
    found = tuple(
        (name.text, read_rule(reading, value, f"{path}.{name.text}"))
        for name, value in tree.entries
    )
    return BROKEN if any(rule is BROKEN for _, rule in found) else found


def read_condition(reading: LoadContext, tree: Tree, path: str) -> Any:
    """``when``/``unless`` of a rule."""
    return _condition(reading, tree, "condition", path)


def read_version_condition(reading: LoadContext, tree: Tree, path: str) -> Any:
    """``when`` of a version, which may also look at dates."""
    return _condition(reading, tree, "version condition", path)


def _condition(reading: LoadContext, tree: Tree, table: str, path: str) -> Any:
    if not isinstance(tree, Mapping):
        found = read_rules(reading, tree, path)
        return BROKEN if found is BROKEN else Condition(has=found)
    section = read_section(reading, tree, table, path)
    if not isinstance(section, Section) or section.broken():
        return BROKEN
    has: tuple[Rule, ...] = ()
    if any(section.has(key.name) for key in RULE) or not section.entries:
        rule = rule_of(reading, section)
        if rule is BROKEN:
            return BROKEN
        has = (rule,)
    columns = section.get("column", ())
    reading.mentions.extend(Reference("column", name, section.where("column")) for name in columns)
    return Condition(
        has, columns, _range(reading, section, "captured"), _range(reading, section, "published")
    )


def _range(reading: LoadContext, section: Section, key: str) -> Any:
    if not section.has(key):
        return None
    inner = section.section(key)
    start, end = inner.get("from", None), inner.get("until", None)
    if start is None and end is None and not inner.broken():
        reading.wrong(inner.at, "a range needs from, until, or both", allowed="from, until")
    if start and end and end < start:
        reading.wrong(
            inner.where("until"),
            f"the range ends ({end}) before it begins ({start})",
            found=str(end),
        )
    return (start, end)


def read_pager(reading: LoadContext, tree: Tree, path: str) -> Any:
    section = read_section(reading, tree, "pager", path)
    if (
        not isinstance(section, Section)
        or section.broken()
        or not (section.has("current") and section.has("links"))
    ):
        return BROKEN
    return Pager(
        section.get("current", ""),
        section.get("links", ""),
        section.get("scope", None),
        section.get("step", 1),
    )


def read_text_test(reading: LoadContext, tree: Tree, path: str) -> Any:
    section = read_section(reading, tree, "text", path)
    if not isinstance(section, Section) or section.broken():
        return BROKEN
    if not section.entries:
        return reading.wrong(
            section.at,
            "a test needs one of equals, starts, contains, one_of, regex",
            allowed="equals, starts, …",
        )
    values = {name: section.get(name, None) for name in ("equals", "starts", "contains", "regex")}
    return TextTest(**values, one_of=section.get("one_of", ()))


def read_filter(reading: LoadContext, tree: Tree, path: str) -> Any:
    """``include``/``exclude``: a regex, a list of them, or a mapping."""
    if not isinstance(tree, Mapping):
        found = read_list(reading, tree, "regex", path)
        return BROKEN if found is BROKEN else Filter(found)
    section = read_section(reading, tree, "filter", path)
    if not isinstance(section, Section) or section.broken() or not section.has("regex"):
        return BROKEN
    return Filter(section.get("regex", ()), section.get("unless_all", False))


def read_rejects(reading: LoadContext, tree: Tree, path: str) -> Any:
    """``reject:`` one or several rules, each with a reason."""
    found = read_list(reading, tree, "reject", path)
    if found is not BROKEN:
        _repeated(reading, tuple(reject.rule for reject in found), path)
    return found


def read_reject(reading: LoadContext, tree: Tree, path: str) -> Any:
    if not isinstance(tree, Mapping):
        rule = read_rule(reading, tree, path)
        return BROKEN if rule is BROKEN else Reject(rule)
    section = read_section(reading, tree, "reject", path)
    rule = rule_of(reading, section)
    if rule is BROKEN or not isinstance(section, Section) or section.broken("reason"):
        return BROKEN
    return Reject(rule, section.get("reason", "not-article"))


def read_reason(reading: LoadContext, tree: Tree, path: str) -> Any:
    """A verdict from the closed list."""
    return read_value(reading, tree, "one of " + "|".join(REJECTIONS), path)


def read_split(reading: LoadContext, tree: Tree, path: str) -> Any:
    section = read_section(reading, tree, "split", path)
    rule = rule_of(reading, section)
    if rule is BROKEN or not isinstance(section, Section) or section.broken("id"):
        return BROKEN
    texts = without_elements((rule,))
    if texts is not None:
        said = f"`{texts.kind}` gives text, but split needs elements"
        return reading.wrong(
            Location(texts.place, path), said, found=texts.kind, allowed=", ".join(ELEMENTS)
        )
    where = section.where("id")
    return Split(rule, section.get("id", "@id"), replace(where.place, path=where.path))
