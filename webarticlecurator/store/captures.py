"""Stored responses and the fetches they belong to: put into the index record by record, and asked
for."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from webarticlecurator.model.capture import TRUNCATED, Capture, Failure, Origin
from webarticlecurator.store.index import Index, Row
from webarticlecurator.store.message import read_response
from webarticlecurator.store.record import (
    Record,
    RecordLocation,
    address_in,
    parse_date,
    target_address,
    warc_date,
)
from webarticlecurator.store.warc_fields import FetchMetadata, read_fetch_metadata

_SLICE = 500
_SAME_TRY = timedelta(hours=2)
"""Longer than the pauses between the attempts of one try (fetch.politeness.LONGEST_WAIT)."""
_REDIRECTS = 10
_COLUMNS = (
    "c.id, c.record_id, c.url, c.status, c.time, c.file, c.offset, c.length, c.content_type,"
    " c.payload_digest, c.body_digest, c.truncated, c.location, f.level, f.column_name, f.span,"
    " f.window, f.page, f.via"
)
_FROM = f"SELECT {_COLUMNS} FROM captures c LEFT JOIN fetches f ON f.id = c.fetch"
_FETCH = (
    "SELECT id, url, level, column_name, span, window, page, via, hops, failure, message, failed_at"
    " FROM fetches"
)


@dataclass(frozen=True)
class Fetch:
    """One fetch as stored: ``captures`` are its hops in order, ``hops`` how many there were.
    ``url`` is the requested address."""

    id: int
    url: str
    origin: Origin
    hops: int
    captures: tuple[Capture, ...]
    failure: Failure | None

    @property
    def complete(self) -> bool:
        """True if every hop is stored and the last one is an answer."""
        return self.failure is None and self.hops == len(self.captures) > 0

    @property
    def final(self) -> Capture | None:
        """The answer at the end of the redirects; None after a failure, or if a kill left only some
        hops."""
        return self.captures[-1] if self.complete else None


class NewCaptures:
    """Takes records in file order and writes their rows. Holds the metadata records whose responses
    are still to come."""

    def __init__(self, index: Index, recovered: bool) -> None:
        self._index = index
        self._recovered = recovered
        self._expected: dict[str, tuple[int, int, Origin]] = {}

    def add(self, located: RecordLocation) -> Capture | None:
        """Indexes one record; gives the capture if it is a response, or repeats one that is
        indexed. Of a ``revisit`` the capture has its own address and time, and lies where its
        original lies."""
        if located.record.kind == "response":
            return self._put(located.record, make_capture(located))
        if located.record.kind == "revisit":
            original = find_revisited(Captures(self._index), located.record)
            return (
                self._put(located.record, _repeated(original, make_capture(located)))
                if original
                else None
            )
        account = read_fetch_metadata(located.record)
        if account is not None:
            self._fetch(account)
        return None

    def _fetch(self, account: FetchMetadata) -> None:
        number = add_fetch(self._index, account, self._recovered)
        # responses follow their metadata record at once: what an earlier one still expects was lost
        # in a kill
        self._expected = {
            record_id: (number, hop, account.origin)
            for hop, record_id in enumerate(account.responses)
        }

    def _put(self, record: Record, found: Capture) -> Capture | None:
        fetch, hop, origin = self._expected.pop(record.id, (None, 0, None))
        capture = replace(found, origin=origin)
        return capture if add_capture(self._index, capture, fetch, hop) else None


def add_fetch(index: Index, account: FetchMetadata, recovered: bool) -> int:
    """Adds a row for a fetch; gives its number."""
    origin, failure = account.origin, account.failure
    place = (origin.level, origin.column, origin.span, origin.window, origin.page, origin.via)
    ending = (
        (failure.kind, failure.message, warc_date(failure.time)) if failure else (None, None, None)
    )
    return index.write(
        "INSERT INTO fetches VALUES (NULL,?,?,?,?,?,?,?,?,?,?,?,?)",
        (account.url, *place, account.hops, *ending, int(recovered)),
    )


def find_revisited(captures: Captures, revisit: Record) -> Capture | None:
    """The capture a revisit record refers to: by address and date, by record id, by payload digest
    (WARC 1.1 §6.7)."""
    uri, date, digest = (
        revisit.get(f"WARC-{name}")
        for name in ("Refers-To-Target-URI", "Refers-To-Date", "Payload-Digest")
    )
    same = (
        [
            c
            for c in captures.by_url(target_address(address_in(uri)))
            if not digest or c.payload_digest in (digest, None)
        ]
        if uri
        else []
    )
    if date:
        second = parse_date(date).replace(microsecond=0)
        same = [c for c in same if c.time.replace(microsecond=0) == second] or same
    if same:
        return same[0]
    by_id = captures.by_id(revisit.get("WARC-Refers-To")) if revisit.get("WARC-Refers-To") else None
    return by_id or (captures.by_payload(digest) if digest else None)


def _repeated(original: Capture, revisit: Capture) -> Capture:
    location = revisit.location or original.location
    return replace(
        original, record_id=revisit.record_id, url=revisit.url, time=revisit.time, location=location
    )


def make_capture(located: RecordLocation) -> Capture:
    """What the index keeps of a response record."""
    record = located.record
    response = read_response(record.url, record.block)
    decoded = response.decoded()
    return Capture(
        record.id,
        record.url,
        response.status,
        record.time,
        located.file,
        located.offset,
        located.length,
        response.get("content-type"),
        record.get("WARC-Payload-Digest") or None,
        hashlib.sha256(decoded.content).hexdigest(),
        bool(record.get("WARC-Truncated")) or decoded.fault == TRUNCATED,
        response.location(record.url),
    )


def add_capture(index: Index, capture: Capture, fetch: int | None, hop: int) -> bool:
    """Adds a row for ``capture``; False if its record id is known already."""
    if index.one("SELECT 1 FROM captures WHERE record_id = ?", (capture.record_id,)):
        return False
    index.write(
        "INSERT INTO captures VALUES (NULL,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
        (
            fetch,
            hop,
            capture.record_id,
            capture.url,
            capture.status,
            warc_date(capture.time),
            capture.file,
            capture.offset,
            capture.length,
            capture.content_type,
            capture.payload_digest,
            capture.body_digest,
            int(capture.truncated),
            capture.location,
        ),
    )
    return True


class Captures:
    """Questions about what is stored. Shared by the corpus and by WARC files that belong to
    none."""

    def __init__(self, index: Index) -> None:
        self._index = index

    def by_url(self, url: str) -> tuple[Capture, ...]:
        """Every stored response of exactly this address, by time."""
        return self._sorted(self._index.read(f"{_FROM} WHERE c.url = ?", (target_address(url),)))

    def best(self, urls: Sequence[str], policy: str = "latest") -> Capture | None:
        """The first of ``ranked``; None if there is none."""
        return next(iter(self.ranked(urls, policy)), None)

    def ranked(self, urls: Sequence[str], policy: str = "latest") -> list[Capture]:
        """Complete answers with status 200 to any of the addresses, at the end of the redirects
        that were followed from it: the latest first (``policy`` latest), or the first (``first``).
        Equal times are told apart by record id."""
        found = {
            c for url in urls for c in self._answers(url) if c.status == 200 and not c.truncated
        }
        return sorted(found, key=capture_order, reverse=policy == "latest")

    def mark_truncated(self, record_ids: Sequence[str]) -> None:
        """The stored answers of these ids turned out to be incomplete when they were read."""
        for record_id in record_ids:
            self._index.write("UPDATE captures SET truncated = 1 WHERE record_id = ?", (record_id,))

    def redirect_targets(self, url: str) -> tuple[str, ...]:
        """The addresses that ``url`` was seen to redirect to, fragments cut, the first seen
        first."""
        query = (
            "SELECT location FROM captures WHERE url = ? AND location IS NOT NULL GROUP BY location"
            " ORDER BY MIN(time), location"
        )
        return tuple(
            dict.fromkeys(_end(row[0]) for row in self._index.read(query, (target_address(url),)))
        )

    def is_answered(self, url: str) -> bool:
        """Whether an answer to exactly this address is stored that is no redirect."""
        return (
            self._index.one(
                "SELECT 1 FROM captures WHERE url = ? AND location IS NULL LIMIT 1",
                (target_address(url),),
            )
            is not None
        )

    def redirected_urls(self) -> Iterator[str]:
        """Every requested article address that was answered by a redirect."""
        query = (
            "SELECT DISTINCT f.url FROM captures c JOIN fetches f ON f.id = c.fetch"
            " WHERE c.location IS NOT NULL AND f.level = 'article' ORDER BY f.url"
        )
        yield from (row[0] for row in self._index.read(query))

    def by_id(self, record_id: str) -> Capture | None:
        row = self._index.one(f"{_FROM} WHERE c.record_id = ?", (record_id,))
        return _capture(row) if row else None

    def by_payload(self, digest: str) -> Capture | None:
        """The first capture with this payload digest: what a revisit record refers to."""
        row = self._index.one(
            f"{_FROM} WHERE c.payload_digest = ? ORDER BY c.id LIMIT 1", (digest,)
        )
        return _capture(row) if row else None

    def all(self, level: str | None = None) -> Iterator[Capture]:
        """Every capture in the order of indexing, in slices, so that the index may be changed
        meanwhile."""
        last = 0
        while rows := self._index.read(
            f"{_FROM} WHERE c.id > ? ORDER BY c.id LIMIT {_SLICE}", (last,)
        ):
            last = rows[-1][0]
            yield from (
                c
                for c in map(_capture, rows)
                if level is None or (c.origin and c.origin.level == level)
            )

    def fetches(self, url: str) -> tuple[Fetch, ...]:
        """Every fetch of this requested address, oldest first, failed ones too."""
        return tuple(
            self._with_captures(row)
            for row in self._index.read(
                f"{_FETCH} WHERE url = ? ORDER BY id", (target_address(url),)
            )
        )

    def last_fetch(self, url: str) -> Fetch | None:
        row = self._index.one(
            f"{_FETCH} WHERE url = ? ORDER BY id DESC LIMIT 1", (target_address(url),)
        )
        return self._with_captures(row) if row else None

    def last_fetch_id(self) -> int:
        """The id of the fetch that was indexed last, 0 without one: later ones have higher ids."""
        row = self._index.one("SELECT MAX(id) FROM fetches")
        return (row and row[0]) or 0

    def tries(self, url: str) -> tuple[datetime, ...]:
        """When the address was asked for and a page with status 200 came, whole or cut short: one
        time for each fetch, and for each response that belongs to none. Attempts at a page that
        broke off which follow one another at once are one try."""
        found: list[datetime] = []
        repeats = None
        for fetch in self.fetches(url):
            if fetch.final is not None and fetch.final.status == 200:
                began = fetch.captures[0].time
                if repeats is None or began - repeats > _SAME_TRY:
                    found.append(began)
                repeats = began if fetch.final.truncated else None
        alone = (
            c for c in self.by_url(url) if c.origin is None and (c.status == 200 or c.location)
        )
        return tuple(sorted([*found, *(c.time for c in alone)]))

    def recovered(self, *levels: str) -> Iterator[Fetch]:
        """Fetches that were found in the WARC files but not in the index, in the order of writing,
        until ``applied`` is called for them: the caller does for each what it does after a live
        fetch."""
        marks = ",".join("?" * len(levels))
        last = 0
        query = (
            f"{_FETCH} WHERE recovered = 1 AND id > ? AND level IN ({marks}) ORDER BY id LIMIT"
            f" {_SLICE}"
        )
        while rows := self._index.read(query, (last, *levels)):
            last = rows[-1][0]
            yield from map(self._with_captures, rows)

    def mark_applied(self, fetch: Fetch) -> None:
        """The caller has drawn its conclusions from a recovered fetch."""
        self._index.write("UPDATE fetches SET recovered = 0 WHERE id = ?", (fetch.id,))

    def count_pages(self, level: str) -> int:
        """Distinct requested addresses of a level that got an answer."""
        row = self._index.one(
            "SELECT COUNT(DISTINCT url) FROM fetches WHERE level = ? AND failure IS NULL", (level,)
        )
        return int(row[0]) if row else 0

    def _answers(self, url: str) -> list[Capture]:
        """Answers to ``url`` itself and to the addresses it was redirected to, as far as these are
        stored. Where an address redirected no more later, what came of the end of that redirect
        from then on is no answer to it."""
        found: list[Capture] = []
        waiting: list[tuple[str, datetime | None]] = [(target_address(url), None)]
        seen = set[str]()
        while waiting and len(seen) <= _REDIRECTS:
            here, until = waiting.pop()
            if here in seen:
                continue
            seen.add(here)
            ends = self.by_url(here) if here == target_address(url) else self._led_to(here, seen)
            stored = [c for c in ends if until is None or c.time < until]
            found += stored
            waiting += sorted(_ends(stored, until).items())
        return found

    def _led_to(self, url: str, asked: Collection[str]) -> tuple[Capture, ...]:
        """The answers to an address that came when one of ``asked`` was asked for, and those that
        belong to no fetch: what came when others were asked for says nothing about these."""
        marks = ",".join("?" * len(asked))
        own = self._index.read(
            f"{_FROM} WHERE f.url IN ({marks}) AND c.url = ?", (*sorted(asked), url)
        )
        alone = self._index.read(f"{_FROM} WHERE c.url = ? AND c.fetch IS NULL", (url,))
        return self._sorted([*own, *alone])

    def _with_captures(self, row: Row) -> Fetch:
        hops = self._index.read(f"{_FROM} WHERE c.fetch = ? ORDER BY c.hop", (row[0],))
        failure = Failure(row[9], row[10], parse_date(row[11])) if row[9] else None
        return Fetch(row[0], row[1], Origin(*row[2:8]), row[8], tuple(map(_capture, hops)), failure)

    def _sorted(self, rows: list[Row]) -> tuple[Capture, ...]:
        return tuple(sorted(map(_capture, rows), key=capture_order))


def capture_order(capture: Capture) -> tuple[datetime, str]:
    """The order of captures in time; equal times are told apart by record id."""
    return capture.time, capture.record_id


def _ends(stored: Sequence[Capture], until: datetime | None) -> dict[str, datetime | None]:
    """Where the captures of one address, by time, redirect to, and until when it did: up to its
    next answer of another kind."""
    found: dict[str, datetime | None] = {}
    for capture in stored:
        if not capture.location and (capture.status != 200 or capture.truncated):
            continue
        for end, last in found.items():
            found[end] = capture.time if last == until else last
        if capture.location:
            found[_end(capture.location)] = until
    return found


def _end(location: str) -> str:
    return target_address(location.partition("#")[0])


def _capture(row: Row) -> Capture:
    (
        _,
        record_id,
        url,
        status,
        time,
        file,
        offset,
        length,
        content_type,
        payload,
        body,
        truncated,
        location,
        *origin,
    ) = row
    return Capture(
        record_id,
        url,
        status,
        parse_date(time),
        file,
        offset,
        length,
        content_type,
        payload,
        body,
        bool(truncated),
        location,
        Origin(*origin) if origin[0] else None,
    )
