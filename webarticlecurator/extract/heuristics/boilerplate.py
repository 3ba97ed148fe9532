"""What stands inside the article's element and is no part of its text. For guessing without
rules."""

from __future__ import annotations

import re
from collections import Counter

from lxml import etree

from webarticlecurator.extract.body.line_breaks import BLOCK_TAGS
from webarticlecurator.extract.heuristics.lead import is_embed_placeholder
from webarticlecurator.extract.heuristics.lines import is_date_line, is_link_line
from webarticlecurator.extract.heuristics.page_hints import (
    HEADINGS,
    PageHints,
    is_declared,
    is_title,
    repeats_title,
)
from webarticlecurator.extract.heuristics.person_names import ClassNames, is_lead
from webarticlecurator.extract.heuristics.root_candidates import LINKED, PARAGRAPH, running_text
from webarticlecurator.extract.heuristics.teasers import (
    find_other_articles,
    find_teasers,
    leads_away,
)
from webarticlecurator.extract.heuristics.text_units import TEXT_TAGS, Unit
from webarticlecurator.page.ancestors import self_and_ancestors
from webarticlecurator.rules.white_space import collapse_white_space

Drops = dict[etree._Element, str]
ONE = 2
"""So few units left out below a heading are no list that it stands above."""
LINES = 4
"""So many short lines of one kind in one element are no labels."""
_ENDS = re.compile(r"[.!?…。！？؟।][\"'”’»)\]]*$")


def find_boilerplate(
    root: etree._Element, inside: list[Unit], names: ClassNames, told: PageHints
) -> Drops:
    """Element → why it is dropped, for the units inside ``root``."""
    found: Drops = dict.fromkeys(find_teasers(root, inside, told.url), "guess: teaser")
    found.update(dict.fromkeys(find_other_articles(root, inside, told), "guess: another article"))
    started = False
    for unit in inside:
        if _gone(unit, root, found) or is_declared(unit, told):
            started = started or is_declared(unit, told)
            continue
        named = names.outermost(unit.element, root)
        why = "" if _is_quoted(unit, root) else _line(unit, told, started)
        if named and not is_lead(named[0]):
            found.setdefault(named[0], f"guess: {named[1]}")
        elif why and unit.element is not root:
            found.update(dict.fromkeys(_holding(unit, names), f"guess: {why}"))
        elif running_text(unit):
            found.update({} if started else _first_lines(unit, told))
            started = True
    _labels(root, inside, found)
    return found


def _is_quoted(unit: Unit, root: etree._Element) -> bool:
    """True in a quotation or an embedded post: links, names and dates of its own belong to it."""
    return any(at.tag == "blockquote" for at in self_and_ancestors(unit.element, root))


def _first_lines(unit: Unit, told: PageHints) -> Drops:
    """Title and date that stand before the text in the same element, each in an inline element:
    pages without ``p``."""
    found: Drops = {}
    for element in unit.element if unit.tag not in TEXT_TAGS or unit.tag == "td" else ():
        text = (
            collapse_white_space("".join(map(str, element.itertext())))
            if isinstance(element.tag, str)
            else ""
        )
        if text and repeats_title(text, told):
            found[element] = "guess: title"
        elif text and is_date_line(text):
            found[element] = "guess: date"
        elif text:
            break
        if (element.tail or "").strip():
            break
    return found


def _holding(unit: Unit, names: ClassNames) -> list[etree._Element]:
    """What to drop to be rid of a line: its element; where running text stands in that too, the
    inline elements of the line."""
    if names.held(unit.element) <= unit.size:
        return [unit.element]
    return [
        e
        for e in unit.element
        if isinstance(e.tag, str) and not any(d.tag in BLOCK_TAGS for d in e.iter())
    ]


def _gone(unit: Unit, root: etree._Element, found: Drops) -> bool:
    return any(at in found for at in self_and_ancestors(unit.element, root) if at is not root)


