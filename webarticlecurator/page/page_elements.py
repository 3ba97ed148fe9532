"""The elements of a page: by tag, their ancestors and siblings, whether they show, their words.

The elements of a page by tag and by attribute. Each is looked for once: to visit the whole tree
takes as long whether one element is found or none.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from typing import Any, cast

from lxml import etree

from webarticlecurator.dataclasses import dataclass, field
from webarticlecurator.model.article import TextAccount
from webarticlecurator.page.css import split_tokens
from webarticlecurator.text.characters import CODE_TAGS, UNCLOSED_TAGS

Elements = list[etree._Element]
"""Elements in document order."""


class PageElements:
    """The elements below ``root`` and itself, as long as the tree is not changed."""

    def __init__(self, root: etree._Element) -> None:
        self.root = root
        self._with_attribute: dict[str, Elements] = {}

    @cached_property
    def all(self) -> Elements:
        """All elements."""
        return list(self.root.iter("*"))

    def find(self, number: int) -> etree._Element | None:
        """Return the element with a number: its place among all, from 0. None if there is none.

        The same bytes with the same header have the same numbers in every process.
        """
        return self.all[number] if 0 <= number < len(self.all) else None

    def number(self, element: etree._Element) -> int:
        """Return the number of an element of the page."""
        return self._numbers[element]

    @cached_property
    def _numbers(self) -> dict[etree._Element, int]:
        return {element: number for number, element in enumerate(self.all)}

    @cached_property
    def _by_tag(self) -> dict[str, Elements]:
        by_tag: defaultdict[str, Elements] = defaultdict(list)
        for element in self.all:
            by_tag[element.tag].append(element)
        return by_tag

    def with_tag(self, tag: str) -> Elements:
        """Return the elements with a tag."""
        return self._by_tag.get(tag, [])

    def with_attribute(self, name: str) -> Elements:
        """Return the elements that have an attribute, which few elements should have."""
        elements = self._with_attribute.get(name)
        if elements is None:
            attributes = cast("list[Any]", _compile_attribute(name)(self.root))
            # not by a step `/..`, which compares each of many siblings with all others
            elements = [attribute.getparent() for attribute in attributes]
            self._with_attribute[name] = elements
        return elements


@lru_cache(maxsize=256)
def _compile_attribute(name: str) -> etree.XPath:
    # for rare attributes, in a third of the time of descendant-or-self::*[@name]
    return etree.XPath(f"descendant-or-self::*/@{name}")


# Elements and their ancestors.


def self_and_ancestors(
    element: etree._Element, until: etree._Element | None = None
) -> Iterator[etree._Element]:
    """Yield the element and its ancestors, from the inside out.

    The last one is ``until``, or the root of the page.
    """
    yield element
    if element is until:
        return
    for outer in element.iterancestors():
        yield outer
        if outer is until:
            return


def outermost_elements(elements: Iterable[etree._Element]) -> tuple[etree._Element, ...]:
    """Return the elements that are not inside another one of them, without duplicates."""
    distinct = dict.fromkeys(elements)
    return tuple(e for e in distinct if distinct.keys().isdisjoint(e.iterancestors()))


# Whether two elements look like items of one list, by their tags and classes.

_DIGITS = re.compile("[0-9]+")


def have_alike_names(one: etree._Element, other: etree._Element) -> bool:
    """Return True if two elements have the same tag and at least half of their classes in common.

    Numbers in the names and modifiers (``item--last``) make no difference. Without classes, the
    ids must be the same but for numbers.
    """
    if one.tag != other.tag:
        return False
    classes, others = plain_classes(one), plain_classes(other)
    if not classes and not others:
        return _without_numbers(one.get("id") or "") == _without_numbers(other.get("id") or "")
    return share_half(classes, others)


def plain_classes(element: etree._Element) -> set[str]:
    """Return the classes of an element without numbers and modifiers."""
    names = split_tokens(element.get("class") or "")
    return {_without_numbers(name.partition("--")[0] or name) for name in names}


def share_half(some: set[str], others: set[str]) -> bool:
    """Return True if at least half of all members are in both sets, or both are empty."""
    return 2 * len(some & others) >= len(some | others)


def _without_numbers(name: str) -> str:
    return _DIGITS.sub("0", name)


# Whether an element is displayed, by its own attributes.

_NO_DISPLAY = re.compile(r"display\s*:\s*none", re.IGNORECASE)


def is_not_displayed(element: etree._Element) -> bool:
    """Return True for an element with ``hidden`` (WHATWG HTML 6.1) or the style
    ``display: none``."""
    if element.get("hidden") is not None:
        return True
    style = element.get("style")
    return bool(style and _NO_DISPLAY.search(style))


# In which elements the words of a page are: what two parsers must agree on.

IGNORED_TAGS = frozenset(("script", "style", "template", "title"))
_WITHOUT_PATH = UNCLOSED_TAGS | {"html", "head", "body"}
"""Tags that do not count as places: both trees always have ``html``, ``head`` and ``body``, and
libxml2 puts the content that follows an unclosed element into it."""
_MEDIA = frozenset("img video audio iframe object br hr canvas svg table".split())
Paths = dict[tuple[int, str], int]
"""Number of the outer path and tag → number of the path. Two trees are compared with the same
ones."""


@dataclass
class WordPlaces:
    """The words of a page in order, "" for a medium or a line break; and ``runs``: the number of
    the path of each run of words in elements of the same path, with the number of words before
    it."""

    paths: Paths = field(compare=False)
    words: list[str] = field(default_factory=list)
    runs: list[tuple[int, int]] = field(default_factory=list)

    def enter(self, outer: int, tag: str) -> int:
        """Return the path of an element below the path ``outer``; a medium counts as a word."""
        path = self.paths.get((outer, tag))
        if path is None:
            path = outer if tag in _WITHOUT_PATH else len(self.paths) + 1
            self.paths[outer, tag] = path
        if tag in _MEDIA:
            self.add(path, ("",))
        return path

    def add(self, path: int, words: Sequence[str]) -> None:
        """Add words in an element."""
        if words:
            if not self.runs or self.runs[-1][1] != path:
                self.runs.append((len(self.words), path))
            self.words += words


def list_word_places(root: etree._Element, paths: Paths) -> WordPlaces:
    """Return the places of the words of a tree."""
    places = WordPlaces(paths)
    path = 0
    _add_words(places, path, root.text)
    # depth first: the open elements, each with what is left of its siblings, and the path outside
    opened: list[tuple[Iterator[etree._Element], etree._Element, int]] = []
    children: Iterator[etree._Element] = iter(root)
    while True:
        for element in children:
            tag = element.tag
            if isinstance(tag, str) and tag not in IGNORED_TAGS:
                inner = places.enter(path, tag)
                _add_words(places, inner, element.text)
                if len(element):
                    opened.append((children, element, path))
                    children, path = iter(element), inner
                    break
            _add_words(places, path, element.tail)
        else:
            if not opened:
                return places
            children, element, path = opened.pop()
            _add_words(places, path, element.tail)


def _add_words(places: WordPlaces, path: int, text: str | None) -> None:
    # most texts are white space alone
    if text and not text.isspace():
        places.add(path, text.split())


# Count words: runs of characters without white space, never across the edge of a block.


def source_words(element: etree._Element) -> list[str]:
    """Return the words of an element as a browser shows them, without code."""
    pieces = [element.text or ""] if element.tag not in CODE_TAGS else []
    if not len(element):
        return "".join(pieces).split()
    for event, inner in etree.iterwalk(element, events=("start", "end", "comment", "pi")):
        if inner is element:
            continue
        edge = " " if inner.tag in BLOCK_TAGS or inner.tag in ("br", "img") else ""
        if event == "start":
            pieces.append(edge + (inner.text or "" if inner.tag not in CODE_TAGS else ""))
        else:
            pieces.append(edge + (inner.tail or ""))
    return "".join(pieces).split()


def count_own_words(element: etree._Element) -> int:
    """Return the number of words directly in ``element``, not in its child elements."""
    texts = (element.text, *(child.tail for child in element))
    return sum(len(text.split()) for text in texts if text)


class WordAccount:
    """Collects the word counts of one page while it is walked."""

    def __init__(self) -> None:
        self._dropped: dict[str, int] = {}
        self._base: dict[str, int] = {}
        self._unclaimed: dict[str, int] = {}

    def add_dropped(self, rule: str, element: etree._Element) -> None:
        """Count the words of ``element`` and its descendants as dropped by ``rule``."""
        self.add_words(rule, 0 if element.tag in CODE_TAGS else len(source_words(element)))

    def add_words(self, rule: str, count: int) -> None:
        """Count words as dropped by ``rule``."""
        if count:
            self._dropped[rule] = self._dropped.get(rule, 0) + count

    def add_unclaimed(self, signature: str, element: etree._Element) -> None:
        """Count the own words of an element that is kept without a row in any tag dictionary."""
        count = count_own_words(element)
        if count:
            self._unclaimed[signature] = self._unclaimed.get(signature, 0) + count

    def add_base_use(self, signature: str) -> None:
        """Count an element for which the portal's own tag dictionary has no row."""
        self._base[signature] = self._base.get(signature, 0) + 1

    def to_text_account(self, kept: int) -> TextAccount:
        """Return the account; ``kept``: the number of words in the body."""
        return TextAccount(
            kept=kept,
            dropped=tuple(sorted(self._dropped.items())),
            unclaimed=tuple(sorted(self._unclaimed.items())),
            base=tuple(sorted(self._base.items())),
        )


