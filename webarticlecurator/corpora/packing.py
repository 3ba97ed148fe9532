"""``curator export --format wacz``: the WARC files of a corpus, an index, and a list of pages."""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile, ZipInfo

from webarticlecurator.article import article_id
from webarticlecurator.build.changes import find_named_articles
from webarticlecurator.corpora.manifests import (
    DAMAGED,
    read_tei_file,
    require_tei_files,
    view_locked_corpus,
)
from webarticlecurator.corpora.redacting import addresses_of, copy_clean_warcs
from webarticlecurator.errors import CuratorError, StoreDamaged, UsageError
from webarticlecurator.export import (
    ReplayPage,
    make_folder,
    pages_chunks,
    replace_when_complete,
    write_file,
)
from webarticlecurator.export.wacz import WaczInput, copy_dated, create_wacz, find_wacz
from webarticlecurator.model.portal import Portal
from webarticlecurator.model.verdict import Problem
from webarticlecurator.store import ArticleRow, CorpusView, TeiFile, digest_of
from webarticlecurator.store.tei_files import FOLDER
from webarticlecurator.store.tei_files import FOLDER as TEI_FOLDER
from webarticlecurator.tei import read_header
from webarticlecurator.workers.executor import Runtime
from webarticlecurator.workers.progress import Progress


@dataclass(frozen=True)
class PackedCorpus:
    """What was packed: the number of WARC files, the articles in the list of pages, and those that
    could not be listed."""

    warcs: int
    articles: int
    problems: tuple[Problem, ...]


def pack_wacz(
    portal: Portal, folder: Path, output: Path, runtime: Runtime | None = None
) -> PackedCorpus:
    """Write the corpus in ``folder`` to the WACZ file ``output``, completely or not at all.

    Raises UsageError (wacz is not installed, ``output`` cannot be written, the WARC files hold
    excluded articles), CorpusLocked, CorpusMismatch, StoreDamaged, DiskFull, CuratorError if wacz
    fails.
    """
    find_wacz()
    with view_locked_corpus(folder, portal) as corpus:
        return pack_locked_wacz(portal, corpus, output, (runtime or Runtime()).progress)


def pack_locked_wacz(
    portal: Portal,
    corpus: CorpusView,
    output: Path,
    progress: Progress,
    warcs: Collection[Path] = (),
) -> PackedCorpus:
    """Write a locked corpus to a WACZ file as ``pack_wacz``. ``warcs`` are its WARC files without
    the secrets of a session, if they were made before."""
    program = find_wacz()
    with (
        replace_when_complete(output) as draft,
        tempfile.TemporaryDirectory(dir=draft.parent, prefix=f"{output.name}.") as temporary,
    ):
        check_publishable(portal, corpus)
        warcs = warcs or copy_clean_warcs(portal, corpus.folder, Path(temporary)).values()
        pages = _Pages(corpus, progress)
        listed = Path(temporary) / "pages.jsonl"
        write_file(listed, pages_chunks(pages.read()))
        progress.show_message(f"packing {len(warcs)} WARC files")
        title = portal.corpus.title or portal.title or portal.id
        packed = Path(temporary) / "packed.wacz"
        create_wacz(program, WaczInput([*warcs], listed, title, portal.home), packed)
        _, last = corpus.captures.days()
        copy_dated(packed, draft, f"{last}T00:00:00Z")
    return PackedCorpus(len(warcs), pages.count, tuple(pages.problems))


def check_publishable(portal: Portal, corpus: CorpusView) -> None:
    """Raise UsageError if the WARC files hold what is not to be published."""
    if portal.has_pseudonyms:
        raise UsageError(
            "the WARC files hold the comments with the names that `comments: pseudonyms` replaces",
            "Publish the TEI; hand on the WARC files themselves only to those who may see the"
            " names.",
        )
    for name, row in find_named_articles(portal, corpus, portal.manual_overrides.excluded).items():
        if corpus.captures.of_addresses(addresses_of(corpus, row)):
            raise UsageError(
                f"the WARC files hold articles of the exclude list, such as {name}",
                "Write a corpus without them (`curator warc redact`) and export that one.",
            )