def _line(unit: Unit, told: PageHints, started: bool) -> str:
    text = unit.letters
    if (unit.tag == "h1" and not started) or is_title(unit, told):
        return "title"
    if (
        unit.link_share > LINKED
        and not running_text(unit)
        and not _is_sentence(unit)
        and (unit.tag not in HEADINGS or leads_away(unit.element, told.url))
    ):
        return "links"
    if is_link_line(unit.text):
        return "points elsewhere"
    if is_embed_placeholder(unit.text):
        return "embed that is not shown"
    if is_date_line(unit.text):
        return "date"
    if unit.size < 80 and any(
        name in text and len(text) < 2 * len(name) + 12 for name in told.authors if len(name) > 4
    ):
        return "author"
    if (
        not started
        and unit.size < 40
        and unit.tag not in HEADINGS
        and not _says_something(unit)
        and not is_lead(unit.element)
    ):
        return "before the text"
    return ""


def _says_something(unit: Unit) -> bool:
    """True for a paragraph, however short, that ends like a sentence."""
    return unit.tag == "p" and bool(_ENDS.search(unit.text))


def _is_sentence(unit: Unit) -> bool:
    """True for a paragraph of which much is a link, but which says something itself."""
    return _says_something(unit) and unit.size >= PARAGRAPH / 2 and unit.link_share < 0.9


def _labels(root: etree._Element, inside: list[Unit], found: Drops) -> None:
    """Headings and other labels of which everything they stand above is dropped, and those at the
    end."""
    above, verses = True, _verses(root, inside, found)
    kept = _KeptUnits(inside, root, found)
    for position, unit in reversed(list(enumerate(inside))):
        if kept.is_gone(position):
            continue
        dropped = _heads_nothing(position, inside, kept)
        label = _is_label(unit) and (unit.tag in HEADINGS or unit.element.getparent() not in verses)
        if label and unit.element is not root and (above or dropped):
            found[unit.element] = "guess: label"
            kept.drop(position)
        else:
            above = False


class _KeptUnits:
    """For each position in ``inside``, read from the last one on, the next position that is kept.
    Units of one element stand side by side, so that a dropped element is a run of positions."""

    def __init__(self, inside: list[Unit], root: etree._Element, found: Drops) -> None:
        self._inside, self._root, self._found = inside, root, found
        self._next = [len(inside)] * (len(inside) + 1)

    def is_gone(self, position: int) -> bool:
        """Return True for a dropped unit. Positions are to be asked for from the last to the
        first."""
        gone = _gone(self._inside[position], self._root, self._found)
        self._next[position] = self._next[position + 1] if gone else position
        return gone

    def drop(self, position: int) -> None:
        """Note that the element of a unit is dropped, and with it the units in it, which follow."""
        element, end = self._inside[position].element, position + 1
        while end < len(self._inside) and self._inside[end].is_in(element):
            end += 1
        self._next[position:end] = [self._next[end]] * (end - position)

    def after(self, position: int) -> int:
        """Return the first position behind ``position`` that is kept; past the end if none is."""
        return self._next[position + 1]


def _is_label(unit: Unit) -> bool:
    return (unit.tag in HEADINGS and unit.size < PARAGRAPH) or (
        unit.size < 40 and not _ENDS.search(unit.text)
    )


def _verses(root: etree._Element, inside: list[Unit], found: Drops) -> set[etree._Element]:
    """What holds several short lines, which are text all the same: a list, a poem."""
    lines = [
        unit
        for unit in inside
        if unit.tag in ("p", "li") and _is_label(unit) and not _gone(unit, root, found)
    ]
    counts = Counter(unit.element.getparent() for unit in lines)
    return {element for element, count in counts.items() if element is not None and count >= LINES}


def _heads_nothing(position: int, inside: list[Unit], kept: _KeptUnits) -> bool:
    """True if what is left out follows a label, and not just a picture's or a player's line before
    the text goes on."""
    after = kept.after(position)
    gone = after - position - 1
    if (
        position + 1 == len(inside)
        or not gone
        or not _under(inside[position + 1], inside[position])
    ):
        return position + 1 == len(inside)
    return gone > ONE or after == len(inside) or not running_text(inside[after])


def _under(after: Unit, label: Unit) -> bool:
    """True if what follows shares with the label an element that is not that of the running text
    around."""
    around = label.element.getparent()
    return label.tag in HEADINGS and any(outer is around for outer in after.element.iterancestors())
