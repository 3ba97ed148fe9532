"""Start, recognise and stop the commands that take long: each in a process of its own, as somebody
would start it in a terminal, so that what it writes is what the command writes.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from datetime import datetime
from pathlib import Path
from string import Formatter

from webarticlecurator.crawl.page_errors import OFFLINE
from webarticlecurator.dataclasses import dataclass
from webarticlecurator.errors import UsageError
from webarticlecurator.export import write_file
from webarticlecurator.model.attribute_words import read_words, to_words
from webarticlecurator.model.hosts import hide_userinfo
from webarticlecurator.text.times import Clock, parse_iso_time
from webarticlecurator.text.translation import (
    current_language,
    make_message,
    translate,
)
from webarticlecurator.warc.record import warc_date
from webarticlecurator.workers.progress import CommandProgress, read_progress

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
                    words = " ".join(last.record.command[:2])
                    raise UsageError(
                        make_message(
                            "curator {words} is still running for {portals}",
                            words=words,
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
                    make_message("{id} is ending: it was stopped a moment ago", id=record.id),
                    "Wait a few seconds.",
                )
            if not self._is_running(record):
                raise UsageError(
                    make_message("{id} has ended already", id=record.id), "Look at its account."
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


# Tell a running process from a later one with the same number.

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
        state, started = fields[0], fields[19]
        return "" if state in _ENDED else f"{started}@{boot}"
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


# What the studio notes of the commands that it started: a folder for each, beside the corpora.
#
# ``<folder>/.runs/<id>/`` has ``run.json`` (which process, started when, with which words),
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
    def answer(self) -> Path:
        return self.folder / "answer.txt"

    @property
    def progress(self) -> Path:
        return self.folder / "progress.json"


def make_run_folder(place: Path, portals: Sequence[str], now: datetime) -> Path:
    """Make the folder of a new run; its name, the id of the run, is that of no other. Raises
    OSError."""
    runs = place / RUNS
    runs.mkdir(parents=True, exist_ok=True)
    name = f"{now:%Y%m%dT%H%M%S}-{portals[0]}"
    number = 1
    folder = runs / name
    while True:
        with suppress(FileExistsError):
            folder.mkdir()
            return folder
        number += 1
        folder = runs / f"{name}-{number}"


def read_run_record(folder: Path) -> RunRecord | None:
    """Return the run in a folder; None if it is none, or not whole."""
    try:
        content = json.loads((folder / "run.json").read_bytes())
        values = {name: content[word] for name, word in RECORD_WORDS.items()}
        values["command"], values["portals"] = map(tuple, (values["command"], values["portals"]))
        return RunRecord(folder, **values)
    except (OSError, ValueError, KeyError, TypeError):
        return None


def list_run_records(place: Path, portal: str | None = None) -> list[RunRecord]:
    """Return the runs, those of one ``portal`` if it is given, the latest first."""
    folders = sorted((place / RUNS).glob("*/"), reverse=True)
    found = [record for folder in folders if (record := read_run_record(folder)) is not None]
    return [record for record in found if portal is None or portal in record.portals]


# The log of a command, a page at a time from its end.

PAGE_BYTES = 20_000


LogPage = tuple[str, int]
"""Some lines of a log, and the byte at which they begin, 0 at the beginning of the log."""


def read_log(path: Path, before: int | None = None) -> LogPage:
    """Return the last lines of a log, or the last ones before a byte; an empty page if there is no
    log. Lines are whole, unless one is longer than a page."""
    try:
        with path.open("rb") as log:
            size = log.seek(0, 2)
            end = size if before is None else max(0, min(before, size))
            start = max(0, end - PAGE_BYTES)
            log.seek(start)
            content = log.read(end - start)
    except OSError:
        return "", 0
    if start:
        cut = content.find(b"\n") + 1
        if cut < len(content):
            start, content = start + cut, content[cut:]
    return content.decode("utf-8", "replace"), start


# A short command, whose answer is waited for without holding anybody up.

MAX_ANSWER = 4_000_000
"""Bytes that an answer may have."""
_LOOK_SECONDS = 0.2


_UPLOADED = re.compile(r"\S*[/\\]curator-pages-[^/\\\s]+[/\\]\d+[/\\]")
_WRITE_ADDRESS = make_message("Write its address into the field with its name.")
WRITE_ADDRESSES = make_message(
    "Write the address of each into its field (a later page of an article often names the first"
    " one), or leave one out."
)
_STUDIO_WORDS = (
    (
        "Give it with --html FILE=ADDRESS or --warc FILE; or --url and --corpus DIR.",
        _WRITE_ADDRESS,
    ),
    ("Give it as --html {name}=ADDRESS, or with --url if it is the only page.", _WRITE_ADDRESS),
    ("Give its file as --html FILE=ADDRESS.", _WRITE_ADDRESS),
    (
        "Give the address of each as --html FILE=ADDRESS (a later page of an article often"
        " names the first one), or leave one out.",
        WRITE_ADDRESSES,
    ),
    (
        "Give the file of a saved page with --html, or a WARC with --warc.",
        make_message("Choose a saved page."),
    ),
    (
        "Name an archive page with --url; `curator warc list` shows what is there.",
        make_message("Choose the page that lists articles."),
    ),
    (
        "list page: {best} ({why}; --url names another)",
        make_message("list page: {best} ({why}; another one can be chosen)"),
    ),
    (
        "lists {number} of the other pages",
        make_message("lists {number} of the other pages"),
    ),
    (
        "Give it with --date 2019-05-03, or in a column date of the table.",
        make_message("Give the day on which it was saved."),
    ),
    (
        "the proxy does not answer; check --proxy",
        make_message(
            "the proxy does not answer; check the proxy with which the studio was started"
        ),
    ),
)
"""What the messages of commands name that has another name in the studio."""


def to_studio_words(messages: str) -> str:
    """Return messages of a command, in English (as its progress is) or the language of the reader,
    with what is to be done here, in that language, in place of options and paths."""
    messages = _UPLOADED.sub("", messages)
    for said, words in _STUDIO_WORDS:
        for template in {said, translate(said)}:
            found = _compile_template(template).search(messages)
            if found:
                values = {name: translate(each) for name, each in found.groupdict().items()}
                messages = messages.replace(found[0], translate(words).format(**values))
    for offline in {OFFLINE, translate(OFFLINE)}:
        messages = re.sub(rf"[,;:] (?:\w+ )?{re.escape(offline)}", "", messages)
    return messages


def _compile_template(template: str) -> re.Pattern[str]:
    """Return the pattern of what a template becomes, with a group for each value."""
    parts = (
        re.escape(literal) + (f"(?P<{name}>.+?)" if name else "")
        for literal, name, _, _ in Formatter().parse(template)
    )
    return re.compile("".join(parts), re.DOTALL)


_WITH_PROBLEMS = 1
"""The exit code of a command that is done, and names what it left out."""


async def run_command(
    processes: RunProcesses,
    command: Sequence[str],
    show_messages: Callable[[list[str]], object],
    *,
    may_have_problems: bool = False,
) -> tuple[int | None, str, list[str]]:
    """Run ``curator`` with the arguments and return its exit code, None where it was killed, its
    answer, and its messages line by line; ``show_messages`` gets these whenever there are more. If
    the task is cancelled, the process is ended.

    ``processes`` are passing ones. Raises UsageError, with the messages of the command, if it gives
    no answer, unless it is done, or done with problems where it ``may_have_problems``; DiskFull,
    OSError.
    """
    command = [*command, "--language", current_language()]
    record = await asyncio.to_thread(processes.start, command, ["-"])
    messages: list[str] = []
    state: RunState | None = None
    try:
        while state is None or state.is_running:
            await asyncio.sleep(_LOOK_SECONDS)
            state = await asyncio.to_thread(processes.read, record)
            if record.answer.stat().st_size > MAX_ANSWER:
                raise UsageError(
                    make_message(
                        "the command answers with more than {max_answer:,} bytes",
                        max_answer=MAX_ANSWER,
                    )
                )
            lines = to_studio_words((await asyncio.to_thread(read_log, record.log))[0]).splitlines()
            if lines != messages:
                messages = lines
                show_messages(messages)
    except BaseException:
        processes.kill(record)
        raise
    output = record.answer.read_text(encoding="utf-8", errors="replace")
    is_done = state.exit_code == 0 or (may_have_problems and state.exit_code == _WITH_PROBLEMS)
    if not output and not is_done:
        raise UsageError(
            "\n".join(messages[-5:])
            or make_message(
                "curator {command}: exit code {exit_code}",
                command=command[0],
                exit_code=state.exit_code,
            )
        )
    return state.exit_code, output, messages
