"""The sdist of the last commit: complete, and the same bytes each time."""

from __future__ import annotations

import subprocess
import sys
import tarfile
from pathlib import Path

import pytest
from checkout import CHECKOUT

NOT_PACKED = (".git-blame-ignore-revs", ".gitattributes", ".gitignore", ".pre-commit-config.yaml")


@pytest.mark.long
@pytest.mark.skipif(not (CHECKOUT / ".git").exists(), reason="no checkout of git")
def test_the_same_commit_makes_the_same_complete_files(tmp_path: Path):
    made = []
    for name in ("one", "two"):
        folder = tmp_path / name
        folder.mkdir()
        subprocess.run([sys.executable, CHECKOUT / ".ci" / "dist.py", folder], check=True)
        made.append({path.name: path.read_bytes() for path in folder.iterdir()})
    assert made[0] == made[1]
    (sdist,) = (tmp_path / "one").glob("*.tar.gz")
    assert len(list((tmp_path / "one").glob("*.whl"))) == 1
    with tarfile.open(sdist) as archive:
        packed = {member.name.partition("/")[2] for member in archive if member.isfile()}
    command = ["git", "ls-files", "--with-tree=HEAD", "-z"]
    listed = subprocess.run(command, cwd=CHECKOUT, capture_output=True, check=True).stdout
    names = {name for name in listed.decode().split("\0") if name} - set(NOT_PACKED)
    assert sorted(names - packed) == []
