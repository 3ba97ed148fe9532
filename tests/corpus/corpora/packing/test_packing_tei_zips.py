"""``export --format zip``: the TEI files in one zip for each WARC file, the same bytes each time, and only
changed zips again."""

from __future__ import annotations

import shutil
import sys
import zipfile
from pathlib import Path

import pytest

from webarticlecurator.cli.main import main
from webarticlecurator.corpus.archives.adopting import adopt_warcs
from webarticlecurator.crawling.building.build import build
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.portal_file.config.load import load_portal
from webarticlecurator.storage.index.store_options import StoreOptions

sys.path.insert(0, str(Path(__file__).parents[3] / "crawling" / "building"))

DATED = """article:
  match: "^https://echo[.]example/a/"
  body: {root: article}
  metadata: {published: time}
"""
TEXTS = {
    f"n{n}": f"<time>{day}</time><p>Number {n} of the texts.</p>"
    for n, day in enumerate(("2015-03-01", "2015-03-31", "2015-04-01", "no day"))
}
MORE = {"n7": "<time>2015-03-02</time><p>One that was stored later.</p>"}


@pytest.fixture
def built(tmp_path: Path) -> tuple[Path, Path]:
    from building_corpus import corpus_of

    return corpus_of(tmp_path, TEXTS, DATED)


def add_pages(built: tuple[Path, Path], texts: dict[str, str], name: str) -> None:
    """Adopt a page into a new WARC file of the corpus, and build its article."""
    from building_corpus import ADDRESSES, page_of, write_warc

    portal = load_portal(built[0])
    pages = {ADDRESSES + name: page_of(text) for name, text in texts.items()}
    runtime = Runtime(store=StoreOptions(max_bytes=1))
    adopt_warcs(portal, built[1], [write_warc(built[0].with_name(name), pages)], runtime)
    assert build(portal, built[1]).built == len(texts)


def export(built: tuple[Path, Path], output: Path, *options: str) -> int:
    words = ["export", str(built[0]), "--corpus", str(built[1]), "--format", "zip"]
    return main([*words, "--output", str(output), *options])


def contents(folder: Path) -> dict[str, bytes]:
    """Path → content of every file in the zips."""
    found = {}
    for path in sorted(folder.glob("*.zip")):
        with zipfile.ZipFile(path) as packed:
            assert packed.testzip() is None
            found.update({name: packed.read(name) for name in packed.namelist()})
    return found


def tei_files(corpus: Path) -> dict[str, bytes]:
    top = corpus / "tei"
    return {p.relative_to(top).as_posix(): p.read_bytes() for p in sorted(top.rglob("*.xml"))}


def names_of(output: Path) -> list[str]:
    return sorted(path.name for path in output.iterdir())


def zips_for(corpus: Path) -> list[str]:
    """The names that the zips of the WARC files should have."""
    return sorted(path.name.replace(".warc.gz", ".tei.zip") for path in (corpus / "warc").iterdir())


def test_every_tei_file_is_in_the_zip_of_its_warc_file(
    tmp_path: Path, built: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
):
    add_pages(built, MORE, "more.warc")
    output, again = tmp_path / "zips", tmp_path / "again"
    assert export(built, output) == 0
    assert names_of(output) == zips_for(built[1])
    assert len(names_of(output)) == 2
    assert contents(output) == tei_files(built[1])
    assert len(contents(output)) == 5
    assert "5 articles in 2 zips (2 written, 0 unchanged" in capsys.readouterr().err
    numbers = [len(zipfile.ZipFile(path).namelist()) for path in sorted(output.iterdir())]
    assert numbers == [4, 1]
    export(built, again)
    assert {p.name: p.read_bytes() for p in again.iterdir()} == {
        p.name: p.read_bytes() for p in output.iterdir()
    }


