"""Reads ``<portal>.learned.yaml``, which the portal file overrides; and ``clean``, the replacements
for all sources of a field.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.portal.rule import Place, Rule
from webarticlecurator.base.system.input_files import MAX_YAML
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.portal_file.config.load_context import (
    Entry,
    LoadContext,
    Location,
    Section,
    locate_node,
)
from webarticlecurator.portal_file.config.section import read_section, read_value, show_value
from webarticlecurator.portal_file.keys.keys import key_names
from webarticlecurator.portal_file.yaml_file.yaml_tree import Mapping as YamlMapping
from webarticlecurator.portal_file.yaml_file.yaml_tree import (
    NotReadable,
    Tree,
    has_only_comments,
    parse_yaml,
)

Pairs = tuple[tuple[str, str], ...]

_LEARNABLE = tuple(name for name in key_names("layout") if name not in ("name", "when", "encoding"))
"""The keys that may be learned: those of a layout."""


def learned_path(portal: Path) -> Path:
    """Return the path of the learned rules of the portal file ``portal``."""
    return portal.with_name(f"{portal.stem}.learned.yaml")


def read_learned_rules(context: LoadContext, portal: Path) -> Section:
    """Return the root of the file of learned rules, without a key if there is no such file."""
    path = learned_path(portal)
    empty = Section("portal", {}, Location(Place(path.name, 1, 1), ""))
    if not os.path.lexists(path):
        return empty
    text = context.read_file(path.name, Location(Place(path.name, 1, 1), ""), MAX_YAML)
    if text is None or has_only_comments(text):
        return empty
    try:
        tree, faults = parse_yaml(context.files[path.name], path.name)
    except NotReadable as fault:
        context.problems.append(fault.problem)
        return empty
    context.problems.extend(faults)
    trees = _list_keys(context, tree, empty.at)
    entries = {}
    if "article" in trees and (article := _read_article(context, trees["article"])) is not None:
        entries["article"] = Entry(article, article.at)
    if "encoding" in trees:
        value = read_value(context, trees["encoding"], "character sets", "encoding")
        entries["encoding"] = Entry(value, locate_node(trees["encoding"], "encoding"))
    return replace(empty, entries=entries)


def _list_keys(context: LoadContext, tree: Tree, at: Location) -> dict[str, Tree]:
    """Return the values of the keys of a file of learned rules; report any other one."""
    entries = tree.entries if isinstance(tree, YamlMapping) else ()
    trees = {key.text: value for key, value in entries}
    if not trees or trees.keys() - {"article", "encoding"}:
        message = make_message(
            "expected only `article:` and `encoding:` in a file of learned rules, found"
            " {value}; run `curator learn` again",
            value=show_value(tree),
        )
        context.add_problem(at, message, found=show_value(tree), allowed="article, encoding")
        return {}
    return trees


def _read_article(context: LoadContext, tree: Tree) -> Section | None:
    article = read_section(context, tree, "article", "article")
    if not isinstance(article, Section):
        return None
    for name in sorted(set(article.entries) - set(_LEARNABLE)):
        message = make_message(
            "`{name}` cannot be learned; write it into the portal file", name=name
        )
        context.add_problem(article.where(name), message, found=name, allowed=", ".join(_LEARNABLE))
    kept = {name: entry for name, entry in article.entries.items() if name in _LEARNABLE}
    return Section("article", kept, article.at)


def add_pairs(rules: Iterable[Rule], pairs: Pairs) -> Iterable[Rule]:
    for rule in rules:
        # a plain list of alternatives stays one: each of its rules takes the pairs
        if rule.first_of and rule == Rule(first_of=rule.first_of):
            yield replace(rule, first_of=tuple(add_pairs(rule.first_of, pairs)))
        else:
            yield replace(rule, replace=(*rule.replace, *pairs)) if pairs else rule
