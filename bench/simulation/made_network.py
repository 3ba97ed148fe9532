"""A network in this process: the sockets of connections that a made server answers at once.

``MadeNetwork.connect`` is handed in as ``Runtime.connect``. What is sent is given to the server when
its request is complete; its answer is read from the same socket, whole, cut, or never.
"""

from __future__ import annotations

import io
import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from webarticlecurator.base.text.clock import Clock


@dataclass(frozen=True)
class Sent:
    """The bytes that a server sends. ``hangs``: nothing comes after them, and the connection stays
    open; else it is closed where the bytes end before their Content-Length."""

    content: bytes
    hangs: bool = False


class MadeNetwork:
    """Connections to one server, a function of the path that is asked for."""

    def __init__(self, serve: Callable[[str], Sent], clock: Clock) -> None:
        self.serve, self.clock = serve, clock
        # urllib3 looks whether an idle connection can be read: this one never can
        self.quiet = os.eventfd(0)

    def connect(self, *_: Any) -> MadeSocket:
        """Return a connection to the server, whatever address is asked for."""
        return MadeSocket(self)

    def close(self) -> None:
        os.close(self.quiet)


class MadeSocket:
    """What http.client and the recorder of the crawl need of a socket."""

    def __init__(self, network: MadeNetwork) -> None:
        self._network, self._request = network, b""
        self._seconds: float | None = None

    def sendall(self, data: bytes) -> None:
        self._request += data

    def makefile(self, *_: Any, **__: Any) -> io.BufferedReader:
        path = self._request.split(b" ", 2)[1].decode("ascii")
        self._request = b""
        return io.BufferedReader(_Received(self._network.serve(path), self.wait))

    def wait(self) -> None:
        """Let the time pass that a reader waits for bytes that do not come."""
        self._network.clock.sleep(self._seconds or 0)
        raise TimeoutError("timed out")

    def settimeout(self, seconds: float | None) -> None:
        self._seconds = seconds

    def getpeername(self) -> tuple[str, int]:
        return "127.0.0.1", 80

    def fileno(self) -> int:
        return self._network.quiet

    def setsockopt(self, *_: Any) -> None:
        pass

    def shutdown(self, *_: Any) -> None:
        pass

    def close(self) -> None:
        pass


class _Received(io.RawIOBase):
    """The bytes of an answer, then the end of the connection or a wait."""

    def __init__(self, sent: Sent, wait: Callable[[], None]) -> None:
        super().__init__()
        self._left, self._hangs, self._wait = memoryview(sent.content), sent.hangs, wait

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        if not self._left and self._hangs:
            self._wait()
        size = min(len(buffer), len(self._left))
        buffer[:size] = self._left[:size]
        self._left = self._left[size:]
        return size
