"""What became of portals made at random, in tables and in rows of JSON."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from bench.portals.random_sites.comparison import BESIDE, KINDS
from bench.portals.random_sites.traits import PLAIN, SINCE_ARCHIVES
from bench.portals.random_sites.trying import RIGHT, SAID, SILENT, Outcome

_VERDICTS = (RIGHT, SAID, SILENT)
_LINE = "{:<36}" + "{:>8}" * 9


def print_table(outcomes: Sequence[Outcome]) -> None:
    """Print the three rows, what was silently wrong by kind, and the rows of each dimension."""
    print()
    verdicts = Counter(outcome.verdict for outcome in outcomes)
    for verdict in _VERDICTS:
        print(f"{verdict:16} {verdicts[verdict]:4} of {len(outcomes)}")
    alarmed = [each for each in outcomes if each.verdict == RIGHT and each.problems]
    kinds = Counter(kind for outcome in alarmed for kind in outcome.problems)
    print(f"right, and yet with a problem (exit code 1): {len(alarmed)}")
    print("kinds of these:", ", ".join(f"{kind} {count}" for kind, count in kinds.most_common()))
    silent = Counter(kind for outcome in outcomes for kind in outcome.silent)
    print("portals silently wrong in:", ", ".join(f"{k} {silent[k]}" for k in KINDS if silent[k]))
    articles = sum(outcome.comparison.articles for outcome in outcomes)
    for name in BESIDE:
        right = sum(outcome.comparison.beside.get(name, 0) for outcome in outcomes)
        print(f"facts beside: {name} right on {right} of {articles} articles")
    print(f"seconds: {sum(outcome.seconds for outcome in outcomes):.0f}")
    print_dimensions(outcomes)


def print_dimensions(outcomes: Sequence[Outcome]) -> None:
    """Print for each shape of archive, and each value of what came with them, what became of the
    portals as a whole and of their lists, the median of the requests, and the exit codes 1."""
    print()
    heads = ("portals", "right", "said", "silent", "l.right", "l.said", "l.silent", "new", "exit>0")
    print(_LINE.format("", *heads))
    for name in SINCE_ARCHIVES:
        values = {outcome.traits[name] for outcome in outcomes}
        for value in sorted(values - {PLAIN[name]} if name != "archive" else values):
            own = [outcome for outcome in outcomes if outcome.traits[name] == value]
            print(_LINE.format(f"{name}={value}", *_counts(own)))
    print(_LINE.format("all", *_counts(outcomes)))


def _counts(outcomes: Sequence[Outcome]) -> list[int]:
    verdicts = Counter(outcome.verdict for outcome in outcomes)
    lists = Counter(outcome.list_verdict for outcome in outcomes)
    return [
        len(outcomes),
        *(verdicts[each] for each in _VERDICTS),
        *(lists[each] for each in _VERDICTS),
        int(median(outcome.asked[0] for outcome in outcomes)) if outcomes else 0,
        sum(outcome.code > 0 for outcome in outcomes),
    ]


def write_row(path: Path, outcome: Outcome) -> None:
    """Add what became of a portal to a file, as a line of JSON."""
    row = {
        "seed": outcome.traits.seed,
        "number": outcome.traits.number,
        "verdict": outcome.verdict,
        "list": outcome.list_verdict,
        "faults": outcome.comparison.counts(),
        "silent": list(outcome.silent),
        "articles": outcome.comparison.articles,
        "requests": outcome.asked,
        "exit": outcome.code,
        "problems": sorted(outcome.problems),
        "traits": {
            name: outcome.traits[name]
            for name in SINCE_ARCHIVES
            if outcome.traits[name] != PLAIN[name]
        },
    }
    with path.open("a", encoding="utf-8") as file:
        file.write(f"{json.dumps(row, ensure_ascii=False)}\n")
