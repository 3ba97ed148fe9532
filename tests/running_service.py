"""``curator serve`` as a process of its own, and a client whose answers are checked against the
OpenAPI description."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from os import environ
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from processes import PATIENCE

httpx: Any = pytest.importorskip("httpx")
for name in ("fastapi", "uvicorn"):
    pytest.importorskip(name)
PROGRAM = "from webarticlecurator.cli.main import main; import sys; sys.exit(main())"


@dataclass
class Service:
    """A running service: its address, the client, and what it prints on standard error."""

    base: str
    client: CheckedClient
    process: subprocess.Popen[str]
    errors: Path

    def printed(self) -> str:
        return self.errors.read_text(encoding="utf-8")


class CheckedClient(httpx.Client):
    """A client that compares the JSON of every answer with what the description says of it."""

    description: dict[str, Any] | None = None
    checked = 0

    def send(self, request: httpx.Request, **options: Any) -> httpx.Response:
        answer = super().send(request, **options)
        answer.read()
        assert "Traceback" not in answer.text
        if self.description is not None and answer.headers["content-type"].endswith("json"):
            self._check(request, answer)
        return answer

    def _check(self, request: httpx.Request, answer: httpx.Response) -> None:
        assert self.description is not None
        schema: dict[str, Any] = {"$ref": "#/components/schemas/ProblemDetails"}
        if answer.status_code == 200:
            path = request.url.path
            path = "/articles/{article_id}" if path.startswith("/articles/") else path
            operation = self.description["paths"][path][request.method.lower()]
            schema = operation["responses"]["200"]["content"]["application/json"]["schema"]
        else:
            assert answer.headers["content-type"] == "application/problem+json"
            assert answer.json()["status"] == answer.status_code
            assert answer.json()["detail"]
        document = {**schema, "components": self.description["components"]}
        wrong = [
            error.message for error in Draft202012Validator(document).iter_errors(answer.json())
        ]
        assert wrong == []
        self.checked += 1


@contextmanager
def running_service(
    folder: Path,
    *arguments: str,
    program: str = PROGRAM,
    environment: Mapping[str, str] | None = None,
    headers: Mapping[str, str] | None = None,
) -> Iterator[Service]:
    """Start ``curator serve`` in ``folder`` on a free port; end it as Ctrl-C does, and see that it
    ends cleanly."""
    command: Sequence[str] = [sys.executable, "-c", program, "serve", *arguments, "--port", "0"]
    printed = folder / "serve.err"
    with printed.open("w", encoding="utf-8") as errors:
        process = subprocess.Popen(
            command,
            cwd=folder,
            env={**environ, **(environment or {})},
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
        )
    try:
        assert process.stdout is not None
        base = process.stdout.readline().strip()
        assert base.startswith("http://"), printed.read_text(encoding="utf-8")
        with CheckedClient(base_url=base, timeout=PATIENCE, headers=headers) as client:
            description = client.get("/openapi.json")
            if description.status_code == 200:
                client.description = description.json()
            yield Service(base, client, process, printed)
        if sys.platform == "win32":  # where a signal to another process ends it at once
            process.terminate()
            return
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == 130
        message = printed.read_text(encoding="utf-8")
        assert "curator serve: interrupted" in message
        assert "Traceback" not in message
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()
        assert process.stdout is not None
        process.stdout.close()
