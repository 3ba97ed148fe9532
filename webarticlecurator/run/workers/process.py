"""One worker process: started, spoken to, ended."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

from webarticlecurator.run.workers.channel import Channel
from webarticlecurator.run.workers.child import serve

_PROGRAM = "from webarticlecurator.run.workers.child import main; main()"
_DESCRIPTORS = Path("/proc/self/fd")
_PATIENCE = 5.0
"""Seconds that a process without work gets to end by itself."""


class Worker:
    """A running process. It is forked where that is safe (Linux, no other thread): that takes
    milliseconds. Else it is started anew, which takes most of a second."""

    def __init__(self) -> None:
        ours, theirs = socket.socketpair()
        self.channel = Channel(ours)
        self._popen: subprocess.Popen[bytes] | None = None
        self._ended: str | None = None
        with theirs:
            if may_fork():
                self.pid = _forked(ours, theirs)
            else:
                self._popen = _started(theirs)
                self.pid = self._popen.pid

    @property
    def forked(self) -> bool:
        return self._popen is None

    def kill(self) -> str:
        """End it at once; says in words how it ended, which may have been before."""
        if self._ended is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)
            self._ended = self._wait()
            self.channel.close()
        return self._ended

    def close(self) -> None:
        """End one that has nothing to do."""
        self.channel.close()
        if self._ended is None and self._popen is not None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._popen.wait(_PATIENCE)
        self.kill()

    def lost(self) -> str:
        """How a process ended that is gone."""
        self._ended = self._ended or self._wait()
        self.channel.close()
        return self._ended

    def _wait(self) -> str:
        if self._popen is not None:
            return _words(self._popen.wait())
        try:
            _, status = os.waitpid(self.pid, 0)
        except ChildProcessError:
            return "unknown"
        return _words(os.waitstatus_to_exitcode(status))


def may_fork() -> bool:
    """True where a fork copies a process that does one thing only."""
    alone = threading.active_count() == 1 and threading.current_thread() is threading.main_thread()
    return sys.platform.startswith("linux") and alone and _DESCRIPTORS.is_dir()


def _forked(ours: socket.socket, theirs: socket.socket) -> int:
    pid = os.fork()
    if pid:
        return pid
    try:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        ours.close()
        _let_go(theirs.fileno())
        serve(theirs)
    finally:
        os._exit(0)  # without any of what the parent would do at its end


def _let_go(but: int) -> None:
    """Point every inherited file but the standard error and our own at nothing, so that a lock, a
    server's port or a pipe of the parent does not outlive it. The numbers stay taken: objects of
    the parent still hold them."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for number in [int(path.name) for path in _DESCRIPTORS.iterdir()]:
        if number not in (2, but, nothing):
            with contextlib.suppress(OSError):
                os.fstat(number)
                os.dup2(nothing, number)


def _started(theirs: socket.socket) -> subprocess.Popen[bytes]:
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


def _words(code: int) -> str:
    if code >= 0:
        return f"exit code {code}"
    try:
        return signal.Signals(-code).name
    except ValueError:
        return f"signal {-code}"
