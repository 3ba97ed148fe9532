"""Read the WARC files in a WACZ (Web Archive Collection Zipped), and check its digests.

https://specs.webrecorder.net/wacz/1.1.1/: ``datapackage.json`` has the sha256 of each file in it.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from webarticlecurator.storage.warc.coding_digests import is_digest_of

if TYPE_CHECKING:
    from zipfile import ZipFile

DATAPACKAGE, _DATAPACKAGE_DIGEST = "datapackage.json", "datapackage-digest.json"
WARC_ENDINGS = (".warc", ".warc.gz", ".warc.zst", ".arc", ".arc.gz")
WACZ_ENDING = ".wacz"
_PIECE = 1 << 20
_MAX_PACKAGE = 64 << 20
OnFault = Callable[[str, str], None]
"""Called with the name of a file of a WACZ, and what is wrong with it."""


def is_wacz(path: Path) -> bool:
    """Return True for a zip: that is how a WACZ begins, and no WARC file."""
    with path.open("rb") as stream:
        return stream.read(4) == b"PK\x03\x04"


def list_zip_names(path: Path) -> list[str]:
    """Return the names in a zip; none for other files, and for one that cannot be read."""
    if not is_wacz(path):
        return []
    with suppress(ValueError), open_zip(path) as archive:
        return archive.namelist()
    return []


@contextmanager
def open_zip(path: Path, max_bytes: float = inf) -> Iterator[ZipFile]:
    """Open a zip. Raises ValueError if it cannot be read, also while it is, or would unpack to more
    than ``max_bytes``."""
    # seldom needed: all that reads WARC files asks ``is_wacz``
    from zipfile import BadZipFile, ZipFile

    try:
        with ZipFile(path) as archive:
            if sum(entry.file_size for entry in archive.infolist()) > max_bytes:
                raise ValueError(f"unpacks to more than {max_bytes} bytes; it is not read")
            yield archive
    except (BadZipFile, zlib.error, RuntimeError, EOFError, OSError) as error:
        raise ValueError(f"no readable zip: {error}") from error


def read_wacz(path: Path, max_bytes: int, on_fault: OnFault) -> Iterator[tuple[str, BinaryIO]]:
    """Yield name and content of each WARC file in a WACZ, after its digest was compared; none if
    it would unpack to more than ``max_bytes``.

    ``on_fault`` is called for a file that is missing, or not that of its digest. Raises ValueError
    for a zip that cannot be read.
    """
    with open_zip(path, max_bytes) as archive:
        yield from _read_files(archive, on_fault)


def _read_files(archive: ZipFile, on_fault: OnFault) -> Iterator[tuple[str, BinaryIO]]:
    endings = (*WARC_ENDINGS, WACZ_ENDING)  # a WACZ may hold others: those of several crawls
    names = [name for name in archive.namelist() if name.lower().endswith(endings)]
    if not names and DATAPACKAGE not in archive.namelist():
        raise ValueError(f"a ZIP that is no WACZ: no {DATAPACKAGE} and no WARC file in it")
    digests = _read_digests(archive, on_fault)
    for missing in sorted(set(digests) - set(archive.namelist())):
        on_fault(missing, f"{DATAPACKAGE} names it, and it is missing")
    if not names:
        on_fault(DATAPACKAGE, "no WARC file in it")
    for name in archive.namelist():
        if name in digests:
            algorithm, expected = digests[name]
            found = hashlib.new(algorithm)
            with archive.open(name) as stream:
                while piece := stream.read(_PIECE):
                    found.update(piece)
            if not is_digest_of(expected, found.digest()):
                on_fault(name, f"its {algorithm} is not that of {DATAPACKAGE}")
        if name in names:
            with archive.open(name) as stream:
                yield name, stream  # type: ignore[misc]


def _read_digests(archive: ZipFile, on_fault: OnFault) -> dict[str, tuple[str, str]]:
    """Return algorithm and digest of the files by name; without an algorithm it is that of Data
    Package, md5."""
    try:
        with archive.open(DATAPACKAGE) as stream:
            content = stream.read(_MAX_PACKAGE)
        if _DATAPACKAGE_DIGEST in archive.namelist():
            with archive.open(_DATAPACKAGE_DIGEST) as stream:
                named = str(json.loads(stream.read(_MAX_PACKAGE))["hash"])
            if not is_digest_of(named.partition(":")[2], hashlib.sha256(content).digest()):
                on_fault(DATAPACKAGE, f"its sha256 is not that of {_DATAPACKAGE_DIGEST}")
        digests = dict[str, tuple[str, str]]()
        for row in json.loads(content)["resources"]:
            algorithm, _, digest = str(row["hash"]).rpartition(":")
            hashlib.new(algorithm or "md5")  # raises ValueError for one that is not known
            digests[str(row["path"])] = algorithm or "md5", digest
        return digests
    except (KeyError, TypeError, ValueError) as error:
        on_fault(DATAPACKAGE, f"it cannot be read, so no digest was compared: {error}")
        return {}
