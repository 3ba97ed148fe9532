"""Make a bag of a deposit (BagIt 1.0, RFC 8493): its files in a folder, with their digests."""

from __future__ import annotations

import hashlib
from pathlib import Path

from webarticlecurator.corpus.deposit.deposit_files import digest_file
from webarticlecurator.corpus.deposit.deposit_metadata import DepositDescription

PAYLOAD = "data"
TAG_FILES = frozenset(
    ("bagit.txt", "bag-info.txt", "manifest-sha256.txt", "tagmanifest-sha256.txt")
)
_DECLARATION = "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n"


def make_bag(folder: Path, deposit: DepositDescription) -> None:
    """Turn the folder of a deposit into a bag; nothing in it comes from a clock."""
    files = sorted(folder.iterdir())
    payload = folder / PAYLOAD
    payload.mkdir()
    for path in files:
        path.replace(payload / path.name)
    moved = [payload / path.name for path in files]
    size = sum(path.stat().st_size for path in moved)
    info = {
        "Source-Organization": "; ".join(e.name for e in deposit.portal.corpus.editors),
        "External-Description": deposit.summary,
        "External-Identifier": deposit.portal.corpus.persistent_id(),
        "Bagging-Date": deposit.date,
        "Payload-Oxum": f"{size}.{len(moved)}",
    }
    lines = (f"{name}: {' '.join(value.split())}\n" for name, value in info.items() if value)
    manifest = (f"{digest_file(path, 'sha256')}  {PAYLOAD}/{path.name}\n" for path in moved)
    tags = {
        "bagit.txt": _DECLARATION,
        "bag-info.txt": "".join(lines),
        "manifest-sha256.txt": "".join(manifest),
    }
    digests = (
        f"{hashlib.sha256(text.encode()).hexdigest()}  {name}\n" for name, text in tags.items()
    )
    tags["tagmanifest-sha256.txt"] = "".join(digests)
    for name, text in tags.items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")
