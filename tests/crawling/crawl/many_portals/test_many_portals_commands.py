"""``curator crawl`` of several portal files or a folder of them."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from portal_group import PortalGroup, portal_group, three_portals
from warcio.archiveiterator import ArchiveIterator

from webarticlecurator.cli.main import main

_FEW_FILES = """
import resource, sys
resource.setrlimit(resource.RLIMIT_NOFILE, (48, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
from webarticlecurator.cli.main import main
sys.exit(main(sys.argv[1:]))
"""
_DIFFERS = re.compile(r"urn:uuid:[0-9a-f-]{36}|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z")
"""What differs between two crawls of the same pages: ids of records, and times."""


@pytest.fixture
def group(tmp_path: Path):
    with three_portals(tmp_path) as served:
        yield served


def crawl(group: PortalGroup, *arguments: object) -> int:
    return main(["crawl", *map(str, arguments), "--proxy", group.proxy])


def records(corpus: Path) -> list[tuple[str, str | None, str | None]]:
    """Return type, address and payload digest of the requests and answers, in their order."""
    found = []
    for path in sorted(corpus.glob("warc/*.warc.gz")):
        with path.open("rb") as stream:
            found += [
                (
                    record.rec_type,
                    record.rec_headers.get_header("WARC-Target-URI"),
                    record.rec_headers.get_header("WARC-Payload-Digest"),
                )
                for record in ArchiveIterator(stream)
                if record.rec_type in ("request", "response")
            ]
    return found


def tei(corpus: Path) -> dict[str, str]:
    return {
        path.name: _DIFFERS.sub("*", path.read_text(encoding="utf-8"))
        for path in corpus.rglob("tei/**/*.xml")
    }


def test_portals_get_the_same_corpora_together_as_each_alone(group: PortalGroup, tmp_path: Path):
    files = [group.write(host) for host in group.hosts]
    for file in files:
        assert crawl(group, file, "--corpus", tmp_path / "alone" / file.stem, "--quiet") == 0
    assert crawl(group, *files, "--corpus", tmp_path / "together", "--quiet") == 0
    for file in files:
        alone, together = tmp_path / "alone" / file.stem, tmp_path / "together" / file.stem
        assert len(tei(alone)) == 3
        assert tei(together) == tei(alone)
        assert len(records(alone)) >= 8
        assert records(together) == records(alone)


def test_a_folder_stands_for_its_portal_files_and_the_answer_is_a_list(
    group: PortalGroup, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd
):
    for host in group.hosts:
        group.write(host)
    (group.folder / "one.tests.yaml").write_text("pages: []\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert crawl(group, group.folder, "--json", "--quiet") == 0
    answer = json.loads(capfd.readouterr().out)
    assert [each["portal"] for each in answer] == ["one", "six", "two"]
    assert [each["new_articles"] for each in answer] == [3, 3, 3]
    assert sorted(path.name for path in (tmp_path / "corpora").iterdir()) == ["one", "six", "two"]
    assert crawl(group, group.folder, "--json", "--quiet") == 0
    assert [each["new_articles"] for each in json.loads(capfd.readouterr().out)] == [0, 0, 0]


def test_a_folder_with_one_file_answers_with_a_list_and_one_file_with_an_object(
    group: PortalGroup, tmp_path: Path, capfd
):
    file = group.write("one.example")
    assert crawl(group, group.folder, "--corpus", tmp_path / "c", "--json", "--quiet") == 0
    assert [each["portal"] for each in json.loads(capfd.readouterr().out)] == ["one"]
    assert crawl(group, file, "--corpus", tmp_path / "c" / "one", "--json", "--quiet") == 0
    assert json.loads(capfd.readouterr().out)["new_articles"] == 0


def test_nothing_is_requested_if_a_file_is_wrong_and_the_problems_of_all_are_shown(
    group: PortalGroup, tmp_path: Path, capfd
):
    good = group.write("one.example")
    first = group.write("two.example", more="languag: en\n")
    second = group.write("six.example", more="tei: {template: missing.xml}\n")
    assert crawl(group, good, first, second, "--corpus", tmp_path / "c") == 2
    message = capfd.readouterr().err
    assert "two.yaml:12:1" in message
    assert "six.yaml:12" in message
    assert not group.requested
    assert not (tmp_path / "c").exists()


def test_a_column_that_one_portal_lacks_is_wrong_usage(group: PortalGroup, tmp_path: Path, capfd):
    files = [group.write("one.example"), group.write("two.example")]
    assert crawl(group, *files, "--corpus", tmp_path / "c", "--column", "sport") == 2
    message = capfd.readouterr().err
    assert "one has no column 'sport'" in message
    assert "two has no column 'sport'" in message
    assert not group.requested


def test_an_empty_folder_and_an_address_to_refresh_are_wrong_usage(
    group: PortalGroup, tmp_path: Path, capfd
):
    assert crawl(group, group.folder, "--corpus", tmp_path / "c") == 2
    assert "no portal file in this folder" in capfd.readouterr().err
    files = [group.write("one.example"), group.write("two.example")]
    address = "http://one.example/a/1"
    assert crawl(group, *files, "--corpus", tmp_path / "c", "--refresh", address) == 2
    assert address in capfd.readouterr().err
    assert not group.requested


def test_two_files_with_the_same_corpus_are_wrong_usage(group: PortalGroup, tmp_path: Path, capfd):
    file = group.write("one.example")
    other = group.write("two.example")
    other.write_text(other.read_text("utf-8").replace("portal: two", "portal: one"), "utf-8")
    assert crawl(group, file, other, "--corpus", tmp_path / "c") == 2
    message = capfd.readouterr().err
    assert "one.yaml" in message
    assert "two.yaml" in message
    assert "the same corpus" in message
    assert not group.requested


def test_the_exit_code_is_that_of_the_most_serious_outcome(
    group: PortalGroup, tmp_path: Path, capfd
):
    files = [group.write(host) for host in group.hosts]
    group.answer["one.example"] = lambda path: (
        (500, "broken") if path == "/a/2" else PortalGroup.respond_as_usual("one.example", path)
    )
    assert crawl(group, *files, "--corpus", tmp_path / "one", "--json", "--quiet") == 1
    answer = json.loads(capfd.readouterr().out)
    assert [each["failed"] for each in answer] == [1, 0, 0]

    group.answer["two.example"] = lambda _path: (403, "no")
    assert crawl(group, *files, "--corpus", tmp_path / "two", "--json", "--quiet") == 3
    captured = capfd.readouterr()
    answer = json.loads(captured.out)
    assert ["stopped" in each for each in answer] == [False, True, False]
    assert [each["tei"] for each in answer] == [2, 0, 3]
    assert "two: stopped by the portal" in captured.err


def test_a_damaged_corpus_ends_its_own_crawl_only(group: PortalGroup, tmp_path: Path, capfd):
    files = [group.write("one.example"), group.write("two.example")]
    corpora = tmp_path / "c"
    (corpora / "one").mkdir(parents=True)
    (corpora / "one" / "corpus.sqlite").write_bytes(b"no database" * 1000)
    assert crawl(group, *files, "--corpus", corpora, "--json", "--quiet") == 4
    captured = capfd.readouterr()
    first, second = json.loads(captured.out)
    assert first["portal"] == "one"
    assert "corpus.sqlite" in first["error"]
    assert second["tei"] == 3
    assert "one: " in captured.err


def test_each_message_names_its_portal(group: PortalGroup, tmp_path: Path, capfd):
    files = [group.write("one.example"), group.write("two.example")]
    assert crawl(group, *files, "--corpus", tmp_path / "c") == 0
    lines = capfd.readouterr().err.splitlines()
    assert lines
    assert [line for line in lines if not line.startswith(("one: ", "two: "))] == []
    assert f"one: corpus {tmp_path / 'c' / 'one'}: new" in lines


@pytest.mark.skipif(sys.platform == "win32", reason="no such limit on Windows")
def test_many_portals_need_more_open_files_than_the_usual_limit(tmp_path: Path):
    hosts = [f"p{number}.example" for number in range(12)]
    with portal_group(tmp_path, *hosts) as group:
        files = [group.write(host) for host in hosts]
        command = [sys.executable, "-c", _FEW_FILES, "crawl", *map(str, files), "--quiet"]
        options = ["--proxy", group.proxy, "--corpus", str(tmp_path / "corpora")]
        run = subprocess.run([*command, *options], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    assert all(len(tei(tmp_path / "corpora" / file.stem)) == 3 for file in files)
