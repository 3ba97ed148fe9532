"""The demo portal, asked without pauses."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from skipped_pauses import skip_pauses
from webarticlecurator.examples.server import DemoServer

from webarticlecurator.cli.main import main

Answer = tuple[int, str, str]


@pytest.fixture
def demo() -> Iterator[DemoServer]:
    with DemoServer() as server:
        yield server


@pytest.fixture
def curator(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> Callable[..., Answer]:
    """A function that runs a command in an empty folder, without pauses, and returns its exit code,
    output and messages."""
    skip_pauses(monkeypatch)
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str) -> Answer:
        code = main(list(arguments))
        output = capsys.readouterr()
        return code, output.out, output.err

    return run
