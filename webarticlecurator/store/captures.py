"""Queries for stored responses and the fetches they belong to."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from webarticlecurator.model.capture import GONE, LEVELS_OF_ARTICLE, Capture, Failure, Origin
from webarticlecurator.store.index import Index, Row
from webarticlecurator.store.record import parse_date, target_address, warc_date

_SLICE = 500
_SAME_TRY = timedelta(hours=2)
"""Longer than the pauses between the attempts of one try (fetch.politeness.LONGEST_WAIT)."""
_MAX_REDIRECTS = 10
_COLUMNS = (
    "c.id, c.record_id, c.url, c.status, c.time, c.file, c.offset, c.length, c.content_type,"
    " c.payload_digest, c.body_digest, c.truncated, c.location, f.level, f.column_name, f.span,"
    " f.window, f.page, f.via"
)
_FROM = f"SELECT {_COLUMNS} FROM captures c LEFT JOIN fetches f ON f.id = c.fetch"
_IS_LAST_HOP = "f.failure IS NULL AND c.hop = f.hops - 1"
_ARTICLE_LEVELS = ", ".join(f"'{level}'" for level in ("article", *LEVELS_OF_ARTICLE))
_ANSWERS = ", ".join(map(str, (200, *sorted(GONE))))
_FETCH = (
    "SELECT id, url, level, column_name, span, window, page, via, hops, failure, message,"
    " failed_at FROM fetches"
)


@dataclass(frozen=True)
class Fetch:
    """One fetch as stored.

    ``url`` is the requested address, ``hops`` the number of responses received, ``captures`` those
    that are stored, in order. If the last one redirects to an address that was requested earlier in
    the same run, there was no other request, and ``earlier_answer`` is the answer of then.
    """

    id: int
    url: str
    origin: Origin
    hops: int
    captures: tuple[Capture, ...]
    failure: Failure | None
    earlier_answer: Capture | None = None

    @property
    def complete(self) -> bool:
        """True if every hop is stored and there was no failure."""
        return self.failure is None and self.hops == len(self.captures) > 0

    @property
    def final(self) -> Capture | None:
        """The response at the end of the redirects; None unless the fetch is complete."""
        return (self.earlier_answer or self.captures[-1]) if self.complete else None


class Captures:
    """The captures and fetches of a corpus, or of WARC files that do not belong to one."""

    def __init__(self, index: Index) -> None:
        self._index = index

    def by_url(self, url: str) -> tuple[Capture, ...]:
        """Return every stored response of exactly this address, by time."""
        return self._sorted(self._index.read(f"{_FROM} WHERE c.url = ?", (target_address(url),)))

    def of_addresses(self, urls: Iterable[str]) -> tuple[Capture, ...]:
        """Return every stored response to a request for one of these addresses, by time.

        Redirects on the way and error answers are included.
        """
        rows: dict[int, Row] = {}
        for url in dict.fromkeys(map(target_address, urls)):
            found = self._index.read(f"{_FROM} WHERE f.url = ?", (url,))
            found += self._index.read(f"{_FROM} WHERE c.url = ?", (url,))
            rows.update((row[0], row) for row in found)
        return self._sorted([*rows.values()])

    def complete_pages(self, url: str) -> tuple[Capture, ...]:
        """Return the complete responses with status 200 of exactly this address, by time."""
        query = f"{_FROM} WHERE c.url = ? AND c.status = 200 AND NOT c.truncated"
        return self._sorted(self._index.read(query, (target_address(url),)))

    def best(self, urls: Sequence[str], policy: str = "latest") -> Capture | None:
        """Return the first capture of ``ranked``, or None."""
        return next(iter(self.ranked(urls, policy)), None)

    def ranked(self, urls: Sequence[str], policy: str = "latest") -> list[Capture]:
        """Return the complete responses with status 200 to any of the addresses.

        Redirects are followed. The latest capture comes first (``policy`` latest), or the oldest
        (``first``); equal times are ordered by record id.
        """
        complete = {
            c for url in urls for c in self._responses(url) if c.status == 200 and not c.truncated
        }
        return sorted(complete, key=capture_order, reverse=policy == "latest")

    def repeated_by(self, capture: Capture) -> Capture | None:
        """Return the stored response that a revisit repeats; None for any other capture."""
        row = self._index.one(
            f"{_FROM} WHERE c.file = ?1 AND c.offset = ?2 AND c.url = ?3 ORDER BY c.id LIMIT 1",
            (capture.file, capture.offset, capture.url),
        )
        original = _capture(row) if row else None
        return None if original is None or original.record_id == capture.record_id else original

    def answer_before(self, url: str, time: datetime) -> Capture | None:
        """Return the last complete answer to a request for ``url`` up to ``time``, after redirects
        and with any status; None without one."""
        values = (target_address(url), warc_date(time))
        latest = "AND c.time <= ? ORDER BY c.time DESC, c.record_id DESC LIMIT 1"
        fetched = self._index.read(f"{_FROM} WHERE f.url = ? AND {_IS_LAST_HOP} {latest}", values)
        others = self._index.read(
            f"{_FROM} WHERE c.url = ? AND c.fetch IS NULL AND c.location IS NULL {latest}", values
        )
        return next(iter(reversed(self._sorted([*fetched, *others]))), None)

    def mark_truncated(self, record_ids: Sequence[str]) -> None:
        """Mark captures that turned out to be incomplete when they were read."""
        for record_id in record_ids:
            self._index.write("UPDATE captures SET truncated = 1 WHERE record_id = ?", (record_id,))

    def redirect_targets(self, url: str) -> tuple[str, ...]:
        """Return the addresses that ``url`` redirected to, without fragments.

        The first seen comes first.
        """
        query = (
            "SELECT location FROM captures WHERE url = ? AND location IS NOT NULL"
            " GROUP BY location ORDER BY MIN(time), location"
        )
        rows = self._index.read(query, (target_address(url),))
        return tuple(dict.fromkeys(_without_fragment(row[0]) for row in rows))

    def is_answered(self, url: str) -> bool:
        """Return whether a response that is not a redirect is stored for exactly this address."""
        query = "SELECT 1 FROM captures WHERE url = ? AND location IS NULL LIMIT 1"
        return self._index.one(query, (target_address(url),)) is not None

    def redirected_urls(self) -> Iterator[str]:
        """Yield every requested article address whose response was a redirect."""
        query = (
            "SELECT DISTINCT f.url FROM captures c JOIN fetches f ON f.id = c.fetch"
            " WHERE c.location IS NOT NULL AND f.level = 'article' ORDER BY f.url"
        )
        yield from (row[0] for row in self._index.read(query))

    def by_id(self, record_id: str) -> Capture | None:
        """Return the capture with this record id, or None."""
        row = self._index.one(f"{_FROM} WHERE c.record_id = ?", (record_id,))
        return _capture(row) if row else None

    def at(self, file: str, offset: int) -> tuple[Capture, ...]:
        """Return the captures whose record lies at a place of a file; looks at all of them."""
        rows = self._index.read(f"{_FROM} WHERE c.file = ? AND c.offset = ?", (file, offset))
        return self._sorted(rows)

    def by_payload(self, digest: str) -> Capture | None:
        """Return the first capture with this payload digest, or None."""
        row = self._index.one(
            f"{_FROM} WHERE c.payload_digest = ? ORDER BY c.id LIMIT 1", (digest,)
        )
        return _capture(row) if row else None

    def all(self, level: str | None = None) -> Iterator[Capture]:
        """Yield every capture in the order of indexing.

        They are read in slices: the index may be changed meanwhile.
        """
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
        """Return every fetch of this requested address, oldest first, with failed ones."""
        return tuple(
            self._with_captures(row)
            for row in self._index.read(
                f"{_FETCH} WHERE url = ? ORDER BY id", (target_address(url),)
            )
        )

    def fetches_of_levels(self, *levels: str) -> Iterator[Fetch]:
        """Yield every fetch of some levels, by requested address and time.

        They are read address by address: the index may be changed meanwhile.
        """
        marks = ",".join("?" * len(levels))
        urls = self._index.read(
            f"SELECT DISTINCT url FROM fetches WHERE level IN ({marks}) ORDER BY url", levels
        )
        for (url,) in urls:
            fetches = [fetch for fetch in self.fetches(url) if fetch.origin.level in levels]
            yield from sorted(fetches, key=_fetch_order)

    def last_fetch(self, url: str) -> Fetch | None:
        """Return the latest fetch of this requested address, or None."""
        row = self._index.one(
            f"{_FETCH} WHERE url = ? ORDER BY id DESC LIMIT 1", (target_address(url),)
        )
        return self._with_captures(row) if row else None

    def last_fetch_id(self) -> int:
        """Return the id of the fetch indexed last, 0 without one.

        Later fetches have higher ids.
        """
        row = self._index.one("SELECT MAX(id) FROM fetches")
        return (row and row[0]) or 0

    def first_capture(self, url: str) -> datetime | None:
        """Return the time of the first response to a request for this address, or None."""
        row = self._index.one(
            "SELECT MIN(c.time) FROM fetches f JOIN captures c ON c.fetch = f.id WHERE f.url = ?",
            (target_address(url),),
        )
        return parse_date(row[0]) if row and row[0] else None

    def last_answers(self, url: str, count: int = 1) -> list[Capture]:
        """Return the last answers to requests for this address, the latest first.

        An answer is a complete page, or one of GONE; errors of the portal do not count. Redirects
        are followed. The answer of an earlier fetch of the same run has the time of the redirect
        to it.
        """
        rows = self._index.read(
            f"{_FROM} WHERE f.url = ? AND {_IS_LAST_HOP} AND NOT c.truncated AND (c.status IN"
            f" ({_ANSWERS}) OR c.location IS NOT NULL) ORDER BY c.time DESC, c.id DESC LIMIT ?",
            (target_address(url), count),
        )
        answers = ((c.time, self._end_of_redirect(c)) for c in map(_capture, rows))
        return [replace(answer, time=time) for time, answer in answers if answer is not None]

    def article_answer_since(self, url: str, fetch: int) -> Capture | None:
        """Return the answer that a fetch for an article got from exactly this address, also as the
        target of a redirect; it has a higher id than ``fetch``. None without an answer, as meant by
        ``last_answers``."""
        row = self._index.one(
            f"SELECT f.id FROM captures c JOIN fetches f ON f.id = c.fetch WHERE c.url = ?"
            f" AND f.id > ? AND f.level IN ({_ARTICLE_LEVELS}) ORDER BY c.id DESC LIMIT 1",
            (target_address(url), fetch),
        )
        final = self._fetch(row[0]).final if row else None
        return final if final is not None and _is_answer(final) else None

    def with_earlier_answer(self, captures: tuple[Capture, ...]) -> tuple[Capture, ...]:
        """Return the captures of a fetch without a failure, with the earlier answer that its last
        redirect led to, if it ends with a redirect."""
        answer = self._end_of_redirect(captures[-1])
        return (*captures, answer) if captures[-1].location and answer else captures

    def _end_of_redirect(self, capture: Capture) -> Capture | None:
        """Return the capture that a fetch ends with; if it is a redirect, the answer of its target
        to an earlier fetch of the same run, or None."""
        if not capture.location:
            return capture
        row = self._index.one(
            f"SELECT f.id FROM captures c JOIN fetches f ON f.id = c.fetch WHERE c.url = ?"
            f" AND f.level IN ({_ARTICLE_LEVELS}) AND f.id <"
            " (SELECT fetch FROM captures WHERE record_id = ?) ORDER BY c.id DESC LIMIT 1",
            (_without_fragment(capture.location), capture.record_id),
        )
        return self._fetch(row[0]).final if row else None

    def find_gone(self, url: str) -> Capture | None:
        """Return the first of the answers 404 or 410 after the last page of this address.

        None if the last answer was a page, or if there never was one.
        """
        answers = [
            c
            for c in sorted(self._responses(url), key=capture_order)
            if c.status in GONE or (c.status == 200 and not c.truncated)
        ]
        last_page = max((n for n, c in enumerate(answers) if c.status == 200), default=None)
        return None if last_page is None else next(iter(answers[last_page + 1 :]), None)

    def answered_since(self, url: str, fetch: int) -> bool:
        """Return whether a fetch with a higher id than ``fetch`` got a response of this address,
        also as the target of a redirect."""
        row = self._index.one(
            "SELECT 1 FROM captures WHERE url = ? AND fetch > ? LIMIT 1",
            (target_address(url), fetch),
        )
        return row is not None

    def tries(self, url: str) -> tuple[datetime, ...]:
        """Return the times of requests that got a page with status 200, whole or cut short.

        There is one time per fetch, and one per response without a fetch. Attempts that follow a
        truncated response at once count as the same try.
        """
        times: list[datetime] = []
        last_truncated = None
        for fetch in self.fetches(url):
            if fetch.final is not None and fetch.final.status == 200:
                start = fetch.captures[0].time
                if last_truncated is None or start - last_truncated > _SAME_TRY:
                    times.append(start)
                last_truncated = start if fetch.final.truncated else None
        times += [
            capture.time
            for capture in self.by_url(url)
            if capture.origin is None and (capture.status == 200 or capture.location)
        ]
        return tuple(sorted(times))

    def recovered(self, *levels: str) -> Iterator[Fetch]:
        """Yield fetches that were in the WARC files but not in the index, in the order of writing.

        The caller does for each what it does after a live fetch, then calls ``mark_applied``.
        """
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
        """Record that the caller has processed a recovered fetch."""
        self._index.write("UPDATE fetches SET recovered = 0 WHERE id = ?", (fetch.id,))

    def count_archive_pages(self, column: str, span: int) -> int:
        """Return the number of archive pages of a span that are stored whole, with status 200."""
        row = self._index.one(
            "SELECT COUNT(DISTINCT f.url) FROM fetches f JOIN captures c ON c.fetch = f.id"
            " WHERE f.level = 'archive' AND f.column_name = ? AND f.span = ?"
            " AND c.status = 200 AND c.truncated = 0",
            (column, span),
        )
        return int(row[0]) if row else 0

    def count_pages(self, level: str) -> int:
        """Return the number of requested addresses of a level that got a response."""
        row = self._index.one(
            "SELECT COUNT(DISTINCT url) FROM fetches WHERE level = ? AND failure IS NULL", (level,)
        )
        return int(row[0]) if row else 0

    def _responses(self, url: str) -> list[Capture]:
        """Return the responses to ``url`` and to the addresses it was redirected to.

        Where an address stopped redirecting at some time, later responses of the former target do
        not count.
        """
        start = target_address(url)
        responses: list[Capture] = []
        waiting: list[tuple[str, datetime | None]] = [(start, None)]
        seen = set[str]()
        while waiting and len(seen) <= _MAX_REDIRECTS:
            address, until = waiting.pop()
            if address in seen:
                continue
            seen.add(address)
            captures = self.by_url(address) if address == start else self._led_to(address, seen)
            in_time = [c for c in captures if until is None or c.time < until]
            responses += in_time
            waiting += sorted(_redirect_periods(in_time, until).items())
        return responses

    def _led_to(self, url: str, requested: Collection[str]) -> tuple[Capture, ...]:
        """Return the responses of an address that belong to a request for one of ``requested``.

        Responses without a fetch are included. Those to requests for other addresses are not:
        they do not show what the requested ones lead to, unless a request ended with a redirect to
        an earlier answer.
        """
        marks = ",".join("?" * len(requested))
        own = self._index.read(
            f"{_FROM} WHERE f.url IN ({marks}) AND c.url = ?", (*sorted(requested), url)
        )
        without_fetch = self._index.read(f"{_FROM} WHERE c.url = ? AND c.fetch IS NULL", (url,))
        redirects = self._index.read(
            f"{_FROM} WHERE f.url IN ({marks}) AND {_IS_LAST_HOP} AND c.location IS NOT NULL",
            (*sorted(requested),),
        )
        earlier = {
            answer
            for capture in map(_capture, redirects)
            if (answer := self._end_of_redirect(capture)) is not None and answer.url == url
        }
        captures = {*map(_capture, [*own, *without_fetch]), *earlier}
        return tuple(sorted(captures, key=capture_order))

    def _with_captures(self, row: Row) -> Fetch:
        hops = self._index.read(f"{_FROM} WHERE c.fetch = ? ORDER BY c.hop", (row[0],))
        captures = tuple(map(_capture, hops))
        failure = Failure(row[9], row[10], parse_date(row[11])) if row[9] else None
        fetch = Fetch(row[0], row[1], Origin(*row[2:8]), row[8], captures, failure)
        if fetch.complete and captures[-1].location:
            return replace(fetch, earlier_answer=self._end_of_redirect(captures[-1]))
        return fetch

    def _fetch(self, number: int) -> Fetch:
        row = self._index.one(f"{_FETCH} WHERE id = ?", (number,))
        assert row is not None
        return self._with_captures(row)

    def _sorted(self, rows: list[Row]) -> tuple[Capture, ...]:
        return tuple(sorted(map(_capture, rows), key=capture_order))


def capture_order(capture: Capture) -> tuple[datetime, str]:
    """Return the sort key of captures: time, then record id."""
    return capture.time, capture.record_id


def _fetch_order(fetch: Fetch) -> tuple[datetime, str]:
    """Return the sort key of fetches: the time of their first answer or failure, then its id."""
    if fetch.captures:
        return capture_order(fetch.captures[0])
    return (fetch.failure.time if fetch.failure else parse_date("")), ""


def _is_answer(capture: Capture) -> bool:
    return not capture.truncated and capture.status in (200, *GONE)


def _redirect_periods(
    captures: Sequence[Capture], until: datetime | None
) -> dict[str, datetime | None]:
    """Return the targets that the captures of one address, sorted by time, redirect to.

    The value is the end of the redirect: the time of the next response of another kind, or
    ``until``.
    """
    targets: dict[str, datetime | None] = {}
    for capture in captures:
        if not capture.location and (capture.status != 200 or capture.truncated):
            continue
        for target, end in targets.items():
            targets[target] = capture.time if end == until else end
        if capture.location:
            targets[_without_fragment(capture.location)] = until
    return targets


def _without_fragment(location: str) -> str:
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
