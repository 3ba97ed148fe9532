"""Commands with nothing to do cost the same for every size of the corpus, and still notice TEI
files that were deleted or edited."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from benches import import_bench
from building_corpus import corpus_of, tei_files

from webarticlecurator.crawling.building import changed_files
from webarticlecurator.crawling.building.build import build
from webarticlecurator.crawling.workers.progress import NullProgress
from webarticlecurator.crawling.workers.run_options import BuildOptions, Runtime
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.storage.texts.tei_files import TeiFile

scale = import_bench("corpora.scale")
FEW, MANY = 200, 500


class Work:
    """Counts what the commands ask SQLite and the file system, while they are measured."""

    def __init__(self) -> None:
        self.steps = self.looks = 0
        self.is_measured = False

    def count_step(self) -> int:
        self.steps += 1
        return 0


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> Iterator[Work]:
    work = Work()
    connect, on_disk = sqlite3.connect, TeiFile.on_disk

    def counting_connect(*arguments: object, **more: object) -> sqlite3.Connection:
        connection = connect(*arguments, **more)
        if work.is_measured:
            connection.set_progress_handler(work.count_step, 10)
        return connection

    def counting_on_disk(file: TeiFile, folder: Path) -> tuple[int, int] | None:
        work.looks += 1
        return on_disk(file, folder)

    monkeypatch.setattr(sqlite3, "connect", counting_connect)
    monkeypatch.setattr(TeiFile, "on_disk", counting_on_disk)
    monkeypatch.setattr(changed_files, "FILES_PER_BUILD", 50)
    yield work


def make_old(folder: Path) -> None:
    """Let the folders of TEI files have been changed an hour ago."""
    for path in filter(Path.is_dir, (folder / "tei").rglob("*")):
        hour_ago = path.stat().st_mtime_ns - 3600 * 10**9
        os.utime(path, ns=(hour_ago, hour_ago))


def measure(work: Work, command: str, config: Path, folder: Path) -> tuple[int, int]:
    work.steps = work.looks = 0
    work.is_measured = True
    summary = scale.COMMANDS[command](load_portal(config), folder)
    work.is_measured = False
    assert not summary.built
    return work.steps, work.looks


@pytest.mark.parametrize("pending", [0, 1])
def test_the_cost_does_not_grow_with_the_corpus(tmp_path: Path, work: Work, pending: int) -> None:
    config = tmp_path / "scale.yaml"
    config.write_text(scale.PORTAL, encoding="utf-8")
    costs = []
    for articles in (FEW, MANY):
        folder = tmp_path / str(articles)
        scale.fill(load_portal(config), folder, articles, pending * articles)
        make_old(folder)
        commands = ["status", "build", *([] if pending else ["crawl"])]
        first = [measure(work, command, config, folder) for command in commands]
        assert first[1][1] >= articles  # nothing is known of the folders yet
        costs.append([measure(work, command, config, folder) for command in commands])
    for (few_steps, few_looks), (many_steps, many_looks) in zip(*costs, strict=True):
        assert few_steps > 0
        assert many_steps < 1.5 * few_steps + 50
        assert many_looks == few_looks <= 50


class Messages(NullProgress):
    def __init__(self) -> None:
        self.texts: list[str] = []

    def show_message(self, text: str) -> None:
        self.texts.append(text)


class Built:
    """A corpus of which a build looks at ``FILES_PER_BUILD`` files in unchanged folders."""

    def __init__(self, top: Path) -> None:
        text = "<p>The text of an article is long enough to be one.</p>" * 5
        self.config, self.folder = corpus_of(top, {name: f"{text}<p>{name}</p>" for name in "abcd"})
        make_old(self.folder)
        assert self.build() == []
        self.before = tei_files(self.folder)

    def files(self) -> list[Path]:
        return sorted((self.folder / "tei").rglob("*.xml"))

    def build(self) -> list[str]:
        """Return the messages of a build about TEI files."""
        messages = Messages()
        build(load_portal(self.config), self.folder, None, Runtime(progress=messages))
        return [text for text in messages.texts if "TEI" in text]


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Built:
    monkeypatch.setattr(changed_files, "FILES_PER_BUILD", 0)
    return Built(tmp_path)


def edit(path: Path) -> None:
    """Change a file in place, as some editors do: its folder is not changed."""
    with path.open("r+b") as stream:
        stream.write(b"<!--")


CHANGED = "1 TEI files are missing or have changed, so they are built again"


def test_a_deleted_file_is_noticed_by_its_folder(built: Built) -> None:
    built.files()[1].unlink()
    assert built.build() == [CHANGED]
    assert tei_files(built.folder) == built.before


def test_a_replaced_file_is_noticed_by_its_folder(built: Built) -> None:
    other = built.folder / "other"
    other.write_bytes(b"<TEI/>")
    other.replace(built.files()[2])
    assert built.build() == [CHANGED]
    assert tei_files(built.folder) == built.before


def test_deleted_folders_are_noticed(built: Built) -> None:
    shutil.rmtree(built.folder / "tei")
    assert built.build() == ["4 TEI files are missing or have changed, so they are built again"]
    assert tei_files(built.folder) == built.before
    make_old(built.folder)
    assert built.build() == []


def test_a_file_deleted_right_after_the_folder_was_looked_at_is_noticed(built: Built) -> None:
    folder = built.files()[0].parent
    os.utime(folder)
    assert built.build() == []
    changed = folder.stat().st_mtime_ns
    built.files()[1].unlink()
    os.utime(folder, ns=(changed, changed))  # the clock of the file system has not ticked since
    assert built.build() == [CHANGED]


def test_an_edit_in_place_is_found_by_one_of_the_next_builds(
    built: Built, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(changed_files, "FILES_PER_BUILD", 1)
    for victim in built.files():
        edit(victim)
        messages = [message for _ in range(6) for message in built.build()]
        make_old(built.folder)
        assert messages == [CHANGED]
        assert tei_files(built.folder) == built.before


def test_an_edited_file_is_named_when_it_is_built_again_for_another_reason(built: Built) -> None:
    edit(built.files()[0])
    assert built.build() == []  # nobody has looked
    text = built.config.read_text(encoding="utf-8")
    built.config.write_text(text.replace("root: article", "root: body article"), encoding="utf-8")
    assert built.build() == [
        "1 TEI files had been changed since they were written; they were built again or removed"
    ]
    assert len(tei_files(built.folder)) == 4


def test_an_unchanged_report_is_not_written_again(built: Built) -> None:
    report = built.folder / "reports" / "problems.tsv"
    content, written = report.read_bytes(), report.stat().st_ino
    built.build()
    assert report.stat().st_ino == written
    report.write_bytes(b"edited")
    built.build()
    assert report.read_bytes() == content
    report.unlink()
    built.build()
    assert report.read_bytes() == content


def test_a_build_with_nothing_to_do_writes_nothing(tmp_path: Path):
    config, corpus = corpus_of(tmp_path, {"one": "<p>Some words.</p>", "two": "<p>More.</p>"})
    portal = load_portal(config)
    build(portal, corpus)
    index = corpus / "corpus.sqlite"
    before = index.read_bytes(), index.stat().st_mtime_ns
    assert build(portal, corpus).built == 0
    assert (index.read_bytes(), index.stat().st_mtime_ns) == before
    assert build(portal, corpus, BuildOptions(everything=True)).built == 2
    assert index.stat().st_mtime_ns != before[1]
