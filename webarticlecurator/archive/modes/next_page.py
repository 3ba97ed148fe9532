"""The interface of a pagination mode: which page comes next, and how many pages without new links
the walk tolerates."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from webarticlecurator.archive.state import PageRead, WalkState
from webarticlecurator.model.portal import Pagination


@dataclass(frozen=True)
class NextPage:
    """Where the walk goes after a page: a page value, an address, or a key of ``STOP_REASONS``."""

    page: str = ""
    address: str | None = None
    stop_reason: str = ""


def has_nothing_new(state: WalkState) -> bool:
    """Return True after two consecutive pages without a link that is new to the walk."""
    return state.pages_without_new >= 2


@dataclass(frozen=True)
class Mode:
    """One pagination mode.

    ``first_page`` returns the page value of the first address, ``next_page`` the page after one
    that was read. ``is_exhausted`` tells whether pages without new links have gone on for too long.
    ``is_numbered``: the pages come by number, so a missing or empty page is the end of the list,
    not a broken link.
    """

    first_page: Callable[[Pagination], str]
    next_page: Callable[[Pagination, str, PageRead], NextPage]
    is_numbered: bool
    is_exhausted: Callable[[WalkState], bool] = has_nothing_new
