"""How many bugs the simulation finds: each is put into a copy of the source, and years are done, or
the changes of a command fail, until something does not hold that holds without it.

    python -m bench.simulation.bugs [NUMBER …] [--jobs N] [--minutes N] [--seed N]

Prints a line for each: what found it, at which seed or change, after how many seconds. The minutes
are those of all bugs together. The exit code is 1 if one is not found.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path

BUGS = Path(__file__).parent
TOP = BUGS.parents[2]
NEEDED = ("webarticlecurator", "bench", "schemas", "site_configs", "tei_templates")
YEARS = re.compile(r"seed (\d+), step [^:]*: ((?:find_)?\w+)")
CHANGE = re.compile(r"\w+, change (\d+) of \d+, (\w+): (.*)")


@dataclass(frozen=True)
class Bug:
    """A patch of the source. ``command``: which command of the sweep shows it, "" for years."""

    name: str
    sentence: str
    command: str
    patch: Path


@dataclass(frozen=True)
class Found:
    """What found a bug, and what repeats it."""

    by: str
    place: str
    repeat: tuple[str, ...]


def read_bugs() -> list[Bug]:
    """Return the bugs by number."""
    bugs = []
    for path in sorted(BUGS.glob("*.patch")):
        sentence, second, *_ = path.read_text(encoding="utf-8").splitlines()
        command = second.removeprefix("Sweep: ") if second.startswith("Sweep: ") else ""
        bugs.append(Bug(path.stem, sentence, command, path))
    return bugs


def find_bug(bug: Bug, seconds: float, seed: int) -> tuple[Found | None, float]:
    """Return what finds a bug within some seconds of a processor, and how many it took."""
    with tempfile.TemporaryDirectory(prefix="bug") as place:
        folder = Path(place)
        for name in NEEDED:
            ignored = shutil.ignore_patterns("__pycache__")
            shutil.copytree(TOP / name, folder / name, ignore=ignored)
        if subprocess.run(["git", "apply", str(bug.patch)], cwd=folder, check=False).returncode:
            return None, 0.0  # the source is another one by now
        if bug.command:
            task: tuple[str, ...] = ("sweep", bug.command, "--shuffle", str(seed))
        else:
            task = ("", "--seed", str(seed), "--years", "100000")
        run = Run(folder, task, seconds)
        for found in run.read():
            # what does not hold without the bug, too, is no proof of it
            if found.by not in _find_without_bug(found.repeat):
                run.end()
                return found, run.seconds
    return None, run.seconds


@cache
def _find_without_bug(task: tuple[str, ...]) -> frozenset[str]:
    return frozenset(found.by for found in Run(TOP, task, 3600).read())


class Run:
    """A program of the simulation, in a folder with the source, for at most some ``seconds`` of a
    processor; at its end these are how many it took."""

    def __init__(self, folder: Path, task: tuple[str, ...], seconds: float) -> None:
        self.seconds, self._task = 0.0, task
        name, *options = task
        module = f"bench.simulation.{name}" if name else "bench.simulation"
        # of a sweep, which ends by itself, most of the time is that of its children
        limit = ["prlimit", f"--cpu={max(int(seconds), 1)}"]
        self._process = subprocess.Popen(
            [*limit, sys.executable, "-B", "-u", "-m", module, *options],
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def read(self) -> Iterator[Found]:
        """Yield what the program finds."""
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if match := YEARS.match(line):
                yield Found(match[2], f"seed {match[1]}", ("", "--seed", match[1]))
            elif match := CHANGE.match(line):
                first = ("--first", match[1], "--every", "1000000", "--ways", match[2])
                words = " ".join(match[3].split()[:6])
                yield Found(words, f"change {match[1]}, {match[2]}", (*self._task[:2], *first))
            elif line.startswith("the undisturbed command"):
                yield Found("the command itself", line.strip()[:80], self._task)
        self.end()

    def end(self) -> None:
        """End the program, if it has not ended."""
        os.kill(self._process.pid, signal.SIGTERM)
        _, status, usage = os.wait4(self._process.pid, 0)
        self._process.returncode = status
        self.seconds = usage.ru_utime + usage.ru_stime


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("numbers", nargs="*", help="numbers of bugs; without any, all")
    parser.add_argument("--jobs", type=int, default=2, help="bugs at once, each on a core")
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1, help="the first seed")
    given = parser.parse_args()
    bugs = [bug for bug in read_bugs() if not given.numbers or bug.name[:2] in given.numbers]
    seconds = given.minutes * 60 * given.jobs / len(bugs)
    number = 0
    with ThreadPoolExecutor(given.jobs) as pool:
        results = pool.map(lambda bug: find_bug(bug, seconds, given.seed), bugs)
        for bug, (found, took) in zip(bugs, results, strict=True):
            number += found is not None
            words = f"{found.by}, {found.place}" if found else "not found"
            print(f"{bug.name:34} {took:5.0f} s  {words}", flush=True)
    print(f"{number} of {len(bugs)} bugs found")
    sys.exit(number < len(bugs))


if __name__ == "__main__":
    main()
