"""Politeness with a fake clock: no test waits in real time."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

import pytest

from webarticlecurator.base.errors import PortalRefused
from webarticlecurator.base.model.capture import Exchange, Failure, Hop
from webarticlecurator.base.portal.fetch_policy import FetchPolicy
from webarticlecurator.base.portal.hosts import ANY_HOSTS, PortalHosts
from webarticlecurator.crawling.fetch.politeness import Politeness

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
    """A session that answers from a script and records the time of each request."""

    def __init__(self, clock: FakeClock, *script) -> None:
        self.clock, self.script, self.requested = clock, list(script), []

    def fetch(self, url, before, _conditions):
        refused = before(url)
        if refused:
            return Exchange(url, (), refused)
        self.requested.append(self.clock.time)
        answer = self.script.pop(0) if len(self.script) > 1 else self.script[0]
        if isinstance(answer, str):
            return Exchange(url, (), Failure(answer, "no", self.clock.now()))
        status, *lines = answer
        raw = "\r\n".join([f"HTTP/1.1 {status} X", *lines, "", ""]).encode("latin-1")
        return Exchange(url, (Hop(url, status, b"", raw, self.clock.now()),))


def run(*script, policy=None, urls=("http://a.example/1",), hosts=ANY_HOSTS):
    clock = FakeClock()
    session = Scripted(clock, *script)
    polite = Politeness(session, policy or FetchPolicy(delay=2.0, retries=2), clock, hosts)
    return session, [list(polite.attempts(url)) for url in urls]


def test_requests_to_one_host_are_a_delay_apart_and_other_hosts_do_not_wait():
    session, _ = run(
        (200,),
        urls=(
            "http://a.example/1",
            "http://a.example/2",
            "http://b.example/1",
            "http://a.example/3",
        ),
    )
    assert session.requested == [0.0, 2.0, 2.0, 4.0]


def test_a_temporary_error_is_retried_with_backoff_and_every_attempt_is_yielded():
    session, [attempts] = run((500,), "timeout", (200,))
    assert [a.final.status if a.final else a.failure.kind for a in attempts] == [
        500,
        "timeout",
        200,
    ]
    assert session.requested == [0.0, 2.0, 6.0]


def test_404_and_a_bad_address_are_not_retried():
    assert len(run((404,))[1][0]) == 1
    assert len(run("bad-address")[1][0]) == 1


@pytest.mark.parametrize("value", ["7", "Wed, 01 May 2024 00:00:07 GMT"])
def test_retry_after_is_honoured_in_both_forms(value):
    session, _ = run((429, f"Retry-After: {value}"), (200,))
    assert session.requested == [0.0, 7.0]


HUGE = [
    "7200",
    "9" * 400,
    "Fri, 31 Dec 9999 23:59:59 GMT",
    "Wed, 01 May 2024 23:00:00 GMT",
]


@pytest.mark.parametrize("value", HUGE)
def test_a_retry_after_of_more_than_an_hour_fails_and_the_next_address_is_requested(value):
    session, attempts = run(
        (503, f"Retry-After: {value}"), (200,), urls=("http://a.example/1", "http://a.example/2")
    )
    assert [len(found) for found in attempts] == [1, 1]
    assert session.requested == [0.0, 2.0]


def test_a_portal_that_always_asks_for_hours_stops_the_crawl():
    urls = [f"http://a.example/{n}" for n in range(9)]
    with pytest.raises(PortalRefused, match="3 requests in a row"):
        run((429, "Retry-After: 7200"), policy=FetchPolicy(delay=1.0, breaker=3), urls=urls)


UNREADABLE = [
    "²",
    "-5",
    "soon",
    "1e3",
    "Wed, 01 May 99999 00:00:07 GMT",
    "Wed, 01 May 2024 00:00:07 +99999999999",
    "Fri, 31 Dec 9999 23:59:59 -9900",
    "Sat, 01 Jan 0001 00:00:00 +2359",
    "Wed, 99 Foo",
    "\x00",
]


@pytest.mark.parametrize("value", UNREADABLE)
def test_an_unparsable_retry_after_is_ignored(value):
    session, [attempts] = run((503, f"Retry-After: {value}"), (200,))
    assert len(attempts) == 2
    assert session.requested[1] <= 2.0


def test_the_waits_for_one_address_end_after_an_hour():
    session, [attempts] = run((503, "Retry-After: 3000"), policy=FetchPolicy(retries=9))
    assert len(attempts) == 2
    assert session.requested == [0.0, 3000.0]


def test_two_ports_of_one_host_share_the_pace():
    session, _ = run(
        (200,), urls=("http://a.example:81/1", "https://a.example/2", "http://A.example.:82/3")
    )
    assert session.requested == [0.0, 2.0, 4.0]


HOME = PortalHosts.of(["http://a.example/"])
DEAD = "https://a.example/"


def test_a_closed_port_that_the_portal_links_is_given_up_not_the_portal():
    policy = FetchPolicy(delay=0, retries=0, breaker=3)
    urls = [url for n in range(9) for url in (f"{DEAD}{n}", f"http://a.example/{n}")]
    answers = ["connect", (200,)] * 3 + [(200,)]
    session, attempts = run(*answers, policy=policy, urls=urls, hosts=HOME)
    assert len(session.requested) == 3 + 9
    kinds = [found[-1].failure.kind for found in attempts if found[-1].failure]
    assert kinds == ["connect"] * 3 + ["unreachable"] * 6


def test_addresses_that_are_not_requested_do_not_reset_the_breaker():
    policy = FetchPolicy(delay=0, retries=0, breaker=3)
    urls = [f"http://a.example/{n}" for n in range(9)]
    with pytest.raises(PortalRefused, match="3 requests in a row"):
        run(
            (403,),
            "robots",
            (403,),
            "private-address",
            (403,),
            policy=policy,
            urls=urls,
            hosts=HOME,
        )


@pytest.mark.parametrize(
    "url",
    ["http://a.example:81/", "https://a.example/", "https://m.a.example/"],
    ids=["port", "https", "below"],
)
def test_another_origin_of_the_portals_hosts_stops_the_crawl_if_it_answers_that_it_refuses(url):
    policy = FetchPolicy(delay=0, retries=0, breaker=3)
    with pytest.raises(PortalRefused, match="status 403"):
        run((403,), policy=policy, urls=[f"{url}{n}" for n in range(9)], hosts=HOME)


def test_another_host_that_refuses_is_given_up():
    policy = FetchPolicy(delay=0, retries=0, breaker=3)
    session, attempts = run(
        (403,), policy=policy, urls=[f"http://b.example/{n}" for n in range(9)], hosts=HOME
    )
    assert len(session.requested) == 3
    assert {found[-1].failure.kind for found in attempts[3:]} == {"unreachable"}


def test_the_breaker_counts_refusals_in_a_row_over_all_addresses():
    policy = FetchPolicy(delay=0, retries=0, breaker=3)
    urls = [f"http://a.example/{n}" for n in range(5)]
    assert len(run((403,), (403,), (200,), (403,), (403,), policy=policy, urls=urls)[1]) == 5
    with pytest.raises(PortalRefused, match="3 requests in a row"):
        run((403,), (429,), "connect", policy=policy, urls=urls)
