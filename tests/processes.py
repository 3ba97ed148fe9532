"""Wait for processes that a test has started."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

PATIENCE = 300.0
"""Seconds after which a test that waits has failed. No more than a guard against waiting for ever:
the processes of a busy machine may take a minute to start."""


def wait_until(is_so: Callable[[], bool], process: subprocess.Popen[str]) -> None:
    """Wait until something is so while ``process`` runs."""
    end = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < end
        assert process.poll() is None
        time.sleep(0.01)


def is_running(pid: int) -> bool:
    """Return True if a process of this number runs, and does not end within five seconds."""
    for _ in range(50):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return False
        time.sleep(0.1)
    return True


def run_python(code: str, folder: Path) -> str:
    """What the code prints; other programs' libraries do not share this process."""
    extra = "import sys\n" + "".join(f"sys.path.append({path!r})\n" for path in sys.path if path)
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", extra + code],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout
