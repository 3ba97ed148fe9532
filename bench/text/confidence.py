"""How far the confidence of texts that are read without rules can be trusted, on all sets of pages
with marked text.

usage: python -m bench.text.confidence --folds FOLDER [--svg FILE]

Each page is read by the classifier that has not seen its site (``bench/train_units.py --folds
FOLDER``), as ``unseen.py`` does. Prints for each bin of confidence how many pages it has, their mean
confidence and F1, and how many are below .9 and .5; then, for each set and kind, how well the
confidence ranks the pages below .9 (.5 is chance), and the mean distance of confidence and F1 in
bins; then the same of the sites held out. ``--svg`` draws the mean F1 of the bins.
"""

from __future__ import annotations

import argparse
from itertools import pairwise
from pathlib import Path

from bench.text.unseen import SHARED, Scores, add, calibration_error, rank, read_answers
from bench.training.article_texts import SETS, read_sets
from webarticlecurator.corpus.charts.bar_chart import Bar, draw_columns
from webarticlecurator.corpus.charts.svg import write_svg

BINS = (0.0, 0.3, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.925, 0.95, 0.96, 0.97, 0.98, 0.99, 1.001)


def list_bins(scores: Scores) -> list[tuple[str, list[float], list[float]]]:
    """Return the name of each bin that has pages, their confidence and their F1."""
    found = []
    for low, high in pairwise(BINS):
        inside = [
            pair for pair in zip(scores.confidence, scores.f1, strict=True) if low <= pair[0] < high
        ]
        if inside:
            confidence, f1 = (list(each) for each in zip(*inside, strict=True))
            found.append((f"{low:.3f}".lstrip("0"), confidence, f1))
    return found


def main() -> None:
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--folds", type=Path, required=True)
    options.add_argument("--svg", type=Path, help="write the reliability diagram to this file")
    given = options.parse_args()
    found: dict[tuple[str, str, str], Scores] = {}
    for part, page, answers in read_answers(read_sets(SHARED, SETS), given.folds, peers=False):
        for key in (("all", ""), (page.set_name, page.kind)):
            add(found.setdefault((part, *key), Scores()), page, answers["curator"][0])
    bins = list_bins(found["", "all", ""])
    print(f"{'from':6} {'pages':>5} {'mean':>6} {'F1':>6} {'<.9':>5} {'<.5':>4}")
    for name, confidence, f1 in bins:
        low, lost = (sum(each < limit for each in f1) for limit in (0.9, 0.5))
        means = (sum(values) / len(values) for values in (confidence, f1))
        print(f"{name:6} {len(f1):5}", *(f"{mean:6.3f}" for mean in means), f"{low:5} {lost:4}")
    for (part, set_name, kind), scores in sorted(found.items()):
        print(
            f"{part:9} {set_name:12} {kind:14} {len(scores.f1):5}  ranking {rank(scores):.3f}"
            f"  calibration error {calibration_error(scores):.3f}"
        )
    if given.svg:
        bars = [Bar(name, round(1000 * sum(f1) / len(f1))) for name, _, f1 in bins]
        title = f"Mean F1 of {sum(len(f1) for _, _, f1 in bins):,} pages of unseen sites"
        drawing = draw_columns(title, "per mille", bars, "confidence from")
        given.svg.write_text(write_svg(drawing), "utf-8")


if __name__ == "__main__":
    main()
