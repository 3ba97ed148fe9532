"""Checks of one rule: its selector, and keys that have no effect."""

from __future__ import annotations

import re

from webarticlecurator.base.portal.hooks import Hook
from webarticlecurator.base.portal.plug_in import PlugIn, Selector, load_plug_in
from webarticlecurator.base.portal.rule import Rule
from webarticlecurator.base.text.translation import as_message, make_message
from webarticlecurator.portal_file.config.load_context import LoadContext, Section
from webarticlecurator.portal_file.config.plug_in_selectors import SelectorUse
from webarticlecurator.portal_file.keys.keys import key_names
from webarticlecurator.portal_file.keys.keys_rule import RULE, SELECTOR_NAMES

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
            " write a list of rules; for a part of the value, write `replace`",
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
    return (
        load_plug_in(plug_in, Selector).finds_elements if plug_in is not None else kind in ELEMENTS
    )
