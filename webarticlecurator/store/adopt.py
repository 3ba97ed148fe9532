"""Taking over captures of other WARC files into a corpus.

The records are *copied*, not referred to: a corpus folder is whole by itself. Request, response and revisit records keep their
ids, dates, headers, digests and blocks; only the compression is ours (one gzip member each). In front of each stands a
metadata record with the origin the caller gives.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from webarticlecurator.model.capture import Capture, Origin
from webarticlecurator.store.captures import capture_of
from webarticlecurator.store.corpus import Corpus
from webarticlecurator.store.digests import digest_errors
from webarticlecurator.store.foreign import WarcReader
from webarticlecurator.store.record import Located, Record


@dataclass(frozen=True)
class Adopted:
    """``captures`` were copied; ``known`` were there already; ``refused`` (record id, why): no origin given, digests that do not
    fit, or a revisit (its original must be adopted; a revisit holds no page)."""

    captures: int
    known: int
    refused: tuple[tuple[str, str], ...]


def adopt(corpus: Corpus, paths: Sequence[Path], origin_of: Callable[[Capture], Origin | None]) -> Adopted:
    """Copies the responses of ``paths`` for which ``origin_of`` gives an origin; each is then like a live fetch of one hop.
    May be repeated: a record id is taken once. Commits as it goes. Raises WarcUnreadable, DiskFull."""
    return _Adopter(corpus, origin_of).run(paths)


class _Adopter:
    def __init__(self, corpus: Corpus, origin_of: Callable[[Capture], Origin | None]) -> None:
        self._corpus = corpus
        self._origin_of = origin_of
        self._captures = 0
        self._known = 0
        self._refused: list[tuple[str, str]] = []

    def run(self, paths: Sequence[Path]) -> Adopted:
        reader = WarcReader()
        try:
            for path in paths:
                for group in _exchanges(reader.records(path)):
                    self._group(group)
        finally:
            reader.close()
        return Adopted(self._captures, self._known, tuple(self._refused))

    def _group(self, group: list[Located]) -> None:
        requests = [r.record for r in group if r.record.kind == "request"]
        for located in group:
            if located.record.kind == "revisit":
                self._refused.append((located.record.id, "a revisit record"))
            elif located.record.kind == "response":
                self._response(located, requests)

    def _response(self, located: Located, requests: list[Record]) -> None:
        record = located.record
        capture = capture_of(located)
        if self._corpus.captures.by_id(record.id):
            self._known += 1
            return
        origin = self._origin_of(capture)
        problems = digest_errors(record) or ([] if origin else ["no origin"])
        if problems or origin is None:
            self._refused.append((record.id, "; ".join(problems)))
            return
        mine = [r for r in requests if record.id in r.all("WARC-Concurrent-To")] or requests[:1]
        account = self._corpus.drafter.account(record.url, origin, record)
        self._corpus.adopt((account, *(r for r in mine if not digest_errors(r)), record), origin.level)
        self._corpus.commit()
        self._captures += 1


def _exchanges(records: Iterator[Located]) -> Iterator[list[Located]]:
    """Neighbouring records of one address: request, response, metadata of one exchange in whatever order the writer has them."""
    for _, group in groupby(records, key=lambda r: r.record.url):
        yield list(group)
