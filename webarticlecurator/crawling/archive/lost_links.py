"""Link rules that have stopped matching, as a walk sees it that an earlier one has read well."""

from __future__ import annotations

from webarticlecurator.base.model.verdict import Problem, make_problem
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.crawling.archive.state import PageRead, WalkState

MIN_TOP_LINKS = 5
"""Links of the first page of a list from which it is said that less than half of them are left."""
_CURE = make_message(
    "the portal has probably changed its pages: `curator repair` finds the rules again"
)


def find_lost_links(page: str, place: str) -> Problem:
    """Return the problem that walks have found no links, where earlier walks found articles;
    ``page`` is the address of their last page, ``place`` that of the walks in problems."""
    return make_problem("no-links", place, "lost", page=page, cure=_CURE)


def find_shrunk_list(state: WalkState, read: PageRead, place: str) -> Problem | None:
    """Return the problem that the first page of a list of several pages has less than half of its
    links, and nothing new: the rules may find a box beside the list alone. Else None."""
    has_pages = state.far_end_address not in (None, read.url)
    is_known = bool(read.links) and not read.unseen_link_count
    is_shrunk = MIN_TOP_LINKS <= state.top_link_count > 2 * len(read.links)
    if state.has_date or not (state.stops_at_known and has_pages and is_known and is_shrunk):
        return None
    return make_problem(
        "no-links",
        place,
        "shrunk",
        number=len(read.links),
        page=read.url,
        before=state.top_link_count,
        cure=_CURE,
    )
