"""Queries for fetches, with the responses that each of them got."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from webarticlecurator.base.dataclasses import dataclass, replace
from webarticlecurator.base.model.capture import GONE, LEVELS_OF_ARTICLE, Capture, Failure, Origin
from webarticlecurator.storage.answers.capture_rows import (
    CAPTURES,
    IS_LAST_HOP,
    capture_order,
    to_capture,
    without_fragment,
)
from webarticlecurator.storage.index.counts import read_counts
from webarticlecurator.storage.index.index import IndexTables, Row
from webarticlecurator.storage.warc.record import parse_date, target_address, warc_date

_ARTICLE_LEVELS = ", ".join(f"'{level}'" for level in ("article", *LEVELS_OF_ARTICLE))
_ANSWERS = ", ".join(map(str, (200, *sorted(GONE))))
_LAST_RECORDS = 50
"""Among so many records is one of the last minutes, even if old ones were copied last."""
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
    def time(self) -> datetime | None:
        """When the fetch ended; None if nothing of it is stored."""
        if self.failure is not None:
            return self.failure.time
        return self.captures[-1].time if self.captures else None

    @property
    def complete(self) -> bool:
        """True if every hop is stored and none failed."""
        return self.failure is None and self.hops == len(self.captures) > 0

    @property
    def final(self) -> Capture | None:
        """The response at the end of the redirects; None unless the fetch is complete."""
        return (self.earlier_answer or self.captures[-1]) if self.complete else None


class Fetches(IndexTables):
    """The fetches of a corpus, or of WARC files that do not belong to one."""

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
            yield from sorted(fetches, key=fetch_order)

    def since(self, start: datetime) -> list[Fetch]:
        """Return the fetches of all levels that ended at a time or later, in their order."""
        time = warc_date(start)
        query = (
            f"{_FETCH} WHERE failed_at >= ?1 OR id IN (SELECT fetch FROM captures WHERE time >= ?1)"
        )
        return [
            self._with_captures(row) for row in self._index.read(f"{query} ORDER BY id", (time,))
        ]

    def requested_address(self, record_id: str) -> str | None:
        """Return the address that was requested when a record was captured, before redirects; None
        if that is not known."""
        return self._index.value(
            "SELECT f.url FROM captures c JOIN fetches f ON f.id = c.fetch WHERE c.record_id = ?",
            (record_id,),
        )

    def requested_addresses(self, level: str) -> Iterator[str]:
        """Yield the requested addresses of a level, in slices."""
        query = "SELECT DISTINCT url FROM fetches WHERE url > ?1 AND level = ?2 ORDER BY url"
        return (row[0] for row in self._index.sliced(query, "", (level,)))

    def stored_articles(self) -> Iterator[tuple[str, Origin]]:
        """Yield the requested address and the origin of each fetch of a listed article that got a
        page or a redirect, in the order of indexing, in slices."""
        query = (
            f"{_FETCH} WHERE id > ? AND level = 'article' AND via IS NOT NULL AND failure IS NULL"
            " AND EXISTS (SELECT 1 FROM captures WHERE fetch = fetches.id AND NOT truncated"
            " AND (status = 200 OR location IS NOT NULL)) ORDER BY id"
        )
        return ((row[1], Origin(*row[2:8])) for row in self._index.sliced(query, 0))

    def addresses(self) -> Iterator[str]:
        """Yield every address that was requested or answered, in the order of its characters.

        They are read in slices.
        """
        query = (
            "SELECT url FROM captures WHERE url > ?1 UNION SELECT url FROM fetches WHERE url > ?1"
            " ORDER BY url"
        )
        return (row[0] for row in self._index.sliced(query, ""))

    def last_fetch(self, url: str) -> Fetch | None:
        """Return the latest fetch of this requested address, or None."""
        query = f"{_FETCH} WHERE url = ? ORDER BY id DESC LIMIT 1"
        return self._index.first(self._with_captures, query, (target_address(url),))

    def last_status(self, url: str) -> int:
        """Return the status of the last answer to this requested address, 0 without one."""
        return self._index.number(
            f"SELECT c.status FROM fetches f JOIN captures c ON c.fetch = f.id AND {IS_LAST_HOP}"
            " WHERE f.url = ? ORDER BY f.id DESC LIMIT 1",
            (target_address(url),),
        )

    def later_addresses(self, url: str) -> tuple[str, ...]:
        """Return the addresses that were requested as later pages and parts of the article whose
        first page is ``url``."""
        return tuple(
            self._index.column(
                "SELECT DISTINCT url FROM fetches WHERE via = ?"
                " AND level IN ('continuation', 'part') ORDER BY url",
                (url,),
            )
        )

    def last_fetch_id(self) -> int:
        """Return the id of the fetch indexed last, 0 without one.

        Later fetches have higher ids.
        """
        return self._index.number("SELECT MAX(id) FROM fetches")

    def latest_time(self) -> datetime | None:
        """Return the time of the last records, or of the start of a crawl, if that is later."""
        newest = self._index.read(f"{CAPTURES} ORDER BY c.id DESC LIMIT {_LAST_RECORDS}")
        times = [to_capture(row).order_time for row in newest]
        started = self._index.value("SELECT max(time) FROM run_starts")
        times += [parse_date(started)] if started else []
        return max(times, default=None)

    def last_pages(self, level: str, count: int) -> list[Capture]:
        """Return the complete pages of a level that came last, the latest first."""
        # "+": by the index on the level, SQLite would read all of them
        rows = self._index.read(
            f"{CAPTURES} WHERE +f.level = ? AND c.status = 200 AND NOT c.truncated"
            " ORDER BY c.id DESC LIMIT ?",
            (level, count),
        )
        return [*map(to_capture, rows)]

    def last_answers(self, url: str, count: int = 1) -> list[Capture]:
        """Return the last answers to requests for this address, the latest first; all of them if
        ``count`` is -1.

        An answer is a complete page, or one of GONE; errors of the portal do not count. Redirects
        are followed. The answer of an earlier fetch of the same run has the time of the redirect
        to it.
        """
        is_shifted = self._index.has("SELECT 1 FROM clock_shifts LIMIT 1")
        rows = self._index.read(
            f"{CAPTURES} WHERE f.url = ? AND {IS_LAST_HOP} AND NOT c.truncated AND (c.status IN"
            f" ({_ANSWERS}) OR c.location IS NOT NULL) ORDER BY c.time DESC, c.id DESC LIMIT ?",
            (target_address(url), -1 if is_shifted else count),
        )
        found = sorted(map(to_capture, rows), key=lambda c: c.order_time, reverse=True)
        answers = ((c, self.find_end_of_redirect(c)) for c in found[: count if count > 0 else None])
        return [
            replace(answer, time=c.time, clock_behind=c.clock_behind)
            for c, answer in answers
            if answer is not None
        ]

    def article_answer_since(self, url: str, fetch: int) -> Capture | None:
        """Return the answer that a fetch for an article got from exactly this address, also as the
        target of a redirect; it has a higher id than ``fetch``. None without an answer, as meant by
        ``last_answers``."""
        final = self._last_article_answer("f.id > ?", target_address(url), fetch)
        is_answer = final is not None and not final.truncated and final.status in (200, *GONE)
        return final if is_answer else None

    def with_earlier_answer(self, captures: tuple[Capture, ...]) -> tuple[Capture, ...]:
        """Return the captures of a fetch without a failure, with the earlier answer that its last
        redirect led to, if it ends with a redirect."""
        if not captures[-1].location:
            return captures
        answer = self.find_end_of_redirect(captures[-1])
        return (*captures, answer) if answer else captures

    def recovered(self, *levels: str) -> Iterator[Fetch]:
        """Yield fetches that were in the WARC files but not in the index, in the order of writing.

        The caller does for each what it does after a live fetch, then calls ``mark_applied``.
        """
        marks = ",".join("?" * len(levels))
        query = (
            # "+": the few recovered fetches are found by their own index, not by the level
            f"{_FETCH} WHERE recovered = 1 AND id > ? AND +level IN ({marks}) ORDER BY id"
        )
        return map(self._with_captures, self._index.sliced(query, 0, levels))

    def mark_applied(self, fetch: Fetch) -> None:
        """Record that the caller has processed a recovered fetch."""
        self._index.write("UPDATE fetches SET recovered = 0 WHERE id = ?", (fetch.id,))

    def count_pages(self, level: str) -> int:
        """Return the number of requested addresses of a level that got a response."""
        return sum(number for name, _, number in read_counts(self._index, "page") if name == level)

    def archive_pages(self, column: str, span: int) -> list[str]:
        """Return the addresses of the archive pages of a span that are stored whole, with status
        200."""
        return self._index.column(
            "SELECT DISTINCT f.url FROM fetches f JOIN captures c ON c.fetch = f.id"
            " WHERE f.level = 'archive' AND f.column_name = ? AND f.span = ?"
            " AND c.status = 200 AND c.truncated = 0",
            (column, span),
        )

    def has_page_below(self, origin: str) -> bool:
        """Return True if a page of an origin is stored, robots.txt aside, whatever asked for it."""
        # '0' is the character after '/'
        query = "SELECT id FROM captures WHERE url > ?1 || '/' AND url < ?1 || '0' AND status = 200"
        other = " AND url <> ?1 || '/robots.txt' LIMIT 1"
        return self._index.value(query + other, (origin,)) is not None

    def first_capture(self, url: str) -> datetime | None:
        """Return the time of the first response to a request for this address, or None."""
        time = self._index.value(
            "SELECT MIN(c.time) FROM fetches f JOIN captures c ON c.fetch = f.id WHERE f.url = ?",
            (target_address(url),),
        )
        return parse_date(time) if time else None

    def answered_since(self, url: str, fetch: int) -> bool:
        """Return whether a fetch with a higher id than ``fetch`` got a response of this address,
        also as the target of a redirect."""
        return self._index.has(
            "SELECT 1 FROM captures WHERE url = ? AND fetch > ? LIMIT 1",
            (target_address(url), fetch),
        )

    def find_end_of_redirect(self, capture: Capture) -> Capture | None:
        """Return the capture that a fetch ends with; if it is a redirect, the answer of its target
        to an earlier fetch of the same run, or None."""
        if not capture.location:
            return capture
        is_earlier = "f.id < (SELECT fetch FROM captures WHERE record_id = ?)"
        return self._last_article_answer(
            is_earlier, without_fragment(capture.location), capture.record_id
        )

    def _last_article_answer(self, condition: str, url: str, value: int | str) -> Capture | None:
        """Return the end of the last fetch for an article that requested ``url`` on its way;
        ``condition`` says which fetches count, with one ``value``."""
        return self._index.first(
            lambda row: self._fetch(row[0]).final,
            f"SELECT f.id FROM captures c JOIN fetches f ON f.id = c.fetch WHERE c.url = ?"
            f" AND f.level IN ({_ARTICLE_LEVELS}) AND {condition} ORDER BY c.id DESC LIMIT 1",
            (url, value),
        )

    def _with_captures(self, row: Row) -> Fetch:
        hops = self._index.read(f"{CAPTURES} WHERE c.fetch = ? ORDER BY c.hop", (row[0],))
        captures = tuple(map(to_capture, hops))
        failure = Failure(row[9], row[10], parse_date(row[11])) if row[9] else None
        fetch = Fetch(row[0], row[1], Origin(*row[2:8]), row[8], captures, failure)
        if fetch.complete and captures[-1].location:
            return replace(fetch, earlier_answer=self.find_end_of_redirect(captures[-1]))
        return fetch

    def _fetch(self, number: int) -> Fetch:
        row = self._index.one(f"{_FETCH} WHERE id = ?", (number,))
        assert row is not None
        return self._with_captures(row)


def fetch_order(fetch: Fetch) -> tuple[datetime, str]:
    """Return the sort key of fetches: the time of their first answer or failure, then its id."""
    if fetch.captures:
        return capture_order(fetch.captures[0])
    return (fetch.failure.time if fetch.failure else parse_date("")), ""
