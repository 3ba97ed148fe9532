"""The WARC files of a corpus on disk: finding, creating, appending, rolling and truncating them.

This module handles bytes and file names, not records.
"""

from __future__ import annotations

import errno
import hashlib
import os
import re
import stat
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path, PureWindowsPath

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.errors import CorpusMismatch, DiskFull, StoreDamaged
from webarticlecurator.base.system.input_files import open_handle
from webarticlecurator.base.text.translation import make_message
from webarticlecurator.storage.index.store_options import StoreOptions

# How many TEI files a build syncs at once; their names follow when a hundred are durable
# (ce0a3d6a).
_SYNC_THREADS = 8
"""Files that are synced at once: the disk makes them durable together."""
FOLDER = "warc"
ARTICLES = "articles"
SWEEP_KEY = "tei-sweep"
"""The key in RunLog that says whether there may be TEI files without an article."""
ASSETS = "assets"
KINDS = ("archive", ARTICLES, ASSETS)
_WARC = re.compile(r"\.warc(\.gz|\.zst)?\Z")
_JUNCTION = 0xA0000003
"""IO_REPARSE_TAG_MOUNT_POINT of Windows."""
_FULL = (errno.ENOSPC, errno.EDQUOT) if hasattr(errno, "EDQUOT") else (errno.ENOSPC,)


def refuse_link(path: Path) -> None:
    """Raise CorpusMismatch if ``path`` is a symbolic link or a junction, by which what is written
    there would be elsewhere. It may be missing."""
    try:
        status = os.lstat(path)
    except OSError:
        return
    is_junction = getattr(status, "st_reparse_tag", 0) == _JUNCTION
    if stat.S_ISLNK(status.st_mode) or is_junction:
        raise CorpusMismatch(
            make_message(
                "{path} is a link: {target} (expected a file or folder of the corpus itself)",
                path=path,
                target=os.path.realpath(path),
            ),
            "Put the file or folder itself in its place; the corpus as a whole may be a link.",
        )


def locate_stored_file(root: Path, path: str) -> Path:
    """Return the place of a file that the index, or another file of a corpus, names by its path
    below ``root``, whose files belong to the corpus.

    Raises StoreDamaged for a path that leads out of ``root``, CorpusMismatch for one through a
    link: a folder that came from somebody else must not have a command read, write or remove what
    is outside of it.
    """
    # the same names are refused on every system
    name = PureWindowsPath(path)
    if name.anchor or ".." in name.parts:
        raise StoreDamaged(
            make_message(
                "path that leads out of the corpus: {path!r} (expected one below {root})",
                path=path,
                root=root,
            ),
            make_message(
                "If you trust who made the corpus, run `curator verify --rebuild`, which makes the"
                " index again from the WARC files."
            ),
        )
    place = root
    for part in name.parts:
        place = place / part
        refuse_link(place)
    return place


def digest_of(content: bytes) -> str:
    """Return the hex sha256 of the content of a TEI file."""
    return hashlib.sha256(content).hexdigest()


def sync_files(paths: Sequence[Path]) -> None:
    """Make the content of files durable."""
    shares = [paths[first::_SYNC_THREADS] for first in range(min(len(paths), _SYNC_THREADS))]
    if shares:
        with ThreadPoolExecutor(len(shares)) as pool:
            list(pool.map(_sync_each, shares))


def _sync_each(paths: Sequence[Path], flags: int = os.O_RDWR) -> None:
    for path in paths:
        handle = open_handle(path, flags)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


@dataclass(frozen=True)
class WarcName:
    """The name of a WARC file: ``warc/<portal>-<kind>-<time>-<number>.warc.gz``.

    ``number`` counts from 1 per kind over the whole corpus: the order of the files does not depend
    on the clock.
    """

    portal: str
    kind: str
    time: str
    number: int

    @property
    def file(self) -> str:
        """The path relative to the corpus folder, with slashes on every system."""
        return f"{FOLDER}/{self.portal}-{self.kind}-{self.time}-{self.number:05d}.warc.gz"


def parse_name(portal: str, name: str) -> WarcName | None:
    """Parse a file name in ``warc/``; return None unless it is one of this portal's."""
    match = re.fullmatch(
        rf"{re.escape(portal)}-({'|'.join(KINDS)})-(\d{{8}}T\d{{6}}Z)-(\d+)\.warc\.gz", name
    )
    return WarcName(portal, match[1], match[2], int(match[3])) if match else None


def warc_files(folder: Path, portal: str) -> list[WarcName]:
    """Return the portal's WARC files: archive pages first, each kind in the order of writing.

    Raises CorpusMismatch if there is a file of another portal, or a link.
    """
    names = []
    warc = folder / FOLDER
    refuse_link(warc)
    for path in sorted(warc.iterdir()) if warc.is_dir() else ():
        name = parse_name(portal, path.name)
        if name:
            refuse_link(path)
            names.append(name)
        # Other files may lie there; WARC files of another portal are a folder that was mixed up.
        elif path.name.endswith(".warc.gz") and re.search(
            rf"-({'|'.join(KINDS)})-\d{{8}}T\d{{6}}Z-\d+\.warc\.gz$", path.name
        ):
            raise CorpusMismatch(
                make_message(
                    "{path} belongs to another portal than {portal}", path=path, portal=portal
                ),
                "Give the right --corpus folder.",
            )
    return sorted(names, key=lambda n: (KINDS.index(n.kind), n.number, n.time))


