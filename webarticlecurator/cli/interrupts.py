"""Handling of Ctrl-C and SIGTERM: the first signal ends the command, later ones are ignored."""

from __future__ import annotations

import signal
import sys
import threading
import time
from contextlib import suppress
from types import CodeType, FrameType
from typing import Any

GRACE_PERIOD = 3.0
"""Seconds that an interrupted command has to end; after them another signal counts again."""
REPEAT_DELAY = 0.01
"""Seconds after which a lost interruption is repeated, until it was raised."""
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
        self._is_lost = False
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
        self._is_lost = False
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

    def _interrupt(self, _number: int, frame: FrameType | None) -> None:
        if _is_within(frame, Interrupts._repeat_lost.__code__):
            # Raised here, it would be lost as well: a busy machine can take longer to start the
            # thread than the thread waits. The hook and its thread repeat it.
            self._is_lost = True
            return
        now = time.monotonic()
        if self._last is None or now - self._last > GRACE_PERIOD:
            self._last, self._is_lost = now, False
            raise KeyboardInterrupt

    def _repeat_lost(self, unraisable: Any) -> None:
        """Repeat an interruption that Python could not raise, for example in a finalizer.

        A thread repeats it until it was raised: raised at once, it would be lost in this hook.
        """
        if unraisable.exc_type is KeyboardInterrupt:
            self._last, self._is_lost = None, True
        else:
            self._unraisable(unraisable)
        if self._is_lost:
            with suppress(RuntimeError):  # The process is ending: no thread can be started.
                threading.Thread(target=self._repeat, daemon=True).start()

    def _repeat(self) -> None:
        while self._is_lost:
            time.sleep(REPEAT_DELAY)
            _interrupt_main_thread()


def _is_within(frame: FrameType | None, code: CodeType) -> bool:
    """Return True if the code is running in this frame or in one that leads to it."""
    while frame is not None and frame.f_code is not code:
        frame = frame.f_back
    return frame is not None


def _interrupt_main_thread() -> None:
    """Send SIGINT to the main thread; a signal to another thread would not end its waiting."""
    if sys.platform == "win32":
        signal.raise_signal(signal.SIGINT)
        return
    main = threading.main_thread().ident
    if main is not None:
        signal.pthread_kill(main, signal.SIGINT)
