"""Reader of selectors of other packages in rules: ``word: expression``."""

from __future__ import annotations

from typing import Any

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.errors import PlugInError
from webarticlecurator.base.portal.plug_in import (
    SELECTOR,
    PlugIn,
    Selector,
    describe_plug_in_failure,
    find_plug_in,
    load_plug_in,
)
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.portal_file.config.load_context import LoadContext, locate_node
from webarticlecurator.portal_file.config.plug_in_keys import add_plug_in_problem
from webarticlecurator.portal_file.values.value_fault import quote_value
from webarticlecurator.portal_file.yaml_file.yaml_tree import Scalar, Tree


@dataclass(frozen=True)
class SelectorUse:
    """A selector of another package, and the expression that a rule gives it."""

    plug_in: PlugIn
    expression: str


def read_plug_in_selector(context: LoadContext, tree: Tree, path: str) -> Any:
    """Return the ``SelectorUse`` of a key that ``plug_in_keys`` has found."""
    where = locate_node(tree, path)
    name = where.key
    if not isinstance(tree, Scalar):
        return context.add_problem(
            where,
            make_message("expected an expression of the selector {name}", name=name),
            allowed="a text",
        )
    try:
        plug_in = find_plug_in(SELECTOR, name)
        assert plug_in is not None
        selector = load_plug_in(plug_in, Selector)
    except PlugInError as error:
        return add_plug_in_problem(context, where, error)
    try:
        fault = selector.check(tree.text)
    except Exception as error:
        return add_plug_in_problem(
            context, where, describe_plug_in_failure(plug_in, quote_value(tree.text), error)
        )
    if fault:
        message = make_message(
            "not an expression of the selector {name}: {text} ({fault})",
            name=name,
            text=quote_value(tree.text),
            fault=fault,
        )
        return context.add_problem(where, message, found=tree.text, allowed=name)
    return SelectorUse(plug_in, tree.text)
