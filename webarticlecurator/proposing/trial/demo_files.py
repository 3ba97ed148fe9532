"""The portal file of the demo and its tables, as they are written beside the user's own."""

from __future__ import annotations

from pathlib import Path

from webarticlecurator.base.folders import data_folder
from webarticlecurator.base.system.output_files import create_file

DEMO_FILES = ("demo.yaml", "demo.tags.tsv", "demo.tests.yaml")


def write_demo_files(folder: Path) -> list[Path]:
    """Write the files of the made-up portal into a folder; return those that are written: one that
    is there stays. Raises UsageError, DiskFull, OSError."""
    folder.mkdir(exist_ok=True)
    written = [folder / name for name in DEMO_FILES if not (folder / name).exists()]
    for path in written:
        create_file(path, (data_folder("examples") / path.name).read_text(encoding="utf-8"))
    return written
