"""Where on the page the article is, and what in it is dropped."""

from __future__ import annotations

from lxml import etree

from webarticlecurator.model.portal import BodyRules
from webarticlecurator.model.rule import Rule
from webarticlecurator.page import Page
from webarticlecurator.rules import elements

FALLBACK_DROPS = ("nav", "header", "footer", "aside")
"""Without a root rule the article is all of ``body`` but these: a plain fallback, to get started with."""


def roots(page: Page, rules: BodyRules) -> tuple[etree._Element, ...]:
    """The elements of the first root rule that matches, in document order, none inside another; () if none matches."""
    if not rules.root:
        body = page.root.find("body")
        return () if body is None else (body,)
    return outermost(elements(rules.root, page))


def outermost(found: tuple[etree._Element, ...]) -> tuple[etree._Element, ...]:
    """Without elements that stand inside another one of them."""
    every = set(found)
    return tuple(e for e in dict.fromkeys(found) if not any(outer in every for outer in e.iterancestors()))


def drops(page: Page, rules: BodyRules) -> dict[etree._Element, str]:
    """Element → the rule that drops it (the first that does), as the account names it: ``drop: .ad``."""
    found: dict[etree._Element, str] = {}
    for rule in rules.drop:
        for element in elements((rule,), page, any_of=True):
            found.setdefault(element, f"drop: {label(rule)}")
    if not rules.root:
        for element in page.root.iter(*FALLBACK_DROPS):
            found.setdefault(element, f"drop: {element.tag} (no root is configured)")
    return found


def label(rule: Rule) -> str:
    """A rule in a few words."""
    if rule.expression:
        return rule.expression if rule.kind == "css" else f"{rule.kind} {rule.expression}"
    inner = rule.first_of or rule.union
    return " | ".join(label(r) for r in inner) or rule.kind
