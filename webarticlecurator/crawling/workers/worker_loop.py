"""The loop of a worker process: it runs one task after the other until its parent has ended."""

from __future__ import annotations

import contextlib
import gc
import logging
import os
import signal
import socket
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from webarticlecurator.base.errors import CuratorError
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.portal.portal_rules import list_rules
from webarticlecurator.base.portal.rule_watch import WATCH
from webarticlecurator.crawling.workers.executor import (
    LostTask,
    import_what_articles_need,
    open_source,
    run_task,
)
from webarticlecurator.crawling.workers.process_settings import (
    collect_garbage_rarely,
    silence_library_logging,
)
from webarticlecurator.crawling.workers.time_limits import CLOCK_FACTOR, HAS_PROCESSOR_TIMER
from webarticlecurator.crawling.workers.value_channel import Channel
from webarticlecurator.pages.rules.rule_use import RULE_USE

if TYPE_CHECKING:
    from webarticlecurator.crawling.workers.capture_sources import ReadingSource
    from webarticlecurator.storage.store.joined_corpus import CaptureFolders

ORPHAN_SECONDS = 60
"""Seconds of the clock after which a worker ends itself, though its parent should have ended it
before: then the parent was killed, on a system that does not end workers with their parent."""
MAX_MEMORY = 4 << 30
"""Bytes of address space that a worker may add to its initial ones, on systems that limit it: one
page must not exhaust the machine."""
COLLECTED_TASKS = 8
"""Tasks after which their garbage is collected. Pages are in reference cycles, and the collector
runs so rarely (``collect_garbage_rarely``) that hundreds of them would wait for it."""
_HEARTBEAT = 0.5
"""Seconds between two messages that another page has begun."""
_DIE_WITH_PARENT = 1
"""PR_SET_PDEATHSIG of Linux."""


class Child:
    """The loop of a worker. A ``do`` message has a function, which is called with the portal, a
    source of captures and the task; a ``job`` message sets the portal by its number, and brings it
    when the number is new, or stands for another portal from now on. After a ``leave`` message no
    corpus is open."""

    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self._portal: Any = None
        self._portals: dict[int, Portal] = {}
        self._source: ReadingSource | None = None
        self._last_heartbeat = 0.0
        self._tasks = 0
        self._seconds = 0.0
        self._began = 0.0

    def serve(self) -> None:
        """Handle messages until the parent closes the channel."""
        WATCH.page = self._report_page
        while True:
            try:
                message = self._channel.receive()
                if message[0] == "job":
                    self._set_job(*message[1:])
                elif message[0] == "leave":
                    self._leave_corpus()
                    self._channel.send("ready")
                else:
                    self._run_task(*message[1:])
            except (EOFError, OSError):
                return

    def _set_job(
        self,
        number: int,
        portal: Portal | None,
        captures: CaptureFolders | None,
        working_folder: Path,
    ) -> None:
        try:
            # a process that is used again may have been started in another folder
            os.chdir(working_folder)
            self._portal = portal or self._portals[number]
            self._portals[number] = self._portal
            RULE_USE.watch(list_rules(self._portal))
            self._leave_corpus()
            if captures is not None:
                import_what_articles_need()
                self._source = open_source(captures)
            self._channel.send("ready")
        except CuratorError as error:
            self._channel.send("raised", error)

    def _leave_corpus(self) -> None:
        if self._source is not None:
            self._source.close()
        self._source = None

    def _run_task(self, work: Any, task: object, reports_rules: bool, seconds: float) -> None:
        WATCH.rule = self._report_rule if reports_rules else None
        self._seconds = seconds
        self._begin_time()
        try:
            result = run_task(work, self._portal, self._source, task)
            answer: tuple[Any, ...] = ("done", result, RULE_USE.take())
        except CuratorError as error:
            answer = ("raised", error)
        finally:
            _set_timers(0, 0)
        self._send(answer)
        self._tasks += 1
        if self._tasks % COLLECTED_TASKS == 0:
            gc.collect(1)  # what is older belongs to the process, not to a page

    def _send(self, answer: tuple[Any, ...]) -> None:
        try:
            self._channel.send(*answer)
        except OSError:
            raise
        # pickle has failed, so nothing was sent yet
        except Exception as error:
            lost = LostTask("program-error", f"{type(error).__name__}: {error}")
            self._channel.send("done", lost, RULE_USE.take())

    def _begin_time(self) -> None:
        """Begin the seconds of a task, or of a page of it."""
        self._began = time.process_time()
        _set_timers(self._seconds, self._seconds * CLOCK_FACTOR + ORPHAN_SECONDS)

    def _report_rule(self, name: str) -> None:
        self._channel.send("rule", name, time.process_time() - self._began)

    def _report_page(self) -> None:
        now = time.monotonic()
        if WATCH.rule is not None or now - self._last_heartbeat > _HEARTBEAT:
            self._last_heartbeat = now
            self._channel.send("page")
        self._begin_time()


def serve(end: socket.socket) -> None:
    """Run the loop for the process at the other end, which handles Ctrl-C for both."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    _die_with_parent()
    _limit_memory()
    collect_garbage_rarely()
    silence_library_logging()
    # a forked process has the handlers of the command, whose lines it would break
    logging.getLogger("webarticlecurator").setLevel(logging.CRITICAL + 1)
    Child(Channel(end)).serve()


def run_process() -> None:
    """Entry point of a process that was not forked: the number of its socket is on the command
    line; on Windows the socket is described on standard input."""
    if sys.platform == "win32":
        end = socket.fromshare(sys.stdin.buffer.read())
    else:
        end = socket.socket(fileno=int(sys.argv[1]))
    sys.stdout = sys.stderr  # output of hooks must not become output of the command
    serve(end)


def _set_timers(of_processor: float, of_clock: float) -> None:
    """Have the system end this process after so many seconds, whatever it does; 0 cancels that."""
    if HAS_PROCESSOR_TIMER:
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_PROF, of_processor)
    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_REAL, of_clock)


def _limit_memory() -> None:
    if sys.platform == "win32":
        return
    import resource

    # a forked worker begins with all that the program around it has mapped: libraries for tables
    # take more than the limit, and any page would end the worker (SIGSEGV)
    most = MAX_MEMORY + _read_mapped_size()
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    soft = most if hard == resource.RLIM_INFINITY else min(most, hard)
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def _read_mapped_size() -> int:
    """Return the bytes of address space of this process, 0 on a system that does not say it."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
        return pages * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError):
        return 0


def _die_with_parent() -> None:
    if not sys.platform.startswith("linux"):
        return
    try:
        import ctypes

        ctypes.CDLL(None).prctl(_DIE_WITH_PARENT, signal.SIGKILL)
    except (ImportError, OSError, AttributeError):
        return  # the closed channel and the alarm end the process instead
    if os.getppid() == 1:
        os._exit(1)
