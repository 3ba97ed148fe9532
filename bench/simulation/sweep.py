"""Every write, sync, rename and removal of a command fails once: what becomes of the corpus.

    python -m bench.simulation.sweep [COMMAND …] [--every N] [--first N] [--ways WAY …] [--seed N]
        [--shuffle N]

For each change K that a command makes to files of the user, and for a full disk, an error of the
disk, a kill, a power cut there, and one that takes back the renames in folders that were not
synced: the command runs on a copy of a corpus and meets the failure at K; then it runs again,
undisturbed. The corpus must hold what one undisturbed run holds, no end may be a traceback, no TEI
file may be half-written, `verify` finds nothing, and all that must hold after any step must hold
(invariants.py). Needs a C compiler and Linux. Prints a line for each violation with what repeats
it; the exit code is 1 if there is one.
"""

from __future__ import annotations

import argparse
import ctypes
import os
import pickle
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from difflib import unified_diff
from pathlib import Path
from typing import NoReturn

from lxml import etree

from bench.simulation.invariants import World, leave_captures, read_tei
from bench.simulation.made_portal import Served
from bench.simulation.run_year import Year
from bench.simulation.year_plan import Step
from webarticlecurator.base.errors import CuratorError
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.storage.store.view import view_corpus

SOURCE = Path(__file__).with_name("failing_disk.c")
WAYS = {"full": 1, "error": 2, "kill": 3, "power": 4, "renames": 5}
TRACEBACK, KILLED = 99, 137
BEFORE = (
    Step("crawl", 1),
    Step("event", 2, "text edited"),
    Step("event", 3, "moved"),
    Step("days", 4, "", 5),
)
"""What has happened before the command."""
AFTER = Step("verify", 6)
COMMANDS: dict[str, tuple[Step, ...]] = {
    "crawl": (Step("crawl", 5),),
    "build": (Step("build all", 5),),
    "withdraw": (Step("withdraw", 5),),
    "package": (Step("package", 5),),
    "rebuild": (Step("rebuild", 5),),
    "set": (Step("set", 5, "fetch.timeout"),),
    "repair": (Step("repair", 5),),  # verify --repair
}
BEFORE_OF = {"repair": Step("damage", 5)}
"""Command → what has happened right before it."""


@dataclass(frozen=True)
class Held:
    """What a corpus holds: the articles, the TEI files without what depends on when they were
    captured, and the portal file with what a package has."""

    articles: tuple[tuple[object, ...], ...]
    tei: tuple[tuple[str, bytes], ...]
    rules: bytes
    package: tuple[str, ...]


def read_held(world: World) -> Held:
    """Return what the corpus of a world holds now."""
    with view_corpus(world.corpus, world.rules.id) as corpus:
        rows = [(a.canonical, a.state, a.reason, a.tei) for a in corpus.frontier.articles()]
    package = world.folder / "package"
    return Held(
        tuple(sorted(rows, key=str)),
        tuple(leave_captures(world.read_tei()).items()),
        (world.folder / "portal.yaml").read_bytes(),
        tuple(sorted(str(path.relative_to(package)) for path in package.rglob("*"))),
    )


