"""How the pages of one window follow each other: one module per ``pagination.mode``. Read
next_page.py first."""

from __future__ import annotations

from webarticlecurator.archive.modes import expanding, infinite_scroll, next_link, none, numbered
from webarticlecurator.archive.modes.next_page import Mode, NextPage

MODES: dict[str, Mode] = {
    "none": none.MODE,
    "next-link": next_link.MODE,
    "numbered": numbered.MODE,
    "infinite-scroll": infinite_scroll.MODE,
    "expanding": expanding.MODE,
}
"""Value of ``pagination.mode`` → the mode."""

__all__ = ["MODES", "Mode", "NextPage"]
