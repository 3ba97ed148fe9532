"""Run ``wacz`` (py-wacz), which makes one WACZ file of WARC files and checks such files.

It is a program of its own environment: pywb and wacz need other versions of libraries than curator
(pywb's ``brotlipy`` overwrites ``brotli``).
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from webarticlecurator.errors import CuratorError, DiskFull, UsageError

REQUIREMENTS = ("wacz>=0.5", "setuptools<82")
"""What the environment holds; wacz 0.5 imports pkg_resources, which setuptools 82 has no more."""
_CONTENTS = ("datapackage.json", "indexes/index.cdx.gz", "pages/pages.jsonl")


@dataclass(frozen=True)
class WaczInput:
    """What is packed: WARC files, the list of pages (``.jsonl``), and the title and address."""

    warcs: Sequence[Path]
    pages: Path
    title: str
    description: str


def find_wacz() -> str:
    """Return the path of the program ``wacz``.

    It is looked for in ``.venv-replay`` beside the environment of curator, in the folder of the
    user, then on the PATH. Raises UsageError, which names the command that installs it.
    """
    for environment in _environments():
        for folder in ("bin", "Scripts"):
            found = shutil.which("wacz", path=str(environment / folder))
            if found:
                return found
    found = shutil.which("wacz")
    if found:
        return found
    place = _environments()[0]
    python = place / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    packages = " ".join(f'"{requirement}"' for requirement in REQUIREMENTS)
    raise UsageError(
        "the program wacz is not installed",
        f'Install it in an environment of its own:\n  {sys.executable} -m venv "{place}"\n'
        f'  "{python}" -m pip install {packages}',
    )


def create_wacz(program: str, packed: WaczInput, draft: Path) -> None:
    """Write the WACZ file ``draft``; raises DiskFull, CuratorError with the words of ``wacz``."""
    arguments = [program, "create", "--output", str(draft), "--copy-pages"]
    arguments += ["--pages", str(packed.pages), "--title", packed.title]
    arguments += ["--desc", packed.description, *map(str, packed.warcs)]
    run = subprocess.run(arguments, capture_output=True, check=False)
    words = (run.stdout + run.stderr).decode("utf-8", "replace").strip()
    if "No space left on device" in words:
        raise DiskFull(f"{draft.parent}: the disk is full", "Make room, then run again.")
    if run.returncode != 0 or not _is_complete(draft, len(packed.warcs)):
        last = words.splitlines()[-1] if words else "no message"
        raise CuratorError(
            f"{program} failed with exit code {run.returncode}: {last:.300}",
            "Check the WARC files with `curator verify`; update wacz; look at what it says with"
            " the same files.",
        )


def _is_complete(file: Path, warcs: int) -> bool:
    """Return True if the file has its list of pages, index, digests and all WARC files."""
    try:
        with zipfile.ZipFile(file) as archive:
            names = archive.namelist()
    except (OSError, zipfile.BadZipFile):
        return False
    stored = sum(name.startswith("archive/") for name in names)
    return stored == warcs and all(name in names for name in _CONTENTS)


def _environments() -> tuple[Path, ...]:
    """Return the places of an environment for wacz, the one to create first."""
    of_user = Path.home() / ".local" / "share" / "webarticlecurator" / "replay"
    if sys.prefix == sys.base_prefix:
        return (of_user,)
    return (Path(sys.prefix).parent / ".venv-replay", of_user)
