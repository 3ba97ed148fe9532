"""Which answers in a WARC file are those to requests other than GET."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, timedelta

from webarticlecurator.storage.warc.record import Record

LONGEST = timedelta(minutes=1)
"""How long an answer may take where nothing says which request it belongs to."""
NEAR = 1000
"""Records between a request and its answer, of those that are kept: a file may have millions."""


class OtherRequests:
    """The answers to requests other than GET, such as a POST of a form to the address of an
    article, or a HEAD: they are no captures of the address.

    WARC-Concurrent-To of either says which belong together (WARC 1.1, 5.7); without it, the next
    answer of the address does, from the second of the request on, unless it is that to a GET.
    """

    def __init__(self) -> None:
        self._places: dict[str, tuple[str, datetime]] = {}
        self._answers: set[str] = set()
        self._gets = deque[tuple[str, datetime]](maxlen=NEAR)
        self._posted, self._got = set[str](), set[tuple[str, datetime]]()
        self._responses = deque[tuple[str, tuple[str, ...]]](maxlen=NEAR)
        self._unnamed: set[tuple[str, datetime]] = set()

    def note(self, record: Record) -> None:
        """Note a request, or to which one a response says that it belongs."""
        concurrent = record.all("WARC-Concurrent-To")
        if record.kind == "response" and concurrent:
            self._responses.append((record.id, concurrent))
            for each in concurrent:
                if each in self._places:
                    self._answers.add(record.id)
                    self._unnamed.discard(self._places[each])
        elif record.kind == "request":
            place = record.url, record.time.replace(microsecond=0)
            method = record.block.strip().partition(b" ")[0].upper()
            if method == b"GET" or not method.isalpha():
                self._gets.append(place)
                if record.url in self._posted:
                    self._got.add(place)
                return
            self._places[record.id] = place
            answers = {*concurrent, *(name for name, ids in self._responses if record.id in ids)}
            self._answers |= answers
            if not answers:
                self._unnamed.add(place)
                self._posted.add(record.url)
                self._got.update(each for each in self._gets if each[0] == record.url)

    def list_answers(
        self, list_times: Callable[[str], Iterable[tuple[str, datetime]]]
    ) -> Iterator[str]:
        """Yield the record ids of these answers. ``list_times``: the answers of an address, by id
        and time."""
        yield from self._answers
        for url, asked in self._unnamed:
            times = {each: time.replace(microsecond=0) for each, time in list_times(url)}
            later = [
                time
                for time in times.values()
                if asked <= time <= asked + LONGEST and (url, time) not in self._got
            ]
            yield from (each for each, time in times.items() if time == min(later, default=None))
