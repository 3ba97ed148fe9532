"""A page that somebody saved to a file."""

from __future__ import annotations

from pathlib import Path

from webarticlecurator.base.dataclasses import dataclass


@dataclass(frozen=True)
class SavedPage:
    """A page that was saved to a file by a browser or by a program.

    ``url`` is its absolute address, None where the page itself declares it. ``saved`` is when it
    was saved, as ``YYYY-MM-DD`` or a time in ISO 8601, "" if nobody said.
    """

    path: Path
    url: str | None = None
    saved: str = ""
