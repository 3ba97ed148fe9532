"""``infinite-scroll``: numbers up to the first page without links."""

from __future__ import annotations

from webarticlecurator.archive.modes.next_page import Mode
from webarticlecurator.archive.modes.numbered import first, turn

MODE = Mode(first, turn, counted=True)
