"""WACZ files (Web Archive Collection Zipped 1.1.1): WARC files with an index and a list of pages.

https://specs.webrecorder.net/wacz/1.1.1/: the WARC files are stored as they are; the index is CDXJ
in gzip members of LINES lines, with a second index of these (ZipNum); ``datapackage.json`` names
all files with their digests, ``datapackage-digest.json`` that one. Nothing in the file depends on
the day on which it is written: the same corpus makes the same bytes. A signature (WACZ-auth 0.1.0,
https://specs.webrecorder.net/wacz-auth/0.1.0/) is in ``datapackage-digest.json`` alone.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from io import BytesIO
from pathlib import Path
from zipfile import ZIP64_LIMIT, ZipFile

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.system.input_files import MAX_TABLE, read_regular
from webarticlecurator.base.system.installation import require_extra
from webarticlecurator.base.system.output_files import make_zip_entry
from webarticlecurator.base.text.times import write_utc_second
from webarticlecurator.corpus.keeping.wacz_index import (
    INDEX_PATH,
    IndexBlocks,
    hash_content,
    list_index_lines,
    sort_lines,
)

_PIECE = 1 << 20


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
        blocks = IndexBlocks(sort_lines(list_index_lines(packed.warcs), temporary))
        listed = temporary / "listed"
        _write_pieces(listed, blocks)
        writer.write(f"indexes/{INDEX_PATH}", listed)
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
        hashed = hash_content(content)
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
        self.resources.append(
            {"name": name, "path": path, "hash": f"sha256:{digest.hexdigest()}", "bytes": size}
        )


def _write_pieces(path: Path, pieces: Iterable[bytes]) -> None:
    """Write what is as long as it turns out to be into a file."""
    with path.open("wb") as out:
        out.writelines(pieces)


def _encode(value: object) -> bytes:
    return json.dumps(value, indent=2, ensure_ascii=False).encode()


def _page_lines(pages: Iterable[ReplayPage]) -> Iterator[bytes]:
    """Yield the lines of ``pages.jsonl`` (json-pages-1.0): what a replay program offers to open,
    and searches."""
    head = {"format": "json-pages-1.0", "id": "pages", "title": "Articles", "hasText": True}
    yield json.dumps(head).encode() + b"\n"
    for page in pages:
        # in seconds, as the index has it
        time = write_utc_second(page.time)
        line = {"id": page.id, "url": page.url, "ts": time, "title": page.title, "text": page.text}
        yield json.dumps(line, ensure_ascii=False).encode() + b"\n"
