"""Results on disk: complete under their name, or not there."""

from __future__ import annotations

import errno
import io
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from stored_articles import export, read_articles

from webarticlecurator.base.errors import DiskFull, UsageError
from webarticlecurator.base.system.output_files import (
    draft_folder,
    work_folder,
    write_file,
    write_folder,
    write_stream,
)
from webarticlecurator.corpus.export.formats import find_exporter


def broken(error: BaseException, first: object) -> Iterator:
    yield first
    raise error


def test_an_existing_file_is_replaced(tmp_path):
    path = tmp_path / "out.csv"
    path.write_bytes(b"old")
    write_file(path, [b"new ", b"one"])
    assert path.read_bytes() == b"new one"
    assert [p.name for p in tmp_path.iterdir()] == ["out.csv"]


@pytest.mark.parametrize("error", [KeyboardInterrupt(), RuntimeError()])
def test_an_interrupted_export_leaves_the_existing_file(tmp_path, error):
    path = tmp_path / "out.csv"
    path.write_bytes(b"old")
    with pytest.raises(type(error)):
        write_file(path, broken(error, b"half"))
    assert path.read_bytes() == b"old"
    assert [p.name for p in tmp_path.iterdir()] == ["out.csv"]


def test_the_file_does_not_exist_before_it_is_complete(tmp_path):
    path = tmp_path / "out.csv"

    def chunks() -> Iterator[bytes]:
        yield b"a"
        assert not path.exists()
        yield b"b"

    write_file(path, chunks())
    assert path.read_bytes() == b"ab"


def test_texts_are_written_to_a_new_folder(corpus, put, tmp_path):
    one = put("one", {"published": ["2001-01-01"]}, ("Első bekezdés.", "Második."))
    put("two", {}, ())
    export(read_articles(corpus), find_exporter("txt"), tmp_path / "texts")
    assert (
        tmp_path / "texts" / "2001" / "01" / f"{one.stem}.txt"
    ).read_bytes() == "Első bekezdés.\nMásodik.\n".encode()
    assert len(list((tmp_path / "texts").rglob("*.txt"))) == 2
    assert not (tmp_path / "texts.new").exists()


def test_texts_are_written_to_one_file_named_txt(corpus, put, tmp_path):
    put("one", {})
    out = io.BytesIO()
    export(read_articles(corpus), find_exporter("txt"), out)
    export(read_articles(corpus), find_exporter("txt"), tmp_path / "all.txt")
    assert (tmp_path / "all.txt").read_bytes() == out.getvalue() != b""


def test_an_empty_folder_is_used(tmp_path):
    (tmp_path / "texts").mkdir()
    write_folder(tmp_path / "texts", [("2001/a.txt", b"a")])
    assert (tmp_path / "texts/2001/a.txt").read_bytes() == b"a"


def test_a_folder_that_is_not_empty_is_refused(tmp_path):
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "mine.txt").write_bytes(b"mine")
    with pytest.raises(UsageError, match="not an empty folder"):
        write_folder(tmp_path / "texts", [("a.txt", b"a")])
    assert [p.name for p in (tmp_path / "texts").iterdir()] == ["mine.txt"]


def test_an_interrupted_folder_is_removed(tmp_path):
    with pytest.raises(KeyboardInterrupt):
        write_folder(tmp_path / "texts", broken(KeyboardInterrupt(), ("a.txt", b"a")))
    assert list(tmp_path.iterdir()) == []


KILLED = """
import os, signal, sys
from pathlib import Path
from webarticlecurator.base.system import output_files
from webarticlecurator.base.system.output_files import draft_folder, shutil

def end(*_, **__): os.kill(os.getpid(), signal.SIGKILL)

class Dying(type(Path())):
    def replace(self, target):
        super().replace(target)
        if self.name.endswith(sys.argv[2]): end()

if sys.argv[2] == "rmtree":
    shutil.rmtree = end
with draft_folder(Dying(sys.argv[1])) as draft:
    (draft / "new.txt").write_bytes(b"new")
    if sys.argv[2] == "draft": end()
"""


