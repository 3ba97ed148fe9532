"""What one client sends costs no other client its answer: size, time, number, form."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx
import pytest
from processes import is_running, wait_until
from running_service import PATIENCE, Service, running_service
from served_portal import EVIL, SLOW_RULES

from webarticlecurator.service.reader_processes import LimitedThreads
from webarticlecurator.service.request_problems import RequestProblem
from webarticlecurator.service.sent_answers import answer_problem

PAGE_SECONDS = 4
FOR_EVER = 600
MAX_BYTES = 100_000
NESTED_RULES = """
portal: nested
home: https://nested.example/
archive: {url: https://nested.example/list}
article: {body: {root: article}, metadata: {authors: {microdata: author.name}}}
"""
SLOW = {
    "portal": "slow",
    "url": "https://slow.example/a",
    "html": f"<article><p>{EVIL}</p></article>",
}


def quick(number: int) -> dict[str, str]:
    html = f"<article><p>story {number}</p></article>"
    return {"portal": "slow", "url": f"https://slow.example/{number}", "html": html}


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    folder = tmp_path_factory.mktemp("limits")
    (folder / "slow.yaml").write_text(SLOW_RULES, encoding="utf-8")
    (folder / "nested.yaml").write_text(NESTED_RULES, encoding="utf-8")
    limits = ("--max-bytes", str(MAX_BYTES))
    environment = {"CURATOR_PAGE_SECONDS": str(PAGE_SECONDS)}
    with running_service(
        folder, "slow.yaml", "nested.yaml", *limits, environment=environment
    ) as found:
        yield found


@pytest.mark.long
def test_a_page_that_takes_too_long_is_a_problem_that_names_its_rule(service: Service):
    answer = service.client.post("/extract", json=SLOW)
    problem = answer.json()
    assert (answer.status_code, problem["status"]) == (504, 504)
    assert "article.metadata.section" in problem["detail"]
    assert f"more than {PAGE_SECONDS} seconds" in problem["detail"]
    assert service.client.post("/extract", json=quick(1)).json()["text"] == "story 1"


def test_items_in_a_thousand_items_are_a_page_as_any_other(service: Service):
    items = "".join(
        f"<p itemscope itemprop=author id=i{n} itemref=i{n + 1}></p>" for n in range(1_100)
    )
    html = f"<article><p>story</p></article><p itemscope itemref=i0></p>{items}"
    page = {"portal": "nested", "url": "https://nested.example/a", "html": html}
    answer = service.client.post("/extract", json=page)
    assert (answer.status_code, answer.json()["text"]) == (200, "story")


@pytest.mark.long
@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="needs /proc")
def test_fifty_at_once_are_all_answered_while_a_slow_page_is_read(tmp_path: Path):
    def send(number: int) -> tuple[int, str]:
        answer = found.client.post("/extract", json=quick(number))
        while answer.status_code == 503:
            assert int(answer.headers["Retry-After"]) > 0
            time.sleep(0.05)
            answer = found.client.post("/extract", json=quick(number))
        return answer.status_code, answer.json()["text"]

    with (
        reading_a_slow_page(tmp_path) as (found, slow),
        ThreadPoolExecutor(50) as clients,
    ):
        answers = list(clients.map(send, range(50)))
        assert slow.is_alive()  # none has waited for it
    assert answers == [(200, f"story {number}") for number in range(50)]


def test_more_than_can_wait_are_told_to_come_again():
    async def ask() -> list[object]:
        threads = LimitedThreads(2, 3, "pages", "More: --jobs.")
        begun = [asyncio.ensure_future(threads.run(go_on.wait, PATIENCE)) for _ in range(7)]
        await asyncio.wait(begun, return_when=asyncio.FIRST_COMPLETED)
        go_on.set()
        answers = await asyncio.gather(*begun, return_exceptions=True)
        answers.append(await threads.run(go_on.is_set))
        threads.close()
        return answers

    go_on = threading.Event()
    answers = asyncio.run(ask())
    assert answers[:5] == [True] * 5
    assert answers[7] is True  # there is room again
    for problem in answers[5:7]:
        assert isinstance(problem, RequestProblem)
        answer = answer_problem(problem)
        assert answer.status_code == 503
        assert int(answer.headers["Retry-After"]) > 0
        assert b"too many pages at the same time" in answer.body
        assert b"--jobs" in answer.body


def test_a_body_that_is_too_large_is_refused_before_and_while_it_comes(service: Service):
    large = {**quick(1), "html": "x" * MAX_BYTES}
    answer = service.client.post("/extract", json=large)
    assert answer.status_code == 413
    assert answer.json()["expected"] == f"{MAX_BYTES} bytes at most"
    assert "--max-bytes" in answer.json()["cure"]

    def stream() -> Iterator[bytes]:
        for _ in range(11):
            yield b"x" * (MAX_BYTES // 10)

    answer = service.client.post(
        "/extract",
        params={"portal": "slow", "url": "https://slow.example/a"},
        content=stream(),
        headers={"Content-Type": "text/html"},
    )
    assert answer.status_code == 413


JSON = {"Content-Type": "application/json"}
BAD = [
    (b"", JSON, 422, "JSON"),
    (b"{", JSON, 422, "JSON"),
    (b"[]", JSON, 422, "object"),
    (b'{"portal": "slow"}', JSON, 422, "url"),
    (b'{"portal": "slow", "url": "/a"}', JSON, 422, "https://www.example.org/2019/a"),
    (b'{"portal": "slow", "url": "http://u:p@slow.example/"}', JSON, 422, "user name"),
    (b'{"portal": "slow", "url": "http://[/"}', JSON, 422, "not an absolute address"),
    (b'{"portal": "slow", "url": "https://x/", "htm": ""}', JSON, 422, "htm"),
    (b'{"portal": "slow", "url": "https://x/", "captured": 5}', JSON, 422, "captured"),
    (b'{"portal": "slo", "url": "https://x/"}', JSON, 404, "'slow'"),
    (b'{"portal": "../slow", "url": "https://x/"}', JSON, 404, "no such portal"),
    (b'{"portal": "slow", "url": "https://x/"}', {}, 415, "Content-Type"),
    (b"\xff\xfe\x00", JSON, 422, "JSON"),
    (b'{"portal": "\\ud800", "url": "https://x/"}', JSON, 422, ""),
    (b"<p>", {"Content-Type": "text/html"}, 422, "portal"),
]


@pytest.mark.parametrize(("body", "headers", "status", "words"), BAD)
@pytest.mark.parametrize("path", ["/extract", "/links"])
def test_bad_bodies_are_problems(service: Service, path, body, headers, status, words):
    answer = service.client.post(path, content=body, headers=headers)
    assert answer.status_code == status, answer.text
    assert words in answer.text
    assert answer.json()["cure"]


@pytest.mark.parametrize(
    ("address", "status", "words"),
    [
        ("/articles", 422, "portal"),
        ("/articles?portal=slow", 404, "no corpus"),
        ("/articles?portal=slow&limit=0", 422, "limit"),
        ("/articles?portal=slow&limit=100000", 422, "limit"),
        ("/articles?portal=slow&from=2020", 422, "from"),
        ("/articles?portal=slow&from=2020-01-02&until=2020-01-01", 422, "from is after until"),
        ("/articles?portal=slow&column=none", 422, "not a column"),
        ("/articles?portal=slow&where=titel%3Dx", 422, "Did you mean title?"),
        ("/articles?portal=slow&where=words", 422, "not a condition"),
        ("/articles?portal=slow&where=title~(a", 422, "not a regular expression"),
        ("/articles?portal=slow" + "&where=words>=1" * 21, 422, "where"),
        ("/articles?portal=slow&where=title%3D" + "x" * 200, 422, "where"),
        ("/articles/nothing?portal=slow", 404, "not the id"),
        ("/articles/..%2f..%2fslow?portal=slow", 404, "not"),
        ("/articles/aaaaaaaaaaaaaaaaa?portal=slow", 404, "no corpus"),
        ("/articles/aaaaaaaaaaaaaaaaa?portal=slow&format=pdf", 422, "format"),
        ("/nothing", 404, "openapi.json"),
        ("/docs/../../etc/passwd", 404, "not found"),
    ],
)
def test_bad_addresses_are_problems(service: Service, address, status, words):
    answer = service.client.get(address)
    assert answer.status_code == status, answer.text
    assert words in answer.text


def test_no_accepted_form_is_a_problem(service: Service):
    answer = service.client.post("/extract", json=quick(1), headers={"Accept": "image/png"})
    assert answer.status_code == 406


def test_bytes_that_are_no_http_cost_their_connection(service: Service):
    host, port = service.base.removeprefix("http://").split(":")
    for sent in (
        b"\x00\xff\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"POST /extract HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: x\r\n\r\n",
    ):
        with socket.create_connection((host, int(port)), timeout=PATIENCE) as connection:
            connection.sendall(sent)
            assert connection.recv(1000).startswith(b"HTTP/1.1 4")
    assert service.client.get("/health").status_code == 200


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="needs /proc")
@pytest.mark.long
def test_an_interruption_ends_it_while_a_rule_runs_and_leaves_no_process(tmp_path: Path):
    with reading_a_slow_page(tmp_path) as (found, _):
        workers = _workers_of(found)
        assert len(workers) == 2
    assert [pid for pid in workers if is_running(pid)] == []


@contextmanager
def reading_a_slow_page(folder: Path) -> Iterator[tuple[Service, threading.Thread]]:
    """A service of which one worker reads a page that has no end, and the client of that page."""
    (folder / "slow.yaml").write_text(SLOW_RULES, encoding="utf-8")

    def send_slow() -> None:
        with suppress(httpx.HTTPError):
            httpx.post(f"{found.base}/extract", json=SLOW, timeout=FOR_EVER)

    environment = {"CURATOR_PAGE_SECONDS": str(FOR_EVER)}
    with running_service(folder, "slow.yaml", environment=environment) as found:
        workers = _workers_of(found)
        slow = threading.Thread(target=send_slow)
        slow.start()
        wait_until(lambda: any(map(_runs_hot, workers)), found.process)
        yield found, slow
    slow.join()


def _workers_of(service: Service) -> list[int]:
    children = Path(f"/proc/{service.process.pid}/task/{service.process.pid}/children")
    return [int(word) for word in children.read_text(encoding="utf-8").split()]


def _runs_hot(pid: int) -> bool:
    """Return True for a process that has used half a second of a processor since its start."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return int(fields[11]) > 50
