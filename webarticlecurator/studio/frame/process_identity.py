"""Tell a running process from a later one with the same number."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

_ENDED = ("Z", "X", "x")
"""States of a process that has ended and whose number is still taken (proc(5))."""


def identify_process(pid: int) -> str:
    """Return what tells the process with a number from any other one; "" if none has it.

    It is the time of its start: on Linux in ticks since the machine was started, with the id of
    that start; elsewhere as ``ps`` prints it. On Windows it is the name of the program.
    """
    if sys.platform == "linux":
        try:
            status = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
            boot = Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
        except OSError:
            return ""
        # the name of the program, in brackets, may hold anything
        fields = status.rpartition(")")[2].split()
        return "" if fields[0] in _ENDED else f"{fields[19]}@{boot}"  # its state, its start
    if sys.platform == "win32":
        line = _ask(["tasklist", "/FI", f"PID eq {pid}", "/FO", "CSV", "/NH"])
        return line.split(",")[0] if f'"{pid}"' in line else ""
    return _ask(["ps", "-o", "lstart=", "-p", str(pid)])


def _ask(command: list[str]) -> str:
    try:
        answer = subprocess.run(command, capture_output=True, timeout=10, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return answer.stdout.decode("utf-8", "replace").strip()
