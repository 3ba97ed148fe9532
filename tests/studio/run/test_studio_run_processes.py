"""Commands that the studio starts: real processes, which outlive it and are found again."""

from __future__ import annotations

import json
import os
import re
import signal
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from paced_portal import ARTICLES, PATIENCE, SlowPortal, slow_portal

pytest.importorskip("nicegui")

from webarticlecurator.base.errors import UsageError
from webarticlecurator.crawling.workers.system_clock import SystemClock
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.studio.frame import run_processes
from webarticlecurator.studio.frame.command_log import MAX_BYTES, read_log
from webarticlecurator.studio.frame.process_identity import identify_process
from webarticlecurator.studio.frame.run_processes import RunProcesses, RunState
from webarticlecurator.studio.frame.run_records import RUNS, RunRecord, list_run_records
from webarticlecurator.studio.frame.studio_settings import StudioSettings
from webarticlecurator.studio.portal.corpus_state import build_words, crawl_words
from webarticlecurator.studio.portal.run_words import (
    KILLED,
    describe_run_state,
    name_run,
    read_crawls,
)


@pytest.fixture
def settings(tmp_path: Path) -> StudioSettings:
    return StudioSettings(folder=tmp_path, corpora=tmp_path / "corpora")


@pytest.fixture
def processes(settings: StudioSettings) -> RunProcesses:
    return RunProcesses(settings.corpora, SystemClock())


def wait_for(
    processes: RunProcesses, record: RunRecord, is_so: Callable[[RunState], bool]
) -> RunState:
    end = time.monotonic() + PATIENCE
    while not is_so(state := processes.read(record)):
        assert time.monotonic() < end, record.log.read_text(encoding="utf-8")
        time.sleep(0.02)
    return state


def has_ended(state: RunState) -> bool:
    return not state.is_running


def has_articles(number: int) -> Callable[[RunState], bool]:
    def is_so(state: RunState) -> bool:
        rows = state.progress.portals if state.progress is not None else ()
        return bool(rows) and sum(row.requests for row in rows) > number

    return is_so


def start_crawl(
    slow: SlowPortal, settings: StudioSettings, processes: RunProcesses, *names: str
) -> RunRecord:
    portals = [load_portal(file) for file in slow.write(settings.folder, *names)]
    return processes.start(crawl_words(settings, portals), names)


def test_a_crawl_is_found_again_stopped_and_continued(
    tmp_path: Path,
    settings: StudioSettings,
    processes: RunProcesses,
    monkeypatch: pytest.MonkeyPatch,
):
    with slow_portal(tmp_path) as slow:
        record = start_crawl(slow, settings, processes, "echo")
        slow.let_go(3)
        wait_for(processes, record, has_articles(3))

        later = RunProcesses(settings.corpora, SystemClock())  # that of another studio
        [found] = later.list_runs("echo")
        assert (found.record, found.is_running) == (record, True)
        assert describe_run_state(found, False) == "running"
        assert later.list_runs("other") == []

        later.stop(found.record)
        with pytest.raises(UsageError, match="was stopped a moment ago"):
            later.stop(found.record)
        slow.let_go(1)
        ended = wait_for(processes, record, has_ended)
        assert ended.exit_code == 130
        assert describe_run_state(ended, True) == "stopped; run it again to continue"
        assert "interrupted" in read_log(record.log)
        monkeypatch.setattr(run_processes, "GRACE_SECONDS", 0.0)
        with pytest.raises(UsageError, match="has ended already"):
            later.stop(record)

        slow.let_go(10 * ARTICLES)
        again = start_crawl(slow, settings, later, "echo")
        assert wait_for(later, again, has_ended).exit_code == 0
        assert [run.record.id for run in later.list_runs()] == [again.id, record.id]
    crawls = read_crawls("echo", settings.corpus_folder("echo"))
    ends, counts = zip(*(crawl.split(", ", 1)[1].split(": ") for crawl in crawls), strict=True)
    assert ends == ("done", "interrupted")
    found = [int(re.match(r"\+(\d+) in TEI; ", each)[1]) for each in counts]
    assert sum(found) == ARTICLES, counts
    assert read_crawls("other", settings.corpus_folder("other")) == []


def test_the_password_of_a_proxy_is_not_noted(
    tmp_path: Path, settings: StudioSettings, processes: RunProcesses
):
    (tmp_path / "echo.yaml").write_text("home: no\n", encoding="utf-8")
    words = ["crawl", str(tmp_path / "echo.yaml"), "--proxy=http://anna:hunter2@127.0.0.1:9"]
    record = processes.start(words, ["echo"])
    assert wait_for(processes, record, has_ended).exit_code == 2
    noted = [p.read_bytes() for p in settings.corpora.rglob("*") if p.is_file()]
    assert len(noted) >= 2 and not any(b"hunter2" in content for content in noted)
    assert record.command[-1] == "--proxy=http://…@127.0.0.1:9"


