"""Where a worker reads captures: a corpus, a read-only view of it, other WARC files.

What a build and the executors need of a source of captures.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, cast

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.model.capture import TRUNCATED, Body, Capture
from webarticlecurator.base.model.claimed_place import NO_CLAIM, ClaimedPlace


@dataclass(frozen=True)
class PageAnswer:
    """What a stored page of an article said: its record, WELL or ODD, a hash of what it shows,
    whose page it says it is, and the level of the requests for it (a first page, or a later one).
    ``cut_at``: its requested address, if it breaks off, with its ``last`` characters.
    """

    record_id: str
    outcome: str
    text: int | None
    claimed: ClaimedPlace = NO_CLAIM
    level: str = "article"
    cut_at: str = ""
    last: str = ""


class RankedSource:
    """Base class of the sources: returns the captures of an address in the order of their rank.

    A page that was captured again without a change counts as its first capture, so that a text does
    not change when the portal says that it has not. A truncated capture may be marked as complete
    in an index that an older version made; it is skipped here and its record id is kept. What the
    pages say that are inspected is kept, too.
    """

    def __init__(self) -> None:
        self._truncated: list[str] = []
        self._page_answers: dict[str, PageAnswer] = {}

    def candidates(
        self, url: str, policy: str, before: datetime | None = None
    ) -> Sequence[Capture]:
        """Return the captures of pages of ``url``, the best one first by ``policy``
        (``captures:``); of equal pages only one. ``before`` leaves out what was captured then or
        later."""
        captures = first_of_equal(self.pages(url))
        chosen: dict[tuple[str, str], Capture] = {}
        for capture in captures if policy == "first" else reversed(captures):
            if before is None or capture.order_time < before:
                chosen.setdefault((capture.url, capture.body_digest), capture)
        return tuple(chosen.values())

    def complete_body(self, capture: Capture) -> Body | None:
        """Return the body of a capture; None if it turns out to be truncated."""
        body = self.read(capture)
        if body.fault != TRUNCATED:
            return body
        self._truncated.append(capture.record_id)
        return None

    def take_truncated(self) -> tuple[str, ...]:
        """Return the record ids of the truncated captures that were found since the last call."""
        truncated, self._truncated = tuple(self._truncated), []
        return truncated

    def note_answer(self, answer: PageAnswer) -> None:
        """Keep what a page of an article says."""
        self._page_answers[answer.record_id] = answer

    def take_answers(self) -> tuple[PageAnswer, ...]:
        """Return what the pages say that were inspected since the last call."""
        answers, self._page_answers = tuple(self._page_answers.values()), {}
        return answers

    def pages(self, url: str) -> Sequence[Capture]:
        """Return the complete pages of ``url``, or of what it redirects to, by time."""
        return cast("Sequence[Capture]", self._ask("pages", url))

    def find_gone(self, url: str) -> Capture | None:
        """Return the first answer 404 or 410 after the last page of ``url``; see
        ``Captures.find_gone``."""
        return cast("Capture | None", self._ask("find_gone", url))

    def tries(self, url: str) -> tuple[datetime, ...]:
        """Return the times at which ``url`` was tried; see ``Captures.tries``."""
        return cast("tuple[datetime, ...]", self._ask("tries", url))

    def answer_before(self, url: str, time: datetime) -> Capture | None:
        """Return what was answered for ``url`` last up to ``time``; see
        ``Captures.answer_before``."""
        return cast("Capture | None", self._ask("answer_before", url, time))

    def later_addresses(self, url: str) -> Sequence[str]:
        """Return the addresses of further pages and parts of the article at ``url``, as far as they
        were requested; see ``Captures.later_addresses``."""
        return cast("Sequence[str]", self._ask("later_addresses", url))

    def is_listed(self, url: str) -> bool:
        """Return True if an archive page is known to list an address."""
        return bool(self._ask("is_listed", url))

    def read(self, capture: Capture) -> Body:
        """Return the stored body of a capture."""
        return cast("Body", self._ask("read", capture))

    def _ask(self, method: str, *arguments: Any) -> Any:
        """Return what one of these methods returns, from wherever the captures are."""
        raise NotImplementedError


def first_of_equal(captures: Sequence[Capture]) -> list[Capture]:
    """Return the captures without those that repeat the page before them; both by time."""
    kept: list[Capture] = []
    for capture in captures:
        if not kept or not is_same_capture(kept[-1], capture):
            kept.append(capture)
    return kept


def is_same_capture(first: Capture, second: Capture) -> bool:
    """Return True if two captures have the same final address and body."""
    return (first.url, first.body_digest) == (second.url, second.body_digest)
