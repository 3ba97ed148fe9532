"""``expanding``: numbers up to the first page without links, over an archive that grows at its top
while it is walked.

What was on page 7 may stand on page 9 when page 8 is asked for, so pages with nothing new are no
sign of the end: two of them, as elsewhere, would lose all that comes after. But they cannot go on
for ever: in an archive in which no article stands twice, the links of a walk fill no more pages
than gave them, and while the walk passes those again the archive may grow once more. So it ends
after more than twice as many pages running as had something new. A portal that answers every number
past its end with one and the same page is known by that. Both have the patience of twenty pages:
archives also grow in bursts.
"""

from __future__ import annotations

from webarticlecurator.archive.modes.next_page import Mode
from webarticlecurator.archive.modes.numbered import first, turn
from webarticlecurator.archive.state import WalkState

PATIENCE = 20


def is_exhausted(state: WalkState) -> bool:
    return state.same >= PATIENCE or state.barren > max(PATIENCE, 2 * state.fertile)


MODE = Mode(first, turn, counted=True, exhausted=is_exhausted)
