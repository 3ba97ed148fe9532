"""The demo portal, asked without pauses."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from webarticlecurator.examples.server import DemoServer

from webarticlecurator.cli.main import main
from webarticlecurator.run.system_clock import SystemClock

Answer = tuple[int, str, str]


@pytest.fixture
def demo() -> Iterator[DemoServer]:
    with DemoServer() as server:
        yield server


@pytest.fixture
def curator(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> Callable[..., Answer]:
    """Runs a command in an empty folder, nobody sleeping; gives exit code, answer and messages."""
    monkeypatch.setattr(SystemClock, "sleep", lambda self, seconds: None)
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str) -> Answer:
        code = main(list(arguments))
        said = capsys.readouterr()
        return code, said.out, said.err

    return run
