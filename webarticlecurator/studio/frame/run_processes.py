"""Start, recognise and stop the processes of commands."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from webarticlecurator.errors import UsageError
from webarticlecurator.export import write_file
from webarticlecurator.model.hosts import hide_userinfo
from webarticlecurator.model.stored_words import read_words, to_words
from webarticlecurator.studio.frame.command_runs import command_words
from webarticlecurator.text.times import Clock
from webarticlecurator.warc.record import warc_date
from webarticlecurator.workers.progress import CommandProgress, read_progress

GRACE_SECONDS = 3.0
"""Seconds that a stopped command has to end, before it can be stopped once more."""


@dataclass(frozen=True)
class RunState:
    """A run as it is now: what its progress file says, and whether its process is there."""

    record: RunRecord
    progress: CommandProgress | None
    is_running: bool

    @property
    def exit_code(self) -> int | None:
        """How it ended; None while it runs, and where it was killed."""
        return self.progress.exit_code if self.progress is not None else None


class RunProcesses:
    """The runs of the studios of a folder of ``corpora``. Thread-safe, and it waits for the disk:
    not to be called in the event loop."""

    def __init__(self, corpora: Path, clock: Clock) -> None:
        self._corpora, self._clock = corpora, clock
        self._children: dict[int, subprocess.Popen[bytes]] = {}
        self._stopped: dict[str, float] = {}
        self._lock = threading.Lock()

    def start(self, command: Sequence[str], portals: Sequence[str]) -> RunRecord:
        """Start a command on some portals, which writes its progress; return its record.

        The process has a session of its own, so that the end of the studio and Ctrl-C in its
        terminal do not reach it. Raises UsageError, DiskFull, OSError.
        """
        now = self._clock.now()
        with self._lock:
            folder = make_run_folder(self._corpora, portals, now)
            words = (*command, "--progress", str(folder / "progress.json"))
            with (folder / "log.txt").open("wb") as log:
                child = _start_process(command_words(*words), log)
            self._children[child.pid] = child
            identity = identify_process(child.pid)
            record = RunRecord(
                folder,
                folder.name,
                # the password of a proxy is not kept
                tuple(map(hide_userinfo, command)),
                tuple(portals),
                warc_date(now),
                child.pid,
                identity,
            )
            write_record(record)
        self._forget_old()
        return record

    def read(self, record: RunRecord) -> RunState:
        """Return what the process of a run does."""
        is_running = self._is_running(record)  # before the file is read: it is written at the end
        return RunState(record, read_progress(record.progress), is_running)

    def list_runs(self, portal: str | None = None) -> list[RunState]:
        """Return the runs, those of one ``portal`` if it is given, the latest first."""
        return [self.read(record) for record in list_run_records(self._corpora, portal)]

    def stop(self, record: RunRecord) -> None:
        """Interrupt a command as Ctrl-C does. Raises UsageError if it has ended, or was stopped a
        moment ago."""
        with self._lock:
            if not self.can_stop(record):
                raise UsageError(
                    f"{record.id} is ending: it was stopped a moment ago", "Wait a few seconds."
                )
            if not self._is_running(record):
                raise UsageError(f"{record.id} has ended already", "Look at its account.")
            self._stopped[record.id] = time.monotonic()
            # not SIGINT: a studio in the background of a shell ignores it, and so do its children
            os.kill(record.pid, signal.SIGTERM)

    def can_stop(self, record: RunRecord) -> bool:
        """Return False while a stopped command has its time to end."""
        stopped = self._stopped.get(record.id)
        return stopped is None or time.monotonic() - stopped > GRACE_SECONDS

    def was_stopped(self, record: RunRecord) -> bool:
        """Return True for a command that was stopped from here."""
        return record.id in self._stopped

    def _is_running(self, record: RunRecord) -> bool:
        child = self._children.get(record.pid)
        if child is not None and child.poll() is not None:  # this also lets the system forget it
            return False
        return bool(record.identity) and identify_process(record.pid) == record.identity

    def _forget_old(self) -> None:
        for record in list_run_records(self._corpora)[MAX_RUNS:]:
            if not self._is_running(record):
                forget_record(record)


def _start_process(words: Sequence[str], log: Any) -> subprocess.Popen[bytes]:
    """Start a process that outlives this one, with its output in a file."""
    if sys.platform == "win32":
        flags = subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW
        return subprocess.Popen(
            words,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            creationflags=flags,
        )
    return subprocess.Popen(
        words,
        stdin=subprocess.DEVNULL,
        stdout=log,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )


# Tell a running process from a later one with the same number.

_ENDED = ("Z", "X", "x")
"""States of a process that has ended and whose number is still taken (proc(5))."""


def identify_process(pid: int) -> str:
    """Return what tells the process with a number from any other one; "" if none has it.

    It is the time of its start: on Linux in ticks since the machine was started, with the id of
    that start; elsewhere as ``ps`` prints it. On Windows it is the name of the program.
    """
    if sys.platform == "linux":
        return _identify_linux(pid)
    if sys.platform == "win32":
        query = ["tasklist", "/FI", f"PID eq {pid}", "/FO", "CSV", "/NH"]
        line = _ask(query)
        return line.split(",")[0] if f'"{pid}"' in line else ""
    return _ask(["ps", "-o", "lstart=", "-p", str(pid)])


def _identify_linux(pid: int) -> str:
    try:
        status = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
        boot = Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    except OSError:
        return ""
    # the name of the program, in brackets, may hold anything
    fields = status.rpartition(")")[2].split()
    state, started = fields[0], fields[19]
    return "" if state in _ENDED else f"{started}@{boot}"


def _ask(command: list[str]) -> str:
    try:
        answer = subprocess.run(command, capture_output=True, timeout=10, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return answer.stdout.decode("utf-8", "replace").strip()


# What the studio notes of the commands that it started: a folder for each, beside the corpora.
#
# ``<corpora>/.runs/<id>/`` has ``run.json`` (which process, started when, with which words),
# ``log.txt`` (what it printed) and ``progress.json`` (how far it is). No portal has such a name,
# and nothing in it is part of a corpus: it may be removed.

RUNS = ".runs"
MAX_RUNS = 100
"""Runs that are kept; older ones that have ended are forgotten."""
RECORD_WORDS = read_words("id command portals started pid identity")
"""Attribute of ``RunRecord`` → its key in run.json."""


@dataclass(frozen=True)
class RunRecord:
    """A command that the studio has started, and its ``folder``.

    ``id`` begins with the time of the start; ``command`` has the words after ``curator``. ``pid``
    is that of the process, ``identity`` tells it from a later one with the same number.
    """

    folder: Path
    id: str
    command: tuple[str, ...]
    portals: tuple[str, ...]
    started: str
    pid: int
    identity: str

    @property
    def log(self) -> Path:
        return self.folder / "log.txt"

    @property
    def progress(self) -> Path:
        return self.folder / "progress.json"


def make_run_folder(corpora: Path, portals: Sequence[str], now: datetime) -> Path:
    """Make the folder of a new run; its name, the id of the run, is that of no other. Raises
    OSError."""
    runs = corpora / RUNS
    runs.mkdir(parents=True, exist_ok=True)
    name = f"{now:%Y%m%dT%H%M%S}-{portals[0]}"
    number = 1
    while True:
        folder = runs / (name if number == 1 else f"{name}-{number}")
        try:
            folder.mkdir()
        except FileExistsError:
            number += 1
        else:
            return folder


def write_record(record: RunRecord) -> None:
    """Write the file of a run. Raises UsageError, DiskFull."""
    content = json.dumps(to_words(record, RECORD_WORDS), indent=1) + "\n"
    write_file(record.folder / "run.json", [content.encode("utf-8")])


def read_run_record(folder: Path) -> RunRecord | None:
    """Return the run in a folder; None if it is none, or not whole."""
    try:
        content = json.loads((folder / "run.json").read_bytes())
        values = {name: content[word] for name, word in RECORD_WORDS.items()}
        values["command"], values["portals"] = map(tuple, (values["command"], values["portals"]))
        return RunRecord(folder, **values)
    except (OSError, ValueError, KeyError, TypeError):
        return None


def list_run_records(corpora: Path, portal: str | None = None) -> list[RunRecord]:
    """Return the runs, those of one ``portal`` if it is given, the latest first."""
    folders = sorted((corpora / RUNS).glob("*/"), reverse=True)
    found = [record for folder in folders if (record := read_run_record(folder)) is not None]
    return [record for record in found if portal is None or portal in record.portals]


def forget_record(record: RunRecord) -> None:
    """Remove what is known of a run that has ended."""
    shutil.rmtree(record.folder, ignore_errors=True)
