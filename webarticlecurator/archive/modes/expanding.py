"""``expanding``: numbers up to the first page without links, in an archive that grows at its top
during the walk.

An article of page 7 may have moved to page 9 when page 8 is requested. So pages without new links
do not mean the end: ending after two of them, as in the other modes, would lose everything behind.

They cannot go on forever either. Where the archive lists each article once, the links of a walk
fill as many pages as they were read from, and while the walk passes them again the archive may grow
once more. So the walk ends when the consecutive pages without new links are more than twice the
pages with new links.

A portal that answers every number past the end with the same page is recognized by its repeated
links. Both limits are at least twenty pages, because archives also grow in bursts.
"""

from __future__ import annotations

from webarticlecurator.archive.modes.next_page import Mode
from webarticlecurator.archive.modes.numbered import first_page, next_page
from webarticlecurator.archive.state import WalkState

PATIENCE = 20
"""Consecutive pages without new links that the walk tolerates in any case."""


def is_exhausted(state: WalkState) -> bool:
    """Return True if the walk repeats the same page, or pages that it has listed before."""
    if state.identical_in_a_row >= PATIENCE:
        return True
    return state.pages_without_new > max(PATIENCE, 2 * state.pages_with_new)


MODE = Mode(first_page, next_page, is_numbered=True, is_exhausted=is_exhausted)
