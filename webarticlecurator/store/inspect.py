"""``curator warc list | check | cat | sample``: looks into WARC files of any origin; gives rows and
bytes, prints nothing."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from webarticlecurator.errors import UsageError
from webarticlecurator.store.container import BrokenMember, MultiRecordMember, read_record_at
from webarticlecurator.store.finding import Finding
from webarticlecurator.store.foreign import Told, WarcReader, check_files, unreadable
from webarticlecurator.store.message import read_response
from webarticlecurator.store.record import (
    Record,
    RecordLocation,
    encode_record,
    payload_start,
    target_address,
)


def digest_errors(record: Record) -> list[str]:
    """What is wrong with the record's digests, in words; empty if they fit or are missing. The
    payload of a ``revisit`` lies elsewhere and that of a segment is not whole: neither is compared.
    """
    block, payload = record.get("WARC-Block-Digest"), record.get("WARC-Payload-Digest")
    found = []
    if block:
        found += _compare("block", block, record.block)
    if payload and record.kind != "revisit" and not record.get("WARC-Segment-Number"):
        found += _compare(
            "payload", payload, record.block[payload_start(record.kind, record.url, record.block) :]
        )
    return found


def _compare(what: str, digest: str, content: bytes) -> list[str]:
    algorithm, _, value = digest.partition(":")
    try:
        real = hashlib.new(algorithm.replace("-", "").lower(), content).digest()
    except (ValueError, TypeError):  # shake_128 and the like need a length
        return [f"the {what} digest is of an unknown kind: {digest}"]
    written = {base64.b32encode(real).decode().rstrip("="), real.hex().upper()}
    return (
        []
        if value.upper().rstrip("=") in written
        else [f"the {what} digest does not fit: {digest}"]
    )


@dataclass(frozen=True)
class RecordRow:
    """One record. ``length`` in bytes as it lies in the file, ``size`` of its block; ``status``
    None but for responses."""

    file: str
    offset: int
    length: int
    kind: str
    id: str
    url: str
    date: str
    status: int | None
    content_type: str
    size: int


def list_records(paths: Sequence[Path], told: Told | None = None) -> Iterator[RecordRow]:
    """Every record in file order. ``told`` as for WarcReader. Raises WarcUnreadable."""
    for path, located in _all(paths, told):
        record = located.record
        response = (
            read_response(record.url, record.block)
            if record.kind in ("response", "revisit")
            else None
        )
        content_type = (response.get("content-type") if response else None) or record.get(
            "Content-Type"
        )
        status = response.status if response else None
        head = (
            str(path),
            located.offset,
            located.length,
            record.kind,
            record.id,
            record.url,
            record.get("WARC-Date"),
        )
        yield RecordRow(*head, status, content_type, len(record.block))


def check_records(paths: Sequence[Path]) -> Iterator[Finding]:
    """Every record whose digests do not fit its content, and every place that cannot be read.
    Raises WarcUnreadable for a file of which nothing can be read."""
    damage: list[Finding] = []
    for _, located in _all(paths, damage.append):
        yield from _taken(damage)
        yield from (
            Finding(located.file, located.offset, text) for text in digest_errors(located.record)
        )
    yield from damage


def _taken(findings: list[Finding]) -> list[Finding]:
    found = findings[:]
    findings.clear()
    return found


def cat_record(path: Path, offset: int) -> bytes:
    """The block of the record at ``offset`` as stored. Raises UsageError if no record begins there,
    WarcUnreadable."""
    check_files([path])
    if not 0 <= offset < path.stat().st_size:
        raise UsageError(
            f"{path}: no record begins at offset {offset}",
            "See `curator warc list` for where they begin.",
        )
    try:
        return read_record_at(path, offset).block
    except BrokenMember as broken:
        raise unreadable(path, broken.offset, broken.reason) from broken
    except MultiRecordMember:
        raise unreadable(
            path, offset, "the file is compressed as one piece, offsets mean nothing in it"
        ) from None


def cat_url(
    paths: Sequence[Path], url: str, *, raw: bool = False, told: Told | None = None
) -> bytes:
    """The last response for ``url``: its decoded body, or with ``raw`` its whole HTTP message as
    stored. Raises UsageError if there is none, WarcUnreadable."""
    found = None
    for _, located in _all(paths, told):
        if located.record.kind == "response" and located.record.url == target_address(url):
            found = located.record
    if found is None:
        raise UsageError(
            f"no response for {url} in {', '.join(map(str, paths))}",
            "See `curator warc list` for what is there.",
        )
    return found.block if raw else read_response(found.url, found.block).body()


def sample(paths: Sequence[Path], count: int, told: Told | None = None) -> Iterator[bytes]:
    """A WARC (gzip members, to be written one after the other) of ``count`` exchanges: those whose
    address has the smallest hash, so that the same files always give the same sample. ``told`` as
    for WarcReader. Raises WarcUnreadable."""
    rows = (row for row in list_records(paths, told) if row.kind == "response")
    ranked = sorted(
        {row.url for row in rows}, key=lambda url: hashlib.sha256(url.encode()).digest()
    )
    chosen = set(ranked[:count])
    again: list[Finding] = []  # told already
    found = (located.record for _, located in _all(paths, again.append if told else None))
    for url, group in groupby(found, key=lambda record: record.url):
        if url in chosen:
            yield from map(encode_record, group)


def _all(paths: Sequence[Path], told: Told | None) -> Iterator[tuple[Path, RecordLocation]]:
    reader = WarcReader(told)
    try:
        for path in paths:
            for located in reader.records(path):
                yield path, located
    finally:
        reader.close()
