"""``infinite-scroll``: numbers up to the first page without links."""

from __future__ import annotations

from webarticlecurator.archive.modes.numbered import first, turn
from webarticlecurator.archive.modes.turn import Mode

MODE = Mode(first, turn, counted=True)
