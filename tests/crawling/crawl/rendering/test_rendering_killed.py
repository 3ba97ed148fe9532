"""A crawl with a browser that is killed or interrupted: no browser stays, and it is resumed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from uuid import uuid4

import psutil
import pytest
from processes import PATIENCE
from scripted_portal import ScriptedPortal
from small_portal import Answer

from webarticlecurator.storage.store.verify import verify_corpus

PORTAL = """
archive: {url: BASE/list, pagination: {mode: browser-list}, links: h2}
fetch: {delay: 0}
"""
MARK = "CURATOR_TEST_RUN"


def processes_of(mark: str) -> list[str]:
    """The command lines of the processes that inherited a mark."""
    found = []
    for process in psutil.process_iter():
        try:
            if process.environ().get(MARK) == mark:
                found.append(" ".join(process.cmdline()))
        except (psutil.Error, OSError):
            continue
    return found


def wait_until_gone(mark: str) -> None:
    end = time.monotonic() + PATIENCE
    while processes_of(mark) and time.monotonic() < end:
        time.sleep(0.1)
    assert processes_of(mark) == []


def start_crawl(config: Path, corpus: Path, mark: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "webarticlecurator", "crawl", str(config)]
    return subprocess.Popen(
        [*command, "--corpus", str(corpus)],
        env={**os.environ, MARK: mark},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="no such signals on Windows")
@pytest.mark.parametrize(
    "number", [signal.SIGKILL, pytest.param(signal.SIGINT, marks=pytest.mark.long)]
)
def test_a_crawl_that_ends_in_the_middle_of_a_list(
    scripted: ScriptedPortal, number: signal.Signals
) -> None:
    portal, mark = scripted.portal, uuid4().hex
    portal.write(PORTAL)
    config = portal.folder / "portal.yaml"
    reached, go_on = threading.Event(), threading.Event()
    whole = portal.pages["/api/list?page=1"]
    assert isinstance(whole, Answer)

    def wait_for_the_signal() -> Answer:
        reached.set()
        go_on.wait(PATIENCE)
        return whole

    portal.pages["/api/list?page=1"] = wait_for_the_signal
    crawl = start_crawl(config, portal.corpus, mark)
    try:
        assert reached.wait(PATIENCE)
        assert any("--headless" in line for line in processes_of(mark))
        crawl.send_signal(number)
        go_on.set()
        code = crawl.wait(PATIENCE)
    finally:
        go_on.set()
        crawl.kill()
        crawl.wait()
    assert code == (-9 if number == signal.SIGKILL else 130)
    wait_until_gone(mark)
    assert not any(path.startswith("/n") for path in portal.asked)

    portal.pages["/api/list?page=1"] = whole
    again = start_crawl(config, portal.corpus, mark)
    assert again.wait(PATIENCE) == 0
    wait_until_gone(mark)
    assert portal.articles() == {f"/n{n}": "tei" for n in range(7)}
    assert [path for path in portal.asked if path.startswith("/n")] == [
        f"/n{n}" for n in reversed(range(7))
    ]
    assert verify_corpus(portal.corpus, "small").findings == ()
