"""A choice of the article's text in which other units are kept than those that it took."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from webarticlecurator.extract.heuristics.chosen_elements import (
    Elements,
    find_chosen_elements,
    find_drops_of,
)
from webarticlecurator.extract.heuristics.left_out_prose import TextChoice
from webarticlecurator.extract.heuristics.text_units import Unit


def change_choice(
    choice: TextChoice, units: Sequence[Unit], taken: Sequence[int], kept: Collection[int]
) -> TextChoice:
    """Return ``choice`` with the ``kept`` units instead of those that it has ``taken`` (indices in
    ``units``). Its roots stay, unless a kept unit is outside of them; what it has left out stays
    left out, unless a kept unit is in it."""
    if set(kept).issubset(taken):
        # the other units are left out already, and an element may be dropped as a whole with them
        places = {place for place, n in enumerate(taken) if n in kept}
        drops = find_drops_of([units[n] for n in taken], places, choice.roots)
        return replace(choice, drops={**drops, **choice.drops})
    roots = _find_roots(choice, units, kept)
    around_kept = {e for n in kept for e in units[n].around}
    stay = {e: why for e, why in choice.drops.items() if e not in around_kept}
    return replace(choice, roots=roots, drops={**find_drops_of(units, kept, roots), **stay})


def _find_roots(choice: TextChoice, units: Sequence[Unit], kept: Collection[int]) -> Elements:
    roots = set(choice.roots)
    if all(not roots.isdisjoint(units[n].around) for n in kept):
        return choice.roots
    found, _ = find_chosen_elements(units, kept)
    return found
