"""``curator repair`` on the command line: what is written, and what bad input is told."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from daily_portal import RULES, article_path
from killed_runs import Killed, kill_run
from long_parameters import always
from small_portal import small_portal
from test_repair_designs import redesigned_portal

from webarticlecurator.base.system import output_files
from webarticlecurator.cli.main import main
from webarticlecurator.portal_file.config.load import load_portal


@pytest.fixture(scope="module")
def mended(tmp_path_factory: pytest.TempPathFactory):
    """The portal file and the corpus of a portal in a new design, which answers."""
    folder = tmp_path_factory.mktemp("mended")
    with redesigned_portal(folder, ["rename", "no-json"]) as portal:
        portal.write(RULES)
        yield portal


def run(portal, *options: str) -> int:
    file = str(portal.folder / "portal.yaml")
    return main(["repair", file, "--corpus", str(portal.corpus), "--quiet", *options])


def test_nothing_is_written_without_write(mended, capfd):
    before = (mended.folder / "portal.yaml").read_bytes()
    assert run(mended) == 0
    out = capfd.readouterr().out
    assert "+  layouts:\n" in out and "had no part in the rules, 6 of 6 are read the same." in out
    assert (mended.folder / "portal.yaml").read_bytes() == before


def test_json_has_rules_and_proof(mended, capfd):
    assert run(mended, "--json") == 0
    answer = json.loads(capfd.readouterr().out)
    assert answer["control"]["same"] == answer["control"]["of"] == 6
    assert answer["proved"] and not answer["written"] and "layouts:" in answer["file"]


def test_an_expectation_that_fails_keeps_the_file(mended, capfd):
    before = (mended.folder / "portal.yaml").read_bytes()
    tests = mended.folder / "portal.tests.yaml"
    address = mended.base + article_path(1, 1)
    tests.write_text(f"- article: {address}\n  accepted: yes\n  title: Another title\n")
    try:
        assert run(mended, "--write") == 1
    finally:
        tests.unlink()
    assert "expectation fails" in capfd.readouterr().err
    assert (mended.folder / "portal.yaml").read_bytes() == before


def test_write_keeps_every_other_line(mended, capfd):
    file = mended.folder / "portal.yaml"
    before = file.read_text(encoding="utf-8")
    try:
        assert run(mended, "--write") == 0
        after = file.read_text(encoding="utf-8")
    finally:
        mended.write(RULES)
    kept = [line for line in before.splitlines() if "links:" not in line and "next:" not in line]
    assert set(kept) <= set(after.splitlines())


def test_no_corpus_is_told_in_one_line(tmp_path: Path, capfd):
    with small_portal(tmp_path, {}) as portal:
        portal.write(RULES)
        assert run(portal) == 2
    error = capfd.readouterr().err
    assert "no corpus in" in error and "Traceback" not in error


def test_an_empty_corpus_is_told_in_one_line(tmp_path: Path, capfd):
    with small_portal(tmp_path, {}) as portal:
        portal.crawl(RULES)
        assert run(portal) == 2
    error = capfd.readouterr().err
    assert "no known articles: no page of an article is stored" in error


def test_a_portal_that_is_down_is_told_in_one_line(tmp_path: Path, capfd):
    with redesigned_portal(tmp_path, ["rename"]) as portal:
        portal.write(RULES)
    assert run(portal) != 0
    error = capfd.readouterr().err
    assert "Traceback" not in error and portal.base.partition("://")[2] in error


def test_values_that_other_places_share_are_changed_in_one_place(mended, capfd):
    shared = RULES.replace(
        "links: h2.headline", "links: {css: h2.headline, include: &path '/2024/[0-9]+/'}"
    )
    file = mended.folder / "portal.yaml"
    try:
        mended.write(shared + "  match: *path\n")
        assert run(mended, "--write") == 0
        portal = load_portal(file)
        after = file.read_text(encoding="utf-8")
    finally:
        mended.write(RULES)
    assert portal.layouts
    assert "match: /2024/[0-9]+/\n" in after and after.count("include: ") == 2


@pytest.mark.parametrize(
    ("name", "content", "code", "said"),
    [
        ("empty.warc.gz", b"", 2, "no known articles: no page of an article is stored in"),
        ("bad.warc", b"not a record", 4, "no WARC record"),
        ("", b"", 2, "a folder, not a regular file"),
        ("corpus.sqlite", b"no index", 4, "is not a database"),
    ],
)
def test_bad_files_are_told_in_one_line(name, content, code, said, tmp_path: Path, capfd):
    with small_portal(tmp_path, {}) as portal:
        portal.write(RULES)
    (tmp_path / "given").mkdir()
    path = tmp_path / "given" / name
    if name:
        path.write_bytes(content)
    options = ["--corpus", str(path.parent)] if name == "corpus.sqlite" else ["--warc", str(path)]
    file = str(tmp_path / "portal.yaml")
    assert main(["repair", file, "--write", "--quiet", *options]) == code
    first, cure = capfd.readouterr().err.splitlines()[:2]
    assert said in first and str(path if name else path.parent) in first and cure.strip()


@pytest.mark.parametrize("step", always(("fsync", "replace"), ("write", "fsync", "replace")))
def test_a_kill_while_writing_leaves_a_whole_file(mended, step, monkeypatch):
    file = mended.folder / "portal.yaml"
    before = file.read_bytes()
    real = getattr(os, step) if step != "write" else None

    def end(*arguments):
        if step == "replace" and real is not None:
            real(*arguments)  # killed right after it
        kill_run()

    target = output_files if step == "write" else os
    monkeypatch.setattr(target, "replace_when_complete" if step == "write" else step, end)
    with pytest.raises(Killed):
        run(mended, "--write")
    monkeypatch.undo()
    after = file.read_bytes()
    try:
        assert load_portal(file).layouts == () if after == before else load_portal(file).layouts
        assert (after == before) is (step != "replace")
    finally:
        mended.write(RULES)


def test_write_keeps_line_ends_and_the_mark(mended, capfd):
    file = mended.folder / "portal.yaml"
    before = b"\xef\xbb\xbf" + file.read_bytes().replace(b"\n", b"\r\n")
    file.write_bytes(before)
    try:
        assert run(mended, "--write") == 0
        after = file.read_bytes()
    finally:
        mended.write(RULES)
    assert after.startswith(b"\xef\xbb\xbf") and b"layouts" in after
    assert after.count(b"\n") == after.count(b"\r\n")
