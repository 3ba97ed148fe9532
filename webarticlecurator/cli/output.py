"""All output of the commands: no other module of ``cli/`` writes to standard output or error.

Text of a page, a WARC or a portal file may hold characters that act on a terminal. Messages and
tables for a person always show them as escapes (``print_message``, ``write_lines``,
``write_rows``). Data goes verbatim to a pipe or a file, and escaped to a terminal (``write_data``,
``data_stream``). ``base/text/characters.py`` lists these characters.
"""

from __future__ import annotations

import argparse
import codecs
import json
import os
import sys
import traceback
import warnings
from codecs import getincrementaldecoder
from collections.abc import Iterable
from errno import EBADF
from io import BufferedIOBase, TextIOWrapper
from itertools import chain
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, TextIO, cast

from webarticlecurator.base.portal.hosts import hide_userinfo
from webarticlecurator.base.text.catalogues import ENGLISH
from webarticlecurator.base.text.characters import escape_cell, escape_controls, json_safe
from webarticlecurator.base.text.table_text import csv_line, report_line
from webarticlecurator.base.text.translation import (
    join_messages,
    match_language,
    show_message,
    translate,
)
from webarticlecurator.cli.exit_codes import DONE
from webarticlecurator.portal_file.values.nearest_name import nearest_word

WORKBOOKS = frozenset(("xlsx", "ods"))
"""Endings of the names of files that are workbooks."""
_BOLD, _PLAIN = "\x1b[1m", "\x1b[0m"
_CLEAR = "\x1b[H\x1b[2J\x1b[3J"


def print_message(text: str, quiet: bool = False) -> None:
    """Print a message on standard error, in the language of the reader, so that standard output
    holds only the answer."""
    _print(translate(text), quiet)


def print_progress(text: str, quiet: bool = False) -> None:
    """Print a line of progress on standard error: to a terminal in the language of the reader, to a
    pipe or a file in English."""
    is_read = sys.stderr is not None and sys.stderr.isatty()
    _print(translate(text) if is_read else str(text), quiet)


def _print(text: str, quiet: bool) -> None:
    if not quiet and sys.stderr is not None:  # None: closed by the caller
        encoding = sys.stderr.encoding or "utf-8"
        sys.stderr.write(escape_controls(text).encode(encoding, "replace").decode(encoding) + "\n")
        sys.stderr.flush()


def ask_reader(question: str) -> bool | None:
    """Return True if the answer to a question on the terminal is yes; None if nobody is there."""
    if not all(each is not None and each.isatty() for each in (sys.stdin, sys.stderr)):
        return None
    print_message(join_messages(" ", (question, "[y/n]")))
    return sys.stdin.buffer.readline().strip().lower() in (b"y", b"yes")


def write_lines(lines: Iterable[str]) -> None:
    """Print an answer for a person, messages in the language of the reader; a line break within a
    line is escaped."""
    _write("".join(f"{escape_cell(show_message(line))}\n" for line in lines))


def show_screen(lines: Iterable[str]) -> None:
    """Show lines for a person alone on the terminal."""
    _write(_CLEAR)
    write_lines(lines)


def write_marked_lines(lines: Iterable[tuple[str, str, str]]) -> int:
    """Print lines for a person, each of three parts; the middle is in bold type on a terminal,
    unless NO_COLOR is set. Return their number."""
    has_colour = is_terminal() and not os.environ.get("NO_COLOR")
    begin, end = (_BOLD, _PLAIN) if has_colour else ("", "")
    number = 0
    for line in lines:
        number += 1
        left, middle, right = map(escape_cell, line)
        _write(f"{left}{begin}{middle}{end}{right}".rstrip() + "\n")
    return number


def write_rows(rows: Iterable[Iterable[str]]) -> None:
    """Print a table for a person, with tabs between the cells and no cell a formula."""
    _write("".join(report_line(row) for row in rows))


def print_json(value: Any) -> None:
    """Print one JSON value on standard output, as UTF-8 whatever the locale."""
    _write(json_safe(json.dumps(value, ensure_ascii=False, indent=1)) + "\n")


def print_answer(as_json: bool, answer: Any, lines: Iterable[str]) -> None:
    """Print an answer: as one JSON value, or in lines for a person."""
    if as_json:
        print_json(answer)
    else:
        write_lines(lines)


def print_json_line(value: Any) -> None:
    """Print one JSON value in one line, for answers that come one after the other."""
    _write(json_safe(json.dumps(value, ensure_ascii=False)) + "\n")


def write_data(text: str) -> None:
    """Print text that is data: verbatim to a pipe or a file, escaped to a terminal."""
    _write(escape_controls(text) if is_terminal() else text)


def write_report(output: Path | None, rows: Iterable[Iterable[str | float]]) -> int:
    """Write a table to a file, or to standard output; return the exit code.

    It is TSV (UTF-8), in a file whose name ends so CSV, xlsx or ods.
    """
    if output is None:
        for row in rows:
            write_data(report_line(map(str, row)))
        return DONE
    # imported here: a command that fails at once needs them not
    from webarticlecurator.base.system.output_files import write_file

    form = output.suffix.lower().removeprefix(".")
    if form in WORKBOOKS:
        from webarticlecurator.corpus.export.sheets import table_chunks

        write_file(output, table_chunks(form, rows))
    else:
        write = csv_line if form == "csv" else report_line
        lines = (write(map(str, row)).encode("utf-8", "replace") for row in rows)
        write_file(output, chain([codecs.BOM_UTF8] if form == "csv" else [], lines))
    return DONE


