"""Whether two elements look like items of one list, by their tags and classes."""

from __future__ import annotations

from lxml import etree

from webarticlecurator.base.text.character_patterns import ASCII_DIGITS
from webarticlecurator.pages.page.css_compound import split_tokens


def have_alike_names(one: etree._Element, other: etree._Element) -> bool:
    """Return True if two elements have the same tag and at least half of their classes in common.

    Numbers in the names and modifiers (``item--last``) make no difference. Without classes, the
    ids must be the same but for numbers.
    """
    if one.tag != other.tag:
        return False
    classes, others = plain_classes(one), plain_classes(other)
    if not classes and not others:
        return _without_numbers(one.get("id") or "") == _without_numbers(other.get("id") or "")
    return share_half(classes, others)


def plain_classes(element: etree._Element) -> set[str]:
    """Return the classes of an element without numbers and modifiers."""
    names = split_tokens(element.get("class") or "")
    return {_without_numbers(name.partition("--")[0] or name) for name in names}


def share_half(some: set[str], others: set[str]) -> bool:
    """Return True if at least half of all members are in both sets, or both are empty."""
    return 2 * len(some & others) >= len(some | others)


def _without_numbers(name: str) -> str:
    return ASCII_DIGITS.sub("0", name)
