"""How an address ends: what follows from the reasons, the states, the kinds of problems."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.doubts.doubt_table import list_kinds, phrase_doubt
from webarticlecurator.base.model.complete_table import require_same_words
from webarticlecurator.base.model.reasons import REASONS

REJECTIONS = {reason.name: reason.meaning for reason in REASONS}
"""Name → meaning."""
CURES = {reason.name: reason.cure for reason in REASONS}
"""Name → what the user can do."""
WITHOUT_PAGE = frozenset(reason.name for reason in REASONS if reason.without_page)
FINAL_FAILURES = frozenset(reason.name for reason in REASONS if reason.fetch_failure)
GATED = tuple(reason.name for reason in REASONS if reason.page_check)
GATED_BY_RUN = frozenset(r.name for r in REASONS if r.page_check and r.without_page)
"""Page checks that compare the pages of a run; the others look at one page."""
TRANSIENT = frozenset(reason.name for reason in REASONS if reason.transient)
SEEN_ONCE = tuple(reason.name for reason in REASONS if reason.seen_once)
WALLS = frozenset(reason.name for reason in REASONS if reason.wall)
PROBLEM_REASONS = tuple(reason.name for reason in REASONS if reason.problem)


def require_checks(made: Iterable[str], gated: Iterable[str], where: str) -> None:
    """Raise TypeError unless the checks that are made in the module ``where`` are those that
    ``article.gate_off`` can switch off."""
    require_same_words(
        made,
        gated,
        f"page checks of {where} and REASONS of base/model/reasons.py differ: {{words}};"
        " add the check, or take `page_check` from the row",
    )


REFRESHED_REASONS = ("gone", "empty", "no-root", "split")
"""Reasons of rejected articles that are asked for again like kept ones: their pages may become
articles, and the page of a thread that is split grows."""

BUILD_FAILURES = {kind.name: kind.meaning for kind in list_kinds("worker")}
"""Reasons of ``failed`` for a page that is stored but could not be built: the next build tries
again, without a request."""

STATES = ("pending", "failed", "rejected", "stored", "tei")
"""States of a listed article: not requested yet · no usable response at the last attempt · rejected
with a reason of REJECTIONS · captured, but not built yet · TEI written."""
ANSWERED_STATES = ("stored", "tei", "rejected")
"""The states of an article whose request was answered."""


OUT_OF_ORDER = "out-of-order"
SAME_TITLE = "same-title"


@dataclass(frozen=True)
class Problem:
    """Something to check: ``kind`` is one of DOUBT_KINDS, ``where`` an address or a record."""

    kind: str
    where: str
    message: str


def make_problem(kind: str, where: str, sentence: str = "", /, **values: Any) -> Problem:
    """Return a problem in a sentence of its row."""
    return Problem(kind, where, phrase_doubt(kind, sentence, **values))


MAX_FIRST_PROBLEMS = 8
"""Problems that a summary lists; ``reports/problems.tsv`` lists all of them."""
