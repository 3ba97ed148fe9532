"""A page as a tree that a person can read: names, counts and first words of its elements; and what
the reading view of a page folds.

Repeated siblings are folded into one, an element that holds nothing but the next one is on its
line, and elements without text, links or media are only counted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from lxml import etree

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.text.html_tags import CODE_TAGS
from webarticlecurator.pages.page.css_compound import split_tokens, to_css
from webarticlecurator.pages.page.siblings import have_alike_names, plain_classes, share_half

MAX_CLASSES = 4
"""Classes that the name of an element has; framework pages have dozens."""
SHAPE_DEPTH = 3
"""Levels below two siblings that are compared."""
MAX_CHARACTERS = 200
"""Length of the first words of an element."""
_HIDDEN = CODE_TAGS | {"template", "noscript", "head", "svg", "link", "meta"}
_MEDIA = frozenset("img picture video audio iframe object embed time".split())
_INLINE = frozenset(
    "a abbr b bdi bdo big br cite code del dfn em font i ins kbd mark q s samp small span strike"
    " strong sub sup time tt u var wbr".split()
)
_TELLING = ("itemprop", "property", "rel", "role")
"""Attributes whose values say what an element is."""
_TELLING_NAMES = ("itemtype", "datetime")
"""Attributes that are enough without their values."""
_TECHNICAL = frozenset("nofollow noopener noreferrer external sponsored ugc".split())
"""Values of ``rel`` that say nothing of what a link is."""
_WORD = re.compile(r"\S+")


@dataclass(frozen=True)
class OutlineNode:
    """An element, or alike siblings in a row.

    ``selectors`` name it in CSS: the element itself, or one that holds nothing but the next, down
    to the last. ``repeated`` is how many such elements are in a row; the rest describes the first.
    ``words`` and ``links`` are counted with all that is inside, over all of the row. ``text`` is
    the beginning of its text, where no child shows it. ``hidden`` counts the elements inside that
    are not shown, because they are too deep or hold nothing.
    """

    selectors: tuple[str, ...]
    words: int
    links: int
    text: str = ""
    repeated: int = 1
    hidden: int = 0
    children: tuple[OutlineNode, ...] = ()


@dataclass
class _Size:
    """What is inside an element, with itself."""

    words: int = 0
    links: int = 0
    media: int = 0
    elements: int = 1


def name_element(element: etree._Element) -> str:
    """Return a CSS selector with the tag, the id, the first classes, and attributes that tell what
    the element is."""
    return _name((element,))


def outline_element(element: etree._Element, depth: int) -> OutlineNode:
    """Return the outline of an element with ``depth`` levels below it."""
    return _Outliner(element).describe((element,), depth)


class _Outliner:
    def __init__(self, root: etree._Element) -> None:
        # Hidden elements have no size.
        self._sizes: dict[etree._Element, _Size] = {}
        order = [root]
        for element in order:  # which grows
            order += _elements(element)
        for element in reversed(order):
            size = _Size(
                len(_own_words(element)),
                int(element.tag == "a" and element.get("href") is not None),
                int(element.tag in _MEDIA),
            )
            for child in _elements(element):
                inner = self._sizes[child]
                size.words += inner.words
                size.links += inner.links
                size.media += inner.media
                size.elements += inner.elements
            self._sizes[element] = size

    def describe(self, alike: Sequence[etree._Element], depth: int) -> OutlineNode:
        """Return the node of elements that are alike, with the inside of the first."""
        first = alike[0]
        sizes = [self._sizes[element] for element in alike]
        inner, selectors = first, [_name(alike)]
        while (only := self._only_child(inner)) is not None:
            inner = only
            selectors.append(_name((inner,)))
        # Not what only marks up the text.
        has_own_text = bool(_own_words(inner))
        shown = [
            child
            for child in _elements(inner)
            if self._holds_anything(child) and not (has_own_text and _is_plain_inline(child))
        ]
        children: tuple[OutlineNode, ...] = ()
        if depth > 0:
            children = tuple(self.describe(group, depth - 1) for group in self._fold(shown))
        hidden = sum(
            self._sizes[child].elements
            for child in _elements(inner)
            if not (depth > 0 and child in shown) and not _is_plain_inline(child)
        )
        return OutlineNode(
            tuple(selectors),
            sum(size.words for size in sizes),
            sum(size.links for size in sizes),
            _first_words(inner) if has_own_text or not children else "",
            len(alike),
            hidden,
            children,
        )

    def _only_child(self, element: etree._Element) -> etree._Element | None:
        """Return the only child that holds anything, if there is no text beside it."""
        holding = [child for child in _elements(element) if self._holds_anything(child)]
        return holding[0] if len(holding) == 1 and not _own_words(element) else None

    def _holds_anything(self, element: etree._Element) -> bool:
        size = self._sizes[element]
        return bool(size.words or size.links or size.media)

    def _fold(self, elements: Sequence[etree._Element]) -> Iterator[list[etree._Element]]:
        """Yield the elements in groups of alike neighbours."""
        group: list[etree._Element] = []
        for element in elements:
            is_alike = group and have_alike_names(group[0], element)
            if group and not (is_alike and share_half(_shape(group[0]), _shape(element))):
                yield group
                group = []
            group.append(element)
        if group:
            yield group


def _elements(element: etree._Element) -> list[etree._Element]:
    return [e for e in element if isinstance(e.tag, str) and e.tag not in _HIDDEN]


def _own_words(element: etree._Element) -> list[str]:
    """Return the words directly in an element."""
    return _WORD.findall(" ".join([element.text or "", *(child.tail or "" for child in element)]))


def _first_words(element: etree._Element) -> str:
    """Return the beginning of the text in an element, in one line."""
    words: list[str] = []
    length = 0
    pending: list[etree._Element | str] = [element]
    while pending and length <= MAX_CHARACTERS:
        part = pending.pop()
        if isinstance(part, str):
            words += part.split()
            length += len(part)
            continue
        for child in reversed(part):
            pending.append(child.tail or "")
            if isinstance(child.tag, str) and child.tag not in _HIDDEN:
                pending.append(child)
        pending.append(part.text or "")
    return " ".join(words)[:MAX_CHARACTERS]


def _is_plain_inline(element: etree._Element) -> bool:
    """Return True for an inline element without a name of its own."""
    if element.tag not in _INLINE or element.get("class") or element.get("id"):
        return False
    return not any(_telling_value(element, name) for name in (*_TELLING, *_TELLING_NAMES))


def _telling_value(element: etree._Element, name: str) -> str:
    """Return the value of an attribute if it says what the element is, else ""."""
    value = element.get(name) or ""
    is_technical = name == "rel" and _TECHNICAL.issuperset(value.split())
    return "" if is_technical else value


def _shape(element: etree._Element) -> set[str]:
    """Return the blocks inside an element, by tag and first class."""
    found = set[str]()
    level = [element]
    for _ in range(SHAPE_DEPTH):
        level = [child for outer in level for child in _elements(outer) if child.tag not in _INLINE]
        found.update(f"{child.tag}.{min(plain_classes(child), default='')}" for child in level)
    return found


def _name(alike: Sequence[etree._Element]) -> str:
    """Return a CSS selector with what the elements have in common: tag, id, classes, and attributes
    that tell what they are."""
    first = alike[0]
    ids = {element.get("id") or "" for element in alike}
    common = [
        name
        for name in dict.fromkeys(split_tokens(first.get("class") or ""))
        if all(name in split_tokens(element.get("class") or "") for element in alike)
    ]
    values = [
        (name, value)
        for name in _TELLING
        if (value := _telling_value(first, name))
        and all(element.get(name) == value for element in alike)
    ]
    identity = ids - {""} if len(ids) == 1 else set()
    css = to_css(str(first.tag), identity, common[:MAX_CLASSES], values)
    return css + "".join(f"[{name}]" for name in _TELLING_NAMES if first.get(name))
