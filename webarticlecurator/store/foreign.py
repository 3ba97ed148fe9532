"""WARC and ARC files that do not belong to a corpus: read where they are, or copied into one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import closing
from datetime import datetime
from itertools import groupby, islice
from pathlib import Path
from urllib.parse import urlsplit

from webarticlecurator.dataclasses import dataclass, replace
from webarticlecurator.errors import CuratorError, WarcUnreadable
from webarticlecurator.model.capture import Body, Capture, Origin
from webarticlecurator.model.hosts import host_of
from webarticlecurator.store.captures import Captures
from webarticlecurator.store.corpus import WritableCorpus
from webarticlecurator.store.disk import StoreOptions
from webarticlecurator.store.fetches import Fetch, capture_order, fetch_order
from webarticlecurator.store.index import Closable, Index
from webarticlecurator.store.index_opening import temporary_index
from webarticlecurator.store.inspect import digest_errors
from webarticlecurator.store.portal_answers import Answers
from webarticlecurator.store.reconcile import (
    NewCaptures,
    Place,
    add_fetch,
    find_revisited,
    make_capture,
)
from webarticlecurator.store.redact import RecordCleaner
from webarticlecurator.store.view import read_capture_body
from webarticlecurator.warc.message import is_page_record
from webarticlecurator.warc.record import (
    LOADED_FOR,
    FetchMetadata,
    Record,
    RecordLocation,
    without_record_id,
)
from webarticlecurator.warc.warc_reader import GET_AGAIN, Finding, WarcReader

# Read WARC and ARC files that do not belong to a corpus (``build --warc``).
#
# The files may be made by any tool: gzip, zstd or uncompressed, one record per member or not.


_Revisit = tuple[RecordLocation, "Place | None"]
"""A revisit, and its place in the fetch that got it."""


class ForeignWarcs(Closable):
    """The captures of some WARC files, indexed in a temporary SQLite database.

    ``captures``, ``answers`` and ``read`` work as in ``WritableCorpus``. Made by ``open_warcs``;
    close it after use.

    A ``revisit`` record becomes a capture with its own address and time and the location of the
    original record; ``unresolved`` holds the ids of revisits whose original is in none of the
    files. A record id that occurs twice is indexed once. ``damage`` lists what cannot be read, and
    record ids that two different records share (the second is indexed under another id).
    """

    def __init__(self, paths: Sequence[Path]) -> None:
        self.damage: list[Finding] = []
        self._reader = WarcReader(self.damage.append)
        self._index = temporary_index(StoreOptions())
        self.captures, self.answers = Captures(self._index), Answers(self._index)
        self.unresolved: tuple[str, ...] = ()
        try:
            self._load(paths)
        except BaseException:
            self.close()
            raise

    def forget_origins(self) -> None:
        """Drop the origins of all captures, as if the files did not record them."""
        self._index.write("UPDATE captures SET fetch = NULL")

    def assign(self, capture: Capture, origin: Origin) -> bool:
        """Set the origin of ``capture``; return False if it already has one."""
        stored = self.captures.by_id(capture.record_id)
        if stored is None or stored.origin is not None:
            return False

        metadata = FetchMetadata(capture.url, origin, 1, (), None)
        fetch = add_fetch(self._index, metadata, recovered=False)
        self._index.write(
            "UPDATE captures SET fetch = ? WHERE record_id = ?", (fetch, capture.record_id)
        )
        return True

    def read(self, capture: Capture) -> Body:
        """Return the decoded body of a capture. Raises WarcUnreadable."""
        located = replace(capture, file=self._reader.place(capture.file))
        try:
            body = read_capture_body(Path(), located)
        except CuratorError as error:
            raise WarcUnreadable(error.message, GET_AGAIN) from error
        return replace(body, capture=replace(body.capture, file=capture.file))

    def close(self) -> None:
        """Delete the temporary index and what was unpacked."""
        self._index.close()
        self._reader.close()

    def _load(self, paths: Sequence[Path]) -> None:
        revisits: list[_Revisit] = []
        for path in paths:
            new_captures = NewCaptures(self._index, recovered=False)
            for located in self._reader.records(path):
                if located.record.kind == "revisit":
                    revisits.append((located, new_captures.take_place(located.record.id)))
                elif located.record.url.lower().startswith(("http:", "https:")):
                    self._add(new_captures, located)
                elif located.record.kind == "resource":
                    new_captures.add(located)  # the portal file, with which a crawl begins
        self.unresolved = tuple(located.record.id for located in self._add_revisits(revisits))
        if self.captures.last_fetch_id():  # the answers of crawls prove something by their order
            # captures, fetches and crawls get ids from FIRST_ID on, in the order of their times;
            # nothing else refers to them yet
            _number(self._index, _CAPTURE_TIMES, ("captures", "id"), ("signed_in", "capture"))
            of_fetch = ("captures", "fetch"), ("clock_shifts", "fetch")
            _number(self._index, _FETCH_TIMES, ("fetches", "id"), *of_fetch)
            _number(self._index, _RUN_TIMES, ("run_starts", "id"))
        self._index.commit()

    def _add(self, new_captures: NewCaptures, located: RecordLocation) -> None:
        record = located.record
        if not is_parsable_url(record.url):
            self._report(located, f"no address: {record.url[:200]!r}; the record is left out")
            return

        stored = self.captures.by_id(record.id) if is_page_record(record) else None
        if stored is not None and (stored.url, stored.time) != (record.url, record.time):
            self._report(
                located,
                f"the record id {record.id[:200]} is that of another record, of {stored.url[:200]}",
            )
            located = replace(located, record=without_record_id(record))
        new_captures.add(located)

    def _report(self, located: RecordLocation, message: str) -> None:
        self.damage.append(Finding(located.file, located.offset, message))

    def _add_revisits(self, revisits: list[_Revisit]) -> list[RecordLocation]:
        """Index the revisits; return those whose original is missing.

        A revisit may refer to another revisit, so rounds go on as long as one resolves.
        """
        new_captures = NewCaptures(self._index, recovered=False)
        before = len(revisits) + 1
        while revisits and len(revisits) < before:
            before, waiting = len(revisits), revisits
            revisits = []
            for located, place in waiting:
                if self.captures.by_id(located.record.id) is not None:
                    continue
                new_captures.expect(located.record.id, place)
                if new_captures.add(located) is None:
                    revisits.append((located, place))
        return [located for located, _ in revisits]


def is_parsable_url(url: str) -> bool:
    """Return True if ``url`` can be split and has a host."""
    try:
        return bool(urlsplit(url).hostname) and urlsplit(url).port != 0
    except ValueError:
        return False


def open_warcs(paths: Sequence[Path]) -> ForeignWarcs:
    """Read and index the files.

    Raises UsageError for a missing file, WarcUnreadable with file, offset and cure.
    """
    return ForeignWarcs(paths)


# A corpus and WARC files that do not belong to it, read as if the files were its own (``build
# --warc``): what their answers prove follows from all records together.


class JoinedCorpus(WritableCorpus):
    """The open ``corpus``, with the captures and answers of ``foreign`` besides its own. Nothing
    can be appended; what changes, changes in the corpus, which is to be closed itself."""

    def __init__(self, corpus: WritableCorpus, foreign: ForeignWarcs) -> None:
        vars(self).update(vars(corpus))
        self._foreign, self._own = foreign, corpus.captures
        self.captures = JoinedCaptures(self._index, foreign.captures)
        self.answers = JoinedAnswers(self._index, foreign.answers)

    def read(self, capture: Capture) -> Body:
        """Return the decoded body of a capture, wherever it is stored. Raises StoreDamaged,
        WarcUnreadable."""
        own = self._own.by_id(capture.record_id)
        if own is not None and own.file == capture.file:
            return super().read(capture)
        return self._foreign.read(capture)


class JoinedCaptures(Captures):
    """The captures of a corpus and of other WARC files. Fetches of the files have ids from FIRST_ID
    on."""

    def __init__(self, index: Index, foreign: Captures) -> None:
        super().__init__(index)
        self._foreign = foreign

    def fetches(self, url: str) -> tuple[Fetch, ...]:
        return tuple(sorted((*super().fetches(url), *self._foreign.fetches(url)), key=fetch_order))

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
    ) -> None:
        for store in self._stores:
            store.note_page(record_id, outcome, text, is_no_article)

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


# Put the rows of WARC files that belong to no corpus into the order of time.
#
# The files are given in any order, and what their answers prove follows from their times alone. In
# a corpus the order of writing is the order of time.

FIRST_ID = 1 << 40
"""The lowest id of fetches and crawls of such files: higher than any in a corpus."""
_SHIFTED = (
    "CASE WHEN s.seconds IS NULL THEN c.time"
    " ELSE strftime('%Y-%m-%dT%H:%M:%f', c.time, '+' || s.seconds || ' seconds') END"
)
"""``Capture.order_time`` as text."""
_FETCH_TIMES = (
    "SELECT f.id, row_number() OVER (ORDER BY coalesce(min(t.time), f.failed_at, ''), f.url,"
    " min(t.record_id), f.failed_at, f.id) FROM fetches f LEFT JOIN"
    f" (SELECT c.fetch, {_SHIFTED} AS time, c.record_id FROM captures c"
    " LEFT JOIN clock_shifts s ON s.fetch = c.fetch) t ON t.fetch = f.id GROUP BY f.id"
)
# records of one file with the same time are in the order of the file
_CAPTURE_TIMES = (
    f"SELECT c.id, row_number() OVER (ORDER BY {_SHIFTED}, c.offset, c.record_id)"
    " FROM captures c LEFT JOIN clock_shifts s ON s.fetch = c.fetch"
)
_RUN_TIMES = "SELECT id, row_number() OVER (ORDER BY time) FROM run_starts"


def _number(index: Index, times: str, *columns: tuple[str, str]) -> None:
    index.write("CREATE TEMP TABLE places (old INTEGER PRIMARY KEY, new INTEGER NOT NULL)")
    index.write(f"INSERT INTO places {times}")
    for table, column in columns:  # no row has a new number yet, as all of them are higher
        new = f"{FIRST_ID} + (SELECT new FROM places WHERE old = {column})"
        index.write(f"UPDATE {table} SET {column} = {new} WHERE {column} IS NOT NULL")
    index.write("DROP TABLE places")


# Copy captures from other WARC files into a corpus.
#
# The records are *copied*, not referenced: a corpus folder is complete by itself. Request,
# response,
# resource, conversion and revisit records keep their ids, dates, headers, digests and blocks; only
# the compression is ours (one gzip member each), and what signs a request in is left out. Each is
# preceded by a metadata record with the origin that the caller decided.


OTHER_HOST = "other-host"
"""Decision about a page that does not belong to the portal: it is counted by host."""

_CLEANER = RecordCleaner()
_MAX_GROUP = 16
"""Records of one address that are in memory at a time."""


@dataclass(frozen=True)
class Adopted:
    """The result of an adoption.

    Attributes:
        captures: the number of responses, resources and revisits copied.
        known: the number of those that were already in the corpus.
        skipped: the number of those that are of no use (errors, pictures, robots.txt).
        refused: (record id, reason): refused by the caller, wrong digests, or a revisit of a
            record that was not copied.
        damage: the places in the files that cannot be read.
        other_hosts: (host, number) of pages that do not belong to the portal, most first.
    """

    captures: int
    known: int
    skipped: int
    refused: tuple[tuple[str, str], ...]
    damage: tuple[Finding, ...] = ()
    other_hosts: tuple[tuple[str, int], ...] = ()


def adopt_captures(
    corpus: WritableCorpus, paths: Sequence[Path], decide: Callable[[Capture], Origin | str]
) -> Adopted:
    """Copy the responses of ``paths`` that the caller wants, each as a live fetch of one hop.

    ``decide`` returns the origin of a capture that is wanted, else the reason why not, or "" for
    one to skip, or OTHER_HOST. Revisits are copied last: their originals must be in the corpus.

    May be repeated: a record id is copied once. Each record is a step of the corpus (``end_step``);
    the last ones need ``corpus.commit``. Raises WarcUnreadable, DiskFull.
    """
    return _Adopter(corpus, decide).run(paths)


class _Adopter:
    def __init__(self, corpus: WritableCorpus, decide: Callable[[Capture], Origin | str]) -> None:
        self._corpus = corpus
        self._decide = decide
        self._captures = self._known = self._skipped = 0
        self._refused: list[tuple[str, str]] = []
        self._other_hosts = Counter[str]()

    def run(self, paths: Sequence[Path]) -> Adopted:
        damage: dict[Finding, None] = {}  # both passes report the same places
        with closing(WarcReader(damage.setdefault)) as reader:
            with_revisits = [
                path for path in paths if self._adopt_file(reader, path, is_page_record)
            ]
            # Last: what they repeat must be there. Only the files that have some are read again.
            for path in with_revisits:
                self._adopt_file(reader, path, _is_revisit)
        hosts = sorted(self._other_hosts.items(), key=lambda pair: (-pair[1], pair[0]))
        return Adopted(
            self._captures,
            self._known,
            self._skipped,
            tuple(self._refused),
            tuple(damage),
            tuple(hosts),
        )

    def _adopt_file(
        self, reader: WarcReader, path: Path, is_wanted: Callable[[Record], bool]
    ) -> bool:
        """Adopt the wanted records of a file; return True if it has revisits."""
        has_revisits = False
        for group in _group_by_url(reader.records(path)):
            for located in group:
                has_revisits = has_revisits or _is_revisit(located.record)
                if is_wanted(located.record):
                    self._adopt_record(located, [each.record for each in group])
        return has_revisits

    def _adopt_record(self, located: RecordLocation, group: list[Record]) -> None:
        record = located.record
        stored = self._corpus.captures.by_id(record.id)
        if stored is not None and stored.url == record.url:
            self._known += 1
            return
        origin = self._decide(make_capture(located))
        reason = self._check(record, stored) if isinstance(origin, Origin) else origin
        if reason == OTHER_HOST:
            self._other_hosts[host_of(record.url)] += 1
        elif reason:
            self._refused.append((record.id, reason))
        elif isinstance(origin, Origin):
            self._copy(record, group, origin)
        else:
            self._skipped += 1

    def _check(self, record: Record, stored: Capture | None) -> str:
        """Return why a wanted record cannot be copied, or an empty string."""
        problems = digest_errors(record)
        if stored is not None:
            problems.append(f"its record id is that of another record, of {stored.url}")
        if record.kind == "revisit" and find_revisited(self._corpus.captures, record) is None:
            problems.append("it repeats a record that was not copied")
        return "; ".join(f"{record.url}: {problem}" for problem in problems)

    def _copy(self, record: Record, group: list[Record], origin: Origin) -> None:
        """Copy a record with its request; a rendered page with the response that it was made of."""
        requests = [r for r in group if r.kind == "request"]
        sources = [r for r in group if r.get(LOADED_FOR) == record.id]
        ids = {record.id, *(source.id for source in sources)}
        own = [r for r in requests if ids.intersection(r.all("WARC-Concurrent-To"))]
        intact = [r for r in (*(own or requests[:1]), *sources) if not digest_errors(r)]
        metadata = self._corpus.record_builder.fetch_metadata(record.url, origin, record)
        cleaned = [_CLEANER.clean(r) if r.kind == "request" else r for r in intact]
        self._corpus.adopt((metadata, *cleaned, record), origin.level)
        self._corpus.end_step()
        self._captures += 1


def _is_revisit(record: Record) -> bool:
    return record.kind == "revisit"


def _group_by_url(records: Iterator[RecordLocation]) -> Iterator[list[RecordLocation]]:
    """Yield neighbouring records of one address, in the order of the file.

    Request, response and metadata of one exchange are neighbours in an order that depends on the
    writer.
    """
    for _, group in groupby(records, key=lambda r: r.record.url):
        while records_of_url := list(islice(group, _MAX_GROUP)):
            yield records_of_url
