"""``curator warc adopt --cdx`` of a portal that is no more: its old lists lead to its articles."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from lost_years import ARTICLES, BASE, NOT_ARCHIVED, captures, portal_file, write_warc
from replay_programs import needs_replay, run_program, running_pywb
from skipped_pauses import skip_pauses
from wayback_machine import WaybackMachine, wayback_machine

from webarticlecurator.cli.exit_codes import DONE, PROBLEMS
from webarticlecurator.cli.main import main
from webarticlecurator.storage.store.view import view_corpus
from webarticlecurator.tei.documents.plain_text import read_lines
from webarticlecurator.tei.documents.read import read_header

EXPECTED = {BASE + each.path: each for each in ARTICLES if each.number != NOT_ARCHIVED}
COPIED = "90 captures copied (31 of list pages), 0 refused"
UNARCHIVED = (
    "the archive has no page of %d lists of the portal file, or only redirects and errors;"
    " the first: news 2007-12-01\n"
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    skip_pauses(monkeypatch)
    (tmp_path / "lost.yaml").write_text(portal_file(), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def archive() -> Iterator[WaybackMachine]:
    with wayback_machine() as server:
        server.captures = list(captures())
        yield server


def adopt(archive: WaybackMachine, *more: str) -> int:
    return main(["warc", "adopt", "lost.yaml", "--cdx", archive.cdx, *more])


def states() -> dict[str, str]:
    with view_corpus(Path("corpora/lost"), "lost") as corpus:
        return {row.canonical: row.reason or row.state for row in corpus.frontier.articles()}


def assert_right(archive_address: str) -> None:
    """Every article that the archive has is built as it was written, and cites the archive."""
    found = {}
    for path in Path("corpora/lost/tei").rglob("*.xml"):
        content = path.read_bytes()
        header = read_header(content)
        article = EXPECTED[header.url]
        found[header.url] = header.metadata.first("title")
        assert header.metadata.first("title") == article.title
        assert header.metadata.first("published") == article.published
        assert [" ".join(line.split()) for line in read_lines(content)] == [article.text]
        assert f'type="archive" target="{archive_address}'.encode() in content
    assert found.keys() == EXPECTED.keys()


def test_old_lists_lead_to_their_articles(
    folder: Path, archive: WaybackMachine, capfd: pytest.CaptureFixture[str]
):
    assert adopt(archive) == DONE
    printed = capfd.readouterr().err
    assert COPIED in printed and UNARCHIVED % 71 in printed
    assert main(["build", "lost.yaml", "--quiet"]) == PROBLEMS, "an article is pending"
    assert_right(f"{archive.base}/web/")
    (missing,) = [each for each in ARTICLES if each.number == NOT_ARCHIVED]
    assert states()[BASE + missing.path] == "pending"
    before = len(archive.asked)
    assert adopt(archive) == DONE
    assert len(archive.asked) == before, "nothing is asked for twice"


def test_only_what_a_list_of_the_archive_names(folder: Path, archive: WaybackMachine):
    assert adopt(archive, "--quiet", "--reason", "archive-listed") == DONE
    unlisted = [each for each in ARTICLES if (each.year, each.month) == (2006, 10)]
    assert {url for url, state in states().items() if state == "stored"} == EXPECTED.keys() - {
        BASE + each.path for each in unlisted
    }
    asked = len(archive.asked)
    assert adopt(archive, "--quiet", "--reason", "never-listed") == DONE
    assert len(archive.asked) == asked + len(unlisted)


def test_a_few_captures_at_a_time_come_to_the_same(folder: Path, archive: WaybackMachine):
    for _ in range(9):
        before = sum(path.startswith("/web/") for path in archive.asked)
        assert adopt(archive, "--quiet", "--limit", "11") == DONE
        assert sum(path.startswith("/web/") for path in archive.asked) <= before + 11
    replayed = [path for path in archive.asked if path.startswith("/web/")]
    assert len(replayed) == len(set(replayed)) == 90
    assert main(["build", "lost.yaml", "--quiet"]) == PROBLEMS, "an article is pending"
    assert_right(f"{archive.base}/web/")


def test_a_rebuilt_index_and_changed_link_rules_know_the_old_lists(
    folder: Path, archive: WaybackMachine
):
    assert adopt(archive, "--quiet") == DONE
    before = states()
    assert main(["verify", "lost.yaml", "--rebuild", "--quiet"]) == DONE
    assert states() == before
    changed = portal_file().replace("links: li.cim", "links: li")
    (folder / "lost.yaml").write_text(changed, encoding="utf-8")
    assert main(["build", "lost.yaml", "--quiet"]) == PROBLEMS, "an article is pending"
    assert_right(f"{archive.base}/web/")


@pytest.mark.parametrize("name", ["/archive/2009/05/", "/archive/2009/05/tovabb.html"])
def test_a_refused_list_page_is_said_by_every_run(
    name: str, folder: Path, archive: WaybackMachine, capfd: pytest.CaptureFixture[str]
):
    """Its articles are missing; so they are where a page to which it leads was refused."""
    archive.captures = [
        replace(each, served=b"<html>Another page</html>") if each.url == BASE + name else each
        for each in archive.captures
    ]
    assert adopt(archive) == PROBLEMS
    assert f"refused {BASE}{name}: its digest is not that" in capfd.readouterr().err
    asked = len(archive.asked)
    assert adopt(archive) == PROBLEMS
    printed = capfd.readouterr().err
    assert "0 captures copied, 1 refused" in printed and len(archive.asked) == asked
    assert f"refused {BASE}/archive/2009/05/: " in printed and "its digest is not that" in printed
    assert f"{BASE}{name}" in printed
    archive.captures = [replace(each, served=None) for each in archive.captures]
    assert adopt(archive, "--again") == DONE
    assert states().keys() >= EXPECTED.keys()


def test_lists_that_the_archive_has_only_as_redirects_are_counted(
    folder: Path, archive: WaybackMachine, capfd: pytest.CaptureFixture[str]
):
    archive.captures = [
        replace(each, status=302 if "archiv" in each.url else 200) for each in archive.captures
    ]
    for _ in range(2):
        assert adopt(archive) == DONE
        assert UNARCHIVED % 84 in capfd.readouterr().err
    assert adopt(archive, "--reason", "never-listed") == DONE
    assert "the archive has no page" not in capfd.readouterr().err


@needs_replay
@pytest.mark.long
def test_the_documented_commands_with_pywb(folder: Path, capfd: pytest.CaptureFixture[str]):
    collections = folder / "pywb"
    collections.mkdir()
    write_warc(folder / "old.warc.gz")
    for arguments in (("init", "lost"), ("add", "lost", str(folder / "old.warc.gz"))):
        assert run_program("wb-manager", *arguments, cwd=collections).returncode == 0
    with running_pywb(collections) as address:
        assert main(["warc", "adopt", "lost.yaml", "--cdx", f"{address}/lost/cdx"]) == DONE
        assert COPIED in capfd.readouterr().err
        assert main(["build", "lost.yaml", "--quiet"]) == PROBLEMS, "an article is pending"
        assert_right(address)
