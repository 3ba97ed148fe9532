"""Portals made at random: what a new user gets right, and wrong without a word.

    python bench/random_portals.py [SEED [N]] [--seeds A-B] [--only NAME[=VALUE]] [--jobs N]
        [--number K] [--set NAME=VALUE …] [--plain] [--sweep] [--keep DIR] [--rows FILE] [--serve]

Makes N portals from a seed (a fresh one if none is given), or one portal of each seed from A to B:
each value of each dimension (language, archive, list, pager, pages of articles, bylines, markup …)
is drawn independently of the others. Each portal is served on loopback, `new` writes its portal
file from the address of its list, it is crawled with nothing edited, and what was read is compared
with the truth. A portal is *right* where all articles are there, each with its text whole, in order
and with nothing else, its title, day and authors; *said* where each kind of fault has a problem or
a line of `new`; else *silently wrong*. Tags and sections are counted apart; so is the list alone,
for each shape of archive and each value of what came with them.

The same seed makes the same portals. `--only archive` gives portals that are plain but for that
dimension, whose values come in turn; `--only archive=letters` those with this value. `--number K`
makes one portal of a seed, `--set byline=3` gives a dimension a value, `--keep DIR` keeps portal
file, corpus and pages, `--rows FILE` adds a line of JSON for each portal, `--serve` waits and says
how to try it by hand.
"""

from __future__ import annotations

import argparse
import re
import secrets
import signal
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from multiprocessing import Pool
from pathlib import Path

from bench.portals.random_sites.comparison import Comparison, Fault
from bench.portals.random_sites.serving import serve_site
from bench.portals.random_sites.site import RandomSite
from bench.portals.random_sites.tables import print_table, write_row
from bench.portals.random_sites.traits import (
    DIMENSIONS,
    PLAIN,
    Traits,
    draw_traits,
    list_single_traits,
    single_trait,
)
from bench.portals.random_sites.trying import RIGHT, SAID, SILENT, Outcome, try_portal

__all__ = ["RIGHT", "SAID", "SILENT", "main", "run_portals"]
LONGEST = 600
"""Seconds after which a portal counts as one that hangs."""


def run_portals(
    seed: int, numbers: Sequence[int], keep: Path | None = None, fixed: dict[str, str] | None = None
) -> list[Outcome]:
    """Make portals and try each; print a line for each one."""
    return list(try_all((draw_traits(seed, number, fixed) for number in numbers), keep))


def try_all(
    portals: Iterable[Traits], keep: Path | None = None, jobs: int = 1, rows: Path | None = None
) -> Iterator[Outcome]:
    """Yield what becomes of each portal, and print it in a line."""
    trying = partial(try_one, keep=keep)
    if jobs == 1:
        yield from _show(map(trying, portals), rows)
        return
    with Pool(jobs, maxtasksperchild=4) as pool:
        yield from _show(pool.imap(trying, portals), rows)


def _show(outcomes: Iterable[Outcome], rows: Path | None) -> Iterator[Outcome]:
    for outcome in outcomes:
        print(outcome.line(), flush=True)
        if rows is not None:
            write_row(rows, outcome)
        yield outcome


def try_one(traits: Traits, keep: Path | None = None) -> Outcome:
    """Make a portal and try it; one that takes too long is silently wrong."""
    site = RandomSite(traits)
    with tempfile.TemporaryDirectory(prefix="random-portal") as given:
        folder = Path(given)
        if keep is not None:
            folder = keep / f"{traits.seed}-{traits.number}"
            folder.mkdir(parents=True)
            _keep_pages(site, folder / "pages")
        previous = signal.signal(signal.SIGALRM, _stop)
        signal.alarm(LONGEST)
        try:
            return try_portal(site, folder)
        except TimeoutError:
            fault = Fault("list", site.start_url, f"no end after {LONGEST} seconds")
            hung = Comparison(len(site.articles), [fault])
            return Outcome(traits, site.start_url, hung, ["list"], [], LONGEST)
        finally:
            signal.alarm(0)
            signal.signal(signal.SIGALRM, previous)


def _stop(*_: object) -> None:
    raise TimeoutError


