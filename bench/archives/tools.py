"""Programs of others, each in an environment of its own: installed once in a folder for tools."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

TIMEOUT = 300.0
"""Seconds that a program may take."""


class NotRun(Exception):
    """A program could not be installed, or did not do what it was asked; the message says why."""


def run(command: Sequence[str | Path], cwd: Path, *, stdin: str = "") -> str:
    """Run a program and return what it says. Raises NotRun if it fails."""
    try:
        done = subprocess.run(
            [str(each) for each in command],
            cwd=cwd,
            input=stdin,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=TIMEOUT,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise NotRun(str(error)[:200]) from error
    said = done.stdout + done.stderr
    if done.returncode:
        lines = [line for line in said.splitlines() if line.strip()] or [str(done.returncode)]
        raise NotRun(f"{Path(command[0]).name}: {lines[-1][:160]}")
    return said


class Tools:
    """The programs in ``folder``, which may be kept for the next time."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def python(self, *packages: str) -> Path:
        """Return the folder of the programs of Python packages, which have a venv for themselves.
        The first one names it."""
        place = self.folder / re.split("[=<[]", packages[0])[0]
        if not (place / ".installed").exists():
            run([sys.executable, "-m", "venv", place], self.folder)
            run([place / "bin" / "python", "-m", "pip", "install", "-q", *packages], self.folder)
            (place / ".installed").touch()
        return place / "bin"

    def version(self, programs: Path, package: str) -> str:
        """Return the version of a Python package in the folder of its programs."""
        code = f"from importlib.metadata import version; print(version({package!r}))"
        return run([programs / "python", "-c", code], self.folder).strip()

    def node(self, package: str) -> str:
        """Install a package of npm; return its version. It is found from ``folder``/node."""
        place = self.folder / "node"
        place.mkdir(exist_ok=True)
        if not (place / "node_modules" / package).exists():
            run(["npm", "install", "--silent", "--prefix", place, package], place)
        code = f"console.log(require('./node_modules/{package}/package.json').version)"
        return run(["node", "-e", code], place).strip()

    def system(self, program: str) -> Path:
        """Return a program of the system. Raises NotRun without it."""
        found = shutil.which(program)
        if found is None:
            raise NotRun(f"{program} is not installed")
        return Path(found)
