"""A session records exactly the bytes that the server sent, for every way in which an answer can
arrive or fail."""

from __future__ import annotations

import gzip
from datetime import datetime, timedelta, timezone

import pytest

from webarticlecurator.base.model.capture import Failure
from webarticlecurator.base.portal.fetch_policy import FetchPolicy
from webarticlecurator.base.portal.hosts import ANY_HOSTS
from webarticlecurator.crawling.fetch.connection_settings import ConnectionSettings
from webarticlecurator.crawling.fetch.session import Session


class FakeClock:
    """A clock whose time passes only while ``sleep`` is called."""

    def __init__(self) -> None:
        self.time = 0.0
        self.slept: list[float] = []

    def now(self) -> datetime:
        return datetime(2024, 5, 1, tzinfo=timezone.utc) + timedelta(seconds=self.time)

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.time += seconds

    def monotonic(self) -> float:
        return self.time


def head(status: str, *lines: str) -> bytes:
    return "\r\n".join([f"HTTP/1.1 {status}", *lines, "", ""]).encode()


PLAIN = head("200 OK", "Content-Type: text/plain", "Content-Length: 5") + b"hello"
CHUNKED = (
    head("200 OK", "Transfer-Encoding: chunked")
    + b"5;ext=1\r\nhello\r\n6\r\n world\r\n0\r\nTrailer: x\r\n\r\n"
)
PACKED = gzip.compress(b"packed text", mtime=0)
GZIP = head("200 OK", "Content-Encoding: gzip", f"Content-Length: {len(PACKED)}") + PACKED
NO_LENGTH = head("200 OK", "Content-Type: text/html") + b"<p>until the end\r\n  \r\n"
ODD_HEAD = (
    b"HTTP/1.1 200 \r\nx-ODD:  two  blanks \r\nContent-Length: 2\r\nSet-Cookie: a=\xe9\r\n\r\nok"
)


@pytest.fixture
def session() -> Session:
    return Session(ConnectionSettings(FetchPolicy(timeout=2.0), ANY_HOSTS), FakeClock())


def fetch(session: Session, url: str):
    return session.fetch(url, lambda _: None)


@pytest.mark.parametrize(
    ("sent", "keep"),
    [
        (PLAIN, True),
        (CHUNKED, True),
        (GZIP, True),
        (NO_LENGTH, False),
        (ODD_HEAD, True),
        (head("404 Gone?", "Content-Length: 0"), True),
    ],
    ids=["length", "chunked", "gzip", "until-close", "odd-head", "404"],
)
def test_response_and_request_are_the_bytes_on_the_wire(wire, session, sent, keep):
    wire.answers["/a?b=1"] = (sent, keep)
    hop = fetch(session, wire.base + "/a?b=1").final
    request, _ = wire.log[0]
    assert hop.response == sent
    assert hop.request == request
    assert hop.truncated is None
    assert hop.ip == "127.0.0.1"


def test_a_reused_connection_keeps_each_message_apart(wire, session):
    wire.answers = {"/1": (CHUNKED, True), "/2": (PLAIN, True), "/3": (GZIP, True)}
    answers = [fetch(session, wire.base + path).final.response for path in ("/1", "/2", "/3")]
    assert answers == [CHUNKED, PLAIN, GZIP]
    assert wire.connections == 1, "the session should have kept its connection"


def test_two_sessions_at_once_record_separately(wire):
    wire.answers = {"/1": (PLAIN, True), "/2": (GZIP, True)}
    one, two = (
        Session(ConnectionSettings(FetchPolicy(), ANY_HOSTS), FakeClock()) for _ in range(2)
    )
    first = fetch(one, wire.base + "/1")
    second = fetch(two, wire.base + "/2")
    assert (first.final.response, second.final.response) == (PLAIN, GZIP)
    assert fetch(one, wire.base + "/2").final.response == GZIP


def test_redirect_hops_are_kept_and_the_target_is_resolved(wire, session):
    moved = (
        head(
            "301 Moved", "Location: ../new?x=é".encode().decode("latin-1"), "Content-Length: 4"
        ).replace(b"\xc3\x83\xc2\xa9", b"\xc3\xa9")
        + b"gone"
    )
    wire.answers = {"/old/page": (moved, True), "/new?x=%C3%A9": (PLAIN, True)}
    exchange = fetch(session, wire.base + "/old/page")
    assert [(hop.url, hop.status, hop.response) for hop in exchange.hops] == [
        (wire.base + "/old/page", 301, moved),
        (wire.base + "/new?x=%C3%A9", 200, PLAIN),
    ]


def test_a_redirect_with_a_packed_body_is_kept_verbatim(wire, session):
    moved = (
        head("302 F", "Location: /new", "Content-Encoding: gzip", f"Content-Length: {len(PACKED)}")
        + PACKED
    )
    wire.answers = {"/old": (moved, True), "/new": (PLAIN, True)}
    assert [hop.response for hop in fetch(session, wire.base + "/old").hops] == [moved, PLAIN]


def test_a_redirect_loop_ends_as_a_failure_with_its_hops(wire, session):
    wire.answers = {
        "/a": (head("302 F", "Location: /b", "Content-Length: 0"), True),
        "/b": (head("302 F", "Location: /a", "Content-Length: 0"), True),
    }
    exchange = fetch(session, wire.base + "/a")
    assert exchange.failure.kind == "redirect-loop"
    assert len(exchange.hops) == 2
    assert exchange.final is None


