"""Taking over captures of other WARC files into a corpus.

The records are *copied*, not referred to: a corpus folder is whole by itself. Request, response and
revisit records keep their ids, dates, headers, digests and blocks; only the compression is ours
(one gzip member each). In front of each stands a metadata record with the origin the caller gives.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, islice
from pathlib import Path

from webarticlecurator.model.capture import Capture, Origin
from webarticlecurator.store.captures import find_revisited, make_capture
from webarticlecurator.store.corpus import Corpus
from webarticlecurator.store.finding import Finding
from webarticlecurator.store.foreign import WarcReader
from webarticlecurator.store.inspect import digest_errors
from webarticlecurator.store.record import Record, RecordLocation

_MOST_TOGETHER = 16
"""Records of one address in memory at a time."""


@dataclass(frozen=True)
class Adopted:
    """``captures`` were copied; ``known`` were there already; ``passed_over`` are nothing that
    anybody would want; ``refused`` (record id, why): by the caller, digests that do not fit, a
    revisit of what was not copied. ``damage``: what of the files cannot be read."""

    captures: int
    known: int
    skipped: int
    refused: tuple[tuple[str, str], ...]
    damage: tuple[Finding, ...] = ()


def adopt_captures(
    corpus: Corpus, paths: Sequence[Path], decide: Callable[[Capture], Origin | str]
) -> Adopted:
    """Copies the responses of ``paths`` for which ``decide`` gives an origin; each is then like a
    live fetch of one hop. Else it says why not, or "" for what is passed over. Revisits are copied
    last: their originals must be there.

    May be repeated: a record id is taken once. Commits as it goes. Raises WarcUnreadable, DiskFull.
    """
    return _Adopter(corpus, decide).run(paths)


class _Adopter:
    def __init__(self, corpus: Corpus, decide: Callable[[Capture], Origin | str]) -> None:
        self._corpus = corpus
        self._decide = decide
        self._captures = self._known = self._passed_over = 0
        self._refused: list[tuple[str, str]] = []

    def run(self, paths: Sequence[Path]) -> Adopted:
        damage: dict[Finding, None] = {}  # both times the same
        reader = WarcReader(damage.setdefault)
        try:
            for kind in ("response", "revisit"):
                for path in paths:
                    for group in _exchanges(reader.records(path)):
                        self._group(group, kind)
        finally:
            reader.close()
        return Adopted(
            self._captures, self._known, self._passed_over, tuple(self._refused), tuple(damage)
        )

    def _group(self, group: list[RecordLocation], kind: str) -> None:
        requests = [r.record for r in group if r.record.kind == "request"]
        for located in group:
            if located.record.kind == kind:
                self._one(located, requests)

    def _one(self, located: RecordLocation, requests: list[Record]) -> None:
        record = located.record
        stored = self._corpus.captures.by_id(record.id)
        if stored is not None and stored.url == record.url:
            self._known += 1
            return
        origin = self._decide(make_capture(located))
        trouble = self._trouble(record, stored) if isinstance(origin, Origin) else origin
        if trouble:
            self._refused.append((record.id, trouble))
        elif isinstance(origin, Origin):
            self._copy(record, requests, origin)
        else:
            self._passed_over += 1

    def _trouble(self, record: Record, stored: Capture | None) -> str:
        """Why a record that is wanted cannot be copied."""
        problems = digest_errors(record)
        if stored is not None:
            problems.append(f"its record id is that of another record, of {stored.url}")
        if record.kind == "revisit" and find_revisited(self._corpus.captures, record) is None:
            problems.append("it repeats a record that was not copied")
        return "; ".join(f"{record.url}: {problem}" for problem in problems)

    def _copy(self, record: Record, requests: list[Record], origin: Origin) -> None:
        mine = [r for r in requests if record.id in r.all("WARC-Concurrent-To")] or requests[:1]
        account = self._corpus.record_builder.fetch_metadata(record.url, origin, record)
        self._corpus.adopt(
            (account, *(r for r in mine if not digest_errors(r)), record), origin.level
        )
        self._corpus.commit()
        self._captures += 1


def _exchanges(records: Iterator[RecordLocation]) -> Iterator[list[RecordLocation]]:
    """Neighbouring records of one address: request, response, metadata of one exchange in whatever
    order the writer has them."""
    for _, group in groupby(records, key=lambda r: r.record.url):
        while part := list(islice(group, _MOST_TOGETHER)):
            yield part
