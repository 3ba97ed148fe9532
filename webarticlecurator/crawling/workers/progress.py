"""What every long command shares: progress, its file, settings of the process, the clock.

Progress of long operations: the command line shows it, a script may ignore it.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from webarticlecurator.base.dataclasses import dataclass


@dataclass(frozen=True)
class CrawlCounts:
    """What a crawl has done so far.

    ``requests`` counts the attempts, repeated ones, too; ``articles`` the articles that were
    requested, ``due`` those that are known and were not requested yet. ``trouble`` says why the
    last attempt got no usable answer (``timeout``, ``status 503``), and ``in_a_row`` counts the
    attempts without one; they are empty and 0 after a usable answer.
    """

    requests: int = 0
    articles: int = 0
    due: int = 0
    trouble: str = ""
    in_a_row: int = 0


class Progress:
    """Receives the progress of an operation.

    ``show_message`` gets a message for the user. ``begin`` starts a stage with the expected number
    of steps (None if unknown) and their unit. ``expect`` corrects this number: at least ``low``
    steps in all, at most about ``high`` (None if unknown). ``enter`` names the part of the work
    that begins, ``step`` reports one finished step with its subject. ``count`` gets the numbers of
    a crawl whenever they change. ``ask`` gets the answer to a question. ``end`` closes the stage.

    A class that inherits from it ignores what it does not define.
    """

    def show_message(self, text: str) -> None:
        """Show a message to the user."""

    def begin(self, stage: str, total: int | None, unit: str) -> None:
        """Open a stage of ``total`` steps, None if their number is not known."""

    def expect(self, low: int, high: int | None) -> None:
        """Note the expected number of steps, at least and at most."""

    def enter(self, part: str) -> None:
        """Note the part of the work to which the next steps belong."""

    def step(self, what: str) -> None:
        """Count a step that is done."""

    def count(self, counts: CrawlCounts) -> None:
        """Note the counts of a crawl."""

    def ask(self, question: str) -> bool | None:
        """Return the answer of the person at the terminal; None if nobody is there."""

    def end(self) -> None:
        """Close the stage."""


class NullProgress(Progress):
    """Ignores all progress."""


@contextlib.contextmanager
def progress_stage(progress: Progress, stage: str, total: int | None, unit: str) -> Iterator[None]:
    """Begin a stage, and end it however the work of the block ends."""
    progress.begin(stage, total, unit)
    try:
        yield
    finally:
        progress.end()
