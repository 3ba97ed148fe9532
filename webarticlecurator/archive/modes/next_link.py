"""``next-link``: each page names the one after it. A ``{page}`` in the address holds for the first
page only."""

from __future__ import annotations

from webarticlecurator.archive.modes.next_page import Mode, NextPage
from webarticlecurator.archive.page_address import requested_form
from webarticlecurator.archive.state import PageRead
from webarticlecurator.model.portal import Pagination


def first(pagination: Pagination) -> str:
    return str(pagination.first)


def turn(_pagination: Pagination, _page: str, read: PageRead) -> NextPage:
    return (
        NextPage(address=requested_form(read.next_page))
        if read.next_page
        else NextPage(ended="no-next")
    )


MODE = Mode(first, turn, counted=False)
