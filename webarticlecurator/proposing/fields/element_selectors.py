"""Selectors of an element: by its own names, and by its relations to the elements around it.

What is proposed for an element is chosen from these. Names hold longest and a number among siblings
is lost first, so each caller says which relations it takes, in which order.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import islice
from typing import Literal

from lxml import etree

from webarticlecurator.pages.page.css_compound import to_css
from webarticlecurator.pages.page.layout_classes import is_layout_class
from webarticlecurator.pages.page.stable_names import is_written_name, select_by_class

SEMANTIC_TAGS = frozenset("article main section aside nav header footer address form h1".split())
"""Tags with a meaning of their own, without any name."""
NAMING_ATTRIBUTES = (
    "itemprop role data-testid data-test data-component data-gtm-name data-qa property".split()
)
"""Attributes whose value names an element."""
_USUAL_CHILDREN = frozenset("a b strong em i span br p div li".split())
_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
MAX_ABOVE = 4
"""Named elements above one by which it is selected."""
MAX_INNER = 2
"""Own names of an element that are tried within these."""
Inside = Collection[etree._Element] | None
Relation = Literal["own", "below", "child", "after", "after-tag", "holding", "place"]
PLACES: tuple[Relation, ...] = ("own", "after", "after-tag", "place", "holding")
"""By what a line is known whose names may say nothing."""


def list_selectors(
    element: etree._Element,
    *relations: Relation,
    parents: Sequence[str] = (),
    inside: Inside = None,
) -> Iterator[str]:
    """Yield selectors of an element in the order of the relations; by its own names without any.

    ``own``: its attributes, id, classes and tag, but no name that a program has generated or that
    only says how something looks. ``below``: named elements above it. ``child``: its parent.
    ``after``: the names of what is before it; ``after-tag``: the tags of that. ``holding``: the
    tags in it that few have, then all. ``place``: its number among its like, in a table its row and
    column. ``parents`` select its parent, too; elements above it are only those ``inside``."""
    tag = str(element.tag)
    if _PLAIN.fullmatch(tag):  # A tag such as o:p cannot be selected in CSS.
        for relation in relations or ("own",):
            if relation == "below":
                yield from _list_below(element, tag, inside)
            else:
                yield from _RELATIONS[relation](element, tag, parents)


def _list_own(element: etree._Element, tag: str, _: Sequence[str]) -> Iterator[str]:
    for attribute in NAMING_ATTRIBUTES:
        value = element.get(attribute)
        if value and is_written_name(value):
            yield to_css(tag, (), (), ((attribute, value),))
    identity = element.get("id") or ""
    if is_written_name(identity):
        yield to_css(tag, (identity,), (), ())
    yield from (css for name, css in select_by_class(element) if not is_layout_class(name))
    if tag in SEMANTIC_TAGS:
        yield tag


def _list_below(element: etree._Element, tag: str, inside: Inside) -> Iterator[str]:
    inner = dict.fromkeys((tag, *islice(list_selectors(element), MAX_INNER)))
    outer = (
        each
        for each in element.iterancestors()
        if each.tag not in ("body", "html") and (inside is None or each in inside)
    )
    named = filter(None, ([*list_selectors(each)] for each in outer))
    for names in islice(named, MAX_ABOVE):
        yield from (f"{css} {each}" for css in names for each in inner)


def _list_child(element: etree._Element, tag: str, parents: Sequence[str]) -> Iterator[str]:
    yield from (f"{css} > {tag}" for css in (*_name(element.getparent()), *parents))


def _list_after(element: etree._Element, tag: str, _: Sequence[str]) -> Iterator[str]:
    yield from (f"{css} + {tag}" for css in _name(element.getprevious()))


def _list_after_tags(element: etree._Element, tag: str, _: Sequence[str]) -> Iterator[str]:
    before = element.getprevious()
    names = _name(before, with_tag=True)
    yield from (f"{css} + {tag}" for css in names[-1:])
    first = _name(before.getprevious() if before is not None else None, with_tag=True)[-1:]
    yield from (f"{outer} + {css} + {tag}" for outer in first for css in names)


def _list_holding(element: etree._Element, tag: str, _: Sequence[str]) -> Iterator[str]:
    names = dict.fromkeys(str(each.tag) for each in element.iterchildren(etree.Element))
    if all(map(_PLAIN.fullmatch, names)):
        rare = [f":has(> {name})" for name in names if name not in _USUAL_CHILDREN]
        yield from (f"{tag}{each}" for each in rare)
        if len(names) > 1:
            yield tag + "".join(f":has(> {name})" for name in names)


def _list_places(element: etree._Element, tag: str, parents: Sequence[str]) -> Iterator[str]:
    parent = element.getparent()
    if parent is None:
        return
    above = _name(parent.getprevious(), with_tag=True)
    outer = [*_name(parent), *(f"{css} + {parent.tag}" for css in above), *parents]
    same = [each for each in parent if each.tag == tag]
    yield from (f"{css} > {tag}:nth-of-type({same.index(element) + 1})" for css in outer)
    if element is same[-1]:
        yield from (f"{css} > {tag}:last-of-type" for css in outer)
    table = next(element.iterancestors("table"), None)
    if tag in ("td", "th") and table is not None:
        names = _name(table)
        for around, sign in ((table.getprevious(), "+"), (table.getparent(), ">")):
            names += (f"{css} {sign} table" for css in _name(around, with_tag=True))
        row = f"tr:nth-of-type({[*table.iter('tr')].index(parent) + 1})"
        cell = f"{tag}:nth-of-type({same.index(element) + 1})"
        yield from (f"{css} {row} > {cell}" for css in names)


def _name(element: etree._Element | None, *, with_tag: bool = False) -> list[str]:
    """Return the own selectors of an element beside another one; last its tag, if asked."""
    if element is None or not _PLAIN.fullmatch(str(element.tag)):
        return []
    return [*list_selectors(element), *([str(element.tag)] if with_tag else [])]


_RELATIONS: Mapping[Relation, Callable[[etree._Element, str, Sequence[str]], Iterator[str]]] = {
    "own": _list_own,
    "child": _list_child,
    "after": _list_after,
    "after-tag": _list_after_tags,
    "holding": _list_holding,
    "place": _list_places,
}
