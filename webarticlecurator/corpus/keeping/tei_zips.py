"""``curator export --format zip``: the TEI files in one zip for each WARC file of the corpus.

A file system that has room for a corpus may not have room for its number of files. The files of a
zip are those whose articles have their first page in the WARC file, so that a crawl that goes on
changes only the last zips. Each has a mark of what is in it, made of the digests in the index:
the next export makes only the zips that have changed.
"""

from __future__ import annotations

import hashlib
import os
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.errors import StoreDamaged
from webarticlecurator.base.portal.portal import Portal
from webarticlecurator.base.system.output_files import (
    make_folder,
    make_zip_entry,
    replace_when_complete,
)
from webarticlecurator.corpus.keeping.manifests import (
    DAMAGED,
    read_tei_file,
    require_tei_files,
    view_locked_corpus,
)
from webarticlecurator.crawling.workers.progress import Progress, progress_stage
from webarticlecurator.crawling.workers.run_options import Runtime
from webarticlecurator.storage.index.disk import digest_of
from webarticlecurator.storage.store.tei_verification import FOLDER as TEI_FOLDER
from webarticlecurator.storage.store.view import CorpusView
from webarticlecurator.storage.texts.tei_files import TeiFile

_MARK = "curator-tei "
"""What the comment of a zip of ours begins with; the portal and a digest follow."""
_LEVEL = 6
_ENDING = ".tei.zip"
_NO_WARC = "other"
"""Stands in the name of a zip for the WARC files that are not of the corpus (``build --warc``)."""


@dataclass(frozen=True)
class ZippedTei:
    """The number of ``articles`` in all zips; of zips that were ``written``, ``unchanged`` since an
    earlier export, and ``removed`` since their WARC files have no articles any more."""

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
    make_folder(output)
    progress = (runtime or Runtime()).progress
    with view_locked_corpus(folder, portal) as corpus:
        return zip_locked_tei(portal, corpus, output, progress)


def zip_locked_tei(
    portal: Portal, corpus: CorpusView, output: Path, progress: Progress
) -> ZippedTei:
    """Write the TEI of a locked corpus as ``zip_tei``; the folder ``output`` exists."""
    names: set[str] = set()
    articles = written = 0
    top = corpus.folder / TEI_FOLDER
    require_tei_files(corpus)
    with progress_stage(progress, "zip", corpus.article_counts.by_state().tei, "articles"):
        for warc, group in groupby(corpus.tei_files.by_warc(), key=itemgetter(0)):
            files = [file for _, file in group]
            # the zip of a WARC file has its name, with another ending
            stem = f"{portal.id}-{_NO_WARC}"
            if warc is not None:
                stem = warc.rpartition("/")[2].removesuffix(".gz").removesuffix(".warc")
            names.add(f"{stem}{_ENDING}")
            target = output / f"{stem}{_ENDING}"
            mark = f"{_MARK}{portal.id} {_digest(top, files)}".encode()
            if _read_comment(target) != mark:
                _write_zip(target, top, files, mark)
                written += 1
            articles += len(files)
            for file in files:
                progress.step(file.canonical)
    # the zips of this portal for WARC files that have no articles any more
    ours = f"{_MARK}{portal.id} ".encode()
    others = [path for path in output.glob(f"*{_ENDING}") if path.name not in names]
    gone = [path for path in others if _read_comment(path).startswith(ours)]
    for path in gone:
        path.unlink()
    return ZippedTei(articles, written, len(names) - written, len(gone))


def _digest(top: Path, files: list[TeiFile]) -> str:
    """Return a digest of paths and contents."""
    lines = (f"{file.path} {file.digest or digest_of(_read(top, file))}\n" for file in files)
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def _write_zip(target: Path, top: Path, files: list[TeiFile], mark: bytes) -> None:
    with replace_when_complete(target) as draft, draft.open("wb") as stream:
        with ZipFile(stream, "w", ZIP_DEFLATED, compresslevel=_LEVEL) as packed:
            for file in files:
                packed.writestr(make_zip_entry(file.path), _read(top, file))
            packed.comment = mark
        stream.flush()
        os.fsync(stream.fileno())


def _read_comment(target: Path) -> bytes:
    """Return the comment of a zip; it is empty for any other file or none."""
    try:
        with ZipFile(target) as packed:
            return packed.comment
    except (OSError, BadZipFile):
        return b""


def _read(top: Path, file: TeiFile) -> bytes:
    content = read_tei_file(top, file)
    if file.digest not in (None, digest_of(content)):
        raise StoreDamaged(f"{top / file.path} has changed since it was written", DAMAGED)
    return content
