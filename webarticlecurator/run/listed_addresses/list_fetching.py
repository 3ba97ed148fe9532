"""``curator warc fetch``: request the addresses of a list politely, and store the answers in a WARC
file.

The file itself says what is done: a second run asks only for what has no answer in it yet.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from webarticlecurator.errors import PortalRefused
from webarticlecurator.fetch import ConnectionSettings, PoliteClient, RobotsAnswer
from webarticlecurator.model.capture import TRUNCATED, Exchange, Origin
from webarticlecurator.model.hosts import ANY_HOSTS, origin_of
from webarticlecurator.model.portal import FetchPolicy
from webarticlecurator.run.listed_addresses.stored_outcomes import ANSWERED, find_outcome
from webarticlecurator.run.setup import Runtime
from webarticlecurator.store import RecordBuilder, open_warcs
from webarticlecurator.store.warc_output import WarcOutput
from webarticlecurator.warc.message import read_response


@dataclass(frozen=True)
class ListOptions:
    """How a list is fetched.

    ``policy`` has pace, tries and robots. ``allows_private`` is True if addresses of this machine
    and of private networks may be requested. ``proxy`` and ``ca_file`` (PEM) are as for a crawl.
    """

    policy: FetchPolicy
    allows_private: bool = False
    proxy: str | None = field(default=None, repr=False)
    ca_file: str | None = None


@dataclass(frozen=True)
class FetchedList:
    """The result: the numbers of addresses requested now and answered before; (origin, message) of
    the sites that were not asked any more; bytes cut off the file of an interrupted run."""

    requested: int
    answered_before: int
    refused: tuple[tuple[str, str], ...]
    cut_bytes: int


def fetch_list(
    urls: Sequence[str], path: Path, options: ListOptions, runtime: Runtime | None = None
) -> FetchedList:
    """Fetch what has no answer in the file at ``path`` yet, and append it.

    A site that refuses too often is left out from then on; the others go on. Raises UsageError,
    WarcUnreadable, DiskFull.
    """
    runtime = runtime or Runtime()
    store = runtime.store_options()
    builder = RecordBuilder(store.new_id, store.now)
    with WarcOutput(path, builder, store.software) as output:
        with open_warcs([path]) as stored:
            due = [u for u in urls if find_outcome(stored.captures, u).outcome not in ANSWERED]
        fetcher = _ListFetcher(output, builder, options, runtime)
        try:
            fetcher.run(due)
        finally:
            fetcher.close()
        return FetchedList(
            fetcher.requested,
            len(urls) - len(due),
            tuple(fetcher.refused.items()),
            output.cut_bytes,
        )


class _ListFetcher:
    def __init__(
        self, output: WarcOutput, builder: RecordBuilder, options: ListOptions, runtime: Runtime
    ) -> None:
        self._output, self._builder, self._progress = output, builder, runtime.progress
        self.requested = 0
        self.refused: dict[str, str] = {}
        settings = ConnectionSettings(
            options.policy,
            ANY_HOSTS,
            options.proxy,
            options.ca_file,
            notify=runtime.progress.show_message,
            allows_private=options.allows_private,
        )
        self._client = PoliteClient(settings, runtime.clock, self._fetch_robots)

    def close(self) -> None:
        self._client.close()

    def run(self, urls: Sequence[str]) -> None:
        self._progress.begin("fetch", len(urls), "addresses")
        for url in urls:
            origin = origin_of(url)
            if origin not in self.refused:
                try:
                    self._fetch(url, Origin("article"))
                    self.requested += 1
                except PortalRefused as error:
                    self.refused[origin] = error.message
            self._progress.step(url)
        self._progress.end()

    def _fetch(self, url: str, origin: Origin) -> Exchange:
        """Store every attempt at an address; return the last one."""
        exchange = Exchange(url, ())
        for exchange in self._client.attempts(url):
            self._output.append(self._builder.fetch(exchange, origin))
        return exchange

    def _fetch_robots(self, url: str) -> RobotsAnswer:
        exchange = self._fetch(url, Origin("robots"))
        failure, final = exchange.failure, exchange.final
        if failure is not None or final is None:
            status = exchange.hops[-1].status if exchange.hops else None
            kind, message = (failure.kind, failure.message) if failure else ("", "no answer")
            return RobotsAnswer.failed(kind, message, status)
        decoded = read_response(final.url, final.response).decoded()
        whole = not final.truncated and decoded.fault != TRUNCATED
        return RobotsAnswer.read(final.status, decoded.content, whole=whole)
