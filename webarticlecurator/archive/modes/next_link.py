"""``next-link``: each page links the one after it; ``{page}`` in the address is filled for the
first page only."""

from __future__ import annotations

from webarticlecurator.archive.modes.next_page import Mode, NextPage
from webarticlecurator.archive.page_address import normalize_address
from webarticlecurator.archive.state import PageRead
from webarticlecurator.model.portal import Pagination


def _first_page(pagination: Pagination) -> str:
    return str(pagination.first)


def _next_page(_pagination: Pagination, _page: str, read: PageRead) -> NextPage:
    if not read.next_page:
        return NextPage(stop_reason="no-next")
    return NextPage(address=normalize_address(read.next_page))


MODE = Mode(_first_page, _next_page, is_numbered=False)
