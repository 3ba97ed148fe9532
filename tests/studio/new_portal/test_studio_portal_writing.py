"""The file of a new portal: what is read of WARC files for it, and how it is written."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

import pytest
from response_records import response_record

pytest.importorskip("nicegui")

from webarticlecurator.base.errors import ConfigError, UsageError
from webarticlecurator.crawling.workers.system_clock import SystemClock
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.portal_file.written.starting_file import starting_yaml
from webarticlecurator.studio.frame import run_processes, short_commands
from webarticlecurator.studio.frame.page_sources import list_warcs
from webarticlecurator.studio.frame.run_processes import RunProcesses
from webarticlecurator.studio.frame.short_commands import run_command
from webarticlecurator.studio.new_portal.files_form import find_files
from webarticlecurator.studio.new_portal.given_files import check_address, reserve_warc
from webarticlecurator.studio.portal.portal_file_writing import write_portal

ECHO = "https://echo.example/"


@pytest.fixture
def warc(tmp_path: Path) -> Path:
    file = tmp_path / "echo.warc"
    file.write_bytes(response_record(ECHO, b"<p>page</p>", "00000000-0000-0000-0000-000000000000"))
    return file


def test_files_are_named_by_whole_paths_or_below_the_folder(tmp_path: Path, warc: Path):
    assert find_files(tmp_path, [" echo.warc ", "", str(warc)]) == [warc, warc]
    with pytest.raises(UsageError, match=r"no\.warc: no such file"):
        find_files(tmp_path, ["no.warc"])
    assert find_files(tmp_path, [" "]) == []


def test_a_portal_is_written_with_its_files(tmp_path: Path, warc: Path):
    other = tmp_path / "elsewhere" / "b.warc"
    folder = tmp_path / "portals"
    folder.mkdir()
    inside = folder / "a.warc"
    path = write_portal(folder, starting_yaml(ECHO), "echo-2", ["echo"], [inside, other, warc])
    assert load_portal(path).id == "echo-2"
    assert "# names the corpus folder" in path.read_text(encoding="utf-8")
    assert (folder / "echo-2.warcs.txt").read_text(encoding="utf-8").splitlines() == [
        "a.warc",
        str(other),
        str(warc),
    ]
    assert list_warcs(path) == [inside, other, warc]


def test_nothing_is_written_over(tmp_path: Path, warc: Path):
    text = starting_yaml(ECHO)
    with pytest.raises(UsageError, match="the portal echo already exists"):
        write_portal(tmp_path, text, "echo", ["echo"])
    (tmp_path / "taken.yaml").write_text("mine", encoding="utf-8")
    with pytest.raises(UsageError, match=r"taken\.yaml already exists"):
        write_portal(tmp_path, text, "taken", [])
    (tmp_path / "listed.warcs.txt").write_text("mine.warc\n", encoding="utf-8")
    with pytest.raises(UsageError, match="listed already has a list"):
        write_portal(tmp_path, text, "listed", [], [warc])
    for wrong in ("", "../up", "a b"):
        with pytest.raises(ConfigError):
            write_portal(tmp_path, text, wrong, [])
    assert sorted(each.name for each in tmp_path.iterdir()) == [
        "echo.warc",
        "listed.warcs.txt",
        "taken.yaml",
    ]


def test_an_uploaded_file_takes_no_place_of_another(tmp_path: Path, warc: Path):
    place = reserve_warc(tmp_path, "C:\\there\\new.WARC.gz")
    assert (place, place.read_bytes()) == (tmp_path / "new.WARC.gz", b"")
    with pytest.raises(UsageError, match=r"echo\.warc already exists"):
        reserve_warc(tmp_path, warc.name)
    for wrong in ("portal.yaml", "", ".warc", "a\0.warc", "a.warc/.."):
        with pytest.raises(UsageError, match="not the name of a WARC file"):
            reserve_warc(tmp_path, wrong)


def test_an_address_is_checked_before_the_command_gets_it():
    assert check_address(f" {ECHO}list ") == f"{ECHO}list"
    assert check_address("www.echo.example/news?a=b") == "https://www.echo.example/news?a=b"
    assert check_address("echo.example:8080") == "https://echo.example:8080"
    for wrong in (
        "",
        "--help",
        "echo",
        "me@echo.example/",
        "mailto:me@echo.example",
        "https://me:secret@echo.example/",
    ):
        with pytest.raises(UsageError):
            check_address(wrong)


def test_a_command_answers_with_its_text_and_its_messages(tmp_path: Path):
    processes = RunProcesses(tmp_path, SystemClock(), is_passing=True)
    shown: list[list[str]] = []
    words = ["new", "echo", "--output", "-"]
    code, output, _ = asyncio.run(run_command(processes, words, shown.append))
    assert (code, output) == (0, starting_yaml("echo"))
    wrong = ["check", str(tmp_path / "none.yaml")]
    with pytest.raises(UsageError, match="no such portal file"):
        asyncio.run(run_command(processes, wrong, shown.append))
    assert "no such portal file" in shown[-1][0]


def test_a_command_that_nobody_waits_for_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    waits = "import os, sys, time; print(os.getpid(), file=sys.stderr, flush=True); time.sleep(600)"
    monkeypatch.setattr(run_processes, "command_words", lambda *_: [sys.executable, "-c", waits])
    processes = RunProcesses(tmp_path, SystemClock(), is_passing=True)
    shown: list[list[str]] = []

    async def run_and_leave() -> None:
        task = asyncio.create_task(run_command(processes, ["new"], shown.append))
        while not shown:
            await asyncio.sleep(0.05)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(run_and_leave())
    with pytest.raises(ProcessLookupError):
        os.kill(int(shown[0][0]), 0)


def test_an_answer_of_any_length_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(short_commands, "MAX_ANSWER", 10)
    processes = RunProcesses(tmp_path, SystemClock(), is_passing=True)
    with pytest.raises(UsageError, match="answers with more than 10 bytes"):
        asyncio.run(run_command(processes, ["new", "echo", "--output", "-"], lambda _: None))
