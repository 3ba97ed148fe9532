"""Check that the TEI files are those that were written, all of them and no others."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.errors import CuratorError
from webarticlecurator.storage.frontier.index_reset import IndexReset
from webarticlecurator.storage.index.disk import SWEEP_KEY, digest_of, locate_stored_file
from webarticlecurator.storage.index.index import Index
from webarticlecurator.storage.store.run_log import RunLog
from webarticlecurator.storage.texts.tei_files import TeiFile, TeiFiles
from webarticlecurator.storage.warc.warc_reader import Finding

FOLDER = "tei"
_NO_ARTICLE = "belongs to no article of the index"
_BUILD = "`curator build` rebuilds it"


@dataclass(frozen=True)
class VerifiedTei:
    """The result: ``read`` files were compared."""

    read: int = 0
    findings: tuple[Finding, ...] = ()


def verify_tei(folder: Path, index: Index) -> VerifiedTei:
    """Compare every TEI file of the corpus with its digest, and find files without an article."""
    findings: list[Finding] = []
    read = 0
    for file in TeiFiles(index).all():
        if file.on_disk(folder / FOLDER) is None:
            findings.append(_finding(file.path, f"is missing ({file.canonical}); {_BUILD}"))
        else:
            read += 1
            findings += _compare(folder, file)
    if RunLog(index).get_meta(SWEEP_KEY) == "no":  # else the next build removes them
        findings += [
            _finding(path, _NO_ARTICLE) for path in _files_without_article(folder / FOLDER, index)
        ]
    return VerifiedTei(read, tuple(findings))


def _compare(folder: Path, file: TeiFile) -> list[Finding]:
    try:
        content = locate_stored_file(folder, f"{FOLDER}/{file.path}").read_bytes()
    except CuratorError as error:
        return [_finding(file.path, f"{error.message}. {error.cure}")]
    except OSError as error:
        return [_finding(file.path, f"cannot be read: {error.strerror or error}")]
    digest = digest_of(content)
    if digest == file.digest:
        return []
    return [
        _finding(
            file.path,
            f"has changed since it was written ({file.canonical}): sha256 {digest} (expected"
            f" {file.digest}); {_BUILD}",
        )
    ]


def _files_without_article(top: Path, index: Index) -> Iterator[str]:
    """Yield the XML files that the index does not know, one year at a time."""
    index_reset = IndexReset(index)
    for year in sorted(top.iterdir()) if top.is_dir() else ():
        known = index_reset.tei_below(year.name) if year.is_dir() else frozenset()
        for path in sorted(year.rglob("*.xml")) if year.is_dir() else [year]:
            name = path.relative_to(top).as_posix()
            if name.endswith(".xml") and name not in known:
                yield name


def _finding(path: str, message: str) -> Finding:
    return Finding(f"{FOLDER}/{path}", None, message)
