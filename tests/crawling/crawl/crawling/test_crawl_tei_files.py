"""TEI files that were changed from outside: `verify` names them, `build` builds them again, and no
others."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from webarticlecurator.cli.main import main

PORTAL = """\
portal: echo
home: https://echo.example/
archive: {url: "https://echo.example/list", dates: none, links: h2}
article: {match: "/a/", body: {root: main}}
"""


def record(number: int) -> bytes:
    body = f"<title>T{number}</title><main><h1>Title {number}</h1><p>Text number {number}.</p></main>".encode()
    block = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n" + body
    head = (
        f"WARC/1.1\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:{number}>\r\nWARC-Date: 2020-01-01T00:00:00Z\r\n"
        f"WARC-Target-URI: https://echo.example/a/{number}\r\nContent-Type: application/http; msgtype=response\r\n"
        f"Content-Length: {len(block)}\r\n\r\n"
    )
    return head.encode() + block + b"\r\n\r\n"


class Corpus:
    def __init__(self, top: Path) -> None:
        self.folder, self.config = top / "corpus", top / "echo.yaml"
        self.config.write_text(PORTAL, encoding="utf-8")
        (top / "old.warc").write_bytes(b"".join(map(record, range(4))))
        assert (
            main(
                [
                    "warc",
                    "adopt",
                    str(self.config),
                    str(top / "old.warc"),
                    "--corpus",
                    str(self.folder),
                ]
            )
            == 0
        )
        assert self.curator("build") == 0

    def curator(self, verb: str, *more: str) -> int:
        return main([verb, str(self.config), "--corpus", str(self.folder), *more])

    def files(self) -> list[Path]:
        return sorted((self.folder / "tei").rglob("*.xml"))

    def state(self) -> dict[Path, tuple[bytes, int]]:
        return {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in self.files()}


@pytest.fixture
def corpus(tmp_path: Path) -> Corpus:
    return Corpus(tmp_path)


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:200])


def emptied(path: Path) -> None:
    path.write_bytes(b"")


def edited(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b"number", b"NUMBER"))


def deleted(path: Path) -> None:
    path.unlink()


CHANGES = {"cut": cut, "emptied": emptied, "edited": edited, "deleted": deleted}


@pytest.mark.parametrize("name", CHANGES)
def test_a_changed_file_is_named_and_built_again(
    corpus: Corpus, capsys: pytest.CaptureFixture[str], name: str
):
    before, victim = corpus.state(), corpus.files()[1]
    CHANGES[name](victim)
    capsys.readouterr()
    assert corpus.curator("verify", "--json") == 4
    output = json.loads(capsys.readouterr().out)
    assert [f["file"] for f in output["findings"]] == [victim.relative_to(corpus.folder).as_posix()]
    assert corpus.curator("build", "--json") == 0
    shown = capsys.readouterr()
    assert json.loads(shown.out)["built"] == 1
    assert "1 TEI files are missing or have changed" in shown.err
    after = corpus.state()
    assert after[victim][0] == before[victim][0]
    assert {path: after[path] for path in after if path != victim} == {
        p: before[p] for p in before if p != victim
    }
    assert corpus.curator("verify") == 0


def test_an_edit_that_keeps_size_and_time_is_found_by_verify(
    corpus: Corpus, capsys: pytest.CaptureFixture[str]
):
    victim = corpus.files()[2]
    stat = victim.stat()
    edited(victim)
    os.utime(victim, ns=(stat.st_atime_ns, stat.st_mtime_ns))
    assert corpus.curator("verify") == 4
    assert victim.name in capsys.readouterr().out
    assert corpus.curator("build", "--all") == 0
    assert corpus.curator("verify") == 0


def test_nothing_of_a_copied_corpus_is_built(
    corpus: Corpus, capsys: pytest.CaptureFixture[str], tmp_path: Path
):
    """Copied files have other modification times: their digests are compared once."""
    shutil.copytree(corpus.folder, tmp_path / "copy", copy_function=shutil.copyfile)
    corpus.folder = tmp_path / "copy"
    capsys.readouterr()
    assert corpus.curator("build", "--json") == 0
    assert json.loads(capsys.readouterr().out)["built"] == 0
    assert corpus.curator("verify") == 0


def test_unchanged_files_are_not_read(corpus: Corpus, monkeypatch: pytest.MonkeyPatch):
    def refuse(path: Path) -> bytes:
        raise AssertionError(path)

    monkeypatch.setattr(
        Path, "read_bytes", _only_outside(corpus.folder / "tei", Path.read_bytes, refuse)
    )
    assert corpus.curator("build") == 0


def _only_outside(
    folder: Path, real: Callable[[Path], bytes], refuse: Callable[[Path], bytes]
) -> Callable[[Path], bytes]:
    return lambda path: refuse(path) if folder in path.parents else real(path)


def test_a_file_without_an_article_is_named(corpus: Corpus, capsys: pytest.CaptureFixture[str]):
    extra = corpus.files()[0].with_name("notes.xml")
    shutil.copy(corpus.files()[0], extra)
    assert corpus.curator("verify") == 4
    assert "notes.xml: belongs to no article" in capsys.readouterr().out
    extra.unlink()
    assert corpus.curator("verify") == 0


def test_verify_after_rebuild_ignores_files_that_are_still_to_be_built(corpus: Corpus):
    assert corpus.curator("verify", "--rebuild") == 0
    assert corpus.curator("build") == 0
    assert corpus.curator("verify") == 0


def test_remains_of_a_killed_rebuild_are_removed_when_the_corpus_is_opened(corpus: Corpus):
    for name in ("corpus.sqlite.new", "corpus.sqlite.new-journal"):
        (corpus.folder / name).write_bytes(b"half an index")
    draft = corpus.files()[0].with_suffix(".xml.new")
    draft.write_bytes(b"half")
    with sqlite3.connect(corpus.folder / "corpus.sqlite") as index:
        # a build that never ended
        index.execute("UPDATE meta SET value = 'rules' WHERE key = 'tei-build'")
    assert corpus.curator("build") == 0
    left = [path.name for path in corpus.folder.rglob("*") if ".new" in path.name]
    assert left == []
