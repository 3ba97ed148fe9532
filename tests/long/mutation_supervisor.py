"""Watches the process that reads mutated files: ends it where one takes too long."""

from __future__ import annotations

import os
import select
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from mutated_pages import MutatedPages

CHILD = Path(__file__).with_name("mutation_child.py")
CPU_SECONDS = 5.0
"""What one file may take."""
WALL_SECONDS = 120.0
"""The same by the clock on the wall, where the machine has other things to do."""
LOADING = 600.0


@dataclass
class Result:
    """Verdict → how many; what went wrong, by number."""

    verdicts: Counter[str] = field(default_factory=Counter)
    wrong: dict[int, str] = field(default_factory=dict)
    slowest: tuple[float, int] = (0.0, -1)


class Child:
    """One process and the lines it writes."""

    def __init__(self, kind: str, seed: int, first: int, count: int, shared: Path | None) -> None:
        environment = {k: v for k, v in os.environ.items() if k != "CURATOR_SHARED"}
        environment |= {"CURATOR_SHARED": str(shared)} if shared else {}
        command = [sys.executable, str(CHILD), kind, str(seed), str(first), str(count)]
        self.errors = tempfile.TemporaryFile("w+", encoding="utf-8")  # noqa: SIM115  # closed by stop
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=self.errors, env=environment
        )
        self._rest = b""

    def line(self, seconds: float) -> str | None:
        """The next line; None where it does not come in time, "" at the end."""
        assert self.process.stdout is not None
        stream, deadline = self.process.stdout.fileno(), time.monotonic() + seconds
        while b"\n" not in self._rest:
            if not select.select([stream], [], [], max(0.0, deadline - time.monotonic()))[0]:
                return None
            block = os.read(stream, 65536)
            if not block:
                return ""
            self._rest += block
        line, _, self._rest = self._rest.partition(b"\n")
        return line.decode("utf-8", "replace")

    def cpu(self) -> float:
        """Seconds of the processor that it has used."""
        try:
            fields = (
                Path(f"/proc/{self.process.pid}/stat")
                .read_text(encoding="utf-8")
                .rpartition(")")[2]
                .split()
            )
        except OSError:
            return 0.0
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self) -> str:
        """End it if it still runs; how it ended, in words."""
        if self.errors.closed:
            return ""
        if self.process.poll() is None:
            self.process.kill()
        code = self.process.wait(30)
        assert self.process.stdout is not None
        self.process.stdout.close()
        with self.errors:
            self.errors.seek(0)
            return f"the process ended with {code}: {self.errors.read()[-300:]}"


def read_all(kind: str, seed: int, first: int, count: int, shared: Path | None = None) -> Result:
    """Read ``count`` files of a kind of mutation_child.py from number ``first`` on."""
    result, following = Result(), first
    while following < first + count:
        following = _read_until_trouble(
            kind, seed, following, first + count - following, shared, result
        )
    return result


def _read_until_trouble(
    kind: str, seed: int, first: int, count: int, shared: Path | None, result: Result
) -> int:
    """The number of the file to go on with."""
    child = Child(kind, seed, first, count, shared)
    try:
        number = first
        while number < first + count:
            started = child.line(LOADING)
            if started != f"start {number}":
                raise AssertionError(f"not number {number} but {started!r}: {child.stop()}")
            trouble = _one(child, number, result)
            number += 1
            if trouble:
                result.wrong[number - 1] = trouble
                return number
        return number
    finally:
        child.stop()


def _one(child: Child, number: int, result: Result) -> str:
    """Wait for one file; what is wrong where its process cannot go on."""
    began, used = time.monotonic(), child.cpu()
    line = None
    while line is None:
        line = child.line(0.5)
        took = child.cpu() - used
        if line is None and (took > CPU_SECONDS or time.monotonic() - began > WALL_SECONDS):
            return f"hangs: {took:.1f} s of the processor, {time.monotonic() - began:.1f} s"
    if not line:
        return child.stop()
    result.slowest = max(result.slowest, (round(took, 2), number))
    word, _, rest = line.partition(" ")
    if word == "wrong":
        result.wrong[number] = rest.partition(" ")[2]
    elif took > CPU_SECONDS:
        result.wrong[number] = f"{took:.1f} s of the processor"
    else:
        result.verdicts[rest.partition(" ")[2]] += 1
    return ""


def keep_page(seed: int, number: int, shared: Path | None) -> str:
    """Write the page to a file outside the checkout; where it is, and how to read it again."""
    page = MutatedPages(seed, shared).page(number)
    folder = Path(tempfile.gettempdir()) / "curator-mutated-pages"
    folder.mkdir(exist_ok=True)
    path = folder / f"{seed}-{number}.http"
    path.write_bytes(page.block)
    again = f"python tests/long/mutation_child.py pages {seed} {number} 1"
    return f"{path} ({page.portal}, {page.url}: {', '.join(page.done)}); again: {again}"
