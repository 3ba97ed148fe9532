"""The index: a line of CDXJ for each answer, sorted by its key."""

from __future__ import annotations

import gzip
import hashlib
import heapq
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, suppress
from itertools import islice
from pathlib import Path
from urllib.parse import quote

from webarticlecurator.corpus.keeping.surt_key import url_key
from webarticlecurator.storage.warc.record import Record, RecordLocation
from webarticlecurator.storage.warc.warc_reader import WarcReader

LINES = 300
"""Lines of the index in one gzip member; a replay program unpacks one of these for an address."""
_BATCH = 200_000
"""Lines of the index that are sorted in memory; more are sorted in files."""
INDEX_PATH = "index.cdx.gz"
_LETTERS = re.compile(r"[^\x00-\x7f]+")
_KINDS = frozenset(("response", "revisit", "resource"))


def hash_content(content: bytes) -> str:
    return f"sha256:{hashlib.sha256(content).hexdigest()}"


def list_index_lines(warcs: Sequence[Path]) -> Iterator[str]:
    """Yield the lines of a CDXJ index of the records in WARC files, unsorted."""
    reader = WarcReader()
    try:
        for path in warcs:
            for located in reader.records(path):
                if located.record.kind in _KINDS and located.record.url.startswith("http"):
                    yield _index_line(located, path.name)
    finally:
        reader.close()


def _index_line(located: RecordLocation, name: str) -> str:
    """Return a line of CDXJ (https://specs.webrecorder.net/cdxj/0.1.0/)."""
    record = located.record
    head = record.http_head
    entry = {
        "url": _write_as_browsers(record.url),
        "mime": _find_mime(record, head.headers),
        "status": str(head.status) if head.status else "",
        "digest": record.get("WARC-Payload-Digest"),
        "length": str(located.length),
        "offset": str(located.offset),
        "filename": name,
    }
    values = {key: value for key, value in entry.items() if value}
    return f"{url_key(record.url)} {record.time:%Y%m%d%H%M%S} {json.dumps(values)}\n"


def _write_as_browsers(url: str) -> str:
    """Return an address as a browser asks for it, without the letters that other programs leave in
    WARC-Target-URI: replay programs compare it."""
    if url.isascii():
        return url
    scheme, mark, rest = url.partition("://")
    host, slash, path = rest.partition("/")
    with suppress(UnicodeError):
        host = host.encode("idna").decode()
    return f"{scheme}{mark}{host}{slash}{_LETTERS.sub(lambda found: quote(found[0]), path)}"


def _find_mime(record: Record, headers: Sequence[tuple[str, str]]) -> str:
    if record.kind == "revisit":
        return "warc/revisit"
    types = [value for name, value in headers if name.lower() == "content-type"]
    given = record.get("Content-Type") if record.kind == "resource" else "".join(types[:1])
    return re.split("[; ]", given, maxsplit=1)[0]


def sort_lines(lines: Iterable[str], temporary: Path, batch: int = _BATCH) -> Iterator[str]:
    """Yield the lines in the order of their bytes; ``batch`` of them are kept in memory."""
    rest = iter(lines)
    files: list[Path] = []
    while some := sorted(each.encode() for each in islice(rest, batch)):
        files.append(temporary / f"lines-{len(files)}")
        files[-1].write_bytes(b"".join(some))
    with ExitStack() as stack:
        streams = [stack.enter_context(file.open("rb")) for file in files]
        yield from (line.decode() for line in heapq.merge(*streams))


class IndexBlocks:
    """The gzip members of an index; ``places`` are the lines of the second one, once all members
    were read."""

    def __init__(self, lines: Iterator[str]) -> None:
        self._lines = lines
        head = {"format": "cdxj-gzip-1.0", "filename": INDEX_PATH}
        self.places = [f"!meta 0 {json.dumps(head)}\n".encode()]

    def __iter__(self) -> Iterator[bytes]:
        offset = 0
        while block := list(islice(self._lines, LINES)):
            packed = gzip.compress("".join(block).encode(), mtime=0)
            place = {"offset": offset, "length": len(packed), "digest": hash_content(packed)}
            first = block[0].partition(" {")[0]
            self.places.append(f"{first} {json.dumps(place)}\n".encode())
            offset += len(packed)
            yield packed
