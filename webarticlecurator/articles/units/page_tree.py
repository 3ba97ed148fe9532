"""The elements around the text units of a page, as arrays: each element once, parents first; and
the places that the template of the page repeats, elements of one kind in the order of the page.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from lxml import etree

from webarticlecurator.articles.units.class_names import (
    CLASS_NAME_ATTRIBUTES,
    find_class_word,
    join_names,
)
from webarticlecurator.articles.units.text_units import Unit
from webarticlecurator.base.dataclasses import dataclass, field
from webarticlecurator.base.text.character_patterns import ASCII_DIGITS
from webarticlecurator.pages.page.displayed import is_not_displayed, stays_hidden
from webarticlecurator.pages.page.page import Page
from webarticlecurator.pages.page.screen_sizes import drop_size_classes
from webarticlecurator.pages.rules.declared_access import is_declared_paid

INHERITED_TAGS = (
    "article main section nav aside header footer form figure blockquote table ul ol"
).split()
"""Elements of which a unit knows whether it is inside one."""
_TAG_FLAGS = {tag: 1 << n for n, tag in enumerate(INHERITED_TAGS)}
_ROLES = {
    "navigation": "nav",
    "complementary": "aside",
    "banner": "header",
    "contentinfo": "footer",
    "dialog": "aside",
    "alertdialog": "aside",
    "main": "main",
    "article": "article",
    "form": "form",
    "search": "form",
}
"""ARIA role → the element that has it by itself (WAI-ARIA 1.2, HTML-AAM 1.0)."""
_MENUS = _TAG_FLAGS["nav"] | _TAG_FLAGS["footer"]
HIDDEN = 1 << len(INHERITED_TAGS)
ARTICLE_BODY = HIDDEN << 1
NOT_READ_OUT = HIDDEN << 2
NAMES = ("beside, however long", "beside", "beside, if short", "comments", "text")
"""The sections of ``words/class-names.txt`` of which an element knows whether it is named so."""

COMMENTS = 1 << NAMES.index("comments")


@dataclass
class PageTree:
    """Parallel lists over the elements, and ``nodes``: for each unit, the index of its element.

    - ``kinds``: number of the path of tags and classes (without digits and sizes of screen) from
      the body;
    - ``tag_paths``: number of the path of tags;
    - ``flags``: bits of ``INHERITED_TAGS``, ``HIDDEN``, ``ARTICLE_BODY`` and ``NOT_READ_OUT`` that
      are true of the element or an ancestor; what a control of the page opens is not ``HIDDEN``;
    - ``names``: bits of ``NAMES`` that are true of the element itself;
    - over the units inside: their number, ``sizes``, ``linked``, ``running`` (size of running text)
      and ``paragraphs`` (number of units of running text).
    """

    nodes: list[int] = field(default_factory=list)
    parents: list[int] = field(default_factory=list)
    depths: list[int] = field(default_factory=list)
    kinds: list[int] = field(default_factory=list)
    tag_paths: list[int] = field(default_factory=list)
    flags: list[int] = field(default_factory=list)
    names: list[int] = field(default_factory=list)
    children: list[int] = field(default_factory=list)
    counts: list[int] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    linked: list[int] = field(default_factory=list)
    running: list[int] = field(default_factory=list)
    paragraphs: list[int] = field(default_factory=list)
    _lists: list[list[int]] | None = None

    @property
    def lists(self) -> list[list[int]]:
        """The siblings of one kind, two or more, in order; kept, since both stages ask for them."""
        if self._lists is None:
            lists: dict[tuple[int, int], list[int]] = {}
            for node, key in enumerate(zip(self.parents, self.kinds, strict=True)):
                known = lists.get(key)
                if known is None:
                    lists[key] = [node]
                else:
                    known.append(node)
            self._lists = [items for items in lists.values() if len(items) > 1]
        return self._lists


def build_page_tree(page: Page, units: Sequence[Unit]) -> PageTree:
    """Return the elements of ``units`` and their ancestors up to the body, with sums over units."""
    tree = PageTree()
    parents, depths, kinds, tag_paths = tree.parents, tree.depths, tree.kinds, tree.tag_paths
    all_flags, all_names, nodes = tree.flags, tree.names, tree.nodes
    index: dict[etree._Element, int] = {}
    kind_numbers: dict[tuple[int, str, str], int] = {}
    path_numbers: dict[tuple[int, str], int] = {}
    for unit in units:
        missing: list[tuple[etree._Element, str]] = []
        node: int | None = -1
        for element in unit.around:
            node = index.get(element)
            if node is not None:
                break
            tag: str = element.tag
            missing.append((element, tag))
            if tag == "body":
                break
        parent = -1 if node is None else node
        for element, tag in reversed(missing):
            attributes = element.items()
            items = [item for item in attributes if item[0] in _TELLING]
            flags, classes, names = _describe(tag, *items)
            # most elements have no other attribute, so that nothing is asked
            if len(items) < len(attributes) and is_not_displayed(element):
                around = flags | (all_flags[parent] if parent >= 0 else 0)
                # menus are no text, whatever opens them
                if around & _MENUS or stays_hidden(element, page, is_declared_paid):
                    flags |= HIDDEN
            if parent >= 0:
                kind, path = (kinds[parent], tag, classes), (tag_paths[parent], tag)
                depths.append(depths[parent] + 1)
                all_flags.append(flags | all_flags[parent])
                all_names.append(names)
            else:
                kind, path = (-1, tag, classes), (-1, tag)
                depths.append(0)
                all_flags.append(flags)
                all_names.append(0)  # the body's names are those of the page
            kinds.append(kind_numbers.setdefault(kind, len(kind_numbers)))
            tag_paths.append(path_numbers.setdefault(path, len(path_numbers)))
            parents.append(parent)
            parent = index[element] = len(index)
        nodes.append(parent)
    return _sum_units(units, tree)


def tag_flags(tags: str) -> int:
    """Return the bits of some of ``INHERITED_TAGS``."""
    return sum(_TAG_FLAGS[tag] for tag in tags.split())


def find_common(tree: PageTree, one: int, other: int) -> int:
    """Return the innermost element around two elements."""
    # a parent has a lower number than its children
    while one != other:
        if one > other:
            one = tree.parents[one]
        else:
            other = tree.parents[other]
    return one


def _sum_units(units: Sequence[Unit], tree: PageTree) -> PageTree:
    """Fill in the sums over the units in each element."""
    children, counts, sizes = tree.children, tree.counts, tree.sizes
    linked, running, paragraphs = tree.linked, tree.running, tree.paragraphs
    for sums in (children, counts, sizes, linked, running, paragraphs):
        sums.extend([0] * len(tree.parents))
    for node, unit in zip(tree.nodes, units, strict=True):
        counts[node] += 1
        sizes[node] += unit.size
        linked[node] += unit.linked
        if unit.is_running_text:
            running[node] += unit.size
            paragraphs[node] += 1
    # Add the sums of each element to those of the element around it.
    for node in range(len(tree.parents) - 1, 0, -1):
        parent = tree.parents[node]
        if parent >= 0:
            children[parent] += 1
            counts[parent] += counts[node]
            sizes[parent] += sizes[node]
            linked[parent] += linked[node]
            running[parent] += running[node]
            paragraphs[parent] += paragraphs[node]
    return tree


_TELLING = frozenset((*CLASS_NAME_ATTRIBUTES, "aria-hidden"))
"""The attributes that tell something of an element."""


@lru_cache(maxsize=4096)
def _describe(tag: str, *items: tuple[Any, Any]) -> tuple[int, str, int]:
    """Return the flags of a tag and some attributes, the classes without digits and sizes of
    screen, and the bits of ``NAMES``. Kept, since the elements of a list, and of the template of a
    portal, are alike."""
    attributes: dict[Any, Any] = dict(items)
    flags, role = _TAG_FLAGS.get(tag, 0), attributes.get("role")
    if role in _ROLES:
        flags |= _TAG_FLAGS[_ROLES[role]]
    if attributes.get("aria-hidden") == "true":
        flags |= NOT_READ_OUT
    if "articleBody" in attributes.get("itemprop", ""):
        flags |= ARTICLE_BODY
    # *hidden-xs* says nothing of what an element is
    classes = drop_size_classes(attributes.get("class", ""))
    if classes != attributes.get("class", ""):  # few
        items = (*{**attributes, "class": classes}.items(),)
    names = 0
    for name in join_names(tag, items).split():
        names |= _list_names(name)
    return flags, ASCII_DIGITS.sub("", classes), names


@lru_cache(maxsize=16_384)
def _list_names(name: str) -> int:
    """Return the bits of ``NAMES`` that are true of one folded name. Each of several on an element
    is kept alone: pages have the same ones in many compositions."""
    return sum(1 << n for n, section in enumerate(NAMES) if find_class_word(section, name))
