"""Elements by class and id.

CSS selectors that are chains of compounds (``#top .list > a.next[rel]``) are matched by an index of
the classes and ids of a page, without XPath. Others are left to the XPath of ``css.py``.
"""

from __future__ import annotations

from functools import lru_cache

from cssselect import SelectorError
from cssselect.parser import Class, CombinedSelector, Element, Hash, parse

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.pages.page.css import split_top
from webarticlecurator.pages.page.css_compound import Compound, compile_selector_tree


@dataclass(frozen=True)
class Chain:
    """One selector, ``css``.

    ``names`` are the classes (``.a``) and ids (``#b``) that a page must have for a match; ``own``
    are those of the matched elements themselves. ``steps`` are pairs of a combinator (space or
    ``>``; a space before the first) and a compound, outermost first; () if the selector is not such
    a chain.
    """

    css: str
    names: tuple[str, ...]
    own: tuple[str, ...]
    steps: tuple[tuple[str, Compound], ...]


@lru_cache(maxsize=4096)
def parse_chains(css: str) -> tuple[Chain, ...]:
    """Return the selectors of a list; () where cssselect cannot parse them as written (``> a``)."""
    try:
        trees = [
            (piece, selector.parsed_tree)
            for piece in split_top(css, ",")
            for selector in parse(piece)
        ]
    except SelectorError:
        return ()
    return tuple(
        Chain(
            piece,
            _names(tree),
            _names(tree.subselector if isinstance(tree, CombinedSelector) else tree),
            _steps(tree),
        )
        for piece, tree in trees
    )


def list_names(compound: Compound) -> tuple[str, ...]:
    """Return the classes and ids of a compound, in the form of ``Chain.names``."""
    return (*(f"#{i}" for i in compound.ids), *(f".{c}" for c in compound.classes))


def _names(tree: object) -> tuple[str, ...]:
    """Return the classes and ids of a selector, without those in ``:not()``, ``:has()``, ``:is()``
    and the like."""
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


def _steps(tree: object) -> tuple[tuple[str, Compound], ...]:
    try:
        if isinstance(tree, CombinedSelector):
            before = _steps(tree.selector)
            if not before or tree.combinator not in " >":
                return ()
            return (*before, (tree.combinator, compile_selector_tree(tree.subselector)))
        return ((" ", compile_selector_tree(tree)),)
    except ValueError:
        return ()
