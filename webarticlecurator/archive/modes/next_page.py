"""What a pagination mode answers: which page comes next, and how long pages without anything new
are borne."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from webarticlecurator.archive.state import PageRead, WalkState
from webarticlecurator.model.portal import Pagination


@dataclass(frozen=True)
class NextPage:
    """Where the walk goes after a page: a page value, or an address, or an end (a key of
    reasons.ENDS)."""

    page: str = ""
    address: str | None = None
    ended: str = ""


def repeats_page_before(state: WalkState) -> bool:
    """Two pages running without a link that is new to this walk."""
    return state.barren >= 2


@dataclass(frozen=True)
class Mode:
    """One pagination mode. ``first`` gives the page value of the first address; ``turn`` the next
    after a page that was read; ``exhausted`` whether pages without new links have gone on for too
    long. ``counted``: pages come by number, so that a missing or empty page is where they end (and
    not a broken link)."""

    first: Callable[[Pagination], str]
    turn: Callable[[Pagination, str, PageRead], NextPage]
    counted: bool
    exhausted: Callable[[WalkState], bool] = repeats_page_before
