"""TEI files of a batch get their names together: an error or a kill in its middle leaves nothing half
done, and the next build goes on."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
from contextlib import closing
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest
from building_corpus import adopted, tei_files

from webarticlecurator.base.errors import DiskFull, StoreDamaged
from webarticlecurator.crawling.building import build as build_module
from webarticlecurator.crawling.building.build import build
from webarticlecurator.crawling.workers.progress import NullProgress
from webarticlecurator.crawling.workers.run_options import BuildOptions, Runtime
from webarticlecurator.portal_file.config.load import load_portal

TEXT = "<p>The text of an article is long enough to be one.</p>" * 5
NAMES = "abcdefgh"
BATCH, STEPS = 3, 5


class Stop(Exception):
    pass


class Ending(NullProgress):
    """Ends the build after ``STEPS`` articles."""

    def __init__(self, *, kill: bool) -> None:
        self._left, self._kill = STEPS, kill

    def step(self, what: str) -> None:
        self._left -= 1
        if self._left == 0 and self._kill:
            os.kill(os.getpid(), signal.SIGKILL)
        if self._left == 0:
            raise Stop


def build_until_the_end(config: Path, folder: Path, kill: bool) -> None:
    build_module.BATCH = BATCH
    build(load_portal(config), folder, BuildOptions(jobs=2), Runtime(progress=Ending(kill=kill)))


def drafts(folder: Path) -> list[Path]:
    return list((folder / "tei").rglob("*.new"))


def known_files(folder: Path) -> set[str]:
    with closing(sqlite3.connect(folder / "corpus.sqlite")) as index:
        return {path for (path,) in index.execute("SELECT tei FROM articles WHERE tei IS NOT NULL")}


@pytest.fixture
def corpus(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, forked_workers: None
) -> tuple[Path, Path]:
    """A portal file, and a corpus that is not built; worker processes do as this one does."""
    monkeypatch.setattr(build_module, "BATCH", BATCH)
    return adopted(tmp_path, {name: f"{TEXT}<p>{name}</p>" for name in NAMES})


def built_at_once(config: Path, folder: Path) -> dict[str, bytes]:
    """Return the TEI of an undisturbed build, made of a copy of the corpus."""
    copy = Path(shutil.copytree(folder, folder.with_name("copy")))
    assert build(load_portal(config), copy).built == len(NAMES)
    return tei_files(copy)


def test_an_error_in_the_middle_of_a_batch_leaves_whole_batches(corpus: tuple[Path, Path]) -> None:
    config, folder = corpus
    whole = built_at_once(config, folder)
    with pytest.raises(Stop):
        build_until_the_end(config, folder, kill=False)
    assert len(tei_files(folder)) == BATCH
    assert known_files(folder) == set(tei_files(folder))
    assert drafts(folder) == []
    assert build(load_portal(config), folder).built == len(NAMES) - BATCH
    assert tei_files(folder) == whole


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs SIGKILL")
def test_a_kill_in_the_middle_of_a_batch_leaves_whole_batches(corpus: tuple[Path, Path]) -> None:
    config, folder = corpus
    whole = built_at_once(config, folder)
    child = get_context("spawn").Process(target=build_until_the_end, args=(config, folder, True))
    child.start()
    child.join()
    assert child.exitcode == -signal.SIGKILL
    # and those of the articles after them, which the workers had made
    assert len(drafts(folder)) >= STEPS - BATCH
    assert known_files(folder) == set(tei_files(folder))
    assert build(load_portal(config), folder).built == len(NAMES) - BATCH
    assert drafts(folder) == []
    assert tei_files(folder) == whole


def test_a_folder_that_cannot_be_written_leaves_no_drafts(corpus: tuple[Path, Path]) -> None:
    config, folder = corpus
    (folder / "tei").mkdir()
    (folder / "tei" / "undated").write_bytes(b"a file in the place of a folder")
    with pytest.raises(StoreDamaged, match="undated"):
        build(load_portal(config), folder)
    assert drafts(folder) == []
    assert known_files(folder) == set()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_full_disk_in_a_worker_ends_the_build_and_leaves_no_drafts(
    corpus: tuple[Path, Path], jobs: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    config, folder = corpus
    whole = built_at_once(config, folder)
    made = Path.open

    def open_full(path: Path, *how: Any, **others: Any) -> Any:
        if path.suffix == ".new":
            made(path, *how, **others).close()
            path = Path("/dev/full")
            how = ("wb",)
        return made(path, *how, **others)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "open", open_full)
        with pytest.raises(DiskFull, match="the disk is full"):
            build(load_portal(config), folder, BuildOptions(jobs=jobs))
    assert drafts(folder) == []
    assert not (folder / "tei").exists()
    assert build(load_portal(config), folder).built == len(NAMES)
    assert tei_files(folder) == whole
