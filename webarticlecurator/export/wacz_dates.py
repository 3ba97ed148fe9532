"""Date a WACZ file by what is in it, so that the same corpus makes the same bytes.

The program ``wacz`` writes the time at which it ran: into ``datapackage.json``, and as the time of
change of each file in the zip.
"""

from __future__ import annotations

import hashlib
import json
import shutil
from pathlib import Path
from zipfile import ZipFile, ZipInfo

_EARLIEST = (1980, 1, 1, 0, 0, 0)
"""The time of change of every file in a zip."""
_PACKAGE, _DIGEST = "datapackage.json", "datapackage-digest.json"
_PIECE = 1 << 20


def copy_dated(source: Path, target: Path, created: str) -> None:
    """Copy a WACZ file that is not signed. ``created`` is the time that it names as that of its
    making (``2024-05-02T00:00:00Z``)."""
    with ZipFile(source) as packed, ZipFile(target, "w") as dated:
        package = _encode({**json.loads(packed.read(_PACKAGE)), "created": created})
        digest = f"sha256:{hashlib.sha256(package).hexdigest()}"
        changed = {
            _PACKAGE: package,
            _DIGEST: _encode({**json.loads(packed.read(_DIGEST)), "hash": digest}),
        }
        for info in packed.infolist():
            entry = ZipInfo(info.filename, _EARLIEST)
            entry.compress_type, entry.create_system = info.compress_type, 3
            entry.external_attr = 0o644 << 16
            if info.filename in changed:
                dated.writestr(entry, changed[info.filename])
                continue
            entry.file_size = info.file_size
            with packed.open(info) as content, dated.open(entry, "w") as out:
                shutil.copyfileobj(content, out, _PIECE)


def _encode(value: object) -> bytes:
    return json.dumps(value, indent=2).encode("ascii")
