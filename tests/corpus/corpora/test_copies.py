"""Copies that ``settings.yaml`` of a corpus names: compared, restored, and told of withdrawals."""

from __future__ import annotations

import gzip
import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from small_portal import SmallPortal, article, listing, small_portal

from webarticlecurator.cli.exit_codes import DAMAGED, DONE, PROBLEMS, USAGE
from webarticlecurator.cli.main import main
from webarticlecurator.storage.fixity.check_log import NAME as CHECKS
from webarticlecurator.storage.fixity.parity import list_sets

PAGES = {
    "/list": listing("/one", "/two", "/three"),
    "/one": article("The first text, of some words."),
    "/two": article("The second text, quite secret, of other words."),
    "/three": article("The third text, of yet more words."),
}
RULES = (
    "corpus: {editors: [{name: Eva}]}\nfetch: {delay: 0}\narchive: {url: BASE/list, links: h2}\n"
)


@pytest.fixture
def portal(tmp_path: Path) -> Iterator[SmallPortal]:
    with small_portal(tmp_path, PAGES) as running:
        running.executor = "serial"
        running.crawl(RULES)
        write_settings(running, f"copies: [{tmp_path / 'a'}, ../b]")
        yield running


def write_settings(portal: SmallPortal, text: str) -> None:
    (portal.corpus / "settings.yaml").write_text(text, encoding="utf-8")


def run(portal: SmallPortal, command: str, *options: str) -> int:
    where = [str(portal.folder / "portal.yaml"), "--corpus", str(portal.corpus)]
    return main([command, *where, *options])


def content(folder: Path) -> dict[str, bytes]:
    paths = [path for path in folder.rglob("*") if path.is_file()]
    return {str(path.relative_to(folder)): path.read_bytes() for path in paths}


