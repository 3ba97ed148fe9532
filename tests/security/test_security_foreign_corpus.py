"""A corpus folder that came from somebody else: no path in it leads a command to files outside."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from small_portal import SmallPortal, article, crawled_portal, listing

from webarticlecurator.base.errors import CorpusMismatch, StoreDamaged
from webarticlecurator.cli.main import main
from webarticlecurator.storage.index.disk import locate_stored_file

RULES = """
fetch: {delay: 0, robots: ignore}
archive: {url: "BASE/list", dates: none, links: h2}
article: {body: {root: article}, metadata: {published: time}}
"""
PAGES = {
    "/list": listing("/a", "/b"),
    "/a": article("The text of an article.", around="<time>2024-03-05</time>"),
    "/b": article("The text of another one.", around="<time>2024-03-06</time>"),
}
COMMANDS = {
    "build": "build --all",
    "withdraw": "withdraw {a} --reason order",
    "export": "export --format jsonl --output {out}",
    "zip": "export --format zip --output {out}",
    "wacz": "export --format wacz --output {out}",
    "search": "search words",
    "duplicates": "report duplicates",
    "manifest": "manifest --output {out}",
    "verify": "verify",
    "why": "why {a}",
}


@pytest.fixture
def portal(tmp_path: Path) -> Iterator[SmallPortal]:
    with crawled_portal(tmp_path, PAGES, RULES) as running:
        yield running


def run(portal: SmallPortal, words: str) -> int:
    command, *more = words.format(a=f"{portal.base}/a", out=portal.folder / "out").split()
    name = [command, more.pop(0)] if command == "report" else [command]
    where = [str(portal.folder / "portal.yaml"), "--corpus", str(portal.corpus)]
    query = [more.pop()] if command == "search" else []
    return main([*name, *where, *query, *more])


def change_index(portal: SmallPortal, *changes: str) -> None:
    with closing(sqlite3.connect(portal.corpus / "corpus.sqlite")) as index:
        for change in changes:
            index.execute(change)
        index.commit()


def move_tei_outside(portal: SmallPortal) -> Path:
    """Let the TEI of an article be a file of the user, with the words 'private diary'."""
    outside = portal.folder / "diary.xml"
    (path,) = [p for p, text in portal.tei().items() if "The text of an article" in text]
    text = (portal.corpus / "tei" / path).read_text(encoding="utf-8")
    outside.write_text(text.replace("text of an article", "private diary"), encoding="utf-8")
    change_index(
        portal,
        f"UPDATE tei_files SET path = '../../diary.xml' WHERE path = '{path}'",
        f"UPDATE articles SET tei = '../../diary.xml' WHERE tei = '{path}'",
    )
    (portal.corpus / "tei" / path).unlink()
    return outside


@pytest.mark.parametrize("name", COMMANDS)
def test_tei_outside_of_the_corpus_is_neither_read_nor_removed(
    name: str, portal: SmallPortal, capfd: pytest.CaptureFixture[str]
) -> None:
    outside = move_tei_outside(portal)
    content, read_at = outside.read_bytes(), 1_000_000_000
    os.utime(outside, (read_at, read_at))
    status = run(portal, COMMANDS[name])
    assert outside.read_bytes() == content
    said = "".join(capfd.readouterr())
    assert "private diary" not in said
    written = [path for path in portal.folder.rglob("*") if path.is_file() and path != outside]
    assert not any(b"private diary" in path.read_bytes() for path in written)
    assert status != 0
    assert "../../diary.xml" in said
    assert "out of the corpus" in said
    assert "curator verify --rebuild" in said


def test_the_cure_makes_the_index_again(portal: SmallPortal) -> None:
    outside, before = move_tei_outside(portal), portal.articles()
    assert run(portal, "verify --rebuild") == 0
    portal.build(RULES)
    assert portal.articles() == before
    assert len(portal.tei()) == 2
    assert outside.is_file()


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.skipif(os.name != "posix", reason="links need rights there")
def test_a_link_to_a_folder_outside_is_not_followed(
    name: str, portal: SmallPortal, capfd: pytest.CaptureFixture[str]
) -> None:
    year, outside = portal.corpus / "tei" / "2024", portal.folder / "outside"
    year.rename(outside)
    year.symlink_to(outside)
    before = {path: path.read_bytes() for path in outside.rglob("*.xml")}
    assert run(portal, COMMANDS[name]) != 0
    assert {path: path.read_bytes() for path in outside.rglob("*.xml")} == before
    assert "is a link" in "".join(capfd.readouterr())
    assert not (portal.folder / "out").exists() or not any(
        b"text of" in path.read_bytes()
        for path in [portal.folder / "out", *(portal.folder / "out").glob("**/*")]
        if path.is_file()
    )


def test_records_outside_of_the_corpus_are_not_read(
    portal: SmallPortal, capfd: pytest.CaptureFixture[str]
) -> None:
    (file,) = (portal.corpus / "warc").glob("*-articles-*")
    elsewhere = portal.folder / "elsewhere.warc.gz"
    elsewhere.write_bytes(file.read_bytes())
    change_index(
        portal,
        f"UPDATE captures SET file = '{elsewhere}' WHERE file = 'warc/{file.name}'",
        "UPDATE articles SET build = NULL",
    )
    assert run(portal, "build --all") == 4
    assert "out of the corpus" in capfd.readouterr().err


def test_the_index_of_a_state_is_no_index_of_a_corpus(
    portal: SmallPortal, capfd: pytest.CaptureFixture[str]
) -> None:
    """It says where its records are, so a stranger's could name any folder."""
    change_index(portal, f"INSERT INTO meta VALUES ('state_of', '{portal.folder}')")
    for words in ("build --all", "export --format jsonl", "status"):
        assert run(portal, words) in (1, 4)  # TEI that is there is exported, with a problem
        assert "of an earlier state" in capfd.readouterr().err


