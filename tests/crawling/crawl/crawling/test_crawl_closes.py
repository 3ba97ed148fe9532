"""What a crawl opens is closed at its end, for programs that crawl for months (``watch``)."""

from __future__ import annotations

import gc
import threading
import time
from pathlib import Path

import pytest
from processes import PATIENCE
from small_portal import article, listing, small_portal

RULES = (
    "archive: {url: BASE/list, links: h2}\nfetch: {delay: 0}\narticle: {body: {root: article}}\n"
)
HANDLES = Path("/proc/self/fd")


def count_handles() -> int:
    """How many files and sockets this process has open."""
    return sum(1 for _ in HANDLES.iterdir())


@pytest.mark.skipif(not HANDLES.is_dir(), reason="only Linux lists what a process has open")
def test_no_connection_and_no_selector_is_left(tmp_path: Path) -> None:
    pages = {"/list": listing("/a"), "/a": article("The text of an article. " * 9)}
    threads, counts = threading.active_count(), []
    gc.disable()  # what is closed by chance does not count
    try:
        for number in range(4):
            (tmp_path / str(number)).mkdir()
            with small_portal(tmp_path / str(number), pages) as portal:
                portal.crawl(RULES)
            # the threads of the portal end when they see that the connection is closed
            end = time.monotonic() + PATIENCE
            while threading.active_count() > threads and time.monotonic() < end:
                time.sleep(0.01)
            counts.append(count_handles())
    finally:
        gc.enable()
    # the first crawl also starts what is kept for the next ones
    assert counts[1:] == [counts[1]] * 3
