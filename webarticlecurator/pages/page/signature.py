"""Compute the signature of an element: its CSS compound selector in the tag dictionary.

``div#side.box.hint[role=note]``: tag, id, classes and identifying attributes, each sorted.
Numbers and generated tokens (hashes, mixed letters and digits) become ``0``, so that the
inventory of a portal stays short enough to read. Rules of the portal (``body.signature``) remove
other meaningless values first.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import nullcontext

from lxml import etree

from webarticlecurator.base.portal.article_rules import SignatureRule
from webarticlecurator.base.portal.rule_watch import WATCH, describe_rule
from webarticlecurator.base.text.character_patterns import DIGITS
from webarticlecurator.pages.page.css_compound import to_css

IDENTIFYING_ATTRIBUTES = ("itemprop", "itemtype", "name", "property", "rel", "role", "type")
"""Attributes that identify the role of an element.

All others hold addresses, measures or scripts; a portal may add some by rules.
"""

_GENERATED = re.compile(
    r"(?<![^\W_])(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?=[0-9a-f]*\d)(?=\d*[a-f])[0-9a-f]{8,}|(?=(?:[a-z]*\d+[a-z]+){2})[0-9a-z]{6,})(?![^\W_])",
    re.I,
)
_ADDRESS = re.compile(r"^(?:https?:)?//|^www\.", re.I)


def signature(element: etree._Element, rules: tuple[SignatureRule, ...] = ()) -> str:
    """Return the signature of ``element``, by which it is counted in an inventory.

    ``rules``: those of the portal, which are applied to the original values in order.
    """
    tag = str(element.tag)
    own = tuple(rule for rule in rules if rule.tag in ("", tag))
    ids = (element.get("id") or "").split()[:1]
    classes = (element.get("class") or "").split()
    return to_css(
        tag,
        [normalize_token(value) for value in _apply_rules("id", ids, own)[:1]],
        [normalize_token(value) for value in _apply_rules("class", classes, own)],
        (
            (name, normalize_token(value))
            for name in signature_attributes(own)
            for value in _apply_rules(name, [element.get(name) or ""], own)
        ),
    )


def signature_attributes(rules: Iterable[SignatureRule]) -> tuple[str, ...]:
    """Return the attributes besides id and class that are part of signatures under ``rules``."""
    added = (rule.attr for rule in rules if rule.attr not in ("", "id", "class"))
    return tuple(dict.fromkeys((*IDENTIFYING_ATTRIBUTES, *added)))


def _apply_rules(attr: str, values: list[str], rules: tuple[SignatureRule, ...]) -> list[str]:
    """Return the values of an attribute after ``rules``, without empty ones."""
    for rule in rules:
        if rule.attr not in ("", attr):
            continue
        is_watched = rule.replace and WATCH.rule
        place = describe_rule(rule.place, "signature") if is_watched else ""
        with WATCH.at(place) if is_watched else nullcontext():
            for pattern, replacement in rule.replace:
                values = [re.sub(pattern, replacement, value) for value in values]
        if rule.drop:
            values = []
        if attr in ("id", "class"):
            values = [name for value in values for name in value.split()]
    return [value for value in values if value]


def normalize_token(value: str) -> str:
    """Return a token or attribute value without what differs from page to page.

    Addresses become ``@link``, generated tokens and numbers ``0``. A backslash becomes ``_``, since
    cssselect does not return a selector with a backslash unchanged.
    """
    if _ADDRESS.match(value):
        return "@link"
    return DIGITS.sub("0", _GENERATED.sub("0", value.replace("\\", "_")))
