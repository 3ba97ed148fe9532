"""What takes longer, or less long, than at another commit: the same pages and crawls, in turn.

usage: python bench/against.py [COMMIT …] [--quick] [--only ROW …] [--pairs N] [--cases FOLDER]

Each COMMIT (default: 63f111d and the one where this branch left main, with ``--quick`` that one
alone) is put into ``.bench/COMMIT``, once, with a virtual environment of its own unless it needs the
same libraries as this checkout. Then both do each row in turn, ``--pairs`` times (7),
this checkout first in every second pair. A figure is the seconds of the processor that this
checkout takes, those of its children too, over those of the commit in the same pair: the median
and, in brackets, the quartiles. ``–``: the commit cannot do it. Ends with 1 where the lower
quartile is above 1.03: that is no noise. ``--quick``: the rows in QUICK, five pairs, in three
minutes.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench.shared.made_up_portal import make_article
from bench.speed.peer_programs import PORTAL_FILE
from bench.speed.peers import portal as serve_portal

TOP = Path(__file__).resolve().parents[1]
COMMITS = TOP / ".bench"
OLDEST = "63f111d"
FIRST_WORKER = "f1a71acd"
"""The commit whose ``bench/tei_worker.py`` makes TEI by ``bench/build.py`` of older commits."""
WORSE = 1.03
BENCH_LIBRARIES = ("trafilatura", "courlan")
"""What programs in bench/ of older commits import besides."""
SECONDS = 0.4
"""A pass over a sample is repeated until it takes about this long, so that the clock's steps do not
show."""
ENV = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
PORTALS = ("p24", "p24_rangado", "hvg", "p444", "valasz")
QUICK = ("fundus, rules", "fundus, no rules", "small page, rules", "small page, no rules", "status",
         "check")  # fmt: skip

Run = Callable[[], float]
"""Does a row once; returns seconds of the processor."""


class Unable(Exception):
    """A commit cannot do a row."""


@dataclass(frozen=True)
class Tree:
    """A checkout and the Python that has its libraries."""

    name: str
    folder: Path
    python: Path

    @property
    def env(self) -> dict[str, str]:
        return {**ENV, "PYTHONPATH": str(self.folder)}


def ask_git(*words: str) -> str:
    """Return what git prints, without the white space around; "" if it fails."""
    ended = subprocess.run(["git", *words], cwd=TOP, capture_output=True, text=True, check=False)
    return ended.stdout.strip()


def check_out(commit: str) -> Tree:
    """Put a commit into a folder of its own and install its libraries, unless that was done."""
    name = ask_git("rev-parse", "--short=10", f"{commit}^{{commit}}")
    if not name:
        sys.exit(
            f"against.py: no such commit here: {commit}; a shallow clone needs: git fetch --unshallow"
        )
    folder = COMMITS / name
    python = folder / ".venv" / "bin" / "python"
    if ask_git("show", f"{commit}:setup.cfg") == (TOP / "setup.cfg").read_text("utf-8").strip():
        python = Path(sys.executable)
    if not (folder / ".installed").exists():
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        words = ["git", "archive", commit]
        archive = subprocess.run(words, cwd=TOP, capture_output=True, check=True).stdout
        subprocess.run(["tar", "-x", "-C", str(folder)], input=archive, check=True)
        if python != Path(sys.executable):
            subprocess.run([sys.executable, "-m", "venv", str(folder / ".venv")], check=True)
            words = ["pip", "install", "--quiet", "--disable-pip-version-check", "-e", str(folder)]
            subprocess.run([str(python), "-m", *words, *BENCH_LIBRARIES], check=True)
        (folder / ".installed").touch()
    return Tree(commit, folder, python)


def find_branch_point() -> str:
    """Return the commit where this branch left main; on main, the one before."""
    found = ask_git("merge-base", "HEAD", "main")
    return found if found and found != ask_git("rev-parse", "HEAD") else "HEAD~1"


def find_worker(tree: Tree, folder: Path) -> list[str]:
    """Return the words that run the commit's own worker, since each commit has its own names of
    modules; ``folder``: where that of FIRST_WORKER is put for commits without one."""
    if (tree.folder / "bench" / "speed" / "tei_worker.py").is_file():
        return ["-m", "bench.speed.tei_worker"]
    script = tree.folder / "bench" / "tei_worker.py"
    if not script.is_file():
        script = folder / "tei_worker.py"
        script.write_text(ask_git("show", f"{FIRST_WORKER}:bench/tei_worker.py"), encoding="utf-8")
    return [str(script), str(tree.folder)]


# Rows of pages: a process makes TEI of a sample.


class Worker:
    """A process that makes TEI of a sample; raises Unable where it cannot."""

    def __init__(self, tree: Tree, spec: Path, repeats: int) -> None:
        self._repeats = repeats
        self._process = subprocess.Popen(
            [str(tree.python), *find_worker(tree, spec.parent), str(spec)], cwd=tree.folder, env=tree.env, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip
        assert self._process.stdout is not None
        ready = self._process.stdout.readline()
        if not ready or not json.loads(ready)["articles"]:
            raise Unable(self._process.communicate()[1].strip().rpartition("\n")[2] or "no article")

    def run(self) -> float:
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(f"{self._repeats}\n")
        self._process.stdin.flush()
        return float(self._process.stdout.readline())

    def close(self) -> None:
        self._process.communicate()


@contextmanager
def tei_runs(trees: Sequence[Tree], spec: dict[str, Any], folder: Path) -> Iterator[list[Run]]:
    """Runs of new processes: two of the same commit differ by 2 %, as their objects lie in
    memory, so that the pairs of two processes alone agree and say little."""
    path = folder / "spec.json"
    path.write_text(json.dumps(spec), encoding="utf-8")
    repeats = 1

    def run(tree: Tree) -> float:
        worker = Worker(tree, path, repeats)
        try:
            return worker.run()
        finally:
            worker.close()

    repeats = max(1, round(SECONDS / max(*map(run, trees), 1e-3)))
    yield [lambda tree=tree: run(tree) for tree in trees]  # type: ignore[misc]


PAGE_PORTAL = """\
portal: made-up
home: https://made-up.example/
language: en
timezone: UTC
archive: {dates: none, url: "https://made-up.example/", links: a.item}
"""
ROOT = "article: {body: {root: article}}\n"
RDFA = "article: {body: {root: article}, metadata: {title: {rdfa: name}}}\n"


def make_pages(folder: Path) -> dict[str, tuple[list[Path], str]]:
    """Write the made-up pages; return the name of each row → its files and its rules."""
    page = (
        "<!DOCTYPE html><html lang=en><head><meta charset=utf-8><title>A page of {}</title>"
        '<meta property="article:published_time" content="2024-03-15T08:30:00+01:00"></head><body>{}'
        "<article><h1>A page of {}</h1><p>{}</p>{}</article></body></html>"
    )
    words = make_article(1, 0).decode().partition("<article>")[2].partition("</article>")[0]
    paragraph = words.partition("<p>")[2].partition("</p>")[0]
    chance = random.Random(7)

    def text(size: int) -> str:
        found = ""
        while len(found) < size:
            cut = chance.randrange(40, len(paragraph))
            found += f"<p>{paragraph[:cut]}. <em>{paragraph[cut : cut + 30]}</em></p>\n"
        return found

    table = "".join(f"<tr><td>{n}</td><td>word {n}</td></tr>\n" for n in range(4000))
    links = "".join(f'<li><a href="/l/{n}">Link number {n}</a></li>\n' for n in range(4800))
    comments = "".join(
        f"<div class=comment><b>Reader {n}</b><p>I think so, too.</p></div>" for n in range(3200)
    )
    many = "".join(
        f'<p><a href="/l/{n}">Link number {n} of a long list</a></p>\n' for n in range(52_000)
    )
    made = {
        "dense page": page.format("text", "", "text", paragraph, text(98_000)),
        "small page": page.format("small", "", "small", paragraph, text(7_500)),
        "table": page.format("cells", "", "cells", paragraph, f"<table>{table}</table>"),
        "aside of links": page.format(
            "links", f"<aside><ul>{links}</ul></aside>", "links", paragraph, text(4000)
        ),
        "comments outside": page.format(
            "talk", f"<div id=comments>{comments}</div>", "talk", paragraph, text(4000)
        ),
        "3 MB, rdfa": page.format("many links", many, "many links", paragraph, ""),
    }
    rows: dict[str, tuple[list[Path], str]] = {}
    for number, (name, content) in enumerate(made.items()):
        path = folder / f"page-{number}.html"
        path.write_text(content, encoding="utf-8", newline="\n")
        if name == "3 MB, rdfa":
            rows[name] = [path], RDFA
            continue
        rows[f"{name}, rules"] = [path], ROOT
        if name in ("dense page", "small page", "table"):
            rows[f"{name}, no rules"] = [path], ""
    return rows


def list_samples(
    trees: Sequence[Tree], cases: Path, folder: Path, step: int
) -> dict[str, dict[str, Any]]:
    """Return the name of each row of pages → what ``tei_worker.py`` is to read; ``step``: every
    so many of the Fundus pages."""
    samples: dict[str, dict[str, Any]] = {}
    listed = cases / "fundus" / "pages.jsonl"
    if listed.is_file():
        rows = [json.loads(line) for line in listed.read_text(encoding="utf-8").splitlines()]
        ruled = [
            row["url"] for row in rows
            if all((tree.folder / "site_configs" / f"{row['publisher'].lower()}.yaml").is_file() for tree in trees)
        ]  # fmt: skip
        fundus = {"kind": "fundus", "cases": str(cases)}
        samples["fundus, rules"] = {**fundus, "rules": True, "addresses": ruled[::step]}
        samples["fundus, no rules"] = {
            **fundus,
            "rules": False,
            "addresses": [row["url"] for row in rows[::step]],
        }
        samples["wac, rules"] = {"kind": "wac", "cases": str(cases), "names": PORTALS}
        samples["forum, rules"] = {"kind": "wac", "cases": str(cases), "names": ["kremmania_forum"]}
    else:
        print(f"no stored pages in {cases}: rows of real pages are left out")
    for number, (name, (files, rules)) in enumerate(make_pages(folder).items()):
        portal = folder / f"portal-{number}.yaml"
        portal.write_text(PAGE_PORTAL + rules, encoding="utf-8", newline="\n")
        pages = [[f"https://made-up.example/{file.stem}", str(file)] for file in files]
        samples[name] = {"kind": "pages", "portal": str(portal), "pages": pages}
    return samples


# Rows of commands: one process each time.


def run_command(tree: Tree, words: Sequence[str], folder: Path) -> float:
    """Run ``curator`` with some words; return the seconds of the processor that it and its children
    take. Raise Unable if it fails."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [str(tree.python), "-m", "webarticlecurator", *words]
    ended = subprocess.run(
        command, cwd=folder, env=tree.env, capture_output=True, text=True, check=False
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if ended.returncode > 1:
        raise Unable(ended.stderr.strip().rpartition("\n")[2])
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


CRAWLS = {"8.7 kB": (9, 200), "98 kB": (98, 60), "1 MB": (1000, 12)}
"""Name of a row of crawls → kilobytes of a page, articles."""
COMMANDS = ("--version", "--help", "status", "check", "build, nothing new", "crawl, nothing new")


@contextmanager
def crawl_runs(trees: Sequence[Tree], row: str, folder: Path) -> Iterator[list[Run]]:
    """A crawl of the made-up portal into an empty folder."""
    size, articles = CRAWLS[row.removeprefix("crawl ").removesuffix(" with TEI")]
    more = [] if row.endswith("with TEI") else ["--warc-only"]
    with serve_portal(articles, size) as address:
        portal = folder / "made-up.yaml"
        portal.write_text(PORTAL_FILE.format(address=address), encoding="utf-8")

        def run(tree: Tree) -> float:
            corpus = folder / "corpus"
            shutil.rmtree(corpus, ignore_errors=True)
            return run_command(tree, ["crawl", str(portal), "--corpus", str(corpus), *more], folder)

        yield [lambda tree=tree: run(tree) for tree in trees]  # type: ignore[misc]


@contextmanager
def command_runs(trees: Sequence[Tree], row: str, folder: Path) -> Iterator[list[Run]]:
    """A command that has nothing to do, on a corpus of 200 articles that the commit has crawled."""
    with serve_portal(200, 9) as address:
        portal = folder / "made-up.yaml"
        portal.write_text(PORTAL_FILE.format(address=address), encoding="utf-8")

        def words(number: int) -> list[str]:
            corpus = ["--corpus", str(folder / f"corpus-{number}")]
            return {
                "--version": ["--version"],
                "--help": ["--help"],
                "check": ["check", str(portal)],
                "status": ["status", str(portal), *corpus],
                "build, nothing new": ["build", str(portal), *corpus],
                "crawl, nothing new": ["crawl", str(portal), *corpus],
            }[row]

        for number, tree in enumerate(trees):
            if row not in ("--version", "--help", "check"):
                run_command(tree, ["crawl", *words(number)[1:]], folder)
            run_command(tree, words(number), folder)

        yield [
            lambda tree=tree, number=number: run_command(tree, words(number), folder)  # type: ignore[misc]
            for number, tree in enumerate(trees)
        ]


def measure(runs: Sequence[Run], pairs: int) -> list[tuple[float, float]]:
    """Do both in turn; return the seconds of each pair, this checkout's first."""
    ours, theirs = runs
    found = []
    for number in range(pairs):
        if number % 2:
            their, our = theirs(), ours()
        else:
            our, their = ours(), theirs()
        found.append((our, their))
    return found


def compare(tree: Tree, rows: Sequence[str] | None, pairs: int, cases: Path) -> list[str]:
    """Print a row for each; return the names of those that are slower than at the commit."""
    here = Tree("here", TOP, Path(sys.executable))
    slower = []
    print(f"\n| this checkout over {tree.name} | ratio | ms here | ms there |\n|---|---|---|---|")
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        samples = list_samples((here, tree), cases, folder, 4 if rows == QUICK else 1)
        crawls = [f"crawl {size}{more}" for size in CRAWLS for more in ("", " with TEI")]
        for row in (*samples, *crawls, *COMMANDS):
            if rows and row not in rows:
                continue
            room = folder / row.replace(" ", "-")
            room.mkdir()
            try:
                if row in samples:
                    made = tei_runs((here, tree), samples[row], room)
                else:
                    made = (command_runs if row in COMMANDS else crawl_runs)(
                        (here, tree), row, room
                    )
                with made as runs:
                    found = measure(runs, pairs)
            except Unable as fault:
                print(f"| {row} | – | | {fault} |", flush=True)
                continue
            ratios = [our / their for our, their in found]
            low, middle, high = statistics.quantiles(
                ratios * 2 if pairs == 1 else ratios, n=4, method="inclusive"
            )
            if low > WORSE:
                slower.append(row)
            our, their = (1000 * statistics.median(times) for times in zip(*found, strict=True))
            mark = " slower" if low > WORSE else ""
            print(
                f"| {row} | {middle:.2f} ({low:.2f}–{high:.2f}){mark} | {our:.0f} | {their:.0f} |",
                flush=True,
            )
            shutil.rmtree(room, ignore_errors=True)
    return slower


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("commits", nargs="*", default=[])
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--only", nargs="+", metavar="ROW")
    parser.add_argument("--pairs", type=int)
    parser.add_argument("--cases", type=Path, default=TOP.parent / "shared" / "cases")
    given = parser.parse_args()
    began = time.monotonic()
    slower: list[str] = []
    pairs = given.pairs or (5 if given.quick else 7)
    cases = given.cases.resolve()  # each checkout reads it in its own folder
    for commit in given.commits or [*([] if given.quick else [OLDEST]), find_branch_point()]:
        rows = given.only or (QUICK if given.quick else None)
        slower += [f"{row} ({commit})" for row in compare(check_out(commit), rows, pairs, cases)]
    print(f"\n{time.monotonic() - began:.0f} s; slower: {', '.join(slower) or 'nothing'}")
    sys.exit(1 if slower else 0)


if __name__ == "__main__":
    main()
