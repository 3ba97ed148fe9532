"""The lead where it stands outside the article's element, between title and text. For guessing without rules."""

from __future__ import annotations

from lxml import etree

from webarticlecurator.extract.guess.lines import is_moment, points_elsewhere
from webarticlecurator.extract.guess.names import Names, is_lead
from webarticlecurator.extract.guess.root import LINKED
from webarticlecurator.extract.guess.signals import Signals, says_title
from webarticlecurator.extract.guess.units import Unit

LEAD = 50
"""A lead is at least this long."""
FAR = 60
"""The title is looked for so many units before the text."""


def lead_units(found: list[Unit], root: etree._Element, names: Names, told: Signals) -> list[Unit]:
    """The units of a lead between the page's title and ``root``, in document order."""
    start = next((n for n, unit in enumerate(found) if unit.is_in(root)), 0)
    title = next(
        (n for n in range(start - 1, max(-1, start - FAR), -1) if found[n].tag == "h1" or says_title(found[n], told)), None
    )
    between = found[title + 1 : start] if title is not None else []
    return [unit for unit in between if _is_lead(unit, names, told)]


def _is_lead(unit: Unit, names: Names, told: Signals) -> bool:
    if unit.size < LEAD or unit.link_share > LINKED or is_moment(unit.text) or points_elsewhere(unit.text):
        return False
    text = unit.letters
    if text in told.titles:
        return False
    if any(text.startswith(said[:60]) for said in told.descriptions if len(said) >= 30):
        return True
    named = names.outermost(unit.element)
    return is_lead(unit.element) or named is None or is_lead(named[0])
