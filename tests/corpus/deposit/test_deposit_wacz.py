"""``curator package`` with the WARC files: the same bytes each time, and the TEI is built from them again as
README.md of the deposit says.

wacz has an environment of its own, which ``make test`` builds.
"""

from __future__ import annotations

import re
import shlex
import subprocess
import zipfile
from pathlib import Path

import pytest
from checkout import CHECKOUT
from deposit_material import CORPUS, FREE, RULES, contents, package
from small_portal import small_portal

from webarticlecurator.cli.main import main

BIN = CHECKOUT / ".venv-replay" / "bin"
pytestmark = pytest.mark.skipif(
    not (BIN / "wacz").exists(), reason="wacz is not installed: make .venv-replay/.installed"
)


def test_a_deposit_with_its_warc_files_is_complete(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    output, again = tmp_path / "deposit", tmp_path / "again"
    with small_portal(tmp_path, FREE) as site:
        assert site.crawl(RULES + CORPUS).ok
        assert package(site, output) == 0
        monkeypatch.setenv("TZ", "Pacific/Auckland")
        assert package(site, again) == 0
        texts = site.tei()
    assert contents(output) == contents(again)
    wacz = output / "small.wacz"
    done = subprocess.run(
        [BIN / "wacz", "validate", "-f", wacz], cwd=tmp_path, capture_output=True, check=False
    )
    assert b"the passed WACZ is valid" in done.stdout, done.stdout + done.stderr

    folder = tmp_path / "rebuilt"
    (folder / "corpus" / "warc").mkdir(parents=True)
    with zipfile.ZipFile(wacz) as packed:
        for name in packed.namelist():
            if name.startswith("archive/"):
                target = folder / "corpus" / "warc" / name.removeprefix("archive/")
                target.write_bytes(packed.read(name))
    with zipfile.ZipFile(output / "small-rules.zip") as packed:
        packed.extractall(folder)
    (folder / "small.manifest.jsonl").write_bytes((output / "small.manifest.jsonl").read_bytes())
    monkeypatch.chdir(folder)
    readme = (output / "README.md").read_text("utf-8")
    commands = re.findall(r"(?m)^    curator (.+)$", readme)
    assert len(commands) == 2
    for command in commands:
        words = command.replace("FOLDER", "corpus").replace(" TEI", " rebuilt-tei")
        assert main(shlex.split(words)) == 0, words
    built = folder / "rebuilt-tei" / "tei"
    assert {
        p.relative_to(built).as_posix(): p.read_text("utf-8") for p in built.rglob("*.xml")
    } == texts
