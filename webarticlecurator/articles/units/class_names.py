"""What the names on elements tell on any portal: whether an element is beside the article, or what
is in it.

The names are class, id, role, itemprop and the data attributes that component systems write; the
words are in ``words/class-names.txt``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from lxml import etree

from webarticlecurator.base.text.words import list_words

ASIDE_TAGS = frozenset(("nav", "aside", "footer", "menu", "dialog", "address"))
"""Elements that are beside the article by their tag."""
CLASS_NAME_ATTRIBUTES = (
    "class id role itemprop data-testid data-component data-type data-module data- block name "
).split()
_NAMING_PLACES: dict[Any, int] = {name: n for n, name in enumerate(CLASS_NAME_ATTRIBUTES)}
_CAMEL_CASE = re.compile("(?<=[a-z0-9])(?=[A-Z])")
_MAX_KEPT_NAMES = 300
"""Characters of names that are folded only once, since the pages of a portal repeat them. Longer
ones are rare and could fill the memory."""
_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
"""A generated id, which is not a name: it may begin with *ad*."""
_UUID_LENGTH = 36


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
