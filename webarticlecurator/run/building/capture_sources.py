"""Where a build reads captures from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path

from webarticlecurator.model.capture import TRUNCATED, Body, Capture
from webarticlecurator.store import (
    Captures,
    Corpus,
    CorpusView,
    ForeignWarcs,
    open_index_read_only,
    read_capture_body,
)


class RankedSource:
    """Finds the body to use for an address. The index may hold an answer for complete that is not:
    an older version of this program made it, and did not look so closely."""

    def __init__(self) -> None:
        self._broken: list[str] = []

    def bodies(self, url: str, policy: str) -> Iterator[Body]:
        """The bodies of all captures of ``url`` that are whole, the best first, equal ones once."""
        seen: set[tuple[str, str]] = set()
        for capture in self.ranked(url, policy):
            same = capture.url, capture.body_digest
            if same in seen:
                continue
            seen.add(same)
            body = self.read(capture)
            if body.fault != TRUNCATED:
                yield body
            else:
                self._broken.append(capture.record_id)

    def take_broken(self) -> tuple[str, ...]:
        """Record ids of the captures that turned out to be incomplete since the last call."""
        found, self._broken = tuple(self._broken), []
        return found

    def ranked(self, url: str, policy: str) -> Sequence[Capture]:
        raise NotImplementedError

    def tries(self, url: str) -> tuple[datetime, ...]:
        """As Captures.tries."""
        raise NotImplementedError

    def read(self, capture: Capture) -> Body:
        raise NotImplementedError


class CorpusSource(RankedSource):
    """The corpus that this process has open, to change it or only to look."""

    def __init__(self, corpus: CorpusView) -> None:
        super().__init__()
        self._corpus = corpus

    def ranked(self, url: str, policy: str) -> Sequence[Capture]:
        return self._corpus.captures.ranked([url], policy)

    def tries(self, url: str) -> tuple[datetime, ...]:
        return self._corpus.captures.tries(url)

    def read(self, capture: Capture) -> Body:
        return self._corpus.read(capture)


class ReadingSource(RankedSource):
    """The same corpus, read beside the process that has it open."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._folder = folder
        self._index = open_index_read_only(folder)
        self._captures = Captures(self._index)

    def close(self) -> None:
        self._index.close()

    def ranked(self, url: str, policy: str) -> Sequence[Capture]:
        return self._captures.ranked([url], policy)

    def tries(self, url: str) -> tuple[datetime, ...]:
        return self._captures.tries(url)

    def read(self, capture: Capture) -> Body:
        return read_capture_body(self._folder, capture)


class WithForeign(RankedSource):
    """WARC files of other tools besides the corpus: of equal addresses the latest (or first)
    capture of all counts."""

    def __init__(self, corpus: Corpus, foreign: ForeignWarcs) -> None:
        super().__init__()
        self._corpus = corpus
        self._foreign = foreign

    def ranked(self, url: str, policy: str) -> Sequence[Capture]:
        found = [
            c
            for part in (self._corpus.captures, self._foreign.captures)
            for c in part.ranked([url], policy)
        ]
        return sorted(found, key=lambda c: (c.time, c.record_id), reverse=policy == "latest")

    def tries(self, url: str) -> tuple[datetime, ...]:
        own, others = self._corpus.captures.tries(url), self._foreign.captures.tries(url)
        return tuple(sorted([*own, *(time for time in others if time not in own)]))

    def read(self, capture: Capture) -> Body:
        known = self._corpus.captures.by_id(capture.record_id)
        return (
            self._corpus.read(capture)
            if known and known.file == capture.file
            else self._foreign.read(capture)
        )
