"""Where a build reads captures from."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from webarticlecurator.model.capture import Body, Capture
from webarticlecurator.store import Captures, Corpus, CorpusView, ForeignWarcs, open_reading, read_body


class CorpusSource:
    """The corpus that this process has open, to change it or only to look."""

    def __init__(self, corpus: CorpusView) -> None:
        self._corpus = corpus

    def best(self, url: str, policy: str) -> Capture | None:
        return self._corpus.captures.best([url], policy)

    def read(self, capture: Capture) -> Body:
        return self._corpus.read(capture)


class ReadingSource:
    """The same corpus, read beside the process that has it open."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._captures = Captures(open_reading(folder))

    def best(self, url: str, policy: str) -> Capture | None:
        return self._captures.best([url], policy)

    def read(self, capture: Capture) -> Body:
        return read_body(self._folder, capture)


class WithForeign:
    """WARC files of other tools besides the corpus: of equal addresses the latest (or first) capture of all counts."""

    def __init__(self, corpus: Corpus, foreign: ForeignWarcs) -> None:
        self._corpus = corpus
        self._foreign = foreign

    def best(self, url: str, policy: str) -> Capture | None:
        found = [c for part in (self._corpus.captures, self._foreign.captures) if (c := part.best([url], policy))]
        return _chosen(found, policy)

    def read(self, capture: Capture) -> Body:
        known = self._corpus.captures.by_id(capture.record_id)
        return self._corpus.read(capture) if known and known.file == capture.file else self._foreign.read(capture)


def _chosen(found: Sequence[Capture], policy: str) -> Capture | None:
    if not found:
        return None
    return (max if policy == "latest" else min)(found, key=lambda c: (c.time, c.record_id))
