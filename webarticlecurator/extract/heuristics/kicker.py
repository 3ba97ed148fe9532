"""The kicker of a title: the few words that stand above it, or before it inside its heading, and
are no part of it.

Told by the names of elements (``kicker``, ``Dachzeile``, ``surtitre``, ``antetítulo`` …), by
``small`` at the beginning of the heading, or by a smaller heading just before it in the same
``header``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from lxml import etree

from webarticlecurator.extract.heuristics.lines import is_date_line
from webarticlecurator.extract.heuristics.name_words import KICKER
from webarticlecurator.extract.heuristics.person_names import class_hints
from webarticlecurator.extract.heuristics.text_units import fold_text
from webarticlecurator.page import Page

LONGEST = 80
"""Characters; what is longer is a title itself."""
LEVELS = 3
"""How far around the heading its kicker may stand."""
_HEADINGS = ("h2", "h3", "h4", "h5", "h6")
_HEADERS = ("header", "hgroup")


@dataclass(frozen=True)
class Kicker:
    """``text``: the kicker; ``title``: the text of the heading without it; ``original``: where the
    two stand in one heading, all of its text."""

    text: str
    title: str
    original: str


def find_kicker(page: Page) -> Kicker | None:
    """The kicker of the first h1 of a page; looked for once."""
    return page.derived("guess.kicker", _found)


def _found(page: Page) -> Kicker | None:
    head = next(page.root.iter("h1"), None)
    if head is None:
        return None
    whole = _text(head)
    inside = next(_inside(head), None)
    if inside is not None:
        return _checked(_text(inside), _rest(head, inside), whole)
    above = next(_above(head), None)
    return None if above is None else _checked(_text(above), whole, _text(above))


def _inside(head: etree._Element) -> Iterator[etree._Element]:
    """Elements inside the heading that are named so, and one that is set in small type at its
    beginning."""
    for element in head.iterdescendants():
        if isinstance(element.tag, str) and KICKER.search(class_hints(element)):
            yield element
    first = head[0] if len(head) else None
    if first is not None and first.tag == "small" and not (head.text or "").strip():
        yield first


def _rest(head: etree._Element, inside: etree._Element) -> str:
    """The text of the heading that does not stand in ``inside``."""
    left_out = set(inside.iter())
    pieces = [head.text or ""]
    for element in head.iterdescendants():
        own = (
            (element.text or "") if element not in left_out and isinstance(element.tag, str) else ""
        )
        tail = (element.tail or "") if element is inside or element not in left_out else ""
        pieces.append(f" {own}{tail}" if element.tag == "br" else f"{own}{tail}")
    return " ".join("".join(pieces).split()).lstrip(":|•·–—- ")


def _above(head: etree._Element) -> Iterator[etree._Element]:
    """Elements just before the heading, and just before what begins with it."""
    at = head
    for _ in range(LEVELS):
        before = at.getprevious()
        while before is not None and not (isinstance(before.tag, str) and _text(before)):
            before = before.getprevious()
        if before is not None:
            yield from _kickers_in(before, head)
            return
        parent = at.getparent()
        if parent is None or parent.tag in ("body", "html"):
            return
        at = parent


def _kickers_in(before: etree._Element, head: etree._Element) -> Iterator[etree._Element]:
    named = [
        e
        for e in before.iter()
        if isinstance(e.tag, str) and KICKER.search(class_hints(e)) and _text(e)
    ]
    if named:
        yield named[0]
    parent = head.getparent()
    if (
        before.tag in _HEADINGS
        and parent is not None
        and parent.tag in _HEADERS
        and before.getparent() is parent
    ):
        yield before


def _checked(text: str, title: str, original: str) -> Kicker | None:
    """None where it is no kicker: too long, a date, or the title itself."""
    text = re.sub(r"\s*[:|•·–—-]+$", "", text)
    fits = 0 < len(text) <= LONGEST and fold_text(text) and not is_date_line(text)
    said = fold_text(title)
    return (
        Kicker(text, title, original)
        if fits and said and said != fold_text(text) and len(said) > 3
        else None
    )


def _text(element: etree._Element) -> str:
    return " ".join(" ".join(map(str, element.itertext())).split())
