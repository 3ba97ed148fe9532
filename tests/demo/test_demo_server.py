"""The server on a real socket: a proxy that keeps the bytes it sent, sends them in five ways, and
fails when told to."""

from __future__ import annotations

import gzip
import http.client
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlsplit

import pytest
import requests
from processes import PATIENCE
from webarticlecurator.examples.expected import archive_pages, expected_articles
from webarticlecurator.examples.portal.layouts import HOST
from webarticlecurator.examples.portal.site import State, respond
from webarticlecurator.examples.server import DemoServer, Fault

SAMPLE = [article.url for article in expected_articles()[::9]]


@pytest.fixture
def server() -> Iterator[DemoServer]:
    with DemoServer() as running:
        yield running


def session(server: DemoServer) -> requests.Session:
    made = requests.Session()
    made.trust_env = False
    made.proxies = {"http": server.proxy}
    return made


def raw(server: DemoServer, request: bytes) -> bytes:
    """What comes back for a request, byte for byte, until the server ends the connection."""
    parts = urlsplit(server.proxy)
    with socket.create_connection(
        (parts.hostname or "", parts.port or 0), timeout=PATIENCE
    ) as line:
        line.sendall(request)
        line.shutdown(socket.SHUT_WR)
        return b"".join(iter(lambda: line.recv(65536), b""))


def test_it_serves_the_portal_under_its_own_address(server: DemoServer):
    with session(server) as client:
        for address in SAMPLE:
            answer = client.get(address)
            assert (answer.status_code, answer.content) == (
                200,
                respond("GET", address, State())[0].body,
            )
    assert [served.address for served in server.log] == SAMPLE
    assert all(served.complete and not served.fault for served in server.log)


def test_the_log_holds_both_messages_byte_for_byte(server: DemoServer):
    for address in SAMPLE[:12]:
        request = f"GET {address} HTTP/1.1\r\nHost: demo.echo.example\r\nAccept-Encoding: gzip\r\n\r\n".encode()
        received = raw(server, request)
        assert (server.log[-1].request, server.log[-1].response) == (request, received)


def test_two_requests_on_one_connection_are_two_entries(server: DemoServer):
    one = f"GET {HOST}/robots.txt HTTP/1.1\r\nHost: demo.echo.example\r\n\r\n".encode()
    received = raw(server, one + one)
    assert [served.request for served in server.log] == [one, one]
    assert b"".join(served.response for served in server.log) == received


def test_answers_travel_in_all_five_ways(server: DemoServer):
    ways = set()
    with session(server) as client:
        for address in SAMPLE:
            headers = client.get(address).headers
            frame = (
                "chunked"
                if "Transfer-Encoding" in headers
                else "length"
                if "Content-Length" in headers
                else "close"
            )
            ways.add((frame, headers.get("Content-Encoding")))
    assert ways == {
        ("length", None),
        ("chunked", None),
        ("close", None),
        ("length", "gzip"),
        ("chunked", "gzip"),
    }


def test_gzip_only_for_those_who_accept_it(server: DemoServer):
    with session(server) as client:
        for address in SAMPLE:
            assert (
                "Content-Encoding"
                not in client.get(address, headers={"Accept-Encoding": "identity"}).headers
            )


def test_chunked_and_gzip_bytes_hold_the_page(server: DemoServer):
    parts = urlsplit(server.proxy)
    body = respond("GET", SAMPLE[0], State())[0].body
    for address in SAMPLE:
        body = respond("GET", address, State())[0].body
        line = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=PATIENCE)
        line.request("GET", address, headers={"Accept-Encoding": "gzip"})
        answer = line.getresponse()
        content = answer.read()
        assert (
            gzip.decompress(content) if answer.headers["Content-Encoding"] == "gzip" else content
        ) == body
        line.close()


