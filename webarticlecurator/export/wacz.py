"""WACZ files: how they are made, dated, and which pages they offer to open.

Run ``wacz`` (py-wacz), which makes one WACZ file of WARC files and checks such files.

It is a program of its own environment: pywb and wacz need other versions of libraries than curator
(pywb's ``brotlipy`` overwrites ``brotli``).
"""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timezone
from pathlib import Path
from zipfile import ZipFile, ZipInfo

from webarticlecurator.dataclasses import dataclass
from webarticlecurator.errors import CuratorError, DiskFull, UsageError
from webarticlecurator.export.exporter import Exporter

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
    arguments = [
        *(program, "create", "--output", str(draft), "--copy-pages"),
        *("--pages", str(packed.pages), "--title", packed.title, "--desc", packed.description),
        *map(str, packed.warcs),
    ]
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


# Date a WACZ file by what is in it, so that the same corpus makes the same bytes.
#
# The program ``wacz`` writes the time at which it ran: into ``datapackage.json``, and as the time
# of change of each file in the zip.

_EARLIEST = (1980, 1, 1, 0, 0, 0)
"""The time of change of every file in a zip."""
_PACKAGE, _DIGEST = "datapackage.json", "datapackage-digest.json"
_PIECE = 1 << 20


def copy_dated(source: Path, target: Path, created: str) -> None:
    """Copy a WACZ file that is not signed. ``created`` is the time that it names as that of its
    making (``2024-05-02T00:00:00Z``)."""
    with ZipFile(source) as packed, ZipFile(target, "w") as dated:
        package = _encode({**json.loads(packed.read(_PACKAGE)), "created": created})
        digest = f"sha256:{hashlib.sha256(package).hexdigest()}"
        changed = {
            _PACKAGE: package,
            _DIGEST: _encode({**json.loads(packed.read(_DIGEST)), "hash": digest}),
        }
        for info in packed.infolist():
            entry = ZipInfo(info.filename, _EARLIEST)
            entry.compress_type, entry.create_system = info.compress_type, 3
            entry.external_attr = 0o644 << 16
            if info.filename in changed:
                dated.writestr(entry, changed[info.filename])
                continue
            entry.file_size = info.file_size
            with packed.open(info) as content, dated.open(entry, "w") as out:
                shutil.copyfileobj(content, out, _PIECE)


def _encode(value: object) -> bytes:
    return json.dumps(value, indent=2).encode("ascii")


# The list of pages in a WACZ file (``pages.jsonl``): what a replay program offers to open.


@dataclass(frozen=True)
class ReplayPage:
    """A page to open: the address and time of its capture, and the title of the article."""

    id: str
    url: str
    time: datetime
    title: str


def pages_chunks(pages: Iterable[ReplayPage]) -> Iterator[bytes]:
    """Yield the lines of ``pages.jsonl`` (json-pages-1.0), in ASCII: wacz reads them in the
    encoding of the system."""
    head = {"format": "json-pages-1.0", "id": "pages", "title": "Articles"}
    yield json.dumps(head).encode("ascii") + b"\n"
    for page in pages:
        # in seconds, as the index of the WACZ has it
        time = page.time.astimezone(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
        line = {"id": page.id, "url": page.url, "ts": time, "title": page.title}
        yield json.dumps(line).encode("ascii") + b"\n"


WACZ, ZIP = "wacz", "zip"
FORMATS = {
    ZIP: Exporter("the TEI files, in one zip for each WARC file", None, holds_corpus=True),
    WACZ: Exporter(
        "the WARC files with an index and the titles, for ReplayWeb.page and pywb",
        None,
        holds_corpus=True,
        needs="pipx install wacz",
    ),
}
