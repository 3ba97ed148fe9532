"""What a build and the executors need of a source of captures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

from webarticlecurator.model.capture import TRUNCATED, Body, Capture


class RankedSource:
    """Base class of the sources: yields the bodies of an address in the order of their rank.

    A truncated capture may be marked as complete in an index that an older version made; it is
    skipped here and its record id is kept.
    """

    def __init__(self) -> None:
        self._truncated: list[str] = []

    def bodies(self, url: str, policy: str) -> Iterator[Body]:
        """Yield the complete bodies of ``url``, the best one first; equal bodies only once."""
        seen: set[tuple[str, str]] = set()
        for capture in self.ranked(url, policy):
            key = capture.url, capture.body_digest
            if key in seen:
                continue
            seen.add(key)
            body = self.read(capture)
            if body.fault != TRUNCATED:
                yield body
            else:
                self._truncated.append(capture.record_id)

    def take_truncated(self) -> tuple[str, ...]:
        """Return the record ids of the truncated captures that were found since the last call."""
        truncated, self._truncated = tuple(self._truncated), []
        return truncated

    def ranked(self, url: str, policy: str) -> Sequence[Capture]:
        """Return the captures of ``url``, the best one first by ``policy`` (``captures:``)."""
        raise NotImplementedError

    def tries(self, url: str) -> tuple[datetime, ...]:
        """Return the times at which ``url`` was tried; see ``Captures.tries``."""
        raise NotImplementedError

    def answer_before(self, url: str, time: datetime) -> Capture | None:
        """Return what was answered for ``url`` last up to ``time``; see
        ``Captures.answer_before``."""
        raise NotImplementedError

    def read(self, capture: Capture) -> Body:
        """Return the stored body of a capture."""
        raise NotImplementedError
