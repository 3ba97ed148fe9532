"""``none``: one page per window, or one page in total."""

from __future__ import annotations

from webarticlecurator.archive.modes.next_page import Mode, NextPage
from webarticlecurator.archive.state import PageRead
from webarticlecurator.model.portal import Pagination


def _first_page(_pagination: Pagination) -> str:
    return ""


def _next_page(_pagination: Pagination, _page: str, _read: PageRead) -> NextPage:
    return NextPage(stop_reason="last-page")


MODE = Mode(_first_page, _next_page, is_numbered=False)
