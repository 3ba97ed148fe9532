"""Leave the secrets of a session out of WARC records that were stored with them.

Records keep their ids, dates, order and everything else; digests are those of what is
stored now, and ``WARC-Fields-Left-Out`` names what is not.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import BinaryIO

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.portal.portal import NamedFile
from webarticlecurator.base.portal.session_secrets import BODY, MASK, NO_SECRETS, SessionSecrets
from webarticlecurator.base.text.stored_messages import decode_message
from webarticlecurator.portal_file.config.portal_secrets import (
    mask_portal_file,
    mask_values,
    read_session_secrets,
)
from webarticlecurator.storage.index.disk import convert_os_errors
from webarticlecurator.storage.index.index import Index
from webarticlecurator.storage.warc.http_head import read_http_head
from webarticlecurator.storage.warc.record import (
    LEFT_OUT,
    LOADED_FOR,
    NAMED_FILE_PREFIX,
    Record,
    RecordLocation,
    clean_warc_address,
    encode_record,
    left_out_fields,
    sha1,
)
from webarticlecurator.storage.warc.warc_fields import FIELDS
from webarticlecurator.storage.warc.warc_reader import Finding, read_all_records

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
        return any(record_id in self.ids for record_id in ids) or any(
            url in self.urls or self.is_unwanted(url) for url in urls if url
        )


def page_of_record(record: Record) -> str:
    """Return the address of the page that a record belongs to or is derived from."""
    return _DERIVED_FROM.sub("", record.url, count=1)


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
            return with_block(record, *self.secrets.clean_request(record.block))
        if _has_answer(record):
            return with_block(
                record, *self.secrets.clean_response(record.block, sets_none=self.sets_none)
            )
        if record.kind == "resource" and record.url.startswith(NAMED_FILE_PREFIX):
            mask = mask_portal_file if record.url.endswith(_YAML) else mask_values
            file = mask(NamedFile(record.url, record.block), self.secrets)
            return with_block(record, file.content, file.left_out)
        if record.kind == "metadata" and record.get("Content-Type") == FIELDS:
            # the message of a failure
            return with_block(record, self.secrets.hide_in_file(record.block), ())
        return record


def _has_answer(record: Record) -> bool:
    """Return True for a record with the HTTP answer of a server; a 304 has no address."""
    if record.kind in ("response", "revisit"):
        return record.url.startswith(("http:", "https:"))
    return record.kind == "metadata" and record.get("Content-Type").startswith("application/http")


def with_block(record: Record, block: bytes, left_out: Sequence[str]) -> Record:
    """Return the record with another block, with the digests of it and with its id; the same record
    if the block is the same."""
    if block == record.block:
        return record
    previous_names = [name for value in record.all(LEFT_OUT) for name in value.split(", ")]
    names = tuple(dict.fromkeys((*previous_names, *left_out)))
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
    ignored: list[Finding] = []
    for _, located in read_all_records(paths, ignored.append):
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
    index.add_function("hide_in_message", _hide_in_message)
    for table, column in _MESSAGES:
        hidden = f"hide_in_message({column}, ?1)"
        for value in secrets.sought:
            index.write(
                f"UPDATE {table} SET {column} = {hidden} WHERE {column} <> {hidden}", (value,)
            )


def _hide_in_message(stored: str | None, secret: str) -> str | None:
    """Return a stored message as a text with MASK in place of a secret; as it is if it has none."""
    if not stored:
        return stored
    text, written = decode_message(stored), json.dumps(secret, ensure_ascii=False)[1:-1]
    return text.replace(secret, MASK) if secret in text or written in stored else stored


@dataclass(frozen=True)
class CleanedFile:
    """The number of records of a WARC file, of those that were changed or left out, and the places
    that could not be read and are not in the copy."""

    records: int
    changed: int
    damage: tuple[Finding, ...] = ()

    @property
    def is_as_before(self) -> bool:
        return not self.changed and not self.damage


def write_clean_file(
    source: Path,
    target: Path,
    cleaner: RecordCleaner,
    left_out: Redaction | None = None,
    *,
    tolerant: bool = False,
) -> CleanedFile:
    """Write the records of ``source`` to ``target`` as ``cleaner`` leaves them, but for those
    ``left_out``. Those that it does not change keep their compressed bytes, too.

    ``tolerant``: leave out what cannot be read. Raises WarcUnreadable otherwise.
    """
    damage: list[Finding] = []
    records = changed = 0
    with convert_os_errors(target.parent), target.open("wb") as out, source.open("rb") as raw:
        for path, located in read_all_records([source], damage.append if tolerant else None):
            records += 1
            if left_out is not None and left_out.applies_to(located.record):
                changed += 1
                continue
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
