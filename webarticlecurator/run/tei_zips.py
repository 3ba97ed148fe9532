"""``curator export --format zip``: the TEI files in one zip for each month.

A file system that has room for a corpus may not have room for its number of files. Each zip has a
mark of what is in it, made of the digests in the index, so that the next export makes only the zips
of months that have changed.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile, ZipInfo

from webarticlecurator.errors import StoreDamaged, UsageError
from webarticlecurator.export import replace_when_complete
from webarticlecurator.model.portal import Portal
from webarticlecurator.run.manifest_making import view_locked_corpus
from webarticlecurator.run.progress import Progress
from webarticlecurator.run.setup import Runtime
from webarticlecurator.store import CorpusView, TeiFile, digest_of
from webarticlecurator.store.verify_tei import FOLDER

_MARK = b"curator-tei "
"""What the comment of a zip of ours begins with; the mark follows."""
_EARLIEST = (1980, 1, 1, 0, 0, 0)
"""The time of change of every file in a zip: the same files make the same zip."""
_LEVEL = 6
_SLICE = 500


@dataclass(frozen=True)
class ZippedTei:
    """The number of ``articles`` in all zips; of zips that were ``written``, ``unchanged`` since an
    earlier export, and ``removed`` since their months have no articles any more."""

    articles: int
    written: int
    unchanged: int
    removed: int


def zip_tei(
    portal: Portal, folder: Path, output: Path, runtime: Runtime | None = None
) -> ZippedTei:
    """Write the TEI of the corpus in ``folder`` to zips in the folder ``output``, each completely
    or not at all; other files there are left alone.

    Raises UsageError (``output`` is a file, or cannot be written), CorpusLocked, CorpusMismatch,
    StoreDamaged (a TEI file is not as it was written), DiskFull.
    """
    _make_folder(output)
    progress = (runtime or Runtime()).progress
    names: set[str] = set()
    articles = written = 0
    with view_locked_corpus(folder, portal) as corpus:
        progress.begin("zip", corpus.frontier.counts().tei, "articles")
        try:
            for month, group in groupby(_files_by_path(corpus), key=_month_of):
                files = [*group]
                name = f"{portal.id}-{month}.zip"
                names.add(name)
                written += _write_changed(output / name, folder / FOLDER, files)
                articles += len(files)
                _step(progress, files)
        finally:
            progress.end()
    return ZippedTei(
        articles, written, len(names) - written, _remove_others(output, portal.id, names)
    )


def _make_folder(output: Path) -> None:
    if output.exists() and not output.is_dir():
        raise UsageError(f"{output} is a file (expected a folder for the zips)", "Give another.")
    try:
        output.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(
            f"the folder {output} cannot be made: {error.strerror or error}", "Give another."
        ) from error


def _files_by_path(corpus: CorpusView) -> Iterator[TeiFile]:
    last = ""
    while files := corpus.tei_files.following(last, _SLICE):
        last = files[-1].path
        yield from files


def _month_of(file: TeiFile) -> str:
    """Return the folder of a file, as it is written in the name of a zip: 2015-03, undated."""
    return file.path.rpartition("/")[0].replace("/", "-")


def _write_changed(target: Path, top: Path, files: list[TeiFile]) -> bool:
    """Write a zip unless it holds just these files as they are; return whether it was written."""
    # an index of an older version has no digests
    digests = (file.digest or digest_of(_read(top, file)) for file in files)
    lines = "".join(f"{file.path} {digest}\n" for file, digest in zip(files, digests, strict=True))
    mark = _MARK + hashlib.sha256(lines.encode()).hexdigest().encode()
    if _read_mark(target) == mark:
        return False
    with replace_when_complete(target) as draft, draft.open("wb") as stream:
        with ZipFile(stream, "w", ZIP_DEFLATED, compresslevel=_LEVEL) as packed:
            for file in files:
                entry = ZipInfo(file.path, _EARLIEST)
                entry.compress_type, entry.create_system = ZIP_DEFLATED, 3
                entry.external_attr = 0o644 << 16
                packed.writestr(entry, _read(top, file))
            packed.comment = mark
        stream.flush()
        os.fsync(stream.fileno())
    return True


def _read_mark(target: Path) -> bytes | None:
    """Return the mark of a zip of ours, None for any other file or none."""
    try:
        with ZipFile(target) as packed:
            return packed.comment if packed.comment.startswith(_MARK) else None
    except (OSError, BadZipFile):
        return None


def _read(top: Path, file: TeiFile) -> bytes:
    cure = "`curator build` makes TEI files again."
    try:
        content = (top / file.path).read_bytes()
    except OSError as error:
        raise StoreDamaged(
            f"{top / file.path} cannot be read: {error.strerror or error}", cure
        ) from error
    if file.digest not in (None, digest_of(content)):
        raise StoreDamaged(f"{top / file.path} is not as it was written", cure)
    return content


def _remove_others(output: Path, portal: str, names: set[str]) -> int:
    """Remove the zips of this portal for months that have no articles any more; return how many."""
    ours = re.compile(rf"{re.escape(portal)}-(\d{{4}}-\d\d|undated)\.zip")
    gone = [
        path
        for path in output.iterdir()
        if ours.fullmatch(path.name) and path.name not in names and _read_mark(path)
    ]
    for path in gone:
        path.unlink()
    return len(gone)


def _step(progress: Progress, files: list[TeiFile]) -> None:
    for file in files:
        progress.step(file.canonical)
