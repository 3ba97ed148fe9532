"""``infinite-scroll``: numbers up to the first page without links."""

from __future__ import annotations

from webarticlecurator.archive.modes import numbered
from webarticlecurator.archive.modes.turn import Mode

MODE = Mode(numbered.first, numbered.turn, counted=True)
