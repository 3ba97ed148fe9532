"""Reads ``encoding``: a character set, or a list of those that a portal has had in turn."""

from __future__ import annotations

from typing import Any

from webarticlecurator.base.portal.portal import DatedEncoding
from webarticlecurator.base.portal.rule import Condition
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.portal_file.config.load_context import (
    BROKEN,
    LoadContext,
    Section,
    locate_node,
)
from webarticlecurator.portal_file.config.section import read_list, read_section, read_value
from webarticlecurator.portal_file.values.value_fault import quote_value
from webarticlecurator.portal_file.yaml_file.yaml_tree import Mapping, Scalar, Tree, YamlList


def read_encodings(context: LoadContext, tree: Tree, path: str) -> Any:
    """Return the codec of a character set, or the ``DatedEncoding`` of each of a list."""
    if isinstance(tree, Scalar):
        return read_value(context, tree, "character set", path)
    encodings = read_list(context, tree, path, "dated character set")
    if encodings is BROKEN or not isinstance(tree, YamlList):
        return encodings
    for number, each in enumerate(encodings[:-1]):
        if each.when == Condition():
            name = quote_value(each.name)
            return context.add_problem(
                locate_node(tree.items[number + 1], f"{path}[{number + 1}]"),
                make_message(
                    "this character set is never used: {value} above it has no `when` and takes"
                    " every page; move that one to the end",
                    value=name,
                ),
                allowed="a character set without when only at the end",
            )
    return encodings


def read_dated_encoding(context: LoadContext, tree: Tree, path: str) -> Any:
    """Return one ``DatedEncoding`` of a list: a character set, or a mapping."""
    if not isinstance(tree, Mapping):
        name = read_value(context, tree, "character set", path)
        return name if name is BROKEN else DatedEncoding(name)
    section = read_section(context, tree, "encoding", path)
    if not isinstance(section, Section) or section.is_broken() or not section.has("name"):
        return BROKEN
    return DatedEncoding(section.get("name", ""), section.get("when", Condition()))
