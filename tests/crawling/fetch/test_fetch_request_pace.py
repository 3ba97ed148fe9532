"""The delay between two requests counts from the moment at which the first one was sent."""

from __future__ import annotations

from pathlib import Path

from small_portal import FixedClock, small_portal

from webarticlecurator.base.portal.fetch_policy import FetchPolicy
from webarticlecurator.base.portal.hosts import ANY_HOSTS
from webarticlecurator.base.text.clock import Clock
from webarticlecurator.crawling.fetch.connection_settings import ConnectionSettings
from webarticlecurator.crawling.fetch.pace import RequestPace
from webarticlecurator.crawling.fetch.session import Session


def test_the_time_that_opening_a_connection_takes_is_no_part_of_the_delay():
    pace, clock = RequestPace(), FixedClock()
    pace.slow_down("a.example", 2.0)
    pace.wait("a.example", clock)
    began = clock.monotonic()
    clock.sleep(1.5)  # the connection is opened
    pace.note_sent("a.example", clock)
    pace.wait("a.example", clock)
    assert clock.monotonic() - began == 3.5


def test_a_session_notes_each_request_that_it_has_sent(tmp_path: Path):
    sent: list[tuple[str, bytes]] = []

    class NotingPace(RequestPace):
        def note_sent(self, host: str, clock: Clock) -> None:
            sent.append((host, bytes(session._recorder.request).split(b"\r\n")[0]))
            super().note_sent(host, clock)

    with small_portal(tmp_path, {}) as portal:
        policy = FetchPolicy(delay=0, retries=0)
        session = Session(ConnectionSettings(policy, ANY_HOSTS, pace=NotingPace()), FixedClock())
        session.fetch(f"{portal.base}/one", lambda _url: None)
        session.fetch(f"{portal.base}/two", lambda _url: None)
        session.close()
    assert sent == [
        ("127.0.0.1", b"GET /one HTTP/1.1"),
        ("127.0.0.1", b"GET /two HTTP/1.1"),
    ]


def test_a_delay_is_forgotten_but_neither_the_last_request_nor_a_pause():
    pace, clock = RequestPace(), FixedClock()
    pace.slow_down("a.example", 30.0)
    pace.wait("a.example", clock)
    began = clock.monotonic()
    pace.forget_delays()
    pace.slow_down("a.example", 2.0)
    pace.wait("a.example", clock)
    assert clock.monotonic() - began == 2.0
    pace.hold("a.example", 60.0, clock)
    pace.forget_delays()
    pace.wait("a.example", clock)
    assert clock.monotonic() - began == 62.0


def test_a_connection_that_took_long_to_open_waits_for_its_turn_again():
    pace, clock = RequestPace(), FixedClock()
    pace.slow_down("a.example", 2.0)
    pace.wait("a.example", clock)
    began = clock.monotonic()
    pace.wait("a.example", clock)  # another thread, while the first one opens its connection
    pace.wait_to_send("a.example", clock)
    assert clock.monotonic() - began == 2.0
    clock.sleep(0.5)
    pace.wait_to_send("a.example", clock)  # the first one
    assert clock.monotonic() - began == 4.0
    pace.wait_to_send("b.example", clock)
    assert clock.monotonic() - began == 4.0


def test_a_single_connection_waits_once_for_each_request():
    pace, clock = RequestPace(), FixedClock()
    pace.slow_down("a.example", 2.0)
    for _ in range(3):
        pace.wait("a.example", clock)
        clock.sleep(1.5)  # the connection is opened
        pace.wait_to_send("a.example", clock)
        pace.note_sent("a.example", clock)
    assert clock.slept == [1.5, 2.0, 1.5, 2.0, 1.5]
