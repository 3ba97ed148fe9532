"""Leave records out of WARC files (``curator warc redact``).

WARC files are append-only: the remaining records are written to new files. What is left out is the
whole fetch: the responses of an unwanted address, the redirects that led to it, its requests, its
metadata record, the later pages requested because of it, and revisits of these records.
"""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.model.capture import LEVELS_OF_ARTICLE, SUBRESOURCE
from webarticlecurator.storage.store.record_cleaning import (
    IsUnwanted,
    RecordCleaner,
    Redaction,
    page_of_record,
)
from webarticlecurator.storage.warc.message import read_response
from webarticlecurator.storage.warc.record import (
    LOADED_FOR,
    SIGNED_IN,
    Record,
    encode_record,
    target_address,
)
from webarticlecurator.storage.warc.warc_fields import FetchMetadata, read_fetch_metadata
from webarticlecurator.storage.warc.warc_reader import Finding, read_all_records


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

    for _, located in read_all_records(paths):
        record = located.record
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


def plan_without_subscriber(paths: Sequence[Path]) -> Redaction:
    """Find the fetches in which something was captured in a subscriber's session, and what repeats
    it; places that cannot be read are passed over."""
    ids: set[str] = set()
    loaded: list[tuple[str, set[str]]] = []  # by a page in a browser, before that page
    fetch: FetchMetadata | None = None
    ignored: list[Finding] = []
    for _, located in read_all_records(paths, ignored.append):
        record = located.record
        fetch = read_fetch_metadata(record) or fetch
        exchange = {record.id, *record.all("WARC-Concurrent-To")}
        loaded += [(record.get(LOADED_FOR), exchange)] * bool(record.get(LOADED_FOR))
        if record.get(SIGNED_IN) or record.get("WARC-Refers-To") in ids:
            ids |= exchange
            if fetch and not exchange.isdisjoint(fetch.responses):
                ids.update(fetch.responses)
    ids.update(*(exchange for page, exchange in loaded if page in ids))
    return Redaction(lambda _url: False, frozenset(ids), frozenset())


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
        raise UsageError(f"{output} already exists", "Choose another name with --output.")
    if not output.parent.is_dir():
        raise UsageError(
            f"{output} cannot be written: there is no folder {output.parent}",
            "Choose another place with --output.",
        )
    draft = output.with_name(output.name + ".new")
    kept = left_out = cleaned = 0
    try:
        with draft.open("wb") as out:
            for _, located in read_all_records(paths):
                record = located.record
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
