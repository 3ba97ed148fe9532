"""Writing of results to disk: complete under their name, or not at all."""

from __future__ import annotations

import errno
import os
import shutil
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import BinaryIO
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipInfo

from webarticlecurator.base.errors import DiskFull, UsageError
from webarticlecurator.base.system.file_locks import hold_lock
from webarticlecurator.base.system.input_files import MAX_TABLE, open_handle, read_regular
from webarticlecurator.base.text.translation import make_message

CHANGE_SECONDS = 30.0
"""How long to wait for another process that changes the same file."""
READER_SECONDS = 3.0
"""How long to wait for the reader of a pipe to open it."""
_FULL = {errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC)}


def write_stream(out: BinaryIO, chunks: Iterable[bytes]) -> None:
    """Write to an open stream.

    Raises BrokenPipeError if its reader has closed it, DiskFull.
    """
    with _typed_errors("standard output"):
        for chunk in chunks:
            out.write(chunk)
        out.flush()


def write_file(path: Path, chunks: Iterable[bytes]) -> None:
    """Write to the file ``path``, replacing an existing one when all is written.

    A symbolic link stays a link. A device or pipe is written to and never replaced. Raises
    UsageError, DiskFull.
    """
    if path.exists() and not path.is_file() and not path.is_dir():
        with _typed_errors(path), _open_special(path) as out:
            out.writelines(chunks)
        return
    with replace_when_complete(path) as draft, draft.open("wb") as out:
        out.writelines(chunks)
        out.flush()
        os.fsync(out.fileno())


def change_file(path: Path, change: Callable[[bytes | None], bytes | None]) -> None:
    """Write what ``change`` makes of the content of a file, which is None without a file; write
    nothing where it returns None. Nobody else changes the file by this function meanwhile.

    Raises what ``change`` raises, UsageError (another program has changed the file meanwhile, or it
    cannot be written), DiskFull.
    """
    path = path.resolve()
    with _hold_name(path, CHANGE_SECONDS):
        known = read_if_present(path)
        content = change(known)
        if content is not None:
            require_unchanged(path, read_if_present(path), known, "Run the same command again.")
            write_file(path, [content])


def replace_file(path: Path, known: bytes | None, content: bytes, cure: str) -> None:
    """Write a file whose content was ``known`` when it was read, None without a file. Raises
    UsageError with ``cure`` if it is another one by now; else as ``change_file``."""

    def change(found: bytes | None) -> bytes:
        require_unchanged(path, found, known, cure)
        return content

    change_file(path, change)


def read_if_present(path: Path) -> bytes | None:
    """Return the content of a file that people change; None without a file. Raises OSError."""
    try:
        return read_regular(path, MAX_TABLE)
    except FileNotFoundError:
        return None


def require_unchanged(
    path: Path, found: str | bytes | None, known: str | bytes | None, cure: str
) -> None:
    """Raise UsageError if what was ``found`` in a file is not what is ``known`` of it."""
    if found != known:
        raise UsageError(
            make_message("another program has changed {path} since it was read here", path=path),
            cure,
        )


