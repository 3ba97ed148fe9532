"""Which answers in a WARC file are those to requests other than GET."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime

from webarticlecurator.storage.warc.record import Record


class OtherRequests:
    """The answers to requests other than GET, such as a POST of a form to the address of an
    article, or a HEAD: they are no captures of the address.

    WARC-Concurrent-To says which request an answer belongs to (WARC 1.1, 5.7); without it, those of
    one address and second do.
    """

    def __init__(self) -> None:
        self._ids: set[str] = set()
        self._answers: set[str] = set()
        self._linked: list[tuple[str, tuple[str, ...]]] = []
        self._methods: dict[tuple[str, datetime], set[bool]] = {}

    def note(self, record: Record) -> None:
        """Note a request, or to which one a response says that it belongs."""
        if record.kind not in ("request", "response"):
            return
        concurrent = record.all("WARC-Concurrent-To")
        if record.kind == "response":
            if concurrent:
                self._linked.append((record.id, concurrent))
            return
        is_other = not record.block.startswith(b"GET ")
        if is_other:
            self._ids.add(record.id)
            self._answers.update(concurrent)
        if not concurrent:
            second = record.time.replace(microsecond=0)
            self._methods.setdefault((record.url, second), set()).add(is_other)

    def list_answers(
        self, list_times: Callable[[str], Iterable[tuple[str, datetime]]]
    ) -> Iterator[str]:
        """Yield the record ids of these answers. ``list_times``: the answers of an address, by id
        and time."""
        linked = {record_id for record_id, _ in self._linked}
        yield from self._answers
        for record_id, requests in self._linked:
            if not self._ids.isdisjoint(requests):
                yield record_id
        for (url, second), methods in self._methods.items():
            for record_id, time in list_times(url) if methods == {True} else ():
                if time.replace(microsecond=0) == second and record_id not in linked:
                    yield record_id
