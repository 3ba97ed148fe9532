"""What proves that a walk has read its list to the end: a closed list, in words for the user."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import TYPE_CHECKING

from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.base.doubts.witness import Claim, Conclusion, Witness, judge_claim
from webarticlecurator.base.portal.pagination import NEXT_LINK
from webarticlecurator.base.portal.pagination_modes import mode_of
from webarticlecurator.base.portal.portal import Span
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.crawling.archive.stop_reasons import CONFIGURED_STOPS

if TYPE_CHECKING:  # who only says what was proved needs no walk, and no patterns of counts
    from webarticlecurator.crawling.archive.page_counts import CountedPart, ListCount, ListSize
    from webarticlecurator.crawling.archive.state import PageRead, WalkState

ONE_PAGE, LOOKED_AGAIN, NO_ARTICLES = "one-page", "looked-again", "no-articles"
PROOFS = {
    witness.name: replace(witness, words=make_message("proved {by}", by=witness.words))
    for witness in (
        Witness(
            "pager",
            make_message("by the pager: all pages that it links were read"),
            "pager",
            "a page that it links and that was not read",
        ),
        Witness(
            "beyond",
            make_message("by the page after the last one, which lists nothing new"),
            "server",
            "a new article on that page",
        ),
        Witness(
            ONE_PAGE,
            make_message("by its only page, which links no other one"),
            "pager",
            "a link to another page",
        ),
        Witness(
            "no-link",
            make_message("by the last page, which links no further one"),
            "rule",
            "a next link on that page",
        ),
        Witness(
            LOOKED_AGAIN,
            make_message("by its end, which was the same at a second look"),
            "server",
            "a new article at the second look",
        ),
        Witness(
            "named",
            make_message("by the last page that the portal file names"),
            "person",
            "a link to a page after it",
        ),
        Witness("configured", make_message("by the stop that the portal file names"), "person", ""),
        Witness(
            "window",
            make_message("by the link to another date"),
            "rule",
            "a link to a further page of the date",
        ),
        Witness(
            NO_ARTICLES,
            make_message("by the portal, which has nothing for this date"),
            "server",
            "an article at a second look",
        ),
        Witness(
            "file",
            make_message("by the file or the index, which was read to its end"),
            "file",
            "a file that breaks off",
        ),
    )
}
"""Proof → the witness that a list has ended."""
LEFT_PAGES, LEFT_PERIODS, LOOPED = "left-pages", "left-periods", "looped"
UNSURE_END, FEED, NOT_ENDED, SINGLE = "unsure-end", "feed", "not-ended", "single-page"
ODD_LIST, SKIPPED, COUNTS_MORE = "odd-list", "skipped-links", "counts-more"
SHUFFLED, UNREAD, HAS_GAP, SEEN_ONCE = "shuffled", "unread", "has-gap", "seen-once"
UNPROVED: dict[str, str] = {
    LEFT_PAGES: make_message("it links pages of the list that were not read"),
    LEFT_PERIODS: make_message("it links years or months that have no article"),
    LOOPED: make_message("its next link leads back to a page that was read before"),
    UNSURE_END: make_message("its last page lacks what the pages before it have"),
    ODD_LIST: make_message("its list seems to be that of another date, or a part of it"),
    SKIPPED: make_message("its link rules take one of several articles"),
    COUNTS_MORE: make_message("its pages count more than it lists"),
    SHUFFLED: make_message("its pages repeat articles of earlier pages among new ones"),
    HAS_GAP: make_message("a page between others lists nothing new"),
    SEEN_ONCE: make_message("its end was seen once, and a crawl on another day looks again"),
    UNREAD: make_message("its page links articles that no rule takes"),
    FEED: make_message("a feed shows only what is new"),
    NOT_ENDED: make_message("its walk has not reached the end"),
    SINGLE: make_message(
        "no link to a next page was found on its only page (`pagination: none` says that there is"
        " none)"
    ),
    "unknown": make_message("nothing is known about its end"),
}
"""Why the end of a list is not proved."""
MAX_SHORT = 4
"""Pages of a list on which a single one that repeats others is enough."""
LIST_END = Claim("the list was read to its end", frozenset(("walk",)))
FILE_END = Claim("the file was read to its end", frozenset(("walk", "sitemap")))


@dataclass(frozen=True)
class SitemapCount:
    """How many ``found`` of the ``total`` articles in the portal's own sitemaps lists name, and how
    many articles they ``listed``."""

    found: int
    total: int
    listed: int

    @property
    def is_proof(self) -> bool:
        """True if all of them are listed, and they are most of what is listed."""
        return self.found == self.total > 0 and self.listed <= self.total * 1.1

    def testify(self) -> Witness:
        """Return the count as a witness that the lists are whole."""
        values = {"found": self.found, "total": self.total}
        return Witness(
            "sitemap",
            make_message("proved by the sitemap ({found} of {total})", **values),
            "sitemap",
            "an article of the sitemaps that no list names",
            self.found,
            self.total,
            is_sign=not self.is_proof,
            share=make_message("the sitemap's {number}", number=self.total),
        )


def judge_end(proof: str, sitemaps: SitemapCount | None = None) -> Conclusion:
    """Return what the walk of a list, and the sitemaps if they name all, make of its end.

    ``proof`` is a key of ``PROOFS`` or ``UNPROVED``. Sitemaps that have more are the doubt
    ``not-listed``, of no single list; they prove no file, which may be one of them.
    """
    counts = [sitemaps.testify()] if sitemaps is not None and sitemaps.is_proof else []
    claim = FILE_END if proof == "file" else LIST_END
    return judge_claim(claim, [*counts, *([PROOFS[proof]] if proof in PROOFS else [])])


def list_witnesses(
    pages: Mapping[str, int], counted: int, of: int, months: int
) -> Iterator[Witness]:
    """Yield the witnesses that lists are whole, but for sitemaps: what ended their walks, with the
    ``pages`` that were read by each proof; what these count, and how many months they link that
    have articles."""
    for proof, number in pages.items():
        if proof in PROOFS:
            pages_of_pager = make_message("the pager's {number} pages", number=number)
            share = pages_of_pager if proof == "pager" else ""
            yield replace(PROOFS[proof], counted=number, of=number, share=share)
    if of:
        yield Witness(
            "counts",
            make_message("its pages count {number}", number=of),
            "count",
            "a larger number of pages or articles",
            counted,
            of,
            share=make_message("the {number} that its pages count", number=of),
        )
    if months:
        yield Witness(
            "months",
            share := make_message("{number} months", number=months),
            "calendar",
            "a month that it links and that has no article",
            months,
            months,
            share=share,
        )


def describe_proof(proof: str, sitemaps: SitemapCount | None = None) -> str:
    """Return in words what proves the end of a list, or why nothing does; see ``judge_end``."""
    decisive = judge_end(proof, sitemaps).decisive
    if decisive is not None:
        return decisive.words
    return make_message("not proved: {reason}", reason=UNPROVED.get(proof, UNPROVED["unknown"]))


def prove_end(span: Span, state: WalkState, reason: str) -> str:
    """Return what proves that a walk which ends for a reason has read its list to the end."""
    if reason == "known" and (state.proof != COUNTS_MORE or _counts_more(state)):
        # the rest was walked before
        is_settled = state.proof == SEEN_ONCE and _was_seen_twice(state)
        is_looked_at = state.proof in (SEEN_ONCE, HAS_GAP) and not state.looks
        proof = LOOKED_AGAIN if is_settled or is_looked_at else state.proof or "unknown"
        is_refuted = proof in (*_OF_LAST_PAGE, SEEN_ONCE, LOOKED_AGAIN) and _counts_more(state)
        return COUNTS_MORE if is_refuted else proof
    if state.skips_links:
        return SKIPPED
    if reason in CONFIGURED_STOPS or span.stop.max_pages == state.pages_walked:
        return "configured"
    if reason == "repeated-address" and state.proof == LOOPED:
        return LOOPED
    proof = _PROOF_OF_REASON.get(reason) or _prove_last_page(span, state, reason)
    if proof not in _OF_LAST_PAGE:
        return proof
    if is_shuffled(state):
        return SHUFFLED
    if _counts_more(state):
        return COUNTS_MORE
    if state.has_gap:
        return HAS_GAP
    if _list_other_ends(state):
        return LOOKED_AGAIN if _was_seen_twice(state) else SEEN_ONCE
    return proof


_PROOF_OF_REASON = {
    "other-window": "window",
    "day-empty": NO_ARTICLES,
    "nothing-new": "beyond",
}
_OF_LAST_PAGE = frozenset(("beyond", "pager", "no-link", ONE_PAGE, SINGLE))
"""Proofs that what the pages count of their list, or repeat, refutes."""


def _counts_more(state: WalkState) -> bool:
    return any(part.counted < part.of for part in read_counted(state))


def _list_other_ends(state: WalkState) -> list[datetime]:
    """Return when another page may have stood in place of the end of a list."""
    from webarticlecurator.crawling.archive.walk_looks import OTHER_PAGE, times_of

    return times_of(state, OTHER_PAGE)


def _was_seen_twice(state: WalkState) -> bool:
    """Return True if the end of a list was the same on two days."""
    return len({time.date() for time in _list_other_ends(state)}) > 1


def _prove_last_page(span: Span, state: WalkState, reason: str) -> str:
    """Return what proves that a list has no page after the last one that was read."""
    mode = mode_of(span.pagination)
    if reason == "not-found":
        return "beyond" if mode.counts_pages else UNSURE_END
    if mode.names_last_page(span.pagination):
        return "named"
    if state.unwalked:
        return LEFT_PAGES
    if mode.counts_pages:
        return "beyond"
    if state.has_pager:
        return "pager"
    if state.pages_walked > 1:
        return "no-link"
    leads_nowhere = reason == "no-next" and mode.name == NEXT_LINK.name
    return SINGLE if leads_nowhere and not state.has_date else ONE_PAGE


def note_proof(span: Span, state: WalkState, reason: str, read: PageRead, place: str) -> WalkState:
    """Return the state of a walk that ends for a reason, with its proof, or with the problem that
    it has none. ``place`` is that of the walk in problems."""
    state = _note_counted_part(state, read)
    state = replace(state, proof=prove_end(span, state, reason))
    if state.proof == LOOPED:
        return state.add_problem("walk-looped", place, page=read.url, target=read.next_page)
    if state.proof == LEFT_PAGES:
        return state.add_problem(
            "list-not-whole",
            place,
            "left-pages",
            page=read.url,
            pages=", ".join(state.unwalked[:3]) + (", …" if len(state.unwalked) > 3 else ""),
        )
    if state.proof == SHUFFLED:
        return state.add_problem("list-not-whole", place, "shuffled", page=read.url)
    for part in read_counted(state) if state.proof == COUNTS_MORE else ():
        values = {"page": read.url, **part._asdict()}
        state = state.add_problem("list-not-whole", place, "counts-more", **values)
    if state.followed and state.proof in _OF_LAST_PAGE:
        from webarticlecurator.crawling.archive.growing_totals import find_larger_number

        larger = find_larger_number(state)
        state = state.add_problem("larger-number", place, **larger._asdict()) if larger else state
    return _note_stop(span, state, place)


def _note_stop(span: Span, state: WalkState, place: str) -> WalkState:
    """Return the state of a walk that has ended, with the doubt about its ``stop``: no page has met
    it, or the first one already."""
    patterns = (*span.stop.at, *span.stop.listed)
    if not (patterns and state.complete) or state.window:
        return state
    values = {"patterns": ", ".join(patterns), "page": state.last_new_address}
    if state.proof != "configured":
        return state.add_problem("stop-doubtful", place, "unmet", **values)
    is_early = _ends_early(span, state)
    return state.add_problem("stop-doubtful", place, "early", **values) if is_early else state


def _ends_early(span: Span, state: WalkState) -> bool:
    """Return True if an article ended the last full walk of a list on its first page, to which
    portals also pin articles."""
    may_go_on = state.last_new_has_next or mode_of(span.pagination).counts_pages
    is_first = bool(span.stop.listed) and state.counted_page == 1
    return is_first and may_go_on and span.stop.max_pages is None


def is_shuffled(state: WalkState) -> bool:
    """Return True if articles of different pages came again among new ones, on a tenth of the pages
    and, in all but short lists, more than once: a list in another order at each request."""
    return state.shuffled_pages > max(state.counted_page > MAX_SHORT, state.counted_page // 10)


def read_counted(state: WalkState) -> list[CountedPart]:
    """Return how much of a list its last full walk has read, as its pages say: one part or none."""
    from webarticlecurator.crawling.archive.page_counts import CountedPart

    return [CountedPart(*state.counted)] if state.counted else []


def _note_counted_part(state: WalkState, read: PageRead) -> WalkState:
    """Return the state of a walk that has ended, with how much its pages say that it has read."""
    from webarticlecurator.crawling.archive.growing_totals import follow_numbers

    counts, size = _read_counts(state)
    if state.is_full_walk:
        state = replace(state, counted=find_part(state) or ())
    return replace(follow_numbers(state, counts, size, read.known_articles), counts=())


def find_part(state: WalkState) -> CountedPart | None:
    """Return how much of its list a full walk has read so far, as its pages say; the least of what
    they say."""
    from webarticlecurator.crawling.archive.page_counts import find_counted_parts

    parts = find_counted_parts(*_read_counts(state))
    return min(parts, key=lambda part: part.counted / part.of, default=None)


def _read_counts(state: WalkState) -> tuple[list[ListCount], ListSize]:
    """Return what the pages of a walk count, and the size of its list so far."""
    from webarticlecurator.crawling.archive.page_counts import ListCount, ListSize

    is_whole = state.entry == "top"
    size = ListSize(
        state.counted_page,
        state.listed_count if is_whole else 0,
        state.top_link_count,
        is_whole and state.last_new_is_full,
    )
    return [ListCount(*json.loads(each)) for each in state.counts], size
