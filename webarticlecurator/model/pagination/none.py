"""``none``: one page per window, or one page in total."""

from __future__ import annotations

from webarticlecurator.model.archive_rules import Pagination
from webarticlecurator.model.pagination.mode import Mode, NextPage


def _first_page(_pagination: Pagination) -> str:
    return ""


def _next_page(_pagination: Pagination, _page: str, _linked: str | None) -> NextPage:
    return NextPage(stop_reason="last-page")


def _count_pages(_pagination: Pagination) -> int | None:
    return 1


MODE = Mode("none", "one page", _first_page, _next_page, _count_pages)
