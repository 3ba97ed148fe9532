"""Write the file of a new portal, and never over another one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from webarticlecurator.config import check, load_portal
from webarticlecurator.config.yaml_edit import set_value
from webarticlecurator.errors import ConfigError, UsageError
from webarticlecurator.export import create_file
from webarticlecurator.model.portal import Portal
from webarticlecurator.studio.page_sources import list_warcs, write_warcs

_NO_FILE = "new.yaml"


def read_proposal(folder: Path, text: str) -> Portal:
    """Return the portal that a proposed text describes. Raises ConfigError."""
    return load_portal(folder / _NO_FILE, content=text.encode("utf-8"))


def write_portal(
    folder: Path, text: str, portal_id: str, known_ids: Sequence[str], warcs: Sequence[Path] = ()
) -> Path:
    """Write ``<id>.yaml`` with the text under an id, and the list of WARC files beside it; return
    its path.

    Raises UsageError if there is such a portal, file or list; ConfigError for an invalid id.
    """
    if portal_id in known_ids:
        raise UsageError(
            f"there is a portal {portal_id} already", "Give another id: it names the corpus."
        )
    text = set_value(text, ["portal"], portal_id)
    problems = check(folder / _NO_FILE, content=text.encode("utf-8"))
    if problems:
        raise ConfigError(problems)
    path = folder / f"{portal_id}.yaml"
    if warcs and list_warcs(path):
        raise UsageError(
            f"WARC files are listed for {portal_id} already",
            f"Give another id, or move {path.stem}.warcs.txt away.",
        )
    create_file(path, text)
    if warcs:
        write_warcs(path, [_shorten(file, folder) for file in warcs])
    return path


def _shorten(file: Path, folder: Path) -> Path:
    """Return a path below the folder relative to it, so that they can be moved together; else the
    whole path."""
    whole, parent = file.resolve(), folder.resolve()
    return whole.relative_to(parent) if whole.is_relative_to(parent) else whole
