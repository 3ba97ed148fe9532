"""``curator studio`` as a process of its own, as a user starts it."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from processes import PATIENCE

for name in ("fastapi", "uvicorn", "nicegui"):
    pytest.importorskip(name)


@dataclass
class Studio:
    """A running studio: the address that opens it, the process, what it prints."""

    address: str
    process: subprocess.Popen[str]
    errors: Path
    output: Path

    @property
    def base(self) -> str:
        return self.address.partition("/?")[0]

    def addresses(self) -> list[str]:
        """The addresses that it has printed, of which the last one is good."""
        return self.output.read_text(encoding="utf-8").split()

    def admit(self, tab: Any) -> None:
        """Give the cookies of a tab the permission that the printed address gives, but load no
        window."""
        answer = tab.context.request.get(self.addresses()[-1], max_redirects=0, max_retries=2)
        assert answer.status == 303

    def printed(self) -> str:
        return self.errors.read_text(encoding="utf-8")


@contextmanager
def running_studio(
    folder: Path,
    *arguments: str,
    environment: dict[str, str] | None = None,
    program: Sequence[str] = ("-m", "webarticlecurator"),
) -> Iterator[Studio]:
    """Start ``curator studio`` in ``folder`` on a free port; end it as Ctrl-C does, and see that it
    ends cleanly and has reported no mistake of the program."""
    command: Sequence[str] = [
        *(sys.executable, *program, "studio", *arguments),
        *("--port", "0", "--no-browser"),
    ]
    errors, output = folder / "studio.err", folder / "studio.out"
    with errors.open("w", encoding="utf-8") as err, output.open("w", encoding="utf-8") as out:
        process = subprocess.Popen(
            command, cwd=folder, env=environment, stdout=out, stderr=err, text=True
        )
    try:
        address = _wait_for_address(process, output, errors)
        studio = Studio(address, process, errors, output)
        yield studio
        if sys.platform == "win32":  # where a signal to another process ends it at once
            process.terminate()
            return
        process.send_signal(signal.SIGINT)
        code = process.wait(PATIENCE)
        assert code == 130, f"{code}: {studio.printed()}"
        assert "interrupted" in studio.printed()
        assert "Traceback" not in studio.printed(), studio.printed()
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()


def _wait_for_address(process: subprocess.Popen[str], output: Path, errors: Path) -> str:
    import time

    for _ in range(int(PATIENCE * 20)):
        printed = output.read_text(encoding="utf-8")
        if printed.endswith("\n"):
            return printed.split()[-1]
        if process.poll() is not None:
            break
        time.sleep(0.05)
    raise AssertionError(errors.read_text(encoding="utf-8"))
