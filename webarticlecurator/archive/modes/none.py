"""``none``: one page per window, or one page in all."""

from __future__ import annotations

from webarticlecurator.archive.modes.next_page import Mode, NextPage
from webarticlecurator.archive.state import PageRead
from webarticlecurator.model.portal import Pagination


def first(_pagination: Pagination) -> str:
    return ""


def turn(_pagination: Pagination, _page: str, _read: PageRead) -> NextPage:
    return NextPage(ended="last-page")


MODE = Mode(first, turn, counted=False)
