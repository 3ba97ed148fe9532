"""pywb and wacz, which have an environment of their own (``make .venv-replay/.installed``)."""

from __future__ import annotations

import contextlib
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from checkout import CHECKOUT

BIN = CHECKOUT / ".venv-replay" / "bin"
needs_replay = pytest.mark.skipif(
    not all((BIN / name).exists() for name in ("wacz", "wb-manager", "wayback")),
    reason="wacz and pywb are not installed: make .venv-replay/.installed",
)


def run_program(program: str, *arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(BIN / program), *arguments], cwd=cwd, capture_output=True, text=True, check=False
    )


@contextlib.contextmanager
def running_pywb(folder: Path) -> Iterator[str]:
    """Run pywb on the collections in ``folder``; yield its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [str(BIN / "wayback"), "-b", "127.0.0.1", "-p", str(port), "-d", str(folder)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server:
        try:
            deadline = time.monotonic() + 30
            while True:
                with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
                    break
                assert server.poll() is None and time.monotonic() < deadline, "pywb does not start"
                time.sleep(0.05)
            yield f"http://127.0.0.1:{port}"
        finally:
            server.kill()
