#!/usr/bin/env python3
"""Take the tour of docs/index.md from the built sdist alone, in a new environment of each Python.

    python .ci/tour.py PYTHON ...

``make dist`` first. The tour is that of the page in the sdist: each command must end with 0, and
the changed rule must write other TEI. Prints a line for each Python; ends with 1 if one fails.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[1]
HEAD, NEXT = "## A tour in ten minutes", "\n## "
BUILD = "curator build my-demo.yaml"


def read_tour(sdist: Path) -> list[str]:
    """Return the commands of the tour."""
    with tarfile.open(sdist) as archive:
        (name,) = (n for n in archive.getnames() if re.fullmatch("[^/]+/docs/index.md", n))
        file = archive.extractfile(name)
        assert file is not None
        text = file.read().decode()
    tour = text.partition(HEAD)[2].partition(NEXT)[0]
    return re.findall("^    ((?:curator|cp) .*)", tour, re.MULTILINE)


def take_tour(python: str, sdist: Path, commands: list[str], folder: Path) -> str:
    """Run the tour in a new environment; return what failed, "" if nothing did."""
    environment = folder / "environment"
    subprocess.run([python, "-m", "venv", str(environment)], check=True)
    install = [str(environment / "bin/python"), "-m", "pip", "install", "--quiet", str(sdist)]
    subprocess.run(install, check=True, stderr=subprocess.DEVNULL)
    work = folder / "work"
    work.mkdir()
    path = f"{environment / 'bin'}{os.pathsep}{os.environ['PATH']}"
    for command in commands:
        if command.startswith(BUILD):
            file = work / "my-demo.yaml"
            text = file.read_text("utf-8")
            file.write_text(text.replace(", div.megosztas]", "]", 1), "utf-8")
        run = subprocess.run(
            command, shell=True, cwd=work, env=os.environ | {"PATH": path},
            capture_output=True, text=True, encoding="utf-8",
        )  # fmt: skip
        if run.returncode:
            return f"{command}: exit code {run.returncode}\n{run.stderr}"
        if command.startswith(BUILD) and not re.search("[1-9][0-9]* built", run.stderr):
            return f"{command}: the changed rule wrote nothing\n{run.stderr}"
    return ""


def main() -> int:
    """Take the tour with each Python of the command line."""
    (sdist,) = (CHECKOUT / "dist").glob("*.tar.gz")
    commands, failed = read_tour(sdist), False
    for python in sys.argv[1:]:
        folder = Path(tempfile.mkdtemp())
        try:
            fault = take_tour(python, sdist, commands, folder)
        finally:
            shutil.rmtree(folder, ignore_errors=True)
        found = fault or f"{len(commands)} commands of the tour ended well"
        sys.stdout.write(f"{python}: {found}\n")
        sys.stdout.flush()
        failed |= bool(fault)
    return failed


if __name__ == "__main__":
    sys.exit(main())
