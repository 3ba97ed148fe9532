"""Start ``curator``, unless another distribution has replaced or removed files of its package.

The registry's ``webarticlecurator`` is an older tool whose package has the same name. Installed
into the same environment, the two overwrite each other's files, and the removal of one takes files
of the other. This module has a name of its own, so that neither happens to it, and imports nothing
of the package before it has compared the files with what the installer noted of them
(https://packaging.python.org/en/latest/specifications/recording-installed-packages/).
"""

from __future__ import annotations

import sys
from pathlib import Path

PACKAGE = "webarticlecurator"
USAGE = 2
"""Exit code of an installation that must be mended first."""
_NEEDED = "cli/main.py"
"""A file of this package that the older tool does not have."""


def main() -> int:
    """Run ``curator`` with the arguments of the process; return its exit code."""
    here = Path(__file__).resolve().parent
    other = _name_other(here)
    lost = _find_lost_files(here, other) or _find_other_package()
    if lost:
        more = f" and {len(lost) - 1} more" if len(lost) > 1 else ""
        _print(
            f"files of this installation are missing or replaced: {lost[0]}{more} (expected those"
            f" of portal-curator; {other or 'the older tool ' + PACKAGE} has files of the same"
            " names)",
            other,
        )
        return USAGE
    if other:
        _print(
            f"an older tool is installed in the same environment: {other} (expected none: it does"
            " not work here any more, and its removal takes files of this one)",
            other,
        )
    from webarticlecurator.cli.main import main as run_curator

    return run_curator()


def _name_other(folder: Path) -> str:
    """Return name and version of the older tool where it is installed in ``folder``."""
    found = _find_metadata(folder, PACKAGE)
    return found.name.removesuffix(".dist-info").replace("-", " ", 1) if found else ""


def _find_metadata(folder: Path, name: str) -> Path | None:
    return next(folder.glob(f"{name}-*.dist-info"), None)


def _find_lost_files(folder: Path, other: str) -> list[str]:
    """Return the files of the package in ``folder`` that are not as they were installed.

    Nothing is known of a checkout. Sizes are compared; digests only of files that the ``other``
    tool has, too.
    """
    theirs = _read_record(folder, PACKAGE) if other else {}
    lost = []
    for path, (digest, size) in _read_record(folder, __name__).items():
        file = folder / path
        try:
            is_same = file.stat().st_size == size
        except OSError:
            is_same = False
        if not is_same or (path in theirs and _find_digest(file) != digest):
            lost.append(path)
    return lost


def _read_record(folder: Path, name: str) -> dict[str, tuple[str, int]]:
    """Return path → digest and size of the files of the package, from RECORD; without those of its
    folders, since the older tool has none (with them, each start would take 8 ms more)."""
    metadata = _find_metadata(folder, name)
    if metadata is None:
        return {}
    with (metadata / "RECORD").open(encoding="utf-8") as file:
        rows = (line.rstrip("\n").rsplit(",", 2) for line in file if line.startswith(PACKAGE + "/"))
        return {
            path: (digest, int(size))
            for path, digest, size in rows
            if size and path.count("/") == 1
        }


def _find_digest(file: Path) -> str:
    """Return the digest of a file as RECORD has it: ``sha256=`` and URL-safe Base64."""
    # imported here: only where the older tool is installed
    import base64
    import hashlib

    digest = hashlib.sha256(file.read_bytes()).digest()
    return "sha256=" + base64.urlsafe_b64encode(digest).rstrip(b"=").decode("ascii")


def _find_other_package() -> list[str]:
    """Return the package that would be imported, if it is that of the older tool: it lies before a
    checkout on the path."""
    packages = (Path(folder) / PACKAGE for folder in sys.path)
    first = next((each for each in packages if (each / "__init__.py").is_file()), None)
    return [str(first)] if first is not None and not (first / _NEEDED).is_file() else []


def _name_source() -> str:
    """Return what pip installs again: the address of the wheel or folder that it has noted
    (https://packaging.python.org/en/latest/specifications/direct-url/), or the registry's name."""
    import json

    here = Path(__file__).resolve().parent
    if (here / "setup.cfg").is_file():
        return f'-e "{here}"'
    metadata = _find_metadata(here, __name__)
    noted = metadata / "direct_url.json" if metadata is not None else None
    if noted is None or not noted.is_file():
        return "portal-curator"
    return f'"{json.loads(noted.read_text("utf-8"))["url"]}"'


def _print(problem: str, other: str) -> None:
    """Print a problem with its cure; ``other``: the older tool, where it is still installed."""
    pip = f'"{sys.executable}" -m pip'
    lines = [f"curator: {problem}", "  Corpora and portal files are not touched. Mend it:"]
    if other:
        lines.append(f"    {pip} uninstall --yes {PACKAGE}")
    lines.append(f"    {pip} install --force-reinstall --no-deps {_name_source()}")
    lines.append("  Each tool needs its own environment.")
    print("\n".join(lines), file=sys.stderr)
