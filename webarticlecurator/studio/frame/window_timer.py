"""Do something again and again in a window, from when its view is written."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nicegui import ui


class WindowTimer:
    """Calls a function every so many seconds, from when the window is there.

    A timer of NiceGUI asks for the window at once, so that one would see it empty while its view is
    written. ``is_once``: the function is called one time only.
    """

    def __init__(self, seconds: float, act: Callable[[], Any], *, is_once: bool = False) -> None:
        self._seconds, self._act, self._is_once = seconds, act, is_once
        self._slot = ui.context.slot
        self._timer: ui.timer | None = None
        if ui.context.client.has_socket_connection:
            self._start()
        else:
            ui.context.client.on_connect(self._start)

    def stop(self) -> None:
        """Call the function no more."""
        if self._timer is not None:
            self._timer.deactivate()

    def _start(self) -> None:
        """Begin, unless that was done (a window may come back) or the place is gone."""
        if self._timer is None and not self._slot.parent.is_deleted:
            with self._slot:
                self._timer = ui.timer(self._seconds, self._act, once=self._is_once)
