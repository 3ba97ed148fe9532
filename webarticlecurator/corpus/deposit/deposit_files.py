"""The files of a deposit: what each of them is, and the rules among them."""

from __future__ import annotations

import hashlib
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

from webarticlecurator.base.errors import UsageError
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.system.output_files import make_zip_entry, replace_when_complete
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.corpus.deposit.cmdi_record import CMDI_NAME
from webarticlecurator.corpus.deposit.data_package import CROISSANT_NAME, DATA_PACKAGE_NAME
from webarticlecurator.corpus.deposit.datacite_record import DATACITE_NAME
from webarticlecurator.corpus.deposit.deposit_metadata import (
    CITATION_NAME,
    RULES_ENDING,
    TERMS_NAME,
    DepositedFile,
)
from webarticlecurator.corpus.deposit.deposit_readme import README_NAME
from webarticlecurator.corpus.derived.deriving import DESCRIPTION

DERIVED_ENDING = ".derived.zip"
_PIECE = 1 << 20
_JSON = "application/json"
_KINDS = (
    (
        DERIVED_ENDING,
        "a derived form of the texts, with a description of what was changed",
        "application/zip",
    ),
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
    (DATACITE_NAME, "metadata for a DOI (DataCite)", _JSON),
    (CMDI_NAME, "metadata for the catalogues of CLARIN (CMDI)", "application/x-cmdi+xml"),
    (DATA_PACKAGE_NAME, "the files and the columns of the tables (Frictionless)", _JSON),
    (CROISSANT_NAME, "the same for programs that train models (Croissant)", "application/ld+json"),
)
"""Ending of a name → what the file holds, and its media type."""


def describe_files(folder: Path) -> tuple[DepositedFile, ...]:
    """Return the files of a deposit, by name."""
    files = []
    for path in sorted(folder.iterdir()):
        summary, media_type = next(
            (kind[1:] for kind in _KINDS if path.name.endswith(kind[0])),
            ("", "application/octet-stream"),
        )
        digest = digest_file(path, "sha256")
        files.append(DepositedFile(path.name, summary, media_type, path.stat().st_size, digest))
    return tuple(files)


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
            packed.writestr(make_zip_entry(file.name), file.content)


def zip_derived(source: Path, name: str, folder: Path) -> None:
    """Write a folder of ``curator derive`` to a zip. Raises UsageError if it is none."""
    if not (source / DESCRIPTION).is_file():
        raise UsageError(
            make_message("{source} has no {name}", source=source, name=DESCRIPTION),
            "Give a folder that `curator derive` wrote.",
        )
    with (
        replace_when_complete(folder / f"{name}-{source.resolve().name}{DERIVED_ENDING}") as draft,
        ZipFile(draft, "w", ZIP_DEFLATED) as packed,
    ):
        for path in sorted(source.rglob("*")):
            if path.is_file():
                entry = make_zip_entry(path.relative_to(source).as_posix())
                packed.writestr(entry, path.read_bytes())
