"""``curator`` commands in processes of their own, to be watched and to be killed."""

from __future__ import annotations

import json
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

LAUNCHER = Path(__file__).with_name("cli_launcher.py")
LONGEST = 600.0
NO_LIMIT = -1
GONE_WITHIN = 20.0
"""Seconds after which no process of a killed command may be left."""


@dataclass(frozen=True)
class Ended:
    """How a command ended: exit code (negative: a signal), what it wrote, and after how long."""

    code: int
    output: str
    seconds: float


class Launcher:
    """Runs one command after the other. To be closed."""

    def __init__(self, scratch: Path) -> None:
        self._output = scratch / "output.txt"
        command = [sys.executable, str(LAUNCHER)]
        self._mark = f"CURATOR_LAUNCHED_BY={os.getpid()}-{id(self)}"
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | dict([self._mark.split("=")]),
        )
        self._lines: queue.Queue[str] = queue.Queue()
        self.running = 0
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        for line in self._process.stdout or ():
            self._lines.put(line)

    def run(
        self, *arguments: object, kill_after: float = LONGEST, file_bytes: int = NO_LIMIT
    ) -> Ended:
        """Run ``curator ARGUMENTS``; SIGKILL after so many seconds, to its first process alone."""
        self._output.write_bytes(b"")
        words = [str(argument) for argument in arguments]
        asked = {"arguments": words, "output": str(self._output), "file_bytes": file_bytes}
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(asked) + "\n")
        self._process.stdin.flush()
        pid, began = int(self._lines.get(timeout=60).split()[1]), time.monotonic()
        self.running = pid
        try:
            ended = self._lines.get(timeout=kill_after)
        except queue.Empty:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
            ended = self._lines.get(timeout=60)
            self._wait_for_workers()
        seconds = time.monotonic() - began
        output = self._output.read_text(encoding="utf-8", errors="replace")
        return Ended(int(ended.split()[1]), output, seconds)

    def workers(self) -> list[int]:
        """The processes that commands have started, and that are still there."""
        mark, found = self._mark.encode(), []
        for folder in Path("/proc").glob("[0-9]*"):
            pid = int(folder.name)
            with suppress(OSError):
                marked = mark in (folder / "environ").read_bytes().split(b"\0")
                if marked and pid not in (self._process.pid, self.running):
                    found.append(pid)
        return found

    def _wait_for_workers(self) -> None:
        """Nothing of a killed command may be left behind."""
        deadline = time.monotonic() + GONE_WITHIN
        while self.workers():
            assert time.monotonic() < deadline, "processes of a killed command are left behind"
            time.sleep(0.02)

    def close(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(60)
        self._reader.join()
        assert self._process.stdout is not None
        self._process.stdout.close()
