"""Times of a clock without a day (*14:05*, *2.05 pm*), as live reports have at their entries."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from lxml import etree

from webarticlecurator.articles.units.text_units import Unit
from webarticlecurator.articles.without_rules.post_time_elements import TimeReader
from webarticlecurator.base.text.times import DAY_LENGTH
from webarticlecurator.pages.page.ancestors import self_and_ancestors

_CLOCK = re.compile(
    r"\W{0,6}(?P<hour>[01]?[0-9]|2[0-3])(?:[:.hH]|\s?[時时시点點]\s?)(?P<minute>[0-5][0-9])"
    r"(?![:.,hH]?[0-9])(?:\s?(?P<half>[apAP])\.?[mM]\b)?"
)
_LINE_END = re.compile(r"[.\s]*(?:uhr|[^\W\d]{1,5})?\W*", re.IGNORECASE)
_DAY, _HALF = 24 * 60, 12 * 60


def list_clock_lines(units: Iterable[Unit]) -> dict[etree._Element, str]:
    """Return element → text of the ``units`` that begin with a time of a clock."""
    # few units begin with a digit or a sign
    lines = {unit.element: unit.text for unit in units if not unit.text[:1].isalpha()}
    return {element: line for element, line in lines.items() if _CLOCK.match(line)}


class ClockReader(TimeReader):
    """The elements with times of a clock: those of ``elements`` that are one, and in each of
    ``lines`` (element → a line that begins with one) the innermost with no more. ``is_falling``:
    whether later times stand first."""

    def __init__(
        self, elements: Iterable[etree._Element], lines: Mapping[etree._Element, str]
    ) -> None:
        self._minutes = dict[etree._Element, int]()
        self.is_falling = False
        for element in elements:
            self._add(element, _CLOCK.match(_read_line(element)))
        known = {outer for element in self._minutes for outer in self_and_ancestors(element)}
        for element, line in lines.items():
            if element not in known:
                self._add(_find_clock_element(element), _CLOCK.match(line))
        self.elements = dict.fromkeys(self._minutes)
        self._values = dict.fromkeys(self._minutes, "")  # when they are is not known

    def _add(self, element: etree._Element, match: re.Match[str] | None) -> None:
        has_day = len(element.get("datetime") or "") >= DAY_LENGTH
        if match is not None and not has_day:
            half = (match["half"] or "").lower()
            hour = int(match["hour"]) % (12 if half else 24) + 12 * (half == "p")
            self._minutes[element] = 60 * hour + int(match["minute"])

    def list_moments(self, times: Iterable[etree._Element]) -> Sequence[str]:
        """Return the moments of times in the order of the page, to be compared: from each to the
        next one it is less than half a day."""
        minutes = [self._minutes[element] for element in times]
        moments = minutes[:1]
        for before, minute in pairwise(minutes):
            moments.append(moments[-1] + (minute - before + _HALF) % _DAY - _HALF)
        self.is_falling = moments[-1:] < moments[:1]
        lowest = min(moments, default=0)
        return [f"{moment - lowest:06d}" for moment in moments]


def _find_clock_element(element: etree._Element) -> etree._Element:
    """Return the innermost first element in one that has only a time, else the element itself."""
    inner: etree._Element | None = element
    while inner is not None and not (inner.text or "").strip():
        inner = next(inner.iterchildren("*"), None)
        line = "" if inner is None else _read_line(inner)
        match = _CLOCK.match(line)
        if inner is not None and match and _LINE_END.fullmatch(line, match.end()):
            element = inner
    return element


def _read_line(element: etree._Element) -> str:
    return "".join(map(str, element.itertext("*"))).strip()
