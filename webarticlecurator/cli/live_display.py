"""The progress of a command on a terminal: a table with a row for each work, redrawn again and
again.
"""

from __future__ import annotations

import sys
import time
from typing import TextIO

from rich.console import Console, Group
from rich.file_proxy import FileProxy
from rich.live import Live
from rich.table import Table
from rich.text import Text

from webarticlecurator.base.text.characters import escape_cell, escape_controls
from webarticlecurator.base.text.translation import make_message, translate
from webarticlecurator.cli.progress import PlainLines, ProgressFile, ProgressRow

WIDE_TERMINAL = 120
"""Columns from which a terminal also shows addresses, which would push the numbers out of a
narrower one."""
_OTHER_LINES = 4
"""Lines of the terminal that are no rows: the head, the sums, the line of what is left out, and
one that stays free."""
_SPINNER = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"
_SPINS_PER_SECOND = 10
_BAR_WIDTH = 20
_NUMBERS = (make_message("articles"), make_message("due"), make_message("req/min"))
_HEAD = (
    make_message("portal"),
    make_message("state"),
    *_NUMBERS,
    make_message("left"),
    make_message("trouble"),
)


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
        self._console = Console(
            file=stream or sys.stderr,
            force_terminal=True,
            soft_wrap=True,
            markup=False,
            emoji=False,
            highlight=False,
        )
        self._live: Live | None = None

    def begin(self) -> None:
        super().begin()
        if self._live is None:
            self._live = Live(
                console=self._console,
                get_renderable=self.render,
                refresh_per_second=_SPINS_PER_SECOND if self.is_single else 2,
                transient=True,
                # what others print to the terminal appears above the table
                redirect_stdout=_is_terminal(sys.stdout),
                redirect_stderr=_is_terminal(sys.stderr),
                vertical_overflow="crop",
            )
            self._live.start()
            # a command that is killed would leave the terminal without a cursor
            self._console.show_cursor(True)

    def close(self) -> None:
        if self._live is not None:
            for stream in (sys.stdout, sys.stderr):
                if isinstance(stream, FileProxy):
                    stream.flush()  # what has no end of a line
            self._live.stop()
            self._live = None
        super().close()

    def show_line(self, text: str) -> None:
        self._console.print(escape_controls(text))

    def update(self, row: ProgressRow, *, is_step: bool = False) -> None:
        """Do nothing: the table is drawn by a thread of its own."""

    def draw(self) -> None:
        """Draw the table now."""
        if self._live is not None:
            self._live.refresh()

    def render(self) -> Group:
        """Return the line of a single work, or the table of several crawls."""
        width, height = self._console.size
        if self.is_single:
            return Group(*(_make_line(self._describe_row(row, width)) for row in self.rows))
        shown = self.select_rows(height - _OTHER_LINES)
        table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="")
        for name in _HEAD:
            table.add_column(
                translate(name), justify="right" if name in _NUMBERS else "left", no_wrap=True
            )
        for row in shown:
            table.add_row(
                row.portal,
                translate(row.state),
                str(row.counts.articles),
                str(row.counts.due),
                f"{row.requests_per_minute():.0f}",
                translate(row.describe_time_left()),
                translate(row.describe_trouble()),
            )
        sums, rest = translate(self.describe_sums()), len(self.rows) - len(shown)
        if rest:
            sums = translate("{number} more. {sums}", number=rest, sums=sums)
        return Group(table, _make_line(sums))

    def _describe_row(self, row: ProgressRow, width: int) -> str:
        rate, expected = row.rate(), row.expected.high or row.expected.low or 0
        done = min(_BAR_WIDTH * row.done // expected, _BAR_WIDTH) if expected else 0
        words = (
            _SPINNER[int(time.monotonic() * _SPINS_PER_SECOND) % len(_SPINNER)],
            translate(row.state),
            "━" * done + "╌" * (_BAR_WIDTH - done),
            translate(row.describe_count()),
            f"{rate:.1f}/s" if rate else "–/s",
            translate(row.describe_time_left()),
            escape_cell(row.part),
            escape_cell(row.what)[-60:] if width >= WIDE_TERMINAL else "",
        )
        return " ".join(filter(None, words))

    def select_rows(self, count: int) -> list[ProgressRow]:
        """Return the rows to show, in their order: of portals in trouble first, then of those whose
        crawl has not ended, then of the others."""
        troubled = {id(row) for row in self.troubled_rows()}
        by_need = sorted(self.rows, key=lambda row: (id(row) not in troubled, not row.is_active))
        chosen = {id(row) for row in by_need[: max(count, 1)]}
        return [row for row in self.rows if id(row) in chosen]


def _is_terminal(stream: TextIO | None) -> bool:
    return stream is not None and stream.isatty()


def _make_line(text: str) -> Text:
    return Text(text, no_wrap=True, overflow="ellipsis")
