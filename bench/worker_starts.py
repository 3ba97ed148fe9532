"""How long a worker process takes to start: forked, started anew, forked by a fork server.

usage: python bench/worker_starts.py [--workers N] [--rounds N]

Milliseconds until a worker that reads a corpus is ready for its first task, for the first of them
and for those after it, median of the rounds, each in a process of its own. ``fork`` is what the
package does on Linux where no other thread runs, ``anew`` what it does elsewhere. ``forkserver`` is
an experiment: the server of ``multiprocessing``, which imports what workers need before.
"""

from __future__ import annotations

import argparse
import multiprocessing
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Any

from webarticlecurator.config import load_portal
from webarticlecurator.run.executors import worker
from webarticlecurator.run.executors.executor import import_what_articles_need
from webarticlecurator.run.executors.worker_loop import serve
from webarticlecurator.run.executors.worker_start import start_worker
from webarticlecurator.store import open_corpus

KINDS = ("fork", "anew", "forkserver")
PORTAL = """\
portal: starts
home: http://starts.example/
language: en
archive: {url: "http://starts.example/list", dates: none, links: h2}
article: {body: {root: article}}
"""


class ServedProcess:
    """A process of the fork server, in place of ``subprocess.Popen``."""

    def __init__(self, process: ForkServerProcess) -> None:
        self._process, self.pid = process, process.pid

    def wait(self, timeout: float | None = None) -> int:
        self._process.join(timeout)
        if self._process.exitcode is None:
            raise subprocess.TimeoutExpired("worker", timeout or 0)
        return self._process.exitcode


def choose_start(kind: str) -> None:
    """Let ``Worker`` start its processes in this way."""
    if kind == "fork":
        import_what_articles_need()  # as an executor does before
        return
    changed: Any = worker
    changed.may_fork = lambda: False
    if kind == "forkserver":
        context = multiprocessing.get_context("forkserver")
        import_what_articles_need()
        context.set_forkserver_preload(
            [n for n in sys.modules if n.startswith("webarticlecurator")]
        )

        def start(end: socket.socket) -> ServedProcess:
            process = context.Process(target=serve, args=(end,), daemon=True)
            process.start()
            return ServedProcess(process)

        changed._start_interpreter = start


def measure(kind: str, workers: int, config: Path) -> list[float]:
    """Return the milliseconds that each of the workers took."""
    portal, found = load_portal(config), []
    choose_start(kind)
    started = []
    for _ in range(workers):
        began = time.perf_counter()
        started.append(start_worker(portal, config.parent / "corpus"))
        found.append(1000 * (time.perf_counter() - began))
    for each in started:
        each.close()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--workers", type=int, default=4)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--measure", nargs=2, metavar=("KIND", "CONFIG"), help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.measure:
        print(*measure(given.measure[0], given.workers, Path(given.measure[1])))
        return
    found: dict[str, list[list[float]]] = {kind: [] for kind in KINDS}
    with tempfile.TemporaryDirectory() as folder:
        config = Path(folder) / "starts.yaml"
        config.write_text(PORTAL, encoding="utf-8")
        open_corpus(config.parent / "corpus", "starts").close()
        options = ("--workers", str(given.workers), "--measure")
        for _ in range(given.rounds):
            for kind, rounds in found.items():
                command = (sys.executable, __file__, *options, kind, str(config))
                run = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
                rounds.append([float(word) for word in run.stdout.split()])
    print("| start | first, ms | each more, ms |")
    print(f"|{'---|' * 3}")
    for kind, rounds in found.items():
        first = statistics.median(each[0] for each in rounds)
        more = statistics.median(number for each in rounds for number in each[1:])
        print(f"| {kind} | {first:.0f} | {more:.0f} |")


if __name__ == "__main__":
    main()
