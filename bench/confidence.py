"""How far the confidence of texts that are read without rules can be trusted: the mean F1 of the
pages with marked text, by bins of confidence.

usage: python bench/confidence.py [SHARED] [--folds FOLDER] [--every N] [--jobs N] [--damaged]
       [--more FILE …]

Reads the pages as ``robustness.py`` does, as they are, and with ``--damaged`` also with the damage
of ``damage.py``. The classifier was trained on these pages; with ``--folds`` each page is read by
the one that was trained without the pages of its site (``bench/train_units.py --folds FOLDER``):
these are the figures to judge by. Prints for each bin how many pages it has, their mean confidence and F1, and how
many are below .9 and .5; then how well the confidence ranks the pages: the probability that a page
below .9 has a lower confidence than another one (.5 is chance).
"""

from __future__ import annotations

import multiprocessing
import sys
import tempfile
from functools import partial
from itertools import pairwise
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from damage import DAMAGES
from options import parser_with_sets
from robustness import Score, read_pages, score, score_unseen

BINS = (0, 500, 700, 800, 850, 900, 925, 950, 960, 970, 980, 990, 1001)
"""Limits of the bins, in per mille."""


def print_bins(scores: list[Score]) -> None:
    """Print a line for each bin that has pages."""
    print(f"{'confidence':13} {'pages':>5} {'mean':>6} {'F1':>6} {'<.9':>5} {'<.5':>4}")
    for low, high in pairwise(BINS):
        inside = [s for s in scores if low <= (s.confidence or 0) < high]
        if inside:
            mean = sum(s.confidence or 0 for s in inside) / len(inside) / 1000
            f1 = sum(s.f1 for s in inside) / len(inside)
            below = [sum(s.f1 < limit for s in inside) for limit in (0.9, 0.5)]
            print(
                f".{low:03d} to .{high - 1:03d}  {len(inside):5} {mean:6.3f} {f1:6.3f}"
                f" {below[0]:5} {below[1]:4}"
            )


def rank(scores: list[Score]) -> float:
    """Return the probability that a page below .9 has a lower confidence than another one."""
    bad = [s.confidence or 0 for s in scores if s.f1 < 0.9]
    good = [s.confidence or 0 for s in scores if s.f1 >= 0.9]
    pairs = ((b < g) + 0.5 * (b == g) for b in bad for g in good)
    return sum(pairs) / (len(bad) * len(good)) if bad and good else 1.0


def main() -> None:
    options = parser_with_sets(__doc__)
    options.add_argument("--folds", type=Path, help="classifiers of bench/train_units.py --folds")
    options.add_argument("--every", type=int, default=1, help="read every Nth page")
    options.add_argument("--jobs", type=int, default=2, help="processes")
    options.add_argument("--damaged", action="store_true", help="also the damaged pages")
    given = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        pages = read_pages(given.shared, given.more, Path(folder), given.every)
    rows = ["as_it_is", *(DAMAGES if given.damaged else ())]
    read_one = partial(score_unseen, folds=given.folds) if given.folds else score
    with multiprocessing.Pool(given.jobs) as pool:
        scores = [s for row in rows for s in pool.map(partial(read_one, change=row), pages, 8)]
    read = [s for s in scores if s.confidence is not None]
    print(f"{len(read)} pages; {len(scores) - len(read)} rejected")
    print_bins(read)
    lost = sum(s.f1 < 0.5 for s in scores)
    print(f"F1 {sum(s.f1 for s in scores) / len(scores):.3f}, below .5: {lost / len(scores):.1%}")
    print(f"ranking: {rank(read):.3f}")


if __name__ == "__main__":
    main()