def create_file(path: Path, text: str, *, private: bool = False) -> None:
    """Write a new file; raise UsageError if it exists already or cannot be written.

    ``private``: only the user may read it, on systems that know this.
    """
    mode = 0o600 if private else 0o666
    try:
        handle = open_handle(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as out:
            out.write(text)
    except FileExistsError:
        raise UsageError(
            make_message("{path} already exists", path=path),
            "Choose another name, or move it away.",
        ) from None
    except OSError as error:
        raise UsageError(
            make_message("{path}: {strerror}", path=path, strerror=error.strerror),
            "Choose another path.",
        ) from None


@contextmanager
def replace_when_complete(path: Path) -> Iterator[Path]:
    """Yield the place of a draft of the file ``path``, which replaces it at the end.

    A draft that was not completed is removed. A symbolic link stays a link. Raises UsageError (also
    for a folder or a device), DiskFull.
    """
    if path.exists() and not path.is_file():
        raise UsageError(
            make_message("{path} is a folder", path=path)
            if path.is_dir()
            else make_message("{path} is a device or pipe", path=path),
            "Give the name of a file.",
        )
    with _typed_errors(path):
        path = path.resolve() if path.is_symlink() else path
        draft = path.with_name(f"{path.name}.new")
        try:
            yield draft
            draft.replace(path)
        except BaseException:
            draft.unlink(missing_ok=True)
            raise


def _open_special(path: Path) -> BinaryIO:
    """Open a device or pipe. Raises OSError for a pipe that no reader opens in time."""
    deadline = time.monotonic() + READER_SECONDS
    while True:
        try:
            handle = open_handle(path, os.O_WRONLY | getattr(os, "O_NONBLOCK", 0))
            break
        except OSError as error:
            if error.errno != errno.ENXIO or time.monotonic() > deadline:
                raise
        time.sleep(0.05)
    if hasattr(os, "set_blocking"):
        os.set_blocking(handle, True)
    return os.fdopen(handle, "wb")


def write_folder(folder: Path, files: Iterable[tuple[str, bytes | Iterable[bytes]]]) -> None:
    """Write files below the new folder ``folder``; each comes with its relative path, and its
    content whole or in parts.

    Raises UsageError if ``folder`` exists and is not empty, DiskFull.
    """
    with draft_folder(folder) as draft:
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise UsageError(
                make_message("{folder} exists and is not an empty folder", folder=folder),
                "Remove it, or choose another folder: otherwise articles of an earlier export stay"
                " among the new ones.",
            )
        for path, content in files:
            target = draft / path
            target.parent.mkdir(parents=True, exist_ok=True)
            with target.open("wb") as out:
                out.writelines([content] if isinstance(content, bytes) else content)


@contextmanager
def draft_folder(folder: Path) -> Iterator[Path]:
    """Yield a new folder, which becomes ``folder`` at the end and replaces it, if it is there.

    A draft that was not completed is removed, also one of a run that was killed. Raises UsageError,
    DiskFull.
    """
    if folder.name in ("", ".."):
        raise UsageError(
            make_message("not a name for a new folder: {folder}", folder=folder),
            "Give its name with --output.",
        )
    draft, replaced = (folder.with_name(f"{folder.name}.{end}") for end in ("new", "old"))
    with _hold_name(folder) as was_killed, _typed_errors(folder):
        if was_killed:
            _end_killed_run(folder, draft, replaced)
        _check_free(draft, replaced)
        draft.mkdir()
        try:
            yield draft
            if folder.is_dir():
                folder.replace(replaced)
            draft.replace(folder)
        except BaseException:
            shutil.rmtree(draft, ignore_errors=True)
            raise
        shutil.rmtree(replaced, ignore_errors=True)


@contextmanager
def work_folder(output: Path) -> Iterator[Path]:
    """Yield a new folder beside ``output`` for what is only needed meanwhile; that of a run that
    was killed is removed first. Raises UsageError, DiskFull."""
    folder = output.with_name(f"{output.name}.tmp")
    with _hold_name(output) as was_killed, _typed_errors(folder):
        if was_killed:
            shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        try:
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)


def make_zip_entry(path: str, *, is_packed: bool = True) -> ZipInfo:
    """Return the entry for a file in a zip: with the earliest time that one can hold, so that no
    clock changes the bytes."""
    entry = ZipInfo(path, (1980, 1, 1, 0, 0, 0))
    entry.compress_type = ZIP_DEFLATED if is_packed else ZIP_STORED
    entry.create_system, entry.external_attr = 3, 0o644 << 16
    return entry


def make_folder(folder: Path) -> None:
    """Make a folder that files are written to, unless it is there. Raises UsageError."""
    if folder.exists() and not folder.is_dir():
        raise UsageError(
            make_message("{folder} is a file (expected a folder)", folder=folder),
            "Choose another folder.",
        )
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(
            make_message(
                "the folder {folder} cannot be created: {reason}",
                folder=folder,
                reason=str(error.strerror or error),
            ),
            "Choose another folder.",
        ) from error


@contextmanager
def _hold_name(path: Path, seconds: float = 0.0) -> Iterator[bool]:
    """Keep other runs from writing the file or folder ``path``, or wait for them so long; yield
    True if one was killed while it did. Raises UsageError, DiskFull."""
    with ExitStack() as stack:
        with _typed_errors(path):
            try:
                lock = hold_lock(path.with_name(f"{path.name}.lock"), seconds)
                was_killed = stack.enter_context(lock)
            except BlockingIOError:
                raise UsageError(
                    make_message("another run is writing {path}", path=path),
                    "Run the same command again when it has ended.",
                ) from None
        yield was_killed


def _end_killed_run(folder: Path, draft: Path, replaced: Path) -> None:
    """Let ``folder`` be as it was before a run that was killed, or as that run completed it."""
    if replaced.is_dir() and not folder.exists():
        replaced.replace(folder)
    for rest in (draft, replaced):
        if rest.is_dir():
            shutil.rmtree(rest)


def _check_free(*drafts: Path) -> None:
    """Raise UsageError for a folder of somebody else in the place of a draft."""
    for draft in drafts:
        if draft.exists():
            raise UsageError(
                make_message("{draft} is in the way", draft=draft), "Remove it, then run again."
            )


@contextmanager
def _typed_errors(name: Path | str) -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        if error.errno in _FULL:
            raise DiskFull(
                make_message("{name}: the disk is full", name=name),
                "Free some space, then run the same command again.",
            ) from error
        raise UsageError(
            make_message(
                "{name} cannot be written: {reason}", name=name, reason=str(error.strerror or error)
            ),
            "Choose another path.",
        ) from error
