"""After a stop at any step and a second run, the corpus is that of one undisturbed run."""

from __future__ import annotations

import errno
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from long_parameters import always
from store_child import crawl
from store_material import ARTICLE, articles_warc, assert_warcio_accepts, fill, opened, page, warcs

from webarticlecurator.base.errors import DiskFull, StoreDamaged
from webarticlecurator.storage.index import disk as disk_module
from webarticlecurator.storage.index.store_options import EVENTS
from webarticlecurator.storage.store.verify import verify_corpus

NUMBER = 12
CHILD = Path(__file__).with_name("store_child.py")


class Stop(BaseException):
    """The injected fault."""


def assert_whole(folder: Path, number: int = NUMBER) -> None:
    """Each article is stored exactly once, and files and index agree."""
    with opened(folder) as corpus:
        urls = [f"https://echo.example/{i}" for i in range(number)]
        assert [a.canonical for a in corpus.frontier.articles("stored")] == urls
        assert sorted(c.url for c in corpus.captures.all()) == sorted(urls)
        assert [corpus.read(c).content for u in urls for c in corpus.captures.by_url(u)] == [
            u.encode() for u in urls
        ]
        assert corpus.reconciled.records == 0 and corpus.reconciled.truncated_bytes == 0
    assert verify_corpus(folder, "echo").findings == ()
    assert_warcio_accepts(folder)


def events_of_a_crawl(folder: Path) -> list[str]:
    seen: list[str] = []
    fill(folder, 3, events=seen.append, max_bytes=3000)
    with articles_warc(folder).open("ab") as stream:
        stream.write(b"torn")
    fill(folder, 1, events=seen.append, max_bytes=3000)
    (folder / "corpus.sqlite").unlink()
    fill(folder, 1, events=seen.append, max_bytes=3000)
    fill(folder, 1, events=seen.append, max_bytes=3000)
    with opened(folder, events=seen.append) as corpus:
        file = articles_warc(folder)
        draft = file.with_name("draft")
        draft.write_bytes(file.read_bytes())
        corpus.replace_file(f"warc/{file.name}", draft)
    return seen


def test_every_event_occurs(tmp_path: Path) -> None:
    assert set(events_of_a_crawl(tmp_path)) == set(EVENTS)


@pytest.mark.parametrize("event", [e for e in EVENTS if e != "tail-cut"])
@pytest.mark.parametrize("time_", always((1, 5), (1, 2, 5)))
def test_a_fault_after_each_kind_of_step(tmp_path: Path, event: str, time_: int) -> None:
    """Raised after the n-th step of a kind; where it occurs less often, the crawl is undisturbed
    and must be whole too."""
    left = [time_]

    def fault(name: str) -> None:
        left[0] -= name == event
        if left[0] == 0:
            left[0] = -1
            raise Stop

    try:
        with opened(tmp_path, events=fault, max_bytes=3000) as corpus:
            corpus.append(page("https://echo.example/x"), ARTICLE)
            corpus.commit()
            corpus.append(page("https://echo.example/y"), ARTICLE)
            corpus.commit()
    except Stop:
        pass
    else:
        assert left[0] > 0
    with opened(tmp_path, max_bytes=3000) as corpus:
        stored = {c.url for c in corpus.captures.all()}
        for url in {"https://echo.example/x", "https://echo.example/y"} - stored:
            corpus.append(page(url), ARTICLE)
        corpus.commit()
        assert sorted(c.url for c in corpus.captures.all()) == [
            "https://echo.example/x",
            "https://echo.example/y",
        ]
    assert verify_corpus(tmp_path, "echo").findings == ()
    assert_warcio_accepts(tmp_path)


def run_child(folder: Path, *arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(CHILD), str(folder), str(NUMBER), *map(str, arguments)]
    return subprocess.run(
        command,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(CHILD.parent)},
    )


@pytest.mark.long
def test_the_process_ends_without_cleaning_up_at_many_steps(tmp_path: Path) -> None:
    """One corpus, a process that dies again and again, each time after a few more steps."""
    deaths = 0
    for step in (1, 2, 3, 5, 8, 13, 21, 34, 35, 36, 37, 38, 39):
        deaths += run_child(tmp_path, step).returncode == 9
    assert deaths > 8
    assert run_child(tmp_path).returncode == 0
    assert_whole(tmp_path)


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL on Windows")
@pytest.mark.long
def test_killed_at_random_moments(tmp_path: Path) -> None:
    moments = random.Random(7)
    number = 400
    command = [sys.executable, str(CHILD), str(tmp_path), str(number)]
    kills = 0
    for _ in range(6):
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": str(CHILD.parent)}
        ) as child:
            assert child.stdout is not None
            child.stdout.readline()  # it is at work
            time.sleep(moments.random() * 0.05)
            child.send_signal(signal.SIGKILL)
        kills += child.returncode == -signal.SIGKILL
    assert kills >= 3
    crawl(tmp_path, number, None)
    assert_whole(tmp_path, number)


@pytest.mark.parametrize("written", [0, 1, 200])
def test_a_full_disk_leaves_nothing_half_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, written: int
) -> None:
    fill(tmp_path, 2)
    size = articles_warc(tmp_path).stat().st_size
    real = os.write
    with opened(tmp_path) as corpus:
        calls = []

        def write(handle: int, content: bytes) -> int:
            calls.append(len(content))
            if len(calls) == 1 and written:
                return real(handle, content[:written])
            raise OSError(errno.ENOSPC, "No space left on device")

        with monkeypatch.context() as patch:
            patch.setattr(disk_module.os, "write", write)
            with pytest.raises(DiskFull) as error:
                corpus.append(page("https://echo.example/9"), ARTICLE)
        assert "space" in error.value.cure
        assert articles_warc(tmp_path).stat().st_size == size
        with pytest.raises(StoreDamaged, match="earlier step"):
            corpus.append(page("https://echo.example/9"), ARTICLE)
    with opened(tmp_path) as corpus:
        assert corpus.reconciled.records == 0
        corpus.append(page("https://echo.example/9"), ARTICLE)
        corpus.commit()
    assert verify_corpus(tmp_path, "echo").findings == ()
    assert_warcio_accepts(tmp_path)


def test_a_disk_too_full_for_the_index(tmp_path: Path) -> None:
    """SQLite itself says that it is full (here: that its file may not grow); the records are safe
    in the WARC."""
    fill(tmp_path, 1)
    with opened(tmp_path) as corpus:
        pages = corpus._index.one("PRAGMA page_count")
        corpus._index.read(f"PRAGMA max_page_count = {pages[0] if pages else 0}")
        with pytest.raises(DiskFull):
            for i in range(200):
                corpus.append(page(f"https://echo.example/more/{i}" + "x" * 500), ARTICLE)
    with opened(tmp_path) as corpus:
        stored = [c.url for c in corpus.captures.all("article")]
        assert len(stored) > 1 and stored[-1].startswith("https://echo.example/more/")
    assert verify_corpus(tmp_path, "echo").findings == ()


def test_a_folder_that_cannot_be_written_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> int:
        raise PermissionError(errno.EACCES, "Permission denied", str(tmp_path / "warc"))

    with opened(tmp_path) as corpus:
        monkeypatch.setattr(disk_module.os, "open", refuse)
        with pytest.raises(StoreDamaged, match="Permission denied"):
            corpus.append(page("https://echo.example/"), ARTICLE)
    monkeypatch.undo()
    assert warcs(tmp_path) == []
