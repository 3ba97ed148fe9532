"""``curator warc fetch``: request the addresses of a list politely, and store the answers in a WARC
file.

The file itself says what is done: a second run asks only for what has no answer in it yet.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from webarticlecurator.config.files import open_handle
from webarticlecurator.dataclasses import dataclass
from webarticlecurator.errors import PortalRefused, UsageError
from webarticlecurator.fetch import ConnectionSettings, Visitor
from webarticlecurator.model.capture import GONE, Capture, Exchange, Origin
from webarticlecurator.model.hosts import ANY_HOSTS, origin_of
from webarticlecurator.model.portal import FetchPolicy
from webarticlecurator.store import Captures, RecordBuilder, open_warcs
from webarticlecurator.store.disk import convert_os_errors
from webarticlecurator.warc.record import Record, encode_record
from webarticlecurator.warc.warc_reader import Finding, read_all_records, unreadable_warc
from webarticlecurator.workers.executor import Runtime
from webarticlecurator.workers.progress import progress_stage


@dataclass(frozen=True)
class FetchedList:
    """The result: the numbers of addresses requested now and answered before; (origin, message) of
    the sites that were not asked any more; bytes cut off the file of an interrupted run."""

    requested: int
    answered_before: int
    refused: tuple[tuple[str, str], ...]
    cut_bytes: int


def fetch_list(
    urls: Sequence[str],
    path: Path,
    policy: FetchPolicy,
    runtime: Runtime,
    *,
    allows_private: bool,
    proxy: str | None,
    ca_file: str | None,
) -> FetchedList:
    """Fetch what has no answer in the file at ``path`` yet, and append it.

    ``policy`` has pace, tries and robots. ``allows_private`` is True if addresses of this machine
    and of private networks may be requested. ``proxy`` and ``ca_file`` (PEM) are as for a crawl.
    A site that refuses too often is left out from then on; the others go on. Raises UsageError,
    WarcUnreadable, DiskFull.
    """
    store = runtime.store_options()
    builder = RecordBuilder(store.new_id, store.now)
    settings = ConnectionSettings(
        policy,
        ANY_HOSTS,
        proxy,
        ca_file,
        notify=runtime.progress.show_message,
        allows_private=allows_private,
    )
    with closing(WarcOutput(path, builder, store.software)) as output:
        with open_warcs([path]) as stored:
            due = [u for u in urls if find_outcome(stored.captures, u).outcome not in ANSWERED]

        def append(exchange: Exchange, origin: Origin) -> None:
            output.append(builder.fetch(exchange, origin))

        requested, refused = 0, dict[str, str]()
        with (
            Visitor(settings, runtime.clock, append) as visitor,
            progress_stage(runtime.progress, "fetch", len(due), "addresses"),
        ):
            for url in due:
                if origin_of(url) not in refused:
                    try:
                        visitor.fetch(url)
                        requested += 1
                    except PortalRefused as error:
                        refused[origin_of(url)] = error.message
                runtime.progress.step(url)
        return FetchedList(
            requested, len(urls) - len(due), tuple(refused.items()), output.cut_bytes
        )


# What became of addresses, as WARC files say it: there, redirected, gone, failed.

PAGE, REDIRECTED, GONE_WORD, ERROR = "page", "redirected", "gone", "error"
TRUNCATED_WORD, FAILED, NOT_THERE = "truncated", "failed", "missing"

OUTCOMES = {
    PAGE: "the answer is there, with status 200",
    REDIRECTED: "it redirects to `final`; without a status, that is not in the files",
    GONE_WORD: "the answer, or that of the address it redirects to, is 404 or 410",
    ERROR: "the answer is another status",
    TRUNCATED_WORD: "the answer broke off",
    FAILED: "it was requested, and no answer came; `detail` says why",
    NOT_THERE: "it is not in the files",
}
"""Outcome → its meaning. A closed list."""

ANSWERED = frozenset({PAGE, REDIRECTED, GONE_WORD})
MAX_REDIRECTS = 10


@dataclass(frozen=True)
class AddressOutcome:
    """The outcome of an address by its last capture; ``final`` is where it leads, ``capture`` the
    last one on the way, ``detail`` the message of a failure."""

    url: str
    outcome: str
    final: str = ""
    capture: Capture | None = None
    detail: str = ""


def find_outcome(captures: Captures, url: str) -> AddressOutcome:
    """Return what became of one address, by its last capture that is whole."""
    capture = _last_capture(captures, url)
    if capture is None:
        fetch = captures.last_fetch(url)
        if fetch is None or fetch.failure is None:
            return AddressOutcome(url, NOT_THERE)
        return AddressOutcome(url, FAILED, detail=f"{fetch.failure.kind}: {fetch.failure.message}")
    seen = {url, capture.url}
    while capture.location and len(seen) <= MAX_REDIRECTS:
        target = capture.location.partition("#")[0]
        following = _last_capture(captures, target) if target not in seen else None
        if following is None:
            return AddressOutcome(url, REDIRECTED, target, capture, "not in the files")
        seen.add(target)
        capture = following
    return AddressOutcome(url, _judge(capture, url), capture.url, capture)


def _judge(capture: Capture, url: str) -> str:
    if capture.status in GONE:
        return GONE_WORD
    if capture.truncated:
        return TRUNCATED_WORD
    if capture.status != 200:
        return ERROR
    return PAGE if capture.url == url else REDIRECTED


def _last_capture(captures: Captures, url: str) -> Capture | None:
    found = captures.by_url(url)
    whole = [capture for capture in found if not capture.truncated and not capture.is_error]
    return next(reversed(whole or found), None)


# A single WARC file that grows, outside a corpus (``warc fetch``).


class WarcOutput:
    """A WARC file (.warc.gz) that records are appended to.

    An existing file is continued. If its last record is not whole, as after a kill, it is cut off;
    ``cut_bytes`` says how much that was. Raises UsageError for another ending, WarcUnreadable for a
    file that is damaged elsewhere, DiskFull.
    """

    def __init__(self, path: Path, builder: RecordBuilder, software: str) -> None:
        if not path.name.endswith(".warc.gz"):
            raise UsageError(
                f"not the name of a compressed WARC file: {path}", "Give one that ends in .warc.gz."
            )
        self._path = path
        self.cut_bytes = 0
        with convert_os_errors(path.parent):
            end = find_end(path) if path.exists() else 0
            self._handle = open_handle(path, os.O_RDWR | os.O_CREAT)
            self.cut_bytes = os.fstat(self._handle).st_size - end
            os.ftruncate(self._handle, end)
            os.lseek(self._handle, end, os.SEEK_SET)
        if not end:
            self.append([builder.warcinfo(path.name, "", software)])

    def append(self, records: Sequence[Record]) -> None:
        """Append records and make them durable. Raises DiskFull."""
        content = memoryview(b"".join(encode_record(record) for record in records))
        with convert_os_errors(self._path.parent):
            while content:
                content = content[os.write(self._handle, content) :]
            os.fsync(self._handle)

    def close(self) -> None:
        """Close the file."""
        os.close(self._handle)


def find_end(path: Path) -> int:
    """Return the offset behind the last whole record of a WARC file.

    Raises WarcUnreadable if something in front of it cannot be read, or nothing can.
    """
    damage: list[Finding] = []
    end = 0
    for _, located in read_all_records([path], damage.append):
        if damage:
            raise unreadable_warc(path, damage[0].offset, damage[0].message)
        end = located.offset + located.length
    return end
