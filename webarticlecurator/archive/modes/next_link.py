"""``next-link``: each page names the one after it. A ``{page}`` in the address holds for the first page only."""

from __future__ import annotations

from webarticlecurator.archive.modes.next_page import Mode, Turn
from webarticlecurator.archive.page_address import requested
from webarticlecurator.archive.state import PageRead
from webarticlecurator.model.portal import Pagination


def first(pagination: Pagination) -> str:
    return str(pagination.first)


def turn(_pagination: Pagination, _page: str, read: PageRead) -> Turn:
    return Turn(address=requested(read.next_page)) if read.next_page else Turn(ended="no-next")


MODE = Mode(first, turn, counted=False)
