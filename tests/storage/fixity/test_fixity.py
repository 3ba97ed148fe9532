"""WARC files that rot are mended, or named; what was read is written down."""

from __future__ import annotations

import json
import os
import shutil
from datetime import timedelta
from pathlib import Path

import pytest
from benches import import_bench
from killed_runs import Killed
from long_parameters import in_turn

from webarticlecurator.cli.main import main
from webarticlecurator.storage.fixity import mending
from webarticlecurator.storage.fixity.check_log import NAME, describe_checks, read_states
from webarticlecurator.storage.fixity.checking import check_corpus
from webarticlecurator.storage.fixity.mending import (
    ASIDE,
    Upkeep,
    describe_unprotected,
    forget_file,
    protect,
)
from webarticlecurator.storage.fixity.parity import find_program, list_sets

rot = import_bench("rot")
NOW = rot.TIME


def upkeep(*copies: Path, parity: int = 5, days: int = 0) -> Upkeep:
    return Upkeep(lambda: NOW + timedelta(days), copies, parity)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder: Path = tmp_path_factory.mktemp("made") / "corpus"
    rot.make_corpus(folder)
    return folder


@pytest.fixture
def corpus(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(made, tmp_path / "corpus"))


def warcs(folder: Path) -> list[Path]:
    return sorted((folder / "warc").glob("*.warc.gz"))


def content(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in warcs(folder)}


@pytest.mark.parametrize(("kills", "seed"), in_turn([False, True], [0, 1, 2, 3, 99]))
def test_an_injury_is_mended_or_named(made: Path, seed: int, kills: bool) -> None:
    kind, outcome = rot.run_injury(made, seed, kills=kills)
    assert outcome == ("named" if kind == "beyond" else "mended")


def test_recovery_data_takes_six_percent_at_most(made: Path) -> None:
    sizes = [sum(p.stat().st_size for p in made.glob(f"*/*{e}")) for e in (".gz", ".par2")]
    assert 0.04 < sizes[1] / sizes[0] <= 0.06
    assert all(each.is_whole for each in list_sets(made))


def test_what_is_mended_is_put_aside_first_and_written_down(corpus: Path) -> None:
    path = warcs(corpus)[1]
    before = path.read_bytes()
    rot.injure(path, "hole", rot.random.Random(1))
    damaged = path.read_bytes()
    found = check_corpus(corpus, "echo", upkeep()).verified.findings
    assert any("not those that were read" in each.message for each in found)
    assert path.read_bytes() == damaged  # without --repair nothing is changed
    (done,) = check_corpus(corpus, "echo", upkeep(), repair=True).mended
    assert path.read_bytes() == before
    (aside,) = (corpus / ASIDE).iterdir()
    assert aside.read_bytes() == damaged
    assert aside.name in done.note
    line = json.loads((corpus / NAME).read_text("utf-8").splitlines()[-5])
    assert (line["result"], line["file"]) == ("mended", f"warc/{path.name}")


