"""The files of a deposit: what each of them is, and the rules among them."""

from __future__ import annotations

import hashlib
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from webarticlecurator.export.deposit import RULES_ENDING, TERMS_NAME, DepositedFile
from webarticlecurator.export.deposit_metadata import CITATION_NAME, DATACITE_NAME, README_NAME
from webarticlecurator.export.output import replace_when_complete
from webarticlecurator.model.portal import Portal

_PIECE = 1 << 20
_EARLIEST = (1980, 1, 1, 0, 0, 0)
"""The earliest time that a zip can hold, for all its entries: no clock changes its bytes."""
_KINDS = (
    (".tei.zip", "TEI P5 of the articles, by WARC file", "application/zip"),
    (RULES_ENDING, "the portal file and the files that it names: the rules", "application/zip"),
    (".manifest.jsonl", "every article with its captures and digests", "application/jsonl"),
    (".wacz", "the archived pages (WARC), for ReplayWeb.page and pywb", "application/wacz"),
    (".csv", "the articles as a table", "text/csv"),
    (".jsonl", "the articles as JSON lines", "application/jsonl"),
    (".parquet", "the articles as a table with typed columns", "application/vnd.apache.parquet"),
    (TERMS_NAME, "the terms of the texts", "text/tab-separated-values"),
    (README_NAME, "what the deposit holds", "text/markdown"),
    (CITATION_NAME, "how to cite it", "application/yaml"),
    (DATACITE_NAME, "metadata for a DOI (DataCite)", "application/json"),
)
"""Ending of a name → what the file holds, and its media type."""


def describe_files(folder: Path) -> tuple[DepositedFile, ...]:
    """Return the files of a deposit, by name."""
    return tuple(describe_deposited_file(path) for path in sorted(folder.iterdir()))


def describe_deposited_file(path: Path) -> DepositedFile:
    """Return what a file of a deposit is, with its size and digest."""
    summary, media_type = next(
        (kind[1:] for kind in _KINDS if path.name.endswith(kind[0])),
        ("", "application/octet-stream"),
    )
    digest = digest_file(path, "sha256")
    return DepositedFile(path.name, summary, media_type, path.stat().st_size, digest)


def digest_file(path: Path, algorithm: str) -> str:
    """Return the digest of a file, in hexadecimal."""
    digest = hashlib.new(algorithm, usedforsecurity=False)
    with path.open("rb") as stream:
        while piece := stream.read(_PIECE):
            digest.update(piece)
    return digest.hexdigest()


def write_rules(portal: Portal, folder: Path) -> None:
    """Write the portal file and the files that it names to a zip, as the WARC files have them: with
    ``…`` in place of secrets."""
    if not portal.files:
        return
    with (
        replace_when_complete(folder / f"{portal.id}{RULES_ENDING}") as draft,
        ZipFile(draft, "w", ZIP_DEFLATED) as packed,
    ):
        for file in portal.files:
            entry = ZipInfo(file.name, _EARLIEST)
            entry.compress_type, entry.create_system = ZIP_DEFLATED, 3
            entry.external_attr = 0o644 << 16
            packed.writestr(entry, file.content)
