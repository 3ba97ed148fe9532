"""A corpus and WARC files that do not belong to it, read as if the files were its own (``build
--warc``): what their answers prove follows from all records together.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import TypeAlias

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.model.capture import Body, Capture
from webarticlecurator.base.model.claimed_place import NO_CLAIM, ClaimedPlace
from webarticlecurator.storage.answers.capture_rows import capture_order
from webarticlecurator.storage.answers.captures import Captures
from webarticlecurator.storage.answers.fetches import Fetch, fetch_order
from webarticlecurator.storage.answers.portal_answers import Answers
from webarticlecurator.storage.index.index import Index
from webarticlecurator.storage.store.corpus import WritableCorpus
from webarticlecurator.storage.store.foreign import (
    FIRST_ID,
    ForeignWarcs,
    read_foreign_record,
)
from webarticlecurator.storage.store.view import read_capture_body
from webarticlecurator.storage.warc.message import read_answer


@dataclass(frozen=True)
class JoinedFolders:
    """Where any process finds the captures of a ``JoinedCorpus``: the folder of the corpus, and
    what ``ForeignWarcs.share`` returns."""

    corpus: Path
    foreign: Path
    unpacked: Mapping[str, Path]

    def read(self, records: Path, captures: JoinedCaptures, capture: Capture) -> Body:
        """Return the body of one of ``captures``; ``records`` has the WARC files of the corpus.
        Raises StoreDamaged, WarcUnreadable."""
        if captures.is_foreign(capture):
            return read_answer(read_foreign_record(self.unpacked, capture)).to_body(capture)
        return read_capture_body(records, capture)


CaptureFolders: TypeAlias = Path | JoinedFolders
"""What any process opens to read captures: the folder of a corpus, or that of one with others."""


class JoinedCorpus(WritableCorpus):
    """The open ``corpus``, with the captures and answers of ``foreign`` besides its own. No
    capture can be appended; what changes, changes in the corpus, which is to be closed itself."""

    def __init__(self, corpus: WritableCorpus, foreign: ForeignWarcs) -> None:
        vars(self).update(vars(corpus))
        self._foreign = foreign
        self.captures = self._joined = JoinedCaptures(self._index, foreign.captures)
        self.answers = JoinedAnswers(self._index, foreign.answers)

    def read(self, capture: Capture) -> Body:
        """Return the decoded body of a capture, wherever it is stored. Raises StoreDamaged,
        WarcUnreadable."""
        if self._joined.is_foreign(capture):
            return self._foreign.read(capture)
        return super().read(capture)

    def share(self) -> JoinedFolders:
        """Let other processes read the captures from now on; what changes, they see at the next
        ``commit``."""
        return JoinedFolders(self.folder, *self._foreign.share())

    def commit(self) -> None:
        super().commit()
        self._foreign.commit()


class JoinedCaptures(Captures):
    """The captures of a corpus and of other WARC files. Fetches of the files have ids from FIRST_ID
    on."""

    def __init__(self, index: Index, foreign: Captures) -> None:
        super().__init__(index)
        self._foreign = foreign

    def fetches(self, url: str) -> tuple[Fetch, ...]:
        return tuple(sorted((*super().fetches(url), *self._foreign.fetches(url)), key=fetch_order))

    def is_foreign(self, capture: Capture) -> bool:
        """Return True for a capture that is read from one of the files."""
        own = super().by_id(capture.record_id)
        return own is None or own.file != capture.file

    def last_fetch(self, url: str) -> Fetch | None:
        found = (super().last_fetch(url), self._foreign.last_fetch(url))
        return max(filter(None, found), key=fetch_order, default=None)

    def last_answers(self, url: str, count: int = 1) -> list[Capture]:
        found = [*super().last_answers(url, count), *self._foreign.last_answers(url, count)]
        found.sort(key=lambda answer: answer.order_time, reverse=True)
        return found[: count if count > 0 else None]

    def by_url(self, url: str) -> tuple[Capture, ...]:
        return tuple(sorted((*super().by_url(url), *self._foreign.by_url(url)), key=capture_order))

    def by_id(self, record_id: str) -> Capture | None:
        return super().by_id(record_id) or self._foreign.by_id(record_id)

    def has_any(self, url: str) -> bool:
        return super().has_any(url) or self._foreign.has_any(url)

    def may_be_gone(self, url: str) -> bool:
        return super().may_be_gone(url) or self._foreign.may_be_gone(url)

    def is_answered(self, url: str) -> bool:
        return super().is_answered(url) or self._foreign.is_answered(url)

    def redirect_times(self, url: str) -> list[tuple[str, str]]:
        return [*super().redirect_times(url), *self._foreign.redirect_times(url)]

    def first_capture(self, url: str) -> datetime | None:
        times = (super().first_capture(url), self._foreign.first_capture(url))
        return min(filter(None, times), default=None)

    def answer_before(self, url: str, time: datetime) -> Capture | None:
        found = (super().answer_before(url, time), self._foreign.answer_before(url, time))
        return max(filter(None, found), key=capture_order, default=None)

    def mark_truncated(self, record_ids: Sequence[str]) -> None:
        super().mark_truncated(record_ids)
        self._foreign.mark_truncated(record_ids)

    def fetches_not_used(self, url: str) -> frozenset[int]:
        return super().fetches_not_used(url) | self._foreign.fetches_not_used(url)

    def used_of(self, url: str) -> tuple[Capture, ...]:
        found = (*super().used_of(url), *self._foreign.used_of(url))
        return tuple(sorted(found, key=capture_order))

    def led_to(self, url: str, requested: Collection[str]) -> tuple[Capture, ...]:
        found = (*super().led_to(url, requested), *self._foreign.led_to(url, requested))
        return tuple(sorted(found, key=capture_order))


class JoinedAnswers(Answers):
    """The answers of a corpus and of other WARC files. Those of the one are not compared with those
    of the other."""

    def __init__(self, index: Index, foreign: Answers) -> None:
        super().__init__(index)
        self._stores = (Answers(index), foreign)

    def stores(self) -> tuple[Answers, ...]:
        return self._stores

    def store_of(self, _fetch: int) -> Answers:
        return self._stores[_fetch >= FIRST_ID]

    def note_page(
        self,
        record_id: str,
        outcome: str,
        text: int | None,
        is_no_article: Callable[[str, str], bool],
        claimed: ClaimedPlace = NO_CLAIM,
        level: str = "article",
    ) -> None:
        for store in self._stores:
            store.note_page(record_id, outcome, text, is_no_article, claimed, level)

    def note_shared(self, url: str) -> None:
        for store in self._stores:
            store.note_shared(url)

    def note_errors(self, url: str | None = None) -> None:
        for store in self._stores:
            store.note_errors(url)

    def doubt_of(self, fetch: int) -> str:
        return self.store_of(fetch).doubt_of(fetch)

    def was_well(self, level: str, time: datetime, url: str) -> bool:
        # a look belongs to the last crawl that began before it, wherever that is stored
        starts = [store.start_before(time) for store in self._stores]
        return any(
            store.was_well(level, time, url)
            for store, start in zip(self._stores, starts, strict=True)
            if start == max(starts)
        )
