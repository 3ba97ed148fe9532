"""A connection's bytes with an end: no answer takes longer than its deadline, however slowly it
drips."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any


class Deadline:
    """Until when an exchange may last, and how long one wait may be (seconds)."""

    def __init__(self, monotonic: Callable[[], float], timeout: float, longest: float) -> None:
        self._monotonic, self._timeout, self._longest = monotonic, timeout, longest
        self._end = monotonic() + longest

    def restart(self) -> None:
        """Begin a new exchange."""
        self._end = self._monotonic() + self._longest

    def wait(self) -> float:
        """Seconds that the next wait may take. Raises TimeoutError once the deadline has passed."""
        rest = self._end - self._monotonic()
        if rest <= 0:
            raise TimeoutError(f"no complete answer in {self._longest:g} seconds")
        return min(self._timeout, rest)


class TimedStream(io.RawIOBase):
    """What a socket receives; each wait for it is limited by the deadline. ``stream`` is the
    socket's own buffered file, nothing of which has been read."""

    def __init__(self, stream: Any, sock: Any, deadline: Deadline) -> None:
        super().__init__()
        self._raw, self._sock, self._deadline = stream.detach(), sock, deadline

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int | None:
        self._sock.settimeout(self._deadline.wait())
        count: int | None = self._raw.readinto(buffer)
        return count

    def close(self) -> None:
        self._raw.close()
        super().close()