def test_copies_are_compared_and_never_changed(
    portal: SmallPortal, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def compare(code: int) -> list[str]:
        capsys.readouterr()
        assert run(portal, "copies", "--json") == code
        return [each["state"] for each in json.loads(capsys.readouterr().out)["copies"]]

    assert run(portal, "verify") == DONE
    shutil.copytree(portal.corpus, tmp_path / "a")
    before = content(tmp_path / "a")
    assert compare(PROBLEMS) == ["sound", "missing"]
    shutil.copytree(portal.corpus, tmp_path / "b")
    assert compare(DONE) == ["sound", "sound"]
    (behind,) = (tmp_path / "b" / "warc").glob("*-articles-*.warc.gz")
    (portal.corpus / "judgements").mkdir()
    (portal.corpus / "judgements" / "anna.jsonl").write_text("{}\n")
    shutil.copytree(portal.corpus / "judgements", tmp_path / "a" / "judgements")
    before = content(tmp_path / "a")
    assert compare(PROBLEMS) == ["sound", "behind"]  # of what a person has said
    shutil.copytree(portal.corpus / "judgements", tmp_path / "b" / "judgements")
    assert compare(DONE) == ["sound", "sound"]
    os.truncate(behind, behind.stat().st_size // 2)
    assert compare(PROBLEMS) == ["sound", "behind"]
    behind.write_bytes((tmp_path / "a" / "warc" / behind.name).read_bytes() + b"garbage")
    assert compare(DAMAGED) == ["sound", "damaged"]
    behind.write_bytes(bytes(behind.stat().st_size))
    assert compare(DAMAGED) == ["sound", "damaged"]
    assert content(tmp_path / "a") == before


def test_a_sound_copy_is_not_blamed_for_a_damaged_corpus(
    portal: SmallPortal, tmp_path: Path
) -> None:
    write_settings(portal, "copies: [../a]")
    assert run(portal, "verify") == DONE
    shutil.copytree(portal.corpus, tmp_path / "a")
    (own,) = (portal.corpus / "warc").glob("*-articles-*.warc.gz")
    own.write_bytes(own.read_bytes()[:-50])
    assert run(portal, "copies") == DONE
    assert run(portal, "verify") == DAMAGED
    assert run(portal, "verify", "--repair") == DONE


def test_a_drill_restores_a_copy_and_compares_it(
    portal: SmallPortal, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    drill = ("verify", "--drill", str(tmp_path / "drill"))
    assert run(portal, *drill) == USAGE  # no copy yet
    shutil.copytree(portal.corpus, tmp_path / "a")
    assert run(portal, *drill) == DONE
    assert "0 differences" in capsys.readouterr().out
    restored = content(tmp_path / "drill" / "tei")
    assert restored == content(portal.corpus / "tei")
    assert run(portal, *drill) == USAGE  # the folder is there
    shutil.rmtree(tmp_path / "drill")
    (damaged,) = (tmp_path / "a" / "warc").glob("*-articles-*.warc.gz")
    damaged.write_bytes(damaged.read_bytes()[:-700])
    assert run(portal, *drill) == DAMAGED
    assert "is missing, or shorter" in capsys.readouterr().out


def test_a_withdrawal_remakes_recovery_data_and_names_the_copies_that_have_the_text(
    portal: SmallPortal, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(portal, "verify") == DONE
    (before,) = list_sets(portal.corpus)
    shutil.copytree(portal.corpus, tmp_path / "a")
    (portal.corpus / "warc" / "x.warc.gz.1").write_bytes(b"quite secret")
    address = f"{portal.base}/two"
    assert run(portal, "withdraw", address, "--reason", "by order") == PROBLEMS
    said = capsys.readouterr().err
    assert f"{tmp_path / 'a'} is a copy that still has the text" in said
    assert "problem: warc/x.warc.gz.1 is no file of the corpus, and may have the text" in said
    (after,) = list_sets(portal.corpus)
    assert after.is_whole
    assert after.members != before.members
    assert run(portal, "verify", "--repair") == DONE
    assert run(portal, "copies") == DAMAGED  # it is one from before
    for text in ("quite secret", "by order"):
        assert text.encode() not in (portal.corpus / CHECKS).read_bytes()


def test_a_text_that_an_older_copy_brings_back_is_withdrawn_again(
    portal: SmallPortal, tmp_path: Path
) -> None:
    """As docs/keep.md says."""

    def has_text() -> bool:
        paths = (portal.corpus / "warc").iterdir()
        return any(b"quite secret" in gzip.decompress(path.read_bytes()) for path in paths)

    assert run(portal, "verify") == DONE
    shutil.copytree(portal.corpus, tmp_path / "a")
    assert run(portal, "withdraw", f"{portal.base}/two", "--reason", "by order") == PROBLEMS
    (kept,) = (portal.corpus / "withdrawn.jsonl").read_text("utf-8").splitlines()
    assert not has_text()
    (portal.corpus / "withdrawn.jsonl").unlink()
    shutil.copytree(tmp_path / "a", portal.corpus, dirs_exist_ok=True)
    assert has_text()
    run(portal, "verify", "--rebuild")
    assert run(portal, "withdraw", json.loads(kept)["id"], "--reason", "by order") == PROBLEMS
    assert not has_text()
    assert run(portal, "verify") == DONE


def test_wrong_settings_are_answered_before_the_first_request(
    portal: SmallPortal, capsys: pytest.CaptureFixture[str]
) -> None:
    write_settings(portal, "paritty: 5\n")
    asked = len(portal.asked)
    assert run(portal, "crawl") == USAGE
    assert len(portal.asked) == asked
    assert 'settings.yaml:1:1: paritty: unknown key: "paritty"' in capsys.readouterr().err


def test_settings_may_be_there_before_the_first_crawl(tmp_path: Path) -> None:
    with small_portal(tmp_path, PAGES) as running:
        running.executor = "serial"
        running.corpus.mkdir(parents=True)
        write_settings(running, "parity: none\n")
        assert running.crawl(RULES).articles == 3


def test_settings_are_in_no_package(portal: SmallPortal, tmp_path: Path) -> None:
    write_settings(portal, "copies: [/mnt/of-mine]\n")
    assert run(portal, "package", "--output", str(tmp_path / "package")) in (DONE, PROBLEMS)
    found = content(tmp_path / "package")
    assert found
    assert not [name for name, data in found.items() if b"of-mine" in data or "settings" in name]