def sum_accounts(accounts: Iterable[TextAccount]) -> TextAccount:
    """Return the sum of several accounts."""
    accounts = tuple(accounts)
    outside = [a.outside for a in accounts if a.outside is not None]
    return TextAccount(
        kept=sum(a.kept for a in accounts),
        dropped=_sum_tables(a.dropped for a in accounts),
        unclaimed=_sum_tables(a.unclaimed for a in accounts),
        base=_sum_tables(a.base for a in accounts),
        outside=sum(outside) if outside else None,
    )


def _sum_tables(tables: Iterable[tuple[tuple[str, int], ...]]) -> tuple[tuple[str, int], ...]:
    totals: dict[str, int] = {}
    for table in tables:
        for name, count in table:
            totals[name] = totals.get(name, 0) + count
    return tuple(sorted(totals.items()))


# The HTML elements that end a line of text in a browser.
#
# They are those with the display types block, list-item and table parts (WHATWG HTML, "Rendering").

BLOCK_TAGS = frozenset(
    """address article aside blockquote body caption center colgroup col dd details dialog dir
    div dl dt fieldset figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 header hgroup hr
    html legend li listing main menu nav ol optgroup option p plaintext pre search section
    summary table tbody td tfoot th thead tr ul xmp""".split()
)

_BLOCK_STYLE = re.compile(r"(?:^|[;\s])display\s*:\s*(?:block|flex|grid|table|list-item)\b", re.I)

VERBATIM_TAGS = frozenset(("listing", "plaintext", "pre", "xmp"))
"""Elements that show white space as it is written."""


def is_block(element: etree._Element) -> bool:
    """Return True for an element that ends a line, by its tag or by its own ``style``."""
    if element.tag in BLOCK_TAGS:
        return True
    style = element.get("style")
    return style is not None and _BLOCK_STYLE.search(style) is not None
