"""Handling of Ctrl-C and SIGTERM: the first signal ends the command, later ones are ignored."""

from __future__ import annotations

import signal
import sys
import threading
import time
from contextlib import suppress
from types import FrameType
from typing import Any

GRACE_PERIOD = 3.0
"""Seconds that an interrupted command has to end; after them another signal counts again."""
REPEAT_DELAY = 0.01
"""Seconds before a lost interruption is repeated."""
_SIGNALS = (signal.SIGINT, signal.SIGTERM)


class Interrupts:
    """A context in which SIGINT and SIGTERM raise KeyboardInterrupt, once.

    ``own_process`` says that the process runs nothing but this command: after an interruption,
    signals then stay without effect until the process has ended. A signal that the caller ignores
    stays ignored.
    """

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
            sys.unraisablehook = self._repeat_lost
        return self

    def __exit__(self, *_: object) -> None:
        if self._own_process and not self.seen:
            # The command has ended with an exit code, which a late signal must not change.
            self.ignore_signals()
        if not self._before or self._own_process:
            return
        sys.unraisablehook = self._unraisable
        for number, before in self._before.items():
            signal.signal(number, before)

    def check(self) -> None:
        """Raise KeyboardInterrupt again if one was raised before.

        A library that tries an import may have caught it as a failed import.
        """
        if self.seen:
            raise KeyboardInterrupt

    def ignore_signals(self) -> None:
        """Ignore both signals from now on."""
        for number in self._before:
            signal.signal(number, signal.SIG_IGN)

    def _interrupt(self, _number: int, _frame: FrameType | None) -> None:
        now = time.monotonic()
        if self._last is None or now - self._last > GRACE_PERIOD:
            self._last = now
            raise KeyboardInterrupt

    def _repeat_lost(self, unraisable: Any) -> None:
        """Repeat an interruption that Python could not raise, for example in a finalizer.

        It is repeated a moment later: raised at once, it would be lost in this hook.
        """
        if unraisable.exc_type is not KeyboardInterrupt:
            self._unraisable(unraisable)
            return
        self._last = None
        repeat = threading.Timer(REPEAT_DELAY, _interrupt_main_thread)
        repeat.daemon = True
        with suppress(RuntimeError):  # The process is ending: no thread can be started.
            repeat.start()


def _interrupt_main_thread() -> None:
    """Send SIGINT to the main thread; a signal to another thread would not end its waiting."""
    if sys.platform == "win32":
        signal.raise_signal(signal.SIGINT)
        return
    main = threading.main_thread().ident
    if main is not None:
        signal.pthread_kill(main, signal.SIGINT)
