"""Requests that are sent ahead, over connections of their own."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from processes import PATIENCE
from small_portal import Answer, FixedClock, SmallPortal, small_portal

from webarticlecurator.base.portal.fetch_policy import FetchPolicy
from webarticlecurator.base.portal.hosts import ANY_HOSTS, PortalHosts
from webarticlecurator.base.text.clock import Clock
from webarticlecurator.crawling.fetch.connection_settings import ConnectionSettings
from webarticlecurator.crawling.fetch.parallel_sessions import ParallelSessions
from webarticlecurator.crawling.fetch.polite_client import PoliteClient
from webarticlecurator.crawling.fetch.robots_policy import RobotsAnswer
from webarticlecurator.crawling.fetch.session import Session
from webarticlecurator.crawling.workers.system_clock import SystemClock


def settings(connections: int = 2, hosts: PortalHosts = ANY_HOSTS) -> ConnectionSettings:
    policy = FetchPolicy(delay=0, retries=0, connections=connections, cookies=(("own", "1"),))
    return ConnectionSettings(policy, hosts)


def client(portal_settings: ConnectionSettings, clock: Clock | None = None) -> PoliteClient:
    return PoliteClient(portal_settings, clock or FixedClock(), lambda _url: RobotsAnswer(404, ""))


@pytest.fixture
def portal(tmp_path: Path):
    with small_portal(tmp_path, {f"/{n}": f"page {n}" for n in range(4)}) as served:
        yield served


def bodies(exchanges: object) -> list[bytes]:
    return [each.final.response.rpartition(b"\r\n\r\n")[2] for each in exchanges]  # type: ignore


def test_an_address_that_was_sent_ahead_is_requested_once(portal: SmallPortal):
    polite = client(settings())
    for path in ("/1", "/2"):
        assert polite.send_ahead(portal.base + path)
    for path in ("/2", "/0", "/1"):
        assert bodies(polite.attempts(portal.base + path)) == [f"page {path[1:]}".encode()]
    polite.close()
    assert sorted(portal.asked) == ["/0", "/1", "/2"]
    # asked for a second time, it is sent a second time
    assert portal.headers[0]["User-Agent"].endswith("up to 2 requests at a time)")


def test_one_connection_sends_nothing_ahead(portal: SmallPortal):
    polite = client(settings(1))
    assert not polite.send_ahead(f"{portal.base}/1")
    assert polite.take_sent(f"{portal.base}/1") is None
    polite.stop_sending()
    polite.close()
    assert portal.asked == []
    assert Session(settings(1), FixedClock()).fetch(portal.base, lambda _url: None).final


def test_cookies_are_shared_by_all_connections(portal: SmallPortal):
    portal.pages["/set"] = Answer("set", headers=(("Set-Cookie", "given=2; Path=/"),))
    polite = client(settings(hosts=PortalHosts.of([portal.base])))
    assert polite.send_ahead(f"{portal.base}/set")
    assert bodies(polite.attempts(f"{portal.base}/set")) == [b"set"]
    assert polite.send_ahead(f"{portal.base}/1")
    list(polite.attempts(f"{portal.base}/1"))
    list(polite.attempts(f"{portal.base}/2"))
    polite.close()
    sent = [set(headers.get("Cookie", "").split("; ")) for headers in portal.headers]
    assert sent == [{"own=1"}, {"own=1", "given=2"}, {"own=1", "given=2"}]


def test_a_private_address_and_a_forbidden_one_are_not_sent_ahead(portal: SmallPortal):
    public = PortalHosts.of(["https://echo.example/"])
    polite = client(settings(hosts=public))
    assert not polite.send_ahead(f"{portal.base}/1")
    (exchange,) = polite.attempts(f"{portal.base}/1")
    assert exchange.failure is not None
    assert exchange.failure.kind == "private-address"
    polite.close()

    robots = RobotsAnswer(200, "User-agent: *\nDisallow: /2\n")
    polite = PoliteClient(settings(), FixedClock(), lambda _url: robots)
    assert polite.send_ahead(f"{portal.base}/1")
    assert not polite.send_ahead(f"{portal.base}/2")
    (exchange,) = polite.attempts(f"{portal.base}/2")
    assert exchange.failure is not None
    assert exchange.failure.kind == "robots"
    list(polite.attempts(f"{portal.base}/1"))
    polite.close()
    assert portal.asked == ["/1"]


def test_what_waits_for_its_turn_is_not_sent_after_a_stop(portal: SmallPortal):
    turn, waits = threading.Event(), threading.Event()

    def wait(_url: str) -> None:
        waits.set()
        turn.wait(PATIENCE)

    sessions = ParallelSessions(settings(), SystemClock())
    sessions.send_ahead(f"{portal.base}/1", wait)
    assert waits.wait(PATIENCE)
    sessions.stop_sending()
    assert sessions.take_answer(f"{portal.base}/1") is None
    turn.set()
    sessions.close()
    assert portal.asked == []


@pytest.mark.parametrize("error", [KeyboardInterrupt, ZeroDivisionError])
def test_an_error_in_a_thread_is_raised_where_the_answer_is_taken(
    portal: SmallPortal, error: Callable[[], BaseException]
):
    def wait(_url: str) -> None:
        raise error()

    sessions = ParallelSessions(settings(), SystemClock())
    sessions.send_ahead(f"{portal.base}/1", wait)
    with pytest.raises(error):  # type: ignore[call-overload]
        sessions.take_answer(f"{portal.base}/1")
    sessions.send_ahead(f"{portal.base}/1", lambda _url: None)
    answer = sessions.take_answer(f"{portal.base}/1")
    assert answer is not None
    assert answer.hop is not None
    sessions.close()
    assert portal.asked == ["/1"]
