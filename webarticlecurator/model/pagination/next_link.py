"""``next-link``: each page links the one after it; ``{page}`` in the address is filled for the
first page only."""

from __future__ import annotations

from webarticlecurator.model.archive_rules import Pagination
from webarticlecurator.model.pagination.mode import Mode, NextPage


def _first_page(pagination: Pagination) -> str:
    return str(pagination.first)


def _next_page(_pagination: Pagination, _page: str, linked: str | None) -> NextPage:
    return NextPage(address=linked) if linked else NextPage(stop_reason="no-next")


def _count_pages(_pagination: Pagination) -> int | None:
    return None


MODE = Mode(
    "next-link",
    "each page links the next one",
    _first_page,
    _next_page,
    _count_pages,
    reads=("next", "first"),
    needs=("next",),
    page_field_key="first",
)
