"""The rules of each layout, from the ``article`` section: merged with the defaults and checked.

The defaults are the built-in sources of metadata, and over them the rules of
``<portal>.learned.yaml``, written by ``curator learn``.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import yaml

from webarticlecurator.config.files import MAX_YAML
from webarticlecurator.config.keys import key_names
from webarticlecurator.config.load_context import (
    LoadContext,
    Location,
    Mark,
    Section,
    merge_sections,
)
from webarticlecurator.config.rules import ELEMENTS, find_rule_without_elements
from webarticlecurator.config.scalars import GUESS_ELSEWHERE
from webarticlecurator.config.section import read_section, show_value
from webarticlecurator.config.value_fault import quote_value
from webarticlecurator.config.yaml_tree import Mapping as YamlMapping
from webarticlecurator.config.yaml_tree import (
    NotReadable,
    Scalar,
    Tree,
    YamlList,
    has_only_comments,
    parse_yaml,
)
from webarticlecurator.dataclasses import replace
from webarticlecurator.model.fields import FIELD_NAMES, FIELDS
from webarticlecurator.model.pagination import NAME as BROWSER_LIST
from webarticlecurator.model.portal import BrowserRules, Portal
from webarticlecurator.model.rule import (
    ArticleRules,
    BodyRules,
    Condition,
    LayoutRules,
    PartRules,
    Place,
    Rule,
    SignatureRule,
)
from webarticlecurator.model.verdict import GATED
from webarticlecurator.text.translation import make_message

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
            "signatures contain {name} without a rule; add `replace` or `drop`, or remove the rule",
            name=quote_value(rule.attr),
        )
    return ""


def _find_duplicate(section: Section, earlier: list[Section]) -> str:
    """Return why the rules above leave nothing to this one; empty if they do not."""
    rule = _signature_rule(section)
    for above in earlier:
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
                "`published` in a layout that is chosen by `published`: it is needed before; move"
                " it to article.metadata",
                allowed="published in article.metadata only",
            )
        below = merge_sections(_without_body(_without_body(defaults, own), layout), own)
        rules = _article_rules(merge_sections(below, layout), defaults)
        one_page = own.is_removed("next_page") and not layout.has("next_page")
        one_page = one_page or layout.is_removed("next_page")
        layouts.append(LayoutRules(name, when, replace(rules, has_one_page=one_page)))
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
            (name, tuple(_add_pairs(rules, pairs))) for name, rules, pairs in sources if rules
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


# The built-in sources of metadata (``model/fields.py``), as if they stood in a portal file.


def default_sources_tree() -> Tree:
    """Return the mapping ``article`` with the built-in sources of every field; its places have no
    line."""
    return _to_tree({"metadata": {field.name: field.sources for field in FIELDS if field.sources}})


def _to_tree(value: Any) -> Tree:
    if isinstance(value, str):
        return Scalar(value, Place(), plain=False)
    if isinstance(value, Mapping):
        entries = tuple((Scalar(key, Place()), _to_tree(item)) for key, item in value.items())
        return YamlMapping(entries, Place())
    return YamlList(tuple(_to_tree(item) for item in value), Place())


def default_sources_yaml() -> str:
    """Return the built-in sources as a portal file has them, for the reference."""
    lines = []
    for field in FIELDS:
        lines.append(f"{field.name}:" if field.sources else f"{field.name}: none")
        lines += [f"  - {_to_flow_yaml(source)}" for source in field.sources]
    return "\n".join(lines)


def _to_flow_yaml(source: Mapping[str, Any]) -> str:
    """Return a rule on one line: ``{meta: 'og:title'}``."""
    return yaml.safe_dump(
        _to_lists(source),
        default_flow_style=True,
        sort_keys=False,
        allow_unicode=True,
        width=10_000,
    ).strip()


def _to_lists(value: Any) -> Any:
    """Return ``value`` with lists in place of tuples, which YAML does not have."""
    if isinstance(value, Mapping):
        return {key: _to_lists(item) for key, item in value.items()}
    return value if isinstance(value, str) else [_to_lists(item) for item in value]


# Reads and checks the keys by which pages are rendered in a browser.


def read_browser_rules(section: Section, fetch: Section) -> BrowserRules:
    """Return how the pages of a span are rendered: by ``fetch`` of its column or its own, over
    ``fetch`` of the portal."""
    merged = merge_sections(fetch, section.section("fetch"))
    is_rendered = bool(merged.get("browser", False))
    is_browser_list = section.section("pagination").get("mode", "none") == BROWSER_LIST
    return BrowserRules(
        renders_lists=is_rendered or is_browser_list,
        renders_articles=is_rendered,
        wait_for=merged.get("wait_for", ""),
        consent=merged.get("consent", ""),
    )


def check_list_keys(context: LoadContext, paging: Section) -> None:
    """Report a list in the browser that neither scrolls nor clicks."""
    is_browser_list = paging.get("mode", "none") == BROWSER_LIST
    if is_browser_list and not paging.get("scroll", True) and not paging.has("click"):
        context.add_problem(
            paging.where("scroll"),
            "nothing makes the list longer: scroll: false without click (expected one of both);"
            " remove scroll, or add click: with the selector of the button",
            found="false",
            allowed="scroll: true, or click",
        )


def check_browser_keys(context: LoadContext, fetch: Section, portal: Portal) -> None:
    """Report keys of ``fetch`` that have no effect without a browser, or beside one."""
    rules = [span.browser for column in portal.columns for span in column.spans]
    if not any(rule.renders_lists or rule.renders_articles for rule in rules):
        keys = ("wait_for", "consent", "browser_hosts", "browser_post")
        for key in (key for key in keys if fetch.has(key) and portal.columns):
            context.add_problem(
                fetch.where(key),
                make_message(
                    "`{key}` has no effect without a browser; write browser: true, or remove it",
                    key=key,
                ),
                found=key,
                allowed="browser: true beside it, or a column in mode browser-list",
            )
    elif portal.fetch.connections > 1:
        context.add_problem(
            fetch.where("connections"),
            make_message(
                "too many connections: {connections} (expected 1, since pages are"
                " rendered in a browser one at a time); remove the key",
                connections=portal.fetch.connections,
            ),
            found=str(portal.fetch.connections),
            allowed="1",
        )


# Reads ``<portal>.learned.yaml``, which the portal file overrides; and ``clean``, the replacements
# for all sources of a field.

Pairs = tuple[tuple[str, str], ...]

_LEARNABLE = tuple(name for name in key_names("layout") if name not in ("name", "when"))
"""The keys that may be learned: those of a layout."""


def learned_path(portal: Path) -> Path:
    """Return the path of the learned rules of the portal file ``portal``."""
    return portal.with_name(f"{portal.stem}.learned.yaml")


def merge_over_defaults(context: LoadContext, portal: Path, defaults: Section) -> Section:
    """Return the built-in rules with the learned ones merged over them, if there is such a file."""
    path = learned_path(portal)
    if not os.path.lexists(path):
        return defaults
    text = context.read_file(path.name, Location(Place(path.name, 1, 1), ""), MAX_YAML)
    if text is None or has_only_comments(text):
        return defaults
    try:
        tree, faults = parse_yaml(context.files[path.name], path.name)
    except NotReadable as fault:
        context.problems.append(fault.problem)
        return defaults
    context.problems.extend(faults)
    learned = _read_article(context, tree, path.name)
    return merge_sections(defaults, learned) if learned is not None else defaults


def _read_article(context: LoadContext, tree: Tree, file: str) -> Section | None:
    if not isinstance(tree, YamlMapping) or [key.text for key, _ in tree.entries] != ["article"]:
        message = make_message(
            "expected only `article:` in a file of learned rules, found"
            " {value}; run `curator learn` again",
            value=show_value(tree),
        )
        context.add_problem(
            Location(Place(file, 1, 1), ""), message, found=show_value(tree), allowed="article"
        )
        return None
    article = read_section(context, tree.entries[0][1], "article", "article")
    if not isinstance(article, Section):
        return None
    for name in sorted(set(article.entries) - set(_LEARNABLE)):
        message = make_message(
            "`{name}` cannot be learned; write it into the portal file", name=name
        )
        allowed = ", ".join(_LEARNABLE)
        context.add_problem(article.where(name), message, found=name, allowed=allowed)
    kept = {name: entry for name, entry in article.entries.items() if name in _LEARNABLE}
    return Section("article", kept, article.at)


def _add_pairs(rules: Iterable[Rule], pairs: Pairs) -> Iterable[Rule]:
    for rule in rules:
        # a plain list of alternatives stays one: each of its rules takes the pairs
        if rule.first_of and rule == Rule(first_of=rule.first_of):
            yield replace(rule, first_of=tuple(_add_pairs(rule.first_of, pairs)))
        else:
            yield replace(rule, replace=(*rule.replace, *pairs)) if pairs else rule