def run_apart(task: Callable[[], object]) -> object:
    """Run a task in a process of its own, which may be killed; return its value, or KILLED."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        try:
            value = task()
        except BaseException as error:
            value = f"{type(error).__name__}: {error}"
        with os.fdopen(writer, "wb") as stream:
            pickle.dump(value, stream)
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as stream:
        content = stream.read()
    os.waitpid(child, 0)
    return pickle.loads(content) if content else KILLED


class Sweep:
    """One command of a year, whose corpus is copied before each try."""

    def __init__(self, year: Year, command: str, disk: ctypes.CDLL) -> None:
        self._year, self._steps, self._disk = year, COMMANDS[command], disk
        if command in BEFORE_OF:
            for breach in year.do(BEFORE_OF[command]):
                raise SystemExit(breach)
        for step in self._steps:
            year.choose_withdrawn(step)
        self._folder = year.world.folder
        self._copy = self._folder.with_name("copy")
        shutil.copytree(self._folder, self._copy)

    def _restore(self) -> None:
        shutil.rmtree(self._folder)
        shutil.copytree(self._copy, self._folder)

    def _run(self) -> list[str]:
        return [breach for step in self._steps for breach in self._year.do(step)]

    def _run_on(self) -> list[str]:
        """Crawl once more after a crawl: where an article has moved, a crawl asks for what the one
        before it has found."""
        return self._run() if self._steps[0].kind == "crawl" else []

    def undisturbed(self) -> tuple[Held, int]:
        """Return what the command leaves, and the number of its changes to files."""
        self._restore()

        def task() -> tuple[Held, int, list[Served]]:
            self._disk.fail_disk(os.fsencode(self._folder), 1 << 40, 0)
            breaches = self._run()
            changes = self._disk.count_changes()
            breaches += self._run_on()
            if breaches:
                raise ValueError(breaches[0])
            return read_held(self._year.world), changes, self._year.portal.served

        found = run_apart(task)
        if not isinstance(found, tuple):
            raise SystemExit(f"the undisturbed command: {found}")
        # what the process that fails is sent, the portal of this one does not know
        *whole, self._year.portal.served = found
        return whole[0], whole[1]

    def try_failure(self, number: int, way: int, whole: Held) -> Iterator[str]:
        """Yield what is wrong after the command has failed at a change and was run again."""
        self._restore()

        def fail() -> list[str]:
            self._disk.fail_disk(os.fsencode(self._folder), number, way)
            breaches = self._run()
            return [each for each in breaches if not each.startswith("find_")]

        failed = run_apart(fail)
        if isinstance(failed, list):
            yield from failed
        elif failed != KILLED:
            yield str(failed)
        yield from find_half_files(self._folder)

        def repeat() -> tuple[list[str], Held]:
            self._year.ids.seed("again")
            breaches = self._run() + self._run_on() + self._year.do(AFTER)
            return breaches, read_held(self._year.world)

        again = run_apart(repeat)
        if not isinstance(again, tuple):
            yield f"the next run: {again}"
            return
        breaches, held = again
        yield from breaches
        for name in ("articles", "tei", "rules", "package"):
            if getattr(held, name) != getattr(whole, name):
                yield f"other {name}: {_first_difference(getattr(held, name), getattr(whole, name))}"


def find_half_files(folder: Path) -> Iterator[str]:
    """Yield the files that have the name of whole ones, and are not whole."""
    for name, content in read_tei(folder / "corpus").items():
        try:
            etree.fromstring(content)
        except etree.XMLSyntaxError as error:
            yield f"tei/{name} is no XML right after the failure: {error}"
    try:
        load_portal(folder / "portal.yaml")
    except CuratorError as error:
        yield f"right after the failure: {error}"


def _first_difference(one: object, other: object) -> str:
    lines = unified_diff(_write_lines(one), _write_lines(other), n=0, lineterm="")
    found = [each for each in lines if each[:2] not in ("--", "++")]
    return " | ".join(found)[:300]


def _write_lines(held: object) -> list[str]:
    if not isinstance(held, tuple):
        return f"{held!r}".split("\\n")
    return [
        f"{name}: {line}"
        for name, *rest in held
        for line in (
            str(rest[0], "utf-8").split("\n")
            if rest and isinstance(rest[0], bytes)
            else [str(rest)]
        )
    ]


@contextmanager
def prepare_year(seed: int) -> Iterator[Year]:
    """Yield a year that has lived until the command."""
    with tempfile.TemporaryDirectory(prefix="sweep") as place:
        folder = Path(place) / "user"
        folder.mkdir()
        year = Year(seed, folder)
        try:
            for step in BEFORE:
                year.do(step)
            yield year
        finally:
            year.close()


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("commands", nargs="*", metavar="COMMAND", help=", ".join(COMMANDS))
    parser.add_argument("--every", type=int, default=1, help="only each N-th change")
    parser.add_argument("--first", type=int, default=1, help="the first change")
    parser.add_argument("--ways", nargs="*", choices=WAYS, default=[*WAYS])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--shuffle", type=int, help="the failures in an order by chance")
    given = parser.parse_args()
    library = os.environ.get("LD_PRELOAD", "")
    if SOURCE.stem not in library:
        _begin_again()
    try:
        violations = _sweep(given, ctypes.CDLL(library))
    finally:
        shutil.rmtree(Path(library).parent)
    sys.exit(1 if violations else 0)


def _begin_again() -> NoReturn:
    """Run this program with the failing disk before the C library."""
    built = Path(tempfile.mkdtemp(prefix="disk")) / f"{SOURCE.stem}.so"
    compiler = ["cc", "-O1", "-shared", "-fPIC", "-o", str(built), str(SOURCE), "-ldl"]
    subprocess.run(compiler, check=True)
    again = [sys.executable, "-m", "bench.simulation.sweep", *sys.argv[1:]]
    os.execve(sys.executable, again, {**os.environ, "LD_PRELOAD": str(built)})


def _sweep(given: argparse.Namespace, disk: ctypes.CDLL) -> int:
    """Let the changes of the commands fail; return the number of violations."""
    disk.count_changes.restype = ctypes.c_long
    disk.fail_disk.argtypes = (ctypes.c_char_p, ctypes.c_long, ctypes.c_int)
    violations = 0
    for command in given.commands or COMMANDS:
        with prepare_year(given.seed) as year:
            sweep = Sweep(year, command, disk)
            whole, changes = sweep.undisturbed()
            found = 0
            numbers = range(given.first, changes + 1, given.every)
            places = [(number, way) for number in numbers for way in given.ways]
            if given.shuffle is not None:
                random.Random(given.shuffle).shuffle(places)
            for number, way in places:
                for sentence in sweep.try_failure(number, WAYS[way], whole):
                    place = f"{command}, change {number} of {changes}, {way}"
                    print(f"{place}: {sentence}", flush=True)
                    found += 1
            print(f"{command}: {changes} changes, {found} violations", flush=True)
            violations += found
    return violations


if __name__ == "__main__":
    main()
