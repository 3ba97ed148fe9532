#!/usr/bin/env python3
"""Build the sdist of the last commit, the same bytes each time, and the wheel of it.

    python .ci/dist.py [FOLDER]

It needs git and setuptools, and writes to dist/ unless told. The times in both are that of the
commit (SOURCE_DATE_EPOCH).
"""

from __future__ import annotations

import gzip
import io
import os
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[1]
BUILD = "import sys; from setuptools import build_meta; build_meta.build_{}(sys.argv[1])"


def build_sdist(target: Path, revision: str = "HEAD") -> Path:
    """Build the sdist of a commit into a folder; return its path."""
    with tempfile.TemporaryDirectory() as folder:
        source, made = Path(folder, "source"), Path(folder, "made")
        packed = _run("git", "archive", "--format=tar", revision)
        with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
            # Python 3.10 and 3.11 warn without, older releases of them do not know it
            kept = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}
            archive.extractall(source, **kept)
        _build("sdist", source, made)
        (plain,) = made.glob("*.tar.gz")
        path = target / plain.name
        path.write_bytes(_pack(plain, int(_run("git", "log", "-1", "--format=%ct", revision))))
    return path


def build_wheel(sdist: Path) -> None:
    """Build the wheel of an sdist beside it."""
    with tempfile.TemporaryDirectory() as folder, tarfile.open(sdist) as archive:
        kept = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}
        archive.extractall(folder, **kept)
        _build("wheel", next(Path(folder).iterdir()), sdist.parent.resolve())


def _pack(plain: Path, moment: int) -> bytes:
    """Return an sdist with its files in order, without owners, and with one time."""
    out = io.BytesIO()
    with (
        tarfile.open(plain) as before,
        gzip.GzipFile("", "wb", 9, out, moment) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as after,
    ):
        for member in sorted(before.getmembers(), key=lambda each: each.name):
            member.mtime, member.uid, member.gid = moment, 0, 0
            member.uname = member.gname = ""
            member.mode = 0o755 if member.isdir() or member.mode & 0o100 else 0o644
            member.pax_headers = {}
            after.addfile(member, before.extractfile(member) if member.isfile() else None)
    return out.getvalue()


def _build(what: str, source: Path, target: Path) -> None:
    target.mkdir(exist_ok=True)
    moment = _run("git", "log", "-1", "--format=%ct").decode().strip()
    subprocess.run(
        [sys.executable, "-c", BUILD.format(what), str(target)],
        cwd=source,
        env=os.environ | {"SOURCE_DATE_EPOCH": moment},
        stdout=subprocess.DEVNULL,
        check=True,
    )


def _run(*command: str) -> bytes:
    return subprocess.run(command, cwd=CHECKOUT, stdout=subprocess.PIPE, check=True).stdout


if __name__ == "__main__":
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else CHECKOUT / "dist")
    folder.mkdir(exist_ok=True)
    build_wheel(build_sdist(folder))