@pytest.mark.parametrize(("cookie", "asked"), [((), 1), (("Set-Cookie: seen=1; Path=/",), 2)])
def test_a_redirect_to_itself_is_followed_once_where_it_has_set_a_cookie(
    cookie, asked, wire, session
):
    moved = head("302 F", "Location: /a", *cookie, "Content-Length: 0")
    wire.answers = {"/a": (moved, True)}
    exchange = fetch(session, wire.base + "/a")
    assert exchange.failure.kind == "redirect-loop"
    assert len(exchange.hops) == asked


@pytest.mark.parametrize(
    "cut",
    [
        head("200 OK", "Content-Length: 100") + b"only this",
        head("200 OK", "Transfer-Encoding: chunked") + b"5\r\nhello\r\n10\r\nhalf",
        head("200 OK", "Transfer-Encoding: chunked") + b"5\r\nhello\r\n",
    ],
    ids=["length", "in-a-chunk", "between-chunks"],
)
def test_a_body_cut_short_is_kept_and_marked(wire, session, cut):
    wire.answers["/"] = (cut, False)
    hop = fetch(session, wire.base + "/").final
    assert hop.response == cut
    assert hop.truncated == "disconnect"


def test_a_stalled_body_is_kept_and_marked(wire):
    session = Session(ConnectionSettings(FetchPolicy(timeout=0.3), ANY_HOSTS), FakeClock())
    sent = head("200 OK", "Content-Length: 100") + b"only this"
    wire.answers["/"] = (sent, True)
    hop = fetch(session, wire.base + "/").final
    assert (hop.response, hop.truncated) == (sent, "time")


def test_a_body_over_the_limit_is_cut_and_marked(wire):
    session = Session(ConnectionSettings(FetchPolicy(max_bytes=100_000), ANY_HOSTS), FakeClock())
    sent = head("200 OK", "Content-Length: 1000000") + b"x" * 1_000_000
    wire.answers["/"] = (sent, False)
    hop = fetch(session, wire.base + "/").final
    assert hop.truncated == "length"
    assert sent.startswith(hop.response)
    assert 100_000 < len(hop.response) < 300_000


def test_a_dropped_connection_is_a_failure_not_an_empty_answer(wire, session):
    wire.answers["/"] = (b"", False)
    exchange = fetch(session, wire.base + "/")
    assert exchange.hops == ()
    assert exchange.failure.kind == "disconnect"
    assert wire.base in exchange.failure.message


def test_a_closed_port_and_an_unknown_host_are_distinguished(session):
    assert fetch(session, "http://127.0.0.1:9/").failure.kind == "connect"
    assert fetch(session, "http://no-such-host.invalid/").failure.kind == "dns"
    assert fetch(session, "http://[bad/").failure.kind == "bad-address"


def test_behind_a_proxy_the_address_is_the_portals_and_the_ip_is_left_out(wire):
    session = Session(ConnectionSettings(FetchPolicy(proxy=wire.base), ANY_HOSTS), FakeClock())
    wire.answers["/news"] = (PLAIN, True)
    hop = fetch(session, "http://portal.example/news").final
    assert hop.url == "http://portal.example/news"
    assert hop.ip is None
    assert hop.response == PLAIN


def test_behind_a_proxy_a_dropped_connection_is_not_the_proxys_fault(wire):
    session = Session(ConnectionSettings(FetchPolicy(proxy=wire.base), ANY_HOSTS), FakeClock())
    wire.answers["/news"] = (b"", False)
    failure = fetch(session, "http://portal.example/news").failure
    assert failure.kind == "disconnect"
    assert "(" not in failure.message, "a raw tuple of Python is no message"
    nobody = fetch(
        Session(
            ConnectionSettings(FetchPolicy(proxy="http://127.0.0.1:9"), ANY_HOSTS), FakeClock()
        ),
        "http://portal.example/news",
    )
    assert nobody.failure.kind == "proxy"


def test_a_hop_that_is_forbidden_is_not_requested(wire, session):
    wire.answers = {"/old": (head("302 F", "Location: /secret", "Content-Length: 0"), True)}
    refusal = Failure("robots", "forbidden", FakeClock().now())
    exchange = session.fetch(
        wire.base + "/old", lambda url: refusal if url.endswith("/secret") else None
    )
    assert exchange.failure is refusal
    assert [hop.status for hop in exchange.hops] == [302]
    assert len(wire.log) == 1


def test_environment_proxies_and_netrc_are_not_read(wire, session, monkeypatch):
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    wire.answers["/"] = (PLAIN, True)
    assert fetch(session, wire.base + "/").final.response == PLAIN


def test_cookies_headers_and_user_agent_of_the_policy_are_sent(wire):
    policy = FetchPolicy(
        cookies=(("consent", "1"),), headers=(("X-Corpus", "yes"),), user_agent="mine/1"
    )
    wire.answers["/"] = (PLAIN, True)
    fetch(Session(ConnectionSettings(policy, ANY_HOSTS), FakeClock()), wire.base + "/")
    request = wire.log[0][0].decode()
    assert "Cookie: consent=1\r\n" in request
    assert "X-Corpus: yes\r\n" in request
    assert "User-Agent: mine/1\r\n" in request
