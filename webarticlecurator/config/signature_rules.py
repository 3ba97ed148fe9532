"""``body.signature``: the portal's own rules for what attributes say in signatures."""

from __future__ import annotations

from dataclasses import replace

from webarticlecurator.config.keys import names
from webarticlecurator.config.reading import Reading, Section
from webarticlecurator.config.scalars import quoted
from webarticlecurator.model.portal import SignatureRule

USUAL = ("class", "id", "itemprop", "itemtype", "name", "property", "rel", "role", "type")
"""The attributes that are in signatures without a rule (a test holds them against the extraction)."""


def signature_rules(body: Section) -> tuple[SignatureRule, ...]:
    """The rules of a ``body``, in their order."""
    sections: tuple[Section, ...] = body.get("signature", ())
    return tuple(_rule(section) for section in sections)


def _rule(section: Section) -> SignatureRule:
    place = replace(section.at.place, path=section.at.path)
    tag, attr = section.get("tag", ""), section.get("attr", "")
    return SignatureRule(tag, attr, section.get("replace", ()), section.get("drop", False), place)


def check_signature(reading: Reading, body: Section) -> None:
    """Notes the rules of a ``body`` that can do nothing."""
    sections: tuple[Section, ...] = body.get("signature", ())
    whole = [section for section in sections if not section.broken(*names("signature"))]
    for number, section in enumerate(whole):
        said = _fault(section) or _late(section, whole[:number])
        if said:
            reading.wrong(section.at, said, found=section.get("attr", ""), allowed="attr with replace or drop")


def _fault(section: Section) -> str:
    """Why the rule can do nothing by itself, with the cure; empty if it can."""
    rule = _rule(section)
    if section.has("drop") and not rule.drop:
        return "`drop: false` says what holds anyway; remove it"
    if rule.drop and rule.replace:
        return "what is dropped needs no `replace`; remove one of the two"
    if not rule.attr and not rule.drop:
        return "`attr` is missing: which attribute is meant? (without it, a rule can only `drop` all of them)"
    if rule.drop and rule.attr and rule.attr not in USUAL:
        return f"signatures have no {quoted(rule.attr)}, so there is nothing to drop (they have {', '.join(USUAL)}); remove it"
    if rule.attr in USUAL and not (rule.drop or rule.replace):
        return f"{quoted(rule.attr)} is in signatures anyway; say `replace` or `drop`, or remove the rule"
    return ""


def _late(section: Section, earlier: list[Section]) -> str:
    """Why nothing is left to do after the rules above it; empty if there is."""
    rule = _rule(section)
    for above in earlier:
        other = _rule(above)
        if other.tag not in ("", rule.tag) or other.attr not in ("", rule.attr):
            continue
        if other == rule or other.drop:
            does = "drops it" if other.drop else "says the same"
            return f"this rule is never used: the one in line {above.at.place.line} {does}; remove one of the two"
    return ""
