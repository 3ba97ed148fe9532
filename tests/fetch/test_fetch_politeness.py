"""Pacing with a fake clock: nothing here waits in real time."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

import pytest

from webarticlecurator.errors import PortalRefused
from webarticlecurator.fetch.politeness import Politeness
from webarticlecurator.model.capture import Exchange, Failure, Hop
from webarticlecurator.model.portal import FetchPolicy

START = datetime(2024, 5, 1, tzinfo=timezone.utc)


class FakeClock:
    def __init__(self) -> None:
        self.time = 0.0

    def now(self) -> datetime:
        return START + timedelta(seconds=self.time)

    def sleep(self, seconds: float) -> None:
        self.time += seconds

    def monotonic(self) -> float:
        return self.time


class Scripted:
    """A session that answers from a script and notes when it was asked."""

    def __init__(self, clock: FakeClock, *script) -> None:
        self.clock, self.script, self.asked = clock, list(script), []

    def fetch(self, url, before):
        before(url)
        self.asked.append(self.clock.time)
        answer = self.script.pop(0) if len(self.script) > 1 else self.script[0]
        if isinstance(answer, str):
            return Exchange(url, (), Failure(answer, "no", self.clock.now()))
        status, *lines = answer
        raw = "\r\n".join([f"HTTP/1.1 {status} X", *lines, "", ""]).encode()
        return Exchange(url, (Hop(url, status, b"", raw, self.clock.now()),))


def run(*script, policy=None, urls=("http://a.example/1",)):
    clock = FakeClock()
    session = Scripted(clock, *script)
    polite = Politeness(session, policy or FetchPolicy(delay=2.0, retries=2), clock)
    return session, [list(polite.attempts(url)) for url in urls]


def test_requests_to_one_host_are_a_delay_apart_and_other_hosts_do_not_wait():
    session, _ = run((200,), urls=("http://a.example/1", "http://a.example/2", "http://b.example/1", "http://a.example/3"))
    assert session.asked == [0.0, 2.0, 2.0, 4.0]


def test_a_passing_trouble_is_tried_again_slower_each_time_and_every_attempt_is_given():
    session, [attempts] = run((500,), "timeout", (200,))
    assert [a.final.status if a.final else a.failure.kind for a in attempts] == [500, "timeout", 200]
    assert session.asked == [0.0, 2.0, 6.0]


def test_404_and_a_bad_address_are_answers_not_troubles():
    assert len(run((404,))[1][0]) == 1
    assert len(run("bad-address")[1][0]) == 1


@pytest.mark.parametrize("value", ["7", "Wed, 01 May 2024 00:00:07 GMT"])
def test_retry_after_is_honoured_in_both_forms(value):
    session, _ = run((429, f"Retry-After: {value}"), (200,))
    assert session.asked == [0.0, 7.0]


def test_a_retry_after_of_more_than_an_hour_stops_the_crawl():
    with pytest.raises(PortalRefused, match=r"2\.0 hours"):
        run((503, "Retry-After: 7200"))


def test_the_breaker_counts_refusals_running_over_addresses():
    policy = FetchPolicy(delay=0, retries=0, breaker=3)
    urls = [f"http://a.example/{n}" for n in range(5)]
    assert len(run((403,), (403,), (200,), (403,), (403,), policy=policy, urls=urls)[1]) == 5
    with pytest.raises(PortalRefused, match="3 requests running"):
        run((403,), (429,), "connect", policy=policy, urls=urls)
