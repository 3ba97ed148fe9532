"""The elements around the text units of a page, as arrays: each element once, parents first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from lxml import etree

from webarticlecurator.guess.class_names import compile_class_words, fold_names
from webarticlecurator.guess.root_candidates import is_running_text
from webarticlecurator.guess.text_units import Unit
from webarticlecurator.page.page_elements import is_not_displayed

_NO_DIGITS = {ord(digit): None for digit in "0123456789"}
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
HIDDEN = 1 << len(INHERITED_TAGS)
ARTICLE_BODY = HIDDEN << 1
COMMENTS = ARTICLE_BODY << 1


@dataclass
class PageTree:
    """Parallel lists over the elements, and ``nodes``: for each unit, the index of its element.

    - ``kinds``: number of the path of tags and classes (without digits) from the body;
    - ``tag_paths``: number of the path of tags;
    - ``flags``: bits of ``INHERITED_TAGS``, ``HIDDEN``, ``ARTICLE_BODY`` and ``COMMENTS`` that are
      true of the element or an ancestor;
    - over the units inside: their number, ``sizes``, ``linked``, ``running`` (size of running text)
      and ``paragraphs`` (number of units of running text).
    """

    nodes: list[int] = field(default_factory=list)
    parents: list[int] = field(default_factory=list)
    depths: list[int] = field(default_factory=list)
    kinds: list[int] = field(default_factory=list)
    tag_paths: list[int] = field(default_factory=list)
    flags: list[int] = field(default_factory=list)
    children: list[int] = field(default_factory=list)
    counts: list[int] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    linked: list[int] = field(default_factory=list)
    running: list[int] = field(default_factory=list)
    paragraphs: list[int] = field(default_factory=list)


def build_page_tree(units: Sequence[Unit]) -> PageTree:
    """Return the elements of ``units`` and their ancestors up to the body, with sums over units."""
    builder = _TreeBuilder()
    for unit in units:
        builder.add_unit(unit)
    return _sum_units(units, builder.tree)


def select_units(tree: PageTree, units: Sequence[Unit], places: Sequence[int]) -> PageTree:
    """Return the tree of the units at ``places``, as ``build_page_tree`` makes it of them, but for
    the numbers of kinds and paths. ``tree``: that of all ``units``."""
    if len(places) == len(units):
        return tree
    kept = set[int]()
    for n in places:
        node = tree.nodes[n]
        while node >= 0 and node not in kept:
            kept.add(node)
            node = tree.parents[node]
    # in the order of the page, which is that of the units
    order = sorted(kept)
    numbers = {node: number for number, node in enumerate(order)}
    selected = PageTree(
        nodes=[numbers[tree.nodes[n]] for n in places],
        parents=[numbers.get(tree.parents[node], -1) for node in order],
        depths=[tree.depths[node] for node in order],
        kinds=[tree.kinds[node] for node in order],
        tag_paths=[tree.tag_paths[node] for node in order],
        flags=[tree.flags[node] for node in order],
    )
    return _sum_units([units[n] for n in places], selected)


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
        if is_running_text(unit):
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


class _TreeBuilder:
    def __init__(self) -> None:
        self.tree = PageTree()
        self._index: dict[etree._Element, int] = {}
        self._kinds: dict[tuple[int, str, str], int] = {}
        self._tag_paths: dict[tuple[int, str], int] = {}
        self._described: dict[tuple[tuple[str, str], ...], tuple[int, str]] = {}
        self._plain_names: dict[str, str] = {}
        self._names_flags: dict[str, int] = {}

    def add_unit(self, unit: Unit) -> None:
        """Add the element of a unit, and its ancestors up to the body."""
        missing = []
        node = -1
        for element in unit.around:
            if element in self._index:
                node = self._index[element]
                break
            missing.append(element)
            if element.tag == "body":
                break
        for element in reversed(missing):
            node = self._add_node(element, node)
        self.tree.nodes.append(node)

    def _add_node(self, element: etree._Element, parent: int) -> int:
        tree, tag = self.tree, str(element.tag)
        flags, names = self._describe_attributes(element)
        flags |= _TAG_FLAGS.get(tag, 0)
        outer_kind = outer_path = depth = -1
        if parent >= 0:
            outer_kind, outer_path = tree.kinds[parent], tree.tag_paths[parent]
            depth = tree.depths[parent]
            flags |= tree.flags[parent]
        node = self._index[element] = len(tree.parents)
        tree.parents.append(parent)
        tree.depths.append(depth + 1)
        tree.kinds.append(self._kinds.setdefault((outer_kind, tag, names), len(self._kinds)))
        tree.tag_paths.append(self._tag_paths.setdefault((outer_path, tag), len(self._tag_paths)))
        tree.flags.append(flags)
        return node

    def _describe_attributes(self, element: etree._Element) -> tuple[int, str]:
        """Return the flags of the attributes of an element, and its classes without digits. The
        elements of a list have the same attributes."""
        items: tuple[Any, ...] = tuple(element.items())
        described = self._described.get(items)
        if described is None:
            attributes: dict[Any, Any] = dict(items)
            class_and_id = f"{attributes.get('class', '')} {attributes.get('id', '')}"
            flags = self._names_flags.get(class_and_id)
            if flags is None:
                words = compile_class_words("comments")
                is_named = len(class_and_id) > 1 and words.search(fold_names(class_and_id))
                flags = self._names_flags[class_and_id] = COMMENTS if is_named else 0
            role = attributes.get("role")
            if role in _ROLES:
                flags |= _TAG_FLAGS[_ROLES[role]]
            if attributes.get("aria-hidden") == "true" or is_not_displayed(element):
                flags |= HIDDEN
            if "articleBody" in attributes.get("itemprop", ""):
                flags |= ARTICLE_BODY
            # Classes without digits
            names = attributes.get("class", "")
            plain = self._plain_names.get(names)
            if plain is None:
                plain = self._plain_names[names] = names.translate(_NO_DIGITS)
            described = flags, plain
            self._described[items] = described
        return described
