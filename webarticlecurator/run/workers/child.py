"""What runs in a worker process: one piece of work after the other, until its parent is gone."""

from __future__ import annotations

import contextlib
import gc
import os
import signal
import socket
import sys
import time
from collections import deque
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from webarticlecurator.errors import CuratorError, PageUnreadable
from webarticlecurator.model.capture import Body, Capture
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.watch import WATCH
from webarticlecurator.run.building.capture_sources import RankedSource, ReadingSource
from webarticlecurator.run.process_settings import collect_garbage_rarely, silence_library_logging
from webarticlecurator.run.workers.channel import Channel

ORPHAN_SECONDS = 300
"""Of one piece of work without a parent, where the system does not end a worker with it."""
MEMORY = 4 << 30
"""Bytes of address space, where the system keeps count: one page must not take the machine with it.
"""
_HEARTBEAT = 0.5
"""Seconds between two words that another page has begun."""
_DIE_WITH_PARENT = 1
"""PR_SET_PDEATHSIG of Linux."""


class RemoteSource(RankedSource):
    """Captures that only the parent can read: each question is sent to it."""

    def __init__(self, channel: Channel, waiting: deque[tuple[Any, ...]]) -> None:
        super().__init__()
        self._channel, self._waiting = channel, waiting

    def ranked(self, url: str, policy: str) -> Sequence[Capture]:
        found: Sequence[Capture] = self._ask("ranked", url, policy)
        return found

    def tries(self, url: str) -> tuple[datetime, ...]:
        found: tuple[datetime, ...] = self._ask("tries", url)
        return found

    def read(self, capture: Capture) -> Body:
        found: Body = self._ask("read", capture)
        return found

    def _ask(self, *question: object) -> Any:
        self._channel.send("ask", *question)
        while True:
            message = self._channel.receive()
            if message[0] == "answer":
                return message[1]
            self._waiting.append(message)


class Child:
    """The loop. ``do`` messages name a function, which is called with the portal, a source of
    captures and the task."""

    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self._waiting: deque[tuple[Any, ...]] = deque()
        self._portal: Portal | None = None
        self._source: ReadingSource | None = None
        self._told = 0.0

    def serve(self) -> None:
        """Until the parent closes the channel."""
        WATCH.page = self._page
        while True:
            try:
                message = self._waiting.popleft() if self._waiting else self._channel.receive()
                if message[0] == "job":
                    self._begin(*message[1:])
                else:
                    self._do(*message[1:])
            except (EOFError, OSError):
                return

    def _begin(self, portal: Portal, folder: Path | None, working: Path) -> None:
        try:
            os.chdir(working)  # a process that is used again may have been started elsewhere
            self._portal = portal
            if self._source is not None:
                self._source.close()
            self._source = ReadingSource(folder) if folder is not None else None
            self._channel.send("ready")
        except CuratorError as error:
            self._channel.send("raised", error)

    def _do(self, work: Any, task: object, telling: bool, asked: bool) -> None:
        source = RemoteSource(self._channel, self._waiting) if asked else self._source
        WATCH.rule = self._rule if telling else None
        _end_alone(ORPHAN_SECONDS)
        try:
            answer: tuple[Any, ...] = ("done", work(self._portal, source, task))
        except PageUnreadable as error:
            answer = ("failed", error.reason, error.message)
        except CuratorError as error:
            answer = ("raised", error)
        except MemoryError:
            answer = ("failed", "out-of-memory", "the process that read it got no more memory")
        except (EOFError, OSError):
            raise
        except Exception as error:
            answer = ("failed", "program-error", f"{type(error).__name__}: {error}")
        finally:
            _end_alone(0)
        self._send(answer)

    def _send(self, answer: tuple[Any, ...]) -> None:
        try:
            self._channel.send(*answer)
        except OSError:
            raise
        # nothing was sent yet: what cannot be pickled cannot be measured either
        except Exception as error:
            self._channel.send("failed", "program-error", f"{type(error).__name__}: {error}")

    def _rule(self, name: str) -> None:
        self._channel.send("rule", name)

    def _page(self) -> None:
        now = time.monotonic()
        if now - self._told > _HEARTBEAT:
            self._told = now
            self._channel.send("page")


def serve(end: socket.socket) -> None:
    """Work for the process at the other end. It is for that process to react to Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    _die_with_parent()
    _bound_memory()
    collect_garbage_rarely()
    silence_library_logging()
    gc.freeze()
    Child(Channel(end)).serve()


def main() -> None:
    """Entry of a process that was started anew: its socket is named on the command line, or
    described on standard input."""
    if sys.platform == "win32":
        end = socket.fromshare(sys.stdin.buffer.read())
    else:
        end = socket.socket(fileno=int(sys.argv[1]))
    sys.stdout = sys.stderr  # what a hook prints is no answer of a command
    serve(end)


def _end_alone(seconds: float) -> None:
    """Have the system end this process after so many seconds, whatever it does then; 0: not at
    all."""
    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_REAL, seconds)


def _bound_memory() -> None:
    if sys.platform == "win32":
        return
    import resource

    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(
            resource.RLIMIT_AS,
            (MEMORY if hard == resource.RLIM_INFINITY else min(MEMORY, hard), hard),
        )


def _die_with_parent() -> None:
    if not sys.platform.startswith("linux"):
        return
    try:
        import ctypes

        ctypes.CDLL(None).prctl(_DIE_WITH_PARENT, signal.SIGKILL)
    except (ImportError, OSError, AttributeError):
        return  # then the channel and the timer end it
    if os.getppid() == 1:
        os._exit(1)
