"""Ctrl-C and SIGTERM: the first one ends the command, more of them do not disturb its end."""

from __future__ import annotations

import signal
import sys
import threading
import time
from contextlib import suppress
from types import FrameType
from typing import Any

PAUSE = 3.0
"""Seconds in which a command that was interrupted may end; then one more interruption counts again.
"""
LATER = 0.01
"""Seconds after which an interruption that was lost is repeated."""
_SIGNALS = (signal.SIGINT, signal.SIGTERM)


class Interrupts:
    """While it is entered, both signals raise KeyboardInterrupt, once. ``own_process``: nothing but
    this command runs in the process, so that signals stay without effect when it has been
    interrupted, until the process is gone. A signal that the caller has switched off stays so."""

    def __init__(self, *, own_process: bool) -> None:
        self._own_process = own_process
        self._last: float | None = None
        self._before: dict[signal.Signals, Any] = {}
        self._unraisable = sys.unraisablehook

    @property
    def seen(self) -> bool:
        """True if the command was interrupted."""
        return self._last is not None

    def __enter__(self) -> Interrupts:
        if threading.current_thread() is threading.main_thread():
            self._before = {number: signal.getsignal(number) for number in _SIGNALS}
            for number, before in self._before.items():
                if before is not signal.SIG_IGN:
                    signal.signal(number, self._interrupt)
            sys.unraisablehook = self._again
        return self

    def __exit__(self, *_: object) -> None:
        if self._own_process and not self.seen:
            # what is done is done: the exit code says so, whatever comes while the process ends
            self.over()
        if not self._before or self._own_process:
            return
        sys.unraisablehook = self._unraisable
        for number, before in self._before.items():
            signal.signal(number, before)

    def check(self) -> None:
        """Raise KeyboardInterrupt once more if there was one: a library that tries an import may
        have taken it for a failure."""
        if self.seen:
            raise KeyboardInterrupt

    def over(self) -> None:
        """Nothing is left to be interrupted."""
        for number in self._before:
            signal.signal(number, signal.SIG_IGN)

    def _interrupt(self, _number: int, _frame: FrameType | None) -> None:
        now = time.monotonic()
        if self._last is None or now - self._last > PAUSE:
            self._last = now
            raise KeyboardInterrupt

    def _again(self, unraisable: Any) -> None:
        """Repeat an interruption that came where Python cannot raise anything (a finalizer), a
        moment later: raised at once, it would be lost in this hook."""
        if unraisable.exc_type is not KeyboardInterrupt:
            self._unraisable(unraisable)
            return
        self._last = None
        repeat = threading.Timer(LATER, _interrupt_main_thread)
        repeat.daemon = True
        with suppress(RuntimeError):  # no thread can be started any more: the process ends anyway
            repeat.start()


def _interrupt_main_thread() -> None:
    """Send it the signal itself: one to another thread would not end its waiting."""
    if sys.platform == "win32":
        signal.raise_signal(signal.SIGINT)
        return
    main = threading.main_thread().ident
    if main is not None:
        signal.pthread_kill(main, signal.SIGINT)
