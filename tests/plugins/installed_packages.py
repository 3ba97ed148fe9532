"""Installed packages that are made without an installer."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from webarticlecurator.base.portal import plug_in
from webarticlecurator.crawling.workers import shared_worker, worker_sharing
from webarticlecurator.portal_file.config import plug_in_sources


@dataclass
class Packages:
    """A folder of installed packages."""

    folder: Path
    names: list[str] = field(default_factory=list)

    def add(self, name: str, entries: str, code: str = "", version: str = "1.0") -> None:
        info = self.folder / f"{name}-{version}.dist-info"
        info.mkdir()
        metadata = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
        (info / "METADATA").write_text(metadata, encoding="utf-8")
        (info / "entry_points.txt").write_text(entries, encoding="utf-8")
        (self.folder / f"{name}.py").write_text(code, encoding="utf-8")
        self.names.append(name)
        forget_plug_ins()


def forget_plug_ins() -> None:
    """Forget what is installed, also in worker processes; the program never does."""
    shared_worker.end_worker()
    while worker_sharing.idle_workers:
        worker_sharing.idle_workers.pop().close()
    plug_in.list_plug_ins.cache_clear()
    plug_in._load.cache_clear()
    plug_in_sources.plug_in_kind.cache_clear()
