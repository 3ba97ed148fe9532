"""The signature of an element: the CSS compound selector under which the tag dictionary knows it.

``div#side.box.hint[role=note]``: tag, id, classes and telling attributes, each sorted. Numbers
become ``0`` and generated tokens (hashes, mixed letters and digits) become ``0`` too, so that the
inventory of a portal stays a table people can read. What else a portal's values hold that says
nothing is for its own rules (``body.signature``), which come first.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import nullcontext

from lxml import etree

from webarticlecurator.model.compound import to_css
from webarticlecurator.model.portal import SignatureRule
from webarticlecurator.model.watch import WATCH, describe_rule

IDENTIFYING_ATTRIBUTES = ("itemprop", "itemtype", "name", "property", "rel", "role", "type")
"""Attributes that say what an element is; all others hold addresses, measures or scripts, unless a
portal takes them in."""

_GENERATED = re.compile(
    r"(?<![^\W_])(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?=[0-9a-f]*\d)(?=\d*[a-f])[0-9a-f]{8,}|(?=(?:[a-z]*\d+[a-z]+){2})[0-9a-z]{6,})(?![^\W_])",
    re.I,
)
_NUMBER = re.compile(r"\d+")
_ADDRESS = re.compile(r"^(?:https?:)?//|^www\.", re.I)


def signature(element: etree._Element, rules: tuple[SignatureRule, ...] = ()) -> str:
    """The signature of ``element``. Two elements with the same signature are the same row of an
    inventory. ``rules``: the portal's own, which act on the values as they stand on the page, one
    after the other."""
    tag = str(element.tag)
    own = tuple(rule for rule in rules if rule.tag in ("", tag))
    return to_css(
        tag,
        [normalize_token(i) for i in _said("id", (element.get("id") or "").split()[:1], own)[:1]],
        [normalize_token(c) for c in _said("class", (element.get("class") or "").split(), own)],
        (
            (name, normalize_token(value))
            for name in signature_attributes(own)
            for value in _said(name, [element.get(name) or ""], own)
        ),
    )


def signature_attributes(rules: Iterable[SignatureRule]) -> tuple[str, ...]:
    """The attributes but id and class that are in signatures under ``rules``."""
    return tuple(
        dict.fromkeys(
            (
                *IDENTIFYING_ATTRIBUTES,
                *(rule.attr for rule in rules if rule.attr not in ("", "id", "class")),
            )
        )
    )


def _said(attr: str, values: list[str], rules: tuple[SignatureRule, ...]) -> list[str]:
    """What the values of an attribute say under ``rules``; a value of which nothing is left says
    nothing."""
    for rule in rules:
        if rule.attr not in ("", attr):
            continue
        values = _replaced(rule, values)
        if rule.drop:
            values = []
        if attr in ("id", "class"):
            values = [name for value in values for name in value.split()]
    return [value for value in values if value]


def _replaced(rule: SignatureRule, values: list[str]) -> list[str]:
    with (
        WATCH.at(describe_rule(rule.place, "signature"))
        if rule.replace and WATCH.rule
        else nullcontext()
    ):
        for pattern, into in rule.replace:
            values = [re.sub(pattern, into, value) for value in values]
    return values


def normalize_token(value: str) -> str:
    """A token or attribute value without what differs from page to page: addresses → ``@link``,
    generated tokens and numbers → ``0``; a backslash → ``_``, since a selector with one does not
    come back from cssselect as it was."""
    if _ADDRESS.match(value):
        return "@link"
    return _NUMBER.sub("0", _GENERATED.sub("0", value.replace("\\", "_")))


def is_generated(token: str) -> bool:
    """True for a token with a part that a program has made up (a hash, mixed letters and digits):
    it names nothing for long."""
    return bool(_GENERATED.search(token))
