"""Where on the page the article is, and what in it is dropped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from lxml import etree

from webarticlecurator.extract.heuristics.article_text import find_article_text
from webarticlecurator.extract.heuristics.refine_root import refine_drops, refine_roots
from webarticlecurator.model.portal import BodyRules
from webarticlecurator.model.rule import Rule
from webarticlecurator.page import Page
from webarticlecurator.rules import select_elements

FALLBACK_DROPS = ("nav", "header", "footer", "aside")
"""Left out where neither a rule nor a guess says what is text and what is not."""
USUAL_ROOTS = ("article", "main", "body")
"""Where the text is if the page holds too little of it to guess: the elements that HTML has for it.
"""


def find_roots(page: Page, rules: BodyRules) -> tuple[etree._Element, ...]:
    """The elements of the first root rule that matches, in document order, none inside another; ()
    if none matches. Without any root rule, or where none matches and ``rules.guess`` holds, they
    are guessed from the page alone."""
    found = outermost_elements(select_elements(rules.root, page)) if rules.root else ()
    if found:
        return outermost_elements(refine_roots(page, found)) if rules.guess else found
    return _guessed(page) if rules.guess or not rules.root else ()


def find_roots_inside(
    page: Page, rules: BodyRules, parts: Sequence[etree._Element]
) -> dict[etree._Element, tuple[etree._Element, ...]]:
    """Part → where its text is (``article.split``): what the first root rule that matches selects
    inside it, or the part itself where that selects it or what holds it; () if none matches. It is
    the part without any root rule, or where none matches and ``rules.guess`` holds."""
    whole = not rules.root or rules.guess
    found: dict[etree._Element, tuple[etree._Element, ...]] = {
        part: (part,) if whole else () for part in parts
    }
    for rule in reversed(rules.root):  # the first rule has the last word
        inside: dict[etree._Element, list[etree._Element]] = {}
        selected = select_elements((rule,), page)
        around = set(selected)
        found.update(
            (part, (part,)) for part in parts if not around.isdisjoint(part.iterancestors())
        )
        for element in selected:
            part = next((e for e in (element, *element.iterancestors()) if e in found), None)
            if part is not None:
                inside.setdefault(part, []).append(element)
        found.update((part, outermost_elements(tuple(held))) for part, held in inside.items())
    return found


def _guessed(page: Page) -> tuple[etree._Element, ...]:
    guessed = find_article_text(page) if page.json is None else None
    return guessed.roots if guessed else _usual(page)


def _usual(page: Page) -> tuple[etree._Element, ...]:
    for tag in USUAL_ROOTS if page.json is None else ():  # what the parser makes of JSON is no page
        found = outermost_elements(tuple(page.root.iter(tag)))
        if found:
            return found
    return ()


def outermost_elements(found: tuple[etree._Element, ...]) -> tuple[etree._Element, ...]:
    """Without elements that stand inside another one of them."""
    every = set(found)
    return tuple(
        e for e in dict.fromkeys(found) if not any(outer in every for outer in e.iterancestors())
    )


def find_drops(
    page: Page, rules: BodyRules, inside: tuple[etree._Element, ...]
) -> dict[etree._Element, str]:
    """Element → the rule that drops it (the first that does), as the account names it: ``drop:
    .ad``; ``inside``: the roots, for which something is dropped without a rule only where they were
    found without a rule."""
    found: dict[etree._Element, str] = {}
    for rule in rules.drop:
        for element in select_elements((rule,), page, any_of=True):
            found.setdefault(element, f"drop: {label_rule(rule)}")
    for element, why in _unruled(page, rules, inside):
        found.setdefault(element, why)
    return found


def _unruled(
    page: Page, rules: BodyRules, inside: tuple[etree._Element, ...]
) -> Iterable[tuple[etree._Element, str]]:
    if rules.guess and rules.root and select_elements(rules.root, page):
        return refine_drops(page, inside).items()
    return _without_rules(page, inside) if rules.guess or not rules.root else ()


def _without_rules(
    page: Page, inside: tuple[etree._Element, ...]
) -> Iterable[tuple[etree._Element, str]]:
    guessed = find_article_text(page)
    if guessed and guessed.roots == inside:
        return guessed.drops.items()
    return (
        (element, f"drop: {element.tag} (no root is configured)")
        for element in page.root.iter(*FALLBACK_DROPS)
    )


def label_rule(rule: Rule) -> str:
    """A rule in a few words."""
    if rule.expression:
        return rule.expression if rule.kind == "css" else f"{rule.kind} {rule.expression}"
    inner = rule.first_of or rule.union
    return " | ".join(label_rule(r) for r in inner) or rule.kind
