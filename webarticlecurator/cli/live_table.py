"""The table of several crawls on a terminal: a row for each portal, redrawn twice a second."""

from __future__ import annotations

from rich.console import Console
from rich.live import Live
from rich.table import Table

from webarticlecurator.cli.portal_rows import PortalRow, PortalRows
from webarticlecurator.text.characters import escape_controls

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