def _keep_pages(site: RandomSite, folder: Path) -> None:
    folder.mkdir()
    index = []
    for number, (path, answer) in enumerate(site.answers.items()):
        name = f"{number:03}.{answer.content_type.partition(';')[0].rpartition('/')[2]}"
        (folder / name).write_bytes(answer.content)
        index.append(f"{name}\t{path}\n")
    (folder / "index.tsv").write_text("".join(index), encoding="utf-8")


def _is_telling(line: str) -> bool:
    """Return False for the lines of ``new`` about each article that it read."""
    is_row = re.match(r"\d+ of \d+ ", line) is not None
    return not is_row and not line.startswith(("unsure: read without", "words kept"))


def print_details(outcome: Outcome, examples: int = 3) -> None:
    """Print what was drawn, what was said, and the first faults of each kind."""
    print(f"    drawn: {outcome.traits.describe()}")
    print(f"    from: {outcome.start}")
    for line in filter(_is_telling, outcome.said):
        print(f"    said: {line}")
    seen: Counter[str] = Counter()
    for fault in outcome.comparison.faults:
        seen[fault.kind] += 1
        if seen[fault.kind] <= examples:
            print(f"    {fault.kind}: {fault.url} {fault.message}")


def _list_portals(args: argparse.Namespace) -> list[Traits]:
    """Return the portals that the options name."""
    fixed = dict(each.split("=", 1) for each in args.set)
    fixed = {**PLAIN, **fixed} if args.plain else fixed
    name, _, value = args.only.partition("=")
    # the first value is the plain one
    values = [value] if value else [each for each, _ in DIMENSIONS.get(name, ())[1:]]
    count = len(values) if name else 60
    if args.seeds:
        first, _, last = args.seeds.partition("-")
        places = [(seed, 0) for seed in range(int(first), int(last or first) + 1)]
    else:
        seed = secrets.randbelow(10**6) if args.seed is None else args.seed
        places = [(seed, number) for number in args.number or range(args.portals or count)]
    if args.sweep:
        return [draw_traits(places[0][0], 0, values) for _, values in list_single_traits()]
    if not args.only:
        return [draw_traits(*place, fixed) for place in places]
    return [
        draw_traits(*place, {**single_trait(name, values[n % len(values)]), **fixed})
        for n, place in enumerate(places)
    ]


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("seed", type=int, nargs="?")
    parser.add_argument("portals", type=int, nargs="?", help="60, or one of each value")
    parser.add_argument("--seeds", default="", metavar="A-B")
    parser.add_argument("--only", default="", metavar="NAME[=VALUE]")
    parser.add_argument("--number", type=int, action="append", metavar="K")
    parser.add_argument("--jobs", type=int, default=1, metavar="N")
    parser.add_argument("--keep", type=Path, metavar="DIR")
    parser.add_argument("--rows", type=Path, metavar="FILE")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument(
        "--plain", action="store_true", help="what is not set has its plainest value"
    )
    parser.add_argument(
        "--sweep", action="store_true", help="try each value of each dimension on a plain portal"
    )
    parser.add_argument("--serve", action="store_true")
    args = parser.parse_args(arguments)
    names = [each.partition("=")[0] for each in (*args.set, *filter(None, [args.only]))]
    if wrong := [name for name in names if name not in DIMENSIONS]:
        parser.error(f"not a dimension: {', '.join(wrong)} (expected {', '.join(DIMENSIONS)})")
    portals = _list_portals(args)
    if args.serve:
        _wait(RandomSite(portals[0]))
        return
    outcomes = list(try_all(portals, args.keep, args.jobs, args.rows))
    print()
    for outcome in outcomes:
        if outcome.silent or args.number or args.only:
            print(outcome.line())
            print_details(outcome)
    print_table(outcomes)


def _wait(site: RandomSite) -> None:
    with serve_site(site) as proxy:
        print(f"curator new {site.start_url} --proxy {proxy} --output portal.yaml")
        print(f"curator crawl portal.yaml --proxy {proxy}", flush=True)
        try:
            sys.stdin.read()
        except KeyboardInterrupt:
            return
