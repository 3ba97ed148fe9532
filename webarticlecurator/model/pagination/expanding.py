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

from dataclasses import replace

from webarticlecurator.model.pagination import infinite_scroll
from webarticlecurator.model.pagination.mode import Mode, PageCounts

PATIENCE = 20
"""Consecutive pages without new links that the walk tolerates in any case."""


def is_exhausted(counts: PageCounts) -> bool:
    """Return True if the walk repeats the same page, or pages that it has listed before."""
    if counts.identical_in_a_row >= PATIENCE:
        return True
    return counts.pages_without_new > max(PATIENCE, 2 * counts.pages_with_new)


MODE: Mode = replace(
    infinite_scroll.MODE,
    name="expanding",
    meaning="the same in an archive that grows while it is walked",
    is_exhausted=is_exhausted,
)
