"""Queries for stored responses."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import datetime, timedelta

from webarticlecurator.base.model.capture import GONE, Capture
from webarticlecurator.base.text.times import DAY_LENGTH
from webarticlecurator.storage.answers.capture_rows import (
    CAPTURES,
    GONE_STATUSES,
    IS_LAST_HOP,
    NOT_USED,
    capture_order,
    to_capture,
    without_fragment,
)
from webarticlecurator.storage.answers.fetches import Fetches
from webarticlecurator.storage.index.index import Row
from webarticlecurator.storage.warc.record import target_address, warc_date

_SAME_TRY = timedelta(hours=2)
"""Longer than the pauses between the attempts of one try (fetch.politeness.MAX_WAIT)."""
_MAX_REDIRECTS = 10
_IS_USED = f"c.truncated <> {NOT_USED}"


class Captures(Fetches):
    """The captures and fetches of a corpus, or of WARC files that do not belong to one."""

    def by_url(self, url: str) -> tuple[Capture, ...]:
        """Return every stored response of exactly this address, by time."""
        return self._sorted(self._index.read(f"{CAPTURES} WHERE c.url = ?", (target_address(url),)))

    def of_addresses(self, urls: Iterable[str]) -> tuple[Capture, ...]:
        """Return every stored response to a request for one of these addresses, by time.

        Redirects on the way and error answers are included.
        """
        rows: dict[int, Row] = {}
        for url in dict.fromkeys(map(target_address, urls)):
            found = self._index.read(f"{CAPTURES} WHERE f.url = ?", (url,))
            found += self._index.read(f"{CAPTURES} WHERE c.url = ?", (url,))
            rows.update((row[0], row) for row in found)
        return self._sorted([*rows.values()])

    def complete_pages(self, url: str) -> tuple[Capture, ...]:
        """Return the complete responses with status 200 of exactly this address, by time."""
        query = f"{CAPTURES} WHERE c.url = ? AND c.status = 200 AND NOT c.truncated"
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

    def times(self) -> tuple[str, str]:
        """Return the WARC dates of the first and the last stored response; empty without any."""
        row = self._index.one("SELECT min(time), max(time) FROM captures")
        return (str(row[0]), str(row[1])) if row and row[0] else ("", "")

    def days(self) -> tuple[str, str]:
        """Return the days (UTC) of the first and the last stored response; empty without any."""
        first, last = self.times()
        return first[:DAY_LENGTH], last[:DAY_LENGTH]

    def repeated_by(self, capture: Capture) -> Capture | None:
        """Return the stored response that a revisit repeats; None for any other capture."""
        original = self._index.first(
            to_capture,
            f"{CAPTURES} WHERE c.file = ?1 AND c.offset = ?2 AND c.url = ?3 ORDER BY c.id LIMIT 1",
            (capture.file, capture.offset, capture.url),
        )
        return None if original is None or original.record_id == capture.record_id else original

    def answer_before(self, url: str, time: datetime) -> Capture | None:
        """Return the last complete answer to a request for ``url`` up to ``time``, after redirects
        and with any status; None without one."""
        values = (target_address(url), warc_date(time))
        latest = "AND c.time <= ? ORDER BY c.time DESC, c.record_id DESC LIMIT 1"
        fetched = self._index.read(f"{CAPTURES} WHERE f.url = ? AND {IS_LAST_HOP} {latest}", values)
        others = self._index.read(
            f"{CAPTURES} WHERE c.url = ? AND c.fetch IS NULL AND c.location IS NULL {latest}",
            values,
        )
        return next(iter(reversed(self._sorted([*fetched, *others]))), None)

    def mark_truncated(self, record_ids: Sequence[str]) -> None:
        """Mark captures that turned out to be incomplete when they were read."""
        for record_id in record_ids:
            self._index.write("UPDATE captures SET truncated = 1 WHERE record_id = ?", (record_id,))

    def redirect_targets(self, url: str) -> tuple[str, ...]:
        """Return the addresses that ``url`` redirected to, without fragments, also in answers that
        are not used: to which places the portal redirects is one of the reasons for that.

        The first seen comes first.
        """
        times = sorted(self.redirect_times(url))
        return tuple(dict.fromkeys(without_fragment(location) for _, location in times))

    def redirect_times(self, url: str) -> list[tuple[str, str]]:
        """Return when ``url`` redirected first to each of its targets, and these, in no order."""
        query = (
            "SELECT MIN(time), location FROM captures WHERE url = ? AND location IS NOT NULL"
            " GROUP BY location"
        )
        return [(row[0], row[1]) for row in self._index.read(query, (target_address(url),))]

    def is_answered(self, url: str) -> bool:
        """Return whether a response that is not a redirect is stored for exactly this address."""
        return self._index.has(
            "SELECT 1 FROM captures WHERE url = ? AND location IS NULL LIMIT 1",
            (target_address(url),),
        )

    def has_any(self, url: str) -> bool:
        """Return whether a response of this address is stored, or a fetch for it, also one that
        failed."""
        return self._index.has(
            "SELECT 1 WHERE EXISTS (SELECT 1 FROM fetches WHERE url = ?1)"
            " OR EXISTS (SELECT 1 FROM captures WHERE url = ?1)",
            (target_address(url),),
        )

    def by_id(self, record_id: str) -> Capture | None:
        """Return the capture with this record id, or None."""
        return self._index.first(to_capture, f"{CAPTURES} WHERE c.record_id = ?", (record_id,))

    def at(self, file: str, offset: int) -> tuple[Capture, ...]:
        """Return the captures whose record lies at a place of a file; looks at all of them."""
        return self._sorted(
            self._index.read(f"{CAPTURES} WHERE c.file = ? AND c.offset = ?", (file, offset))
        )

    def by_payload(self, digest: str) -> Capture | None:
        """Return the first capture with this payload digest, or None."""
        return self._index.first(
            to_capture, f"{CAPTURES} WHERE c.payload_digest = ? ORDER BY c.id LIMIT 1", (digest,)
        )

    def all(self, level: str | None = None) -> Iterator[Capture]:
        """Yield every capture in the order of indexing.

        They are read in slices: the index may be changed meanwhile.
        """
        query = f"{CAPTURES} WHERE c.id > ? ORDER BY c.id"
        return (
            capture
            for capture in map(to_capture, self._index.sliced(query, 0))
            if level is None or (capture.origin and capture.origin.level == level)
        )

    def article_answers(self, *statuses: int) -> Iterator[Capture]:
        """Yield the answers of articles with one of some statuses, in the order of indexing, in
        slices."""
        numbers = ",".join(map(str, statuses))
        query = (
            f"{CAPTURES} WHERE c.id > ? AND c.status IN ({numbers}) AND f.level = 'article'"
            f" AND {IS_LAST_HOP} ORDER BY c.id"
        )
        return map(to_capture, self._index.sliced(query, 0))

    def page_addresses(self, contains: str, limit: int) -> list[str]:
        """Return at most ``limit`` addresses with a complete answer of status 200 that is HTML or
        JSON, in the order of their characters: those that have ``contains`` in them."""
        return self._index.column(
            "SELECT DISTINCT url FROM captures WHERE status = 200 AND NOT truncated"
            " AND (?1 = '' OR instr(url, ?1)) AND (content_type IS NULL"
            " OR content_type LIKE '%html%' OR content_type LIKE '%json%')"
            " ORDER BY url LIMIT ?2",
            (contains, limit),
        )

    def addresses_beginning(self, prefix: str, limit: int) -> list[str]:
        """Return addresses as ``page_addresses``, which begin with a text: found by the index."""
        return self._index.column(
            "SELECT DISTINCT url FROM captures WHERE url >= ?1 AND url < ?2 AND status = 200"
            " AND NOT truncated ORDER BY url LIMIT ?3",
            (prefix, f"{prefix}\U0010ffff", limit),
        )

    def archive_addresses(self, contains: str, limit: int) -> list[str]:
        """Return at most ``limit`` addresses that were requested as archive pages, in the order of
        their characters: those that have ``contains`` in them."""
        return self._index.column(
            "SELECT DISTINCT url FROM fetches WHERE level = 'archive'"
            " AND failure IS NULL AND (?1 = '' OR instr(url, ?1)) ORDER BY url LIMIT ?2",
            (contains, limit),
        )

    def find_gone(self, url: str) -> Capture | None:
        """Return the first of the answers 404 or 410 after the last page of this address.

        None if the last answer was a page, or if there never was one.
        """
        if not self.may_be_gone(url):
            return None
        answers = [
            c
            for c in sorted(self._responses(url), key=capture_order)
            if c.status in GONE or (c.status == 200 and not c.truncated)
        ]
        last_page = max((n for n, c in enumerate(answers) if c.status == 200), default=None)
        return None if last_page is None else next(iter(answers[last_page + 1 :]), None)

    def may_be_gone(self, url: str) -> bool:
        """Return False if every stored response of exactly this address is a page or an error."""
        return self._index.has(
            "SELECT 1 FROM captures WHERE url = ?"
            f" AND (location IS NOT NULL OR status IN ({GONE_STATUSES})) LIMIT 1",
            (target_address(url),),
        )

    def tries(self, url: str) -> tuple[datetime, ...]:
        """Return the times of requests that got a page with status 200, whole or cut short.

        There is one time per fetch, and one per response without a fetch. Attempts that follow a
        truncated response at once count as the same try. Answers that are not used do not count.
        """
        times: list[datetime] = []
        last_truncated = None
        not_used = self.fetches_not_used(url)
        for fetch in self.fetches(url):
            if fetch.id in not_used:
                continue
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

    def times_gone(self, url: str) -> tuple[datetime, ...]:
        """Return the times of the answers 404 and 410 to requests for an address after its last
        page. Answers that are not used do not count."""
        times: list[datetime] = []
        not_used = self.fetches_not_used(url)
        for fetch in self.fetches(url):
            final = fetch.final if fetch.id not in not_used else None
            if final is not None and final.status in GONE:
                times.append(final.time)
            elif final is not None and final.status == 200:
                times.clear()
        return tuple(times)

    def fetches_not_used(self, url: str) -> frozenset[int]:
        """Return the fetches of a requested address whose answers are not used."""
        return frozenset(
            self._index.column(
                "SELECT DISTINCT fetch FROM captures WHERE truncated = ? AND fetch IN"
                " (SELECT id FROM fetches WHERE url = ?)",
                (NOT_USED, target_address(url)),
            )
        )

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
            captures = self.used_of(address) if address == start else self.led_to(address, seen)
            in_time = [c for c in captures if until is None or c.order_time < until]
            responses += in_time
            # The targets that the captures of one address, sorted by time, redirect to
            targets: dict[str, datetime | None] = {}
            for capture in in_time:
                if not capture.location and (capture.status != 200 or capture.truncated):
                    continue
                for target, end in targets.items():
                    targets[target] = capture.order_time if end == until else end
                if capture.location:
                    targets[without_fragment(capture.location)] = until
            waiting += sorted(targets.items())
        return responses

    def used_of(self, url: str) -> tuple[Capture, ...]:
        """Return the responses of exactly this address that are used, by time."""
        return self._sorted(
            self._index.read(f"{CAPTURES} WHERE c.url = ? AND {_IS_USED}", (target_address(url),))
        )

    def led_to(self, url: str, requested: Collection[str]) -> tuple[Capture, ...]:
        """Return the responses of an address that belong to a request for one of ``requested``.

        Responses without a fetch are included. Those to requests for other addresses are not:
        they do not show what the requested ones lead to, unless a request ended with a redirect to
        an earlier answer.
        """
        marks = ",".join("?" * len(requested))
        own = self._index.read(
            f"{CAPTURES} WHERE f.url IN ({marks}) AND c.url = ? AND {_IS_USED}",
            (*sorted(requested), url),
        )
        without_fetch = self._index.read(f"{CAPTURES} WHERE c.url = ? AND c.fetch IS NULL", (url,))
        redirects = self._index.read(
            f"{CAPTURES} WHERE f.url IN ({marks}) AND {IS_LAST_HOP} AND c.location IS NOT NULL"
            f" AND {_IS_USED}",
            (*sorted(requested),),
        )
        redirected = {
            answer
            for capture in map(to_capture, redirects)
            if (answer := self.find_end_of_redirect(capture)) is not None and answer.url == url
        }
        return tuple(
            sorted({*map(to_capture, [*own, *without_fetch]), *redirected}, key=capture_order)
        )

    def _sorted(self, rows: list[Row]) -> tuple[Capture, ...]:
        return tuple(sorted(map(to_capture, rows), key=capture_order))
