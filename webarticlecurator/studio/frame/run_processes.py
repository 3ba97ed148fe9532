"""Start, recognise and stop the commands that take long: each in a process of its own, as somebody
would start it in a terminal, so that what it writes is what the command writes.
"""

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
from contextlib import ExitStack
from pathlib import Path

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.model.attribute_words import to_words
from webarticlecurator.base.portal.hosts import hide_userinfo
from webarticlecurator.base.system.output_files import write_file
from webarticlecurator.base.text.clock import Clock
from webarticlecurator.base.text.times import parse_iso_time
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.crawling.workers.progress_file import CommandProgress, read_progress
from webarticlecurator.storage.warc.record import warc_date
from webarticlecurator.studio.frame.process_identity import identify_process
from webarticlecurator.studio.frame.run_records import (
    MAX_RUNS,
    RECORD_WORDS,
    RunRecord,
    list_run_records,
    make_run_folder,
)

GRACE_SECONDS = 3.0
"""Seconds that a stopped command has to end, before it can be stopped once more."""


@dataclass(frozen=True)
class RunState:
    """A run as it is now: what its progress file says, whether its process is there, and how it
    ended: ``exit_code`` is None while it runs, and where it was killed."""

    record: RunRecord
    progress: CommandProgress | None
    is_running: bool
    exit_code: int | None

    @property
    def failed(self) -> bool:
        """True if the command ended in another way than it should, or was stopped."""
        return not self.is_running and self.exit_code != 0


class RunProcesses:
    """The runs of the studios that keep their records in a ``folder``. Thread-safe, and it waits
    for the disk: not to be called in the event loop.

    ``is_passing``: the commands end with the studio. They write no progress, and what they print
    as their answer is kept apart from their messages.
    """

    def __init__(self, folder: Path, clock: Clock, *, is_passing: bool = False) -> None:
        self._folder, self._clock, self._is_passing = folder, clock, is_passing
        self._children: dict[str, subprocess.Popen[bytes]] = {}
        self._stopped: dict[str, float] = {}
        self._lock = threading.Lock()

    def start(
        self, command: Sequence[str], portals: Sequence[str], *, alone: bool = False
    ) -> RunRecord:
        """Start a command on some portals; return its record.

        The process has a session of its own, so that the end of the studio and Ctrl-C in its
        terminal do not reach it. Raises UsageError, also where it is to run ``alone`` and the
        first portal has such a command that is running; DiskFull, OSError.
        """
        now = self._clock.now()
        with self._lock:
            if alone:
                last = self.find_last(portals[0], command[0])
                if last is not None and last.is_running:
                    raise UsageError(
                        make_message(
                            "curator {words} is still running for {portals}",
                            words=" ".join(last.record.command[:2]),
                            portals=portals[0],
                        ),
                        "Wait for it, or stop it.",
                    )
            folder = make_run_folder(self._folder, portals, now)
            child = self._start_process(command, folder)
            self._children[folder.name] = child
            record = RunRecord(
                folder,
                folder.name,
                # the password of a proxy is not kept
                tuple(map(hide_userinfo, command)),
                tuple(portals),
                warc_date(now),
                child.pid,
                identify_process(child.pid),
            )
            content = json.dumps(to_words(record, RECORD_WORDS), indent=1) + "\n"
            write_file(folder / "run.json", [content.encode("utf-8")])
        for old in list_run_records(self._folder)[MAX_RUNS:]:
            if not self._is_running(old):
                shutil.rmtree(old.folder, ignore_errors=True)
        return record

    def read(self, record: RunRecord) -> RunState:
        """Return what the process of a run does."""
        is_running = self._is_running(record)  # before the file is read: it is written at the end
        progress, child = read_progress(record.progress), self._children.get(record.id)
        # once more: one that ends while ``_is_running`` looks has neither identity nor code there
        code = child.poll() if child is not None and not is_running else None
        if progress is not None:
            code = progress.exit_code
        return RunState(record, progress, is_running, code if code is None or code >= 0 else None)

    def list_runs(self, portal: str | None = None) -> list[RunState]:
        """Return the runs, those of one ``portal`` if it is given, the latest first."""
        return [self.read(record) for record in list_run_records(self._folder, portal)]

    def find_last(self, portal: str, verb: str) -> RunState | None:
        """Return the run of a portal that was started last with the first word ``verb``."""
        records = list_run_records(self._folder, portal)
        found = next((record for record in records if record.command[0] == verb), None)
        return self.read(found) if found is not None else None

    def seconds(self, record: RunRecord) -> int:
        """Return the seconds since the beginning of a run."""
        return int((self._clock.now() - parse_iso_time(record.started)).total_seconds())

    def stop(self, record: RunRecord) -> None:
        """Interrupt a command as Ctrl-C does. Raises UsageError if it has ended, or was stopped a
        moment ago."""
        with self._lock:
            if not self.can_stop(record):
                raise UsageError(
                    make_message("{id} was stopped a moment ago and is still ending", id=record.id),
                    "Wait a few seconds.",
                )
            if not self._is_running(record):
                raise UsageError(
                    make_message("{id} has ended already", id=record.id), "Read its output."
                )
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

    def kill(self, record: RunRecord) -> None:
        """End a command that was started from here at once, and wait for it."""
        child = self._children[record.id]
        child.kill()
        child.wait()

    def close(self) -> None:
        """Kill what was started from here."""
        for child in [*self._children.values()]:
            child.kill()
            child.wait()

    def _start_process(self, command: Sequence[str], folder: Path) -> subprocess.Popen[bytes]:
        """Start a process that outlives this one, with what it prints in files."""
        progress = () if self._is_passing else ("--progress", str(folder / "progress.json"))
        # a console of its own where there are any; a session of its own elsewhere
        flags = 0
        if sys.platform == "win32":
            flags = subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW
        with ExitStack() as files:
            log = files.enter_context((folder / "log.txt").open("wb"))
            answer = (folder / "answer.txt").open("wb") if self._is_passing else log
            return subprocess.Popen(
                command_words(*command, *progress),
                stdin=subprocess.DEVNULL,
                stdout=files.enter_context(answer),
                stderr=log,
                creationflags=flags,
                start_new_session=sys.platform != "win32",
            )

    def _is_running(self, record: RunRecord) -> bool:
        child = self._children.get(record.id)
        if child is not None and child.poll() is not None:  # this also lets the system forget it
            return False
        return bool(record.identity) and identify_process(record.pid) == record.identity


def command_words(*arguments: str) -> list[str]:
    """Return the words that run ``curator`` with some arguments, by this very Python."""
    return [sys.executable, "-m", "webarticlecurator", *arguments]
