"""``curator watch`` as a person or a service starts it: a process that crawls portals on
loopback."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import threading
from datetime import datetime
from pathlib import Path

import pytest
from portal_group import PortalGroup, three_portals
from processes import PATIENCE, is_running, wait_until

from webarticlecurator.base.errors import ConfigError
from webarticlecurator.cli.commands.watch import _choose_reader
from webarticlecurator.cli.main import main
from webarticlecurator.crawling.states.summary import read_status
from webarticlecurator.crawling.workers.run_options import CrawlOptions, Runtime
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.storage.store.corpus import open_corpus

pytest.importorskip("croniter")
NIGHTLY = "schedule: 0 4 * * *\n"
LOOKS_OFTEN = """
import sys
from datetime import timedelta
from webarticlecurator.cli.main import main
from webarticlecurator.crawling.crawl import scheduler
scheduler.LOOK_INTERVAL = timedelta(seconds=0.5)
sys.exit(main(sys.argv[1:]))
"""
"""A program like ``curator`` that looks for changed portal files sooner."""


@pytest.fixture
def group(tmp_path: Path):
    with three_portals(tmp_path) as served:
        yield served


def watch(group: PortalGroup, *arguments: object) -> int:
    corpora = group.folder.parent / "corpora"
    command = ["watch", *map(str, arguments), "--corpus", str(corpora), "--proxy", group.proxy]
    return main(command)


def tei_files(group: PortalGroup, portal: str) -> int:
    return len(list((group.folder.parent / "corpora" / portal).rglob("tei/**/*.xml")))


def test_once_crawls_what_is_due_and_the_next_time_nothing(group: PortalGroup, capfd):
    for host in ("one.example", "two.example"):
        group.write(host, more=NIGHTLY)
    group.write("six.example")
    assert watch(group, group.folder, "--once", "--json") == 0
    answer = capfd.readouterr()
    runs = {run["portal"]: run for run in map(json.loads, answer.out.splitlines())}
    assert sorted(runs) == ["one", "two"]
    assert runs["one"]["file"] == str(group.folder / "one.yaml")
    assert runs["one"]["outcome"] == "done"
    assert runs["one"]["summary"]["new_articles"] == 3
    started, ended, following = (
        datetime.fromisoformat(runs["one"][name].replace("Z", "+00:00"))
        for name in ("started", "ended", "next_start")
    )
    assert started <= ended < following
    # one's offset
    assert following.strftime("%H:%M:%S") == "04:01:44"
    assert (
        f"six: not crawled, because it has no schedule ({group.folder / 'six.yaml'})" in answer.err
    )
    assert "one: done, started" in answer.err
    assert tei_files(group, "one") == tei_files(group, "two") == 3

    asked = {host: len(times) for host, times in group.requested.items()}
    assert watch(group, group.folder, "--once", "--json") == 0
    answer = capfd.readouterr()
    assert answer.out == ""
    assert f"one: next start {runs['one']['next_start']}" in answer.err
    assert {host: len(times) for host, times in group.requested.items()} == asked
    assert not group.requested["six.example"]


def test_a_wrong_file_stops_no_other_and_gives_the_exit_code(group: PortalGroup, capfd):
    group.write("one.example", more="schedule: 0 44 * * *\n")
    group.write("two.example", more=NIGHTLY)
    group.answer["two.example"] = lambda path: (
        (500, "broken") if path == "/a/2" else group.respond_as_usual("two.example", path)
    )
    assert watch(group, group.folder, "--once", "--quiet") == 2
    lines = capfd.readouterr().err.splitlines()
    assert any('one.yaml:12:11: schedule: wrong hour: "44"' in line for line in lines)
    assert any("two: done, with problems, started" in line for line in lines)
    assert any("two: 1 archive pages, 3 articles: 2 in TEI, 1 failed" in line for line in lines)
    assert tei_files(group, "two") == 2
    assert not group.requested["one.example"]
    (group.folder / "one.yaml").unlink()
    assert watch(group, group.folder, "--once", "--quiet") == 0, "it was tried today"


def test_a_corpus_that_another_command_works_on_is_left_out(group: PortalGroup, capfd):
    group.write("one.example", more=NIGHTLY)
    with open_corpus(group.folder.parent / "corpora" / "one", "one"):
        assert watch(group, group.folder, "--once", "--json") == 1
    answer = capfd.readouterr()
    assert json.loads(answer.out)["outcome"] == "left out"
    assert "one: left out, started" in answer.err
    assert not group.requested
    assert watch(group, group.folder, "--once", "--quiet") == 0
    assert tei_files(group, "one") == 3


def test_a_folder_without_portal_files_is_wrong_usage(group: PortalGroup, capfd):
    assert watch(group, group.folder, "--once") == 2
    assert "no portal file in this folder" in capfd.readouterr().err
    assert watch(group, group.folder / "none.yaml", "--once") == 2
    assert "no such portal file" in capfd.readouterr().err
    assert not group.requested


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="signals and /proc as on Linux")
def test_a_service_follows_its_folder_and_ends_in_order(group: PortalGroup):
    released = threading.Event()

    def hang(path: str) -> tuple[int, str]:
        if path == "/a/2":
            released.wait(PATIENCE)
        return group.respond_as_usual("one.example", path)

    group.answer["one.example"] = hang
    group.write("one.example", 0.2, more=NIGHTLY)
    command = ["watch", str(group.folder), "--corpus"]
    command += [str(group.folder.parent / "corpora"), "--proxy", group.proxy]
    process = subprocess.Popen(
        [sys.executable, "-c", LOOKS_OFTEN, *command], stderr=subprocess.PIPE, text=True
    )
    try:
        wait_until(lambda: len(group.requested["one.example"]) >= 5, process)
        # while one is crawled, a second one is added
        group.write("two.example", more=NIGHTLY)
        wait_until(lambda: tei_files(group, "two") == 3, process)
        children = (
            Path(f"/proc/{process.pid}/task/{process.pid}/children")
            .read_text(encoding="utf-8")
            .split()
        )
        process.send_signal(signal.SIGTERM)
        errors = process.communicate(timeout=PATIENCE)[1]
    finally:
        process.kill()
    assert process.returncode == 130
    lines = [line.partition("Z ")[2] or line for line in errors.splitlines()]
    assert "one: crawl starts" in lines
    assert "two: crawl starts" in lines
    assert lines[-1] == (
        "curator watch: interrupted. Everything stored is safe; run the same command again to continue."
    )
    assert children
    for child in children:
        assert not is_running(int(child))

    released.set()
    # the crawl that was interrupted is made up for
    once = subprocess.run(
        [sys.executable, "-m", "webarticlecurator", *command, "--once"],
        stderr=subprocess.PIPE,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert once.returncode == 0, once.stderr
    portal = load_portal(group.folder / "one.yaml")
    assert read_status(portal, group.folder.parent / "corpora" / "one").tei == 3
    # nothing that was stored is requested again: two of three articles, and what a crawl begins with
    assert len(group.requested["one.example"]) == 5 + 3 + 2
    assert len(group.requested["two.example"]) == 6


HOOK = """\
def links(page_text, url):
    return [url.replace("/list", "/a/1")]
"""


def test_hooks_are_allowed_as_they_are_at_the_start(
    group: PortalGroup, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd
):
    for name in ("XDG_CONFIG_HOME", "APPDATA"):
        monkeypatch.setenv(name, str(tmp_path / "settings"))
    file = group.write("one.example", more=NIGHTLY)
    text = file.read_text("utf-8").replace("links: h2", 'links: {hook: "ours:links"}')
    file.write_text(text, "utf-8")
    hook = group.folder / "ours.py"
    hook.write_text(HOOK, "utf-8")
    assert watch(group, group.folder, "--once") == 2
    assert "--allow-hooks" in capfd.readouterr().err
    assert not group.requested

    read = _choose_reader([file], CrawlOptions(), Runtime())
    assert read(file).id == "one"
    # what is changed while the command runs is not what was allowed
    hook.write_text(HOOK.replace("/a/1", "/a/2"), "utf-8")
    with pytest.raises(ConfigError) as caught:
        read(file)
    assert "may not be run yet" in str(caught.value)

    hook.write_text(HOOK, "utf-8")
    assert watch(group, group.folder, "--once", "--quiet") == 0, "it was allowed from now on"
    assert tei_files(group, "one") == 1
