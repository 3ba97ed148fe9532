"""WARC and ARC files that do not belong to a corpus: read where they are, or copied into one.

The files may be made by any tool: gzip, zstd or uncompressed, one record per member or not.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from itertools import groupby, islice
from operator import itemgetter
from pathlib import Path
from urllib.parse import urlsplit

from webarticlecurator.base.dataclasses import replace
from webarticlecurator.base.errors import CuratorError, UsageError, WarcUnreadable
from webarticlecurator.base.model.capture import Body, Capture, Origin
from webarticlecurator.base.portal.hosts import plain_host
from webarticlecurator.pages.page.decoding import decode
from webarticlecurator.storage.answers.captures import Captures
from webarticlecurator.storage.answers.portal_answers import Answers
from webarticlecurator.storage.index.index import Closable, Index, Row, close_on_error
from webarticlecurator.storage.index.index_opening import temporary_index
from webarticlecurator.storage.index.index_schema import CAPTURES
from webarticlecurator.storage.index.store_options import StoreOptions
from webarticlecurator.storage.store.inspect import read_answer_head
from webarticlecurator.storage.store.other_requests import OtherRequests
from webarticlecurator.storage.store.reconcile import NewCaptures, Place, add_fetch, is_capture_of
from webarticlecurator.storage.store.view import read_record_of
from webarticlecurator.storage.warc.coding_digests import list_faults
from webarticlecurator.storage.warc.container import RecordReader
from webarticlecurator.storage.warc.message import (
    WITHOUT_HTTP,
    is_no_page,
    is_page_record,
    read_answer,
)
from webarticlecurator.storage.warc.record import (
    UNREADABLE_DATE,
    Record,
    RecordLocation,
    clean_warc_address,
    target_address,
    without_record_id,
)
from webarticlecurator.storage.warc.warc_fields import FetchMetadata, read_fetch_metadata
from webarticlecurator.storage.warc.warc_reader import GET_AGAIN, Finding, OnDamage, WarcReader

OTHER_METHOD = "other-method"
"""Why the answer to a POST or a HEAD is left out: it is no capture of the address."""
OTHER_SCHEME = re.compile(r"(?!https?:)[a-z][a-z0-9+.-]*:", re.IGNORECASE)
"""How an address begins that is none of the web, such as that of an answer of a name server
(``dns:``, Heritrix)."""
NoteRecord = Callable[[str], None]
_Revisit = tuple[RecordLocation, "Place | None", str]
"""A revisit, its place in the fetch that got it, and the host of what it repeats, "" if unknown."""
_Place = tuple[int, int, "str | None"]
"""File, offset and, of a record that is passed over, host."""
IsNear = Callable[[str], bool]
"""Says of a host (``plain_host``) whether its records are read."""
_PLACES = "CREATE TABLE places (file INTEGER, offset INTEGER, host TEXT);"
_PLACES_AT_ONCE = 1000
_MAX_GROUP = 16
"""Records of one address that are in memory at a time."""


class ForeignWarcs(Closable):
    """The captures of some WARC files, indexed in a temporary SQLite database.

    ``captures``, ``answers`` and ``read`` work as in ``WritableCorpus``; close it after use.
    ``note`` is called with the address of each record. Raises UsageError for a missing file,
    WarcUnreadable with file, offset and cure.

    A ``revisit`` record becomes a capture with its own address and time and the location of the
    original record; ``unresolved`` holds the ids of revisits whose original is in none of the
    files. A record id that occurs twice is indexed once. ``damage`` lists what cannot be read, and
    record ids that two different records share (the second is indexed under another id).
    ``left_out``: record id of a page that does not count → why: OTHER_METHOD for the answer to a
    POST or a HEAD.

    Records of hosts that are not ``is_near`` are passed over, neither parsed nor indexed, until
    ``find`` asks for an address there; what belongs to a fetch of a crawl is near. ``passed``: host
    → the number of its pages that were passed over, ``useless`` that of errors, images and the
    like. ``unreadable``: the places of ``damage`` that
    cannot be read.
    """

    def __init__(
        self,
        paths: Sequence[Path],
        note: NoteRecord = lambda _url: None,
        is_near: IsNear = lambda _host: True,
    ) -> None:
        self.damage: list[Finding] = []
        self.unreadable: list[Finding] = []
        self.passed, self.useless = Counter[str](), Counter[str]()
        self._paths = tuple(map(str, paths))
        self._reader = WarcReader(self._note_damage)
        folder = self._reader.folder
        self._index = temporary_index(StoreOptions(), CAPTURES + _PLACES, folder)
        self._is_near = lru_cache(maxsize=1 << 16)(is_near)
        self._files: dict[str, int] = {}
        self._places: list[_Place] = []
        self._new_revisits: list[_Revisit] = []
        self._revisits: list[_Revisit] = []  # whose originals were not found
        self.captures, self.answers = Captures(self._index), Answers(self._index)
        self.unresolved: tuple[str, ...] = ()
        self.left_out: dict[str, str] = {}
        self._origins: dict[str, Origin] = {}  # set for what crawls have requested
        self._requests = OtherRequests()
        with close_on_error(self.close):
            self._load(paths, note)

    def forget_origins(self) -> None:
        """Drop what ``assign`` and ``follow`` have set."""
        self._origins.clear()
        assigned = "fetch IN (SELECT id FROM fetches WHERE recovered = 1)"
        self._index.write(f"UPDATE captures SET fetch = NULL, hop = 0 WHERE {assigned}")
        self._index.write("DELETE FROM fetches WHERE recovered = 1")

    def origin_of(self, record_id: str) -> Origin | None:
        """Return the origin that ``assign`` has set, whatever the file says of it."""
        row = self._index.one(
            "SELECT f.level, f.column_name, f.span, f.window, f.page, f.via FROM captures c"
            " JOIN fetches f ON f.id = c.fetch AND f.recovered = 1 WHERE c.record_id = ?",
            (record_id,),
        )
        return Origin(*row) if row else self._origins.get(record_id)

    def assign(self, capture: Capture, origin: Origin) -> bool:
        """Set the origin of ``capture``; return False if that was done before. What is in no fetch
        of a crawl becomes one of its own."""
        stored = self.captures.by_id(capture.record_id)
        if stored is None or self.origin_of(capture.record_id) is not None:
            return False

        if stored.origin is not None:
            self._origins[capture.record_id] = origin
            return True
        fetch = add_fetch(
            self._index, FetchMetadata(capture.url, origin, 1, (), None), recovered=True
        )
        self._index.write(
            "UPDATE captures SET fetch = ? WHERE record_id = ?", (fetch, capture.record_id)
        )
        return True

    def follow(self, redirect: Capture, targets: Sequence[Capture]) -> Capture | None:
        """Make one of the captures that ``redirect`` leads to, the nearest in time, a part of its
        fetch, as it is after a crawl; return it. None without any, and for those of a
        crawl."""
        target = min(targets, key=lambda each: abs(each.time - redirect.time), default=None)
        last = self._assigned_fetch(redirect.record_id)
        own = target and self._assigned_fetch(target.record_id)
        if target is None or last is None or (target.origin is not None and own is None):
            return None
        (fetch, hop), (joined, _) = last, own or (None, 0)
        self._index.write(
            "UPDATE captures SET fetch = ?, hop = hop + ? WHERE record_id = ? OR fetch = ?",
            (fetch, hop + 1, target.record_id, joined),
        )
        self._index.write("DELETE FROM fetches WHERE id = ?", (joined,))
        count = "(SELECT count(*) FROM captures WHERE fetch = fetches.id)"
        self._index.write(f"UPDATE fetches SET hops = {count} WHERE id = ?", (fetch,))
        return self.captures.by_id(target.record_id)

    def _assigned_fetch(self, record_id: str) -> Row | None:
        """Return the fetch that ``assign`` has made of a capture, and the place of it there."""
        return self._index.one(
            "SELECT c.fetch, c.hop FROM captures c JOIN fetches f ON f.id = c.fetch"
            " AND f.recovered = 1 WHERE c.record_id = ?",
            (record_id,),
        )

    def number_fetches(self) -> None:
        """Number the fetches by their times, from FIRST_ID on."""
        tables = ("captures", "clock_shifts", "clock_offsets")
        of_fetch = ((table, "fetch") for table in tables)
        _number(self._index, _FETCH_TIMES, ("fetches", "id"), *of_fetch)

    def list_hops(self, capture: Capture) -> tuple[tuple[str, Capture], ...]:
        """Return the captures of the fetch of a capture, in their order, each with the file of its
        offset; itself alone without a fetch."""
        ids = self._index.column(
            "SELECT c.record_id FROM captures c JOIN captures own ON own.fetch = c.fetch"
            " WHERE own.record_id = ? ORDER BY c.hop",
            (capture.record_id,),
        )
        found = [self.captures.by_id(each) for each in ids] or [capture]
        return tuple((self._reader.place(each.file), each) for each in found if each is not None)

    def read(self, capture: Capture) -> Body:
        """Return the decoded body of a capture. Raises WarcUnreadable."""
        return read_answer(self.read_record(capture)).to_body(capture)

    def read_record(self, capture: Capture) -> Record:
        """Return the record of a capture. Raises WarcUnreadable."""
        return read_foreign_record(self._reader.unpacked, capture)

    def share(self) -> tuple[Path, Mapping[str, Path]]:
        """Let other processes read the captures from now on; what changes, they see at the next
        ``commit``. Return the folder of the index, and name of a file → its unpacked copy."""
        self.commit()
        self._index.keep_readable()
        return self._reader.folder, dict(self._reader.unpacked)

    def commit(self) -> None:
        """Show changes to other processes."""
        self._index.commit()

    def find_last(self, url: str) -> Capture | None:
        """Return the last capture of an address. Raises UsageError if it repeats a record that is
        in none of the files."""
        own = clean_warc_address(target_address(url))
        last = next(reversed(self.captures.by_url(own)), None)
        for revisit in (each.record for each, _, _ in self._revisits):
            if revisit.url == own and (last is None or revisit.time > last.time):
                of = revisit.get("WARC-Refers-To-Target-URI") or revisit.get("WARC-Refers-To")
                date = revisit.get("WARC-Refers-To-Date") or "an earlier day"
                raise UsageError(
                    f"{own}: its last capture repeats {of} of {date}, which is in none of the"
                    " files",
                    "Give the file with that capture, too.",
                )
        return last

    def has_place(self, place: str) -> bool:
        """Return True for a place in one of the files, the id of a record, or an address that they
        have."""
        return (
            place.startswith(self._paths)
            or self.captures.by_id(place) is not None
            or self.captures.is_answered(place)
        )

    def close(self) -> None:
        """Delete the temporary index and what was unpacked."""
        self._index.close()
        self._reader.close()

    def find(self, url: str) -> tuple[Capture, ...]:
        """Return the captures of an address, also of a host that was passed over."""
        self._read_passed(plain_host(url))
        return self.captures.by_url(url)

    def list_groups(self) -> Iterator[list[RecordLocation]]:
        """Yield the records that were not passed over, in the order of the files; neighbours of one
        address together, at most _MAX_GROUP. Request, response and metadata of one exchange are
        neighbours in an order that depends on the writer."""
        numbered = enumerate(self._read_places("host IS NULL"))
        # what is between two neighbours has no number between theirs
        for _, group in groupby(numbered, key=lambda n: (n[1][0] - n[0], n[1][1].record.url)):
            while some := [located for _, (_, located) in islice(group, _MAX_GROUP)]:
                yield some

    def _load(self, paths: Sequence[Path], note: NoteRecord) -> None:
        for path in paths:
            new_captures = NewCaptures(self._index, recovered=False)
            for located in self._reader.records(path):
                note(located.record.url)
                host = self._far_host(located.record, new_captures)
                file = self._files.setdefault(located.file, len(self._files))
                self._places.append((file, located.offset, host))
                if len(self._places) >= _PLACES_AT_ONCE:
                    self._write_places()
                if host is None:
                    self._take(located, new_captures)
                else:
                    is_page, is_shown = _look_at(located.record)
                    self.passed[host] += is_shown
                    self.useless[host] += is_page and not is_shown
        self._settle()
        if self.captures.last_fetch_id():  # the answers of crawls prove something by their order
            # captures, fetches and crawls get ids from FIRST_ID on, in the order of their times;
            # nothing else refers to them yet
            _number(self._index, _CAPTURE_TIMES, ("captures", "id"), ("signed_in", "capture"))
            self.number_fetches()
            _number(self._index, _RUN_TIMES, ("run_starts", "id"))
        self._index.commit()

    def _far_host(self, record: Record, new_captures: NewCaptures) -> str | None:
        """Return the host of a record that is passed over, None for one that is not."""
        if not record.url.lower().startswith(("http:", "https:")):
            return None
        host = _plain_host(record.url.partition("//")[2].partition("/")[0])
        is_taken = not host or self._is_near(host) or new_captures.expects(record)
        return None if is_taken or read_fetch_metadata(record) else host

    def _read_passed(self, *hosts: str) -> None:
        """Read the records of some hosts that were passed over."""
        far = [host for host in hosts if self.passed.pop(host, None) is not None]
        if far:
            self._index.write("CREATE INDEX IF NOT EXISTS places_host ON places (host)")
        for host in far:
            del self.useless[host]
            new_captures = NewCaptures(self._index, recovered=False)
            for _, located in self._read_places("host = ?", host):
                self._take(located, new_captures)
            self._index.write("UPDATE places SET host = NULL WHERE host = ?", (host,))
        if far:
            self._settle({*far, ""})

    def _read_places(self, where: str, *values: str) -> Iterator[tuple[int, RecordLocation]]:
        """Yield the number and the record of places, in the order of the files."""
        self._write_places()
        names = list(self._files)
        query = f"SELECT rowid, file, offset FROM places WHERE rowid > ? AND {where} ORDER BY rowid"
        for file, rows in groupby(self._index.sliced(query, 0, values), key=itemgetter(1)):
            with Path(self._reader.place(names[file])).open("rb") as stream:
                reader = RecordReader(stream)
                for number, _, offset in rows:
                    _, record, end = reader.read_quickly(offset)
                    if record is not None:
                        yield number, RecordLocation(record, names[file], offset, end - offset)

    def _write_places(self) -> None:
        self._index.write_many("INSERT INTO places VALUES (?, ?, ?)", self._places)
        self._places.clear()

    def _take(self, located: RecordLocation, new_captures: NewCaptures) -> None:
        self._requests.note(located.record)
        if located.record.kind == "revisit":
            place = new_captures.take_place(located.record.id)
            of = clean_warc_address(located.record.get("WARC-Refers-To-Target-URI"))
            self._new_revisits.append((located, place, plain_host(of)))
        elif located.record.url.lower().startswith(("http:", "https:")) or (
            located.record.kind == "response" and not OTHER_SCHEME.match(located.record.url)
        ):
            self._add(new_captures, located)
        elif located.record.kind == "resource":
            new_captures.add(located)  # the portal file, with which a crawl begins

    def _settle(self, hosts: Collection[str] = ()) -> None:
        """Look at what only all records tell, of those that were read: all, or those of ``hosts``
        that had been passed over, with the revisits of those (and of unknown ones, "")."""
        for record_id in self._requests.list_answers(self._list_times):
            self.left_out[record_id] = OTHER_METHOD
            self._index.write("DELETE FROM captures WHERE record_id = ?", (record_id,))
        new, self._new_revisits = self._new_revisits, []
        self._read_passed(*(host for _, _, host in new))
        new += [each for each in self._revisits if each[2] in hosts]
        self._revisits = [each for each in self._revisits if each[2] not in hosts]
        self._revisits += self._add_revisits(new)
        if not all(host for _, _, host in self._revisits):
            self._read_passed(*self.passed)  # what they repeat may be anywhere
        self.unresolved = tuple(each.record.id for each, _, _ in self._revisits)

    def _list_times(self, url: str) -> Iterator[tuple[str, datetime]]:
        return ((each.record_id, each.time) for each in self.captures.by_url(url))

    def _add(self, new_captures: NewCaptures, located: RecordLocation) -> None:
        record = located.record
        if not is_parsable_url(record.url):
            self._report(located, f"no address: {record.url[:200]!r}; the record is left out")
            return
        is_read = is_page_record(record) or record.kind == "continuation"
        problems = list_faults(record) if is_read else []
        if is_read and record.time == UNREADABLE_DATE:
            problems.append(f"no date: {record.get('WARC-Date')[:40]!r}")
        for problem in problems:
            self._report(located, problem)
            if record.kind == "continuation":  # it is no page, so nothing else names it
                self.unreadable.append(self.damage[-1])
        if problems:
            self.left_out[record.id] = f"{record.url}: {'; '.join(problems)}"
            return
        stored = self.captures.by_id(record.id) if is_page_record(record) else None
        if stored is not None and not is_capture_of(located, stored):
            self._report(
                located,
                f"the record id {record.id[:200]} is that of another record, of {stored.url[:200]}",
            )
            located = replace(located, record=without_record_id(record))
        new_captures.add(located)

    def _note_damage(self, finding: Finding) -> None:
        self.damage.append(finding)
        self.unreadable.append(finding)

    def _report(self, located: RecordLocation, message: str) -> None:
        self.damage.append(Finding(located.file, located.offset, message))

    def _add_revisits(self, revisits: list[_Revisit]) -> list[_Revisit]:
        """Index the revisits; return those whose original is missing.

        A revisit may refer to another revisit, so rounds go on as long as one resolves.
        """
        new_captures = NewCaptures(self._index, recovered=False)
        before = len(revisits) + 1
        while revisits and len(revisits) < before:
            before, waiting = len(revisits), revisits
            revisits = []
            for located, place, host in waiting:
                if self.captures.by_id(located.record.id) is not None:
                    continue
                new_captures.expect(located.record.id, place)
                if new_captures.add(located) is None:
                    revisits.append((located, place, host))
        return revisits


def read_foreign_record(unpacked: Mapping[str, Path], capture: Capture) -> Record:
    """Return the record of a capture; ``unpacked`` as of ``ForeignWarcs.share``. Raises
    WarcUnreadable."""
    path = unpacked.get(capture.file, Path(capture.file))
    try:
        return read_record_of(path, replace(capture, file=str(path)))
    except CuratorError as error:
        raise WarcUnreadable(error.message, GET_AGAIN) from error


def _look_at(record: Record) -> tuple[bool, bool]:
    """Return whether a record is that of a page, and whether a reader of the host would see it, by
    the head of its answer."""
    if not is_page_record(record):
        return False, False
    is_alone = record.kind in WITHOUT_HTTP
    status, kind = (200, record.get("Content-Type")) if is_alone else read_answer_head(record)
    return True, status == 200 and not is_no_page(kind)


_plain_host = lru_cache(maxsize=4096)(lambda place: plain_host(f"//{place}"))


def is_parsable_url(url: str) -> bool:
    """Return True if ``url`` can be split, is one of the web and has a host."""
    try:
        parts = urlsplit(url)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False


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
    """Number rows by their times: the files are given in any order, and what their answers prove
    follows from their times alone."""
    table, column = columns[0]
    # no row has a new number yet, as all of them are higher
    first = max(FIRST_ID, index.number(f"SELECT max({column}) FROM {table}"))
    index.write("CREATE TEMP TABLE numbers (old INTEGER PRIMARY KEY, new INTEGER NOT NULL)")
    index.write(f"INSERT INTO numbers {times}")
    for table, column in columns:
        new = f"{first} + (SELECT new FROM numbers WHERE old = {column})"
        index.write(f"UPDATE {table} SET {column} = {new} WHERE {column} IS NOT NULL")
    index.write("DROP TABLE numbers")


def cat_url(
    paths: Sequence[Path],
    url: str,
    on_damage: OnDamage = lambda _finding: None,
    *,
    raw: bool = False,
    utf8: bool = False,
) -> bytes:
    """Return the decoded body of the last capture of ``url``; for a revisit, that of the response
    which it repeats.

    With ``raw``, return the whole HTTP message as stored; with ``utf8``, convert a text from its
    character set. Raises UsageError without a capture, WarcUnreadable.
    """
    host = plain_host(url)
    with ForeignWarcs(paths, is_near=lambda each: each == host) as foreign:
        for finding in foreign.damage:
            on_damage(finding)
        last = foreign.find_last(url)
        if last is None:
            raise UsageError(
                f"no response for {url} in {', '.join(map(str, paths))}",
                "`curator warc list` shows what it contains.",
            )
        if raw:
            return foreign.read_record(last).block
        body = foreign.read(last)
    if utf8:
        return decode(body.content, body.content_type).text.encode("utf-8", "replace")
    return body.content
