"""Commands that end with the studio: real processes that end, fail, and are stopped."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("nicegui")

from processes import PATIENCE

from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.text.translation import reader_language
from webarticlecurator.crawling.workers.system_clock import SystemClock
from webarticlecurator.studio.frame import run_processes
from webarticlecurator.studio.frame.command_log import read_log
from webarticlecurator.studio.frame.run_processes import RunProcesses, RunState
from webarticlecurator.studio.frame.run_records import RunRecord
from webarticlecurator.studio.frame.short_commands import to_studio_words


@pytest.fixture
def runs(tmp_path: Path) -> Iterator[RunProcesses]:
    made = RunProcesses(tmp_path / "records", SystemClock(), is_passing=True)
    yield made
    made.close()


def wait_for(runs: RunProcesses, record: RunRecord) -> RunState:
    end = time.monotonic() + PATIENCE
    while (state := runs.read(record)).is_running:
        assert time.monotonic() < end
        time.sleep(0.05)
    return state


def messages_of(run: RunRecord | RunState) -> list[str]:
    record = run.record if isinstance(run, RunState) else run
    return read_log(record.log).splitlines()


def start_waiting(runs: RunProcesses, monkeypatch: pytest.MonkeyPatch) -> tuple[RunRecord, int]:
    """A command that has printed the id of its process, and waits."""
    waits = "import os, sys, time; print(os.getpid(), file=sys.stderr, flush=True); time.sleep(600)"
    monkeypatch.setattr(run_processes, "command_words", lambda *_: [sys.executable, "-c", waits])
    record = runs.start(["tags"], ["small"], alone=True)
    while not messages_of(record):
        time.sleep(0.05)
    return record, int(messages_of(record)[0])


def test_a_command_writes_its_file_and_another_can_follow(tmp_path: Path, runs: RunProcesses):
    (tmp_path / "counts.tsv").write_text("signature\toperation\np\t\n", encoding="utf-8")
    arguments = ["tags", "suggest", str(tmp_path / "counts.tsv"), "--output"]
    record = runs.start([*arguments, str(tmp_path / "first.tsv")], ["small"], alone=True)
    with pytest.raises(UsageError, match="curator tags suggest is still running for small"):
        runs.start(arguments, ["small"], alone=True)
    first = wait_for(runs, record)
    second = runs.start([*arguments, str(tmp_path / "second.tsv")], ["small"], alone=True)
    found = runs.find_last("small", "tags")
    assert found is not None and found.record == second
    assert runs.find_last("other", "tags") is None and runs.find_last("small", "report") is None
    wait_for(runs, second)

    assert not first.failed
    assert messages_of(first) == [
        f"wrote {tmp_path / 'first.tsv'}",
        "1 suggestions, 0 of them accepted",
    ]
    assert runs.seconds(first.record) >= 0
    written = (tmp_path / "second.tsv").read_text(encoding="utf-8")
    assert written.endswith("\tparagraph\t0.80\tbase p\n")


def test_a_command_that_fails_says_why(tmp_path: Path, runs: RunProcesses):
    words = ["tags", "suggest", str(tmp_path / "missing.yaml")]
    run = wait_for(runs, runs.start(words, ["small"]))
    assert run.failed and run.exit_code == 2
    assert "missing.yaml" in messages_of(run)[0]


def test_a_command_is_stopped_with_the_studio(runs: RunProcesses, monkeypatch: pytest.MonkeyPatch):
    record, pid = start_waiting(runs, monkeypatch)
    runs.close()
    run = runs.read(record)
    assert not run.is_running
    assert run.failed
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_a_command_is_stopped_when_asked(runs: RunProcesses, monkeypatch: pytest.MonkeyPatch):
    record, pid = start_waiting(runs, monkeypatch)
    runs.stop(record)
    assert wait_for(runs, record).failed
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


@pytest.mark.parametrize(
    ("message", "shown"),
    [
        (
            "/tmp/curator-pages-x1/3/list.html: no address known\n  Give it as --html"
            " list.html=ADDRESS, or with --url if it is the only page.",
            "list.html: no address known\n  Enter its address in the field with its name.",
        ),
        (
            "a.html: it has none. Give its file as --html FILE=ADDRESS.",
            "a.html: it has none. Enter its address in the field with its name.",
        ),
        (
            "no answer in time; try again later, or --offline writes a plain file without looking",
            "no answer in time; try again later",
        ),
        (
            "none\n  Name an archive page with --url; `curator warc list` shows what is there.",
            "none\n  Choose the page that lists articles.",
        ),
        ("list page: a (3 links; --url names another)", "list page: a (3 links; you can choose another one)"),
    ],
)  # fmt: skip
def test_messages_name_what_is_to_be_done_in_the_studio(message: str, shown: str):
    assert to_studio_words(message) == shown


def test_the_list_page_that_was_chosen_is_named_in_the_language_of_the_reader():
    """The command says it in English, as all of its progress in a pipe."""
    said = "list page: https://a.example/ (lists 12 of the other pages; --url names another)"
    token = reader_language.set("de")
    try:
        shown = to_studio_words(said)
    finally:
        reader_language.reset(token)
    assert shown.startswith("Listenseite: https://a.example/ (listet 12 der anderen Seiten; ")
    assert "--url" not in shown
