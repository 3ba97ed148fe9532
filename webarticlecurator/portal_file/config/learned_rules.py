"""Reads ``<portal>.learned.yaml``, which the portal file overrides; and ``clean``, the replacements
for all sources of a field.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.model.rule import Place, Rule
from webarticlecurator.base.system.input_files import MAX_YAML
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.portal_file.config.keys import key_names
from webarticlecurator.portal_file.config.load_context import LoadContext, Location, Section
from webarticlecurator.portal_file.config.section import read_section, show_value
from webarticlecurator.portal_file.config.section_merge import merge_sections
from webarticlecurator.portal_file.config.yaml_tree import Mapping as YamlMapping
from webarticlecurator.portal_file.config.yaml_tree import (
    NotReadable,
    Tree,
    has_only_comments,
    parse_yaml,
)

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
