"""The same words in two elements for two sizes of screen: a browser shows one of them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache

from lxml import etree

_CAMEL_CASE = re.compile("(?<=[a-z])(?=[A-Z])")
_DEVICE = "phone|mobile|tablet|desktop|handheld"
_SIZE = (
    r"(?:xs|sm|md|lg|xl|xxl|small|med|medium|large|touch|(?<=@)[sml]|\[[0-9][^]]*\]"
    rf"|{_DEVICE})"
)
_HIDES, _SHOWS = "hide|hidden|none", "visible|show|only|block|inline|flex|grid|table"
_FORM = re.compile(
    rf"""(?<![a-z])(?:
    (?P<word>{_HIDES}|visible|show)[-_@:]+(?:(?:for|on|in|at)[-_]+)?(?P<size>{_SIZE})
    |(?P<below>(?:max|not)-)?(?P<size_before>{_SIZE})[-_@:]+!?(?P<word_behind>{_HIDES}|{_SHOWS})
    )(?:[-_](?:and|up|down|only|above|below|max|min|inline|block|flex))*!?$""",
    re.VERBOSE,
)
"""A class of a size of screen, as ``hidden-xs``, ``md:block``, ``max-md:hidden``,
``uk-hidden@m``, ``is-hidden-mobile``."""
_DEVICE_NAME = re.compile(rf"(?<![a-z])({_DEVICE})(?![a-z])")
_EVERYWHERE = frozenset(("hidden", "hide", "d-none"))
"""Classes that hide an element unless another one of it names a size."""
_DISPLAYS = _EVERYWHERE | frozenset("block d-block flex d-flex grid inline inline-block".split())
"""Classes that say the same of all sizes that another one of an element does not name."""

OTHER_SIZE = "hidden: copy for another size of screen"
"""Why an element is left out, in the account of words."""


def find_other_sizes(
    roots: Sequence[etree._Element], classes: Collection[str]
) -> dict[etree._Element, str]:
    """Return the elements in ``roots`` with the words of an earlier one, where the classes of both
    say that they are shown on screens of different sizes (``visible-xs`` and ``hidden-xs``).
    ``classes``: all ``class`` attributes in the roots."""
    kept: dict[str, list[etree._Element]] = {}
    found: dict[etree._Element, str] = {}
    sizes = {each for each in map(read_sizes, classes) if each}
    if all(one & other for one in sizes for other in sizes):
        return found
    for element in _list_elements(roots):
        words = " ".join("".join(map(str, element.itertext("*"))).split())
        others = kept.setdefault(words, [])
        if words and any(
            are_of_two_sizes((element,), (other,)) and other not in element.iterancestors()
            for other in others
        ):
            found[element] = OTHER_SIZE
        else:
            others.append(element)
    return found


def _list_elements(roots: Sequence[etree._Element]) -> Iterator[etree._Element]:
    """Yield the elements in the roots with classes of sizes, in document order."""
    for root in roots:
        for element in root.iter("*"):
            if read_sizes(element.get("class") or ""):
                yield element


def find_smaller_versions(element: etree._Element) -> set[etree._Element]:
    """Return what is shown in place of a longer text of the same element on another size of
    screen."""
    sized = [each for each in element.iterdescendants("*") if read_sizes(each.get("class") or "")]
    found = set[etree._Element]()
    for at, one in enumerate(sized):
        for other in sized[at + 1 :]:
            if _replaces(one, other) or _replaces(other, one):
                lengths = (sum(map(len, each.itertext("*"))) for each in (one, other))
                found.add(min(zip(lengths, (1, 0), (one, other), strict=True))[2])
    return found


def _replaces(one: etree._Element, other: etree._Element) -> bool:
    """Return True if an element is shown on a size of screen on which the other one is hidden."""
    shown = {size for shows, size in read_sizes(one.get("class") or "") if shows}
    hidden = {size for shows, size in read_sizes(other.get("class") or "") if not shows}
    return bool(shown) and shown <= hidden and other not in one.iterancestors()


@lru_cache(maxsize=4096)
def read_sizes(classes: str) -> frozenset[tuple[bool, str]]:
    """Return for which sizes of screen a ``class`` attribute shows (True) or hides (False) an
    element; empty if it names none. A size "" is all others."""
    names = _CAMEL_CASE.sub("-", classes).lower().split()
    forms = set[tuple[bool, str]]()
    for name in names:
        match, device = _FORM.search(name), _DEVICE_NAME.search(name)
        if match is not None:
            word = match["word"] or match["word_behind"]
            # what hides on smaller screens shows from the size on
            shows = (word in _HIDES.split("|")) == bool(match["below"])
            forms.add((shows, match["size"] or match["size_before"]))
        elif device is not None:
            forms.add((True, device[1]))
    if forms and not _EVERYWHERE.isdisjoint(names):
        forms.add((False, ""))
    return frozenset(forms)


@lru_cache(maxsize=4096)
def drop_size_classes(classes: str) -> str:
    """Return a ``class`` attribute without those that only say for which sizes it is: with no
    others, an element is of the kind of its neighbours."""
    names = classes.split()
    others = [name for name in names if not _FORM.search(_CAMEL_CASE.sub("-", name).lower())]
    if len(others) == len(names):  # nearly all
        return classes
    return " ".join(name for name in others if name not in _DISPLAYS)


def are_of_two_sizes(one: Iterable[etree._Element], other: Iterable[etree._Element]) -> bool:
    """Return True if one place and another one are shown on screens of different sizes.
    ``one``, ``other``: the elements around each."""
    first, second = (
        frozenset().union(*(read_sizes(each.get("class") or "") for each in around))
        for around in (one, other)
    )
    return bool(first and second) and first.isdisjoint(second)
