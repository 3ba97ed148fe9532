"""CSS selectors as chains of compounds (``#top .list > a.next[rel]``), for who knows where classes
and ids stand on a page.

The same reading as ``css.py`` makes XPath of; what is no such chain is left to XPath.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from cssselect import SelectorError
from cssselect.parser import Class, CombinedSelector, Element, Hash, parse

from webarticlecurator.model.compound import Compound, fold_case
from webarticlecurator.model.css import split_top


@dataclass(frozen=True)
class Chain:
    """One selector, ``css``. ``names``: the classes (``.a``) and ids (``#b``) without which it
    finds nothing on a page; ``own``: those of them that the elements themselves have which it
    finds. ``steps``: combinator (space or ``>``; a space before the first) and compound, outermost
    first; () if there is more to it."""

    css: str
    names: tuple[str, ...]
    own: tuple[str, ...]
    steps: tuple[tuple[str, Compound], ...]


@lru_cache(maxsize=4096)
def parse_chains(css: str) -> tuple[Chain, ...]:
    """The selectors of a list; () where cssselect does not take them as they are written (``>
    a``)."""
    try:
        trees = [
            (piece, selector.parsed_tree)
            for piece in split_top(css, ",")
            for selector in parse(piece)
        ]
    except SelectorError:
        return ()
    return tuple(Chain(piece, _names(tree), _own(tree), _steps(tree)) for piece, tree in trees)


def list_names(compound: Compound) -> tuple[str, ...]:
    """The classes and ids a compound asks for, as ``Chain`` has them."""
    return (*(f"#{i}" for i in compound.ids), *(f".{c}" for c in compound.classes))


def _names(tree: object) -> tuple[str, ...]:
    """What stands in ``:not()``, ``:has()``, ``:is()`` and the like is left aside."""
    if isinstance(tree, Element):
        return ()
    own: tuple[str, ...] = ()
    if isinstance(tree, Class):
        own = (f".{tree.class_name}",)
    elif isinstance(tree, Hash):
        own = (f"#{tree.id}",)
    elif isinstance(tree, CombinedSelector):
        own = _names(tree.subselector)
    return (*_names(tree.selector), *own)  # type: ignore[attr-defined]  # all others are built around one


def _own(tree: object) -> tuple[str, ...]:
    return _names(tree.subselector if isinstance(tree, CombinedSelector) else tree)


def _steps(tree: object) -> tuple[tuple[str, Compound], ...]:
    try:
        if isinstance(tree, CombinedSelector):
            before = _steps(tree.selector)
            return (
                (*before, (tree.combinator, fold_case(tree.subselector)))
                if before and tree.combinator in " >"
                else ()
            )
        return ((" ", fold_case(tree)),)
    except ValueError:
        return ()