def test_only_changed_zips_are_written_again_and_empty_ones_go(
    tmp_path: Path, built: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
):
    add_pages(built, MORE, "more.warc")
    add_pages(built, {"n8": "<p>The last one.</p>"}, "last.warc")
    output = tmp_path / "zips"
    export(built, output)
    first, second, third = names_of(output)
    (output / "echo-x.tei.zip").write_bytes(b"somebody else's")
    before = {path.name: path.stat().st_mtime_ns for path in output.iterdir()}
    built[0].with_name("echo.exclude.tsv").write_text(
        "id\treason\nhttps://echo.example/a/n0\ta\nhttps://echo.example/a/n7\tb\n"
    )
    assert main(["build", str(built[0]), "--corpus", str(built[1])]) == 0
    capsys.readouterr()
    assert export(built, output) == 0
    assert "4 articles in 2 zips (1 written, 1 unchanged, 1 removed)" in capsys.readouterr().err
    after = {path.name: path.stat().st_mtime_ns for path in output.iterdir()}
    changed = {name for name in before if after.get(name) != before[name]}
    assert changed == {first, second}
    assert second not in after
    assert (output / "echo-x.tei.zip").read_bytes() == b"somebody else's"
    (output / "echo-x.tei.zip").unlink()
    assert contents(output) == tei_files(built[1])
    assert third in after


def test_the_zips_of_two_portals_can_share_a_folder(tmp_path: Path, built: tuple[Path, Path]):
    output = tmp_path / "zips"
    export(built, output)
    other = tmp_path / "echo-hu.yaml"
    other.write_text(built[0].read_text().replace("portal: echo", "portal: echo-hu"))
    corpus = tmp_path / "other"
    adopt_warcs(load_portal(other), corpus, [tmp_path / "pages.warc"])
    assert build(load_portal(other), corpus).built == 4
    assert export((other, corpus), output) == 0
    names = names_of(output)
    assert len(names) == 2
    assert export(built, output) == export((other, corpus), output) == 0
    assert names_of(output) == names


def test_articles_of_other_warc_files_have_a_zip_of_their_own(
    tmp_path: Path, built: tuple[Path, Path]
):
    from building_corpus import ADDRESSES, page_of, write_warc

    pages = {ADDRESSES + name: page_of(text) for name, text in MORE.items()}
    foreign = write_warc(tmp_path / "foreign.warc", pages)
    words = ["build", str(built[0]), "--corpus", str(built[1]), "--warc", str(foreign)]
    assert main(words) == 0
    output = tmp_path / "zips"
    assert export(built, output) == 0
    assert names_of(output) == sorted([*zips_for(built[1]), "echo-other.tei.zip"])
    assert contents(output) == tei_files(built[1])
    assert len(contents(output)) == 5


def test_a_file_that_was_changed_by_hand_is_not_packed(
    tmp_path: Path, built: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
):
    output = tmp_path / "zips"
    (path,) = (built[1] / "tei" / "2015" / "04").iterdir()
    path.write_text("changed")
    assert export(built, output) == 4
    assert f"{path} has changed since it was written" in capsys.readouterr().err
    assert names_of(output) == []
    main(["build", str(built[0]), "--corpus", str(built[1])])
    assert export(built, output) == 0
    assert contents(output) == tei_files(built[1])


def test_wrong_options_and_places_are_refused(
    tmp_path: Path, built: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
):
    assert export(built, tmp_path / "zips", "--from", "2015-01-01") == 2
    assert "--from cannot be used with --format zip" in capsys.readouterr().err
    file = tmp_path / "file"
    file.write_text("")
    assert export(built, file) == 2
    assert f"{file} is a file (expected a folder)" in capsys.readouterr().err
    assert export(built, file / "zips") == 2
    assert (
        f"the folder {file / 'zips'} cannot be created: Not a directory" in capsys.readouterr().err
    )
    words = ["export", str(built[0]), "--corpus", str(built[1]), "--format", "zip"]
    assert main(words) == 2
    assert "--format zip is not written to standard output" in capsys.readouterr().err
    shutil.rmtree(built[1])
    assert export(built, tmp_path / "zips") == 2


def test_a_build_packs_what_it_made(
    tmp_path: Path, built: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
):
    output = tmp_path / "zips"
    words = ["build", str(built[0]), "--corpus", str(built[1]), "--zips", str(output)]
    assert main(words) == 0
    assert contents(output) == tei_files(built[1])
    assert main(words) == 0
    assert "4 articles in 1 zips (0 written, 1 unchanged" in capsys.readouterr().err
    assert main([*words, "--as-of", "2030-01-01", "--output", str(tmp_path / "state")]) == 2
    assert "--zips cannot be used with --as-of" in capsys.readouterr().err
