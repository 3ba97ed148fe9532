"""Connections that the server closes while they are idle cost no request its answer."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator

import pytest

from webarticlecurator.base.portal.fetch_policy import FetchPolicy
from webarticlecurator.base.portal.hosts import ANY_HOSTS
from webarticlecurator.crawling.fetch.connection_settings import ConnectionSettings
from webarticlecurator.crawling.fetch.politeness import Politeness
from webarticlecurator.crawling.fetch.session import Session
from webarticlecurator.crawling.workers.system_clock import SystemClock

ANSWER = b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\none"


class ClosingServer:
    """Answers ``answered`` requests of each connection; closes it when it gets another one."""

    def __init__(self, answered: int) -> None:
        self.answered, self.requests = answered, list[int]()
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listening.getsockname()[1]}/"
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._listening.accept()
            except OSError:
                return
            self.requests.append(0)
            with connection:
                while connection.recv(65536):
                    self.requests[-1] += 1
                    if self.requests[-1] > self.answered:
                        break
                    connection.sendall(ANSWER)

    def close(self) -> None:
        self._listening.close()


@pytest.fixture
def session() -> Iterator[Session]:
    opened = Session(ConnectionSettings(FetchPolicy(timeout=10), ANY_HOSTS), SystemClock())
    yield opened
    opened.close()


def test_a_request_is_sent_again_if_the_connection_was_closed_while_it_was_idle(session: Session):
    server = ClosingServer(answered=1)
    policy = FetchPolicy(delay=0, retries=0, breaker=1)
    politeness = Politeness(session, policy, SystemClock())
    attempts = [list(politeness.attempts(server.url)) for _ in range(3)]
    assert [len(each) for each in attempts] == [1, 2, 2], "each attempt is there to be stored"
    for each in attempts:
        assert each[-1].failure is None
        assert [hop.response for hop in each[-1].hops] == [ANSWER]
    assert [e.failure.kind for each in attempts for e in each if e.failure] == ["disconnect"] * 2
    assert server.requests == [2, 2, 1], "two requests came too late"
    server.close()


def test_a_new_connection_that_is_closed_is_a_failure(session: Session):
    server = ClosingServer(answered=0)
    exchange = session.fetch(server.url, lambda _url: None)
    assert exchange.failure is not None and exchange.failure.kind == "disconnect"
    assert not exchange.is_unread
    assert server.requests == [1]
    server.close()
