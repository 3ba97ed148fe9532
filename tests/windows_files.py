"""Let the files of one process be like those of Windows, for tests on Linux.

A file opened without ``O_BINARY`` gets ``\\r\\n`` for ``\\n``, a text file without an encoding is in
the code page of the system, a file that is open cannot be removed or replaced, and ``a:b``, ``aux.xml`` and ``a.`` are no
names of files. A whole path has less than 260 characters, of which the folder takes a hundred.
"""

from __future__ import annotations

import builtins
import errno
import io
import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

BINARY = 0x8000
"""The value of ``O_BINARY`` in the C runtime of Windows."""
_HANDLES = Path("/proc/self/fd")
_MAX_PATH, _OF_FOLDER = 260, 100
_NOT_THERE = ("O_NONBLOCK", "O_CLOEXEC", "O_SYNC", "O_DIRECTORY", "O_NOFOLLOW")
"""Names that ``os`` lacks on Windows."""
_NO_NAME = re.compile(
    r'.*[<>:"|?*\x00-\x1f].*|.*[ .]|(?:con|prn|aux|nul|com\d|lpt\d)(?: *\..*)?', re.I | re.S
)


@contextmanager
def windows_files(top: Path, code_page: str = "cp1252") -> Iterator[None]:
    """Let the files below ``top`` that this process opens be like those of Windows."""
    with pytest.MonkeyPatch.context() as patch:
        _translate_handles(patch)
        _translate_text_files(patch, top, code_page)
        _keep_open_files(patch, top)
        _refuse_names(patch, top)
        for name in _NOT_THERE:
            patch.delattr(os, name, raising=False)
        yield


def _find_place(path: Any, top: Path, folder: int | None = None) -> str:
    """Return the absolute path of a file below ``top``, "" for any other and for a handle."""
    if isinstance(path, int):
        return ""
    place = os.fsdecode(path)
    if folder is not None:
        place = f"{_HANDLES.joinpath(str(folder)).readlink()}/{place}"
    place = os.path.abspath(place)  # noqa: PTH100  # a link may be what is opened
    return place if place.startswith(f"{top}/") else ""


def _translate_handles(patch: pytest.MonkeyPatch) -> None:
    text = set[int]()
    real = {name: getattr(os, name) for name in ("open", "write", "read", "close", "fdopen")}

    def open_handle(path: Any, flags: int, *more: Any, **options: Any) -> int:
        handle: int = real["open"](path, flags & ~BINARY, *more, **options)
        (text.discard if flags & BINARY else text.add)(handle)
        return handle

    def write(handle: int, content: Any) -> int:
        if handle not in text:
            return int(real["write"](handle, content))
        translated = bytes(content).replace(b"\n", b"\r\n")
        while translated:
            translated = translated[real["write"](handle, translated) :]
        return len(content)

    def read(handle: int, size: int) -> bytes:
        content: bytes = real["read"](handle, size)
        is_text = handle in text
        return content.replace(b"\r\n", b"\n").partition(b"\x1a")[0] if is_text else content

    def close(handle: int) -> None:
        text.discard(handle)
        real["close"](handle)

    def fdopen(handle: int, *more: Any, **options: Any) -> Any:
        text.discard(handle)  # io.FileIO makes it binary
        return real["fdopen"](handle, *more, **options)

    patch.setattr(os, "O_BINARY", BINARY, raising=False)
    for name, function in (("open", open_handle), ("write", write), ("read", read)):
        patch.setattr(os, name, function)
    patch.setattr(os, "close", close)
    patch.setattr(os, "fdopen", fdopen)


def _translate_text_files(patch: pytest.MonkeyPatch, top: Path, code_page: str) -> None:
    real = io.open

    def open_file(
        file: Any,
        mode: str = "r",
        buffering: int = -1,
        encoding: str | None = None,
        errors: str | None = None,
        newline: str | None = None,
        *more: Any,
        **options: Any,
    ) -> Any:
        if "b" not in mode and _find_place(file, top):
            encoding = code_page if encoding in (None, "locale") else encoding
            if newline is None and mode[0] != "r":
                newline = "\r\n"
        return real(file, mode, buffering, encoding, errors, newline, *more, **options)

    patch.setattr(io, "open", open_file)
    patch.setattr(builtins, "open", open_file)


def _keep_open_files(patch: pytest.MonkeyPatch, top: Path) -> None:
    def check(place: str) -> None:
        """Raise PermissionError for a file that is open, and a folder with one in it."""
        for handle in _HANDLES.iterdir() if place else ():
            with suppress(FileNotFoundError):
                found = handle.readlink()
                is_inside = f"{found}".startswith(f"{place}/") and not found.is_dir()
                if f"{found}" == place or is_inside:
                    raise PermissionError(errno.EACCES, f"{found} is open in this process", place)

    def removing(real: Callable[..., None]) -> Callable[..., None]:
        def remove(path: Any, *, dir_fd: int | None = None) -> None:
            check(_find_place(path, top, dir_fd))
            real(path, dir_fd=dir_fd)

        return remove

    def moving(real: Callable[..., None]) -> Callable[..., None]:
        def move(source: Any, target: Any, **options: Any) -> None:
            check(_find_place(source, top))
            check(_find_place(target, top))
            real(source, target, **options)

        return move

    for name in ("unlink", "remove"):
        patch.setattr(os, name, removing(getattr(os, name)))
    for name in ("rename", "replace"):
        patch.setattr(os, name, moving(getattr(os, name)))


def _refuse_names(patch: pytest.MonkeyPatch, top: Path) -> None:
    def refusing(real: Callable[..., Any]) -> Callable[..., Any]:
        def call(path: Any, *more: Any, **options: Any) -> Any:
            place = _find_place(path, top, options.get("dir_fd"))
            path_below = place.removeprefix(f"{top}/")
            if len(path_below) >= _MAX_PATH - _OF_FOLDER:
                raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), place)
            for part in path_below.split("/") if place else ():
                if _NO_NAME.fullmatch(part):
                    raise OSError(errno.EINVAL, "no name of a file", place)
            return real(path, *more, **options)

        return call

    for module, name in ((os, "open"), (os, "mkdir"), (io, "open"), (builtins, "open")):
        patch.setattr(module, name, refusing(getattr(module, name)))
