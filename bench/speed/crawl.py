"""How fast a crawl of the demo portal is at delay 0, and how fast plain requests and warcio are at
the same requests.

    python -m bench.speed.crawl [--profile]

The portal answers in a process of its own. The floor (``floor.py``) is ``requests`` with one
session, recorded by ``warcio.capture_http``: no index, no links, nothing looked at; once as it is,
once with an fsync after each answer, as a crawl must have that may be killed. ``core`` is the time
of the crawling process's own work; wall time on top is waiting for the server and the disk.
"""

from __future__ import annotations

import argparse
import cProfile
import json
import multiprocessing
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from multiprocessing.queues import Queue
from pathlib import Path

from webarticlecurator.examples.server import DemoServer

from bench.shared.by_layer import show
from webarticlecurator.base.folders import data_folder
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.crawling.building.build import build
from webarticlecurator.crawling.crawl.crawl import crawl
from webarticlecurator.crawling.workers.run_options import CrawlOptions
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.storage.store.view import view_corpus

SPAWN = multiprocessing.get_context("spawn")
Timing = tuple[float, float]
"""Seconds: wall, core."""


@contextmanager
def portal_on_loopback() -> Iterator[str]:
    """The address of a proxy that answers for the demo portal, as on its first day."""
    told: Queue[str] = SPAWN.Queue()
    process = SPAWN.Process(target=_serve, args=(told,), daemon=True)
    process.start()
    try:
        yield told.get(timeout=60)
    finally:
        process.terminate()
        process.join()


def _serve(told: Queue[str]) -> None:
    with DemoServer() as server:
        told.put(server.proxy)
        time.sleep(3600)


def timed(work: Callable[[], object]) -> Timing:
    wall, core = time.perf_counter(), time.process_time()
    work()
    return time.perf_counter() - wall, time.process_time() - core


def addresses(portal: Portal, folder: Path) -> list[str]:
    """Everything that the crawl asked for and got an answer to, redirect hops too, in its order."""
    with view_corpus(folder, portal.id) as corpus:
        return [capture.url for capture in sorted(corpus.captures.all(), key=lambda c: c.time)]


def run_floor(urls: list[str], *, durable: bool) -> Timing:
    command = [sys.executable, str(Path(__file__).with_name("floor.py"))]
    with portal_on_loopback() as proxy:
        done = subprocess.run(
            [*command, proxy, *(["--fsync"] if durable else [])],
            input="\n".join(urls),
            capture_output=True,
            text=True,
            check=True,
            encoding="utf-8",
        )
    found = json.loads(done.stdout)
    assert found["responses"] == len(urls), found
    return found["wall"], found["core"]


def line(name: str, pages: int, timing: Timing, base: Timing) -> str:
    wall, core = timing
    return (
        f"| {name} | {pages} | {wall:.2f} | {core:.2f} | {pages / wall:.0f} | {pages / core:.0f}"
        f" | {wall / base[0]:.1f} | {core / base[1]:.1f} |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--profile", action="store_true")
    args = parser.parse_args()
    portal = load_portal(data_folder("examples") / "demo.yaml")
    portal = replace(portal, fetch=replace(portal.fetch, delay=0.0))
    profile = cProfile.Profile()
    with tempfile.TemporaryDirectory() as top:
        folder = Path(top) / "demo"
        with portal_on_loopback() as proxy:
            options = CrawlOptions(proxy=proxy, warc_only=True)
            crawled = timed(lambda: crawl(portal, folder, options))
            again = timed(lambda: crawl(portal, folder, options))
            if args.profile:
                profile.runcall(crawl, portal, Path(top) / "profiled", options)
        built = timed(lambda: build(portal, folder))
        urls = addresses(portal, folder)
    quick, durable = run_floor(urls, durable=False), run_floor(urls, durable=True)
    print(
        "| | answers | wall s | core s | a second | a second and core | wall / floor | core / floor |"
    )
    print("|---|---|---|---|---|---|---|---|")
    print(line("requests + warcio", len(urls), quick, durable))
    print(line("the same with fsync: the floor", len(urls), durable, durable))
    print(line("crawl", len(urls), crawled, durable))
    print(f"crawl again: {again[0]:.2f} s; build of what was crawled: {built[0]:.2f} s")
    if args.profile:
        show(profile)


if __name__ == "__main__":
    main()
