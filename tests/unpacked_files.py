"""Every byte of the files in a folder: what is inside gzip, zip and answers that a server packed, too."""

from __future__ import annotations

import contextlib
import gzip
import io
import re
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path

GZIP = b"\x1f\x8b\x08"


def all_pieces(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Yield all files below a folder, each with its name, unpacked as far as it is packed."""
    for path in sorted(p for p in folder.rglob("*") if p.is_file()):
        yield from _unpacked(path.relative_to(folder).as_posix(), path.read_bytes())


def _unpacked(name: str, content: bytes) -> Iterator[tuple[str, bytes]]:
    yield name, content
    if content.startswith(GZIP):
        yield from _unpacked(f"{name} (unpacked)", gzip.decompress(content))
    elif content.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            for entry in packed.namelist():
                yield from _unpacked(f"{name}/{entry}", packed.read(entry))
    else:
        for found in re.finditer(re.escape(GZIP), content):
            with contextlib.suppress(zlib.error):  # these three bytes by chance
                answer = zlib.decompressobj(31).decompress(content[found.start() :])
                yield from _unpacked(f"{name} (from byte {found.start()})", answer)


def places_of(folder: Path, *values: str) -> list[tuple[str, str]]:
    """Return where below a folder a value stands, in any file, packed or not."""
    return [
        (name, value)
        for name, content in all_pieces(folder)
        for value in values
        if value.encode() in content
    ]
