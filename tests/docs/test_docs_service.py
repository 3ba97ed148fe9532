"""docs/service.md: its commands can be read, and its requests get the answers that it shows."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from docs_material import CHECKOUT, Command, commands, differences, python_blocks, read, shape
from running_service import Service, running_service

from webarticlecurator.cli.command_line import build_parser

SERVICE = CHECKOUT / "docs" / "service.md"
SHOWN = "http://127.0.0.1:8765"
REQUESTS = re.findall(
    r"```bash\n(curl .*?)\n```(?:\n\n```json\n(.*?)\n```)?", read(SERVICE), re.DOTALL
)


@pytest.fixture(scope="module")
def service(tour: Path) -> Iterator[Service]:
    (tour / "page.html").write_text("<h1>New</h1><article><p>A page.</p></article>", "utf-8")
    with running_service(tour, "examples/demo.yaml", "--corpus", "corpora") as found:
        yield found


@pytest.mark.parametrize("command", list(commands(SERVICE)), ids=str)
def test_every_command_can_be_read(command: Command, tmp_path: Path):
    args = build_parser().parse_args(command.arguments(tmp_path))
    assert callable(args.run)
    assert args.verb != "serve" or SHOWN.endswith(str(args.port))


def test_there_are_requests_and_some_show_their_answer():
    assert len(REQUESTS) == 3
    assert sum(bool(answer) for _, answer in REQUESTS) == 2


@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed")
@pytest.mark.parametrize(("request_text", "answer"), REQUESTS)
def test_a_request_gets_the_answer_that_is_shown(
    service: Service, tour: Path, request_text: str, answer: str
):
    done = subprocess.run(
        request_text.replace(SHOWN, service.base),
        shell=True,
        cwd=tour,
        capture_output=True,
        timeout=60,
        check=True,
    )
    got = done.stdout.decode("utf-8")
    if not answer:
        assert got.startswith("<?xml") or json.loads(got)["verdict"]
        return
    shown, found = json.loads(answer), json.loads(got)
    assert differences(shape(shown), shape(pick(found, shown))) == []
    if "title" in shown:
        assert (found["title"], found["published"]) == (shown["title"], shown["published"])


def pick(found: object, shown: object) -> object:
    """What is found under the keys that are shown: the document shows some of many."""
    if isinstance(found, dict) and isinstance(shown, dict):
        return {key: pick(found[key], shown[key]) for key in shown}
    if isinstance(found, list) and isinstance(shown, list) and found and shown:
        return [pick(found[0], shown[0])]
    return found


def test_the_problem_is_as_shown(service: Service):
    (shown,) = re.findall(r"```json\n(\{\"type\".*?)\n```", read(SERVICE))
    answer = service.client.post("/extract", json={"portal": "dem", "url": "https://x.example/"})
    assert answer.json() == json.loads(shown)


def test_the_example_in_python_reads_all_articles(
    service: Service, tour: Path, capsys: pytest.CaptureFixture[str]
):
    ((_, text),) = python_blocks(SERVICE)
    exec(compile(text.replace(SHOWN, service.base), str(SERVICE), "exec"), {})
    assert int(capsys.readouterr().out) == len(list((tour / "corpora/demo/tei").rglob("*.xml")))


def test_every_address_of_the_service_is_in_the_table(service: Service):
    named = re.findall(r"(?m)^\| `(GET|POST) (/[\w./{}]*)`", read(SERVICE))
    assert service.client.description is not None
    paths = service.client.description["paths"]
    offered = {
        (method.upper(), path.replace("{article_id}", "{id}"))
        for path, operations in paths.items()
        for method in operations
    }
    pages = {("GET", "/"), ("GET", "/openapi.json"), ("GET", "/docs")}
    assert set(named) - pages == offered


def test_every_status_is_in_the_table(service: Service):
    table = read(SERVICE).partition("| status | when |")[2].partition("\n\n")[0]
    named = {int(word) for row in table.splitlines() for word in re.findall(r"\d{3}", row[:24])}
    assert service.client.description is not None
    operation = service.client.description["paths"]["/extract"]["post"]
    assert named == {int(status) for status in operation["responses"]} - {200}
