"""The ``article`` section, merged and checked → the rules of each layout."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from webarticlecurator.config.keys import key_names
from webarticlecurator.config.learned import clean_learned
from webarticlecurator.config.load_context import LoadContext, Location, Mark, Section
from webarticlecurator.config.merge import merge_sections
from webarticlecurator.config.rules import ELEMENTS, without_elements
from webarticlecurator.config.scalars import quote_value
from webarticlecurator.model.article import FIELDS
from webarticlecurator.model.portal import (
    ArticleRules,
    BodyRules,
    LayoutRules,
    SignatureRule,
    TagRow,
)
from webarticlecurator.model.rule import Condition
from webarticlecurator.model.verdict import GATED

USUAL = ("class", "id", "itemprop", "itemtype", "name", "property", "rel", "role", "type")
"""The attributes that are in signatures without a rule (a test holds them against the extraction).
"""


def read_signature_rules(body: Section) -> tuple[SignatureRule, ...]:
    """The rules of a ``body``, in their order."""
    sections: tuple[Section, ...] = body.get("signature", ())
    return tuple(_rule(section) for section in sections)


def _rule(section: Section) -> SignatureRule:
    place = replace(section.at.place, path=section.at.path)
    tag, attr = section.get("tag", ""), section.get("attr", "")
    return SignatureRule(tag, attr, section.get("replace", ()), section.get("drop", False), place)


def check_signature(reading: LoadContext, body: Section) -> None:
    """Notes the rules of a ``body`` that can do nothing."""
    sections: tuple[Section, ...] = body.get("signature", ())
    whole = [section for section in sections if not section.broken(*key_names("signature"))]
    for number, section in enumerate(whole):
        said = _fault(section) or _late(section, whole[:number])
        if said:
            reading.wrong(
                section.at, said, found=section.get("attr", ""), allowed="attr with replace or drop"
            )


def _fault(section: Section) -> str:
    """Why the rule can do nothing by itself, with the cure; empty if it can."""
    rule = _rule(section)
    if section.has("drop") and not rule.drop:
        return "`drop: false` says what holds anyway; remove it"
    if rule.drop and rule.replace:
        return "what is dropped needs no `replace`; remove one of the two"
    if not rule.attr and not rule.drop:
        return (
            "`attr` is missing: which attribute is meant? (without it, a rule can only `drop` all"
            " of them)"
        )
    if rule.drop and rule.attr and rule.attr not in USUAL:
        return (
            f"signatures have no {quote_value(rule.attr)}, so there is nothing to drop (they have"
            f" {', '.join(USUAL)}); remove it"
        )
    if rule.attr in USUAL and not (rule.drop or rule.replace):
        return (
            f"{quote_value(rule.attr)} is in signatures anyway; say `replace` or `drop`, or remove"
            " the rule"
        )
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
            return (
                f"this rule is never used: the one in line {above.at.place.line} {does}; remove one"
                " of the two"
            )
    return ""


def read_article_rules(article: Section, defaults: Section) -> ArticleRules:
    """The article's own rules, over the built-in ones."""
    return _rules(merge_sections(_beneath(defaults, article), article), defaults)


def _beneath(defaults: Section, over: Section) -> Section:
    """What was learned of the body hangs together: it has no part in a layout that says itself
    where its text is."""
    if not over.section("body").has("root"):
        return defaults
    return Section(
        defaults.name,
        {key: entry for key, entry in defaults.entries.items() if key != "body"},
        defaults.at,
    )


def read_layouts(
    reading: LoadContext, article: Section, defaults: Section
) -> tuple[LayoutRules, ...]:
    """The other layouts, each laid over the article's own rules. Notes versions that can never be
    chosen."""
    own = Section(
        "article",
        {k: e for k, e in article.entries.items() if k in key_names("version")},
        article.at,
    )
    found: list[LayoutRules] = []
    known: set[str] = set()
    given: tuple[Section, ...] = article.get("versions", ())
    for number, version in enumerate(given):
        _check_version(reading, version, known, given[:number])
        rules = _rules(
            merge_sections(
                merge_sections(_beneath(_beneath(defaults, own), version), own), version
            ),
            defaults,
        )
        found.append(LayoutRules(version.get("name", ""), version.get("when", Condition()), rules))
    return tuple(found)


