"""A time limit for whole exchanges: a socket timeout alone does not end an answer that arrives one
byte at a time.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any


class Deadline:
    """The end of an exchange (``longest`` seconds) and the limit of one wait (``timeout``)."""

    def __init__(self, monotonic: Callable[[], float], timeout: float, longest: float) -> None:
        self._monotonic, self._timeout, self._longest = monotonic, timeout, longest
        self._end = monotonic() + longest

    def restart(self) -> None:
        """Start the time of a new exchange."""
        self._end = self._monotonic() + self._longest

    def wait(self) -> float:
        """Return the seconds that the next wait may take. Raises TimeoutError once the deadline has
        passed."""
        remaining = self._end - self._monotonic()
        if remaining <= 0:
            raise TimeoutError(f"no complete answer in {self._longest:g} seconds")
        return min(self._timeout, remaining)


class TimedStream(io.RawIOBase):
    """The receiving side of a socket; the deadline limits each wait. ``stream`` is the socket's
    own buffered file, of which nothing has been read yet."""

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
