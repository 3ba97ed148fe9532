"""Start, recognise and stop the processes of commands."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from webarticlecurator.errors import UsageError
from webarticlecurator.model.hosts import hide_userinfo
from webarticlecurator.run.progress_file import CommandProgress, read_progress
from webarticlecurator.store.record import warc_date
from webarticlecurator.studio.command_answer import command_words
from webarticlecurator.studio.run_view.process_identity import identify_process
from webarticlecurator.studio.run_view.run_records import (
    MAX_RUNS,
    RunRecord,
    forget_record,
    list_run_records,
    make_run_folder,
    write_record,
)
from webarticlecurator.text.times import Clock

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
