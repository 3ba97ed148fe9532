"""Which text units repeat the article in one piece, as pages for search engines or speech have it.

On a page of many megabytes not every unit can be looked for in every other. So the long texts are
cut into blocks of BLOCK characters, and a text is looked for only in those that have one of its
stretches as a block: wherever a text of two blocks or more is in another one, it covers a whole
block of it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from webarticlecurator.articles.without_rules.text_units import Unit

# When a unit is a copy. BLOCK bounds the time on a page of megabytes, not the result.
MIN_COPY_SIZE = 800
"""Size from which a unit can be a copy of the whole article."""
MIN_COPIED_UNITS = 3
"""Running units whose text is also in one unit from which that unit is a copy."""
BLOCK = 10
"""Letters and digits. Texts shorter than two blocks are in many others by chance."""

Text = tuple[str, int]
"""The folded text of a unit, and its size."""


def find_copies(units: Sequence[Unit]) -> set[int]:
    """Return the indices of the units that repeat the text of MIN_COPIED_UNITS others or more, each
    less than half as long."""
    running = [n for n, unit in enumerate(units) if unit.is_running_text]
    longest = max((units[n].size for n in running), default=0)
    if longest < MIN_COPY_SIZE:
        return set()

    wholes = defaultdict[Text, list[int]](list)
    parts = Counter[Text]()
    for n in running:
        unit = units[n]
        if unit.size >= MIN_COPY_SIZE:
            wholes[unit.folded_text, unit.size].append(n)
        # A part must be less than half of the whole, else two versions of a text would be copies.
        if 2 * unit.size < longest and len(unit.folded_text) >= 2 * BLOCK:
            parts[unit.folded_text, unit.size] += 1
    if parts.total() < MIN_COPIED_UNITS:
        return set()

    found = Counter[Text]()
    blocks = _index_blocks(wholes)
    for part, count in parts.items():
        for whole in _find_candidates(part[0], blocks):
            if found[whole] < MIN_COPIED_UNITS and 2 * part[1] < whole[1] and part[0] in whole[0]:
                found[whole] += count
    return {n for whole, count in found.items() if count >= MIN_COPIED_UNITS for n in wholes[whole]}


def _index_blocks(wholes: Iterable[Text]) -> Mapping[str, list[Text]]:
    """Return block → the texts that have it at a multiple of BLOCK."""
    blocks = defaultdict[str, list[Text]](list)
    for whole in wholes:
        text = whole[0]
        for block in {text[at : at + BLOCK] for at in range(0, len(text) - BLOCK + 1, BLOCK)}:
            blocks[block].append(whole)
    return blocks


def _find_candidates(part: str, blocks: Mapping[str, list[Text]]) -> set[Text]:
    """Return the texts that can hold ``part``: for each place of its first whole block, those that
    have the rarest of the blocks from there on."""
    candidates = set[Text]()
    for first in range(BLOCK):
        rarest: list[Text] | None = None
        for at in range(first, len(part) - BLOCK + 1, BLOCK):
            texts = blocks.get(part[at : at + BLOCK], [])
            if rarest is None or len(texts) < len(rarest):
                rarest = texts
            if not texts:
                break
        candidates.update(rarest or ())
    return candidates
