"""WACZ files (Web Archive Collection Zipped 1.1.1): WARC files with an index and a list of pages.

https://specs.webrecorder.net/wacz/1.1.1/: the WARC files are stored as they are; the index is CDXJ
in gzip members of LINES lines, with a second index of these (ZipNum); ``datapackage.json`` names
all files with their digests, ``datapackage-digest.json`` that one. Nothing in the file depends on
the day on which it is written: the same corpus makes the same bytes. A signature (WACZ-auth 0.1.0,
https://specs.webrecorder.net/wacz-auth/0.1.0/) is in ``datapackage-digest.json`` alone.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import heapq
import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from datetime import datetime, timezone
from io import BytesIO
from itertools import islice
from pathlib import Path
from urllib.parse import quote_from_bytes, unquote_to_bytes
from zipfile import ZIP64_LIMIT, ZipFile

from webarticlecurator.config.files import MAX_TABLE, read_regular
from webarticlecurator.dataclasses import dataclass
from webarticlecurator.errors import UsageError
from webarticlecurator.export import make_zip_entry
from webarticlecurator.installation import require_extra
from webarticlecurator.warc.record import Record, RecordLocation, read_http_head
from webarticlecurator.warc.warc_reader import WarcReader

LINES = 300
"""Lines of the index in one gzip member; a replay program unpacks one of these for an address."""
_BATCH = 200_000
"""Lines of the index that are sorted in memory; more are sorted in files."""
_PIECE = 1 << 20
_INDEX = "index.cdx.gz"
_KINDS = frozenset(("response", "revisit", "resource"))


Sign = Callable[[str], dict[str, str]]
"""Returns the signature of a text and the public key that belongs to it, both in base64."""


@dataclass(frozen=True)
class ReplayPage:
    """A page to open: the address and time of its capture, the title and text of the article."""

    id: str
    url: str
    time: datetime
    title: str
    text: str = ""


@dataclass(frozen=True)
class WaczInput:
    """What is packed: WARC files, the pages to open, the title and description, the time that is
    named as that of its making (``2024-05-02T00:00:00Z``), and what signs it, if it is signed."""

    warcs: Sequence[Path]
    pages: Iterable[ReplayPage]
    title: str
    description: str
    created: str
    sign: Sign | None = None


def write_wacz(packed: WaczInput, draft: Path, temporary: Path) -> None:
    """Write the WACZ file ``draft``; the folder ``temporary`` is for what is sorted. Raises
    WarcUnreadable, OSError."""
    with ZipFile(draft, "w") as archive:
        writer = _ResourceWriter(archive)
        for path in packed.warcs:
            writer.write(f"archive/{path.name}", path)
        blocks = _IndexBlocks(sort_lines(_list_lines(packed.warcs), temporary))
        listed = temporary / "listed"
        _write_pieces(listed, blocks)
        writer.write(f"indexes/{_INDEX}", listed)
        writer.write("indexes/index.idx", b"".join(blocks.places), is_packed=True)
        _write_pieces(listed, _page_lines(packed.pages))
        writer.write("pages/pages.jsonl", listed, is_packed=True)
        package = {
            "profile": "data-package",
            "wacz_version": "1.1.1",
            "title": packed.title,
            "description": packed.description,
            "created": packed.created,
            "software": "portal-curator",
            "resources": writer.resources,
        }
        content = _encode(package)
        writer.write("datapackage.json", content)
        hashed = _hash(content)
        digest: dict[str, object] = {"path": "datapackage.json", "hash": hashed}
        if packed.sign is not None:
            made = {"created": packed.created, "software": "portal-curator"}
            digest["signedData"] = {"hash": hashed, **packed.sign(hashed), **made}
        writer.write("datapackage-digest.json", _encode(digest))


_CURVE = "secp384r1"
_MAKE_KEY = f"openssl ecparam -name {_CURVE} -genkey -noout -out KEY"


def read_signing_key(path: Path) -> Sign:
    """Return what signs with the private key of a PEM file: ECDSA on P-384 with SHA-256, as replay
    programs check it. Raises UsageError."""
    require_extra("sign", ("cryptography",), "--sign")
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec, utils

    cure = f"Make one: {_MAKE_KEY.replace('KEY', str(path))}"
    try:
        key = serialization.load_pem_private_key(read_regular(path, MAX_TABLE), None)
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror or error}", cure) from None
    except (TypeError, ValueError) as error:
        # TypeError: it has a password
        raise UsageError(f"{path}: not a private key that can be read ({error})", cure) from None
    if not isinstance(key, ec.EllipticCurvePrivateKey) or key.curve.name != _CURVE:
        raise UsageError(f"{path}: not a key of the curve P-384 ({_CURVE})", cure)
    size = (key.curve.key_size + 7) // 8
    form = serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo
    public = key.public_key().public_bytes(*form)

    def sign(text: str) -> dict[str, str]:
        numbers = utils.decode_dss_signature(key.sign(text.encode(), ec.ECDSA(hashes.SHA256())))
        signature = b"".join(number.to_bytes(size, "big") for number in numbers)
        encoded = (base64.b64encode(each).decode() for each in (signature, public))
        return dict(zip(("signature", "publicKey"), encoded, strict=True))

    return sign


class _ResourceWriter:
    """Writes files into a zip; ``resources`` describes those that were written so far."""

    def __init__(self, archive: ZipFile) -> None:
        self._archive = archive
        self.resources: list[dict[str, object]] = []

    def write(self, path: str, content: Path | bytes, *, is_packed: bool = False) -> None:
        """Write the content of a file, or bytes."""
        entry = make_zip_entry(path, is_packed=is_packed)
        digest, size = hashlib.sha256(), 0
        expected = content.stat().st_size if isinstance(content, Path) else len(content)
        # ReplayWeb.page takes the head before a file to be as long as the directory says, which has
        # sizes of 64 bits for large files alone
        is_large = expected > ZIP64_LIMIT
        with (
            content.open("rb") if isinstance(content, Path) else BytesIO(content) as stream,
            self._archive.open(entry, "w", force_zip64=is_large) as out,
        ):
            while piece := stream.read(_PIECE):
                out.write(piece)
                digest.update(piece)
                size += len(piece)
        name = path.rpartition("/")[2].lower()  # as Frictionless wants it
        hashed = f"sha256:{digest.hexdigest()}"
        self.resources.append({"name": name, "path": path, "hash": hashed, "bytes": size})


def _write_pieces(path: Path, pieces: Iterable[bytes]) -> None:
    """Write what is as long as it turns out to be into a file."""
    with path.open("wb") as out:
        out.writelines(pieces)


def _encode(value: object) -> bytes:
    return json.dumps(value, indent=2, ensure_ascii=False).encode()


def _hash(content: bytes) -> str:
    return f"sha256:{hashlib.sha256(content).hexdigest()}"


def _page_lines(pages: Iterable[ReplayPage]) -> Iterator[bytes]:
    """Yield the lines of ``pages.jsonl`` (json-pages-1.0): what a replay program offers to open,
    and searches."""
    head = {"format": "json-pages-1.0", "id": "pages", "title": "Articles", "hasText": True}
    yield json.dumps(head).encode() + b"\n"
    for page in pages:
        # in seconds, as the index has it
        time = page.time.astimezone(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
        line = {"id": page.id, "url": page.url, "ts": time, "title": page.title, "text": page.text}
        yield json.dumps(line, ensure_ascii=False).encode() + b"\n"


# The index: a line of CDXJ for each answer, sorted by its key.


def _list_lines(warcs: Sequence[Path]) -> Iterator[str]:
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
    head = record.head or read_http_head(record.kind, record.url, record.block)
    entry = {
        "url": record.url,
        "mime": _find_mime(record, head.headers),
        "status": str(head.status) if head.status else "",
        "digest": record.get("WARC-Payload-Digest"),
        "length": str(located.length),
        "offset": str(located.offset),
        "filename": name,
    }
    values = {key: value for key, value in entry.items() if value}
    return f"{url_key(record.url)} {record.time:%Y%m%d%H%M%S} {json.dumps(values)}\n"


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


class _IndexBlocks:
    """The gzip members of an index; ``places`` are the lines of the second one, once all members
    were read."""

    def __init__(self, lines: Iterator[str]) -> None:
        self._lines = lines
        head = {"format": "cdxj-gzip-1.0", "filename": _INDEX}
        self.places = [f"!meta 0 {json.dumps(head)}\n".encode()]

    def __iter__(self) -> Iterator[bytes]:
        offset = 0
        while block := list(islice(self._lines, LINES)):
            packed = gzip.compress("".join(block).encode(), mtime=0)
            place = {"offset": offset, "length": len(packed), "digest": _hash(packed)}
            first = block[0].partition(" {")[0]
            self.places.append(f"{first} {json.dumps(place)}\n".encode())
            offset += len(packed)
            yield packed


# The key of an address: as the Internet Archive's ``surt`` makes it, by which programs look pages
# up: host reversed, small letters, parameters sorted, without ``www.`` and sessions.

_PLAIN = "!\"$&'()*+,-./:;<=>?@[\\]^_`{|}~"
_ADDRESS = re.compile(rb"(?s)(?P<scheme>https?)://(?:[^/?#@]*@)?(?P<host>[^/?#:]*)(?::(?P<port>\d*))?"
                      rb"(?P<path>[^?#]*)(?:\?(?P<query>[^#]*))?")  # fmt: skip
_WWW = re.compile(rb"www\d*\.")
_PATH_SESSION = re.compile(rb"(.*/)\((?:(?:[a-z]\([0-9a-z]{24}\))+|[0-9a-z]{24})\)/([^?]+\.aspx.*)")
_QUERY_SESSIONS = tuple(
    re.compile(rb"(?i)^(.*)(?:" + pattern + rb")(?:&(.*))?$")
    for pattern in (
        rb"jsessionid=[0-9a-z]{32}",
        rb"phpsessid=[0-9a-z]{32}",
        rb"sid=[0-9a-z]{32}",
        rb"aspsessionid[a-z]{8}=[a-z]{24}",
        rb"cfid=[^&]+&cftoken=[^&]+",
    )
)


def url_key(url: str) -> str:
    """Return the key of an absolute http address: ``com,example)/a?b=1``."""
    match = _ADDRESS.match(re.sub(r"[\n\r\t]", "", url.strip()).encode())
    if match is None:
        return url
    host = _unescape(match["host"]).lower()
    if not host.isascii():
        host = host.decode("utf-8", "ignore").encode("idna")
    host = _WWW.sub(b"", host.replace(b"..", b".").strip(b"."), count=1)
    default = {b"http": b"80", b"https": b"443"}[match["scheme"]]
    port = b":" + match["port"] if match["port"] not in (None, b"", default) else b""
    path = _quote(_normalize_path(_unescape(match["path"]))).lower()
    path = _PATH_SESSION.sub(rb"\1\2", path)
    query = _quote(_unescape(match["query"] or b""))
    for session in _QUERY_SESSIONS:
        query = session.sub(lambda found: found[1] + (found[2] or b""), query)
    parameters = sorted(tuple(each.split(b"=", 1)) for each in query.lower().split(b"&"))
    query = b"&".join(b"=".join(each) for each in parameters)
    reversed_host = b",".join(reversed(_quote(host).split(b".")))
    key = reversed_host + port + b")" + (path[:-1] if len(path) > 1 and path[-1:] == b"/" else path)
    return (key + (b"?" + query if query else b"")).decode()


def _normalize_path(path: bytes) -> bytes:
    kept: list[bytes] = []
    for part in path.split(b"/")[1:]:
        if part == b".." and kept:
            kept.pop()
        elif part != b".":
            kept.append(part)
    folders = b"".join(part + b"/" for part in kept[:-1] if part)
    return b"/" + folders + b"".join(kept[-1:])


def _unescape(text: bytes) -> bytes:
    while (plain := unquote_to_bytes(text)) != text:
        text = plain
    return text


def _quote(text: bytes) -> bytes:
    return quote_from_bytes(text, safe=_PLAIN).encode()
