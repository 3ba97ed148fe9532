"""A crawl or build in its own process, to be killed; it prints every step to standard output.

``crawl_child.py crawl FOLDER PROXY [EVENT NUMBER]`` ends itself without cleaning up after store step
EVENT has occurred NUMBER times. ``crawl_child.py build FOLDER JOBS`` builds everything again.
"""

from __future__ import annotations

import os
import sys
from collections import Counter
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


class Telling(NullProgress):
    def step(self, what: str) -> None:
        print(what, flush=True)


def stopping(event: str, number: int) -> StoreOptions:
    seen: Counter[str] = Counter()

    def happened(name: str) -> None:
        seen[name] += 1
        if name == event and seen[name] == number:
            os._exit(STOPPED)

    return StoreOptions(events=happened, max_bytes=SMALL)


def main(verb: str, folder: str, *rest: str) -> None:
    if verb == "build":
        build(
            demo_portal(),
            Path(folder),
            BuildOptions(jobs=int(rest[0]), everything=True),
            Runtime(progress=Telling()),
        )
        return
    store = stopping(rest[1], int(rest[2])) if rest[1:] else StoreOptions(max_bytes=SMALL)
    crawl(
        demo_portal(), Path(folder), CrawlOptions(proxy=rest[0]), Runtime(Hasty(), store, Telling())
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
