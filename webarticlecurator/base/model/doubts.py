"""What is doubtful about a corpus, or about a portal file that was proposed: one list for all that
show it, the dearest first.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.doubts.doubt_kinds import COSTS
from webarticlecurator.base.doubts.doubt_table import DOUBT_KINDS
from webarticlecurator.base.model.attribute_words import read_words, to_words
from webarticlecurator.base.model.reasons import REASONS
from webarticlecurator.base.model.verdict import Problem
from webarticlecurator.base.text.translation import as_message, join_messages, make_message

PENDING = "pending"
FAILED = "failed"
DOUBTS_HEADING = make_message("Look at this")
_WORDS = read_words("kind cost what count first message cure")
"""Attribute of ``Doubt`` → its key in ``--json`` answers."""
_REASONS = {reason.name: reason for reason in REASONS}
_ASK_AGAIN = make_message("crawl again to fetch them")


@dataclass(frozen=True)
class Doubt:
    """What may be wrong: its ``kind`` and what that means, how many there are, where the ``first``
    is with its ``message``, and the one thing to do. ``cost`` is one of COSTS; ``field`` is the
    metadata field that it is about, if it is about one; ``step`` is that of the studio, if it does
    not follow from the cost."""

    kind: str
    what: str
    count: int
    first: str
    message: str
    cure: str
    cost: str
    field: str = ""
    step: str = ""

    def lines(self) -> list[str]:
        """Return the lines that every command prints of the doubt."""
        head = make_message("problem: {kind}: {number}", kind=self.kind, number=self.count)
        first = [as_message(each) for each in (self.first, self.message) if each]
        cure = make_message("to do: {cure}", cure=as_message(self.cure))
        below = [join_messages(": ", first), cure] if first else [cure]
        return [
            join_messages(": ", [head, as_message(self.what)]),
            *(make_message("  {line}", line=line) for line in below),
        ]

    def as_json(self) -> dict[str, Any]:
        """Return the values for ``--json``."""
        return to_words(self, _WORDS)


def doubt_problems(first: Problem, count: int = 1, field: str = "") -> Doubt:
    """Return the doubt about all problems of the kind of the ``first``."""
    row = DOUBT_KINDS[first.kind]
    return Doubt(
        row.name,
        row.meaning,
        count,
        first.where,
        first.message,
        row.cure,
        row.cost,
        field,
        row.step,
    )


def doubt_articles(state: str, reason: str, first: str, evidence: str, count: int) -> Doubt:
    """Return the doubt about articles that are pending, failed or rejected for a reason."""
    if state == PENDING:
        pending = make_message("articles are listed but not requested yet")
        return Doubt(PENDING, pending, count, first, evidence, _ASK_AGAIN, "later")
    row = _REASONS.get(reason)
    kind = f"{FAILED}: {reason}" if state == FAILED else reason
    no_answer = make_message("articles have no usable answer")
    what: str = row.meaning if row else no_answer
    cure = row.cure if row else _ASK_AGAIN
    step = "crawl" if state == FAILED else "text"
    return Doubt(kind, what, count, first, evidence, cure, "articles", step=step)


def sort_doubts(doubts: Iterable[Doubt]) -> tuple[Doubt, ...]:
    """Return doubts by what they cost, the dearest and most frequent first. A list may hide any
    number of articles, so it comes before single ones."""
    return tuple(sorted(doubts, key=_rank))


def _rank(doubt: Doubt) -> tuple[int, bool, int, str]:
    is_of_articles = doubt.kind in _REASONS or doubt.kind.startswith(FAILED)
    return COSTS.index(doubt.cost), is_of_articles, -doubt.count, doubt.kind
