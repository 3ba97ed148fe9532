"""What the names on elements tell on any portal: whether an element is beside the article, or its
lead.

The names are class, id, role, itemprop and the data attributes that component systems write; the
words are in ``words/class-names.txt``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any

from lxml import etree

from webarticlecurator.base.text.words import list_words
from webarticlecurator.pages.page.displayed import is_not_displayed

ASIDE_TAGS = frozenset(("nav", "aside", "footer", "menu", "dialog", "address"))
"""Elements that are beside the article by their tag."""
_FORM_TAGS = frozenset(("form", "fieldset"))
_NAMING_TAGS = ASIDE_TAGS | _FORM_TAGS
_NAMING_ATTRIBUTES = (
    "class id role itemprop data-testid data-component data-type data-module data- block name "
).split()
_NAMING_PLACES: dict[Any, int] = {name: n for n, name in enumerate(_NAMING_ATTRIBUTES)}
_CAMEL_CASE = re.compile("(?<=[a-z0-9])(?=[A-Z])")
_MAX_KEPT_NAMES = 300
"""Characters of names that are folded only once, since the pages of a portal repeat them. Longer
ones are rare and could fill the memory."""
_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
"""A generated id, which is not a name: it may begin with *ad*."""
_UUID_LENGTH = 36
_Aside = tuple[etree._Element, str]
"""An element that is beside the article, and the hint by which it is."""


def element_names(element: etree._Element) -> str:
    """Return the names on an element as one string in small letters, the parts of camelCase and
    snake_case separated by hyphens; the tag of a custom element is one of the names."""
    return join_names(str(element.tag), element.items())


def join_names(tag: str, attributes: Sequence[tuple[Any, Any]]) -> str:
    """Return the same for a tag and its attributes."""
    found = [(_NAMING_PLACES[k], v) for k, v in attributes if v and k in _NAMING_PLACES]
    if not found and "-" not in tag:  # as most elements of a list or a text
        return ""
    if len(found) > 1:
        found.sort()
    names = [str(value) for _, value in found]
    if "-" in tag:
        names.append(tag)
    return fold_names(" ".join(names))


def fold_names(names: str) -> str:
    """Return names in small letters with hyphens between their parts, as ``find_class_word``
    reads them."""
    fold = _fold_and_keep if len(names) <= _MAX_KEPT_NAMES else _fold_and_keep.__wrapped__
    return fold(names)


@lru_cache(maxsize=4096)
def _fold_and_keep(names: str) -> str:
    if len(names) >= _UUID_LENGTH:
        names = _UUID.sub("", names)
    small = names.lower()
    if small != names:
        small = _CAMEL_CASE.sub("-", names).lower()
    return small.replace("_", "-")


def strict_class_hint(element: etree._Element, names: str) -> str:
    """Return the same for an element that is beside the article even if it holds more text."""
    return _find_aside_hint(str(element.tag), element.get("role"), names, "beside, however long")


def _find_aside_hint(tag: str, role: str | None, names: str, section: str) -> str:
    if tag in ASIDE_TAGS:
        return tag
    return "dialog" if role in ("dialog", "alertdialog") else find_class_word(section, names)


def find_class_word(section: str, names: str) -> str:
    """Return the first word of a section of ``words/class-names.txt`` that is a whole word in
    ``names`` (``element_names``), empty if there is none."""
    if not names:
        return ""
    find = _find_and_keep if len(names) <= _MAX_KEPT_NAMES else _find_and_keep.__wrapped__
    return find(section, names)


# The key is not the pattern, whose hash is made of all its code each time (2 to 7 µs).
@lru_cache(maxsize=4096)
def _find_and_keep(section: str, names: str) -> str:
    match = _compile_words(section).search(f" {names}")
    return match[1] if match else ""


@lru_cache(maxsize=32)
def _compile_words(section: str) -> re.Pattern[str]:
    # With a set of characters before the words the search stops at their beginnings only: 2 to 4 µs
    # for the names of an element, 5 to 15 with a look behind.
    return re.compile(f"[^a-z]({'|'.join(list_words('class-names', section))})(?![a-z])")


def has_class_word(element: etree._Element, section: str) -> bool:
    """Return True if the names on an element have one of the words of a section of
    ``words/class-names.txt``."""
    # Kept for names that come again, as those of the items of a list do: in a tenth of the time.
    return bool(find_class_word(section, element_names(element)))


def is_lead(element: etree._Element) -> bool:
    """Return True if the names on an element are those of a lead."""
    return has_class_word(element, "lead")


_ELSEWHERE_TAGS = frozenset(("nav", "aside", "form", "menu", "dialog"))


def is_named_elsewhere(element: etree._Element) -> bool:
    """Return True for an element that by its tag or names belongs to comments, other articles or
    menus."""
    if element.tag in _ELSEWHERE_TAGS or element.get("role") in ("contentinfo", "navigation"):
        return True
    return has_class_word(element, "elsewhere")


class ClassNames:
    """Which elements are asides (named as something beside the article), judged by their names and
    the amount of text in them; the answer is kept for each element.

    An element with a large share of the text is not an aside, whatever its names; with weak names,
    a smaller share or several paragraphs are enough.

    ``sizes``: element → size of the running text in it; ``total``: of the whole text;
    ``container``: an element with the title and text after it. It is never an aside, and the
    elements in it are compared with its text instead of ``total``.
    """

    STRONG_SHARE = 0.3
    """Share of the text from which an element with strong names may be the article: an aside with
    nearly a third of the text is rare."""
    WEAK_SHARE = 0.1
    """The same with weak names, which are often those of the article."""
    WEAK_PARAGRAPHS = 3
    """Number of ``p`` from which an element with weak names is not an aside."""

    def __init__(
        self,
        sizes: dict[etree._Element, int],
        total: int,
        container: etree._Element | None = None,
    ) -> None:
        self._sizes = sizes
        self._total = total
        self._container = container
        self.strict = False
        self._ignored: frozenset[str] | None = frozenset()
        self._never_asides = set() if container is None else {container, *container.iterancestors()}
        self._labels: dict[etree._Element, str] = {}
        self._outermost: dict[etree._Element | None, dict[etree._Element, _Aside | None]] = {}

    def strict_copy(self, title: etree._Element) -> ClassNames:
        """Return a copy that takes elements with strict names for asides however much text they
        hold, unless they hold the ``title``."""
        names = ClassNames(self._sizes, self._total, self._container)
        names.strict = True
        names._never_asides |= {title, *title.iterancestors()}
        return names

    def without_words(self, words: frozenset[str] | None = None) -> ClassNames:
        """Return a copy that does not take elements with one of these ``words`` for asides; None:
        with any word, so that only their tags tell (``nav``, ``aside``)."""
        names = ClassNames(self._sizes, self._total, self._container)
        names._ignored = words
        return names

    def find_large_asides(self) -> Iterator[etree._Element]:
        """Yield the elements with strict names that hold so much text that they may be the
        article."""
        return (
            element
            for element, size in self._sizes.items()
            if size > self._text_around(element) * self.STRONG_SHARE
            and element not in self._never_asides
            and strict_class_hint(element, element_names(element))
        )

    def text_size(self, element: etree._Element) -> int:
        """Return the size of the running text in ``element``."""
        return self._sizes.get(element, 0)

    def aside_label(self, element: etree._Element) -> str:
        """Return the hint by which ``element`` itself is an aside, empty if it is none."""
        label = self._labels.get(element)
        if label is None:
            label = self._find_label(element)
            is_ignored = self._ignored is None or label in self._ignored
            label = "" if is_ignored and label not in ASIDE_TAGS else label
            self._labels[element] = label
        return label

    def _find_label(self, element: etree._Element) -> str:
        tag = str(element.tag)
        if element in self._never_asides or tag in ("body", "html"):
            return ""
        attributes = element.items()
        # Nothing but its tag could name an element without attributes: one of five.
        if not attributes and tag not in _NAMING_TAGS and "-" not in tag:
            return ""
        # Most elements hold no running text: they are asked for their names alone.
        size = self.text_size(element)
        total = self._text_around(element) if size else 0
        is_large = size > total * self.STRONG_SHARE
        if is_large and not self.strict:
            return ""

        names = join_names(tag, attributes)
        if is_large:
            return strict_class_hint(element, names)
        values: dict[Any, Any] = dict(attributes)
        hint = _find_aside_hint(tag, values.get("role"), names, "beside")
        if hint or size > total * self.WEAK_SHARE or (tag in ("p", "blockquote") and size):
            return hint
        # A weak hint: the article itself has such names as often. Those of a table row say what its
        # data are about (`player-580` in a table of results).
        may_be_hidden = "hidden" in values or "style" in values
        if values.get("aria-hidden") == "true" or (may_be_hidden and is_not_displayed(element)):
            hint = "hidden"
        elif tag in _FORM_TAGS:
            hint = "form"
        elif tag != "tr":
            hint = find_class_word("beside, if short", names)
        # looked for before the paragraphs, since few elements have one
        if not hint:
            return ""
        paragraphs = list(islice(element.iterdescendants("p"), self.WEAK_PARAGRAPHS))
        return hint if len(paragraphs) < self.WEAK_PARAGRAPHS else ""

    def _text_around(self, element: etree._Element) -> int:
        """Return the size of the text that ``element`` is compared with."""
        container = self._container
        if container is not None and container in element.iterancestors():
            return self.text_size(container)
        return self._total

    def outermost_aside(
        self, element: etree._Element, root: etree._Element | None = None
    ) -> _Aside | None:
        """Return the outermost aside from ``element`` up to below ``root`` with its label, or
        None."""
        known = self._outermost.setdefault(root, {})
        if element in known:
            return known[element]
        unknown: list[etree._Element] = []
        at: etree._Element | None = element
        while at is not None and at not in known:
            unknown.append(at)
            at = None if at is root else at.getparent()
        outermost = known[at] if at is not None else None
        for at in reversed(unknown):
            if outermost is None and at is not root and (label := self.aside_label(at)):
                outermost = (at, label)
            known[at] = outermost
        return outermost
