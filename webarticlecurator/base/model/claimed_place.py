"""Whose page an answer says it is."""

from __future__ import annotations

from webarticlecurator.base.dataclasses import dataclass

MAX_TITLE = 300
"""Letters of a title that are kept."""


@dataclass(frozen=True)
class ClaimedPlace:
    """The ``title`` of a page, and the canonical address that it ``declared`` by ``rel=canonical``
    or ``og:url``; "" for none."""

    title: str = ""
    declared: str = ""


NO_CLAIM = ClaimedPlace()
