"""What the names on elements give away, on any portal: for guessing without rules.

Names are class, id, role, itemprop and the data attributes that component systems write; the words
are in ``name_words.py``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from lxml import etree

from webarticlecurator.extract.heuristics.name_words import LEAD, LOOSE, MUCH, SURE
from webarticlecurator.page.ancestors import self_and_ancestors

ASIDE_TAGS = frozenset(("nav", "aside", "footer", "menu", "dialog", "address"))
_NAMING = (
    "class id role itemprop data-testid data-component data-type data-module data- block name "
).split()


_CAMEL = re.compile(r"([a-z0-9])([A-Z])")
_GENERATED = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
"""The number of a thing: it may begin with *ad*."""


def class_hints(element: etree._Element) -> str:
    """The names on an element as one string, parts of camelCase apart; that of a custom element is
    one of them."""
    given = [value for key in _NAMING if (value := element.get(key))]
    if "-" in str(element.tag):
        given.append(str(element.tag))
    return _CAMEL.sub(r"\1-\2", _GENERATED.sub("", " ".join(given))).lower().replace("_", "-")


def strong_class_hint(element: etree._Element, name: str) -> str:
    """What stands beside articles, as the element's tag or ``name`` (see ``naming``) says; empty if
    they say nothing."""
    return _said(element, name, SURE)


def strict_class_hint(element: etree._Element, name: str) -> str:
    """The same, of what may hold more text than the article."""
    return _said(element, name, MUCH)


def _said(element: etree._Element, name: str, words: re.Pattern[str]) -> str:
    if element.tag in ASIDE_TAGS:
        return str(element.tag)
    if element.get("role") in ("dialog", "alertdialog"):
        return "dialog"
    found = words.search(name) if name else None
    return found.group(0) if found else ""


def weak_class_hint(element: etree._Element, name: str) -> str:
    """What is as often the article itself as something beside it."""
    style = (element.get("style") or "").replace(" ", "")
    if (
        element.get("hidden") is not None
        or element.get("aria-hidden") == "true"
        or "display:none" in style
    ):
        return "hidden"
    if element.tag in ("form", "fieldset"):
        return "form"
    found = LOOSE.search(name) if name else None
    return found.group(0) if found else ""


def is_lead(element: etree._Element) -> bool:
    """True if the names on an element say that it holds the lead."""
    return bool(LEAD.search(class_hints(element)))


class ClassNames:
    """Whether an element, or something around it, is named as something beside the article; asked
    once for each element.

    ``sizes``: element → size of the running text below it, ``total``: of all of it. What holds a
    large part of the text is never something beside, whatever it is called; what is named loosely
    already if it holds several paragraphs. ``around``: an element that holds the title and text
    after it is the article's surroundings, and what stands in it is compared with it alone.
    """

    SURE_SHARE = 0.3
    LOOSE_SHARE = 0.1
    PARAGRAPHS = 3

    def __init__(
        self, sizes: dict[etree._Element, int], total: int, around: etree._Element | None = None
    ) -> None:
        self._sizes = sizes
        self._total = total
        self._around = around
        self.strict = False
        self._outside = set() if around is None else {around, *around.iterancestors()}
        self._known: dict[etree._Element, str] = {}

    def strictly(self, title: etree._Element) -> ClassNames:
        """The same, but what is surely named is something beside, however much it holds; unless it
        holds the ``title``."""
        names = ClassNames(self._sizes, self._total, self._around)
        names.strict = True
        names._outside |= {title, *title.iterancestors()}
        return names

    def large(self) -> Iterator[etree._Element]:
        """The elements that are surely named but hold so much text that they may be the article all
        the same."""
        for element, held in self._sizes.items():
            if (
                held > self._share_of(element) * self.SURE_SHARE
                and element not in self._outside
                and strict_class_hint(element, class_hints(element))
            ):
                yield element

    def held(self, element: etree._Element) -> int:
        """The size of the running text below ``element``."""
        return self._sizes.get(element, 0)

    def own(self, element: etree._Element) -> str:
        """What the element itself is named as; empty if nothing."""
        known = self._known.get(element)
        if known is None:
            known = self._known[element] = self._asked(element)
        return known

    def _asked(self, element: etree._Element) -> str:
        held, total = self.held(element), self._share_of(element)
        large = held > total * self.SURE_SHARE
        if (
            element in self._outside
            or element.tag in ("body", "html")
            or (large and not self.strict)
        ):
            return ""
        name = class_hints(element)
        if large:
            return strict_class_hint(element, name)
        found = strong_class_hint(element, name)
        if (
            found
            or held > total * self.LOOSE_SHARE
            or (element.tag in ("p", "blockquote") and held)
            or len(element.findall(".//p")) >= self.PARAGRAPHS
        ):
            return found
        return weak_class_hint(element, name)

    def _share_of(self, element: etree._Element) -> int:
        inside = self._around is not None and self._around in element.iterancestors()
        return self.held(self._around) if inside and self._around is not None else self._total

    def outermost(
        self, element: etree._Element, root: etree._Element | None = None
    ) -> tuple[etree._Element, str] | None:
        """The outermost element from ``element`` up to below ``root`` that is named so, and as
        what."""
        found = None
        for at in self_and_ancestors(element, root):
            name = "" if at is root else self.own(at)
            found = (at, name) if name else found
        return found
