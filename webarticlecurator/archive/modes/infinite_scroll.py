"""``infinite-scroll``: numbers up to the first page without links."""

from __future__ import annotations

from webarticlecurator.archive.modes.next_page import Mode
from webarticlecurator.archive.modes.numbered import first_page, next_page

MODE = Mode(first_page, next_page, is_numbered=True)
