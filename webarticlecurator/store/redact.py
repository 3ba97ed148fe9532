"""Leave records out of WARC files (``curator warc redact``).

WARC files are append-only: the remaining records are written to new files. What is left out is the
whole fetch: the responses of an unwanted address, the redirects that led to it, its requests, its
metadata record, the later pages requested because of it, and revisits of these records.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from webarticlecurator.errors import UsageError
from webarticlecurator.model.capture import LEVELS_OF_ARTICLE, SUBRESOURCE
from webarticlecurator.store.message import read_response
from webarticlecurator.store.record import (
    LOADED_FOR,
    Record,
    clean_warc_address,
    encode_record,
    target_address,
)
from webarticlecurator.store.secret_redaction import RecordCleaner
from webarticlecurator.store.warc_fields import FetchMetadata, read_fetch_metadata
from webarticlecurator.store.warc_reader import WarcReader

IsUnwanted = Callable[[str], bool]
"""Returns True for an address that must not occur."""
_DERIVED_FROM = re.compile(r"urn:[a-zA-Z0-9.-]+:(?=https?://)")
"""The prefix of the address in records that browser crawlers derive from a page:
``urn:screenshot:https://…``, ``urn:text:https://…``."""


@dataclass(frozen=True)
class Redaction:
    """What is left out: records by id, and everything about unwanted addresses.

    ``urls`` are the addresses that led to an unwanted one.
    """

    is_unwanted: IsUnwanted
    ids: frozenset[str]
    urls: frozenset[str]

    def applies_to(self, record: Record) -> bool:
        """Return True if the record is to be left out."""
        references = (record.get("WARC-Refers-To"), record.get(LOADED_FOR))
        ids = (record.id, *record.all("WARC-Concurrent-To"), *filter(None, references))
        urls = (page_of_record(record), clean_warc_address(record.get("WARC-Refers-To-Target-URI")))
        if any(record_id in self.ids for record_id in ids):
            return True
        return any(url in self.urls or self.is_unwanted(url) for url in urls if url)


@dataclass(frozen=True)
class _Redirect:
    """A stored redirect from ``url`` to ``target``; ``ids`` are the ids of its exchange."""

    url: str
    target: str
    ids: frozenset[str]


@dataclass(frozen=True)
class Redacted:
    """The number of records kept and left out; ``cleaned`` of those kept lost secrets."""

    kept: int
    left_out: int
    cleaned: int = 0


def plan_redaction(paths: Sequence[Path], is_unwanted: IsUnwanted) -> Redaction:
    """Find the records to leave out; this requires reading all files.

    Raises UsageError (no such file), WarcUnreadable.
    """
    ids: set[str] = set()
    urls: set[str] = set()
    redirects: list[_Redirect] = []
    fetch: FetchMetadata | None = None

    def must_go(url: str) -> bool:
        return url in urls or is_unwanted(url)

    for record in _read_records(paths):
        fetch = read_fetch_metadata(record) or fetch
        redirects += _redirects_of(record)
        if _is_about(record, must_go) or record.get("WARC-Refers-To") in ids:
            exchange = {record.id, *record.all("WARC-Concurrent-To")}
            ids |= exchange
            if fetch and not exchange.isdisjoint(fetch.responses):
                ids.update(fetch.responses)  # the redirects before it
                if fetch.origin.level != SUBRESOURCE:
                    urls.add(fetch.url)  # later pages were requested because of this address
    for redirect in _leading_to(redirects, must_go):
        ids |= redirect.ids
    return Redaction(is_unwanted, frozenset(ids), frozenset(urls))


def page_of_record(record: Record) -> str:
    """Return the address of the page that a record belongs to or is derived from."""
    return _DERIVED_FROM.sub("", record.url, count=1)


def _redirects_of(record: Record) -> list[_Redirect]:
    if record.kind not in ("response", "revisit"):
        return []
    location = read_response(record.url, record.block).location(record.url)
    if not location:
        return []
    ids = frozenset((record.id, *record.all("WARC-Concurrent-To")))
    return [_Redirect(record.url, target_address(location).partition("#")[0], ids)]


def _leading_to(redirects: Sequence[_Redirect], is_unwanted: IsUnwanted) -> list[_Redirect]:
    """Return the redirects that lead to an unwanted address, directly or through others."""
    leading: list[_Redirect] = []
    sources: set[str] = set()
    waiting = list(redirects)
    while True:
        more = [r for r in waiting if r.target in sources or is_unwanted(r.target)]
        if not more:
            return leading
        leading += more
        sources |= {redirect.url for redirect in more}
        waiting = [redirect for redirect in waiting if redirect not in more]


def redact_warcs(
    paths: Sequence[Path], output: Path, redaction: Redaction, cleaner: RecordCleaner
) -> Redacted:
    """Write the records that remain, in their order and as ``cleaner`` leaves them, to one new
    file.

    A single file that loses nothing is copied byte by byte. Raises UsageError if ``output``
    exists, WarcUnreadable.
    """
    if output.exists():
        raise UsageError(f"{output} already exists", "Give another name with --output.")
    if not output.parent.is_dir():
        raise UsageError(
            f"{output} cannot be written: there is no folder {output.parent}",
            "Give another place with --output.",
        )
    draft = output.with_name(output.name + ".new")
    kept = left_out = cleaned = 0
    try:
        with draft.open("wb") as out:
            for record in _read_records(paths):
                if redaction.applies_to(record):
                    left_out += 1
                else:
                    kept += 1
                    clean = cleaner.clean(record)
                    cleaned += clean is not record
                    out.write(encode_record(clean))
        if not left_out and not cleaned and len(paths) == 1:
            shutil.copyfile(paths[0], draft)
        draft.replace(output)
    finally:
        draft.unlink(missing_ok=True)
    return Redacted(kept, left_out, cleaned)


def _is_about(record: Record, is_unwanted: IsUnwanted) -> bool:
    fetch = read_fetch_metadata(record)
    levels = (*LEVELS_OF_ARTICLE, SUBRESOURCE)
    first_page = fetch.origin.via if fetch and fetch.origin.level in levels else None
    return any(url and is_unwanted(url) for url in (page_of_record(record), first_page))


def _read_records(paths: Sequence[Path]) -> Iterator[Record]:
    reader = WarcReader()
    try:
        for path in paths:
            for located in reader.records(path):
                yield located.record
    finally:
        reader.close()
