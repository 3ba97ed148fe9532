"""Find the kicker of a title: the few words above it, or before it inside its heading, that are not
part of it.

It is recognised by the names of elements (``kicker``, ``Dachzeile``, ``surtitre``, ``antetítulo``
…), by ``small`` at the beginning of the heading, or by a smaller heading just before it in the same
``header``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from lxml import etree

from webarticlecurator.extract.heuristics.class_names import compile_class_words, element_names
from webarticlecurator.extract.heuristics.lines import is_date_line
from webarticlecurator.extract.heuristics.text_units import fold_text
from webarticlecurator.page import Page

MAX_KICKER_LENGTH = 80
"""Characters; a longer text is a title itself."""
MAX_LEVELS = 3
"""Levels of the tree above the heading in which its kicker is looked for."""
_MIN_TITLE_LETTERS = 4
"""Folded letters that must remain of the heading; else what was found is the title."""
_HEADINGS = ("h2", "h3", "h4", "h5", "h6")
_HEADERS = ("header", "hgroup")


@dataclass(frozen=True)
class Kicker:
    """A kicker (``text``), and the text of the heading without it (``title``). ``original``: the
    text of the element with the kicker; inside the heading, that of the whole heading."""

    text: str
    title: str
    original: str


def find_kicker(page: Page) -> Kicker | None:
    """Return the kicker of the first ``h1`` of ``page``, or None; once for each page."""
    return page.derived("heuristics.kicker", _find_kicker)


def _find_kicker(page: Page) -> Kicker | None:
    heading = next(iter(page.elements.with_tag("h1")), None)
    if heading is None:
        return None
    heading_text = _collapsed_text(heading)
    inside = next(_kickers_inside(heading), None)
    if inside is not None:
        title = _text_without(heading, inside)
        return _make_kicker(_collapsed_text(inside), title, heading_text)
    above = next(_kickers_above(heading), None)
    if above is None:
        return None
    text = _collapsed_text(above)
    return _make_kicker(text, heading_text, text)


def _kickers_inside(heading: etree._Element) -> Iterator[etree._Element]:
    """Yield the elements inside the heading with a kicker's class name, then ``small`` at its
    beginning."""
    for element in heading.iterdescendants():
        if isinstance(element.tag, str) and compile_class_words("kicker").search(
            element_names(element)
        ):
            yield element
    first = heading[0] if len(heading) else None
    if first is not None and first.tag == "small" and not (heading.text or "").strip():
        yield first


def _text_without(heading: etree._Element, kicker: etree._Element) -> str:
    """Return the text of the heading that is not in ``kicker``."""
    left_out = set(kicker.iter())
    pieces = [heading.text or ""]
    for element in heading.iterdescendants():
        is_kept = element not in left_out
        own = (element.text or "") if is_kept and isinstance(element.tag, str) else ""
        tail = (element.tail or "") if is_kept or element is kicker else ""
        pieces.append(f" {own}{tail}" if element.tag == "br" else f"{own}{tail}")
    return " ".join("".join(pieces).split()).lstrip(":|•·–—- ")


def _kickers_above(heading: etree._Element) -> Iterator[etree._Element]:
    """Yield the kickers in the element just before the heading, or before an element that begins
    with the heading."""
    at = heading
    for _ in range(MAX_LEVELS):
        before = at.getprevious()
        while before is not None and not (isinstance(before.tag, str) and _collapsed_text(before)):
            before = before.getprevious()
        if before is not None:
            yield from _kickers_in(before, heading)
            return
        parent = at.getparent()
        if parent is None or parent.tag in ("body", "html"):
            return
        at = parent


def _kickers_in(before: etree._Element, heading: etree._Element) -> Iterator[etree._Element]:
    """Yield the first element in ``before`` with a kicker's class name, then ``before`` itself if
    it is a smaller heading in the same ``header``."""
    with_class_name = [
        e
        for e in before.iter()
        if isinstance(e.tag, str)
        and compile_class_words("kicker").search(element_names(e))
        and _collapsed_text(e)
    ]
    yield from with_class_name[:1]
    parent = heading.getparent()
    if (
        before.tag in _HEADINGS
        and parent is not None
        and parent.tag in _HEADERS
        and before.getparent() is parent
    ):
        yield before


def _make_kicker(text: str, title: str, original: str) -> Kicker | None:
    """Return the kicker, None if ``text`` is too long, a date or the title itself."""
    text = re.sub(r"\s*[:|•·–—-]+$", "", text)
    folded, folded_title = fold_text(text), fold_text(title)
    if not folded or len(text) > MAX_KICKER_LENGTH or is_date_line(text):
        return None
    if len(folded_title) < _MIN_TITLE_LETTERS or folded_title == folded:
        return None
    return Kicker(text, title, original)


def _collapsed_text(element: etree._Element) -> str:
    return " ".join(" ".join(map(str, element.itertext())).split())
