"""Read WARC and ARC files of any tool record by record, and report what is damaged."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from functools import cached_property
from pathlib import Path

from webarticlecurator.base.dataclasses import dataclass
from webarticlecurator.base.errors import UsageError, WarcUnreadable
from webarticlecurator.base.system.input_files import check_regular
from webarticlecurator.base.text.translation import Message, as_message, make_message
from webarticlecurator.storage.warc.container import (
    BrokenMember,
    MultiRecordMember,
    find_next_readable,
    read_records,
    unpack,
)
from webarticlecurator.storage.warc.har_reader import is_har_file, read_har_file
from webarticlecurator.storage.warc.httrack_cache import is_httrack_cache, read_httrack_cache
from webarticlecurator.storage.warc.record import Record, RecordLocation, encode_record
from webarticlecurator.storage.warc.wacz_reader import (
    WACZ_ENDING,
    WARC_ENDINGS,
    is_wacz,
    read_wacz,
)


@dataclass(frozen=True)
class Finding:
    """A problem found in a file; ``offset`` is None if it concerns the whole file or the index."""

    file: str
    offset: int | None
    message: str

    def __str__(self) -> str:
        return f"{self.where}: {self.message}"

    @property
    def where(self) -> str:
        """The file, and the place in it."""
        return self.file if self.offset is None else f"{self.file} at offset {self.offset}"


GET_AGAIN = make_message("Get a new copy of the file, or leave it out.")
RECORD_ENDINGS = (*WARC_ENDINGS, ".har", ".har.zip")
"""How the names of files end that are read record by record, besides those of WACZ files."""
_MAX_FINDINGS = 1000
"""Damaged places reported per file; the rest of the file is skipped after that many."""
_MAX_RATIO = 100
_FREE_BYTES = 256 * 1024 * 1024
"""A file may unpack to ``_FREE_BYTES`` plus ``_MAX_RATIO`` times its size: no zip bombs."""
_MAX_DEPTH = 3
"""How deep a WACZ may be in others."""
_OTHER_RECORDS = ((is_har_file, read_har_file), (is_httrack_cache, read_httrack_cache))
"""What finds a file of another form, and reads records from it."""
_SAVED_PAGE = "a saved page, and no WARC file; give it with --html"
_OTHER_FORMS = {
    b"zim\x04": "a ZIM file, which is not read; its publisher may have the WARC files",
    b"<!doctype": _SAVED_PAGE,
    b"<html": _SAVED_PAGE,
    b"mime-version:": _SAVED_PAGE,
    b"from: <saved by": _SAVED_PAGE,
    b"bplist00": _SAVED_PAGE,
}
"""How other files begin → what they are."""
OnDamage = Callable[[Finding], None]
"""Called with every place that cannot be read."""


class WarcReader:
    """Reader of WARC files, record by record.

    A gzip member or zstd frame with several records, and a WACZ, is unpacked into a temporary
    folder first;
    ``close`` removes the folder. With ``on_damage`` unreadable places are reported and the records
    behind them are read; without it the first such place raises WarcUnreadable.
    """

    def __init__(self, on_damage: OnDamage | None = None) -> None:
        self._on_damage = on_damage
        self.unpacked: dict[str, Path] = {}

    def records(self, path: Path) -> Iterator[RecordLocation]:
        """Yield all records of the file at ``path``.

        ``file`` of a result is the path as passed in; it ends in ``(unpacked)`` where the offset
        counts in the unpacked bytes.

        A WACZ is read as the WARC files in it, in their order; a file that is not that of the
        digests in it is reported.

        Raises UsageError if the file does not exist, WarcUnreadable (file, offset and cure) if
        nothing in it can be read.
        """
        check_files([path])
        damage = _DamageReport(path, self._on_damage)
        other = next((read for is_form, read in _OTHER_RECORDS if is_form(path)), None)
        if other is not None:
            name = f"{path} (unpacked)"
            self._write_records(path, name, other)
            yield from self._records_of(self.unpacked[name], name, damage)
        elif is_wacz(path):
            for name, copy in self._unpack_wacz(path, damage):
                yield from self._records_of(copy, name, damage)
        else:
            check_form(path)
            yield from self._records_of(path, str(path), damage)
        damage.finish()

    def _records_of(
        self, path: Path, name: str, damage: _DamageReport, *, is_unpacked: bool = False
    ) -> Iterator[RecordLocation]:
        start: int | None = 0
        while start is not None:
            try:
                for located in read_records(path, name, start):
                    damage.records_read += 1
                    yield located
                start = None
            except BrokenMember as broken:
                start = damage.report(broken, path, None if name == str(path) else name)
            except OSError as error:
                raise unreadable_warc(path, None, error.strerror or str(error)) from error
            except MultiRecordMember as member:
                if is_unpacked:  # compressed records in compressed records
                    nested = BrokenMember(member.offset, "compressed more than once")
                    start = damage.report(nested, path, name)
                else:
                    start = yield from self._unpacked_records(path, member.offset, damage, name)

    def _unpack_wacz(
        self, path: Path, damage: _DamageReport, depth: int = 0
    ) -> Iterator[tuple[str, Path]]:
        """Yield the name and a copy of each WARC file in a WACZ, or in one that is in it."""
        max_bytes = _FREE_BYTES + _MAX_RATIO * path.stat().st_size
        try:
            for entry, stream in read_wacz(path, max_bytes, damage.report_digest):
                name = f"{path} ({entry})"
                if name not in self.unpacked:
                    copy = self._new_copy()
                    with copy.open("wb") as out:
                        shutil.copyfileobj(stream, out)
                    self.unpacked[name] = copy
                inner = self.unpacked[name]
                if entry.lower().endswith(WACZ_ENDING) and is_wacz(inner) and depth < _MAX_DEPTH:
                    for inner_name, inner_copy in self._unpack_wacz(inner, damage, depth + 1):
                        shown = inner_name.replace(str(inner), name, 1)
                        self.unpacked[shown] = inner_copy
                        yield shown, inner_copy
                else:
                    yield name, inner
        except ValueError as error:
            raise unreadable_warc(path, 0, str(error)) from error

    def _write_records(
        self, path: Path, name: str, read: Callable[[Path], Iterator[Record]]
    ) -> None:
        if name in self.unpacked:
            return
        copy = self._new_copy()
        try:
            with copy.open("wb") as out:
                out.writelines(map(encode_record, read(path)))
        except ValueError as error:
            raise unreadable_warc(path, None, str(error)) from error
        self.unpacked[name] = copy

    def _new_copy(self) -> Path:
        return self.folder / f"{len(self.unpacked)}.warc"

    @cached_property
    def folder(self) -> Path:
        """The temporary folder."""
        return Path(tempfile.mkdtemp(prefix="curator-"))

    def place(self, file: str) -> str:
        """Return the path in which the offsets of ``file`` count: the file or its unpacked copy."""
        return str(self.unpacked.get(file, file))

    def close(self) -> None:
        """Remove what was unpacked."""
        folder = vars(self).pop("folder", None)
        if folder is not None:
            shutil.rmtree(folder, ignore_errors=True)

    def _unpacked_records(
        self, path: Path, offset: int, damage: _DamageReport, of: str
    ) -> Generator[RecordLocation, None, int | None]:
        """Unpack the file from ``offset`` on and yield its records.

        Returns the offset in ``path`` at which to continue if unpacking stopped early, else None.
        """
        name = f"{of} (unpacked)" if offset == 0 else f"{of} (unpacked from {offset})"
        stopped = None
        if name not in self.unpacked:
            copy = self._new_copy()
            max_bytes = _FREE_BYTES + _MAX_RATIO * path.stat().st_size
            with copy.open("wb") as out:
                stopped = unpack(path, offset, out, max_bytes)
            self.unpacked[name] = copy

        yield from self._records_of(self.unpacked[name], name, damage, is_unpacked=True)
        return damage.report(stopped, path) if stopped else None


def read_all_records(
    paths: Sequence[Path], on_damage: OnDamage | None = None
) -> Iterator[tuple[Path, RecordLocation]]:
    """Yield the records of files, each with the path of its file; see ``WarcReader``."""
    with closing(WarcReader(on_damage)) as reader:
        for path in paths:
            yield from ((path, located) for located in reader.records(path))


class _DamageReport:
    """The unreadable places of one file, passed on to ``on_damage`` as they are met."""

    def __init__(self, path: Path, on_damage: OnDamage | None) -> None:
        self._path = path
        self._on_damage = on_damage
        self._first: BrokenMember | None = None
        self._count = 0
        self.records_read = 0

    def report(self, broken: BrokenMember, path: Path, name: str | None = None) -> int | None:
        """Report one place; return the offset of the next readable record in ``path``, or None.

        ``name``: the name of an unpacked copy at ``path``. Raises WarcUnreadable without
        ``on_damage``.
        """
        self._first = self._first or broken
        if self._on_damage is None:
            raise unreadable_warc(self._path, broken.offset, broken.reason) from broken

        self._count += 1
        if self._count > _MAX_FINDINGS:
            reason = make_message(
                "more than {number} places that cannot be read; the rest of the file is left out",
                number=_MAX_FINDINGS,
            )
            self._on_damage(Finding(name or str(path), broken.offset, reason))
            return None

        next_offset = broken.next_offset or find_next_readable(path, broken.offset + 1)
        # an unreadable file is one error, raised by ``finish``, and not a finding as well
        if self.records_read or next_offset is not None:
            is_last = next_offset is None and name is None
            message = broken.reason
            if is_last:
                message = make_message(
                    "{reason}. {cure}",
                    reason=as_message(broken.reason),
                    cure=_keep_whole_part(broken.offset),
                )
            self._on_damage(Finding(name or str(path), broken.offset, message))
        return next_offset

    def report_digest(self, entry: str, message: str) -> None:
        """Report a file of a WACZ that is not what its digest says, or the WACZ as a whole."""
        if self._on_damage is None:
            raise unreadable_warc(self._path, None, f"{entry}: {message}")
        self._on_damage(Finding(f"{self._path} ({entry})", None, message))

    def finish(self) -> None:
        """Raise WarcUnreadable if the file is damaged and holds no readable record at all."""
        if self._first is not None and not self.records_read:
            first = self._first
            raise unreadable_warc(self._path, first.offset, first.reason) from first


def check_files(paths: Sequence[Path]) -> None:
    """Raise UsageError for the first path that is not a readable regular file."""
    for path in paths:
        try:
            check_regular(path)
            path.open("rb").close()
        except OSError as error:
            raise UsageError(
                make_message("{path}: {strerror}", path=path, strerror=error.strerror),
                "Give the path of a WARC file.",
            ) from error


def check_form(path: Path) -> None:
    """Raise WarcUnreadable for a file of a form that people take for an archive, and that is
    none."""
    with path.open("rb") as stream:
        head = stream.read(1024).lstrip()
    for beginning, form in _OTHER_FORMS.items():
        if head[: len(beginning)].lower() == beginning:
            raise unreadable_warc(path, 0, form)


def unreadable_warc(path: Path, offset: int | None, reason: str) -> WarcUnreadable:
    """Return the error for a file that cannot be read at ``offset`` (None: at all)."""
    return WarcUnreadable(
        make_message("{path}: cannot be read: {reason}", path=path, reason=reason)
        if offset is None
        else make_message(
            "{path}: cannot be read at offset {offset}: {reason}",
            path=path,
            offset=offset,
            reason=reason,
        ),
        _keep_whole_part(offset) if offset else GET_AGAIN,
    )


def _keep_whole_part(offset: int) -> Message:
    return make_message(
        "Get a new copy of the file, or keep the undamaged part before the break: head -c"
        " {offset} FILE > NEWFILE",
        offset=offset,
    )