@pytest.mark.parametrize("moment", ["sync_files", "sync_folder", "add_checks"])
def test_a_kill_while_a_file_is_mended_loses_nothing(
    corpus: Path, moment: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = content(corpus)
    path = warcs(corpus)[0]
    rot.injure(path, "bit", rot.random.Random(2))
    damaged = path.read_bytes()

    def kill(*_: object) -> None:
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(mending, moment, kill)
        with pytest.raises(Killed):
            check_corpus(corpus, "echo", upkeep(), repair=True)
    assert damaged in {path.read_bytes(), *(p.read_bytes() for p in corpus.glob(f"{ASIDE}/*"))}
    assert not check_corpus(corpus, "echo", upkeep(), repair=True).verified.findings
    assert content(corpus) == before


def test_a_copy_mends_what_is_beyond_the_recovery_data(corpus: Path, tmp_path: Path) -> None:
    before = content(corpus)
    wrong = Path(shutil.copytree(corpus, tmp_path / "wrong"))
    right = Path(shutil.copytree(corpus, tmp_path / "right"))
    for folder in (corpus, wrong):
        rot.injure(warcs(folder)[2], "beyond", rot.random.Random(3))
    (done,) = check_corpus(corpus, "echo", upkeep(wrong, right), repair=True).mended
    assert str(right) in done.note
    assert content(corpus) == before


def test_what_is_not_mended_stays_said(corpus: Path) -> None:
    path = warcs(corpus)[2]
    path.unlink()
    for _ in range(2):
        checked = check_corpus(corpus, "echo", upkeep(), repair=True)
        found = [e.message for e in checked.verified.findings if e.file == f"warc/{path.name}"]
        assert "nor a copy mends" in found[0]
        assert any(path.name in each for each in describe_checks(corpus, "echo", NOW))


def test_a_share_reads_what_was_not_read_for_longest(corpus: Path) -> None:
    (corpus / NAME).unlink()
    seen: list[set[str]] = []
    for night in range(3):
        before = read_states(corpus)
        checked = check_corpus(corpus, "echo", upkeep(days=night), 1 / 3)
        after = read_states(corpus)
        seen.append({file for file in after if after[file] != before.get(file)})
        assert checked.files < 4
    assert set.union(*seen) == {f"warc/{path.name}" for path in warcs(corpus)}
    (line,) = describe_checks(corpus, "echo", NOW + timedelta(days=10))
    assert line.startswith("every byte was read in the last 9 days")
    (line,) = describe_checks(corpus, "echo", NOW + timedelta(days=200))
    assert line.startswith("late: ")


def test_a_torn_line_of_the_log_is_passed_over(corpus: Path) -> None:
    known = read_states(corpus)
    with (corpus / NAME).open("ab") as out:
        out.write(b'{"time": "2024')
    assert read_states(corpus) == known
    check_corpus(corpus, "echo", upkeep(days=1))
    assert {state.read[:10] for state in read_states(corpus).values()} == {"2024-02-04"}


def test_a_read_only_folder_is_read_where_it_is(
    corpus: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = {path: path.read_bytes() for path in corpus.rglob("*") if path.is_file()}
    monkeypatch.setattr(os, "access", lambda *_: False)  # root may write anywhere
    assert not check_corpus(corpus, "echo", upkeep(days=3)).verified.findings
    assert {path: path.read_bytes() for path in corpus.rglob("*") if path.is_file()} == before


def test_a_missing_program_is_said_once_with_what_installs_it(
    corpus: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for each in list_sets(corpus):
        each.path.unlink()
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr("sys.executable", str(corpus / "python"))
    assert find_program() is None
    remarks = check_corpus(corpus, "echo", upkeep()).remarks
    assert [each for each in remarks if "par2" in each and "pip install" in each] == [remarks[0]]
    grew = ["warc/" + path.name for path in warcs(corpus)[1:]]
    assert len(protect(corpus, "echo", upkeep(), grew=grew)) == 1  # the run has filled two
    assert protect(corpus, "echo", upkeep(), grew=grew[-1:]) == []
    (said,) = describe_unprotected(corpus, "echo", upkeep())
    assert said.startswith("recovery data of 2 WARC files")
    assert describe_unprotected(corpus, "echo", upkeep(parity=0)) == []
    file = corpus.with_name("echo.yaml")
    file.write_text(
        "portal: echo\nhome: https://echo.example/\n"
        "archive: {url: 'https://echo.example/l', links: h2}\n",
        encoding="utf-8",
    )
    assert main(["status", str(file), "--corpus", str(corpus)]) == 0
    assert said[:30] in capsys.readouterr().out
    copy = shutil.copytree(corpus, corpus.with_name("copy"))
    rot.injure(warcs(corpus)[1], "bit", rot.random.Random(6))
    done = check_corpus(corpus, "echo", upkeep(copy, parity=0), repair=True)
    assert done.mended
    assert not [each for each in done.remarks if "par2" in each]
    assert protect(corpus, "echo", upkeep(parity=0)) == []


def test_recovery_data_that_has_rotted_is_made_again(corpus: Path) -> None:
    first = list_sets(corpus)[0]
    rot.injure(first.path, "bit", rot.random.Random(4))
    assert not list_sets(corpus)[0].is_whole
    check_corpus(corpus, "echo", upkeep())
    assert all(each.is_whole for each in list_sets(corpus))


def test_a_replaced_file_comes_back_from_nowhere(corpus: Path, tmp_path: Path) -> None:
    """As when an article is withdrawn: neither recovery data nor a copy brings the text back."""
    copy = Path(shutil.copytree(corpus, tmp_path / "copy"))
    path = warcs(corpus)[1]
    rot.injure(path, "bit", rot.random.Random(5))
    check_corpus(corpus, "echo", upkeep(), repair=True)
    forget_file(corpus, f"warc/{path.name}", NOW)
    assert not [each for each in list_sets(corpus) if f"warc/{path.name}" in each.members]
    assert not [*(corpus / ASIDE).iterdir()]
    path.write_bytes(path.read_bytes()[:-1])
    left = path.read_bytes()
    assert not check_corpus(corpus, "echo", upkeep(copy), repair=True).mended
    assert path.read_bytes() == left


def test_appended_bytes_stay_when_the_beginning_is_mended(corpus: Path) -> None:
    path = warcs(corpus)[-1]
    grown = path.read_bytes() + warcs(corpus)[-1].read_bytes()[-60_000:]
    path.write_bytes(grown)
    damaged = bytearray(grown)
    damaged[1000] ^= 1
    path.write_bytes(damaged)
    (done,) = check_corpus(corpus, "echo", upkeep(), repair=True).mended
    assert path.read_bytes() == grown
    assert done.size < len(grown)  # of the others nobody knows what they must be
    assert read_states(corpus)[f"warc/{path.name}"].sound == done


def insert_bytes(path: Path, place: int) -> None:
    content = path.read_bytes()
    path.write_bytes(content[:place] + b"0123456789" + content[place:])


@pytest.mark.parametrize(("parity", "place"), in_turn([5, 0], [1_500_000, -1]))
def test_a_full_file_is_mended_to_its_end(
    corpus: Path, tmp_path: Path, place: int, parity: int
) -> None:
    copy = Path(shutil.copytree(corpus, tmp_path / "copy"))
    path = warcs(corpus)[1]
    before = path.read_bytes()
    insert_bytes(path, place % len(before) if place > 0 else len(before))
    if not parity:
        shutil.rmtree(corpus / "parity")
        insert_bytes(copy / "warc" / path.name, len(before))  # a copy may have more, too
    found = check_corpus(corpus, "echo", upkeep(parity=parity)).verified.findings
    assert f"warc/{path.name}" in {each.file for each in found}
    (done,) = check_corpus(corpus, "echo", upkeep(copy, parity=parity), repair=True).mended
    assert path.read_bytes() == before
    assert done.size == len(before)
    assert not check_corpus(corpus, "echo", upkeep()).verified.findings


def test_a_file_that_a_crawl_has_filled_is_full_in_the_log(corpus: Path) -> None:
    lines = [json.loads(line) for line in (corpus / NAME).read_text("utf-8").splitlines()]
    text = "".join(json.dumps({**line, "is_full": False}) + "\n" for line in lines)
    (corpus / NAME).write_text(text, "utf-8")
    shutil.rmtree(corpus / "parity")
    path = warcs(corpus)[1]
    insert_bytes(warcs(corpus)[2], 1000)  # what is damaged gets no new digest
    assert protect(corpus, "echo", upkeep()) == []
    full = {file for file, each in read_states(corpus).items() if each.sound and each.sound.is_full}
    assert full == {f"warc/{path.name}"}


@pytest.mark.parametrize("command", ["forget", "check"])
def test_nothing_stays_of_a_killed_repair(corpus: Path, command: str) -> None:
    path = warcs(corpus)[1]
    work = corpus / "parity" / f"{path.name}.par2.tmp"
    work.mkdir()
    shutil.copyfile(path, work / path.name)
    if command == "forget":
        forget_file(corpus, f"warc/{warcs(corpus)[2].name}", NOW)
    else:
        check_corpus(corpus, "echo", upkeep(parity=0))
    assert not work.exists()
