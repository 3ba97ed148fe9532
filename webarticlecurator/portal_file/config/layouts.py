"""The rules of each layout, from the ``article`` section: merged with the defaults and checked.

The defaults are the built-in sources of metadata, and over them the rules of
``<portal>.learned.yaml``, written by ``curator learn``.
"""

from __future__ import annotations

from typing import Any

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.model.fields import FIELD_NAMES
from webarticlecurator.base.model.verdict import GATED
from webarticlecurator.base.portal.article_rules import (
    ArticleRules,
    BodyRules,
    LayoutRules,
    PartRules,
    SignatureRule,
)
from webarticlecurator.base.portal.rule import Condition
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.portal_file.config.learned_rules import add_pairs
from webarticlecurator.portal_file.config.load_context import LoadContext, Location, Mark, Section
from webarticlecurator.portal_file.config.rule_checks import ELEMENTS, find_rule_without_elements
from webarticlecurator.portal_file.config.section_merge import merge_sections
from webarticlecurator.portal_file.keys.keys import key_names
from webarticlecurator.portal_file.values.scalars import GUESS_ELSEWHERE
from webarticlecurator.portal_file.values.value_fault import quote_value

SIGNATURE_ATTRIBUTES = (
    "class",
    "id",
    "itemprop",
    "itemtype",
    "name",
    "property",
    "rel",
    "role",
    "type",
)
"""The attributes in signatures without a rule; a test compares them with the extraction."""


def _signature_rule(section: Section) -> SignatureRule:
    place = replace(section.at.place, path=section.at.path)
    tag, attr = section.get("tag", ""), section.get("attr", "")
    return SignatureRule(tag, attr, section.get("replace", ()), section.get("drop", False), place)


def check_signature(context: LoadContext, body: Section) -> None:
    """Report the signature rules of a ``body`` that have no effect."""
    sections: tuple[Section, ...] = body.get("signature", ())
    readable = [section for section in sections if not section.is_broken(*key_names("signature"))]
    for number, section in enumerate(readable):
        message = _find_fault(section) or _find_duplicate(section, readable[:number])
        if message:
            context.add_problem(
                section.at,
                message,
                found=section.get("attr", ""),
                allowed="attr with replace or drop",
            )


def _find_fault(section: Section) -> str:
    """Return why the rule by itself has no effect, with the cure; empty if it has one."""
    rule = _signature_rule(section)
    if section.has("drop") and not rule.drop:
        return make_message("`drop: false` has no effect: it is the default; remove it")
    if rule.drop and rule.replace:
        return make_message(
            "`replace` has no effect on an attribute that is dropped; remove one of the two"
        )
    if not rule.attr and not rule.drop:
        return make_message(
            'missing key: "attr"; name the attribute (only `drop` can apply to all of them)'
        )
    if rule.drop and rule.attr and rule.attr not in SIGNATURE_ATTRIBUTES:
        return make_message(
            "nothing to drop: signatures have no {name} (expected {names}); remove the rule",
            name=quote_value(rule.attr),
            names=", ".join(SIGNATURE_ATTRIBUTES),
        )
    if rule.attr in SIGNATURE_ATTRIBUTES and not (rule.drop or rule.replace):
        return make_message(
            "signatures contain {name}, but the rule does not say what to do with it; add"
            " `replace` or `drop`, or remove the rule",
            name=quote_value(rule.attr),
        )
    return ""


def _find_duplicate(section: Section, previous_sections: list[Section]) -> str:
    """Return why the rules above leave nothing to this one; empty if they do not."""
    rule = _signature_rule(section)
    for above in previous_sections:
        other = _signature_rule(above)
        if other.tag not in ("", rule.tag) or other.attr not in ("", rule.attr):
            continue
        if other == rule or other.drop:
            line = str(above.at.place.line)
            if other.drop:
                return make_message(
                    "this rule is never used: the one in line {line} drops the attribute; remove"
                    " one of the two",
                    line=line,
                )
            return make_message(
                "this rule is never used: the one in line {line} is the same; remove one of the"
                " two",
                line=line,
            )
    return ""


def read_article_rules(article: Section, defaults: Section) -> ArticleRules:
    """Return the rules of the ``article`` section itself, merged over the built-in ones."""
    rules = _article_rules(merge_sections(_without_body(defaults, article), article), defaults)
    return replace(rules, has_one_page=article.is_removed("next_page"))


def _without_body(defaults: Section, over: Section) -> Section:
    """Return the defaults for ``over``: without ``body`` where it has its own root.

    Learned roots, drops and tags belong together; they do not fit another root.
    """
    if not over.section("body").has("root"):
        return defaults
    entries = {key: entry for key, entry in defaults.entries.items() if key != "body"}
    return Section(defaults.name, entries, defaults.at)


