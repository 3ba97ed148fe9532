"""Sources of captures for a build: the corpus, a read-only view of it, or other WARC files."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from webarticlecurator.model.capture import Body, Capture
from webarticlecurator.run.ranked_source import RankedSource
from webarticlecurator.store import (
    Captures,
    CorpusView,
    ForeignWarcs,
    JoinedCorpus,
    WritableCorpus,
    open_index_read_only,
    read_capture_body,
)


class CorpusSource(RankedSource):
    """The corpus that this process has open, for reading or writing."""

    def __init__(self, corpus: CorpusView) -> None:
        super().__init__()
        self._corpus = corpus

    def pages(self, url: str) -> Sequence[Capture]:
        return self._corpus.captures.ranked([url], "first")

    def find_gone(self, url: str) -> Capture | None:
        return self._corpus.captures.find_gone(url)

    def tries(self, url: str) -> tuple[datetime, ...]:
        return self._corpus.captures.tries(url)

    def answer_before(self, url: str, time: datetime) -> Capture | None:
        return self._corpus.captures.answer_before(url, time)

    def later_addresses(self, url: str) -> Sequence[str]:
        return self._corpus.captures.later_addresses(url)

    def read(self, capture: Capture) -> Body:
        return self._corpus.read(capture)


class ReadingSource(RankedSource):
    """A read-only view of a corpus that another process has open."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._folder = folder
        self._index = open_index_read_only(folder)
        self._captures = Captures(self._index)

    def close(self) -> None:
        self._index.close()

    def pages(self, url: str) -> Sequence[Capture]:
        return self._captures.ranked([url], "first")

    def find_gone(self, url: str) -> Capture | None:
        return self._captures.find_gone(url)

    def tries(self, url: str) -> tuple[datetime, ...]:
        return self._captures.tries(url)

    def answer_before(self, url: str, time: datetime) -> Capture | None:
        return self._captures.answer_before(url, time)

    def later_addresses(self, url: str) -> Sequence[str]:
        return self._captures.later_addresses(url)

    def read(self, capture: Capture) -> Body:
        return read_capture_body(self._folder, capture)


class WithForeign(CorpusSource):
    """A corpus and WARC files of other tools: the latest (or first) capture of an address counts,
    wherever it is stored."""

    def __init__(self, corpus: WritableCorpus, foreign: ForeignWarcs) -> None:
        super().__init__(JoinedCorpus(corpus, foreign))
