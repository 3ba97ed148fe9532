"""The units of the article by two voices: the heuristics, and the probabilities of the classifier.

Each unit that the heuristics take has its odds multiplied by ODDS, each other one divided by it;
of the probabilities that come out, those with the highest expected F1 are chosen. So a unit is
left out where its probability is very low, and added where it is very high. Limits are stricter
for what the classifier knows little of: short lines, parts of lists, quoted posts.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from webarticlecurator.articles.without_rules.expected_f1 import choose_by_expected_f1
from webarticlecurator.articles.without_rules.page_hints import HEADINGS
from webarticlecurator.articles.without_rules.text_units import Unit
from webarticlecurator.base.grouping import group_values

# Weights from 2 to 30 were tried on 105 Fundus, 181 scrapinghub and 32 pages of other tools. The
# choice as a feature of the second stage was worse: trees trust it where it fails.
ODDS = 6
"""How many times more likely a unit is that the heuristics take. From 4 to 16 the pages of unseen
sites are read about as well (``bench/train_units.py``)."""
# The limits of a vote on one unit, per mille: certain to come back, and very improbable to go.
MIN_ADDED = 950
"""Probability in per mille from which a unit is added."""
MIN_BETWEEN = 800
"""The same for a unit between two that the heuristics take: comments and other articles are behind
the text, lists, tables and boxes of the text inside it. At 700 captions came in (Fundus)."""
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
    odds = []
    for n, p in enumerate(probabilities):
        yes, no = (ODDS * p, 1000 - p) if n in votes else (p, ODDS * (1000 - p))
        odds.append(1000 * yes // (yes + no))
    chosen, _ = choose_by_expected_f1(odds, [unit.size for unit in units])
    added = {n for n in chosen - votes if probabilities[n] >= MIN_ADDED}
    added |= {
        n
        for n in range(min(votes, default=0), max(votes, default=0))
        if probabilities[n] >= MIN_BETWEEN and n not in votes and units[n].tag != "figcaption"
    }
    # What is listed or quoted is not left out on its own, nor a short line that is not certain.
    stay = {
        n
        for n in votes
        if n in chosen
        or (units[n].size < SHORT_SIZE and probabilities[n] >= MAX_SHORT)
        or _is_listed_or_quoted(units[n])
    }
    kept = (added | stay) - find_improbable_parts(taken, units, probabilities)
    # a heading without the text below it is that of a teaser
    for n in sorted(added, reverse=True):
        if units[n].tag in HEADINGS and n + 1 not in kept:
            kept.discard(n)
    return frozenset(kept)


def find_improbable_parts(
    taken: Collection[int], units: Sequence[Unit], probabilities: Sequence[int]
) -> set[int]:
    """Return those of the ``taken`` units that are in an element in which all of them are
    improbable: comments, teasers. It never holds more than half of their text."""
    inside = group_values((element, n) for n in taken for element in units[n].around)
    half, found = sum(units[n].size for n in taken) / 2, set[int]()
    for members in inside.values():
        size = sum(units[n].size for n in members)
        # Never more than half of the text: that would be another choice, which judge_units decides.
        if len(members) < MIN_PART or size > half:
            continue
        mass = sum(units[n].size * probabilities[n] for n in members)
        listed = sum(units[n].size for n in members if _is_listed_or_quoted(units[n]))
        highest = max(probabilities[n] for n in members)
        # No single unit may be likely, the mean low, and most of the part no list or quotation.
        if highest <= MAX_PROBABILITY and mass <= MAX_MEAN * size and 2 * listed < size:
            found.update(members)
    return found


def _is_listed_or_quoted(unit: Unit) -> bool:
    return unit.tag in _LIST_TAGS or any(e.tag == _QUOTE for e in unit.around[1:])