class _Pages:
    """Reads the first page of every article in TEI; ``problems`` are those without a title."""

    def __init__(self, corpus: CorpusView, progress: Progress) -> None:
        self._corpus, self._progress = corpus, progress
        self.count = 0
        self.problems: list[Problem] = []

    def read(self) -> Iterator[ReplayPage]:
        self._progress.begin(
            "list of pages", self._corpus.article_counts.by_state().tei, "articles"
        )
        try:
            for row in self._corpus.frontier.articles_by_address():
                page = self._page(row) if row.state == "tei" else None
                if page is not None:
                    self.count += 1
                    yield page
                    self._progress.step(row.canonical)
        finally:
            self._progress.end()

    def _page(self, row: ArticleRow) -> ReplayPage | None:
        """Return the page to open; None if its record is in no WARC file of the corpus."""
        first = next(iter(self._corpus.frontier.pages(row.canonical)), None)
        record = first.record_id if first else None
        capture = self._corpus.captures.by_id(record) if record else None
        if capture is None:
            message = "its page is in no WARC file of the corpus, and cannot be replayed"
            self.problems.append(Problem("not-packed", row.canonical, message))
            return None
        title = self._title(row) or row.canonical
        return ReplayPage(article_id(row.canonical), capture.url, capture.time, title)

    def _title(self, row: ArticleRow) -> str | None:
        path = self._corpus.folder / TEI_FOLDER / (row.tei or "")
        try:
            return read_header(path.read_bytes()).metadata.first("title")
        except (CuratorError, OSError) as error:
            reason = error.message if isinstance(error, CuratorError) else error.strerror
            message = f"{path}: {reason}; its title is not known"
            self.problems.append(Problem("unreadable-tei", row.canonical, message))
            return None


# ``curator export --format zip``: the TEI files in one zip for each WARC file of the corpus.
#
# A file system that has room for a corpus may not have room for its number of files. The files of a
# zip are those whose articles have their first page in the WARC file, so that a crawl that goes on
# changes only the last zips. Each has a mark of what is in it, made of the digests in the index:
# the next export makes only the zips that have changed.

_MARK = "curator-tei "
"""What the comment of a zip of ours begins with; the portal and a digest follow."""
_EARLIEST = (1980, 1, 1, 0, 0, 0)
"""The time of change of every file in a zip: the same files make the same zip."""
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
    top = corpus.folder / FOLDER
    require_tei_files(corpus)
    progress.begin("zip", corpus.article_counts.by_state().tei, "articles")
    try:
        for warc, group in groupby(corpus.tei_files.by_warc(), key=itemgetter(0)):
            files = [file for _, file in group]
            name = _name_zip(portal, warc)
            names.add(name)
            mark = f"{_MARK}{portal.id} {_digest(top, files)}".encode()
            if _read_comment(output / name) != mark:
                _write_zip(output / name, top, files, mark)
                written += 1
            articles += len(files)
            _step(progress, files)
    finally:
        progress.end()
    return ZippedTei(
        articles, written, len(names) - written, _remove_others(output, portal.id, names)
    )


def _name_zip(portal: Portal, warc: str | None) -> str:
    """Return the name of the zip of a WARC file: that of the file, with another ending."""
    if warc is None:
        return f"{portal.id}-{_NO_WARC}{_ENDING}"
    return warc.rpartition("/")[2].removesuffix(".gz").removesuffix(".warc") + _ENDING


def _digest(top: Path, files: list[TeiFile]) -> str:
    """Return a digest of paths and contents."""
    # an index of an older version has no digests
    digests = (file.digest or digest_of(_read(top, file)) for file in files)
    lines = "".join(f"{file.path} {digest}\n" for file, digest in zip(files, digests, strict=True))
    return hashlib.sha256(lines.encode()).hexdigest()


def _write_zip(target: Path, top: Path, files: list[TeiFile], mark: bytes) -> None:
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
        raise StoreDamaged(f"{top / file.path} is not as it was written", DAMAGED)
    return content


def _remove_others(output: Path, portal: str, names: set[str]) -> int:
    """Remove the zips of this portal for WARC files that have no articles any more; return how
    many."""
    gone = [
        path
        for path in output.glob(f"*{_ENDING}")
        if path.name not in names and _read_comment(path).startswith(f"{_MARK}{portal} ".encode())
    ]
    for path in gone:
        path.unlink()
    return len(gone)


def _step(progress: Progress, files: list[TeiFile]) -> None:
    for file in files:
        progress.step(file.canonical)
