"""What all tests share: where the real pages are, if they are there."""

from __future__ import annotations

import gc
import os
import shutil
import signal
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from checkout import SHARED
from demo_corpus import DemoCrawl, crawl_demo_once
from hypothesis import settings
from lxml import etree

from webarticlecurator.crawling.workers import worker, worker_sharing, worker_start
from webarticlecurator.crawling.workers.executor import import_what_articles_need
from webarticlecurator.pages.page.parser_versions import describe_parsers, find_version_differences
from webarticlecurator.tei.documents.tei_all import load_tei_all, load_uncompiled_tei_all

# the same examples in every run, so that a red run means a change; HYPOTHESIS_PROFILE=hunt looks
# for new ones
settings.register_profile("steady", max_examples=25, derandomize=True, deadline=None, database=None)
settings.register_profile("long", settings.get_profile("steady"), max_examples=500)
settings.register_profile("hunt", max_examples=2000, deadline=None)

SEED = 2026
MEMORY = Path("/dev/shm")
"""A folder in memory, where Linux has one: no crawl of the tests then waits for a disk."""
ENOUGH_MEMORY = 4 * 1024**3
"""Free bytes there; one run takes less than half of them."""


def pytest_configure(config: pytest.Config) -> None:
    use_memory_for_files()
    usual = "long" if config.getoption("long") else "steady"
    settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", usual))
    # until all tests are collected, next to nothing that is made becomes garbage
    gc.disable()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    """Let the processes of a test get SIGINT. A shell lets jobs in the background ignore it, and
    what is ignored stays so in the processes that they start."""
    is_main = threading.current_thread() is threading.main_thread()
    if is_main and signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_finish() -> None:
    """Let the garbage collector leave out modules and tests, which stay: looking through them again
    and again takes longer than many tests."""
    gc.enable()
    gc.freeze()


def use_memory_for_files() -> None:
    """Let tests and their processes write temporary files to memory where there is room for them,
    unless ``TMPDIR`` names another folder."""
    if "TMPDIR" in os.environ or not os.access(MEMORY, os.W_OK):
        return
    if shutil.disk_usage(MEMORY).free >= ENOUGH_MEMORY:
        os.environ["TMPDIR"] = tempfile.tempdir = str(MEMORY)


def pytest_report_header() -> list[str]:
    """The parsers, and whether the golden files were made with others."""
    return [line for line in (f"parsers: {describe_parsers()}", find_version_differences()) if line]


def shared_folder() -> Path | None:
    """The folder with the real archived pages: ``$CURATOR_SHARED``, else ``../shared`` beside the
    checkout."""
    return SHARED if (SHARED / "cases").is_dir() else None


@pytest.fixture(scope="session")
def shared() -> Path:
    """The shared folder; the test is skipped where it is missing."""
    found = shared_folder()
    if found is None:
        pytest.skip(
            "the real pages (../shared/cases) are not beside this checkout; set CURATOR_SHARED to their folder"
        )
    return found


@pytest.fixture(scope="session")
def tei_all(pytestconfig: pytest.Config) -> etree.RelaxNG:
    """The TEI Consortium's own schema; compiled with ``--long``."""
    return load_tei_all() if pytestconfig.getoption("long") else load_uncompiled_tei_all()


@pytest.fixture(scope="session")
def folder_of_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that all processes of the run share."""
    folder = tmp_path_factory.getbasetemp()
    return folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder


@pytest.fixture(scope="session")
def demo_crawl(folder_of_run: Path) -> DemoCrawl:
    """The crawl of the demo portal, made once for all processes."""
    return crawl_demo_once(folder_of_run)


@pytest.fixture(scope="session")
def demo_corpus(demo_crawl: DemoCrawl) -> Path:
    """The corpus of the demo portal. It must not be changed."""
    return demo_crawl.folder


@pytest.fixture(scope="session", autouse=True)
def settings_of_tests(tmp_path_factory: pytest.TempPathFactory) -> None:
    """What a test allows (hooks) is noted for the tests alone, not for the person who runs them."""
    folder = str(tmp_path_factory.mktemp("settings"))
    for name in ("XDG_CONFIG_HOME", "APPDATA"):
        os.environ[name] = folder


@pytest.fixture(scope="session", autouse=True)
def workers_of_tests() -> Iterator[None]:
    """Worker processes of one test serve the next ones: starting one takes longer than most
    tests."""
    worker_sharing.MAX_IDLE = 4
    yield
    worker_start.end_idle_workers()


@pytest.fixture
def forked_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Worker processes are forked from the test, whatever threads others before it have left: what
    it patches is patched in them, too. Those that are idle are left to later tests."""
    import_what_articles_need()  # once, and not by each of them
    monkeypatch.setattr(worker_sharing, "idle_workers", [])
    monkeypatch.setattr(worker, "may_fork", lambda: sys.platform.startswith("linux"))


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("long", "tests/long: kills, mutated pages, server faults")
    group.addoption(
        "--long",
        action="store_true",
        help="the full counts instead of the short forms, and tests that are marked as long",
    )
    group.addoption(
        "--seed",
        type=int,
        default=SEED,
        help=f"of everything random in tests/long (default: {SEED})",
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what runs with ``--long`` alone."""
    if not config.getoption("long"):
        left_out, kept = [], []
        for item in items:
            (left_out if item.get_closest_marker("long") else kept).append(item)
        config.hook.pytest_deselected(items=left_out)
        items[:] = kept


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """What tests/long tried in this run: the counts of all processes, and the seed to do it again
    with."""
    reports = [
        report
        for found in terminalreporter.stats.values()
        for report in found
        if isinstance(report, pytest.TestReport) and report.when == "call"
    ]
    tried: Counter[str] = Counter()
    for report in reports:
        tried.update(
            {what: number for what, number in report.user_properties if isinstance(number, int)}
        )
    if tried:
        words = ", ".join(f"{number:,} {what}" for what, number in sorted(tried.items()))
        terminalreporter.write_line(f"tests/long tried {words}; seed {config.getoption('seed')}")
