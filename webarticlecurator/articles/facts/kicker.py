"""Find the kicker of a title: the few words above it, or before it inside its heading, that are not
part of it.

It is recognised by the names of elements (``kicker``, ``Dachzeile``, ``surtitre``, ``antetítulo``
…), by ``small`` at the beginning of the heading, or by a smaller heading just before it in the
same ``header``.
"""

from __future__ import annotations

import re

from lxml import etree

from webarticlecurator.articles.units.class_names import has_class_word
from webarticlecurator.articles.units.link_lines import is_date_line
from webarticlecurator.articles.units.text_units import fold_text
from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.pages.page.displayed import find_unseen
from webarticlecurator.pages.page.page import Page, once_per_page
from webarticlecurator.pages.rules.elements import list_value_texts

# The three bounds of a kicker: how long, how far above the heading, how much must be left of it.
MAX_KICKER_LENGTH = 80
"""Characters; a longer text is a title itself."""
MAX_LEVELS = 3
"""Levels of the tree above the heading in which its kicker is looked for."""
_MIN_TITLE_LETTERS = 4
"""Folded letters that must remain of the heading; else what was found is the title."""
_LABEL = re.compile(r"(?<![a-z])(?:label|prefix|badge)(?![a-z])", re.IGNORECASE)
"""The name of a label at the beginning of a heading, as before the titles of threads."""
SUBHEADINGS = ("h2", "h3", "h4", "h5", "h6")
_HEADERS = ("header", "hgroup")


@dataclass(frozen=True)
class Kicker:
    """A kicker (``text``), and the text of the heading without it (``title``). ``original``: the
    text of the element with the kicker; inside the heading, that of the whole heading."""

    text: str
    title: str
    original: str


@once_per_page("heuristics.kicker")
def find_kicker(page: Page) -> Kicker | None:
    """Return the kicker of the first ``h1`` of ``page``, or None."""
    heading = next(iter(page.elements.with_tag("h1")), None)
    if heading is None:
        return None
    heading_text = collapsed_text(heading)
    inside = next((e for e in heading.iterdescendants("*") if has_class_word(e, "kicker")), None)
    # `small` behind the words of the heading is a subtitle or a note, so it counts only at the
    # beginning.
    first = heading[0] if len(heading) else None
    if first is not None and not (heading.text or "").strip():
        innermost = first[0] if len(first) and not (first.text or "").strip() else first
        names = f"{first.get('class') or ''} {innermost.get('class') or ''}"
        if inside is None and (first.tag == "small" or _LABEL.search(names)):
            inside = first
    if inside is not None:
        # the title is the text of the heading outside the kicker
        left_out = {each for outer in (inside, *find_unseen(heading)) for each in outer.iter()}
        pieces = [heading.text or ""]
        for element in heading.iterdescendants():
            is_kept = element not in left_out
            own = (element.text or "") if is_kept and isinstance(element.tag, str) else ""
            is_end = element.getparent() not in left_out
            tail = (element.tail or "") if is_kept or is_end else ""
            pieces.append(f" {own}{tail}" if element.tag == "br" else f"{own}{tail}")
        title = " ".join("".join(pieces).split()).lstrip(":|•·–—- ")
        return _make_kicker(collapsed_text(inside), title, heading_text)
    above = _find_kicker_above(heading)
    if above is None:
        return None
    text = collapsed_text(above)
    return _make_kicker(text, heading_text, text)


def _find_kicker_above(heading: etree._Element) -> etree._Element | None:
    """Return the kicker in the element just before the heading, or before an element that begins
    with the heading: an element with a kicker's class name, else a smaller heading in the same
    ``header``."""
    at = heading
    for _ in range(MAX_LEVELS):
        before = at.getprevious()
        while before is not None and not (isinstance(before.tag, str) and _has_text(before)):
            # A reader does not see empty elements and comments above the heading.
            before = before.getprevious()
        if before is not None:
            break
        parent = at.getparent()
        if parent is None or parent.tag in ("body", "html"):
            return None
        at = parent
    else:
        return None

    for e in before.iter("*"):
        if has_class_word(e, "kicker") and _has_text(e):
            return e
    parent = heading.getparent()
    is_in_header = parent is not None and parent.tag in _HEADERS and before.getparent() is parent
    return before if before.tag in SUBHEADINGS and is_in_header else None


def _make_kicker(text: str, title: str, original: str) -> Kicker | None:
    """Return the kicker, None if ``text`` is too long, a date or the title itself."""
    text = re.sub(r"\s*[:|•·–—-]+$", "", text)
    folded_text, folded_title = fold_text(text), fold_text(title)
    # A date above the title is the day of publication or of the visit, read by page_dates.
    if not folded_text or len(text) > MAX_KICKER_LENGTH or is_date_line(text):
        return None
    if len(folded_title) < _MIN_TITLE_LETTERS or folded_title == folded_text:
        return None
    return Kicker(text, title, original)


def _has_text(element: etree._Element) -> bool:
    return not all(str(text).isspace() for text in element.itertext())


def collapsed_text(element: etree._Element) -> str:
    """Return the words that readers see in an element, those of its parts apart."""
    return " ".join(" ".join(list_value_texts(element)).split())
