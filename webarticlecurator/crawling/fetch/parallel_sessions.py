"""Several connections to a portal: requests can be sent ahead.

A request that is sent ahead waits for its answer in a thread, over a connection of its own, while
the caller works with earlier answers. Everything else stays with the caller and in its order:
permissions before the request; redirects, repeated requests and refusals when it fetches the
address.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextvars import copy_context
from functools import partial
from queue import SimpleQueue

from webarticlecurator.base.text.clock import Clock
from webarticlecurator.crawling.fetch.connection_settings import ConnectionSettings
from webarticlecurator.crawling.fetch.session import HopAnswer, Session

_LONGEST_WAIT = 0.2
"""Seconds of one wait for an answer: on some systems no signal ends a wait for a thread."""


class _Ahead:
    """A request that is sent ahead: ``is_sent`` is set before, ``answer`` or ``error`` when it is
    done."""

    def __init__(self, url: str, wait: Callable[[str], None]) -> None:
        self.url, self.wait = url, wait
        self.context = copy_context()  # for the log: the portal, and what is requested
        self.is_sent = False
        self.done = threading.Event()
        self.answer: HopAnswer | None = None
        self.error: BaseException | None = None


class ParallelSessions(Session):
    """A session of which further ones send requests ahead.

    All of them share cookies, checked addresses and pace. Only one thread may use it.
    """

    def __init__(self, settings: ConnectionSettings, clock: Clock) -> None:
        super().__init__(settings, clock)
        self._open_another = partial(Session, settings, clock, self)
        self._ahead: dict[str, _Ahead] = {}
        self._waiting: SimpleQueue[_Ahead | None] = SimpleQueue()
        self._threads: list[threading.Thread] = []
        self._stopping = threading.Lock()
        self._has_stopped = False

    def send_ahead(self, url: str, wait: Callable[[str], None]) -> None:
        """Request ``url``, which may be requested, in a thread that calls ``wait`` before."""
        # A thread for each request that is under way, and none before it is needed.
        if len(self._threads) <= len(self._ahead):
            # a thread that waits for an answer must not keep an interrupted process alive
            thread = threading.Thread(target=self._send_all, daemon=True)
            self._threads.append(thread)
            thread.start()
        self._ahead[url] = ahead = _Ahead(url, wait)
        self._waiting.put(ahead)

    def take_answer(self, url: str) -> HopAnswer | None:
        """Return the answer of a request that was sent ahead, as soon as it is there; None if none
        was sent."""
        ahead = self._ahead.pop(url, None)
        # A request that was not sent yet is made by the caller, in its turn.
        if ahead is None or (self._has_stopped and not ahead.is_sent):
            return None
        while not ahead.done.wait(_LONGEST_WAIT):
            pass
        if ahead.error is not None:
            raise ahead.error
        return ahead.answer

    def stop_sending(self) -> None:
        """Send nothing ahead any more, not even what waits for its turn."""
        with self._stopping:
            self._has_stopped = True

    def close(self) -> None:
        """Close the connections; those that still wait for an answer as soon as it is there."""
        self.stop_sending()
        for _ in self._threads:
            self._waiting.put(None)
        for thread in self._threads:
            thread.join(_LONGEST_WAIT)
        super().close()

    def _send_all(self) -> None:
        """Send what waits, one request after the other, over connections of this thread."""
        session = self._open_another()
        try:
            while (ahead := self._waiting.get()) is not None:
                ahead.context.run(self._send_one, ahead, session)
        finally:
            session.close()

    def _send_one(self, ahead: _Ahead, session: Session) -> None:
        try:
            ahead.wait(ahead.url)
            # Under the lock, so that nothing is sent after stop_sending has returned.
            with self._stopping:
                ahead.is_sent = not self._has_stopped
            if ahead.is_sent:
                ahead.answer = session.request_hop(ahead.url, {})
        except BaseException as error:  # the caller raises it, an interruption, too
            ahead.error = error
        finally:
            ahead.done.set()
