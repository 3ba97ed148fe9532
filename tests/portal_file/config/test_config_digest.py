"""The digests of a portal change with the keys that matter, and with nothing else."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from config_sample import FULL, TAGS, full, write

from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.portal_file.config.load import load_portal


def changed(folder: Path, old: str, new: str, tags: str = TAGS) -> Portal:
    assert old in FULL
    (folder / "daily-echo.tags.tsv").write_text(tags, encoding="utf-8", newline="")
    return load_portal(write(folder, FULL.replace(old, new)))


@pytest.mark.parametrize(
    "old, new, tei, links",
    [
        ("# yaml-language-server", "# another comment\n\n# yaml", False, False),
        (
            "title: The Daily Echo\nhome: https://echo.example/",
            "home: https://echo.example/\ntitle: The Daily Echo",
            False,
            False,
        ),
        ("delay: 1.0", "delay: 9.0", False, False),
        ('".ad", ".related"', '".ad"', True, False),
        ("The Daily Echo", "The Echo", True, False),
        ("h2.headline", "h3.headline", False, True),
        ('next: {css: "a.next"}', "next: a.later", False, True),
        ("timezone: Europe/Budapest", "timezone: Europe/Vienna", True, True),
        ("[?&]page=[2-9]", "[?&]p=[2-9]", True, False),
        ("before-2019", "before-2020", True, False),
        ("news:    {url:", "news:    {listed: {d: .date}, url:", True, True),
    ],
)
def test_keys_that_change_the_digests(
    tmp_path: Path, old: str, new: str, tei: bool, links: bool
) -> None:
    usual, other = full(tmp_path), changed(tmp_path, old, new)
    assert (other.tei_digest != usual.tei_digest, other.link_digest != usual.link_digest) == (
        tei,
        links,
    )


def test_rows_of_the_tag_dictionary_change_it_line_numbers_do_not(tmp_path: Path) -> None:
    usual = full(tmp_path)
    title = "The Daily Echo"
    assert (
        changed(tmp_path, title, title, TAGS.replace("17", "18") + "\r\n").tei_digest
        == usual.tei_digest
    )
    other = changed(tmp_path, title, title, TAGS.replace("box", "quote"))
    assert (other.tei_digest == usual.tei_digest, other.link_digest == usual.link_digest) == (
        False,
        True,
    )


def test_the_folder_of_the_file_does_not_change_them(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    one.mkdir()
    two.mkdir()
    assert (full(one).tei_digest, full(one).link_digest) == (
        full(two).tei_digest,
        full(two).link_digest,
    )


def test_digests_do_not_depend_on_the_environment(tmp_path: Path) -> None:
    usual = full(tmp_path)
    code = "import sys, webarticlecurator.portal_file.config.load as c; p = c.load_portal(sys.argv[1]); print(p.tei_digest, p.link_digest)"
    for seed, zone in (("1", "Asia/Tokyo"), ("2", "America/Lima")):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "TZ": zone, "LC_ALL": "C"}
        answer = subprocess.run(
            [sys.executable, "-c", code, str(usual.path)],
            capture_output=True,
            text=True,
            env=environment,
            check=True,
        )
        assert answer.stdout.split() == [usual.tei_digest, usual.link_digest]
