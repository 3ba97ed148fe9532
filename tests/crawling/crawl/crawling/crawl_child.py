"""A crawl or build in its own process, to be killed; it prints every step to standard output.

``crawl_child.py crawl FOLDER PROXY`` crawls, ``crawl_child.py build FOLDER JOBS`` builds everything
again. ``crawl_child.py steps FOLDER PROXY COLUMN`` reads lines ``EVENT NUMBER`` from standard
input: for each it forks a crawl of the column (of all, if it is empty) that ends itself without
cleaning up after store step EVENT has occurred NUMBER times, and prints its exit code.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path

from crawl_demo import Hasty, demo_portal

from webarticlecurator.crawling.building.build import build
from webarticlecurator.crawling.crawl.crawl import crawl
from webarticlecurator.crawling.workers.progress import NullProgress
from webarticlecurator.crawling.workers.run_options import BuildOptions, CrawlOptions, Runtime
from webarticlecurator.storage.index.store_options import StoreOptions

sys.path.append(str(Path(__file__).resolve().parents[3]))  # the helpers of all tests

from killed_runs import end_after, end_process

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


def stop_crawls(folder: str, proxy: str, column: str) -> None:
    """Fork a crawl, without workers, for each line of standard input: what it needs is imported
    once."""
    portal, options = demo_portal(), CrawlOptions(proxy=proxy, column=column or None)
    for line in iter(sys.stdin.readline, ""):
        event, number = line.split()
        pid = os.fork()
        if not pid:
            events = end_after(int(number), event, end=end_process)
            store = StoreOptions(events=events, max_bytes=SMALL, monotonic=ticking())
            runtime = Runtime(Hasty(), store, executor="serial")
            crawl(portal, Path(folder), options, runtime)
            os._exit(0)
        print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), flush=True)


def main(verb: str, folder: str, rest: str, column: str = "") -> None:
    if verb == "build":
        options = BuildOptions(jobs=int(rest), everything=True)
        build(demo_portal(), Path(folder), options, Runtime(progress=Telling()))
    elif verb == "steps":
        stop_crawls(folder, rest, column)
    else:
        runtime = Runtime(Hasty(), StoreOptions(max_bytes=SMALL, monotonic=ticking()), Telling())
        crawl(demo_portal(), Path(folder), CrawlOptions(proxy=rest), runtime)


if __name__ == "__main__":
    main(*sys.argv[1:])
