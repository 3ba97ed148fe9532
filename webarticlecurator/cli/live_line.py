"""A progress line for a terminal, with rate and remaining time."""

from __future__ import annotations

from rich.console import Console
from rich.progress import (
    BarColumn,
    ProgressColumn,
    SpinnerColumn,
    Task,
    TextColumn,
)
from rich.progress import Progress as Bar
from rich.text import Text

from webarticlecurator.cli.expected_steps import Expected
from webarticlecurator.run.progress import CrawlCounts
from webarticlecurator.text.characters import escape_cell, escape_controls

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
    """Progress (``run/progress.py``) as one line that is redrawn."""

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
