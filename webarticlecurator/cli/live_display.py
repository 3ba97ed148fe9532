"""The progress of a command on a terminal: a table with a row for each work, redrawn again and
again.
"""

from __future__ import annotations

from rich.console import Console
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.spinner import Spinner
from rich.table import Table
from rich.text import Text

from webarticlecurator.cli.progress import PlainLines, ProgressFile, ProgressRow
from webarticlecurator.text.characters import escape_cell, escape_controls

WIDE_TERMINAL = 120
"""Columns from which a terminal also shows addresses, which would push the numbers out of a
narrower one."""
_OTHER_LINES = 4
"""Lines of the terminal that are no rows: the head, the sums, the line of what is left out, and
one that stays free."""


class LiveTable(PlainLines):
    """Shows rows as a table, a single one as a line with a bar; messages appear above it."""

    def __init__(
        self,
        console: Console | None = None,
        *,
        is_single: bool = False,
        file: ProgressFile | None = None,
    ) -> None:
        super().__init__(is_single=is_single, file=file)
        self._console = console or Console(stderr=True)
        self._spinner = Spinner("dots", style="progress.spinner")
        self._live = Live(
            get_renderable=self.render,
            console=self._console,
            refresh_per_second=10 if is_single else 2,
            transient=True,
            redirect_stdout=is_single,
            redirect_stderr=is_single,
        )

    def begin(self) -> None:
        super().begin()
        self._live.start()

    def close(self) -> None:
        self._live.stop()
        super().close()

    def show_line(self, text: str) -> None:
        self._console.print(
            escape_controls(text), markup=False, highlight=False, emoji=False, soft_wrap=True
        )

    def update(self, row: ProgressRow, *, is_step: bool = False) -> None:
        """Do nothing: the table is drawn by a thread of its own."""

    def render(self) -> Table:
        """Return the line of a single work, or the table of several crawls."""
        return self._render_line() if self.is_single else self._render_rows()

    def _render_line(self) -> Table:
        line = Table.grid(padding=(0, 1))
        for row in self.rows:
            rate, expected = row.rate(), row.expected.high or row.expected.low or None
            bar = ProgressBar(expected, row.done, width=20)
            words = (
                row.describe_count(),
                f"{rate:.1f}/s" if rate else "–/s",
                row.describe_time_left(),
                escape_cell(row.part),
                escape_cell(row.what)[-60:] if self._console.width >= WIDE_TERMINAL else "",
            )
            line.add_row(self._spinner, Text(row.state), bar, *map(Text, words))
        for column in line.columns:
            column.no_wrap = True
        return line

    def _render_rows(self) -> Table:
        """Return the table, with no more rows than the terminal has lines for."""
        table = Table(box=None, pad_edge=False, header_style="bold")
        numbers = ("articles", "due", "req/min")
        for name in ("portal", "state", *numbers, "left", "trouble"):
            table.add_column(name, justify="right" if name in numbers else "left", no_wrap=True)

        shown = self.select_rows(self._console.height - _OTHER_LINES)
        for row in shown:
            table.add_row(
                row.portal,
                row.state,
                str(row.counts.articles),
                str(row.counts.due),
                f"{row.requests_per_minute():.0f}",
                row.describe_time_left(),
                row.describe_trouble(),
            )
        rest = len(self.rows) - len(shown)
        table.caption = self.describe_sums() if not rest else f"{rest} more. {self.describe_sums()}"
        table.caption_justify = "left"
        return table

    def select_rows(self, count: int) -> list[ProgressRow]:
        """Return the rows to show, in their order: of portals in trouble first, then of those whose
        crawl has not ended, then of the others."""
        troubled = {id(row) for row in self.troubled_rows()}
        by_need = sorted(self.rows, key=lambda row: (id(row) not in troubled, not row.is_active))
        chosen = {id(row) for row in by_need[: max(count, 1)]}
        return [row for row in self.rows if id(row) in chosen]
