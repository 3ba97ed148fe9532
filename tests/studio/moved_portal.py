"""A crawled portal in the folder of a studio."""

from __future__ import annotations

from pathlib import Path

from small_portal import SmallPortal


def move_portal(portal: SmallPortal, folder: Path, portal_id: str) -> Path:
    """Move the file and the corpus of a portal into the folder of a studio, where they have the
    name of its id; return the folder of its corpus."""
    corpora = folder / "corpora"
    corpora.mkdir(exist_ok=True)
    (portal.folder / "portal.yaml").rename(folder / f"{portal_id}.yaml")
    return portal.corpus.rename(corpora / portal_id)
