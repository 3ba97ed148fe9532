"""A part of the demo portal as a corpus, and a small portal file for pages made up in a test."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from webarticlecurator.examples.server import DemoServer

from webarticlecurator.base.folders import data_folder
from webarticlecurator.crawling.crawl.crawl import crawl
from webarticlecurator.crawling.workers.run_options import CrawlOptions, Runtime
from webarticlecurator.crawling.workers.system_clock import SystemClock
from webarticlecurator.portal_file.config.load import load_portal


class Hasty(SystemClock):
    """The real time, but nobody sleeps."""

    def sleep(self, seconds: float) -> None:
        pass


@pytest.fixture(scope="session")
def crawled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with ``corpora/demo`` (60 articles, no TEI) and the ``examples`` that the documents
    name. Only to be looked at."""
    folder = tmp_path_factory.mktemp("tags")
    shutil.copytree(
        data_folder("examples"),
        folder / "examples",
        ignore=shutil.ignore_patterns("*.py", "portal", "golden"),
    )
    with DemoServer() as server:
        options = CrawlOptions(proxy=server.proxy, limit=60, warc_only=True)
        crawl(
            load_portal(folder / "examples" / "demo.yaml"),
            folder / "corpora" / "demo",
            options,
            Runtime(clock=Hasty()),
        )
    return folder
