"""List, check, show and sample the records of WARC files of any origin.

The functions of ``curator warc list | check | cat | sample``; they return rows and bytes and print
nothing.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from pathlib import Path

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.portal.session_secrets import NO_SECRETS
from webarticlecurator.storage.store.record_cleaning import RecordCleaner, secrets_of_record
from webarticlecurator.storage.store.revisits import NOT_MODIFIED
from webarticlecurator.storage.warc.coding_digests import digest_errors
from webarticlecurator.storage.warc.container import BrokenMember, MultiRecordMember, read_record_at
from webarticlecurator.storage.warc.message import (
    is_page_record,
    page_status,
)
from webarticlecurator.storage.warc.record import (
    Record,
    encode_record,
)
from webarticlecurator.storage.warc.warc_reader import (
    Finding,
    OnDamage,
    check_files,
    read_all_records,
    unreadable_warc,
)


@dataclass(frozen=True)
class RecordRow:
    """One record in a listing.

    ``length`` is its size in the file (compressed), ``size`` that of its block, both in bytes.
    ``status`` is None unless the record is a response or a revisit.
    """

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


def list_records(paths: Sequence[Path], on_damage: OnDamage | None = None) -> Iterator[RecordRow]:
    """Yield a row for every record, in file order.

    ``on_damage``: see WarcReader. Raises WarcUnreadable.
    """
    for path, located in read_all_records(paths, on_damage):
        record = located.record
        status, content_type = read_answer_head(record)
        yield RecordRow(
            file=str(path),
            offset=located.offset,
            length=located.length,
            kind=record.kind,
            id=record.id,
            url=record.url,
            date=record.get("WARC-Date"),
            status=status,
            content_type=content_type or record.get("Content-Type"),
            size=record.size,
        )


def read_answer_head(record: Record) -> tuple[int | None, str | None]:
    """Return the status of an answer and its content type; a revisit without a block stands for
    a 304."""
    if record.kind not in ("response", "revisit"):
        return None, None
    head = record.http_head
    kinds = (value for name, value in head.headers if name.lower() == "content-type")
    is_unchanged = not record.size and record.get("WARC-Profile") == NOT_MODIFIED
    return 304 if is_unchanged else page_status(head.status), next(kinds, None)


def check_records(
    paths: Sequence[Path],
    note: Callable[[Record, bool], None] = lambda _record, _has_digest: None,
) -> Iterator[Finding]:
    """Yield a finding for every digest that does not match and every place that cannot be read;
    ``note`` is called with each record, and whether it has a digest.

    Raises WarcUnreadable for a file in which nothing can be read.
    """
    damage: list[Finding] = []
    for _, located in read_all_records(paths, damage.append):
        yield from damage
        damage.clear()
        names = ("WARC-Block-Digest", "WARC-Payload-Digest")
        note(located.record, any(map(located.record.get, names)))
        for message in digest_errors(located.record):
            yield Finding(located.file, located.offset, message)
    yield from damage


def cat_record(path: Path, offset: int) -> bytes:
    """Return the block of the record at ``offset``, as stored.

    Raises UsageError if no record begins there, WarcUnreadable.
    """
    check_files([path])
    if not 0 <= offset < path.stat().st_size:
        raise UsageError(
            f"{path}: no record begins at offset {offset}",
            "`curator warc list` shows where records begin.",
        )
    try:
        return read_record_at(path, offset).block
    except BrokenMember as broken:
        raise unreadable_warc(path, broken.offset, broken.reason) from broken
    except MultiRecordMember:
        raise unreadable_warc(
            path, offset, "the file is compressed as one piece, so offsets have no meaning in it"
        ) from None


def sample(paths: Sequence[Path], count: int, on_damage: OnDamage | None = None) -> Iterator[bytes]:
    """Yield the gzip members of a WARC file with the exchanges of ``count`` addresses.

    The addresses with the smallest hashes are chosen: the same files always yield the same sample.
    What signs in is left out of requests, since a sample is made to be handed on.
    ``on_damage``: see WarcReader. Raises WarcUnreadable.
    """
    urls: set[str] = set()
    secrets = NO_SECRETS
    for _, located in read_all_records(paths, on_damage):
        secrets |= secrets_of_record(located.record)
        if is_page_record(located.record):
            urls.add(located.record.url)
    chosen = set(sorted(urls, key=lambda url: hashlib.sha256(url.encode()).digest())[:count])

    # the files are read a second time: damage has been reported already
    ignored: list[Finding] = []
    second_pass = read_all_records(paths, ignored.append if on_damage else None)
    records = (located.record for _, located in second_pass)
    cleaner = RecordCleaner(secrets, sets_none=secrets.is_signed_in)
    for url, group in groupby(records, key=lambda record: record.url):
        if url in chosen:
            yield from (encode_record(cleaner.clean(record)) for record in group)