def test_a_studio_that_ignores_interruptions_stops_its_commands(
    tmp_path: Path, settings: StudioSettings, processes: RunProcesses
):
    """As one does that a shell has started in the background."""
    with slow_portal(tmp_path) as slow:
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            record = start_crawl(slow, settings, processes, "echo")
        finally:
            signal.signal(signal.SIGINT, before)
        wait_for(processes, record, has_articles(1))
        processes.stop(record)
        slow.let_go(1)
        assert wait_for(processes, record, has_ended).exit_code == 130


def test_several_portals_are_one_command(
    tmp_path: Path, settings: StudioSettings, processes: RunProcesses
):
    with slow_portal(tmp_path) as slow:
        slow.let_go(10 * ARTICLES)
        record = start_crawl(slow, settings, processes, "one", "two")
        ended = wait_for(processes, record, has_ended)
    assert ended.progress is not None
    states = {row.portal: row.state for row in ended.progress.portals}
    assert states == {"one": "done", "two": "done"}
    assert name_run(ended).startswith("crawl one, two, 20")
    assert {folder.name for folder in settings.corpora.iterdir()} == {RUNS, "one", "two"}


def test_a_killed_process_and_one_with_its_number_do_not_run(
    tmp_path: Path, settings: StudioSettings, processes: RunProcesses
):
    with slow_portal(tmp_path) as slow:
        record = start_crawl(slow, settings, processes, "echo")
        wait_for(processes, record, has_articles(1))
        child = processes._children[record.id]
        child.kill()
        killed = wait_for(processes, record, has_ended)
        assert killed.exit_code is None
        assert describe_run_state(killed, False) == KILLED
    assert identify_process(os.getpid())
    assert not processes.read(replace(record, pid=os.getpid())).is_running


def test_a_command_that_cannot_begin_says_why_in_its_log(
    settings: StudioSettings, processes: RunProcesses
):
    record = processes.start(["crawl", "none.yaml"], ["none"])
    state = wait_for(processes, record, has_ended)
    assert (state.exit_code, describe_run_state(state, False)) == (
        2,
        "ended by an error; the log names it",
    )
    assert "no such portal file" in read_log(record.log)
    second = processes.start(["crawl", "none.yaml"], ["none"])
    assert second.id != record.id
    wait_for(processes, second, has_ended)
    assert list_run_records(settings.corpora)[0] == second


def test_old_runs_are_forgotten_unless_they_run(
    settings: StudioSettings, processes: RunProcesses, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(run_processes, "MAX_RUNS", 1)
    first = processes.start(["crawl", "none.yaml"], ["none"])
    wait_for(processes, first, has_ended)
    second = processes.start(["crawl", "none.yaml"], ["none"])
    wait_for(processes, second, has_ended)
    assert [run.record.id for run in processes.list_runs()] == [second.id]


def test_other_folders_are_no_runs(settings: StudioSettings, processes: RunProcesses):
    assert processes.list_runs() == []
    for name, content in {"a": "{}", "b": "[1]", "c": "no json", "d": None}.items():
        folder = settings.corpora / RUNS / name
        folder.mkdir(parents=True)
        if content is not None:
            (folder / "run.json").write_text(content, encoding="utf-8")
    (settings.corpora / RUNS / "file").write_text(json.dumps({}), encoding="utf-8")
    assert processes.list_runs() == []


def test_options_become_words(tmp_path: Path, settings: StudioSettings):
    file = tmp_path / "-echo.yaml"
    file.write_text(
        "portal: echo\nhome: https://e.example/\n"
        "archive: {url: https://e.example/list, links: h2 a}\n",
        encoding="utf-8",
    )
    portal = load_portal(file)
    words = crawl_words(
        replace(settings, proxy="http://p:1"),
        [portal],
        since="2019-01-01",
        until="2019-12-31",
        column="news",
        limit=5,
        full=True,
    )
    assert words == [
        *("crawl", str(file), "--corpus", str(tmp_path / "corpora" / "echo")),
        *("--from=2019-01-01", "--until=2019-12-31", "--column=news", "--limit=5"),
        *("--proxy=http://p:1", "--full"),
    ]
    several = crawl_words(settings, [portal, portal])
    assert several[-2:] == ["--corpus", str(tmp_path / "corpora")]
    assert build_words(settings, portal, everything=True)[-1] == "--all"


def test_a_log_is_read_from_its_end(tmp_path: Path):
    log = tmp_path / "log.txt"
    assert read_log(log) == ""
    lines = [f"line {number} ő" for number in range(5000)]
    log.write_text("\n".join(lines) + "\n", encoding="utf-8")
    read = read_log(log).splitlines()
    assert 1000 < len(read) < len(lines)
    assert read == lines[-len(read) :]
    log.write_text("x" * (3 * MAX_BYTES), encoding="utf-8")
    assert len(read_log(log)) == MAX_BYTES
