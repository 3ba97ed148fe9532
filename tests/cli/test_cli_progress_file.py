"""``--progress``: the file that says how far a crawl or a build is."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from processes import PATIENCE
from small_portal import Answer, Pages, SmallPortal, article, listing, small_portal

from webarticlecurator.base.text.translation import make_message, reader_language, translate
from webarticlecurator.cli import progress
from webarticlecurator.cli.main import main
from webarticlecurator.cli.progress import ProgressFile
from webarticlecurator.cli.progress_choice import choose_progress
from webarticlecurator.crawling.workers.progress import CrawlCounts
from webarticlecurator.crawling.workers.progress_file import (
    CommandProgress,
    PortalProgress,
    read_progress,
    write_progress,
)

RULES = "archive: {url: BASE/list, links: h2 a}\nfetch: {delay: 0}\n"
PAGES: Pages = {
    "/list": listing("/a", "/b"),
    "/a": article("One two."),
    "/b": article("Three."),
}


@pytest.fixture(autouse=True)
def written_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "WRITE_INTERVAL", 0.01)


def end_of(file: Path) -> CommandProgress:
    found = read_progress(file)
    assert found is not None
    return found


def wait_for(file: Path, is_so: Callable[[PortalProgress], bool]) -> CommandProgress:
    """Wait until the first row of the file is as it should be."""
    end = time.monotonic() + PATIENCE
    while True:
        found = read_progress(file)
        if found is not None and found.portals and is_so(found.portals[0]):
            return found
        assert time.monotonic() < end, found
        time.sleep(0.01)


def run(portal: SmallPortal, *words: str) -> tuple[int, CommandProgress]:
    portal.write(RULES)
    file = portal.folder / "progress.json"
    path, corpus = str(portal.folder / "portal.yaml"), str(portal.corpus)
    words = (*words, path, "--corpus", corpus, "--progress", str(file))
    return main(words), end_of(file)


def test_a_crawl_says_how_far_it_is_and_how_it_ended(tmp_path: Path):
    seen: list[CommandProgress] = []

    def read_file() -> Answer:
        seen.append(wait_for(tmp_path / "progress.json", lambda row: row.requests >= 2))
        return Answer(article("Three."))

    with small_portal(tmp_path, PAGES) as portal:
        portal.pages["/b"] = read_file
        code, progress = run(portal, "crawl")
    [row] = seen[0].portals
    assert (seen[0].exit_code, row.portal, row.state) == (None, "small", "crawl")
    assert row.count.endswith(" pages")
    assert (code, progress.exit_code) == (0, 0)
    assert [(row.portal, row.state, row.count) for row in progress.portals] == [
        ("small", "done", "")
    ]


def test_a_build_says_so_too(tmp_path: Path):
    with small_portal(tmp_path, PAGES) as portal:
        portal.crawl(RULES)
        assert run(portal, "build", "--all")[0] == 0
        assert end_of(tmp_path / "progress.json").portals[0].state == "done"


def test_several_crawls_are_rows(tmp_path: Path):
    files = []
    with small_portal(tmp_path, PAGES) as portal:
        for name in ("one", "two"):
            portal.write(f"portal: {name}\n{RULES}")
            files.append(str((tmp_path / "portal.yaml").rename(tmp_path / f"{name}.yaml")))
        portal.pages["/b"] = Answer("", 403)
        words = [*files, "--corpus", str(tmp_path / "c"), "--progress", str(tmp_path / "p.json")]
        assert main(["crawl", *words]) == 1
    progress = end_of(tmp_path / "p.json")
    assert progress.exit_code == 1
    assert {row.portal: row.state for row in progress.portals} == {
        "one": "done, with problems",
        "two": "done, with problems",
    }


def test_an_error_is_its_exit_code(tmp_path: Path):
    (tmp_path / "portal.yaml").write_text("portal: small\n", encoding="utf-8")
    file = tmp_path / "p.json"
    assert main(["crawl", str(tmp_path / "portal.yaml"), "--progress", str(file)]) == 2
    assert json.loads(file.read_text(encoding="utf-8")).keys() == {
        "updated",
        "exit_code",
        "portals",
    }
    assert (end_of(file).exit_code, end_of(file).portals) == (2, ())


def test_an_interrupted_command_is_not_done(tmp_path: Path):
    with pytest.raises(KeyboardInterrupt), ProgressFile(tmp_path / "p.json") as file:
        row = choose_progress(True, file, "small")
        row.begin("crawl", 40, "pages")
        row.step("https://small.example/")
        row.count(CrawlCounts(requests=3, articles=2, due=1, trouble="timeout", in_a_row=2))
        [before] = wait_for(tmp_path / "p.json", lambda row: row.requests == 3).portals
        raise KeyboardInterrupt
    assert (before.count, before.trouble) == ("1 of 40 pages", "timeout, 2 in a row")
    progress = end_of(tmp_path / "p.json")
    assert progress.exit_code == 130
    [shown] = progress.portals
    assert (shown.state, shown.articles, shown.due, shown.requests) == ("interrupted", 2, 1, 3)
    assert (shown.count, shown.left, shown.trouble) == ("", "", "")


def test_a_file_that_cannot_be_written_is_an_error_before_the_first_request(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    with small_portal(tmp_path, PAGES) as portal:
        portal.write(RULES)
        words = ["crawl", str(tmp_path / "portal.yaml"), "--progress", str(tmp_path / "no" / "p")]
        assert main(words) == 2
        assert portal.asked == []
    assert "Give another file with --progress." in capsys.readouterr().err


def test_a_file_that_can_no_longer_be_written_ends_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    with ProgressFile(tmp_path / "p.json") as file:
        row = choose_progress(True, file, "small")
        (tmp_path / "p.json").unlink()
        (tmp_path / "p.json").mkdir()
        row.begin("crawl", 40, "pages")
    assert capsys.readouterr().err.count("progress is no longer written") == 1


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="needs /proc")
def test_it_has_no_thread_that_keeps_workers_from_being_forked(tmp_path: Path):
    """A forked process has the command line of the command; one that was started anew has not."""
    running: list[subprocess.Popen[bytes]] = []
    workers: list[str] = []

    def list_workers() -> Answer:
        pid = running[0].pid
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
        workers.extend(
            Path(f"/proc/{each}/cmdline").read_text(encoding="utf-8") for each in children
        )
        return Answer(article("Three."))

    with small_portal(tmp_path, PAGES) as portal:
        portal.write(RULES)
        portal.pages["/b"] = list_workers
        words = [str(tmp_path / "portal.yaml"), "--corpus", str(portal.corpus)]
        command = [sys.executable, "-m", "webarticlecurator", "crawl", *words]
        running.append(subprocess.Popen([*command, "--progress", str(tmp_path / "p.json")]))
        assert running[0].wait(PATIENCE) == 0
    assert len(workers) == 1
    assert "crawl" in workers[0]


def test_only_such_files_are_read(tmp_path: Path):
    file = tmp_path / "p.json"
    assert read_progress(file) is None
    for content in ("", "[]", '{"portals": [{}]}', '{"portals": []}'):
        file.write_text(content, encoding="utf-8")
        assert read_progress(file) is None
    whole = CommandProgress("2024-05-02T12:00:00Z", None, (PortalProgress("ő", "crawl"),))
    write_progress(file, whole)
    assert read_progress(file) == whole


def test_its_words_can_be_read_in_another_language(tmp_path: Path):
    file = tmp_path / "p.json"
    count = make_message("{done}{total} {unit}", done=4, total="", unit=make_message("pages"))
    rows = (PortalProgress("one", make_message("crawl"), count=count),)
    write_progress(file, CommandProgress("2024-05-02T12:00:00Z", None, rows))
    assert json.loads(file.read_text(encoding="utf-8"))["portals"][0]["count"] == "4 pages"
    found = end_of(file).portals[0]
    token = reader_language.set("de")
    assert translate(found.count) == "4 Seiten"
    reader_language.reset(token)
