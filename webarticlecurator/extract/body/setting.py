"""What the portal says that a page may leave out."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Setting:
    """``timezone``: IANA name for times without a zone (without it such times keep none). ``language``: BCP 47, of pages
    that say none; empty if nobody knows."""

    timezone: str | None = None
    language: str = ""


UNSAID = Setting()
