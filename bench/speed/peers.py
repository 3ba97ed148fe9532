"""A crawl of a made-up portal on loopback, by ``curator`` and by other programs, in turn.

usage: python -m bench.speed.peers [--articles N] [--size KB] [--rounds N] [--quiet] [--only NAME …]

Every program (``peer_programs.py``) runs in a process of its own, at delay 0, one request at a time,
and walks the numbered lists to the articles. CPU is that of the process and of its children with
their start-up, wall the time until it ends. Medians of the rounds; a round runs each program once,
so that a slow minute of the machine meets all of them. Then the rounds are repeated while another
process keeps writing to the same disk (not with ``--quiet``).

``floor`` is ``requests`` recorded by ``warcio`` with an fsync after each answer: it is given the
addresses. Scrapy and WebArticleCurator are installed into ``.venv-peers`` from the package index;
they write what they write by themselves: Scrapy without a WARC or by ``warcio``, WebArticleCurator
without an fsync. Then the same command again, with nothing new on the portal (Scrapy with a
JOBDIR), and the start-up of each.
"""

from __future__ import annotations

import compileall
import os
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path

from bench.shared.made_up_portal import PER_LIST
from bench.shared.options import parser_with_crawls
from bench.speed.peer_programs import ENV, PACKAGES, TOP, Job, Program, install, list_programs

PACKAGE = TOP / "webarticlecurator"


@dataclass(frozen=True)
class Spent:
    """Seconds of one run."""

    wall: float
    cpu: float


@dataclass(frozen=True)
class Figures:
    """What the runs of a program have taken: the crawl, while the disk was quiet and busy; the same
    again; and the start-up."""

    quiet: list[Spent] = field(default_factory=list)
    busy: list[Spent] = field(default_factory=list)
    second: list[Spent] = field(default_factory=list)
    starts: list[Spent] = field(default_factory=list)


def run(words: Sequence[str], folder: Path) -> Spent:
    """Run a command in ``folder``; raise RuntimeError with what it wrote if it fails."""
    given = folder / "input"
    given.touch()
    with given.open("rb") as stdin, (folder / "output").open("w+b") as out:
        wall = time.perf_counter()
        process = subprocess.Popen(words, cwd=folder, stdin=stdin, stdout=out, stderr=out, env=ENV)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        wall = time.perf_counter() - wall
        if process.returncode:
            out.seek(0)
            raise RuntimeError(f"{' '.join(words)}: {out.read().decode(errors='replace')[-2000:]}")
    return Spent(wall, used.ru_utime + used.ru_stime)


@contextmanager
def portal(articles: int, size: int) -> Iterator[str]:
    """Start the portal; yield its address."""
    words = (
        sys.executable,
        str(TOP / "bench" / "shared" / "made_up_portal.py"),
        str(articles),
        str(size),
    )
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().strip()
        finally:
            process.terminate()


@contextmanager
def busy_disk() -> Iterator[None]:
    """Keep a process writing 4 MB at a time to a file on the same disk, each made durable."""
    code = (
        "import os\nwith open('busy', 'wb') as out:\n while True:\n"
        "  out.seek(0); out.write(os.urandom(1 << 22)); out.flush(); os.fsync(out.fileno())"
    )
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
        process = subprocess.Popen((sys.executable, "-c", code), cwd=folder)
        try:
            yield
        finally:
            process.kill()
            process.wait()


def count_requests(address: str) -> int:
    """Return how many articles were requested of the portal since the last call."""
    with urllib.request.urlopen(f"{address}/requests") as answer:
        return int(answer.read())


def run_round(program: Program, figures: Figures, job: Job, *, is_busy: bool) -> None:
    """Run a program once, and where the disk is quiet the same crawl again and its start-up."""
    if program.command is not None:
        first = run(program.command(job), job.folder)
        (figures.busy if is_busy else figures.quiet).append(first)
        found = count_requests(job.address)
        if found != job.articles:
            raise RuntimeError(f"{program.name}: {found} articles (expected {job.articles})")
    if program.again is not None and not is_busy:
        figures.second.append(run(program.again(job), job.folder))
    if program.version and not is_busy:
        figures.starts.append(run(program.version, job.folder))


def _median(spent: Sequence[Spent], get: Callable[[Spent], float]) -> float | None:
    return statistics.median(map(get, spent)) if spent else None


def make_table(figures: Sequence[tuple[Program, Figures]], pages: int) -> str:
    """Return the table in Markdown, a line for each program."""
    lines = [
        "| | CPU ms a page | pages a second | the same, disk busy | | the same again: CPU s | start-up CPU s |",
        "|---|---|---|---|---|---|---|",
    ]
    for program, each in figures:
        cells = [program.describe()]
        for spent in (each.quiet, each.busy):
            cpu, wall = (_median(spent, get) for get in (_cpu, _wall))
            cells.append("–" if cpu is None else f"{1000 * cpu / pages:.1f}")
            cells.append("–" if wall is None else f"{pages / wall:.0f}")
        for spent in (each.second, each.starts):
            cpu = _median(spent, _cpu)
            cells.append("–" if cpu is None else f"{cpu:.2f}")
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def _cpu(spent: Spent) -> float:
    return spent.cpu


def _wall(spent: Spent) -> float:
    return spent.wall


def main() -> None:
    programs = list_programs()
    parser = parser_with_crawls(__doc__, rounds=3)
    parser.add_argument("--quiet", action="store_true", help="only while the disk is quiet")
    parser.add_argument("--only", nargs="+", choices=[each.name for each in programs])
    given = parser.parse_args()
    chosen = [(each, Figures()) for each in programs if not given.only or each.name in given.only]
    for name in PACKAGES:
        if any(each.venv == name for each, _ in chosen):
            install(name)
    compileall.compile_dir(PACKAGE, quiet=1)
    with portal(given.articles, given.size) as address:
        for is_busy in (False,) if given.quiet else (False, True):
            with busy_disk() if is_busy else nullcontext():
                for number in range(given.rounds):
                    state = "busy" if is_busy else "quiet"
                    print(f"round {number + 1} of {given.rounds}, {state}", file=sys.stderr)
                    for program, figures in chosen:
                        with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
                            job = Job(address, given.articles, Path(folder))
                            run_round(program, figures, job, is_busy=is_busy)
    print(make_table(chosen, given.articles + -(-given.articles // PER_LIST)))


if __name__ == "__main__":
    main()