def list_other_warcs(folder: Path, known: Collection[str]) -> list[str]:
    """Return the WARC files in the folder of a corpus that have other names than its own, which are
    ``known``."""
    paths = (path for path in (folder / FOLDER).glob("*.warc*") if _WARC.search(path.name))
    return sorted({f"{FOLDER}/{path.name}" for path in paths} - {*known})


def file_size(folder: Path, file: str) -> int | None:
    """Return the size in bytes; None if the file is missing."""
    try:
        return (folder / file).stat().st_size
    except FileNotFoundError:
        return None


def digest_beginning(path: Path, size: int) -> str | None:
    """Return the hex sha256 of the first ``size`` bytes of a file.

    None if it is missing or has fewer bytes. Raises OSError.
    """
    digest = hashlib.sha256()
    missing = size
    try:
        with path.open("rb") as stream:
            while missing and (piece := stream.read(min(missing, 1 << 20))):
                digest.update(piece)
                missing -= len(piece)
    except (FileNotFoundError, IsADirectoryError, NotADirectoryError):
        return None
    return None if missing else digest.hexdigest()


class Appender:
    """Appends groups of records to the newest WARC file of one kind, or to a new one if that is one
    of ``left_alone``: files of which something is lost, in whose place a copy may be put back."""

    def __init__(
        self,
        folder: Path,
        names: list[WarcName],
        kind: str,
        options: StoreOptions,
        left_alone: Collection[str] = (),
    ) -> None:
        self._folder = folder
        self._kind = kind
        self._options = options
        self._left_alone = left_alone
        same_kind = [name for name in names if name.kind == kind]
        self._name: WarcName | None = same_kind[-1] if same_kind else None
        if self._name is not None:
            refuse_link(folder / self._name.file)
        self._handle: int | None = None
        self._size = 0
        self._is_changed = False

    def append(
        self, portal: str, group: bytes, make_warcinfo: Callable[[str], bytes]
    ) -> tuple[str, int]:
        """Write ``group``; return the file and the offset where it begins. Needs ``sync``.

        ``make_warcinfo`` returns the first member of a new file with a given name. Raises DiskFull
        with nothing of the group left in the file.
        """
        self._open(portal, len(group))
        if self._size == 0:
            self._write(make_warcinfo(Path(self._file).name))
            self._options.events("warcinfo")
        offset = self._size
        self._write(group)
        self._options.events("warc-append")
        return self._file, offset

    def sync(self) -> None:
        """Make what was appended durable. Raises DiskFull, StoreDamaged."""
        if self._handle is not None and self._is_changed:
            with convert_os_errors(self._folder):
                os.fsync(self._handle)
            self._is_changed = False
            self._options.events("warc-fsync")

    def close(self) -> None:
        """Close the current file; what was not made durable is left to the operating system."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None

    @property
    def _file(self) -> str:
        assert self._name is not None
        return self._name.file

    def _open(self, portal: str, size: int) -> None:
        is_new = self._name is None or self._name.file in self._left_alone
        if self._handle is None and self._name is not None and not is_new:
            self._attach(self._name)
        # A file always takes one group at least, however large: no page is too large for a file.
        if is_new or (self._size > 0 and self._size + size > self._options.max_bytes):
            self.sync()
            self.close()
            self._begin(portal)

    def _begin(self, portal: str) -> None:
        number = self._name.number + 1 if self._name else 1
        self._attach(
            WarcName(portal, self._kind, self._options.now().strftime("%Y%m%dT%H%M%SZ"), number)
        )
        sync_folder(self._folder / FOLDER)
        if number > 1:
            self._options.events("roll")

    def _attach(self, name: WarcName) -> None:
        path = self._folder / name.file
        flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND
        with convert_os_errors(self._folder):
            path.parent.mkdir(exist_ok=True)
            self._handle = open_handle(path, flags, 0o644)
        self._name = name
        self._size = path.stat().st_size
        self._options.events("warc-open")

    def _write(self, content: bytes) -> None:
        assert self._handle is not None
        before = self._size
        view = memoryview(content)
        try:
            with convert_os_errors(self._folder):
                # os.write may take a part only, on a disk that is nearly full.
                while view:
                    view = view[os.write(self._handle, view) :]
        except BaseException:
            # free the partly written bytes; if that fails too, the next opening cuts them off
            with suppress(OSError):
                os.ftruncate(self._handle, before)
            raise
        self._size = before + len(content)
        self._is_changed = True


@contextmanager
def convert_os_errors(path: Path) -> Iterator[None]:
    """Raise DiskFull or StoreDamaged for an OSError about ``path`` or the files in it."""
    try:
        yield
    except OSError as error:
        if error.errno in _FULL:
            raise disk_full_error() from error
        where = error.filename or path
        raise StoreDamaged(
            make_message("{where}: {reason}", where=where, reason=str(error.strerror or error)),
            "Check that the folder can be read and written.",
        ) from error


def disk_full_error() -> DiskFull:
    """Return the error for a full disk."""
    return DiskFull(
        "the disk is full; what was stored before is intact",
        "Free some space, then run the same command again.",
    )


def truncate_file(folder: Path, file: str, size: int) -> None:
    """Cut a file to ``size`` bytes, durably; only called for an unreadable tail."""
    refuse_link(folder / file)
    with (folder / file).open("r+b") as stream:
        stream.truncate(size)
        stream.flush()
        os.fsync(stream.fileno())


def sync_folder(path: Path) -> None:
    """Make the name of a new file durable; Windows neither has nor needs this."""
    if os.name == "posix":
        _sync_each([path], os.O_RDONLY)