def read_layouts(
    context: LoadContext, article: Section, defaults: Section
) -> tuple[LayoutRules, ...]:
    """Return the ``layouts``, each merged over the article's own rules, and report those that
    repeat a name, can never be chosen, or contradict their condition."""
    entries = {k: e for k, e in article.entries.items() if k in key_names("layout")}
    own = Section("article", entries, article.at)
    layouts: list[LayoutRules] = []
    known: set[str] = set()
    sections: tuple[Section, ...] = article.get("layouts", ())
    for number, layout in enumerate(sections):
        name, when = layout.get("name", ""), layout.get("when", Condition())
        if name in known and name:
            context.add_problem(
                layout.where("name"),
                make_message(
                    "duplicate layout: {name}; rename one of the two", name=quote_value(name)
                ),
                found=name,
                allowed="another name",
            )
        known.add(name)
        final = next((each for each in sections[:number] if not each.has("when")), None)
        if final is not None and not layout.is_broken():
            context.add_problem(
                layout.at,
                make_message(
                    "this layout is never used: {value} above it has no `when` and"
                    " takes every page; move that one to the end",
                    value=quote_value(final.get("name", "")),
                ),
                allowed="a layout without when only at the end",
            )
        fields = layout.section("metadata")
        if when.published is not None and fields.has("published"):
            context.add_problem(
                fields.where("published"),
                "`published` in a layout that `published` selects (expected in"
                " article.metadata, which is read first); move it there",
                allowed="published in article.metadata only",
            )
        below = merge_sections(_without_body(_without_body(defaults, own), layout), own)
        rules = _article_rules(merge_sections(below, layout), defaults)
        one_page = own.is_removed("next_page") and not layout.has("next_page")
        one_page = one_page or layout.is_removed("next_page")
        rules = replace(rules, has_one_page=one_page)
        layouts.append(LayoutRules(name, when, rules, layout.get("encoding", None)))
    return tuple(layouts)


def check_dead_keys(context: LoadContext, section: Section) -> None:
    """Report keys of one ``article`` or layout, as written, that have no effect together."""
    if section.has("order") and not section.has("next_page") and section.name == "article":
        message = make_message("`order` has no effect without `next_page`; remove it")
        context.add_problem(section.where("order"), message, allowed="next_page beside it")
    body = section.section("body")
    if body.has("once") and not section.has("next_page") and section.name == "article":
        message = make_message("`once` has no effect without `next_page`; use drop, or remove it")
        context.add_problem(body.where("once"), message, allowed="next_page beside body")
    check_signature(context, body)
    if body.get("guess", False) and not body.has("root") and section.name == "article":
        message = make_message(
            "`guess` has no effect without `root`: the text is guessed anyway; remove it"
        )
        context.add_problem(body.where("guess"), message, allowed="root beside it")
    if body.has("posts") and not body.has("root") and section.name == "article":
        message = make_message(
            "`posts` has no effect without `root`, the text of each post; write both, or none"
        )
        context.add_problem(body.where("posts"), message, allowed="root beside it")
    for key in ("root", "drop", "once"):
        text_rule = find_rule_without_elements(body.get(key, ()))
        if text_rule is not None:
            allowed = ", ".join(ELEMENTS)
            message = make_message(
                "`{kind}` selects text, but {key} needs elements (expected"
                " {allowed}); where the article is inside JSON or a script, use"
                " article.page",
                kind=text_rule.kind,
                key=key,
                allowed=allowed,
            )
            where = Location(text_rule.place, body.where(key).path)
            context.add_problem(where, message, found=text_rule.kind, allowed=allowed)


def _article_rules(section: Section, defaults: Section) -> ArticleRules:
    fields, built_in = section.section("metadata"), defaults.section("metadata")
    # the pairs of `clean` come after the `replace` of each rule
    clean = section.section("clean")
    sources = ((name, fields.get(name, ()), clean.get(name, ())) for name in FIELD_NAMES)
    return ArticleRules(
        body=_body_rules(section.section("body")),
        metadata=tuple(
            (name, tuple(add_pairs(rules, pairs))) for name, rules, pairs in sources if rules
        ),
        default_fields=tuple(
            name for name in FIELD_NAMES if fields.get(name, ()) == built_in.get(name, ())
        ),
        next_page=section.get("next_page", ()),
        reversed=section.get("order", "forward") == "reversed",
        reject=section.get("reject", ()),
        page=section.get("page", ()),
        split=section.get("split", None),
        kind=section.get("kind", "NewsArticle"),
        is_kind_stated=section.has("kind"),
        page_kind=section.get("page_kind", ""),
        comments=section.get("comments", "keep"),
        single_page=section.get("single_page", ()),
        parts=tuple(
            PartRules(
                part.get("address", ()),
                part.get("as", "text"),
                part.get("page", ()),
                part.get("root", ()),
                part.get("next", ()),
                tuple(part.get("headers", {}).items()),
            )
            for part in section.get("parts", ())
        ),
        assets=section.get("assets", "none"),
        gate_off=GATED if "all" in section.get("gate_off", ()) else section.get("gate_off", ()),
    )


def _body_rules(body: Section) -> BodyRules:
    sections: tuple[Section, ...] = body.get("signature", ())
    tags: Any = body.get("tags", ())
    posts = body.section("posts")
    if isinstance(tags, Section):
        rows = (entry.value for entry in tags.entries.values())
        tags = (row for row in rows if not isinstance(row, Mark))
    return BodyRules(
        root=body.get("root", ()),
        drop=body.get("drop", ()),
        tags=tuple(tags),
        first_page_only=body.get("once", ()),
        signature=tuple(_signature_rule(section) for section in sections),
        guess=bool(body.get("guess", False)),
        refine=body.get("guess", False) != GUESS_ELSEWHERE,
        clean=body.get("clean", ()),
        post_author=posts.get("author", ()),
        post_time=posts.get("time", ()),
    )
