"""Compare a sequence labeller of text units with the trees of the shipped classifier, on pages of
unseen sites.

usage: python bench/train_sequence.py [SHARED] [--network convolution|lstm] [--networks N]
                                      [--epochs N] [--more FILE …]

Needs PyTorch and scikit-learn (``pip install torch .[train]``); nothing that is shipped needs them.
After BoilerNet (Leonhardt, Anand, Khosla 2020, "Boilerplate Removal using a Neural Sequence
Labeling Model"): a bidirectional LSTM, or dilated convolutions (Yu and Koltun 2016), over all text
units of a page in their order. Pages, features, labels, weights and folds are those of
``train_units.py``, whose trees are trained here, too. BoilerNet itself reads tags and the thousand
most frequent words; here the units have the features of the trees, since structure beats names.
Nothing is trained on the pages of ``--more`` (``package_pages.py``).

The probabilities of a page are the mean of N networks, which begin with other weights. Rows: what
is chosen by the heuristics, by the trees, by the networks, by the mean of the probabilities of
both, by both or either of them, and by what is shipped (``judge_choice``) when it asks each of
them. Nothing is written. The same pages, seeds and version of PyTorch give the same figures
on one machine.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")  # the same sums in the same order
sys.path.insert(0, str(Path(__file__).resolve().parent))

import torch  # type: ignore[import-untyped,import-not-found,unused-ignore]
from article_texts import FOLDS, read_packages, read_sets
from options import parser_with_sets
from sequence_networks import NETWORKS, Scale, describe_units, estimate, train_network
from train_units import (
    TrainingPage,
    choose,
    judge,
    print_row,
    read_training_page,
    scores_by_set,
    train_folds,
)


def estimate_folds(
    pages: Sequence[TrainingPage],
    others: Sequence[TrainingPage],
    given: argparse.Namespace,
) -> dict[int, list[list[int]]]:
    """Return ``id`` of a page → the probabilities of its units in per mille by each of the networks
    that have not seen its site. Nothing is learned from ``others``."""
    inputs = {id(page): describe_units(page) for page in (*pages, *others)}
    found: dict[int, list[list[int]]] = {}
    for fold in range(FOLDS):
        seen = [page for page in pages if page.page.fold != fold]
        scale = Scale([inputs[id(page)] for page in seen])
        scaled = [scale.apply(inputs[id(page)]) for page in seen]
        networks = [
            train_network(seen, scaled, given.network, given.epochs, seed)
            for seed in range(given.networks)
        ]
        if not fold:
            print(f"{sum(value.numel() for value in networks[0].parameters())} weights each")
        for page in (*pages, *others):
            if page.page.fold == fold:
                values = scale.apply(inputs[id(page)])
                found[id(page)] = [estimate(network, values) for network in networks]
    return found


def compare(pages: Sequence[TrainingPage], each: dict[int, list[list[int]]]) -> None:
    """Print a row for each way to choose. ``each``: what ``estimate_folds`` returns."""
    means = {
        key: [sum(unit) // len(unit) for unit in zip(*found, strict=True)]
        for key, found in each.items()
    }

    def by_network(page: TrainingPage) -> list[int]:
        return means[id(page)]

    def by_both(page: TrainingPage) -> list[int]:
        return [(p + q) // 2 for p, q in zip(page.second, by_network(page), strict=True)]

    def trees(page: TrainingPage) -> frozenset[int]:
        return choose(page, page.second)[0]

    def networks(page: TrainingPage) -> frozenset[int]:
        return choose(page, by_network(page))[0]

    def network(page: TrainingPage, n: int) -> frozenset[int]:
        return choose(page, each[id(page)][n])[0]

    def judge_by(page: TrainingPage, likely: list[int]) -> Iterable[int]:
        return judge(replace(page, second=likely)).units

    count = len(next(iter(each.values())))
    rows: dict[str, Callable[[TrainingPage], Iterable[int]]] = {
        "heuristics (not out of sample)": lambda page: page.voted,
        "trees, one stage": lambda page: choose(page, page.first)[0],
        "trees, two stages": trees,
        **{f"network {n + 1}": partial(network, n=n) for n in range(count)},
        "networks": networks,
        "trees and networks": lambda page: trees(page) & networks(page),
        "trees or networks": lambda page: trees(page) | networks(page),
        "mean of both": lambda page: choose(page, by_both(page))[0],
        "heuristics with trees": lambda page: judge(page).units,
        "heuristics with networks": lambda page: judge_by(page, by_network(page)),
        "heuristics with both": lambda page: judge_by(page, by_both(page)),
    }
    for name, select in rows.items():
        print_row(name, scores_by_set(pages, select))


def main() -> None:
    options = parser_with_sets(__doc__)
    options.add_argument("--network", choices=NETWORKS, default="convolution")
    options.add_argument("--networks", type=int, default=3, metavar="N")
    options.add_argument("--epochs", type=int, default=10, metavar="N")
    given = options.parse_args()
    torch.set_num_threads(1)
    torch.use_deterministic_algorithms(True)

    pages = [page for page in map(read_training_page, read_sets(given.shared)) if page.units]
    others = [read_training_page(page) for page in read_packages(given.more)]
    print(f"{len(pages)} pages, {sum(len(page.units) for page in pages)} units", flush=True)
    train_folds(pages, others)
    start = time.process_time()
    sequence = estimate_folds(pages, others, given)
    print(f"{given.network}: {time.process_time() - start:.0f} s of CPU time")
    compare([*pages, *others], sequence)


if __name__ == "__main__":
    main()
