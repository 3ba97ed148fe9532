"""The elements around the text units of a page, as arrays: each element once, parents first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from lxml import etree

from webarticlecurator.extract.heuristics.class_names import compile_class_words, fold_names
from webarticlecurator.extract.heuristics.root_candidates import is_running_text
from webarticlecurator.extract.heuristics.text_units import Unit
from webarticlecurator.page.displayed import is_not_displayed

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
        builder.add_element(unit.element)
    tree = builder.tree
    _sum_units(units, tree)
    for node in range(len(tree.parents) - 1, 0, -1):
        parent = tree.parents[node]
        if parent < 0:
            continue
        tree.children[parent] += 1
        for sums in _sums_over_units(tree):
            sums[parent] += sums[node]
    return tree


def _sum_units(units: Sequence[Unit], tree: PageTree) -> None:
    """Fill in the sums over the units directly in each element."""
    for sums in (tree.children, *_sums_over_units(tree)):
        sums.extend([0] * len(tree.parents))
    for node, unit in zip(tree.nodes, units, strict=True):
        tree.counts[node] += 1
        tree.sizes[node] += unit.size
        tree.linked[node] += unit.linked
        if is_running_text(unit):
            tree.running[node] += unit.size
            tree.paragraphs[node] += 1


def _sums_over_units(tree: PageTree) -> tuple[list[int], ...]:
    return tree.counts, tree.sizes, tree.linked, tree.running, tree.paragraphs


class _TreeBuilder:
    def __init__(self) -> None:
        self.tree = PageTree()
        self._index: dict[etree._Element, int] = {}
        self._kinds: dict[tuple[int, str, str], int] = {}
        self._tag_paths: dict[tuple[int, str], int] = {}

    def add_element(self, element: etree._Element) -> None:
        """Add the element of a unit, and its ancestors up to the body."""
        self.tree.nodes.append(self._find_node(element))

    def _find_node(self, element: etree._Element) -> int:
        missing = []
        at: etree._Element | None = element
        while at is not None and at not in self._index:
            missing.append(at)
            at = at.getparent() if at.tag != "body" else None
        node = self._index[at] if at is not None else -1
        for inner in reversed(missing):
            node = self._add_node(inner, node)
        return node

    def _add_node(self, element: etree._Element, parent: int) -> int:
        tree, tag = self.tree, str(element.tag)
        node = self._index[element] = len(tree.parents)
        tree.parents.append(parent)
        is_top = parent < 0
        names = (element.get("class") or "").translate(_NO_DIGITS)
        kind = (-1 if is_top else tree.kinds[parent], tag, names)
        path = (-1 if is_top else tree.tag_paths[parent], tag)
        tree.depths.append(0 if is_top else tree.depths[parent] + 1)
        tree.kinds.append(self._kinds.setdefault(kind, len(self._kinds)))
        tree.tag_paths.append(self._tag_paths.setdefault(path, len(self._tag_paths)))
        tree.flags.append((0 if is_top else tree.flags[parent]) | _own_flags(element, tag))
        return node


def _own_flags(element: etree._Element, tag: str) -> int:
    flags = _TAG_FLAGS.get(tag, 0)
    if not element.attrib:
        return flags
    role = element.get("role")
    if role in _ROLES:
        flags |= _TAG_FLAGS[_ROLES[role]]
    if element.get("aria-hidden") == "true" or is_not_displayed(element):
        flags |= HIDDEN
    if "articleBody" in (element.get("itemprop") or ""):
        flags |= ARTICLE_BODY
    names = f"{element.get('class') or ''} {element.get('id') or ''}"
    if len(names) > 1 and compile_class_words("comments").search(fold_names(names)):
        flags |= COMMENTS
    return flags