def write_output(output: Path | None, chunks: Iterable[bytes]) -> None:
    """Write data to a file, or to standard output."""
    # imported here: a command that fails at once needs it not
    from webarticlecurator.base.system.output_files import write_file, write_stream

    if output is None:
        write_stream(data_stream(), chunks)
    else:
        write_file(output, chunks)


def data_stream() -> BinaryIO:
    """Return a stream for data: verbatim to a pipe or a file, escaped to a terminal."""
    stream = _standard_output().buffer
    return cast(BinaryIO, _EscapingStream(stream)) if is_terminal() else stream


_ENABLE_VIRTUAL_TERMINAL_PROCESSING = 4
"""The mode of a console of Windows 10 and later that understands ECMA-48."""


def is_terminal() -> bool:
    """True if standard output is a terminal."""
    return sys.stdout is not None and sys.stdout.isatty()


def find_terminal_language() -> str:
    """Return the language of the locale where a person reads all that a command prints; English in
    a pipe or a file."""
    streams = (sys.stdout, sys.stderr)
    if not all(stream is not None and stream.isatty() for stream in streams):
        return ENGLISH
    names = (os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    return match_language([next(filter(None, names), "")]) or ENGLISH


def can_redraw() -> bool:
    """True if standard error is a terminal on which lines can be replaced (ECMA-48)."""
    if sys.stderr is None or not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        return False
    if sys.platform != "win32":
        return True
    import ctypes
    import msvcrt

    # https://learn.microsoft.com/en-us/windows/console/setconsolemode
    kernel, mode = ctypes.windll.kernel32, ctypes.c_ulong()
    handle = ctypes.c_void_p(msvcrt.get_osfhandle(sys.stderr.fileno()))
    if not kernel.GetConsoleMode(handle, ctypes.byref(mode)):
        return False
    return bool(kernel.SetConsoleMode(handle, mode.value | _ENABLE_VIRTUAL_TERMINAL_PROCESSING))


class _EscapingStream(BufferedIOBase):
    """A stream of UTF-8 bytes to a terminal.

    It escapes characters that act on the terminal, and bytes that are not UTF-8.
    """

    def __init__(self, stream: BinaryIO) -> None:
        super().__init__()
        self._stream = stream
        self._decoder = getincrementaldecoder("utf-8")("backslashreplace")
        self._pending = ""

    def write(self, content: Any) -> int:
        text = self._pending + self._decoder.decode(content)
        self._pending = "\r" if text.endswith("\r") else ""  # It may be half of a line end.
        self._write_escaped(text[: len(text) - len(self._pending)])
        return len(content)

    def flush(self) -> None:
        """Write what is pending, too. Called once, at the end."""
        self._write_escaped(self._pending + self._decoder.decode(b"", final=True))
        self._pending = ""
        self._stream.flush()

    def _write_escaped(self, text: str) -> None:
        self._stream.write(escape_controls(text).encode("utf-8", "replace"))


class Parser(argparse.ArgumentParser):
    """An argument parser whose messages escape what they repeat of the command line, and hide the
    passwords of addresses in it."""

    def _print_message(self, message: str, file: Any = None) -> None:
        super()._print_message(escape_controls(hide_userinfo(message)), file)

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        choices = list(action.choices or ())
        if action.nargs != argparse.PARSER or value in choices:
            super()._check_value(action, value)
            return
        nearest = nearest_word(value, choices)
        cure = f"did you mean {nearest}?" if nearest else f"`{self.prog} --help` lists them"
        what = str(action.metavar or action.dest).lower()
        raise argparse.ArgumentError(None, f"no such {what}: {value}; {cure}")


def prepare_output() -> None:
    """Set up standard output, standard error, and the messages of Python itself.

    A character that the console lacks must not end a command. Warnings and tracebacks of Python
    may repeat text of a page, so they are escaped like other messages.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    warnings.showwarning = _show_warning
    sys.excepthook = lambda _, error, where: print_message(describe_exception(error, where))


def _show_warning(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,  # noqa: ARG001 (part of Python's signature)
    line: str | None = None,
) -> None:
    print_message(warnings.formatwarning(message, category, filename, lineno, line).rstrip("\n"))


def describe_exception(error: BaseException, where: TracebackType | None = None) -> str:
    """Return the traceback of a mistake of the program; it begins where the error was raised, or at
    ``where``."""
    lines = traceback.format_exception(type(error), error, where or error.__traceback__)
    return hide_userinfo("".join(lines).rstrip("\n"))


def drop_output() -> None:
    """Discard output that could not be written, so that Python does not try again at exit."""
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
    """Write text to standard output as UTF-8.

    A console or pipe with another character set must not end a command.
    """
    stream = _standard_output()
    try:
        stream.buffer.write(text.encode("utf-8", "replace"))
        stream.flush()
    except AttributeError:  # A stream without a buffer, as in tests.
        stream.write(text)
