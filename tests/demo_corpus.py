"""One crawl of the demo portal for all tests of a run, also for those in other processes."""

from __future__ import annotations

import shutil
import time
from pathlib import Path

from webarticlecurator.examples.server import DemoServer

from webarticlecurator.config import load_portal
from webarticlecurator.resources import data_folder
from webarticlecurator.run.crawling.crawl import crawl
from webarticlecurator.run.setup import CrawlOptions

PATIENCE = 300.0


def crawl_demo_once(top: Path) -> Path:
    """Return the folder of the corpus below ``top``, which all processes share; the first one that
    asks crawls it, the others wait for it."""
    folder, begun = top / "demo-corpus", top / "demo-corpus-begun"
    end = time.monotonic() + PATIENCE
    while not folder.exists():
        try:
            begun.mkdir()
        except FileExistsError:
            assert time.monotonic() < end, "the process that crawls the demo does not end"
            time.sleep(0.05)
            continue
        try:
            _crawl_demo(begun / "corpus")
            (begun / "corpus").rename(folder)
        except BaseException:
            shutil.rmtree(begun)
            raise
    return folder


def _crawl_demo(folder: Path) -> None:
    with DemoServer() as server:
        portal = load_portal(data_folder("examples") / "demo.yaml")
        assert crawl(portal, folder, CrawlOptions(proxy=server.proxy)).ok
