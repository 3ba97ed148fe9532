"""A progress line for a terminal, with rate and remaining time."""

from __future__ import annotations

from rich.console import Console
from rich.live import Live
from rich.progress import (
    BarColumn,
    ProgressColumn,
    SpinnerColumn,
    Task,
    TextColumn,
)
from rich.progress import Progress as Bar
from rich.table import Table
from rich.text import Text

from webarticlecurator.cli.progress import Expected
from webarticlecurator.cli.progress_file import PortalRow, PortalRows
from webarticlecurator.text.characters import escape_cell, escape_controls
from webarticlecurator.workers.progress import CrawlCounts

WIDE_TERMINAL = 120
"""Columns from which a terminal also shows addresses, which would push the numbers out of a
narrower one."""


class _Rate(ProgressColumn):
    def render(self, task: Task) -> Text:
        return Text(f"{task.speed:.1f}/s" if task.speed else "–/s")


class _Count(ProgressColumn):
    def render(self, task: Task) -> Text:
        return Text(f"{task.completed:.0f}{task.fields['expected'].describe_total()}")


class _TimeLeft(ProgressColumn):
    max_refresh = 0.5

    def render(self, task: Task) -> Text:
        expected: Expected = task.fields["expected"]
        return Text(expected.describe_time_left(int(task.completed), task.speed or 0.0))


class LiveLine:
    """Progress (``workers/progress.py``) as one line that is redrawn."""

    def __init__(self) -> None:
        self._console = Console(stderr=True)
        self._bar: Bar | None = None

    def show_message(self, text: str) -> None:
        self._console.print(
            escape_controls(text), markup=False, highlight=False, emoji=False, soft_wrap=True
        )

    def begin(self, stage: str, total: int | None, unit: str) -> None:
        columns: tuple[ProgressColumn, ...] = (
            SpinnerColumn(),
            TextColumn("{task.description}", markup=False),
            BarColumn(bar_width=20),
            _Count(),
            TextColumn(unit, markup=False),
            _Rate(),
            _TimeLeft(),
            TextColumn("{task.fields[part]}", markup=False),
        )
        if self._console.width >= WIDE_TERMINAL:
            columns = (*columns, TextColumn("{task.fields[what]}", markup=False))
        self._bar = Bar(*columns, console=self._console, transient=True)
        self._bar.start()
        self._task = self._bar.add_task(
            stage, total=total, what="", part="", expected=Expected(total or 0, total)
        )

    def expect(self, low: int, high: int | None) -> None:
        if self._bar:
            expected = Expected(low, high)
            self._bar.update(self._task, total=high or low, expected=expected)

    def enter(self, part: str) -> None:
        if self._bar:
            self._bar.update(self._task, part=escape_cell(part))

    def step(self, what: str) -> None:
        if self._bar:
            self._bar.update(self._task, advance=1, what=escape_cell(what)[-60:])

    def count(self, counts: CrawlCounts) -> None:
        pass

    def end(self) -> None:
        if self._bar:
            self._bar.stop()
            self._bar = None


# The table of several crawls on a terminal: a row for each portal, redrawn twice a second.

_OTHER_LINES = 4
"""Lines of the terminal that are no rows: the head, the sums, the line of what is left out, and
one that stays free."""


class LiveTable(PortalRows):
    """The rows of several crawls as a table; messages appear above it."""

    def __init__(self, console: Console | None = None) -> None:
        super().__init__()
        self._console = console or Console(stderr=True)
        self._live = Live(
            get_renderable=self.render,
            console=self._console,
            refresh_per_second=2,
            transient=True,
            redirect_stdout=False,
            redirect_stderr=False,
        )

    def begin(self) -> None:
        self._live.start()

    def close(self) -> None:
        self._live.stop()

    def show_line(self, text: str) -> None:
        self._console.print(
            escape_controls(text), markup=False, highlight=False, emoji=False, soft_wrap=True
        )

    def update(self) -> None:
        """Do nothing: the table is drawn by a thread of its own."""

    def render(self) -> Table:
        """Return the table, with no more rows than the terminal has lines for."""
        table = Table(box=None, pad_edge=False, header_style="bold")
        table.add_column("portal", no_wrap=True)
        table.add_column("state", no_wrap=True)
        for name in ("articles", "due", "req/min"):
            table.add_column(name, justify="right", no_wrap=True)
        table.add_column("left", no_wrap=True)
        table.add_column("trouble", no_wrap=True)

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

    def select_rows(self, count: int) -> list[PortalRow]:
        """Return the rows to show, in their order: of portals in trouble first, then of those whose
        crawl has not ended, then of the others."""
        troubled = {id(row) for row in self.troubled_rows()}
        by_need = sorted(self.rows, key=lambda row: (id(row) not in troubled, not row.is_active))
        chosen = {id(row) for row in by_need[: max(count, 1)]}
        return [row for row in self.rows if id(row) in chosen]
