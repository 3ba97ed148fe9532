"""A page as a tree that a person can read: names, counts and first words of its elements; and what
the reading view of a page folds.

Repeated siblings are folded into one, an element that holds nothing but the next one is on its
line, and elements without text, links or media are only counted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from lxml import etree

from webarticlecurator.dataclasses import dataclass
from webarticlecurator.page.css import split_tokens, to_css
from webarticlecurator.page.page_elements import have_alike_names, plain_classes, share_half
from webarticlecurator.text.characters import CODE_TAGS, shorten
from webarticlecurator.text.translation import translate, translate_count

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
            if group and not _is_alike(group[0], element):
                yield group
                group = []
            group.append(element)
        if group:
            yield group


def _elements(element: etree._Element) -> list[etree._Element]:
    return [e for e in element if isinstance(e.tag, str) and e.tag not in _HIDDEN]


def _own_words(element: etree._Element) -> list[str]:
    """Return the words directly in an element."""
    texts = [element.text or "", *(child.tail or "" for child in element)]
    return _WORD.findall(" ".join(texts))


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


def _is_alike(one: etree._Element, other: etree._Element) -> bool:
    """Return True if two siblings have alike names, and at least half of the blocks inside."""
    return have_alike_names(one, other) and share_half(_shape(one), _shape(other))


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


# What the reading view of a page folds: menus, windows over the page, what a browser would not
# show. It is found by what is in an element, never by the names of a portal.

HIDDEN = ""
"""The line of an element that is too small for one: it is hidden, as on the page."""
ON_A_LINE = "\n"
"""The line of a list of few links: it is shown, on a line."""
_LISTS = frozenset("ul ol menu dl".split())
_SEEN = "img picture video audio iframe embed object canvas input button".split()
_FEW_LINKS = 2
_MENU_LINKS = 8
"""Links from which on a list of them is long."""
_MENU_SHARE, _MENU_WORDS = 0.85, 4.0
"""The characters that are in links, of all; the most words of a link on average: headlines, which
a list page is looked at for, have more."""
_MOST_OF_PAGE = 0.3
"""What has more of the text than this is never folded."""
_SHORT = 100
"""Characters up to which what is not shown needs no line."""
_MAX_WORDS = 60
_MENU_TAGS = frozenset("nav ul ol menu dl div section aside header footer form table p".split())
_NEVER = frozenset("html head body base meta link param source track object applet".split())
_ROLES = frozenset(("dialog", "alertdialog"))
_ASKS = re.compile(r"(?:^|[\W_])(?:cookies?|consent|gdpr)(?:$|[\W_])", re.IGNORECASE)
_NOT_SHOWN = re.compile(r"(?:^|[;\s])display\s*:\s*none\b", re.IGNORECASE)


@dataclass
class _Content:
    """What is in an element: characters that are no white space, words, words with a letter; and
    those of its links."""

    characters: int = 0
    words: int = 0
    lettered: int = 0
    links: int = 0
    link_characters: int = 0
    link_words: int = 0
    lettered_links: int = 0

    def add_text(self, text: str | None) -> None:
        for word in (text or "").split():
            self.characters += len(word)
            self.words += 1
            self.lettered += any(map(str.isalpha, word))

    def add(self, inner: _Content) -> None:
        self.characters += inner.characters
        self.words += inner.words
        self.lettered += inner.lettered
        self.links += inner.links
        self.link_characters += inner.link_characters
        self.link_words += inner.link_words
        self.lettered_links += inner.lettered_links

    def make_link(self) -> None:
        self.links, self.link_characters, self.link_words = 1, self.characters, self.words
        self.lettered_links = int(self.lettered > 0)

    @property
    def is_menu(self) -> bool:
        return (
            self.links >= _MENU_LINKS
            and self.is_of_links
            and self.lettered_links * 2 > self.links  # the numbers of pages, or days, stay
        )

    @property
    def is_of_links(self) -> bool:
        """True for several links of few words, and little else."""
        return (
            self.links >= _FEW_LINKS
            and self.link_characters >= _MENU_SHARE * self.characters
            and self.link_words <= _MENU_WORDS * self.links
        )


def find_folds(root: etree._Element) -> Mapping[etree._Element, str]:
    """Return the outermost elements that are folded, each with the line that stands for it, HIDDEN
    or ON_A_LINE."""
    contents = _count(root)
    limit = _MOST_OF_PAGE * contents[root].characters
    found: dict[etree._Element, str] = {}
    pending = [root]
    while pending:
        element = pending.pop()
        line = None
        if contents[element].characters <= limit:
            line = _describe_fold(element, contents[element])
            if line is None and element.tag in _LISTS and contents[element].is_of_links:
                line = ON_A_LINE
        if line is None:
            pending.extend(each for each in element if each in contents)
        else:
            found[element] = line
    return found


def _count(root: etree._Element) -> dict[etree._Element, _Content]:
    """Return what is in each element that can have text."""
    elements = [each for each in root.iter(etree.Element) if each.tag not in CODE_TAGS]
    contents = {each: _Content() for each in elements}
    for element in reversed(elements):  # inner ones first
        content = contents[element]
        content.add_text(element.text)
        for child in element:
            content.add_text(child.tail)
            if child in contents:
                content.add(contents[child])
        if element.tag == "a" and element.get("href") is not None and content.characters:
            content.make_link()
    return contents


def _describe_fold(element: etree._Element, content: _Content) -> str | None:
    """Return the line of an element that is folded, or None."""
    tag = element.tag
    kind = ""
    if tag in _NEVER:
        return None
    if element.get("hidden") is not None or _NOT_SHOWN.search(element.get("style") or ""):
        if content.characters <= _SHORT:
            return HIDDEN
        kind = translate("Not shown at first")
    elif not content.characters:  # of icons alone, a list says nothing without the page's styles
        return (
            HIDDEN if tag in {*_LISTS, "li"} and next(element.iter(*_SEEN), None) is None else None
        )
    elif tag == "noscript":
        kind = translate("For browsers without scripts")
    elif tag == "dialog" or element.get("role") in _ROLES or element.get("aria-modal") == "true":
        kind = translate("A window over the page")
    elif tag != "a" and _ASKS.search(f"{element.get('id') or ''} {element.get('class') or ''}"):
        kind = translate("About cookies")
    elif tag in _MENU_TAGS and content.is_menu:
        kind = translate_count("{number} link", "{number} links", content.links)
    if not kind:
        return None
    text = " ".join(" ".join(map(str, element.itertext())).split())
    return f"{kind}: {shorten(text, _MAX_WORDS)}"
