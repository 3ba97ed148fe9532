"""The progress of a command on a terminal: a table with a row for each work, redrawn again and
again.
"""

from __future__ import annotations

import io
import os
import shutil
import threading
from contextlib import ExitStack
from typing import TextIO

from webarticlecurator.cli.output import error_stream, list_terminals
from webarticlecurator.cli.progress import PlainLines, ProgressFile, ProgressRow
from webarticlecurator.text.characters import escape_cell, escape_controls
from webarticlecurator.text.terminal_columns import count_columns, cut_columns
from webarticlecurator.text.translation import make_message, translate

WIDE_TERMINAL = 120
"""Columns from which a terminal also shows addresses, which would push the numbers out of a
narrower one."""
_OTHER_LINES = 4
"""Lines of the terminal that are no rows: the head, the sums, the line of what is left out, and
one that stays free."""
_SPINNER = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"
_BAR_WIDTH = 20
_NUMBERS = (make_message("articles"), make_message("due"), make_message("req/min"))
_HEAD = (
    make_message("portal"),
    make_message("state"),
    *_NUMBERS,
    make_message("left"),
    make_message("trouble"),
)
_ERASE_BELOW = "\x1b[J"
"""ECMA-48: erases from the cursor to the end of the screen."""


class LiveTable(PlainLines):
    """Shows rows as a table, a single one as a line with a bar; messages appear above it."""

    def __init__(
        self,
        stream: TextIO | None = None,
        *,
        is_single: bool = False,
        file: ProgressFile | None = None,
    ) -> None:
        super().__init__(is_single=is_single, file=file)
        self._stream = stream or error_stream()
        self._drawing = threading.RLock()
        self._has_ended = threading.Event()
        self._drawer: threading.Thread | None = None
        self._redirected = ExitStack()
        self._frame = self._drawn = 0

    def begin(self) -> None:
        super().begin()
        if self._drawer is None:
            self._redirect_terminals()
            self._has_ended.clear()
            self._drawer = threading.Thread(target=self._draw_again, daemon=True)
            self._drawer.start()

    def close(self) -> None:
        if self._drawer is not None:
            self._has_ended.set()
            self._drawer.join()
            self._drawer = None
            self._redirected.close()
            self.write_above("")
        super().close()

    def show_line(self, text: str) -> None:
        self.write_above(f"{escape_controls(text)}\n")

    def update(self, row: ProgressRow, *, is_step: bool = False) -> None:
        """Do nothing: the table is drawn by a thread of its own."""

    def draw(self) -> None:
        """Draw the table anew; the cursor stays at its end."""
        with self._drawing:
            lines = self.render()
            self.write_above("\n".join(lines))
            self._drawn, self._frame = len(lines), self._frame + 1

    def write_above(self, text: str) -> None:
        """Write whole lines in place of the table, which is drawn below them when it is due."""
        with self._drawing:
            up = f"\x1b[{self._drawn - 1}A" if self._drawn > 1 else ""
            self._write(f"\r{up}{_ERASE_BELOW}{text}" if self._drawn else text)
            self._drawn = 0

    def render(self) -> list[str]:
        """Return the line of a single work, or the table of several crawls, as wide as fits."""
        width, height = _measure_terminal(self._stream)
        lines = self._render_lines(width) if self.is_single else self._render_rows(height)
        return [cut_columns(line, width - 1) for line in lines]

    def _draw_again(self) -> None:
        while not self._has_ended.wait(0.1 if self.is_single else 0.5):
            self.draw()

    def _write(self, text: str) -> None:
        self._stream.write(text)
        self._stream.flush()

    def _redirect_terminals(self) -> None:
        """Let what others print to the terminal appear above the table."""
        for redirect, terminal in list_terminals():
            above = _Above(self, terminal)
            self._redirected.callback(above.end)
            self._redirected.enter_context(redirect(above))

    def _render_lines(self, width: int) -> list[str]:
        lines = []
        for row in self.rows:
            rate, expected = row.rate(), row.expected.high or row.expected.low or 0
            done = min(_BAR_WIDTH * row.done // expected, _BAR_WIDTH) if expected else 0
            words = (
                _SPINNER[self._frame % len(_SPINNER)],
                translate(row.state),
                "━" * done + "╌" * (_BAR_WIDTH - done),
                translate(row.describe_count()),
                f"{rate:.1f}/s" if rate else "–/s",
                translate(row.describe_time_left()),
                escape_cell(row.part),
                escape_cell(row.what)[-60:] if width >= WIDE_TERMINAL else "",
            )
            lines.append(" ".join(filter(None, words)))
        return lines

    def _render_rows(self, height: int) -> list[str]:
        """Return the lines of the table, with no more rows than the terminal has lines for."""
        shown = self.select_rows(height - _OTHER_LINES)
        cells = [
            (
                row.portal,
                translate(row.state),
                str(row.counts.articles),
                str(row.counts.due),
                f"{row.requests_per_minute():.0f}",
                translate(row.describe_time_left()),
                translate(row.describe_trouble()),
            )
            for row in shown
        ]
        head = tuple(map(translate, _HEAD))
        widths = [max(map(count_columns, column)) for column in zip(head, *cells, strict=True)]
        rest = len(self.rows) - len(shown)
        sums = translate(self.describe_sums())
        if rest:
            sums = translate("{number} more. {sums}", number=rest, sums=sums)
        return [*(_align(line, widths) for line in (head, *cells)), sums]

    def select_rows(self, count: int) -> list[ProgressRow]:
        """Return the rows to show, in their order: of portals in trouble first, then of those whose
        crawl has not ended, then of the others."""
        troubled = {id(row) for row in self.troubled_rows()}
        by_need = sorted(self.rows, key=lambda row: (id(row) not in troubled, not row.is_active))
        chosen = {id(row) for row in by_need[: max(count, 1)]}
        return [row for row in self.rows if id(row) in chosen]


class _Above(io.TextIOBase):
    """A terminal to which others print while the table is drawn there."""

    def __init__(self, table: LiveTable, terminal: TextIO) -> None:
        super().__init__()
        self._table, self._terminal, self._begun = table, terminal, ""

    @property
    def buffer(self) -> object:
        """The bytes of the terminal, for data that is written verbatim."""
        return self._terminal.buffer

    def write(self, text: str) -> int:
        """Print the lines that have ended; what follows them waits for its end."""
        lines, end, self._begun = (self._begun + text).rpartition("\n")
        if end:
            self._table.write_above(lines + end)
        return len(text)

    def end(self) -> None:
        """Print what has no end of a line."""
        if self._begun:
            self.write("\n")

    def isatty(self) -> bool:
        return True

    def fileno(self) -> int:
        return self._terminal.fileno()


def _measure_terminal(stream: TextIO) -> os.terminal_size:
    """Return columns and lines of a terminal; those of the environment if it does not say."""
    try:
        return os.get_terminal_size(stream.fileno())
    except (OSError, ValueError):
        return shutil.get_terminal_size()


def _align(cells: tuple[str, ...], widths: list[int]) -> str:
    padded = []
    for name, cell, width in zip(_HEAD, cells, widths, strict=True):
        free = " " * (width - count_columns(cell))
        padded.append(free + cell if name in _NUMBERS else cell + free)
    return "  ".join(padded).rstrip()
