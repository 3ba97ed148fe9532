"""Which text units repeat the article in one piece, as pages for search engines or speech do."""

from __future__ import annotations

from collections.abc import Sequence

from webarticlecurator.articles.units.text_units import Unit

# When a unit is a copy. MAX_WHOLES and MAX_PARTS bound the time on a page of megabytes.
MIN_COPY_SIZE = 800
"""Size from which a unit can be a copy of the whole article."""
MIN_COPIED_UNITS = 3
"""Running units whose text is also in one unit from which that unit is a copy."""
MIN_PART_LETTERS = 20
"""Letters and digits of such a unit; shorter texts are in many others by chance."""
MAX_WHOLES = 20
"""Units that may be copies, the longest ones."""
MAX_PARTS = 500
"""Units that are looked for in them, the first ones."""


def find_copies(units: Sequence[Unit]) -> set[int]:
    """Return the indices of the units that repeat the text of MIN_COPIED_UNITS others or more, each
    less than half as long."""
    running = [n for n, unit in enumerate(units) if unit.is_running_text]
    long = (n for n in running if units[n].size >= MIN_COPY_SIZE)
    wholes = sorted(long, key=lambda n: -units[n].size)[:MAX_WHOLES]
    # A part must be less than half of the whole, else two versions of a text would be copies.
    longest = units[wholes[0]].size if wholes else 0
    parts = [
        units[n]
        for n in running
        if 2 * units[n].size < longest and len(units[n].folded_text) >= MIN_PART_LETTERS
    ][:MAX_PARTS]
    return {
        n for n in wholes if sum(_is_part(part, units[n]) for part in parts) >= MIN_COPIED_UNITS
    }


def _is_part(part: Unit, whole: Unit) -> bool:
    return 2 * part.size < whole.size and part.folded_text in whole.folded_text