@pytest.mark.skipif(os.name == "nt", reason="signals of Windows end no process at once")
@pytest.mark.parametrize("moment", ["draft", "texts", ".new", "rmtree"])
def test_a_killed_run_is_run_again(tmp_path, moment):
    """SIGKILL while the draft is written, after the folder was put aside, after the draft got its
    name, before what it replaced is removed."""
    texts = tmp_path / "texts"
    texts.mkdir()
    (texts / "old.txt").write_bytes(b"old")
    ended = subprocess.run([sys.executable, "-c", KILLED, str(texts), moment])
    assert ended.returncode == -signal.SIGKILL
    assert (tmp_path / "texts.lock").exists()
    with draft_folder(texts) as draft:
        # what was there is not lost before there is another one
        assert (texts / "old.txt").exists() or (texts / "new.txt").exists()
        (draft / "third.txt").write_bytes(b"third")
        with pytest.raises(UsageError, match="another run is writing"), draft_folder(texts):
            pass
    assert [path.name for path in tmp_path.iterdir()] == ["texts"]
    assert [path.name for path in texts.iterdir()] == ["third.txt"]


KILLED_AT_WORK = """
import os, signal, sys
from pathlib import Path
from webarticlecurator.base.system.output_files import work_folder

with work_folder(Path(sys.argv[1])) as folder:
    (folder / "copy.warc.gz").write_bytes(b"large")
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(os.name == "nt", reason="signals of Windows end no process at once")
def test_what_a_killed_run_needed_meanwhile_is_removed_by_the_next(tmp_path):
    ended = subprocess.run([sys.executable, "-c", KILLED_AT_WORK, str(tmp_path / "x.wacz")])
    assert ended.returncode == -signal.SIGKILL
    assert list(tmp_path.rglob("copy.warc.gz"))
    with work_folder(tmp_path / "x.wacz") as folder:
        assert list(folder.iterdir()) == []
    assert list(tmp_path.iterdir()) == []
    # a folder of somebody else stays
    (tmp_path / "x.wacz.tmp").mkdir()
    with pytest.raises(UsageError, match="cannot be written"), work_folder(tmp_path / "x.wacz"):
        pass
    assert (tmp_path / "x.wacz.tmp").is_dir()


def test_a_folder_of_somebody_else_is_no_draft(tmp_path):
    (tmp_path / "texts.new").mkdir()
    with pytest.raises(UsageError, match=r"texts\.new") as caught:
        write_folder(tmp_path / "texts", [])
    assert "Remove it" in caught.value.cure
    assert [path.name for path in tmp_path.iterdir()] == ["texts.new"]


def test_a_folder_is_not_a_file(tmp_path):
    with pytest.raises(UsageError, match="is a folder"):
        write_file(tmp_path, [b"a"])


def test_a_missing_parent_folder_is_an_error(tmp_path):
    with pytest.raises(UsageError, match="cannot be written"):
        write_file(tmp_path / "nowhere" / "out.csv", [b"a"])
    with pytest.raises(UsageError, match="cannot be written"):
        write_folder(tmp_path / "nowhere" / "texts", [("a.txt", b"a")])


def test_a_full_disk_is_reported(tmp_path):
    with pytest.raises(DiskFull, match=r"out\.csv"):
        write_file(
            tmp_path / "out.csv", broken(OSError(errno.ENOSPC, "No space left on device"), b"a")
        )
    assert list(tmp_path.iterdir()) == []


def test_a_closed_pipe_is_not_an_export_error():
    with pytest.raises(BrokenPipeError):
        write_stream(io.BytesIO(), broken(BrokenPipeError(), b"a"))


def test_paths_of_output_are_paths(corpus, put, tmp_path):
    put("one", {})
    for form in ("csv", "jsonl"):
        export(read_articles(corpus), find_exporter(form), Path(tmp_path / f"out.{form}"))
        assert (tmp_path / f"out.{form}").stat().st_size > 100