def test_head_has_no_body(server: DemoServer):
    answer = raw(
        server, f"HEAD {HOST}/robots.txt HTTP/1.1\r\nHost: demo.echo.example\r\n\r\n".encode()
    )
    assert answer.startswith(b"HTTP/1.1 200 OK\r\n") and answer.endswith(b"\r\n\r\n")


def test_a_browser_without_the_proxy_sees_it_too(server: DemoServer):
    assert requests.get(f"{server.proxy}/friss/", timeout=PATIENCE).status_code == 200
    assert server.log[0].address == f"{HOST}/friss/"


def test_its_memory_can_be_taken_to_the_next_server(server: DemoServer):
    with session(server) as client:
        for address in archive_pages("friss")[:3]:
            client.get(address)
    assert server.state == State(3)
    with DemoServer(state=server.state) as later, session(later) as client:
        assert (
            client.get(f"{HOST}/friss/").content
            == respond("GET", f"{HOST}/friss/", State(3))[0].body
        )


def test_many_at_once_are_all_answered_and_noted(server: DemoServer):
    def fetch(address: str) -> bytes:
        with session(server) as client:
            return client.get(address).content

    with ThreadPoolExecutor(6) as pool:
        contents = list(pool.map(fetch, SAMPLE))
    assert contents == [respond("GET", address, State())[0].body for address in SAMPLE]
    assert sorted(served.address for served in server.log) == sorted(SAMPLE)


@pytest.mark.parametrize("address", SAMPLE[:6])
def test_a_truncated_answer_is_seen_as_such_whatever_its_frame(address: str):
    with DemoServer([Fault("truncate", address=address)]) as server, session(server) as client:
        with pytest.raises(requests.exceptions.RequestException):
            client.get(address)
        assert (server.log[0].status, server.log[0].complete, server.log[0].fault) == (
            200,
            False,
            "truncate",
        )
        assert client.get(address).content == respond("GET", address, State())[0].body


def test_faults_hit_the_request_they_name():
    faults = [
        Fault("error", nth=2, address="/friss/"),
        Fault("unavailable", nth=2, times=2, address="/robots.txt"),
        Fault("drop", address="kviz"),
    ]
    with DemoServer(faults) as server, session(server) as client:
        assert [client.get(f"{HOST}/friss/").status_code for _ in range(3)] == [200, 500, 200]
        answers = [client.get(f"{HOST}/robots.txt") for _ in range(4)]
        assert [answer.status_code for answer in answers] == [200, 503, 503, 200]
        assert answers[1].headers["Retry-After"] == "1"
        with pytest.raises(requests.exceptions.ConnectionError):
            client.get(f"{HOST}/kviz/ismeri-a-szinhazat/")
        assert (server.log[-1].response, server.log[-1].complete, server.log[-1].fault) == (
            b"",
            False,
            "drop",
        )
        assert server.state == State(2), (
            "a request that failed is not counted by the growing column"
        )


def test_a_stall_outlasts_an_impatient_client():
    with DemoServer([Fault("stall", seconds=PATIENCE)]) as server, session(server) as client:
        began = time.monotonic()
        with pytest.raises(requests.exceptions.ReadTimeout):
            client.get(f"{HOST}/", timeout=0.2)
        assert time.monotonic() - began < PATIENCE
        assert client.get(f"{HOST}/", timeout=PATIENCE).status_code == 200


def test_an_unknown_fault_is_refused_with_the_known_ones():
    with pytest.raises(
        ValueError,
        match="unknown fault 'explode'; known: truncate, drop, error, unavailable, stall",
    ):
        Fault("explode")


def test_it_runs_by_itself_and_says_where():
    command = [sys.executable, "-m", "webarticlecurator.examples.server"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as running:
        assert running.stdout
        said = running.stdout.readline()
        proxy = said.partition("this proxy: ")[2].strip()
        try:
            answer = requests.get(f"{HOST}/robots.txt", proxies={"http": proxy}, timeout=PATIENCE)
        finally:
            running.terminate()
            running.communicate(timeout=PATIENCE)
    assert answer.status_code == 200
