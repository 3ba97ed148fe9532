"""Portals made at random: what a new user gets right, and wrong without a word.

    python bench/random_portals.py SEED N [--only K] [--keep DIR] [--set NAME=VALUE …] [--plain]
                                       [--sweep] [--serve]

Makes N portals from a seed: each value of each dimension (language, list, pager, pages of articles,
bylines, markup …) is drawn independently of the others. Each portal is served on loopback, `new`
writes its portal file from the address of its list, it is crawled with nothing edited, and what was
read is compared with the truth. A portal is *right* where all articles are there, each with its
text whole, in order and with nothing else, its title, day and authors; *said* where each kind of
fault has a problem or a line of `new`; else *silently wrong*. Tags and sections are counted apart.

The same seed makes the same portals. `--only K` makes one of them, `--keep DIR` keeps its portal
file, corpus and pages, `--set byline=3` gives a dimension a value, `--serve` waits and says how to
try it by hand.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from bench.portals.random_sites.comparison import (
    BESIDE,
    KINDS,
    Comparison,
    ReadArticle,
    compare,
    find_silent,
)
from bench.portals.random_sites.serving import serve_site
from bench.portals.random_sites.site import RandomSite
from bench.portals.random_sites.still_clock import StillClock
from bench.portals.random_sites.traits import DIMENSIONS, PLAIN, draw_traits, list_single_traits
from webarticlecurator.base.errors import CuratorError
from webarticlecurator.base.model.proposal_doubts import list_doubts
from webarticlecurator.cli.commands.new import _proposal_lines
from webarticlecurator.corpus.export.tei_articles import read_articles
from webarticlecurator.crawling.crawl.crawl import crawl
from webarticlecurator.crawling.states.summary import Summary
from webarticlecurator.crawling.workers.run_options import CrawlOptions, Runtime
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.portal_file.config.proposed_file import proposed_yaml
from webarticlecurator.proposing.propose.portal_proposal import propose_portal
from webarticlecurator.storage.store.view import view_corpus
from webarticlecurator.tei.documents.plain_text import read_lines

RIGHT, SAID, SILENT = "right by itself", "wrong and said", "silently wrong"


@dataclass(frozen=True)
class Outcome:
    """What became of a portal. ``silent``: the kinds of faults of which nothing was said; ``said``:
    what ``new`` and the crawl said; ``problems``: kind → what the crawl said first of it."""

    site: RandomSite
    comparison: Comparison
    silent: Sequence[str]
    said: Sequence[str]
    seconds: float
    problems: Mapping[str, str] = field(default_factory=dict)

    @property
    def verdict(self) -> str:
        if not self.comparison.faults:
            return RIGHT
        return SILENT if self.silent else SAID

    def line(self) -> str:
        """Return the outcome in a line."""
        counts = ", ".join(
            f"{kind}{'!' if kind in self.silent else ''} {number}"
            for kind, number in self.comparison.counts().items()
        )
        traits = self.site.traits
        head = f"{traits.seed} {traits.number:3} {self.verdict:15}"
        alarms = f"-; a problem all the same: {', '.join(sorted(self.problems))}"
        faults = counts or (alarms if self.problems else "-")
        return f"{head} of {self.comparison.articles:2}: {faults} ({self.seconds:.1f} s)"


def try_portal(site: RandomSite, folder: Path) -> Outcome:
    """Propose a portal file, crawl the portal with it as it is, and compare."""
    start = time.monotonic()
    path = folder / "portal.yaml"
    said: list[str] = []
    summary = Summary()
    read: list[ReadArticle] = []
    known_bad: frozenset[str] = frozenset()
    with serve_site(site) as proxy:
        runtime = Runtime(clock=StillClock(), executor="serial")
        try:
            proposal = propose_portal([site.start_url], proxy, runtime=runtime)
            # a line for each doubt
            said += [" ".join(doubt.lines()) for doubt in list_doubts(proposal)]
            said += _proposal_lines(proposal)
            path.write_text(proposed_yaml(proposal), encoding="utf-8")
            portal = load_portal(path)
            summary = crawl(portal, folder / "corpus", CrawlOptions(proxy=proxy), runtime)
            said += summary.lines()
        except CuratorError as error:
            said.append(f"problem: no-list: stopped: {error}")
        else:
            known_bad = _list_failed(folder / "corpus", portal.id)
            read = _read_corpus(folder / "corpus")
    comparison = compare(site, read)
    problems = {doubt.kind: f"{doubt.first} {doubt.message}" for doubt in summary.doubts}
    silent = find_silent(comparison, problems, said, known_bad)
    return Outcome(site, comparison, silent, said, time.monotonic() - start, problems)


def _list_failed(folder: Path, name: str) -> frozenset[str]:
    with view_corpus(folder, name) as corpus:
        rows = corpus.frontier.articles()
        return frozenset(row.canonical for row in rows if row.state in ("failed", "pending"))


def _read_corpus(folder: Path) -> list[ReadArticle]:
    if not (folder / "tei").exists():
        return []
    found = []
    for article in read_articles(folder):
        metadata = article.header.metadata
        found.append(
            ReadArticle(
                article.header.url,
                " ".join((metadata.texts("title") or [""])[0].split()),
                tuple(metadata.texts("authors")),
                (metadata.texts("published") or [""])[0][:10],
                tuple(metadata.texts("section")),
                tuple(metadata.texts("keywords")),
                tuple(read_lines(article.content)),
            )
        )
    return found


def run_portals(
    seed: int, numbers: Sequence[int], keep: Path | None = None, fixed: dict[str, str] | None = None
) -> list[Outcome]:
    """Make portals and try each; print a line for each one."""
    outcomes = []
    for number in numbers:
        site = RandomSite(draw_traits(seed, number, fixed))
        with tempfile.TemporaryDirectory(prefix="random-portal") as given:
            folder = Path(given)
            if keep is not None:
                folder = keep / f"{seed}-{number}"
                folder.mkdir(parents=True)
                _keep_pages(site, folder / "pages")
            outcome = try_portal(site, folder)
        print(outcome.line(), flush=True)
        outcomes.append(outcome)
    return outcomes


def _keep_pages(site: RandomSite, folder: Path) -> None:
    folder.mkdir()
    index = []
    for number, (path, answer) in enumerate(site.answers.items()):
        name = f"{number:03}.{answer.content_type.partition(';')[0].rpartition('/')[2]}"
        (folder / name).write_bytes(answer.content)
        index.append(f"{name}\t{path}\n")
    (folder / "index.tsv").write_text("".join(index), encoding="utf-8")


def print_table(outcomes: Sequence[Outcome]) -> None:
    """Print the three rows, what was silently wrong by kind, and how to see it again."""
    print()
    verdicts = Counter(outcome.verdict for outcome in outcomes)
    for verdict in (RIGHT, SAID, SILENT):
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


def _is_telling(line: str) -> bool:
    """Return False for the lines of ``new`` about each article that it read."""
    is_row = re.match(r"\d+ of \d+ ", line) is not None
    return not is_row and not line.startswith(("unsure: read without", "words kept"))


def print_details(outcome: Outcome, examples: int = 3) -> None:
    """Print what was drawn, what was said, and the first faults of each kind."""
    print(f"    drawn: {outcome.site.traits.describe()}")
    print(f"    from: {outcome.site.start_url}")
    for line in filter(_is_telling, outcome.said):
        print(f"    said: {line}")
    seen: Counter[str] = Counter()
    for fault in outcome.comparison.faults:
        seen[fault.kind] += 1
        if seen[fault.kind] <= examples:
            print(f"    {fault.kind}: {fault.url} {fault.message}")


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("seed", type=int)
    parser.add_argument("portals", type=int, nargs="?", default=60)
    parser.add_argument("--only", type=int, action="append", metavar="K")
    parser.add_argument("--keep", type=Path, metavar="DIR")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument(
        "--plain", action="store_true", help="what is not set has its plainest value"
    )
    parser.add_argument(
        "--sweep", action="store_true", help="try each value of each dimension on a plain portal"
    )
    parser.add_argument("--serve", action="store_true")
    args = parser.parse_args(arguments)
    fixed = dict(each.split("=", 1) for each in args.set)
    if wrong := [name for name in fixed if name not in DIMENSIONS]:
        parser.error(f"not a dimension: {', '.join(wrong)} (expected {', '.join(DIMENSIONS)})")
    if args.sweep:
        _sweep(args.seed)
        return
    fixed = {**PLAIN, **fixed} if args.plain else fixed
    numbers = args.only or range(args.portals)
    if args.serve:
        _wait(RandomSite(draw_traits(args.seed, numbers[0], fixed)))
        return
    outcomes = run_portals(args.seed, numbers, args.keep, fixed)
    print()
    for outcome in outcomes:
        if outcome.silent or args.only:
            print(outcome.line())
            print_details(outcome)
    print_table(outcomes)


def _sweep(seed: int) -> None:
    """Try each value of each dimension on a portal that is plain but for it; print what fails."""
    outcomes = []
    for name, values in list_single_traits():
        site = RandomSite(draw_traits(seed, 0, values))
        with tempfile.TemporaryDirectory(prefix="random-portal") as folder:
            outcome = try_portal(site, Path(folder))
        outcomes.append(outcome)
        if outcome.verdict != RIGHT:
            print(f"{name:32} {outcome.line()}", flush=True)
    print_table(outcomes)


def _wait(site: RandomSite) -> None:
    with serve_site(site) as proxy:
        print(f"curator new {site.start_url} --proxy {proxy} --output portal.yaml")
        print(f"curator crawl portal.yaml --proxy {proxy}", flush=True)
        try:
            sys.stdin.read()
        except KeyboardInterrupt:
            return
