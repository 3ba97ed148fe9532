"""The write-ahead log (WAL) of the index: when there is one, who may read it, what a kill leaves."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from store_material import ARTICLE, fill, opened, page, warcs

from webarticlecurator.base.errors import CorpusLocked, DiskFull
from webarticlecurator.storage.index import local_file_systems
from webarticlecurator.storage.index.store_options import StoreOptions
from webarticlecurator.storage.store.corpus import WritableCorpus, open_corpus
from webarticlecurator.storage.store.index_rebuild import rebuild_index
from webarticlecurator.storage.store.verify import verify_corpus
from webarticlecurator.storage.store.view import view_corpus

CHILD = Path(__file__).with_name("wal_child.py")
LOG, SHARED = "corpus.sqlite-wal", "corpus.sqlite-shm"
STORED = 5
"""Articles of the corpus that was killed."""
ONE_FILE = ["corpus.lock", "corpus.sqlite", "warc"]
only_linux = pytest.mark.skipif(sys.platform != "linux", reason="the mount table is Linux's")
not_windows = pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL on Windows")


def store(corpus: WritableCorpus, name: str) -> None:
    corpus.append(page(f"https://echo.example/{name}"), ARTICLE)
    corpus.end_step()


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def stored(folder: Path) -> int:
    with view_corpus(folder, "echo") as view:
        return view.captures.count_pages("article")


def run_child(*words: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(CHILD), *map(str, words)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(CHILD.parent)},
    )


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The corpus of a process that was killed while it had a log; it must not be changed."""
    folder = tmp_path_factory.mktemp("killed")
    assert run_child("kill", folder, STORED).returncode == -signal.SIGKILL
    assert {LOG, SHARED} < set(names(folder))
    return folder


def leave_killed(killed: Path, folder: Path) -> None:
    """Let ``folder`` be as the kill has left the corpus."""
    shutil.copytree(killed, folder, dirs_exist_ok=True)


