"""``<portal>.learned.yaml``: rules that ``curator learn`` has written, read as a part of the portal
file, which wins over it; and ``clean``, the pairs that act on a field whatever source gave its
value."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from webarticlecurator.config.files import MAX_YAML
from webarticlecurator.config.keys import key_names
from webarticlecurator.config.load_context import Entry, LoadContext, Location, Section
from webarticlecurator.config.merge import merge_sections
from webarticlecurator.config.section import read_section, show_value
from webarticlecurator.config.yaml_tree import (
    Mapping,
    NotReadable,
    Tree,
    has_only_comments,
    parse_yaml,
)
from webarticlecurator.model.article import FIELDS
from webarticlecurator.model.rule import Place, Rule

Pairs = tuple[tuple[str, str], ...]

_ONLY = tuple(name for name in key_names("version") if name not in ("name", "when"))
"""What may be learned: the keys of a layout."""


def learned_path(portal: Path) -> Path:
    """Where the learned rules of the portal file ``portal`` stand."""
    return portal.with_name(f"{portal.stem}.learned.yaml")


def merge_over_defaults(reading: LoadContext, portal: Path, defaults: Section) -> Section:
    """The built-in rules with the learned ones over them; the built-in ones where there is no such
    file."""
    path = learned_path(portal)
    if not os.path.lexists(path):
        return defaults
    text = reading.file(path.name, Location(Place(path.name, 1, 1), ""), MAX_YAML)
    if text is None or has_only_comments(text):
        return defaults
    try:
        tree, faults = parse_yaml(reading.files[path.name], path.name)
    except NotReadable as wrong:
        reading.problems.append(wrong.problem)
        return defaults
    reading.problems.extend(faults)
    found = _article(reading, tree, path.name)
    return merge_sections(defaults, found) if found is not None else defaults


def _article(reading: LoadContext, tree: Tree, file: str) -> Section | None:
    if not isinstance(tree, Mapping) or [key.text for key, _ in tree.entries] != ["article"]:
        said = (
            f"a file of learned rules holds `article:` and nothing else, found {show_value(tree)};"
            " run `curator learn` again"
        )
        reading.wrong(
            Location(Place(file, 1, 1), ""), said, found=show_value(tree), allowed="article"
        )
        return None
    found = read_section(reading, tree.entries[0][1], "article", "article")
    if not isinstance(found, Section):
        return None
    for name in sorted(set(found.entries) - set(_ONLY)):
        said = f"`{name}` cannot be learned; write it into the portal file"
        reading.wrong(found.where(name), said, found=name, allowed=", ".join(_ONLY))
    kept: dict[str, Entry] = {name: entry for name, entry in found.entries.items() if name in _ONLY}
    return Section("article", kept, found.at)


def clean_learned(fields: Section, clean: Section) -> tuple[tuple[str, tuple[Rule, ...]], ...]:
    """The sources of every field that has any, in the order of FIELDS, with the field's pairs
    behind their own ``replace``."""
    sources = ((name, fields.get(name, ()), clean.get(name, ())) for name, _, _ in FIELDS)
    return tuple((name, tuple(_with(rules, pairs))) for name, rules, pairs in sources if rules)


def _with(rules: Iterable[Rule], pairs: Pairs) -> Iterable[Rule]:
    for rule in rules:
        # stays what it is: a list written out
        if rule.first_of and rule == Rule(first_of=rule.first_of):
            yield replace(rule, first_of=tuple(_with(rule.first_of, pairs)))
        else:
            yield replace(rule, replace=(*rule.replace, *pairs)) if pairs else rule