def _check_version(
    reading: LoadContext, version: Section, known: set[str], earlier: tuple[Section, ...]
) -> None:
    name = version.get("name", "")
    if name in known and name:
        reading.wrong(
            version.where("name"),
            f"two versions are called {name!r}; name them apart",
            found=name,
            allowed="another name",
        )
    known.add(name)
    final = next((v for v in earlier if not v.has("when")), None)
    if final is not None and not version.broken():
        above = final.get("name", "")
        said = (
            f"this version is never used: {above!r} above it has no `when` and takes every page;"
            " move that to the end"
        )
        reading.wrong(version.at, said, allowed="a version without when only at the end")
    when = version.get("when", Condition())
    fields = version.section("metadata")
    if when.published is not None and fields.has("published"):
        said = (
            "a version that is chosen by `published` cannot say how `published` is found; move it"
            " to article.metadata"
        )
        reading.wrong(fields.where("published"), said, allowed="published in article.metadata only")


def check_layout(reading: LoadContext, section: Section) -> None:
    """What can be wrong between keys of one ``article`` or version as it is written."""
    if section.has("order") and not section.has("next_page") and section.name == "article":
        said = "order has no effect without next_page; remove it"
        reading.wrong(section.where("order"), said, allowed="next_page beside it")
    body = section.section("body")
    if body.has("once") and not section.has("next_page") and section.name == "article":
        said = "once has no effect without next_page; use drop, or remove it"
        reading.wrong(body.where("once"), said, allowed="next_page beside body")
    check_signature(reading, body)
    if body.get("guess", False) and not body.has("root") and section.name == "article":
        said = "guess has no effect without root, since everything is guessed then; remove it"
        reading.wrong(body.where("guess"), said, allowed="root beside it")
    for key in ("root", "drop", "once"):
        texts = without_elements(body.get(key, ()))
        if texts is not None:
            cure = "where the article is inside JSON or a script, use article.page"
            said = f"`{texts.kind}` gives text, but {key} needs elements; {cure}"
            where = Location(texts.place, body.where(key).path)
            reading.wrong(where, said, found=texts.kind, allowed=", ".join(ELEMENTS))


def _rules(section: Section, defaults: Section) -> ArticleRules:
    body, fields, usual = (
        section.section("body"),
        section.section("metadata"),
        defaults.section("metadata"),
    )
    return ArticleRules(
        body=_body_rules(body),
        metadata=clean_learned(fields, section.section("clean")),
        usual=tuple(name for name, _, _ in FIELDS if fields.get(name, ()) == usual.get(name, ())),
        next_page=section.get("next_page", ()),
        reversed=section.get("order", "forward") == "reversed",
        reject=section.get("reject", ()),
        page=section.get("page", ()),
        split=section.get("split", None),
        kind=section.get("kind", "NewsArticle"),
        comments=section.get("comments", "keep"),
        gate_off=GATED if "all" in section.get("gate_off", ()) else section.get("gate_off", ()),
    )


def _body_rules(body: Section) -> BodyRules:
    return BodyRules(
        root=body.get("root", ()),
        drop=body.get("drop", ()),
        tags=_tags(body),
        once=body.get("once", ()),
        signature=read_signature_rules(body),
        guess=body.get("guess", False),
    )


def _tags(body: Section) -> tuple[TagRow, ...]:
    tags: Any = body.get("tags", ())
    if isinstance(tags, Section):
        return tuple(
            entry.value for entry in tags.entries.values() if not isinstance(entry.value, Mark)
        )
    return tuple(tags)
