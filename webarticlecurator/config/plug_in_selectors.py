"""Reader of selectors of other packages in rules: ``word: expression``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from webarticlecurator.config.load_context import LoadContext, locate_node
from webarticlecurator.config.plug_in_keys import add_plug_in_problem
from webarticlecurator.config.value_fault import quote_value
from webarticlecurator.config.yaml_tree import Scalar, Tree
from webarticlecurator.errors import PlugInError
from webarticlecurator.model.plug_in import (
    SELECTOR,
    PlugIn,
    Selector,
    describe_plug_in_failure,
    find_plug_in,
    load_plug_in,
)


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
        message = f"expected an expression of the selector {name}"
        return context.add_problem(where, message, allowed="a text")
    try:
        plug_in = find_plug_in(SELECTOR, name)
        assert plug_in is not None
        fault = _check_expression(plug_in, tree.text)
    except PlugInError as error:
        return add_plug_in_problem(context, where, error)
    if fault:
        message = f"not an expression of the selector {name}: {quote_value(tree.text)} ({fault})"
        return context.add_problem(where, message, found=tree.text, allowed=name)
    return SelectorUse(plug_in, tree.text)


def _check_expression(plug_in: PlugIn, expression: str) -> str:
    """Return what is wrong with an expression, "" if nothing is. Raises PlugInError."""
    selector = load_plug_in(plug_in, Selector)
    try:
        return selector.check(expression)
    except Exception as error:
        raise describe_plug_in_failure(plug_in, quote_value(expression), error) from error
