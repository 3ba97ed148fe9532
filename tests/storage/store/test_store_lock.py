"""The lock: one process at a time, whatever happened to the last one."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest
from store_material import fill, opened

from webarticlecurator.base.errors import CorpusLocked, StoreDamaged
from webarticlecurator.storage.index import lock
from webarticlecurator.storage.store.index_rebuild import rebuild_index
from webarticlecurator.storage.store.verify import verify_corpus

HOLDER = """
import sys, time
from pathlib import Path
from store_material import opened
corpus = opened(Path(sys.argv[1]))
print("held", flush=True)
time.sleep(60)
"""


def test_another_process_is_named(tmp_path: Path) -> None:
    fill(tmp_path, 1)
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parent)}
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(tmp_path)], stdout=subprocess.PIPE, env=environment
    ) as holder:
        assert holder.stdout is not None and holder.stdout.readline().strip() == b"held"
        try:
            for attempt in (
                lambda: opened(tmp_path),
                lambda: verify_corpus(tmp_path, "echo"),
                lambda: rebuild_index(tmp_path, "echo"),
            ):
                with pytest.raises(CorpusLocked, match=f"process {holder.pid} "):
                    attempt()
        finally:
            holder.kill()
    with opened(tmp_path) as corpus:  # the killed process holds nothing any more
        assert not corpus.is_new


def test_not_twice_in_one_process_either(tmp_path: Path) -> None:
    with opened(tmp_path), pytest.raises(CorpusLocked, match=f"process {os.getpid()} "):
        opened(tmp_path)
    opened(tmp_path).close()


def test_a_failed_opening_releases_the_lock(tmp_path: Path) -> None:
    def fault(name: str) -> None:
        raise RuntimeError(name)

    with pytest.raises(RuntimeError, match="lock"):
        opened(tmp_path, events=fault)
    opened(tmp_path).close()


def test_a_folder_that_cannot_be_written_is_named_with_a_cure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(tmp_path, 1)

    def refuse(path: Path, **_given: object) -> None:
        raise OSError(errno.EROFS, "Read-only file system", str(path))

    monkeypatch.setattr(lock, "lock_file", refuse)
    for attempt in (lambda: opened(tmp_path), lambda: rebuild_index(tmp_path, "echo")):
        with pytest.raises(StoreDamaged, match="Read-only") as raised:
            attempt()
        assert "can be read and written" in raised.value.cure
