"""Worker processes: started, kept, shared by threads, ended.

Start and end one worker process.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.crawling.workers.value_channel import Channel
from webarticlecurator.crawling.workers.worker_loop import serve
from webarticlecurator.storage.index.index import has_open_wal

if TYPE_CHECKING:
    from webarticlecurator.storage.store.joined_corpus import CaptureFolders

_PROGRAM = "from webarticlecurator.crawling.workers.worker_loop import run_process; run_process()"
_DESCRIPTORS = Path("/proc/self/fd")
MAX_PORTALS = 256
"""Portals that a process keeps: one that works for several of them in turn gets each once."""
OUT_OF_TIME = "SIGPROF"
"""How a process has ended that used its seconds of the processor."""
_EXIT_TIMEOUT = 5.0
"""Seconds that an idle process has to end by itself."""


class Worker:
    """A running process. It is forked if that is safe (``may_fork``), which takes
    milliseconds. Otherwise a new interpreter is started, which takes most of a second."""

    def __init__(self) -> None:
        ours, theirs = socket.socketpair()
        self.channel = Channel(ours)
        self._popen: subprocess.Popen[bytes] | None = None
        self._ended: str | None = None
        self._portals: list[Portal] = []
        self.reads_corpora: bool | None = None
        """True if the last job was a corpus, False if it was single pages, None before any."""
        self._job: tuple[int, Path] | None = None
        """Number of the portal and working folder, for a process that reads single pages."""
        with theirs:
            # Milliseconds for the first and each further worker: forked 33 and 29, started anew 657
            # and 569, by a fork server 813 and 52; so that was not built
            # (7820d574:bench/worker_starts.py).
            if may_fork():
                self.pid = _fork_child(ours, theirs)
            else:
                self._popen = _start_interpreter(theirs)
                self.pid = self._popen.pid

    @property
    def forked(self) -> bool:
        return self._popen is None

    def set_job(self, portal: Portal, captures: CaptureFolders | None) -> None:
        """Let the process work for ``portal`` and read ``captures`` (as of ``Job``); wait until it
        is ready. Raises EOFError or OSError if the process has ended, and CuratorError if it cannot
        read the corpus."""
        self.reads_corpora = captures is not None
        known = next((n for n, each in enumerate(self._portals) if each is portal), None)
        if known is not None and captures is None and self._job == (known, Path.cwd()):
            return
        if known is None:
            self._portals = [*self._portals[: MAX_PORTALS - 1], portal]
        number = len(self._portals) - 1 if known is None else known
        self.channel.send("job", number, portal if known is None else None, captures, Path.cwd())
        kind, *content = self.channel.receive()
        if kind == "raised":
            raise content[0]
        self._job = (number, Path.cwd()) if captures is None else None

    def leave_corpus(self) -> None:
        """Let an idle process close the corpus that it has read; wait until it has. Raises EOFError
        or OSError if the process has ended."""
        if self.reads_corpora:
            self.channel.send("leave")
            self.channel.receive()

    def kill(self) -> str:
        """End the process at once, unless it has ended; return how it ended."""
        if self._ended is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)
            self._ended = self._wait()
            self.channel.close()
        return self._ended

    def processor_seconds(self) -> float:
        """Return the seconds of the processor that the process has used, on Windows: only the
        parent can know, since a regex keeps the worker from reporting anything."""
        if sys.platform != "win32":
            raise NotImplementedError
        import ctypes
        from ctypes import wintypes

        assert self._popen is not None
        times = [wintypes.FILETIME() for _ in range(4)]  # begun, ended, in the kernel, outside it
        ctypes.windll.kernel32.GetProcessTimes(
            wintypes.HANDLE(int(self._popen._handle)), *map(ctypes.byref, times)
        )
        # in units of 100 nanoseconds
        return sum((t.dwHighDateTime << 32) + t.dwLowDateTime for t in times[2:]) / 1e7

    def close(self) -> None:
        """End an idle process."""
        self.channel.close()
        if self._ended is None and self._popen is not None:
            with suppress(subprocess.TimeoutExpired):
                self._popen.wait(_EXIT_TIMEOUT)
        self.kill()

    def collect(self) -> str:
        """Collect a process that has ended by itself; return how it ended."""
        self._ended = self._ended or self._wait()
        self.channel.close()
        return self._ended

    def _wait(self) -> str:
        if self._popen is not None:
            return _describe_exit(self._popen.wait())
        try:
            _, status = os.waitpid(self.pid, 0)
        except ChildProcessError:
            return "unknown"
        return _describe_exit(os.waitstatus_to_exitcode(status))


def may_fork() -> bool:
    """Return True if this process can be forked safely: on Linux, without other threads, and while
    it has no index with a write-ahead log open, not even for reading."""
    has_one_thread = (
        threading.active_count() == 1 and threading.current_thread() is threading.main_thread()
    )
    if not (sys.platform.startswith("linux") and has_one_thread and _DESCRIPTORS.is_dir()):
        return False
    # A child would inherit what SQLite knows of the log's shared memory, but not its locks.
    return not has_open_wal()


def _fork_child(ours: socket.socket, theirs: socket.socket) -> int:
    pid = os.fork()
    if pid:
        return pid
    try:
        # Ctrl-C is for the parent, which ends its workers itself.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        ours.close()
        # Redirect all inherited descriptors but standard error and `kept` to the null device, so
        # that a lock, a port or a pipe does not outlive the parent. They are not closed, since
        # objects copied from the parent still have their numbers
        kept = theirs.fileno()
        null = os.open(os.devnull, os.O_RDWR)
        for number in [int(path.name) for path in _DESCRIPTORS.iterdir()]:
            if number not in (2, kept, null):
                with suppress(OSError):
                    os.fstat(number)
                    os.dup2(null, number)
        serve(theirs)
    finally:
        os._exit(0)  # without the exit handlers of the parent


def _start_interpreter(theirs: socket.socket) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-c", _PROGRAM]
    options: dict[str, Any] = {"stdout": subprocess.DEVNULL, "close_fds": True}
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    if sys.platform == "win32":
        options["creationflags"] = subprocess.CREATE_NEW_PROCESS_GROUP  # Ctrl-C is for the parent
        started = subprocess.Popen(command, stdin=subprocess.PIPE, env=environment, **options)
        assert started.stdin is not None
        started.stdin.write(theirs.share(started.pid))
        started.stdin.close()
        return started
    number = theirs.fileno()
    options |= {"pass_fds": (number,), "start_new_session": True, "stdin": subprocess.DEVNULL}
    return subprocess.Popen([*command, str(number)], env=environment, **options)


def _describe_exit(code: int) -> str:
    if code >= 0:
        return f"exit code {code}"
    try:
        return signal.Signals(-code).name
    except ValueError:
        return f"signal {-code}"
