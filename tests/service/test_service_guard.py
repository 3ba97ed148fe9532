"""Who may ask: names, origins, tokens; and what ``curator serve`` refuses to start with."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from running_service import PATIENCE, Service, running_service
from served_portal import SLOW_RULES

from webarticlecurator.base.portal.hosts import is_loopback
from webarticlecurator.cli.main import main
from webarticlecurator.service.guard import Guard

TOKEN = "a-token-of-some-length"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("guard")
    (found / "quick.yaml").write_text(SLOW_RULES, encoding="utf-8")
    (found / "token").write_text(f"{TOKEN}\n", encoding="utf-8")
    return found


@pytest.fixture(scope="module")
def service(folder: Path) -> Iterator[Service]:
    options = ("--token-file", "token", "--allow-host", "Corpus.Example")
    headers = {"Authorization": f"Bearer {TOKEN}"}
    with running_service(folder, *options, headers=headers) as found:
        yield found


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost", 200),
        ("LOCALHOST:1", 200),
        ("127.0.0.1:80", 200),
        ("[::1]:8765", 200),
        ("corpus.example", 200),
        ("corpus.example.", 200),
        ("evil.example", 421),
        ("localhost.evil.example", 421),
        ("localhost@evil.example", 421),
        ("evil.example/localhost", 421),
        ("localhost:x", 421),
        ("", 421),
    ],
)
def test_the_host_must_be_a_name_of_the_service(service: Service, host: str, status: int):
    answer = service.client.get("/portals", headers={"Host": host})
    assert answer.status_code == status
    if status == 421:
        assert "--allow-host" in answer.json()["cure"]


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"Origin": "BASE"}, 200),
        ({"Sec-Fetch-Site": "none"}, 200),
        ({"Sec-Fetch-Site": "same-origin"}, 200),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "https://evil.example"}, 403),
        ({"Origin": "http://127.0.0.1:1"}, 403),
    ],
)
def test_pages_of_other_origins_are_refused(service: Service, headers: dict[str, str], status: int):
    sent = {name: value.replace("BASE", service.base) for name, value in headers.items()}
    answer = service.client.get("/portals", headers=sent)
    assert answer.status_code == status
    assert not any(name.startswith("access-control") for name in answer.headers)


@pytest.mark.parametrize(
    "given", ["", "Bearer", "Bearer wrong", f"Basic {TOKEN}", TOKEN, "Bearer é"]
)
def test_without_the_token_only_health_answers(service: Service, given: str):
    headers = {"Authorization": given.encode("utf-8")}
    with httpx.Client(base_url=service.base, headers=headers, timeout=PATIENCE) as client:
        for path in ("/portals", "/openapi.json", "/articles", "/nothing"):
            answer = client.get(path)
            assert answer.status_code == 401
            assert answer.headers["WWW-Authenticate"] == "Bearer"
            assert TOKEN not in answer.text
        assert client.get("/health").status_code == 200


def test_every_answer_says_that_it_is_not_to_be_kept(service: Service):
    for answer in (service.client.get("/portals"), service.client.get("/", headers={"Host": "x"})):
        assert answer.headers["Cache-Control"] == "no-store"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"


def test_the_description_names_the_token(service: Service):
    assert service.client.description is not None
    assert service.client.description["security"] == [{"token": []}]


def test_an_address_that_others_reach_needs_a_token_which_is_printed(folder: Path):
    with running_service(folder, "--host", "0.0.0.0") as found:
        local = found.base.replace("0.0.0.0", "127.0.0.1")
        assert httpx.get(f"{local}/portals", timeout=PATIENCE).status_code == 401
        token = re.search(r"Authorization: Bearer (\S{40,})", found.printed())
        assert token is not None
        headers = {"Authorization": f"Bearer {token[1]}"}
        assert httpx.get(f"{local}/portals", headers=headers, timeout=PATIENCE).status_code == 200


def test_a_websocket_is_closed():
    sent: list[Any] = []

    async def unreached(*_: Any) -> None:
        raise NotImplementedError

    async def send(message: Any) -> None:
        sent.append(message)

    guard = Guard(unreached, ["localhost"], None, print)
    scope = {"type": "websocket", "headers": [(b"host", b"evil")], "path": "/", "client": None}
    asyncio.run(guard(scope, unreached, send))
    assert sent == [{"type": "websocket.close", "code": 1008}]


def test_a_mistake_of_the_program_is_reported_and_the_answer_tells_nothing():
    sent: list[Any] = []
    reported: list[Exception] = []

    async def broken(*_: Any) -> None:
        raise ZeroDivisionError("secret")

    async def send(message: Any) -> None:
        sent.append(message)

    guard = Guard(broken, ["localhost"], None, reported.append)
    scope = {"type": "http", "headers": [(b"host", b"localhost")], "path": "/", "client": None}
    asyncio.run(guard(scope, broken, send))
    assert [str(error) for error in reported] == ["secret"]
    assert sent[0]["status"] == 500
    assert b"secret" not in sent[1]["body"]
    assert b"an error in the program" in sent[1]["body"]


def test_what_is_loopback():
    assert [is_loopback(host) for host in ("localhost", "127.0.0.1", "127.9.9.9", "::1")] == [
        True
    ] * 4
    assert [is_loopback(host) for host in ("0.0.0.0", "::", "10.0.0.1", "example.org")] == [
        False
    ] * 4


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nowhere"], "no such portal file"),
        (["wrong.yaml"], "wrong.yaml:2:1"),
        (["quick.yaml", "--token-file", "short"], "short: not a token"),
        (["quick.yaml", "--token-file", "none"], "none"),
        (["quick.yaml", "--host", "192.0.2.1"], "--host"),
        (["quick.yaml", "--host", "no such name"], "--host"),
        (["quick.yaml", "--port", "70000"], "not a port: '70000'"),
        (["quick.yaml", "--port", "TAKEN"], "--port; 0 takes a free one"),
        (["quick.yaml", "--jobs", "0"], "not a count"),
    ],
)
def test_wrong_use_is_answered_with_a_cure(
    folder: Path,
    service: Service,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    arguments: list[str],
    words: str,
):
    (folder / "wrong.yaml").write_text("portal: wrong\nhom: https://x.example/\n", encoding="utf-8")
    (folder / "short").write_text("short\n", encoding="utf-8")
    monkeypatch.chdir(folder)
    port = service.base.rpartition(":")[2]
    try:
        code = main(["serve", *(port if word == "TAKEN" else word for word in arguments)])
    except SystemExit as ended:
        code = int(str(ended.code))
    assert code == 2
    assert words in capfd.readouterr().err
    (folder / "wrong.yaml").unlink()
