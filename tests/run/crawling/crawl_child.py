"""A crawl or build in its own process, to be killed; it prints every step to standard output.

``crawl_child.py crawl FOLDER PROXY`` crawls, ``crawl_child.py build FOLDER JOBS`` builds everything
again. ``crawl_child.py steps FOLDER PROXY`` reads lines ``EVENT NUMBER`` from standard input: for each
it forks a crawl that ends itself without cleaning up after store step EVENT has occurred NUMBER
times, and prints its exit code.
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Callable
from itertools import count
from pathlib import Path

from crawl_demo import Hasty, demo_portal

from webarticlecurator.run.building.build import build
from webarticlecurator.run.crawling.crawl import crawl
from webarticlecurator.run.progress import NullProgress
from webarticlecurator.run.setup import BuildOptions, CrawlOptions, Runtime
from webarticlecurator.store import StoreOptions

STOPPED = 9
SMALL = 100_000
"""Bytes of a WARC file, so that a crawl of the demo portal begins several."""
SECONDS_A_LOOK = 0.1
"""Seconds between two looks at the clock: some steps are made durable together, always the same."""


class Telling(NullProgress):
    def step(self, what: str) -> None:
        print(what, flush=True)


def ticking() -> Callable[[], float]:
    """Return a clock by which a second passes every few steps: then a crawl has a log early."""
    ticks = count()
    return lambda: next(ticks) * SECONDS_A_LOOK


def stopping(event: str, number: int) -> StoreOptions:
    seen: Counter[str] = Counter()

    def happened(name: str) -> None:
        seen[name] += 1
        if name == event and seen[name] == number:
            os._exit(STOPPED)

    return StoreOptions(events=happened, max_bytes=SMALL, monotonic=ticking())


def crawl_into(folder: str, proxy: str, store: StoreOptions) -> None:
    runtime = Runtime(Hasty(), store, Telling())
    crawl(demo_portal(), Path(folder), CrawlOptions(proxy=proxy), runtime)


def stop_crawls(folder: str, proxy: str) -> None:
    """Fork a crawl for each line of standard input: what it needs is imported once."""
    for line in iter(sys.stdin.readline, ""):
        event, number = line.split()
        pid = os.fork()
        if not pid:
            sys.stdout = open(os.devnull, "w")  # noqa: PTH123, SIM115
            crawl_into(folder, proxy, stopping(event, int(number)))
            os._exit(0)
        print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), flush=True)


def main(verb: str, folder: str, rest: str) -> None:
    if verb == "build":
        options = BuildOptions(jobs=int(rest), everything=True)
        build(demo_portal(), Path(folder), options, Runtime(progress=Telling()))
    elif verb == "steps":
        stop_crawls(folder, rest)
    else:
        crawl_into(folder, rest, StoreOptions(max_bytes=SMALL, monotonic=ticking()))


if __name__ == "__main__":
    main(*sys.argv[1:])