def test_a_withdrawal_that_somebody_has_prepared_follows_no_link(portal: SmallPortal) -> None:
    outside = portal.folder / "documents"
    outside.mkdir()
    (outside / "letter.txt").write_text("Dear")
    reports = portal.corpus / "reports"
    for path in reports.iterdir():
        path.unlink()
    reports.rmdir()
    reports.symlink_to(outside)
    (portal.corpus / "withdrawal.json").write_text(
        '{"articles": [{"id": "a0000000000000000", "day": "2024-01-01", "reason": "x",'
        ' "records": []}], "addresses": [], "records": [], "leading": [], "runs": {}}'
    )
    assert run(portal, "withdraw {a} --reason order") == 2
    assert (outside / "letter.txt").read_text() == "Dear"


def test_a_withdrawal_leaves_files_that_curator_did_not_make(portal: SmallPortal) -> None:
    own = [portal.corpus / name for name in ("reports/my-notes.txt", "my-table.sqlite")]
    for path in own:
        path.write_text("mine")
    assert run(portal, "withdraw {a} --reason order") == 0
    assert [path.read_text() for path in own] == ["mine", "mine"]


@pytest.mark.parametrize(
    "path", ["/etc/hostname", "../x", "a/../../x", "C:/x", "c:x", r"..\x", r"a\..\..\x", "//host/x"]
)
def test_paths_that_leave_a_folder(path: str, tmp_path: Path) -> None:
    with pytest.raises(StoreDamaged, match="leads out of the corpus"):
        locate_stored_file(tmp_path, path)


def test_paths_that_stay_in_a_folder(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    assert locate_stored_file(tmp_path, "a/b..c.xml") == tmp_path / "a" / "b..c.xml"
    link: Callable[[], Path] = lambda: locate_stored_file(tmp_path, "a/link/x")  # noqa: E731
    if os.name == "posix":
        (tmp_path / "a" / "link").symlink_to(tmp_path)
        with pytest.raises(CorpusMismatch, match="is a link"):
            link()
