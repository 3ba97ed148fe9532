"""All that a command prints: no other module of ``cli/`` writes to standard output or standard
error.

What a page, a WARC or a portal file says may hold characters that act on a terminal. Messages and
tables for a person never print them raw (``say``, ``write_lines``, ``write_rows``); data goes
verbatim to a pipe or a file, and escaped to a terminal (``write_data``, ``data_stream``).
``model/visible.py`` says which characters these are.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import traceback
import warnings
from codecs import getincrementaldecoder
from collections.abc import Iterable
from errno import EBADF
from io import BufferedIOBase, TextIOWrapper
from types import TracebackType
from typing import Any, BinaryIO, TextIO, cast

from webarticlecurator.model.sheet_text import report_line
from webarticlecurator.model.visible import escape_cell, escape_controls, json_safe


def print_message(text: str, quiet: bool = False) -> None:
    """A line for the person, on standard error, so that standard output holds only the answer."""
    if not quiet and sys.stderr is not None:  # None: closed by the caller
        encoding = sys.stderr.encoding or "utf-8"
        sys.stderr.write(escape_controls(text).encode(encoding, "replace").decode(encoding) + "\n")
        sys.stderr.flush()


def write_lines(lines: Iterable[str]) -> None:
    """Lines of an answer for a person, each on a line of its own."""
    _write("".join(f"{escape_cell(line)}\n" for line in lines))


def write_rows(rows: Iterable[Iterable[str]]) -> None:
    """Rows of a table for a person, tabs between the cells, no cell a formula."""
    _write("".join(report_line(row) for row in rows))


def print_json(value: Any) -> None:
    """One JSON value on standard output, UTF-8 whatever the locale says."""
    _write(json_safe(json.dumps(value, ensure_ascii=False, indent=1)) + "\n")


def write_data(text: str) -> None:
    """Text that is data: verbatim to a pipe or a file."""
    _write(escape_controls(text) if is_terminal() else text)


def data_stream() -> BinaryIO:
    """Standard output for bytes that are data: verbatim to a pipe or a file."""
    stream = _standard_output().buffer
    return cast(BinaryIO, _Escaping(stream)) if is_terminal() else stream


def is_terminal() -> bool:
    """True where standard output is a terminal."""
    return sys.stdout is not None and sys.stdout.isatty()


def is_error_terminal() -> bool:
    """True where standard error is a terminal."""
    return sys.stderr is not None and sys.stderr.isatty()


class _Escaping(BufferedIOBase):
    """Writes bytes to a terminal: as UTF-8, acting characters and what is no UTF-8 as escapes."""

    def __init__(self, stream: BinaryIO) -> None:
        super().__init__()
        self._stream = stream
        self._decoder = getincrementaldecoder("utf-8")("backslashreplace")
        self._held = ""

    def write(self, content: Any) -> int:
        text = self._held + self._decoder.decode(content)
        self._held = "\r" if text.endswith("\r") else ""  # it may be half of a line end
        self._show(text[: len(text) - len(self._held)])
        return len(content)

    def flush(self) -> None:
        """Show what was held back, too: called at the end."""
        self._show(self._held + self._decoder.decode(b"", final=True))
        self._held = ""
        self._stream.flush()

    def _show(self, text: str) -> None:
        self._stream.write(escape_controls(text).encode("utf-8", "replace"))


class Parser(argparse.ArgumentParser):
    """argparse, whose messages repeat the words of the command line."""

    def _print_message(self, message: str, file: Any = None) -> None:
        super()._print_message(escape_controls(message), file)


def prepare_output() -> None:
    """A console without some letter must not end a command; what Python prints by itself may repeat
    a page: it is a message."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    warnings.showwarning = _show_warning
    sys.excepthook = _show_exception


def _show_warning(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,  # noqa: ARG001 (part of Python's signature)
    line: str | None = None,
) -> None:
    print_message(warnings.formatwarning(message, category, filename, lineno, line).rstrip("\n"))


def _show_exception(
    kind: type[BaseException], error: BaseException, where: TracebackType | None
) -> None:
    print_message("".join(traceback.format_exception(kind, error, where)).rstrip("\n"))


def drop_output() -> None:
    """Keep Python from writing at exit what could not be written."""
    if sys.stdout is None:
        return
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _standard_output() -> TextIO:
    if sys.stdout is None:
        raise OSError(EBADF, os.strerror(EBADF), "standard output")
    return sys.stdout


def _write(text: str) -> None:
    """Text to standard output as UTF-8: a console or pipe with another character set must not end a
    command."""
    stream = _standard_output()
    try:
        stream.buffer.write(text.encode("utf-8", "replace"))
        stream.flush()
    except AttributeError:  # a stream without bytes below it, as in tests
        stream.write(text)
