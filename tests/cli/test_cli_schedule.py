"""A schedule on the command line: ``curator check``, and the log of ``curator watch``."""

from __future__ import annotations

import json
import sys
from datetime import datetime, timedelta, timezone
from itertools import pairwise
from pathlib import Path

import pytest
from small_portal import FixedClock

from webarticlecurator.cli.main import main
from webarticlecurator.cli.subcommands.watch_log import WatchLog
from webarticlecurator.crawling.crawl.crawl_threads import CrawlOutcome
from webarticlecurator.crawling.crawl.scheduler import ScheduledRun

FILE = """\
portal: echo
home: https://echo.example/
timezone: Europe/Budapest
schedule: 30 4 * * *
archive: {url: "https://echo.example/list", links: h2}
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "echo.yaml"
    path.write_text(FILE, encoding="utf-8")
    return path


def test_check_says_when_the_next_crawls_start(file: Path, capfd):
    pytest.importorskip("croniter")
    before = datetime.now(timezone.utc)
    assert main(["check", str(file), "--json"]) == 0
    starts = [
        datetime.fromisoformat(start) for start in json.loads(capfd.readouterr().out)["next_starts"]
    ]
    # 4:30 and the offset of this portal, on the clock of Budapest
    assert {start.strftime("%H:%M:%S") for start in starts} == {"04:32:26"}
    assert timedelta(0) < starts[0] - before < timedelta(days=1, hours=2)
    assert [later.date() - earlier.date() for earlier, later in pairwise(starts)] == [
        timedelta(days=1)
    ] * 2

    assert main(["check", str(file)]) == 0
    lines = capfd.readouterr().out.splitlines()
    assert lines[0] == f"schedule: next starts {', '.join(start.isoformat() for start in starts)}"


def test_check_finds_a_wrong_schedule_without_the_library(
    file: Path, monkeypatch: pytest.MonkeyPatch, capfd
):
    monkeypatch.setitem(sys.modules, "croniter", None)
    file.write_text(FILE.replace("30 4 *", "30 44 *"), encoding="utf-8")
    assert main(["check", str(file)]) == 2
    assert 'echo.yaml:4:11: schedule: wrong hour: "44"' in capfd.readouterr().out


def test_a_mistake_of_the_program_in_a_crawl_is_logged_with_its_traceback(capfd):
    now = datetime(2024, 5, 2, 12, tzinfo=timezone.utc)
    outcome = CrawlOutcome("echo", error=ZeroDivisionError("a mistake"))
    run = ScheduledRun(Path("echo.yaml"), now, now + timedelta(hours=1), outcome, None)
    WatchLog(FixedClock(), quiet=True, as_json=True).end_run(run)
    answer = capfd.readouterr()
    assert answer.err.splitlines() == [
        "2024-05-02T12:00:00Z echo: error, started 2024-05-02T12:00:00Z; no longer crawled",
        "2024-05-02T12:00:00Z echo: program error: ZeroDivisionError: a mistake",
        "2024-05-02T12:00:00Z ZeroDivisionError: a mistake",
    ]
    assert json.loads(answer.out) == {
        "portal": "echo",
        "file": "echo.yaml",
        "started": "2024-05-02T12:00:00Z",
        "ended": "2024-05-02T13:00:00Z",
        "outcome": "error",
        "next_start": None,
        "error": "program error: ZeroDivisionError: a mistake",
    }
