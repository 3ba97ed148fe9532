"""What shows the progress of a command: a table on a terminal, plain lines elsewhere."""

from __future__ import annotations

from webarticlecurator.cli.output import can_redraw
from webarticlecurator.cli.progress import PlainLines, ProgressFile
from webarticlecurator.crawling.workers.progress import Progress


def choose_progress(quiet: bool, file: ProgressFile | None = None, portal: str = "") -> Progress:
    """Return what shows the progress of one work in the way that suits standard error, and writes
    it to ``file`` as that of ``portal``."""
    return choose_display(quiet, file, is_single=True).progress_of(portal)


def plain_progress() -> Progress:
    """Return what shows the progress of one work as plain lines."""
    return PlainLines(is_single=True).progress_of("")


def choose_display(
    quiet: bool, file: ProgressFile | None = None, *, is_single: bool = False
) -> PlainLines:
    """Return the kind of display that suits standard error; its rows are written to ``file``, too.
    ``is_single`` as for ``PlainLines``."""
    if not quiet and can_redraw():
        # imported here: most commands are too short for it
        from webarticlecurator.cli.live_display import LiveTable

        return LiveTable(is_single=is_single, file=file)
    return PlainLines(is_single=is_single, quiet=quiet, file=file)
