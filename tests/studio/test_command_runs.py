"""Commands that a view starts: real processes that end, fail, and are stopped."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

pytest.importorskip("nicegui")

from webarticlecurator.errors import UsageError
from webarticlecurator.studio.frame import command_runs
from webarticlecurator.studio.frame.command_runs import CommandRun, CommandRuns


async def wait_for(run: CommandRun) -> None:
    while run.is_running:
        await asyncio.sleep(0.05)


def test_a_command_writes_its_file_and_another_can_follow(tmp_path: Path):
    (tmp_path / "counts.tsv").write_text("signature\toperation\np\t\n", encoding="utf-8")

    async def run_twice() -> CommandRun:
        runs = CommandRuns()
        arguments = ["tags", "suggest", str(tmp_path / "counts.tsv"), "--output"]
        first = runs.start("small", [*arguments, str(tmp_path / "first.tsv")])
        with pytest.raises(UsageError, match="curator tags suggest is still running for small"):
            runs.start("small", arguments)
        await wait_for(first)
        second = runs.start("small", [*arguments, str(tmp_path / "second.tsv")])
        assert runs.find("small") is second
        await wait_for(second)
        return first

    run = asyncio.run(run_twice())
    assert not run.failed
    assert run.messages == [f"wrote {tmp_path / 'first.tsv'}", "1 suggestions, 0 of them accepted"]
    written = (tmp_path / "second.tsv").read_text(encoding="utf-8")
    assert "base dictionary: p" in written


def test_a_command_that_fails_says_why(tmp_path: Path):
    async def run_wrong() -> CommandRun:
        run = CommandRuns().start("small", ["tags", "suggest", str(tmp_path / "missing.yaml")])
        await wait_for(run)
        return run

    run = asyncio.run(run_wrong())
    assert run.failed
    assert "missing.yaml" in run.messages[0]


def test_a_command_is_stopped_with_the_studio(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    waits = "import os, sys, time; print(os.getpid(), file=sys.stderr, flush=True); time.sleep(600)"
    monkeypatch.setattr(command_runs, "command_words", lambda *_: [sys.executable, "-c", waits])

    async def run_and_stop() -> CommandRun:
        runs = CommandRuns()
        run = runs.start("small", ["tags"])
        while not run.messages:
            await asyncio.sleep(0.05)
        await runs.close()
        return run

    run = asyncio.run(run_and_stop())
    assert not run.is_running
    assert run.failed
    with pytest.raises(ProcessLookupError):
        import os

        os.kill(int(run.messages[0]), 0)
