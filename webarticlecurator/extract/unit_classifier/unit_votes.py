"""The units of the article by two voices: the heuristics, and the probabilities of the classifier.

Each unit that the heuristics take has its odds multiplied by ODDS, each other one divided by it; of
the probabilities that come out, those with the highest expected F1 are chosen. So a unit is left
out where its probability is very low, and added where it is very high. Limits are stricter for what
the classifier knows little of: short lines, parts of lists, quoted posts.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from lxml import etree

from webarticlecurator.extract.heuristics.text_units import Unit
from webarticlecurator.extract.unit_classifier.unit_selection import choose_by_expected_f1

ODDS = 6
"""How many times more likely a unit is that the heuristics take. From 4 to 16 the pages of unseen
sites are read about as well (``bench/train_units.py``)."""
MIN_ADDED = 950
"""Probability in per mille from which a unit is added."""
SHORT_SIZE = 80
MAX_SHORT = 50
"""Probability in per mille below which a unit of less than SHORT_SIZE is left out."""
MAX_PROBABILITY = 300
"""The highest probability in per mille in an improbable part."""
MAX_MEAN = 200
"""The highest mean probability of an improbable part in per mille, each unit by its size."""
MIN_PART = 3
"""Units of a part: many that are improbable together are more certain than each of them."""
_LIST_TAGS = frozenset("li td th dt dd".split())
_QUOTE = "blockquote"
"""Text directly in an entry of a list or table, or in a quoted post, is left out only with a part
that is mostly something else."""


def choose_by_votes_and_odds(
    taken: Collection[int], units: Sequence[Unit], probabilities: Sequence[int]
) -> frozenset[int]:
    """Return the indices of the units of the article, given those that the heuristics have
    ``taken`` and the probability of each unit in per mille."""
    votes = frozenset(taken)
    odds = [_weigh(p, n in votes) for n, p in enumerate(probabilities)]
    chosen, _ = choose_by_expected_f1(odds, [unit.size for unit in units])
    added = {n for n in chosen - votes if probabilities[n] >= MIN_ADDED}
    stay = {n for n in votes if n in chosen or _needs_certainty(units[n], probabilities[n])}
    return frozenset(added | stay) - find_improbable_parts(taken, units, probabilities)


def find_improbable_parts(
    taken: Collection[int], units: Sequence[Unit], probabilities: Sequence[int]
) -> set[int]:
    """Return those of the ``taken`` units that are in an element in which all of them are
    improbable: comments, teasers. It never holds more than half of their text."""
    inside: dict[etree._Element, list[int]] = {}
    for n in taken:
        for element in units[n].around:
            inside.setdefault(element, []).append(n)
    half, found = sum(units[n].size for n in taken) / 2, set[int]()
    for members in inside.values():
        if len(members) >= MIN_PART and sum(units[n].size for n in members) <= half:
            part = [units[n] for n in members]
            if _is_improbable(part, [probabilities[n] for n in members]):
                found.update(members)
    return found


def _is_improbable(part: Sequence[Unit], probabilities: Sequence[int]) -> bool:
    size = sum(unit.size for unit in part)
    mass = sum(unit.size * p for unit, p in zip(part, probabilities, strict=True))
    listed = sum(unit.size for unit in part if _is_listed_or_quoted(unit))
    return max(probabilities) <= MAX_PROBABILITY and mass <= MAX_MEAN * size and 2 * listed < size


def _needs_certainty(unit: Unit, probability: int) -> bool:
    """Return True for a unit that is not left out on its own at this probability."""
    if unit.size < SHORT_SIZE and probability >= MAX_SHORT:
        return True
    return _is_listed_or_quoted(unit)


def _weigh(probability: int, is_taken: bool) -> int:
    """Return a probability in per mille with its odds multiplied or divided by ODDS."""
    yes, no = probability, 1000 - probability
    yes, no = (ODDS * yes, no) if is_taken else (yes, ODDS * no)
    return 1000 * yes // (yes + no)


def _is_listed_or_quoted(unit: Unit) -> bool:
    return unit.tag in _LIST_TAGS or any(e.tag == _QUOTE for e in unit.around[1:])
