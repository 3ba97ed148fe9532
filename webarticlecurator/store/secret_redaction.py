"""Leave the secrets of a session out of WARC records that were stored with them.

Records keep their ids, dates, order and all that is no secret; digests are those of what is stored
now, and ``WARC-Fields-Left-Out`` names what is not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from webarticlecurator.config.portal_secrets import (
    mask_portal_file,
    mask_values,
    read_session_secrets,
)
from webarticlecurator.model.portal import NamedFile
from webarticlecurator.model.session_secrets import BODY, MASK, NO_SECRETS, SessionSecrets
from webarticlecurator.store.disk import convert_os_errors
from webarticlecurator.store.finding import Finding
from webarticlecurator.store.http_head import read_http_head
from webarticlecurator.store.index import Index
from webarticlecurator.store.record import (
    LEFT_OUT,
    NAMED_FILE_PREFIX,
    Record,
    RecordLocation,
    encode_record,
    left_out_fields,
    sha1,
)
from webarticlecurator.store.warc_fields import FIELDS
from webarticlecurator.store.warc_reader import WarcReader

_MESSAGES = (("fetches", "message"), ("problems", "message"), ("articles", "evidence"))
"""Tables of the index and their columns that say why something failed."""
_YAML = (".yaml", ".yml")
_GZIP = b"\x1f\x8b"
_BLOCK_DIGEST, _PAYLOAD_DIGEST = "warc-block-digest", "warc-payload-digest"


@dataclass(frozen=True)
class RecordCleaner:
    """Leaves ``secrets`` out of records, and out of requests whatever signs them in.

    ``sets_none``: answers lose all fields that set cookies, as in what is handed on by somebody
    who was signed in.
    """

    secrets: SessionSecrets = NO_SECRETS
    sets_none: bool = False

    def clean(self, record: Record) -> Record:
        """Return the record without secrets; the same one if it has none."""
        is_web = record.url.startswith(("http:", "https:"))
        if record.kind == "request" and is_web:
            message = self.secrets.clean_request(record.block)
            return _with_block(record, message.content, message.left_out)
        if _has_answer(record):
            message = self.secrets.clean_response(record.block, sets_none=self.sets_none)
            return _with_block(record, message.content, message.left_out)
        if record.kind == "resource" and record.url.startswith(NAMED_FILE_PREFIX):
            return self._clean_file(record)
        if record.kind == "metadata" and record.get("Content-Type") == FIELDS:
            # the message of a failure
            return _with_block(record, self.secrets.hide_in_file(record.block), ())
        return record

    def _clean_file(self, record: Record) -> Record:
        mask = mask_portal_file if record.url.endswith(_YAML) else mask_values
        file = mask(NamedFile(record.url, record.block), self.secrets)
        return _with_block(record, file.content, file.left_out)


def _has_answer(record: Record) -> bool:
    """Return True for a record with the HTTP answer of a server; a 304 has no address."""
    if record.kind in ("response", "revisit"):
        return record.url.startswith(("http:", "https:"))
    return record.kind == "metadata" and record.get("Content-Type").startswith("application/http")


def _with_block(record: Record, block: bytes, left_out: Sequence[str]) -> Record:
    """Return the record with another block, with the digests of it and with its id; the same record
    if the block is the same."""
    if block == record.block:
        return record
    earlier = [name for value in record.all(LEFT_OUT) for name in value.split(", ")]
    names = tuple(dict.fromkeys((*earlier, *left_out)))
    digests = {} if _is_damaged(record) else {_BLOCK_DIGEST: sha1(block)}
    if record.kind == "resource":
        digests[_PAYLOAD_DIGEST] = sha1(block)
    elif BODY in left_out:
        head = read_http_head(record.kind, record.url, block)
        digests[_PAYLOAD_DIGEST] = sha1(block[head.end :])
    headers = [
        (name, digests.get(name.lower(), value))
        for name, value in record.headers
        if name.lower() != LEFT_OUT.lower()
    ]
    if not record.get("WARC-Record-ID"):
        # the id that was derived from the content before
        headers.insert(0, ("WARC-Record-ID", record.id))
    place = next((n for n, (name, _) in enumerate(headers) if name.lower() in digests), None)
    place = len(headers) if place is None else place
    headers[place:place] = left_out_fields(names)
    return Record(record.kind, tuple(headers), block)


def _is_damaged(record: Record) -> bool:
    """Return True if the block of a record is not that of its digest; so it stays."""
    digest = record.get(_BLOCK_DIGEST)
    return digest.startswith("sha1:") and digest.upper() != sha1(record.block).upper()


def gather_secrets(paths: Sequence[Path]) -> SessionSecrets:
    """Return the secrets of all portal files that are stored in WARC files. Raises
    WarcUnreadable."""
    found = NO_SECRETS
    for _, located in _read(paths, []):
        found |= secrets_of_record(located.record)
    return found


def secrets_of_record(record: Record) -> SessionSecrets:
    """Return the secrets of a portal file that a record holds; none of any other record."""
    is_file = record.kind == "resource" and record.url.startswith(NAMED_FILE_PREFIX)
    return (
        read_session_secrets(record.block) if is_file and record.url.endswith(_YAML) else NO_SECRETS
    )


def hide_in_index(index: Index, secrets: SessionSecrets) -> None:
    """Put MASK in place of secrets in the messages of an index, which may repeat a header."""
    index.write("PRAGMA secure_delete = ON")  # what was there is overwritten in the file
    for table, column in _MESSAGES:
        for value in secrets.sought:
            index.write(
                f"UPDATE {table} SET {column} = replace({column}, ?1, ?2)"
                f" WHERE instr({column}, ?1)",
                (value, MASK),
            )


@dataclass(frozen=True)
class CleanedFile:
    """The number of records of a WARC file, of those that were changed, and the places that could
    not be read and are not in the copy."""

    records: int
    changed: int
    damage: tuple[Finding, ...] = ()

    @property
    def is_as_before(self) -> bool:
        return not self.changed and not self.damage


def write_clean_file(
    source: Path, target: Path, cleaner: RecordCleaner, *, tolerant: bool = False
) -> CleanedFile:
    """Write the records of ``source`` to ``target`` as ``cleaner`` leaves them. Those that it does
    not change keep their compressed bytes, too.

    ``tolerant``: leave out what cannot be read. Raises WarcUnreadable otherwise.
    """
    damage: list[Finding] = []
    records = changed = 0
    with convert_os_errors(target.parent), target.open("wb") as out, source.open("rb") as raw:
        for path, located in _read([source], damage if tolerant else None):
            records += 1
            cleaned = cleaner.clean(located.record)
            changed += cleaned is not located.record
            out.write(_encoded(located, cleaned, raw, is_whole=located.file == str(path)))
    return CleanedFile(records, changed, tuple(damage))


def _encoded(located: RecordLocation, cleaned: Record, raw: BinaryIO, *, is_whole: bool) -> bytes:
    """Return a record as a gzip member: the stored one if it is as it was. ``is_whole``: it is a
    member of the file, not of what was unpacked from it."""
    if is_whole and cleaned is located.record:
        raw.seek(located.offset)
        member = raw.read(located.length)
        if member.startswith(_GZIP):
            return member
    return encode_record(cleaned)


def _read(
    paths: Sequence[Path], damage: list[Finding] | None
) -> Iterator[tuple[Path, RecordLocation]]:
    reader = WarcReader(None if damage is None else damage.append)
    try:
        for path in paths:
            for located in reader.records(path):
                yield path, located
    finally:
        reader.close()
