"""How sure the text of an article read without rules is: its expected token F1, in per mille.

The score counts signs of structure: enough running text in enough paragraphs, few links and short
lines among it, little of the element dropped, little prose of the page left out. The table from
score to F1 is calibrated on pages with marked text (``bench/confidence.py``): the mean F1 of the
pages with that score, on sites that the row was not made from.
"""

from __future__ import annotations

from webarticlecurator.extract.heuristics.left_out_prose import TextChoice, list_taken
from webarticlecurator.extract.heuristics.root_candidates import is_running_text
from webarticlecurator.extract.heuristics.root_choice import PageText
from webarticlecurator.extract.heuristics.text_units import Unit, list_units_in

CONFIDENCE_OF_USUAL_ROOTS = 700
"""Of ``article``, ``main`` or ``body``, taken where a page has too little text to choose from."""
EXPECTED_F1 = (100, 470, 800, 850, 890, 950, 974)
"""Number of signs → expected F1 in per mille."""
MIN_SIZE = 600
MIN_PARAGRAPHS = 4
MAX_LINKED = 0.1
"""Share of the text that is inside links."""
MAX_DROPPED = 0.4
"""Share of the root's text that is dropped."""
MAX_SHORT = 0.25
"""Short lines that were taken, for each character of running text."""
MIN_SHARE = 0.5
"""Share of the page's running text that was taken."""


def estimate_confidence(choice: TextChoice, page: PageText) -> int:
    """Return the F1 to be expected of ``choice``, in per mille."""
    return EXPECTED_F1[count_signs(choice, page)]


def count_signs(choice: TextChoice, page: PageText) -> int:
    """Return how many of the signs of a whole article ``choice`` has, 0 to 6."""
    taken = [page.units[n] for n in list_taken(choice, page.units, range(len(page.units)))]
    prose = [unit for unit in taken if is_running_text(unit)]
    size, taken_size = _sum_sizes(prose), _sum_sizes(taken)
    root_size = _sum_sizes(list_units_in(page.units, choice.roots[-1]))
    page_size = _sum_sizes([unit for unit in page.units if is_running_text(unit)])
    return sum(
        (
            size >= MIN_SIZE,
            len(prose) >= MIN_PARAGRAPHS,
            sum(unit.linked for unit in taken) < MAX_LINKED * taken_size,
            root_size - taken_size < MAX_DROPPED * root_size,
            taken_size - size < MAX_SHORT * size,
            size > MIN_SHARE * page_size,
        )
    )


def _sum_sizes(units: list[Unit]) -> int:
    return sum(unit.size for unit in units)