@pytest.fixture
def open_to_all() -> Iterator[Path]:
    """A folder that other users may read, unlike those of pytest."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        folder = Path(name) / "corpus"
        yield folder
        folder.chmod(0o755)


def mount(monkeypatch: pytest.MonkeyPatch, table: Path, *mounts: tuple[Path, str]) -> None:
    """Let the mount table have a local root, and these places with their types."""
    lines = ["22 1 8:1 / / rw,relatime - ext4 /dev/sda1 rw"]
    for number, (place, kind) in enumerate(mounts, 23):
        escaped = str(place).replace(" ", "\\040")
        lines.append(f"{number} 22 0:{number} / {escaped} rw shared:1 - {kind} host:/disk rw")
    table.write_text("\n".join(lines) + "\n", encoding="utf-8")
    monkeypatch.setattr(local_file_systems, "MOUNT_TABLE", table)


def test_a_log_begins_after_some_steps_that_were_committed_and_ends_with_the_command(
    tmp_path: Path,
) -> None:
    with opened(tmp_path, wal_after=2) as corpus:
        corpus.append(page("https://echo.example/0"), ARTICLE)
        corpus.commit()
        store(corpus, "1")
        assert names(tmp_path) == ONE_FILE
        store(corpus, "2")
        store(corpus, "3")
        assert {LOG, SHARED} < set(names(tmp_path))
    assert names(tmp_path) == ONE_FILE
    assert stored(tmp_path) == 4


def test_a_command_that_ends_within_the_time_of_a_commit_has_no_log(tmp_path: Path) -> None:
    with open_corpus(tmp_path, "echo", StoreOptions(durable_after=3600, wal_after=1)) as corpus:
        store(corpus, "1")
        assert set(names(tmp_path)) <= {*ONE_FILE, "corpus.sqlite-journal"}
    assert names(tmp_path) == ONE_FILE and stored(tmp_path) == 1


def test_a_reader_sees_one_state_while_the_crawl_goes_on(tmp_path: Path) -> None:
    with opened(tmp_path) as corpus:
        store(corpus, "1")
        with view_corpus(tmp_path, "echo") as view:
            with view.snapshot():
                assert view.captures.count_pages("article") == 1
                store(corpus, "2")  # with a rollback journal it would wait for the reader
                assert view.captures.count_pages("article") == 1
            assert view.captures.count_pages("article") == 2


def test_a_reader_keeps_the_log_and_takes_it_away_at_its_end(tmp_path: Path) -> None:
    with opened(tmp_path) as corpus:
        store(corpus, "1")
        view = view_corpus(tmp_path, "echo")
    with closing(view):
        assert LOG in names(tmp_path)
        with opened(tmp_path) as corpus:  # the next command does not wait for it
            store(corpus, "2")
        assert view.captures.count_pages("article") == 2
    assert names(tmp_path) == ONE_FILE
    with opened(tmp_path) as corpus:
        assert corpus.reconciled.records == 0
    assert journal(tmp_path) == "delete"
    assert verify_corpus(tmp_path, "echo").findings == ()


def journal(folder: Path) -> str:
    with closing(sqlite3.connect(folder / "corpus.sqlite")) as index:
        return str(index.execute("PRAGMA journal_mode").fetchone()[0])


def open_again(folder: Path) -> None:
    with opened(folder) as corpus:
        assert corpus.reconciled.records == 0, "the log had all of them"
        assert names(folder) == ONE_FILE
        assert corpus.captures.count_pages("article") == STORED


def read_it(folder: Path) -> None:
    assert stored(folder) == STORED


def rebuild_it(folder: Path) -> None:
    rebuild_index(folder, "echo")


def lose_the_index(folder: Path) -> None:
    """The log of an index that is lost does no harm."""
    (folder / "corpus.sqlite").unlink()
    with opened(folder) as corpus:
        assert corpus.captures.count_pages("article") == STORED
        assert names(folder) == ONE_FILE


@not_windows
@pytest.mark.parametrize("use", [open_again, read_it, rebuild_it, lose_the_index])
def test_after_a_kill_the_first_use_leaves_one_file_and_nothing_is_lost(
    killed: Path, tmp_path: Path, use: Callable[[Path], None]
) -> None:
    leave_killed(killed, tmp_path)
    use(tmp_path)
    assert names(tmp_path) == ONE_FILE
    assert journal(tmp_path) == ("wal" if use is read_it else "delete"), "only a writer may say so"
    assert stored(tmp_path) == STORED
    assert verify_corpus(tmp_path, "echo").findings == ()


def test_a_corpus_that_was_copied_without_its_log_indexes_its_records_again(
    tmp_path: Path,
) -> None:
    whole, part = tmp_path / "whole", tmp_path / "part"
    with opened(whole) as corpus:
        store(corpus, "0")
        for i in range(1, 5):
            store(corpus, str(i))
        shutil.copytree(whole, part, ignore=shutil.ignore_patterns(LOG, SHARED))
    with opened(part) as corpus:
        assert corpus.reconciled.records == 4 * 3, "the first was committed before there was a log"
        assert len(list(corpus.captures.all("article"))) == 5
    assert names(part) == ONE_FILE
    assert verify_corpus(part, "echo").findings == ()
    assert [p.read_bytes() for p in warcs(part)] == [p.read_bytes() for p in warcs(whole)]


@only_linux
@pytest.mark.parametrize("left", [(LOG, SHARED), ()], ids=["log", "none"])
def test_a_user_who_may_not_write_reads_what_a_kill_left(
    killed: Path, open_to_all: Path, left: tuple[str, ...]
) -> None:
    """Also where a reader has taken the log away, but the index is still marked as one with it."""
    leave_killed(killed, open_to_all)
    if not left:
        stored(open_to_all)
    assert names(open_to_all) == sorted({*ONE_FILE, *left})
    open_to_all.chmod(0o555)
    read = run_child("read", open_to_all)
    assert read.stdout == "5\n", read.stderr


@only_linux
def test_a_user_who_may_not_write_is_told_that_a_log_cannot_be_read(
    killed: Path, open_to_all: Path
) -> None:
    leave_killed(killed, open_to_all)
    (open_to_all / SHARED).unlink()  # as some programs copy a folder
    open_to_all.chmod(0o555)
    read = run_child("read", open_to_all)
    assert read.returncode == 1
    assert f"{LOG} cannot be read, because its folder cannot be written" in read.stderr


@only_linux
@pytest.mark.parametrize("has_lock", [True, False])
def test_a_corpus_is_proved_where_nobody_may_write(has_lock: bool, open_to_all: Path) -> None:
    fill(open_to_all, 2)
    with opened(open_to_all):  # not while it changes
        proved = run_child("verify", open_to_all)
        assert proved.returncode == 1 and "is using this corpus" in proved.stderr
    if not has_lock:
        (open_to_all / "corpus.lock").unlink()
    open_to_all.chmod(0o555)
    proved = run_child("verify", open_to_all)
    assert (proved.returncode, proved.stdout) == (0, "\n"), proved.stderr
    file = min((open_to_all / "warc").iterdir())
    copied = file.with_name("rescued.warc.gz")
    copied.write_bytes(file.read_bytes())
    assert f"warc/{copied.name}: no command reads it" in run_child("verify", open_to_all).stdout


@only_linux
def test_a_user_who_may_not_write_reads_beside_a_crawl(open_to_all: Path) -> None:
    with opened(open_to_all) as corpus:
        store(corpus, "1")
        store(corpus, "2")
        assert run_child("read", open_to_all).stdout == "2\n"


@only_linux
@pytest.mark.parametrize("kind", ["nfs", "nfs4", "cifs", "9p", "fuse.sshfs", "unheard-of"])
def test_no_log_on_a_file_system_that_other_machines_may_see(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    share = tmp_path / "a share"
    mount(monkeypatch, tmp_path / "mounts", (tmp_path, "xfs"), (share, kind))
    for folder, has_log in ((share / "corpus", False), (tmp_path / "local", True)):
        with opened(folder) as corpus:
            store(corpus, "1")
            store(corpus, "2")
            assert (LOG in names(folder)) == has_log
        assert names(folder) == ONE_FILE and stored(folder) == 2


@only_linux
def test_of_two_mounts_on_one_place_the_later_one_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mount(monkeypatch, tmp_path / "mounts", (tmp_path, "nfs4"), (tmp_path, "tmpfs"))
    assert local_file_systems.may_have_wal(tmp_path)
    mount(monkeypatch, tmp_path / "mounts", (tmp_path, "tmpfs"), (tmp_path, "nfs4"))
    assert not local_file_systems.may_have_wal(tmp_path)
    monkeypatch.setattr(local_file_systems, "MOUNT_TABLE", tmp_path / "none")
    assert not local_file_systems.may_have_wal(tmp_path)


@only_linux
def test_the_log_of_a_crawl_on_another_machine_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened(tmp_path / "corpus") as corpus:
        store(corpus, "1")
        store(corpus, "2")
        mount(monkeypatch, tmp_path / "mounts", (tmp_path, "nfs4"))
        with pytest.raises(CorpusLocked, match="another machine"):
            view_corpus(tmp_path / "corpus", "echo")
    assert stored(tmp_path / "corpus") == 2


def test_a_log_that_cannot_grow_is_a_full_disk(tmp_path: Path) -> None:
    with opened(tmp_path) as corpus:
        store(corpus, "1")
        store(corpus, "2")
        pages = corpus._index.one("PRAGMA page_count")
        corpus._index.read(f"PRAGMA max_page_count = {pages[0] if pages else 0}")
        with pytest.raises(DiskFull):
            for i in range(200):
                store(corpus, f"more/{i}" + "x" * 500)
    with opened(tmp_path) as corpus:
        assert names(tmp_path) == ONE_FILE
    assert verify_corpus(tmp_path, "echo").findings == ()


@only_linux
def test_no_process_is_forked_while_a_log_is_open(tmp_path: Path) -> None:
    """It would share the memory of the log without the locks on it, also if the log is only read;
    here a reader keeps it from being taken away."""
    fill(tmp_path, 1)
    assert run_child("fork", tmp_path).stdout.split() == ["True", "False", "False", "True"]
